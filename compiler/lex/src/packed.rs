//! Texts that are compiled into minigo, compressed.
//!
//! LZ4 unpacks ten times as fast as DEFLATE, and DEFLATE takes a third less space; files that a block holds together
//! take another tenth less. So files that most programs need are LZ4 blocks of their own, and all other texts are
//! DEFLATE blocks that hold as much as is needed at once, such as a package.

use flate2::{Decompress, FlushDecompress};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// How a block is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A block of LZ4.
    Lz4,
    /// DEFLATE without header.
    Deflate,
}

/// Compressed texts that are unpacked together.
#[derive(Debug)]
pub struct Block {
    format: Format,
    bytes: &'static [u8],
    /// The length of the texts, in bytes.
    len: usize,
    /// The texts, for as long as one of them is in use.
    texts: Mutex<Weak<String>>,
}

impl Block {
    /// The texts of `len` bytes that `bytes` contain.
    #[must_use]
    pub const fn new(format: Format, bytes: &'static [u8], len: usize) -> Self {
        Self { format, bytes, len, texts: Mutex::new(Weak::new()) }
    }

    /// Returns the texts, one after another.
    fn unpack(&self) -> Arc<String> {
        let mut known = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        known.upgrade().unwrap_or_else(|| {
            let texts = Arc::new(String::from_utf8(self.unpacked()).expect("the texts are UTF-8"));
            *known = Arc::downgrade(&texts);
            texts
        })
    }

    fn unpacked(&self) -> Vec<u8> {
        if self.format == Format::Lz4 {
            let text = lz4_flex::block::decompress(self.bytes, self.len);
            return text.expect("the block is whole");
        }
        inflated(self.bytes, self.len)
    }
}

/// Returns the `len` bytes that `deflated` contains.
///
/// # Panics
/// Panics if `deflated` is not the DEFLATE form of exactly `len` bytes.
#[must_use]
pub fn inflated(deflated: &[u8], len: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(len);
    let end = Decompress::new(false).decompress_vec(deflated, &mut bytes, FlushDecompress::Finish);
    end.expect("the bytes are whole");
    assert_eq!(bytes.len(), len, "the bytes are whole");
    bytes
}

/// The compressed text of a file that is compiled into minigo.
#[derive(Clone, Copy, Debug)]
pub struct Packed {
    block: &'static Block,
    /// The offset of the text in the block's texts.
    start: usize,
    /// The offset behind the text.
    end: usize,
}

impl Packed {
    /// The text between two offsets of a block's texts.
    #[must_use]
    pub const fn new(block: &'static Block, start: usize, end: usize) -> Self {
        Self { block, start, end }
    }

    /// The length of the text, in bytes.
    pub(crate) fn len(&self) -> usize {
        self.end - self.start
    }

    /// Returns the text.
    ///
    /// # Panics
    /// Panics if the block is not the compressed form of UTF-8 texts of the length that was given.
    #[must_use]
    pub fn unpack(&self) -> Unpacked {
        Unpacked { texts: self.block.unpack(), start: self.start, end: self.end }
    }
}

/// A text in the unpacked texts of its block.
#[derive(Clone, Debug)]
pub struct Unpacked {
    texts: Arc<String>,
    start: usize,
    end: usize,
}

impl std::ops::Deref for Unpacked {
    type Target = str;

    fn deref(&self) -> &str {
        &self.texts[self.start..self.end]
    }
}
