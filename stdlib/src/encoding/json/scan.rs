//! Finds the end of a JSON value, or the reason why the text is not valid JSON.

use super::strict::Strict;

/// The limit of the nesting depth of objects and arrays.
const MAX_DEPTH: usize = 10_000;

/// The kinds of syntax errors, with the numbers that the Go package uses.
#[derive(Clone, Copy)]
pub(super) enum Fault {
    /// The text ends too early.
    End = 1,
    /// The character cannot begin a value.
    Value,
    /// The character cannot begin a name.
    Name,
    /// A colon must stand in place of the character.
    Colon,
    /// The character cannot follow a member of an object.
    Member,
    /// The character cannot follow an element of an array.
    Element,
    /// A string contains a control character.
    String,
    /// A digit must stand in place of the character.
    Number,
    /// The value is nested too deeply.
    Depth,
    /// The escape from `at` to `end` is invalid.
    Escape,
    /// The character does not continue the word (`true`, `false` or `null`) that begins at `end`.
    Word,
}

/// A syntax error: its kind, its position, and a second position for some kinds.
pub(super) struct JsonSyntaxError {
    pub(super) fault: Fault,
    pub(super) at: usize,
    pub(super) end: usize,
}

pub(super) type Scanned = Result<usize, JsonSyntaxError>;

fn wrong<T>(fault: Fault, at: usize, end: usize) -> Result<T, JsonSyntaxError> {
    Err(JsonSyntaxError { fault, at, end })
}

/// Returns the error `fault` for an unexpected character at `at`, or [`Fault::End`] if the text ends there.
fn unexpected<T>(data: &[u8], at: usize, fault: Fault) -> Result<T, JsonSyntaxError> {
    if at >= data.len() { wrong(Fault::End, data.len(), 0) } else { wrong(fault, at, 0) }
}

/// Returns the index of the next byte at or behind `i` that is not white space.
pub(super) fn space(data: &[u8], mut i: usize) -> usize {
    while matches!(data.get(i), Some(b' ' | b'\n' | b'\t' | b'\r')) {
        i += 1;
    }
    i
}

/// The kind of text that the scanner expects next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A value, without white space before it.
    Value,
    /// Optional white space and a value.
    Element,
    /// Optional white space, then the end of an object or array that has just begun, or its first name or value; holds
    /// the closing byte.
    Begun(u8),
    /// Optional white space and a name.
    Name,
    /// The rest of a string; holds whether the string is a name.
    Text(bool),
    /// Optional white space and a colon.
    Colon,
    /// The text behind a value: a comma or a closing byte, or the end of the outermost value.
    Behind,
}

/// The progress in scanning a value, which is scanned in parts if it is long.
pub(super) struct Scan {
    /// The index of the next byte to scan.
    pub(super) i: usize,
    next: Next,
    /// The depth of objects and arrays that enclose the value.
    depth: usize,
    /// The closing bytes of the objects and arrays that are open.
    open: Vec<u8>,
    /// The rules of RFC 7493, if they hold.
    strict: Option<Strict>,
}

impl Scan {
    /// Starts a scan of the value that begins at `i`.
    pub(super) fn new(i: usize, depth: usize) -> Self {
        Self { i, next: Next::Value, depth, open: Vec::new(), strict: None }
    }

    /// Starts a scan of the value that begins at `i`, which is to keep the rules of RFC 7493.
    pub(super) fn strict(i: usize, depth: usize, rules: Strict) -> Self {
        Self { strict: Some(rules), ..Self::new(i, depth) }
    }

    /// Notes that a string begins at `i`.
    fn begin_string(&mut self, i: usize) {
        if let Some(rules) = &mut self.strict {
            rules.begin_string(i);
        }
    }

    /// Scans up to the end of the value and returns the index behind the value or the error; returns `None` if the scan
    /// stops at about `limit` before.
    pub(super) fn run(&mut self, data: &[u8], limit: usize) -> Option<Scanned> {
        let limit = limit.min(data.len());
        loop {
            let stands_there = match self.next {
                Next::Value | Next::Text(_) => true,
                Next::Behind => self.open.is_empty(),
                _ => false,
            };
            if !stands_there {
                self.i = space(&data[..limit.max(self.i)], self.i);
            }
            if self.i >= limit && limit < data.len() {
                return None;
            }
            match self.step(data, limit) {
                Ok(false) => {}
                Ok(true) => return Some(Ok(self.i)),
                Err(wrong) => return Some(Err(wrong)),
            }
        }
    }

