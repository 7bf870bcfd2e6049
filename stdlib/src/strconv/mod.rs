//! Natives of package strconv.

pub(crate) mod float;
pub(crate) mod integer;
pub(crate) mod parse;
pub(crate) mod quote;

use crate::byte_sink::ByteCount;
use crate::strings::long_texts;
use integer::IntegerText;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::work_parts::WORK_PART_BYTES;
use minigo_vm::native::{Native, NativeCx, Outcome, Output, PausedOutput};
use quote::UnescapedClass;
use std::ops::ControlFlow::{Break, Continue};

/// Returns `dst` with `bytes` appended, in its own memory if there is room.
pub(crate) fn append_bytes(cx: &mut NativeCx, dst: GoSlice<u8>, bytes: &[u8]) -> GoSlice<u8> {
    let mut out = Output::append_to(cx, dst);
    out.append(bytes);
    out.bytes()
}

fn parse_int(s: GoStr, base: i64, bits: i64) -> (i64, isize) {
    let (n, verdict) = integer::parse_signed(&s, base, bits);
    (n, verdict as isize)
}

fn parse_uint(s: GoStr, base: i64, bits: i64) -> (u64, isize) {
    let (n, verdict) = integer::parse_unsigned(&s, base, bits);
    (n, verdict as isize)
}

fn parse_float_prefix(s: GoStr, bits: i64) -> (f64, usize, isize) {
    let (f, len, verdict) = parse::parse(&s, bits);
    (f, len, verdict as isize)
}

fn quote_text(cx: &mut NativeCx, s: GoStr, q: u8, mode: i64) -> Outcome<GoStr> {
    let keep = match mode {
        0 => UnescapedClass::Printable,
        1 => UnescapedClass::Ascii,
        _ => UnescapedClass::Graphic,
    };
    if s.len() <= WORK_PART_BYTES / 8 {
        let mut size = ByteCount::default();
        quote::write_quoted(&mut size, &s, q, keep);
        let mut out = Output::new(cx, size.0);
        quote::write_quoted(&mut out, &s, q, keep);
        return Outcome::Return(out.string());
    }
    // The size of the result is counted in parts, then the result is written in parts.
    cx.make_in_parts(
        |_| (0, 2, None::<PausedOutput>),
        |cx, (from, size, written)| {
            // A byte may become four, as in `\x00`.
            let end = long_texts::window_end(&s, *from, WORK_PART_BYTES / 8);
            let part = &s[*from..end];
            *from = end;
            let Some(out) = written else {
                let mut count = ByteCount::default();
                quote::write_literal_content(&mut count, part, q, keep);
                *size += count.0;
                if end == s.len() {
                    let mut out = Output::new(cx, *size);
                    out.append(&[q]);
                    (*from, *written) = (0, Some(out.pause_writing()));
                }
                return Continue(WORK_PART_BYTES);
            };
            let mut out = out.resume_writing(cx);
            quote::write_literal_content(&mut out, part, q, keep);
            if end == s.len() {
                out.append(&[q]);
                return Break(out.string());
            }
            *written = Some(out.pause_writing());
            Continue(WORK_PART_BYTES)
        },
        |(.., written)| written.map_or(std::ptr::null(), |written| written.root()),
    )
}

fn can_backquote(cx: &mut NativeCx, s: GoStr) -> Outcome<bool> {
    if s.len() <= WORK_PART_BYTES {
        return Outcome::Return(quote::can_backquote(&s));
    }
    cx.run_in_parts(
        |_| 0,
        |_, from| {
            let end = long_texts::window_end(&s, *from, WORK_PART_BYTES);
            let can = quote::can_backquote(&s[*from..end]);
            *from = end;
            if !can || end == s.len() { Break(can) } else { Continue(WORK_PART_BYTES) }
        },
    )
}

/// Returns the natives of package strconv, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("parseInt", parse_int),
        Native::constant_time("parseUint", parse_uint),
        Native::constant_time("parseFloatPrefix", parse_float_prefix),
        Native::constant_time("Itoa", |cx: &mut NativeCx, i: i64| {
            cx.string(IntegerText::signed(i, 10).bytes())
        }),
        Native::constant_time("formatInt", |cx: &mut NativeCx, i: i64, base: u64| {
            cx.string(IntegerText::signed(i, base).bytes())
        }),
        Native::constant_time("formatUint", |cx: &mut NativeCx, i: u64, base: u64| {
            cx.string(IntegerText::unsigned(i, base).bytes())
        }),
        Native::constant_time(
            "appendInt",
            |cx: &mut NativeCx, dst: GoSlice<u8>, i: i64, base: u64| {
                append_bytes(cx, dst, IntegerText::signed(i, base).bytes())
            },
        ),
        Native::constant_time(
            "appendUint",
            |cx: &mut NativeCx, dst: GoSlice<u8>, i: u64, base: u64| {
                append_bytes(cx, dst, IntegerText::unsigned(i, base).bytes())
            },
        ),
        Native::constant_time(
            "formatFloat",
            |cx: &mut NativeCx, f: f64, format: u8, precision: i64, bits: i64| {
                let mut out = Output::new(cx, 0);
                float::format_float(&mut out, f, format, precision, bits);
                out.string()
            },
        ),
        Native::constant_time(
            "appendFloat",
            |cx: &mut NativeCx, dst: GoSlice<u8>, f: f64, format: u8, precision: i64, bits: i64| {
                let mut out = Output::append_to(cx, dst);
                float::format_float(&mut out, f, format, precision, bits);
                out.bytes()
            },
        ),
        Native::chunked("quote", quote_text),
        Native::constant_time("IsPrint", |r: i32| quote::is_print(r as u32)),
        Native::constant_time("IsGraphic", |r: i32| quote::is_graphic(r as u32)),
        Native::chunked("CanBackquote", can_backquote),
        Native::chunked("indexByte", long_texts::index_byte::<GoStr>),
    ]
}
