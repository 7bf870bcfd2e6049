//! Where a JSON value ends, or why it is none.

/// Objects and arrays may be nested so deeply.
const MAX_DEPTH: usize = 10_000;

/// What is wrong, as the Go package numbers it.
#[derive(Clone, Copy)]
pub(super) enum Fault {
    /// The text ends too early.
    End = 1,
    /// Another character than the beginning of a value.
    Value,
    /// Another character than the beginning of a name.
    Name,
    /// Another character than a colon.
    Colon,
    /// Another character behind a member.
    Member,
    /// Another character behind an element.
    Element,
    /// A control character in a string.
    String,
    /// Another character than a digit.
    Number,
    /// Nested too deeply.
    Depth,
    /// An escape that is none, from `at` to `end`.
    Escape,
    /// Another character than the next of the word that begins at `end`.
    Word,
}

/// What is wrong, where, and for some another place.
pub(super) struct Wrong {
    pub(super) fault: Fault,
    pub(super) at: usize,
    pub(super) end: usize,
}

type Scanned = Result<usize, Wrong>;

fn wrong<T>(fault: Fault, at: usize, end: usize) -> Result<T, Wrong> {
    Err(Wrong { fault, at, end })
}

/// Another character than there should be, or none.
fn unexpected<T>(data: &[u8], at: usize, fault: Fault) -> Result<T, Wrong> {
    if at >= data.len() { wrong(Fault::End, data.len(), 0) } else { wrong(fault, at, 0) }
}

/// The index of the next byte that is no white space.
pub(super) fn space(data: &[u8], mut i: usize) -> usize {
    while matches!(data.get(i), Some(b' ' | b'\n' | b'\t' | b'\r')) {
        i += 1;
    }
    i
}

/// What comes next.
enum Next {
    Value,
    Name,
    Behind,
}

/// The index behind the value that begins at `i`, at that depth of objects and arrays.
pub(super) fn value(data: &[u8], mut i: usize, depth: usize) -> Scanned {
    // The last bytes of the objects and arrays that are open.
    let mut open: Vec<u8> = Vec::new();
    let mut next = Next::Value;
    loop {
        match next {
            Next::Value => match data.get(i) {
                Some(c @ (b'{' | b'[')) => {
                    if depth + open.len() >= MAX_DEPTH {
                        return wrong(Fault::Depth, i + 1, 0);
                    }
                    let close = c + 2;
                    i = space(data, i + 1);
                    next = match data.get(i) {
                        Some(c) if *c == close => {
                            i += 1;
                            Next::Behind
                        }
                        _ => {
                            open.push(close);
                            if close == b'}' { Next::Name } else { Next::Value }
                        }
                    };
                }
                _ => {
                    i = scalar(data, i)?;
                    next = Next::Behind;
                }
            },
            Next::Name => {
                i = name(data, i)?;
                next = Next::Value;
            }
            Next::Behind => {
                let Some(close) = open.last().copied() else { return Ok(i) };
                i = space(data, i);
                next = match data.get(i) {
                    Some(c) if *c == close => {
                        open.pop();
                        Next::Behind
                    }
                    Some(b',') => {
                        if close == b'}' {
                            Next::Name
                        } else {
                            Next::Value
                        }
                    }
                    _ if close == b'}' => return unexpected(data, i, Fault::Member),
                    _ => return unexpected(data, i, Fault::Element),
                };
                i += 1;
                if !matches!(next, Next::Behind) {
                    i = space(data, i);
                }
            }
        }
    }
}

/// Passes a name and the colon behind it, and white space.
fn name(data: &[u8], i: usize) -> Scanned {
    if data.get(i) != Some(&b'"') {
        return unexpected(data, i, Fault::Name);
    }
    let i = space(data, string(data, i)?);
    if data.get(i) != Some(&b':') {
        return unexpected(data, i, Fault::Colon);
    }
    Ok(space(data, i + 1))
}

fn scalar(data: &[u8], i: usize) -> Scanned {
    match data.get(i) {
        Some(b'"') => string(data, i),
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

/// The index behind the string that begins at `i`.
pub(super) fn string(data: &[u8], mut i: usize) -> Scanned {
    i += 1;
    while let Some(c) = data.get(i) {
        match c {
            b'"' => return Ok(i + 1),
            b'\\' => i = escape(data, i)?,
            ..b' ' => return wrong(Fault::String, i, 0),
            _ => i += 1,
        }
    }
    wrong(Fault::End, data.len(), 0)
}

/// The index behind an escape.
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

fn number(data: &[u8], start: usize) -> Scanned {
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
