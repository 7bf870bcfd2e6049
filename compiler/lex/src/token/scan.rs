//! Completes tokens whose errors a regular expression cannot report: comments, names, numbers, strings, runes.
//!
//! The scanner accepts and reports the same as gc's.

use logos::Lexer;
use unicode_general_category::{GeneralCategory as G, get_general_category};

use crate::diagnostic::Code;
use crate::token::{LiteralKind, Token};

/// The errors inside tokens: code, byte offset in the text, and message.
pub(crate) type Faults = Vec<(Code, usize, String)>;

type Lex<'a> = Lexer<'a, Token<'a>>;

/// A character as gc prints it: `U+0040 '@'`.
#[must_use]
pub(crate) fn describe_char(c: char) -> String {
    if c.is_control() || ('\u{80}'..'\u{a0}').contains(&c) {
        format!("U+{:04X}", c as u32)
    } else {
        format!("U+{:04X} '{c}'", c as u32)
    }
}

fn quote_char(c: char) -> String {
    match c {
        '\n' => "'\\n'".into(),
        '\t' => "'\\t'".into(),
        '\'' => "'\\''".into(),
        c => format!("'{c}'"),
    }
}

pub(crate) fn block_comment<'a>(lex: &mut Lex<'a>) -> bool {
    let rest = lex.remainder();
    let end = rest.find("*/");
    let n = end.unwrap_or(rest.len());
    let newline = rest.as_bytes()[..n].contains(&b'\n');
    if end.is_some() {
        lex.bump(n + 2);
    } else {
        let at = lex.span().start;
        lex.extras.push((Code::UnterminatedComment, at, "comment not terminated".into()));
        lex.bump(n);
    }
    newline
}

pub(crate) fn identifier<'a>(lex: &mut Lex<'a>) -> &'a str {
    let name = lex.slice();
    if !name.is_ascii() {
        check_identifier(lex, name);
    }
    name
}

#[cold]
fn check_identifier<'a>(lex: &mut Lex<'a>, name: &'a str) {
    let start = lex.span().start;
    for (at, c) in name.char_indices().filter(|(_, c)| !c.is_ascii()) {
        if is_letter(c) {
            continue;
        }
        if get_general_category(c) == G::DecimalNumber {
            if at == 0 {
                let text = format!("identifier cannot begin with digit {}", describe_char(c));
                lex.extras.push((Code::InvalidCharacter, start, text));
            }
        } else {
            let text = format!("invalid character {} in identifier", describe_char(c));
            lex.extras.push((Code::InvalidCharacter, start + at, text));
        }
    }
}

/// Reports whether `c` is a letter according to Go (without the underscore).
#[must_use]
pub fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
    }
    matches!(
        get_general_category(c),
        G::UppercaseLetter
            | G::LowercaseLetter
            | G::TitlecaseLetter
            | G::ModifierLetter
            | G::OtherLetter
    )
}

/// The literal that is being scanned, and the position of the scanner in it.
struct Cursor<'a, 'l> {
    lex: &'l mut Lex<'a>,
    text: &'a str,
    start: usize,
    offset: usize,
    is_valid: bool,
}

impl<'a, 'l> Cursor<'a, 'l> {
    /// Starts after the part of the literal that the table has matched.
    fn new(lex: &'l mut Lex<'a>) -> Self {
        let text = lex.source();
        let span = lex.span();
        Self { lex, text, start: span.start, offset: span.end, is_valid: true }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    fn char(&self) -> Option<char> {
        self.text[self.offset..].chars().next()
    }

    fn lowercase_byte(&self) -> u8 {
        self.peek().map_or(0, |b| b | 0x20)
    }

    fn advance(&mut self) {
        self.offset += self.char().map_or(0, char::len_utf8);
    }

    /// Reports an error, unless the literal has had one.
    fn report_error(&mut self, at: usize, message: impl Into<String>) {
        if self.is_valid {
            self.lex.extras.push((Code::InvalidLiteral, at, message.into()));
        }
        self.is_valid = false;
    }

    /// Reports an error even if the literal has had one.
    fn report_another_error(&mut self, at: usize, message: impl Into<String>) {
        self.lex.extras.push((Code::InvalidLiteral, at, message.into()));
        self.is_valid = false;
    }

    fn finish_token(self, good: fn(&'a str) -> Token<'a>) -> Token<'a> {
        let text = &self.text[self.start..self.offset];
        let matched = self.lex.span().end;
        self.lex.bump(self.offset - matched);
        if self.is_valid { good(text) } else { Token::BadLiteral(text) }
    }
}

/// Whether the text that `scan_digits` has read contains digits and separators (`_`).
#[derive(Clone, Copy, Default)]
struct DigitRun {
    has_digit: bool,
    has_separator: bool,
}

impl Cursor<'_, '_> {
    /// Reads digits and underscores, and records the first digit that is invalid in the base.
    fn scan_digits(&mut self, base: u8, invalid: &mut Option<usize>, run: &mut DigitRun) {
        while let Some(b) = self.peek() {
            match b {
                b'_' => run.has_separator = true,
                b'0'..=b'9' => {
                    run.has_digit = true;
                    if base <= 10 && b - b'0' >= base && invalid.is_none() {
                        *invalid = Some(self.offset);
                    }
                }
                b'a'..=b'f' | b'A'..=b'F' if base == 16 => run.has_digit = true,
                _ => break,
            }
            self.offset += 1;
        }
    }
}

fn base_name(base: u8) -> &'static str {
    match base {
        2 => "binary",
        8 => "octal",
        16 => "hexadecimal",
        _ => "decimal",
    }
}

