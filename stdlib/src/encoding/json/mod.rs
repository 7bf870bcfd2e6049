//! Natives of package encoding/json: what is done to texts. What has to do with values and their types is in Go.

mod scan;
mod text;

use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::{Native, NativeCx, Output};

type Bytes = GoSlice<u8>;

/// Where the value ends, and 0; or what is wrong, and where.
fn scan(data: Bytes, i: usize, depth: usize) -> (usize, i64, usize) {
    match scan::value(&data, i, depth) {
        Ok(end) => (end, 0, 0),
        Err(wrong) => (wrong.end, wrong.fault as i64, wrong.at),
    }
}

fn unquoted(cx: &mut NativeCx, literal: &[u8]) -> GoStr {
    let inner = &literal[1..literal.len() - 1];
    if inner.iter().all(|c| *c != b'\\' && *c < 0x80) {
        return cx.string(inner);
    }
    let mut out = Output::new(cx, literal.len());
    text::unquote(&mut out, literal);
    out.string()
}

/// Appends to `dst` what is written.
fn append(cx: &mut NativeCx, dst: Bytes, write: impl FnOnce(&mut Output<'_>)) -> Bytes {
    let mut out = Output::onto(cx, dst);
    write(&mut out);
    out.bytes()
}

fn string_of(cx: &mut NativeCx, data: &Bytes, i: usize) -> (GoStr, usize) {
    let end = scan::string(data, i).unwrap_or(data.len());
    (unquoted(cx, &data[i..end]), end)
}

fn name_at(cx: &mut NativeCx, data: Bytes, i: usize) -> (GoStr, usize, usize) {
    let (name, end) = string_of(cx, &data, i);
    (name, end, scan::space(&data, scan::space(&data, end) + 1))
}

/// The number at `i` as a text, and where it ends.
fn number_at(data: &[u8], i: usize) -> (&str, usize) {
    let is_part = |c: &u8| matches!(c, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
    let len = data[i..].iter().take_while(|c| is_part(c)).count();
    (std::str::from_utf8(&data[i..i + len]).unwrap_or_default(), i + len)
}

fn float_at(data: Bytes, i: usize) -> (f64, usize, bool) {
    let (text, end) = number_at(&data, i);
    let f = text.parse().unwrap_or(f64::INFINITY);
    (f, end, f.is_finite())
}

fn integer_at(data: Bytes, i: usize, bits: u32) -> (i64, usize, bool) {
    let (text, end) = number_at(&data, i);
    let spare = 64 - bits;
    match text.parse::<i64>() {
        Ok(n) => (n, end, n << spare >> spare == n),
        Err(_) => (0, end, false),
    }
}

fn begin_at(data: Bytes, i: usize) -> (usize, bool) {
    let next = scan::space(&data, i + 1);
    let is_end = data.get(next) == Some(&(data[i] + 2));
    (next + usize::from(is_end), !is_end)
}

fn next_at(data: Bytes, i: usize) -> (usize, bool) {
    let i = scan::space(&data, i);
    if data.get(i) == Some(&b',') { (scan::space(&data, i + 1), true) } else { (i + 1, false) }
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::new("scan", scan),
        Native::new("unquote", |cx: &mut NativeCx, literal: Bytes| unquoted(cx, &literal)),
        Native::new("nameAt", name_at),
        Native::new("stringAt", |cx: &mut NativeCx, data: Bytes, i| string_of(cx, &data, i)),
        Native::new("floatAt", float_at),
        Native::new("integerAt", integer_at),
        Native::new("beginAt", begin_at),
        Native::new("nextAt", next_at),
        Native::new("quoted", |cx: &mut NativeCx, dst: Bytes, s: GoStr, html: bool| {
            append(cx, dst, |out| text::quote(out, &s, html))
        }),
        Native::new("compacted", |cx: &mut NativeCx, dst: Bytes, src: Bytes, html: bool| {
            append(cx, dst, |out| text::compact(out, &src, html))
        }),
        Native::new("escaped", |cx: &mut NativeCx, dst: Bytes, src: Bytes| {
            append(cx, dst, |out| text::escape_html(out, &src))
        }),
        Native::new(
            "indented",
            |cx: &mut NativeCx, dst: Bytes, src: Bytes, prefix: GoStr, indent: GoStr| {
                append(cx, dst, |out| text::indent(out, &src, &prefix, &indent))
            },
        ),
    ]
}
