//! Natives of package fmt: all printing that calls no methods.

mod flags;
mod map_key_order;
mod number;

use crate::strconv::integer::IntegerText;
use crate::strconv::{append_bytes, quote};
use crate::strings::long_texts;
use flags::Flags;
use minigo_bytecode::operand::TypeId;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::work_parts::{MIN_BLOCKING_COST, WORK_PART_BYTES};
use minigo_vm::native::{Native, NativeCx, Outcome, Output};
use minigo_vm::types::Types;
use std::ops::ControlFlow::{Break, Continue};

/// The printer's output buffer.
type Buffer = GoSlice<u8>;

/// Appends to `buffer` the text that `print` makes with the flags at `flags`.
fn append_print_output(
    cx: &mut NativeCx,
    buffer: Buffer,
    flags: *mut Flags,
    print: impl FnOnce(&mut Output<'_>, &Flags),
) -> Buffer {
    // SAFETY: the printer passes a pointer to its flags, which have this layout.
    let flags = unsafe { flags.read() };
    let mut out = Output::append_to(cx, buffer);
    print(&mut out, &flags);
    out.bytes()
}

fn append_int(
    cx: &mut NativeCx,
    buffer: Buffer,
    flags: *mut Flags,
    u: u64,
    base: u64,
    signed: bool,
    verb: i32,
) -> Buffer {
    // SAFETY: the printer passes a pointer to its flags.
    let plain = unsafe { (*flags).are_plain_for_integer() };
    if plain && base == 10 {
        let text =
            if signed { IntegerText::signed(u as i64, 10) } else { IntegerText::unsigned(u, 10) };
        return append_bytes(cx, buffer, text.bytes());
    }
    append_print_output(cx, buffer, flags, |out, f| {
        number::format_integer(out, f, u, base, signed, verb as u8);
    })
}

fn append_float(
    cx: &mut NativeCx,
    buffer: Buffer,
    flags: *mut Flags,
    v: f64,
    bits: i64,
    verb: i32,
    precision: i64,
) -> Buffer {
    append_print_output(cx, buffer, flags, |out, f| {
        number::format_float(out, f, v, bits, verb as u8, precision);
    })
}

#[allow(
    clippy::too_many_arguments,
    reason = "the function has the parameters of its Go declaration"
)]
fn append_complex(
    cx: &mut NativeCx,
    buffer: Buffer,
    flags: *mut Flags,
    re: f64,
    im: f64,
    bits: i64,
    verb: i32,
    precision: i64,
) -> Buffer {
    append_print_output(cx, buffer, flags, |out, f| {
        number::format_complex(out, f, [re, im], bits, verb as u8, precision);
    })
}

fn append_rune(cx: &mut NativeCx, buffer: Buffer, flags: *mut Flags, c: u64, verb: i32) -> Buffer {
    append_print_output(cx, buffer, flags, |out, f| match verb as u8 {
        b'c' => number::format_rune(out, f, c),
        b'q' => number::format_quoted_rune(out, f, c),
        _ => number::format_unicode(out, f, c),
    })
}

fn append_string(
    cx: &mut NativeCx,
    buffer: Buffer,
    flags: *mut Flags,
    s: GoStr,
    verb: i32,
) -> Outcome<Buffer> {
    let print = |out: &mut Output<'_>, f: &Flags, s: &[u8]| match verb as u8 {
        b'q' => number::format_quoted(out, f, s),
        verb @ (b'x' | b'X') => number::format_hex(out, f, s, verb),
        _ => number::format_string(out, f, s),
    };
    // SAFETY: the printer passes a pointer to its flags.
    let f = unsafe { flags.read() };
    // The string may be the bytes of a slice, so the race detector must see the read.
    if !f.has_precision {
        cx.race_read(s.ptr(), s.len());
    }
    if s.len() > MAX_UNSPLIT_TEXT_BYTES && f.allow_printing_in_parts() {
        let inside = |out: &mut Output<'_>, part: &[u8]| match verb as u8 {
            b'q' => quote::write_literal_content(out, part, b'"', f.unescaped_class()),
            _ => print(out, &f, part),
        };
        let quotes = if verb == i32::from(b'q') { "\"" } else { "" };
        return append_string_in_parts(cx, buffer, s, quotes, inside);
    }
    Outcome::Return(append_print_output(cx, buffer, flags, |out, f| print(out, f, &s)))
}

