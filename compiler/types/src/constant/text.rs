//! The values of constant strings.
//!
//! Concatenation does not copy: programs build long strings from many constants, and each intermediate result would be
//! a copy of all constants before it. A joined string is stored as its two parts until its bytes are needed.

use std::cell::RefCell;
use std::fmt::{self, Debug, Formatter};
use std::rc::Rc;

/// Strings up to this length are copied when they are joined.
const MAX_COPIED_LEN: usize = 256;

/// A constant string of arbitrary bytes. A clone shares the bytes.
#[derive(Clone)]
pub(crate) struct Text(Rc<Node>);

struct Node {
    len: usize,
    content: RefCell<NodeContent>,
}

enum NodeContent {
    Flat(Rc<[u8]>),
    Joined(Text, Text),
}

impl Text {
    pub(crate) fn new(bytes: &[u8]) -> Self {
        Self::with_part(bytes.len(), NodeContent::Flat(Rc::from(bytes)))
    }

    fn with_part(len: usize, part: NodeContent) -> Self {
        Self(Rc::new(Node { len, content: RefCell::new(part) }))
    }

    /// The length in bytes.
    pub(crate) fn len(&self) -> usize {
        self.0.len
    }

    /// The concatenation `self + other`.
    pub(crate) fn join(&self, other: &Self) -> Self {
        if other.len() == 0 {
            return self.clone();
        }
        if self.len() == 0 {
            return other.clone();
        }
        let len = self.len().saturating_add(other.len());
        if len <= MAX_COPIED_LEN {
            return Self::new(&[self.bytes(), other.bytes()].concat());
        }
        Self::with_part(len, NodeContent::Joined(self.clone(), other.clone()))
    }

    /// The bytes, which are assembled on first use.
    pub(crate) fn bytes(&self) -> Rc<[u8]> {
        if let NodeContent::Flat(bytes) = &*self.0.content.borrow() {
            return bytes.clone();
        }
        let mut out = Vec::with_capacity(self.len());
        let mut rest = vec![self.clone()];
        while let Some(text) = rest.pop() {
            match &*text.0.content.borrow() {
                NodeContent::Flat(bytes) => out.extend_from_slice(bytes),
                NodeContent::Joined(left, right) => rest.extend([right.clone(), left.clone()]),
            }
        }
        let bytes: Rc<[u8]> = out.into();
        let old = self.0.content.replace(NodeContent::Flat(bytes.clone()));
        old.drop_iteratively();
        bytes
    }
}

impl NodeContent {
    /// Drops the parts of a joined string without recursion: chains of concatenations are long.
    fn drop_iteratively(self) {
        let mut rest = Vec::new();
        let mut part = self;
        loop {
            if let Self::Joined(left, right) = part {
                rest.extend([left, right]);
            }
            let Some(text) = rest.pop() else { return };
            part = match Rc::into_inner(text.0) {
                Some(node) => node.content.replace(Self::Flat(Rc::from([]))),
                None => Self::Flat(Rc::from([])),
            };
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if matches!(self.content.get_mut(), NodeContent::Joined(..)) {
            self.content.replace(NodeContent::Flat(Rc::from([]))).drop_iteratively();
        }
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.len() == other.len() && self.bytes() == other.bytes()
    }
}

impl Debug for Text {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", String::from_utf8_lossy(&self.bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn concatenated_constants_are_copied_only_when_read() {
        let mut text = Text::new(b"0123456789abcdef");
        for _ in 0..36 {
            text = text.join(&text);
        }
        assert_eq!(text.len(), 16 << 36);
    }

    #[test]
    fn long_chains_are_put_together_in_order() {
        let mut text = Text::new(b"");
        let mut expected = Vec::new();
        for i in 0..100_000_u32 {
            let part = i.to_string();
            expected.extend_from_slice(part.as_bytes());
            text = text.join(&Text::new(part.as_bytes()));
        }
        let twice = text.join(&text);
        assert_eq!(*text.bytes(), *expected);
        assert_eq!(twice.len(), 2 * expected.len());
        drop(text);
        assert_eq!(*twice.bytes(), *[&expected[..], &expected].concat());
    }
}