pub(crate) fn scan_number<'a>(lex: &mut Lex<'a>) -> Token<'a> {
    let mut c = Cursor::new(lex);
    c.offset = c.start;
    let kind = scan_number_parts(&mut c);
    match kind {
        LiteralKind::Int => c.finish_token(|t| Token::Literal((LiteralKind::Int, t))),
        LiteralKind::Float => c.finish_token(|t| Token::Literal((LiteralKind::Float, t))),
        _ => c.finish_token(|t| Token::Literal((LiteralKind::Imag, t))),
    }
}

fn scan_number_parts(c: &mut Cursor<'_, '_>) -> LiteralKind {
    let (mut base, mut prefix) = (10, 0);
    let mut run = DigitRun::default();
    let mut invalid = None;
    let mut kind = LiteralKind::Int;
    if c.peek() != Some(b'.') {
        if c.peek() == Some(b'0') {
            c.offset += 1;
            (base, prefix) = match c.lowercase_byte() {
                b'x' => (16, b'x'),
                b'o' => (8, b'o'),
                b'b' => (2, b'b'),
                _ => (8, b'0'),
            };
            if prefix == b'0' {
                run.has_digit = true;
            } else {
                c.offset += 1;
            }
        }
        c.scan_digits(base, &mut invalid, &mut run);
    }
    if c.peek() == Some(b'.') {
        if matches!(prefix, b'o' | b'b') {
            c.report_error(c.offset, format!("invalid radix point in {} literal", base_name(base)));
        }
        c.offset += 1;
        kind = LiteralKind::Float;
        c.scan_digits(base, &mut invalid, &mut run);
    }
    if !run.has_digit {
        c.report_error(c.offset, format!("{} literal has no digits", base_name(base)));
    }
    if matches!(c.lowercase_byte(), b'e' | b'p') {
        scan_exponent(c, prefix, &mut run);
        kind = LiteralKind::Float;
    } else if prefix == b'x' && kind == LiteralKind::Float {
        c.report_error(c.offset, "hexadecimal mantissa requires a 'p' exponent");
    }
    if c.peek() == Some(b'i') {
        kind = LiteralKind::Imag;
        c.offset += 1;
    }
    if let (LiteralKind::Int, Some(at)) = (kind, invalid) {
        let digit = c.text.as_bytes()[at] as char;
        c.report_error(at, format!("invalid digit '{digit}' in {} literal", base_name(base)));
    }
    if run.has_separator
        && let Some(i) = misplaced_separator(&c.text[c.start..c.offset])
    {
        c.report_error(c.start + i, "'_' must separate successive digits");
    }
    kind
}

fn scan_exponent(c: &mut Cursor<'_, '_>, prefix: u8, run: &mut DigitRun) {
    let letter = c.char().unwrap_or('e');
    match c.lowercase_byte() {
        b'e' if prefix != 0 && prefix != b'0' => {
            c.report_error(c.offset, format!("'{letter}' exponent requires decimal mantissa"));
        }
        b'p' if prefix != b'x' => {
            c.report_error(c.offset, format!("'{letter}' exponent requires hexadecimal mantissa"));
        }
        _ => {}
    }
    c.offset += 1;
    if matches!(c.peek(), Some(b'+' | b'-')) {
        c.offset += 1;
    }
    run.has_digit = false;
    c.scan_digits(10, &mut Some(0), run);
    if !run.has_digit {
        c.report_error(c.offset, "exponent has no digits");
    }
}

