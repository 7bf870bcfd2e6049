//! Converts integers to and from text in bases 2 to 36.
//!
//! The functions are pure, so their tests need no machine.

/// The result of a parser of package strconv, numbered as in `strconv.go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ParseStatus {
    Parsed,
    BadSyntax,
    OutOfRange,
    BadBase,
    BadBitSize,
}

/// Reports whether the underscores in `s` stand between digits only. `s` is a number that may have a sign and a base
/// prefix, which counts as a digit.
pub(crate) fn underscores_ok(s: &[u8]) -> bool {
    let mut s = s;
    if let [b'-' | b'+', rest @ ..] = s {
        s = rest;
    }
    // The kind of the previous character: '0' a digit, '_' an underscore, '^' none yet, '!' any other.
    let mut last = b'^';
    let mut hex = false;
    if let [b'0', b'b' | b'B' | b'o' | b'O' | b'x' | b'X', rest @ ..] = s {
        hex = s[1] | 0x20 == b'x';
        last = b'0';
        s = rest;
    }
    for &c in s {
        if c.is_ascii_digit() || hex && c.is_ascii_hexdigit() {
            last = b'0';
        } else if c == b'_' {
            if last != b'0' {
                return false;
            }
            last = b'_';
        } else {
            if last == b'_' {
                return false;
            }
            last = b'!';
        }
    }
    last != b'_'
}

/// Reads an unsigned integer as `ParseUint` does.
pub(crate) fn parse_unsigned(s: &[u8], base: i64, bits: i64) -> (u64, ParseStatus) {
    if s.is_empty() {
        return (0, ParseStatus::BadSyntax);
    }
    let (digits, radix) = match base {
        2..=36 => (s, base as u64),
        0 => match s {
            [b'0', b'b' | b'B', rest @ ..] if !rest.is_empty() => (rest, 2),
            [b'0', b'o' | b'O', rest @ ..] if !rest.is_empty() => (rest, 8),
            [b'0', b'x' | b'X', rest @ ..] if !rest.is_empty() => (rest, 16),
            [b'0', rest @ ..] => (rest, 8),
            _ => (s, 10),
        },
        _ => return (0, ParseStatus::BadBase),
    };
    let max = match bits {
        0 | 64 => u64::MAX,
        1..64 => (1 << bits) - 1,
        _ => return (0, ParseStatus::BadBitSize),
    };
    let mut underscores = false;
    let mut n: u64 = 0;
    for &c in digits {
        let digit = match c {
            b'_' if base == 0 => {
                underscores = true;
                continue;
            }
            b'0'..=b'9' => c - b'0',
            b'a'..=b'z' => c - b'a' + 10,
            b'A'..=b'Z' => c - b'A' + 10,
            _ => return (0, ParseStatus::BadSyntax),
        };
        if u64::from(digit) >= radix {
            return (0, ParseStatus::BadSyntax);
        }
        match n.checked_mul(radix).and_then(|n| n.checked_add(u64::from(digit))) {
            Some(next) if next <= max => n = next,
            _ => return (max, ParseStatus::OutOfRange),
        }
    }
    if underscores && !underscores_ok(s) {
        return (0, ParseStatus::BadSyntax);
    }
    (n, ParseStatus::Parsed)
}

/// Reads a signed integer as `ParseInt` does.
pub(crate) fn parse_signed(s: &[u8], base: i64, bits: i64) -> (i64, ParseStatus) {
    let (negative, digits) = match s {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, s),
    };
    let (n, verdict) = parse_unsigned(digits, base, bits);
    if !matches!(verdict, ParseStatus::Parsed | ParseStatus::OutOfRange) {
        return (0, verdict);
    }
    let cutoff = 1u64 << (if bits == 0 { 64 } else { bits } - 1);
    match negative {
        false if n >= cutoff => ((cutoff - 1) as i64, ParseStatus::OutOfRange),
        true if n > cutoff => (cutoff.wrapping_neg() as i64, ParseStatus::OutOfRange),
        false => (n as i64, ParseStatus::Parsed),
        true => ((n as i64).wrapping_neg(), ParseStatus::Parsed),
    }
}

/// The text of an integer: at most a sign and 64 digits.
pub(crate) struct IntegerText {
    buffer: [u8; 65],
    start: usize,
}

impl IntegerText {
    pub(crate) fn unsigned(mut n: u64, base: u64) -> Self {
        let mut text = Self { buffer: [0; 65], start: 65 };
        if base == 10 {
            while n >= 10 {
                text.prepend_char(b'0' + (n % 10) as u8);
                n /= 10;
            }
        }
        while n >= base {
            text.prepend_char(DIGITS[(n % base) as usize]);
            n /= base;
        }
        text.prepend_char(DIGITS[n as usize]);
        text
    }

    pub(crate) fn signed(n: i64, base: u64) -> Self {
        let mut text = Self::unsigned(n.unsigned_abs(), base);
        if n < 0 {
            text.prepend_char(b'-');
        }
        text
    }

    fn prepend_char(&mut self, c: u8) {
        self.start -= 1;
        self.buffer[self.start] = c;
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..]
    }
}

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
