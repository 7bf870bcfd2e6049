//! Natives of package encoding/json/internal/wire: those of encoding/json, by other names, and the check of a text by
//! the rules of RFC 7493.

use super::super::strict::{StrictChecker, surrogates_match};
use super::super::text::Escapes;
use super::super::{
    Bytes, append_compact, append_escaped, append_quoted, integer_at, name_at, number_at, scan,
    skip_comma_or_close_bracket, skip_open_bracket, string_at, unquote_literal,
};
use minigo_vm::convert::GoStr;
use minigo_vm::native::work_parts::WORK_PART_BYTES;
use minigo_vm::native::{Native, NativeCx, Outcome};
use scan::{Fault, JsonScanner};
use std::ops::ControlFlow::{Break, Continue};

/// The bits of `rules`, and the results, of `verify_value`; the Go package has the same numbers.
const ALLOW_INVALID_UTF8: usize = 1;
const ALLOW_DUPLICATE_NAMES: usize = 2;
const DATA_IS_COMPLETE: usize = 4;
const VALID: i64 = 0;
const TRUNCATED: i64 = 1;
const INVALID: i64 = 2;

/// Returns the index behind the value, and `VALID`; for an invalid value `INVALID`, and `TRUNCATED` if more data is
/// needed.
fn verify_value(
    cx: &mut NativeCx,
    data: Bytes,
    i: usize,
    depth: usize,
    rules: usize,
) -> Outcome<(usize, i64)> {
    let is_final = rules & DATA_IS_COMPLETE != 0;
    cx.run_in_parts(
        |_| {
            let rules = StrictChecker::new(
                rules & ALLOW_INVALID_UTF8 != 0,
                rules & ALLOW_DUPLICATE_NAMES != 0,
            );
            JsonScanner::with_rules(i, depth, rules)
        },
        |cx, scan| {
            let limit = scan.position + WORK_PART_BYTES;
            let Some(scanned) = scan.scan_to(&data, limit) else {
                return Continue(WORK_PART_BYTES);
            };
            cx.race_read(
                data[i.min(data.len())..].as_ptr(),
                scan.position.min(data.len()).saturating_sub(i),
            );
            Break(match scanned {
                // More data may continue a number.
                Ok(end) if end == data.len() && !is_final && data[end - 1].is_ascii_digit() => {
                    (0, TRUNCATED)
                }
                Ok(end) => (end, VALID),
                Err(wrong) if matches!(wrong.fault, Fault::End) && !is_final => (0, TRUNCATED),
                Err(_) => (0, INVALID),
            })
        },
    )
}

/// Returns the index behind the string literal at `i`, or 0, and whether the literal has no escapes.
fn literal_end(data: Bytes, i: usize, strict: bool) -> (usize, bool) {
    if data.get(i) != Some(&b'"') {
        return (0, false);
    }
    let Ok(end) = scan::scan_string(&data, i) else { return (0, false) };
    let literal = &data[i..end];
    let is_plain = literal.iter().all(|c| *c != b'\\');
    let is_right =
        !strict || std::str::from_utf8(literal).is_ok() && (is_plain || surrogates_match(literal));
    if is_right { (end, is_plain) } else { (0, false) }
}

fn float_at(data: Bytes, i: usize, bits: u32) -> (f64, usize, bool) {
    let (text, end) = number_at(&data, i);
    let f = if bits == 32 {
        f64::from(text.parse().unwrap_or(f32::INFINITY))
    } else {
        text.parse().unwrap_or(f64::INFINITY)
    };
    (f, end, f.is_finite())
}

fn unsigned_at(data: Bytes, i: usize, bits: u32) -> (u64, usize, bool) {
    let (text, end) = number_at(&data, i);
    match text.parse::<u64>() {
        Ok(n) => (n, end, bits == 64 || n >> bits == 0),
        Err(_) => (0, end, false),
    }
}

/// Returns the index behind the name at `i`, and the index of its value; 0 if the name is not written as `literal`.
fn member_at(data: Bytes, i: usize, literal: GoStr) -> (usize, usize) {
    if !data[i..].starts_with(&literal) {
        return (0, 0);
    }
    let end = i + literal.len();
    (end, scan::skip_space(&data, scan::skip_space(&data, end) + 1))
}

/// Returns the index behind the valid value at `i`.
fn value_end(cx: &mut NativeCx, data: Bytes, i: usize) -> Outcome<usize> {
    cx.run_in_parts(
        |_| JsonScanner::new(i, 0),
        |_, scan| {
            let limit = scan.position + WORK_PART_BYTES;
            match scan.scan_to(&data, limit) {
                None => Continue(WORK_PART_BYTES),
                Some(scanned) => Break(scanned.unwrap_or(data.len())),
            }
        },
    )
}

/// Appends `s`, which is short, in quotes to `dst`; returns false, and `dst` as it is, if `s` is no UTF-8.
fn quote_short_string(cx: &mut NativeCx, dst: Bytes, s: GoStr) -> Outcome<(Bytes, bool)> {
    if std::str::from_utf8(&s).is_err() {
        return Outcome::Return((dst, false));
    }
    append_quoted(cx, dst, s, Escapes { escapes_html: false, escapes_js: false })
        .map(cx, |_, bytes| (bytes, true))
}

/// Returns the natives of package encoding/json/internal/wire, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::chunked("verify", verify_value),
        Native::constant_time("literalEnd", literal_end),
        Native::constant_time("quoteShort", quote_short_string),
        Native::constant_time("Unquoted", |cx: &mut NativeCx, literal: Bytes| {
            unquote_literal(cx, &literal)
        }),
        Native::chunked(
            "quote",
            |cx: &mut NativeCx, dst: Bytes, s: GoStr, html: bool, js: bool| {
                append_quoted(cx, dst, s, Escapes { escapes_html: html, escapes_js: js })
            },
        ),
        Native::chunked("compacted", append_compact),
        Native::chunked(
            "escaped",
            |cx: &mut NativeCx, dst: Bytes, src: Bytes, html: bool, js: bool| {
                append_escaped(cx, dst, src, Escapes { escapes_html: html, escapes_js: js })
            },
        ),
        Native::constant_time("NameAt", name_at),
        Native::constant_time("MemberAt", member_at),
        Native::constant_time("StringAt", |cx: &mut NativeCx, data: Bytes, i| {
            string_at(cx, &data, i)
        }),
        Native::constant_time("FloatAt", float_at),
        Native::constant_time("IntegerAt", integer_at),
        Native::constant_time("UnsignedAt", unsigned_at),
        Native::constant_time("beginAt", skip_open_bracket),
        Native::constant_time("nextAt", skip_comma_or_close_bracket),
        Native::chunked("valueEnd", value_end),
    ]
}
