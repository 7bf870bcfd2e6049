//! Natives of package strconv.

pub(crate) mod float;
pub(crate) mod integer;
pub(crate) mod parse;
pub(crate) mod quote;

use crate::out::Count;
use crate::strings::search::or_minus_one;
use integer::Text;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::{Native, NativeCx, Output};
use quote::Keep;

/// `dst` with `bytes` at the end, in its own memory if there is room.
pub(crate) fn append(cx: &mut NativeCx, dst: GoSlice<u8>, bytes: &[u8]) -> GoSlice<u8> {
    let mut out = Output::onto(cx, dst);
    out.put(bytes);
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

fn quoted(cx: &mut NativeCx, s: GoStr, q: u8, mode: i64) -> GoStr {
    let keep = match mode {
        0 => Keep::Printable,
        1 => Keep::Ascii,
        _ => Keep::Graphic,
    };
    let mut size = Count::default();
    quote::quote(&mut size, &s, q, keep);
    let mut out = Output::new(cx, size.0);
    quote::quote(&mut out, &s, q, keep);
    out.string()
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::new("parseInt", parse_int),
        Native::new("parseUint", parse_uint),
        Native::new("parseFloatPrefix", parse_float_prefix),
        Native::new("Itoa", |cx: &mut NativeCx, i: i64| cx.string(Text::signed(i, 10).bytes())),
        Native::new("formatInt", |cx: &mut NativeCx, i: i64, base: u64| {
            cx.string(Text::signed(i, base).bytes())
        }),
        Native::new("formatUint", |cx: &mut NativeCx, i: u64, base: u64| {
            cx.string(Text::unsigned(i, base).bytes())
        }),
        Native::new("appendInt", |cx: &mut NativeCx, dst: GoSlice<u8>, i: i64, base: u64| {
            append(cx, dst, Text::signed(i, base).bytes())
        }),
        Native::new("appendUint", |cx: &mut NativeCx, dst: GoSlice<u8>, i: u64, base: u64| {
            append(cx, dst, Text::unsigned(i, base).bytes())
        }),
        Native::new(
            "formatFloat",
            |cx: &mut NativeCx, f: f64, format: u8, precision: i64, bits: i64| {
                let mut out = Output::new(cx, 0);
                float::format(&mut out, f, format, precision, bits);
                out.string()
            },
        ),
        Native::new(
            "appendFloat",
            |cx: &mut NativeCx, dst: GoSlice<u8>, f: f64, format: u8, precision: i64, bits: i64| {
                let mut out = Output::onto(cx, dst);
                float::format(&mut out, f, format, precision, bits);
                out.bytes()
            },
        ),
        Native::new("quote", quoted),
        Native::new("IsPrint", |r: i32| quote::is_print(r as u32)),
        Native::new("IsGraphic", |r: i32| quote::is_graphic(r as u32)),
        Native::new("CanBackquote", |s: GoStr| quote::can_backquote(&s)),
        Native::new("indexByte", |s: GoStr, c: u8| or_minus_one(memchr::memchr(c, &s))),
    ]
}
