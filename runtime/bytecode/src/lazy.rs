//! Values that are decoded when they are first requested.

use bytes::Bytes;
use serde::de::DeserializeOwned;
use std::sync::{Arc, OnceLock};

/// A value that is present, or is stored as bytes and decoded when it is first requested.
#[derive(Clone, Debug)]
pub struct Lazy<T> {
    decoded: OnceLock<Box<T>>,
    stored: Option<Range>,
}

/// The bytes in which a value is stored.
#[derive(Clone, Debug)]
struct Range {
    all: Arc<Bytes>,
    from: u32,
    length: u32,
}

impl<T: DeserializeOwned> Lazy<T> {
    /// Creates a value that is stored in these bytes.
    pub(crate) fn stored(all: &Arc<Bytes>, from: usize, length: u32) -> Self {
        let from = u32::try_from(from).expect("a program has less than 4 GB");
        let range = Range { all: all.clone(), from, length };
        Self { decoded: OnceLock::new(), stored: Some(range) }
    }

    /// The value, decoded if necessary.
    #[must_use]
    pub fn get(&self) -> &T {
        self.decoded.get_or_init(|| Box::new(self.decode()))
    }

    /// The value for modification, decoded if necessary.
    pub fn get_mut(&mut self) -> &mut T {
        if self.decoded.get().is_none() {
            self.decoded = OnceLock::from(Box::new(self.decode()));
        }
        self.decoded.get_mut().expect("the value was decoded just now")
    }

    /// The value; `None` if the stored bytes do not decode.
    #[must_use]
    pub fn try_get(&self) -> Option<&T> {
        if self.decoded.get().is_none() {
            let value = self.try_decode()?;
            // Another thread may have stored the same value first.
            let _ = self.decoded.set(Box::new(value));
        }
        self.decoded.get().map(|value| &**value)
    }

    #[cold]
    fn decode(&self) -> T {
        self.try_decode().expect("the stored bytes are unchanged")
    }

    fn try_decode(&self) -> Option<T> {
        let range = self.stored.as_ref().expect("a value that is not in memory is stored");
        let from = range.from as usize;
        postcard::from_bytes(&range.all[from..from + range.length as usize]).ok()
    }
}

impl<T> From<T> for Lazy<T> {
    fn from(value: T) -> Self {
        Self { decoded: OnceLock::from(Box::new(value)), stored: None }
    }
}
