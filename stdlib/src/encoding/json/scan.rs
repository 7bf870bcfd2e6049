//! Finds the end of a JSON value, or the reason why the text is not valid JSON.

use super::strict::StrictChecker;

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
    pub(super) start: usize,
    pub(super) end: usize,
}

pub(super) type ScanResult = Result<usize, JsonSyntaxError>;

fn syntax_error<T>(fault: Fault, at: usize, end: usize) -> Result<T, JsonSyntaxError> {
    Err(JsonSyntaxError { fault, start: at, end })
}

/// Returns the error `fault` for an unexpected character at `at`, or [`Fault::End`] if the text ends there.
fn unexpected_byte<T>(data: &[u8], at: usize, fault: Fault) -> Result<T, JsonSyntaxError> {
    if at >= data.len() {
        syntax_error(Fault::End, data.len(), 0)
    } else {
        syntax_error(fault, at, 0)
    }
}

/// Returns the index of the next byte at or behind `i` that is not white space.
pub(super) fn skip_space(data: &[u8], mut i: usize) -> usize {
    while matches!(data.get(i), Some(b' ' | b'\n' | b'\t' | b'\r')) {
        i += 1;
    }
    i
}

/// The kind of text that the scanner expects next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ExpectedToken {
    /// A value, without white space before it.
    Value,
    /// Optional white space and a value.
    Element,
    /// Optional white space, then the end of an object or array that has just begun, or its first name or value; holds
    /// the closing byte.
    Begun(u8),
    /// Optional white space and a name.
    Name,
    /// The rest of a string; the field tells whether the string is a name.
    Text(bool),
    /// Optional white space and a colon.
    Colon,
    /// The text behind a value: a comma or a closing byte, or the end of the outermost value.
    Behind,
}

/// The progress in scanning a value, which is scanned in parts if it is long.
pub(super) struct JsonScanner {
    /// The index of the next byte to scan.
    pub(super) position: usize,
    expected: ExpectedToken,
    /// The depth of objects and arrays that enclose the value.
    depth: usize,
    /// The closing bytes of the objects and arrays that are open.
    closing_bytes: Vec<u8>,
    /// The rules of RFC 7493, if they hold.
    strict_rules: Option<StrictChecker>,
}

impl JsonScanner {
    /// Starts a scan of the value that begins at `i`.
    pub(super) fn new(i: usize, depth: usize) -> Self {
        Self {
            position: i,
            expected: ExpectedToken::Value,
            depth,
            closing_bytes: Vec::new(),
            strict_rules: None,
        }
    }

    /// Starts a scan of the value that begins at `i`, which is to keep the rules of RFC 7493.
    pub(super) fn with_rules(i: usize, depth: usize, rules: StrictChecker) -> Self {
        Self { strict_rules: Some(rules), ..Self::new(i, depth) }
    }

    /// Notes that a string begins at `i`.
    fn begin_string(&mut self, i: usize) {
        if let Some(rules) = &mut self.strict_rules {
            rules.begin_string(i);
        }
    }

    /// Scans up to the end of the value and returns the index behind the value or the error; returns `None` if the scan
    /// stops at about `limit` before.
    pub(super) fn scan_to(&mut self, data: &[u8], limit: usize) -> Option<ScanResult> {
        let limit = limit.min(data.len());
        loop {
            let stands_there = match self.expected {
                ExpectedToken::Value | ExpectedToken::Text(_) => true,
                ExpectedToken::Behind => self.closing_bytes.is_empty(),
                _ => false,
            };
            if !stands_there {
                self.position = skip_space(&data[..limit.max(self.position)], self.position);
            }
            if self.position >= limit && limit < data.len() {
                return None;
            }
            match self.scan_step(data, limit) {
                Ok(false) => {}
                Ok(true) => return Some(Ok(self.position)),
                Err(wrong) => return Some(Err(wrong)),
            }
        }
    }

