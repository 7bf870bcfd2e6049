//! The rules of RFC 7493 for a JSON text that RFC 8259 leaves open: strings are UTF-8, and names differ.

use super::text;
use std::borrow::Cow;
use std::collections::HashSet;

/// The number of names that are compared one by one.
const MAX_LINEAR_NAMES: usize = 16;

/// The names of an object. In an object with many names a repeated name is found by its hash.
#[derive(Default)]
struct ObjectNames {
    name_spans: Vec<NameSpan>,
    /// The names without quotes and escapes, if there are more than [`MAX_LINEAR_NAMES`].
    decoded_names: HashSet<Box<[u8]>>,
}

/// The bounds of a name's literal, and whether the literal's bytes between the quotes are the name itself.
#[derive(Clone, Copy)]
struct NameSpan {
    from: usize,
    to: usize,
    is_unescaped: bool,
}

impl NameSpan {
    fn literal(self, data: &[u8]) -> &[u8] {
        &data[self.from..self.to]
    }

    /// Reports whether two names are the same.
    fn equal_names(self, other: Self, data: &[u8]) -> bool {
        let (a, b) = (self.literal(data), other.literal(data));
        if self.is_unescaped && other.is_unescaped {
            a == b
        } else {
            decoded_name(a) == decoded_name(b)
        }
    }
}

/// Returns the bytes that the literal stands for.
fn decoded_name(literal: &[u8]) -> Cow<'_, [u8]> {
    let inner = &literal[1..literal.len() - 1];
    if inner.iter().all(|c| *c != b'\\') && std::str::from_utf8(inner).is_ok() {
        return Cow::Borrowed(inner);
    }
    let mut out = Vec::new();
    text::write_unquoted(&mut out, literal);
    Cow::Owned(out)
}

impl ObjectNames {
    /// Adds a name; returns whether it is new.
    fn add(&mut self, data: &[u8], name: NameSpan) -> bool {
        if !self.decoded_names.is_empty() {
            return self.decoded_names.insert(decoded_name(name.literal(data)).into());
        }
        if self.name_spans.iter().any(|place| place.equal_names(name, data)) {
            return false;
        }
        self.name_spans.push(name);
        if self.name_spans.len() > MAX_LINEAR_NAMES {
            let all = self.name_spans.drain(..);
            self.decoded_names =
                all.map(|place| decoded_name(place.literal(data)).into()).collect();
        }
        true
    }
}

/// The progress in checking a text by the rules of RFC 7493.
pub(super) struct StrictChecker {
    allows_invalid_utf8: bool,
    allows_duplicate_names: bool,
    /// The names of the objects that are open.
    open_objects: Vec<ObjectNames>,
    /// The place where the string begins that is being scanned, and the place up to which it has been checked.
    string_start: usize,
    checked_to: usize,
}

impl StrictChecker {
    pub(super) fn new(any_utf8: bool, any_names: bool) -> Self {
        Self {
            allows_invalid_utf8: any_utf8,
            allows_duplicate_names: any_names,
            open_objects: Vec::new(),
            string_start: 0,
            checked_to: 0,
        }
    }

    pub(super) fn open_object(&mut self) {
        if !self.allows_duplicate_names {
            self.open_objects.push(ObjectNames::default());
        }
    }

    pub(super) fn close_object(&mut self) {
        self.open_objects.pop();
    }

    pub(super) fn begin_string(&mut self, at: usize) {
        (self.string_start, self.checked_to) = (at, at + 1);
    }

    /// Checks a string up to `to`, where it ends if `is_end` is set; returns whether the string keeps the rules.
    pub(super) fn check_string(
        &mut self,
        data: &[u8],
        to: usize,
        is_end: bool,
        is_name: bool,
    ) -> bool {
        if !self.allows_invalid_utf8 {
            let piece = &data[self.checked_to..to];
            match std::str::from_utf8(piece) {
                Ok(_) => self.checked_to = to,
                Err(e) if e.error_len().is_none() && !is_end => self.checked_to += e.valid_up_to(),
                Err(_) => return false,
            }
        }
        if !is_end {
            return true;
        }
        let literal = &data[self.string_start..to];
        let has_escapes = literal.contains(&b'\\');
        if has_escapes && !self.allows_invalid_utf8 && !surrogates_match(literal) {
            return false;
        }
        let is_plain = !has_escapes && !self.allows_invalid_utf8;
        match self.open_objects.last_mut() {
            Some(names) if is_name => {
                names.add(data, NameSpan { from: self.string_start, to, is_unescaped: is_plain })
            }
            _ => true,
        }
    }
}

/// Reports whether each escape of a surrogate in a valid literal belongs to a pair.
pub(super) fn surrogates_match(literal: &[u8]) -> bool {
    let mut i = 0;
    while let Some(next) = literal[i..].iter().position(|c| *c == b'\\') {
        i += next;
        if literal[i + 1] != b'u' {
            i += 2;
            continue;
        }
        let unit = text::hex4(&literal[i + 2..]);
        i += 6;
        if !(0xD800..0xE000).contains(&unit) {
            continue;
        }
        let is_pair = unit < 0xDC00
            && literal[i..].starts_with(b"\\u")
            && (0xDC00..0xE000).contains(&text::hex4(&literal[i + 2..]));
        if !is_pair {
            return false;
        }
        i += 6;
    }
    true
}
