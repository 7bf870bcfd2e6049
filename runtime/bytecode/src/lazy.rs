//! Values that are decoded when they are first requested.

use bytes::Bytes;
use serde::de::DeserializeOwned;
use std::sync::{Arc, OnceLock};

/// A value that is present, or is stored as bytes and decoded when it is first requested.
#[derive(Clone, Debug)]
pub struct Lazy<T> {
    value: OnceLock<Box<T>>,
    encoded: Option<Range>,
}

/// The bytes in which a value is stored.
#[derive(Clone, Debug)]
struct Range {
    bytes: Arc<Bytes>,
    from: u32,
    length: u32,
}

impl<T: DeserializeOwned> Lazy<T> {
    /// Creates a value that is stored in these bytes.
    pub(crate) fn from_stored(all: &Arc<Bytes>, from: usize, length: u32) -> Self {
        let from = u32::try_from(from).expect("a program has less than 4 GB");
        let range = Range { bytes: all.clone(), from, length };
        Self { value: OnceLock::new(), encoded: Some(range) }
    }

    /// The value, decoded if necessary.
    #[must_use]
    pub fn get(&self) -> &T {
        self.value.get_or_init(|| Box::new(self.decode()))
    }

    /// The value for modification, decoded if necessary.
    pub fn get_mut(&mut self) -> &mut T {
        if self.value.get().is_none() {
            self.value = OnceLock::from(Box::new(self.decode()));
        }
        self.value.get_mut().expect("the value was decoded just now")
    }

    /// The value; `None` if the stored bytes do not decode.
    #[must_use]
    pub fn try_get(&self) -> Option<&T> {
        if self.value.get().is_none() {
            let value = self.try_decode()?;
            // Another thread may have stored the same value first.
            let _ = self.value.set(Box::new(value));
        }
        self.value.get().map(|value| &**value)
    }

    #[cold]
    fn decode(&self) -> T {
        self.try_decode().expect("the stored bytes are unchanged")
    }

    fn try_decode(&self) -> Option<T> {
        let range = self.encoded.as_ref().expect("a value that is not in memory is stored");
        let from = range.from as usize;
        postcard::from_bytes(&range.bytes[from..from + range.length as usize]).ok()
    }
}

impl<T> From<T> for Lazy<T> {
    fn from(value: T) -> Self {
        Self { value: OnceLock::from(Box::new(value)), encoded: None }
    }
}