    /// Scans the next token or part of a string; returns true at the end of the value.
    fn scan_step(&mut self, data: &[u8], limit: usize) -> Result<bool, JsonSyntaxError> {
        let i = self.position;
        let c = data.get(i).copied();
        (self.position, self.expected) = match self.expected {
            ExpectedToken::Value | ExpectedToken::Element => match c {
                Some(c @ (b'{' | b'[')) => {
                    if self.depth + self.closing_bytes.len() >= MAX_DEPTH {
                        return syntax_error(Fault::Depth, i + 1, 0);
                    }
                    (i + 1, ExpectedToken::Begun(c + 2))
                }
                Some(b'"') => {
                    self.begin_string(i);
                    (i + 1, ExpectedToken::Text(false))
                }
                _ => (scan_scalar(data, i)?, ExpectedToken::Behind),
            },
            ExpectedToken::Begun(close) if c == Some(close) => (i + 1, ExpectedToken::Behind),
            ExpectedToken::Begun(close) => {
                self.closing_bytes.push(close);
                if let (b'}', Some(rules)) = (close, &mut self.strict_rules) {
                    rules.open_object();
                }
                (i, if close == b'}' { ExpectedToken::Name } else { ExpectedToken::Value })
            }
            ExpectedToken::Name if c == Some(b'"') => {
                self.begin_string(i);
                (i + 1, ExpectedToken::Text(true))
            }
            ExpectedToken::Name => return unexpected_byte(data, i, Fault::Name),
            ExpectedToken::Text(is_name) => {
                let (end, is_end) = scan_string_part(data, i, limit)?;
                if let Some(rules) = &mut self.strict_rules
                    && !rules.check_string(data, end, is_end, is_name)
                {
                    return syntax_error(Fault::String, i, 0);
                }
                let behind = if is_name { ExpectedToken::Colon } else { ExpectedToken::Behind };
                (end, if is_end { behind } else { ExpectedToken::Text(is_name) })
            }
            ExpectedToken::Colon if c == Some(b':') => (i + 1, ExpectedToken::Element),
            ExpectedToken::Colon => return unexpected_byte(data, i, Fault::Colon),
            ExpectedToken::Behind => {
                let Some(close) = self.closing_bytes.last().copied() else { return Ok(true) };
                match c {
                    Some(c) if c == close => {
                        self.closing_bytes.pop();
                        if let (b'}', Some(rules)) = (close, &mut self.strict_rules) {
                            rules.close_object();
                        }
                        (i + 1, ExpectedToken::Behind)
                    }
                    Some(b',') if close == b'}' => (i + 1, ExpectedToken::Name),
                    Some(b',') => (i + 1, ExpectedToken::Element),
                    _ if close == b'}' => return unexpected_byte(data, i, Fault::Member),
                    _ => return unexpected_byte(data, i, Fault::Element),
                }
            }
        };
        Ok(false)
    }
}

fn scan_scalar(data: &[u8], i: usize) -> ScanResult {
    match data.get(i) {
        Some(b'-' | b'0'..=b'9') => scan_number(data, i),
        Some(b't') => scan_word(data, i, b"true"),
        Some(b'f') => scan_word(data, i, b"false"),
        Some(b'n') => scan_word(data, i, b"null"),
        _ => unexpected_byte(data, i, Fault::Value),
    }
}

fn scan_word(data: &[u8], i: usize, word: &[u8]) -> ScanResult {
    let same = data[i..].iter().zip(word).take_while(|(a, b)| a == b).count();
    match data.get(i + same) {
        _ if same == word.len() => Ok(i + same),
        None => syntax_error(Fault::End, data.len(), 0),
        Some(_) => syntax_error(Fault::Word, i + same, i),
    }
}

/// Returns the index behind the string that begins at `i`.
pub(super) fn scan_string(data: &[u8], i: usize) -> ScanResult {
    scan_string_part(data, i + 1, usize::MAX).map(|(end, _)| end)
}

/// Returns the index behind the string's closing quote, and true; or an index at `limit` or a few bytes behind it, and
/// false.
fn scan_string_part(
    data: &[u8],
    mut i: usize,
    limit: usize,
) -> Result<(usize, bool), JsonSyntaxError> {
    let limit = limit.min(data.len());
    while i < limit {
        match data[i] {
            b'"' => return Ok((i + 1, true)),
            b'\\' => i = scan_escape(data, i)?,
            ..b' ' => return syntax_error(Fault::String, i, 0),
            _ => i += 1,
        }
    }
    if limit < data.len() { Ok((i, false)) } else { syntax_error(Fault::End, data.len(), 0) }
}

/// Returns the index behind the escape at `i`.
fn scan_escape(data: &[u8], i: usize) -> ScanResult {
    match data.get(i + 1) {
        None => syntax_error(Fault::End, i, 0),
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(i + 2),
        Some(b'u') => {
            let digits = data[i + 2..].iter().take(4).take_while(|c| c.is_ascii_hexdigit());
            let digits = digits.count();
            match data.get(i + 2 + digits) {
                _ if digits == 4 => Ok(i + 6),
                None => syntax_error(Fault::End, i, 0),
                Some(_) => syntax_error(Fault::Escape, i, data.len().min(i + 6)),
            }
        }
        Some(_) => syntax_error(Fault::Escape, i, i + 2),
    }
}

pub(super) fn scan_number(data: &[u8], start: usize) -> ScanResult {
    let digits = |from: usize| match data.get(from) {
        None => syntax_error(Fault::End, start, 0),
        Some(b'0'..=b'9') => {
            Ok(from + data[from..].iter().take_while(|c| c.is_ascii_digit()).count())
        }
        Some(_) => syntax_error(Fault::Number, from, 0),
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