/// The longest text in bytes that is printed at once; longer texts are printed in parts.
const MAX_UNSPLIT_TEXT_BYTES: usize = WORK_PART_BYTES / 8;

/// Appends `s` window by window, each as `inside` writes it, with `quotes` before and behind the whole.
fn append_string_in_parts(
    cx: &mut NativeCx,
    buffer: Buffer,
    s: GoStr,
    quotes: &str,
    inside: impl Fn(&mut Output<'_>, &[u8]),
) -> Outcome<Buffer> {
    cx.make_in_parts(
        |cx| {
            let mut out = Output::append_to(cx, buffer);
            out.reserve_bytes(s.len() + 2 * quotes.len());
            out.append(quotes.as_bytes());
            (0, out.pause_writing())
        },
        |cx, (from, written)| {
            let end = long_texts::window_end(&s, *from, MAX_UNSPLIT_TEXT_BYTES);
            let mut out = written.resume_writing(cx);
            inside(&mut out, &s[*from..end]);
            *from = end;
            if end == s.len() {
                out.append(quotes.as_bytes());
                return Break(out.bytes());
            }
            *written = out.pause_writing();
            Continue(WORK_PART_BYTES)
        },
        |(_, written)| written.root(),
    )
}

/// Appends `s` padded to the width. The text must be short, because it is padded in one piece.
fn append_padded(cx: &mut NativeCx, buffer: Buffer, flags: *mut Flags, s: GoStr) -> Buffer {
    append_print_output(cx, buffer, flags, |out, f| flags::write_padded(out, f, &s))
}

/// The keys of a map that are to be sorted.
struct MapKeys {
    types: *const Types,
    keys: *mut u8,
    key_size: usize,
}

// SAFETY: types live as long as the machine, which waits for its threads. The keys are a copy that nobody changes, and
// the native's window keeps alive all objects that the keys refer to.
unsafe impl Send for MapKeys {}

/// Returns the sorted order of the `n` keys of type `ty` at `keys`, as a `[]int` of their indexes.
fn key_order(cx: &mut NativeCx, ty: TypeId, keys: *mut u8, n: usize) -> Outcome<GoSlice<u64>> {
    if !cx.is_resumed() {
        // A stable sort allocates half as much again, and the result is copied.
        cx.require_memory(n * 20);
        let types: *const Types = cx.types();
        let keys = MapKeys { types, keys, key_size: cx.type_descriptor(ty).size as usize };
        let compares = n.checked_ilog2().unwrap_or(0) as usize + 1;
        let roots = [keys.keys.cast_const()];
        if n * compares * 16 <= MIN_BLOCKING_COST {
            return Outcome::Return(cx.slice(&keys.sorted_order(ty, n)));
        }
        return cx.compute_state_without_p_if_long(n * compares * 16, roots, move || {
            (keys.sorted_order(ty, n), 0_usize, None::<GoSlice<u64>>)
        });
    }
    cx.make_in_parts(
        |_| unreachable!("a resumed call finds the state of the sorting"),
        |cx, (order, at, made): &mut (Vec<u64>, usize, Option<GoSlice<u64>>)| {
            let made = *made.get_or_insert_with(|| cx.new_slice(n, n));
            let to = n.min(*at + WORK_PART_BYTES / size_of::<u64>());
            made.with_len(to).tail(*at).set(&order[*at..to]);
            *at = to;
            if to == n { Break(made) } else { Continue(WORK_PART_BYTES) }
        },
        |(.., made)| made.map_or(std::ptr::null(), |made| made.ptr().cast_const().cast()),
    )
}

impl MapKeys {
    fn sorted_order(&self, ty: TypeId, n: usize) -> Vec<u64> {
        let mut order: Vec<u64> = (0..n as u64).collect();
        // SAFETY: types live as long as the machine, which waits for its threads.
        let types = unsafe { &*self.types };
        order.sort_by(|a, b| {
            // SAFETY: the caller has `n` keys at `self.keys`.
            unsafe {
                let at = |i: &u64| self.keys.add(*i as usize * self.key_size);
                map_key_order::compare(types, ty, at(a), at(b))
            }
        });
        order
    }
}

/// Returns the natives of package fmt, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("appendInt", append_int),
        Native::constant_time("appendFloat", append_float),
        Native::constant_time("appendComplex", append_complex),
        Native::constant_time("appendRune", append_rune),
        Native::chunked("appendString", append_string),
        Native::constant_time("appendPadded", append_padded),
        Native::blocking("keyOrder", key_order),
    ]
}