    /// Scans the next token or part of a string; returns true at the end of the value.
    fn step(&mut self, data: &[u8], limit: usize) -> Result<bool, JsonSyntaxError> {
        let i = self.i;
        let c = data.get(i).copied();
        (self.i, self.next) = match self.next {
            Next::Value | Next::Element => match c {
                Some(c @ (b'{' | b'[')) => {
                    if self.depth + self.open.len() >= MAX_DEPTH {
                        return wrong(Fault::Depth, i + 1, 0);
                    }
                    (i + 1, Next::Begun(c + 2))
                }
                Some(b'"') => {
                    self.begin_string(i);
                    (i + 1, Next::Text(false))
                }
                _ => (scalar(data, i)?, Next::Behind),
            },
            Next::Begun(close) if c == Some(close) => (i + 1, Next::Behind),
            Next::Begun(close) => {
                self.open.push(close);
                if let (b'}', Some(rules)) = (close, &mut self.strict) {
                    rules.open_object();
                }
                (i, if close == b'}' { Next::Name } else { Next::Value })
            }
            Next::Name if c == Some(b'"') => {
                self.begin_string(i);
                (i + 1, Next::Text(true))
            }
            Next::Name => return unexpected(data, i, Fault::Name),
            Next::Text(is_name) => {
                let (end, is_end) = text(data, i, limit)?;
                if let Some(rules) = &mut self.strict
                    && !rules.string(data, end, is_end, is_name)
                {
                    return wrong(Fault::String, i, 0);
                }
                let behind = if is_name { Next::Colon } else { Next::Behind };
                (end, if is_end { behind } else { Next::Text(is_name) })
            }
            Next::Colon if c == Some(b':') => (i + 1, Next::Element),
            Next::Colon => return unexpected(data, i, Fault::Colon),
            Next::Behind => {
                let Some(close) = self.open.last().copied() else { return Ok(true) };
                match c {
                    Some(c) if c == close => {
                        self.open.pop();
                        if let (b'}', Some(rules)) = (close, &mut self.strict) {
                            rules.close_object();
                        }
                        (i + 1, Next::Behind)
                    }
                    Some(b',') if close == b'}' => (i + 1, Next::Name),
                    Some(b',') => (i + 1, Next::Element),
                    _ if close == b'}' => return unexpected(data, i, Fault::Member),
                    _ => return unexpected(data, i, Fault::Element),
                }
            }
        };
        Ok(false)
    }
}

fn scalar(data: &[u8], i: usize) -> Scanned {
    match data.get(i) {
        Some(b'-' | b'0'..=b'9') => number(data, i),
        Some(b't') => word(data, i, b"true"),
        Some(b'f') => word(data, i, b"false"),
        Some(b'n') => word(data, i, b"null"),
        _ => unexpected(data, i, Fault::Value),
    }
}

fn word(data: &[u8], i: usize, word: &[u8]) -> Scanned {
    let same = data[i..].iter().zip(word).take_while(|(a, b)| a == b).count();
    match data.get(i + same) {
        _ if same == word.len() => Ok(i + same),
        None => wrong(Fault::End, data.len(), 0),
        Some(_) => wrong(Fault::Word, i + same, i),
    }
}

/// Returns the index behind the string that begins at `i`.
pub(super) fn string(data: &[u8], i: usize) -> Scanned {
    text(data, i + 1, usize::MAX).map(|(end, _)| end)
}

/// Returns the index behind the string's closing quote, and true; or an index at `limit` or a few bytes behind it, and
/// false.
fn text(data: &[u8], mut i: usize, limit: usize) -> Result<(usize, bool), JsonSyntaxError> {
    let limit = limit.min(data.len());
    while i < limit {
        match data[i] {
            b'"' => return Ok((i + 1, true)),
            b'\\' => i = escape(data, i)?,
            ..b' ' => return wrong(Fault::String, i, 0),
            _ => i += 1,
        }
    }
    if limit < data.len() { Ok((i, false)) } else { wrong(Fault::End, data.len(), 0) }
}

/// Returns the index behind the escape at `i`.
fn escape(data: &[u8], i: usize) -> Scanned {
    match data.get(i + 1) {
        None => wrong(Fault::End, i, 0),
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(i + 2),
        Some(b'u') => {
            let digits = data[i + 2..].iter().take(4).take_while(|c| c.is_ascii_hexdigit());
            let digits = digits.count();
            match data.get(i + 2 + digits) {
                _ if digits == 4 => Ok(i + 6),
                None => wrong(Fault::End, i, 0),
                Some(_) => wrong(Fault::Escape, i, data.len().min(i + 6)),
            }
        }
        Some(_) => wrong(Fault::Escape, i, i + 2),
    }
}

pub(super) fn number(data: &[u8], start: usize) -> Scanned {
    let digits = |from: usize| match data.get(from) {
        None => wrong(Fault::End, start, 0),
        Some(b'0'..=b'9') => {
            Ok(from + data[from..].iter().take_while(|c| c.is_ascii_digit()).count())
        }
        Some(_) => wrong(Fault::Number, from, 0),
    };
    let first = start + usize::from(data[start] == b'-');
    let mut i = digits(first)?;
    if data[first] == b'0' {
        i = first + 1;
    }
    if data.get(i) == Some(&b'.') {
        i = digits(i + 1)?;
    }
    if matches!(data.get(i), Some(b'e' | b'E')) {
        i = digits(i + 1 + usize::from(matches!(data.get(i + 1), Some(b'+' | b'-'))))?;
    }
    Ok(i)
}