/// The index of the first underscore in `text` that is not between digits.
fn misplaced_separator(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let lower = |i: usize| bytes.get(i).map_or(0, |b| b | 0x20);
    let prefixed = bytes[0] == b'0' && matches!(lower(1), b'x' | b'o' | b'b');
    let hex = prefixed && lower(1) == b'x';
    // The kind of the previous character: '0' for a digit (or a prefix), '_', or '.'.
    let (mut previous, from) = if prefixed { (b'0', 2) } else { (b'.', 0) };
    for (i, &b) in bytes.iter().enumerate().skip(from) {
        if b == b'_' {
            if previous != b'0' {
                return Some(i);
            }
            previous = b'_';
        } else if b.is_ascii_digit() || hex && b.is_ascii_hexdigit() {
            previous = b'0';
        } else {
            if previous == b'_' {
                return Some(i - 1);
            }
            previous = b'.';
        }
    }
    (previous == b'_').then(|| bytes.len() - 1)
}

pub(crate) fn scan_rune<'a>(lex: &mut Lex<'a>) -> Token<'a> {
    let mut c = Cursor::new(lex);
    let mut n = 0;
    loop {
        match c.char() {
            Some('\'') => {
                if n == 0 {
                    c.report_error(c.offset, "empty rune literal or unescaped '");
                } else if n != 1 {
                    c.report_error(c.start, "more than one character in rune literal");
                }
                c.offset += 1;
                break;
            }
            Some('\\') => scan_escape(&mut c, b'\''),
            Some('\n') => {
                c.report_error(c.offset, "newline in rune literal");
                break;
            }
            None => {
                c.report_error(c.start, "rune literal not terminated");
                break;
            }
            Some(_) => c.advance(),
        }
        n += 1;
    }
    c.finish_token(|t| Token::Literal((LiteralKind::Char, t)))
}

pub(crate) fn string<'a>(lex: &mut Lex<'a>) -> Token<'a> {
    let mut c = Cursor::new(lex);
    loop {
        match c.peek() {
            Some(b'"') => {
                c.offset += 1;
                break;
            }
            Some(b'\\') => scan_escape(&mut c, b'"'),
            Some(b'\n') => {
                c.report_another_error(c.offset, "newline in string");
                break;
            }
            None => {
                c.report_another_error(c.start, "string not terminated");
                break;
            }
            Some(_) => c.offset += 1,
        }
    }
    c.finish_token(Token::Str)
}

pub(crate) fn raw_string<'a>(lex: &mut Lex<'a>) -> Token<'a> {
    let mut c = Cursor::new(lex);
    match c.text[c.offset..].find('`') {
        Some(n) => c.offset += n + 1,
        None => {
            c.report_error(c.start, "string not terminated");
            c.offset = c.text.len();
        }
    }
    c.finish_token(Token::Str)
}

/// Reads an escape sequence, whose backslash is next.
fn scan_escape(c: &mut Cursor<'_, '_>, delimiter: u8) {
    c.offset += 1;
    let (digits, base, max) = match c.peek() {
        // The text ends: the caller reports the unterminated literal.
        None => return,
        Some(b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'\\') => return c.offset += 1,
        Some(b) if b == delimiter => return c.offset += 1,
        Some(b'0'..=b'7') => (3, 8, 255),
        Some(b'x') => (2, 16, 255),
        Some(b'u') => (4, 16, 0x10_ffff),
        Some(b'U') => (8, 16, 0x10_ffff),
        Some(_) => return c.report_another_error(c.offset, "unknown escape"),
    };
    if base == 16 {
        c.offset += 1;
    }
    let mut value = 0u32;
    for _ in 0..digits {
        let Some(found) = c.char() else { return };
        let Some(digit) = found.to_digit(16).filter(|&d| d < base) else {
            let name = base_name(base as u8);
            return c.report_another_error(
                c.offset,
                format!("invalid character {} in {name} escape", quote_char(found)),
            );
        };
        value = value.wrapping_mul(base).wrapping_add(digit);
        c.offset += 1;
    }
    if base == 8 && value > max {
        c.report_another_error(c.offset, format!("octal escape value {value} > 255"));
    } else if digits > 2 && base == 16 && char::from_u32(value).is_none() {
        let text = format!("escape is invalid Unicode code point U+{value:04X}");
        c.report_another_error(c.offset, text);
    }
}
