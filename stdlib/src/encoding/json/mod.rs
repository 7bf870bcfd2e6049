//! Natives of package encoding/json: operations on JSON texts. Code that depends on Go values and their types is in Go.

mod scan;
mod strict;
mod text;

pub(crate) mod internal {
    pub(crate) mod wire;
}

use crate::strings::long_texts;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::work_parts::WORK_PART_BYTES;
use minigo_vm::native::{Native, NativeCx, Outcome, Output};
use scan::{JsonScanner, ScanResult};
use std::ops::ControlFlow::{Break, Continue};
use text::{ALL_ESCAPES, Escapes, Indentation, WriteProgress};

type Bytes = GoSlice<u8>;

/// Returns the index behind the value, and fault 0; or the fault and its positions.
fn scan_value(
    cx: &mut NativeCx,
    data: Bytes,
    i: usize,
    depth: usize,
) -> Outcome<(usize, i64, usize)> {
    let result = |scanned: ScanResult| match scanned {
        Ok(end) => (end, 0, 0),
        Err(wrong) => (wrong.end, wrong.fault as i64, wrong.start),
    };
    cx.run_in_parts(
        |_| JsonScanner::new(i, depth),
        |cx, scan| {
            let limit = scan.position + WORK_PART_BYTES;
            let Some(scanned) = scan.scan_to(&data, limit) else {
                return Continue(WORK_PART_BYTES);
            };
            let (end, fault, at) = result(scanned);
            cx.race_read(data[i..].as_ptr(), end.max(at) - i);
            Break((end, fault, at))
        },
    )
}

fn unquote_literal(cx: &mut NativeCx, literal: &[u8]) -> GoStr {
    let inner = &literal[1..literal.len() - 1];
    if inner.iter().all(|c| *c != b'\\' && *c < 0x80) {
        return cx.string(inner);
    }
    let mut out = Output::new(cx, literal.len());
    text::write_unquoted(&mut out, literal);
    out.string()
}

/// Appends to `dst` the text that `write` writes part by part until it returns true. Reserves `room` bytes first.
fn append_text<P: Default + Send + 'static>(
    cx: &mut NativeCx,
    dst: Bytes,
    room: usize,
    mut write: impl FnMut(&mut Output<'_>, &mut P) -> bool,
) -> Outcome<Bytes> {
    cx.make_in_parts(
        |cx| {
            let mut out = Output::append_to(cx, dst);
            out.reserve_bytes(room);
            (P::default(), out.pause_writing())
        },
        |cx, (place, written)| {
            let mut out = written.resume_writing(cx);
            if write(&mut out, place) {
                return Break(out.bytes());
            }
            *written = out.pause_writing();
            Continue(WORK_PART_BYTES)
        },
        |(_, written)| written.root(),
    )
}

/// The length in bytes of a part of the input. The output of a part may be several times as long as the part.
const INPUT_PART_BYTES: usize = WORK_PART_BYTES / 8;

fn append_quoted(cx: &mut NativeCx, dst: Bytes, s: GoStr, escapes: Escapes) -> Outcome<Bytes> {
    if s.len() <= INPUT_PART_BYTES {
        let mut out = Output::append_to(cx, dst);
        text::write_quoted(&mut out, &s, escapes);
        return Outcome::Return(out.bytes());
    }
    append_text(cx, dst, s.len() + 2, |out, from: &mut usize| {
        if *from == 0 {
            out.append(b"\"");
        }
        let end = long_texts::window_end(&s, *from, INPUT_PART_BYTES);
        text::write_string_content(out, &s[*from..end], escapes);
        *from = end;
        if end == s.len() {
            out.append(b"\"");
        }
        end == s.len()
    })
}

fn append_compact(cx: &mut NativeCx, dst: Bytes, src: Bytes, html: bool) -> Outcome<Bytes> {
    append_text(cx, dst, 0, |out, place: &mut WriteProgress| {
        let limit = place.input_index + INPUT_PART_BYTES;
        place.write_compact(out, &src, html, limit);
        place.input_index >= src.len()
    })
}

fn append_escaped(cx: &mut NativeCx, dst: Bytes, src: Bytes, escapes: Escapes) -> Outcome<Bytes> {
    append_text(cx, dst, 0, |out, from: &mut usize| {
        let end = long_texts::window_end(&src, *from, INPUT_PART_BYTES);
        text::write_escaped(out, &src[*from..end], escapes);
        *from = end;
        end == src.len()
    })
}

fn append_indented(
    cx: &mut NativeCx,
    dst: Bytes,
    src: Bytes,
    prefix: GoStr,
    indent: GoStr,
) -> Outcome<Bytes> {
    let form = Indentation::new(&src, &prefix, &indent);
    append_text(cx, dst, 0, |out, place: &mut WriteProgress| {
        let limit = place.input_index + INPUT_PART_BYTES;
        form.write(out, &src, place, limit)
    })
}

fn string_at(cx: &mut NativeCx, data: &Bytes, i: usize) -> (GoStr, usize) {
    let end = scan::scan_string(data, i).unwrap_or(data.len());
    (unquote_literal(cx, &data[i..end]), end)
}

fn name_at(cx: &mut NativeCx, data: Bytes, i: usize) -> (GoStr, usize, usize) {
    let (name, end) = string_at(cx, &data, i);
    (name, end, scan::skip_space(&data, scan::skip_space(&data, end) + 1))
}

/// Returns the text of the number at `i`, and the index behind it.
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

fn skip_open_bracket(data: Bytes, i: usize) -> (usize, bool) {
    let next = scan::skip_space(&data, i + 1);
    let is_end = data.get(next) == Some(&(data[i] + 2));
    (next + usize::from(is_end), !is_end)
}

fn skip_comma_or_close_bracket(data: Bytes, i: usize) -> (usize, bool) {
    let i = scan::skip_space(&data, i);
    if data.get(i) == Some(&b',') { (scan::skip_space(&data, i + 1), true) } else { (i + 1, false) }
}

/// Returns the natives of package encoding/json, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::chunked("scan", scan_value),
        Native::constant_time("unquote", |cx: &mut NativeCx, literal: Bytes| {
            unquote_literal(cx, &literal)
        }),
        Native::constant_time("nameAt", name_at),
        Native::constant_time("stringAt", |cx: &mut NativeCx, data: Bytes, i| {
            string_at(cx, &data, i)
        }),
        Native::constant_time("floatAt", float_at),
        Native::constant_time("integerAt", integer_at),
        Native::constant_time("beginAt", skip_open_bracket),
        Native::constant_time("nextAt", skip_comma_or_close_bracket),
        Native::chunked("quoted", |cx: &mut NativeCx, dst: Bytes, s: GoStr, html: bool| {
            append_quoted(cx, dst, s, Escapes { escapes_html: html, escapes_js: true })
        }),
        Native::chunked("compacted", append_compact),
        Native::chunked("escaped", |cx: &mut NativeCx, dst: Bytes, src: Bytes| {
            append_escaped(cx, dst, src, ALL_ESCAPES)
        }),
        Native::chunked("indented", append_indented),
    ]
}
