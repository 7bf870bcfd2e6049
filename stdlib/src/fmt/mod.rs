//! Natives of package fmt: all that prints without calling a method.

mod flags;
mod number;
mod order;

use crate::strconv::append;
use crate::strconv::integer::Text;
use flags::Flags;
use minigo_bytecode::operand::TypeId;
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::{Native, NativeCx, Output};

/// The output of the printer.
type Buffer = GoSlice<u8>;

/// Appends what `print` makes with the flags at `flags`.
fn put(
    cx: &mut NativeCx,
    buffer: Buffer,
    flags: *mut Flags,
    print: impl FnOnce(&mut Output<'_>, &Flags),
) -> Buffer {
    // SAFETY: the printer passes a pointer to its flags, which have this layout.
    let flags = unsafe { flags.read() };
    let mut out = Output::onto(cx, buffer);
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
    let plain = unsafe { (*flags).are_plain() };
    if plain && base == 10 {
        let text = if signed { Text::signed(u as i64, 10) } else { Text::unsigned(u, 10) };
        return append(cx, buffer, text.bytes());
    }
    put(cx, buffer, flags, |out, f| number::integer(out, f, u, base, signed, verb as u8))
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
    put(cx, buffer, flags, |out, f| number::floating(out, f, v, bits, verb as u8, precision))
}

#[allow(clippy::too_many_arguments, reason = "as many as its declaration in Go has")]
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
    put(cx, buffer, flags, |out, f| {
        number::complex(out, f, [re, im], bits, verb as u8, precision);
    })
}

fn append_rune(cx: &mut NativeCx, buffer: Buffer, flags: *mut Flags, c: u64, verb: i32) -> Buffer {
    put(cx, buffer, flags, |out, f| match verb as u8 {
        b'c' => number::character(out, f, c),
        b'q' => number::quoted_character(out, f, c),
        _ => number::unicode(out, f, c),
    })
}

fn append_string(
    cx: &mut NativeCx,
    buffer: Buffer,
    flags: *mut Flags,
    s: GoStr,
    verb: i32,
) -> Buffer {
    put(cx, buffer, flags, |out, f| match verb as u8 {
        b'q' => number::quoted(out, f, &s),
        verb @ (b'x' | b'X') => number::hexadecimal(out, f, &s, verb),
        _ => number::text(out, f, &s),
    })
}

fn append_padded(cx: &mut NativeCx, buffer: Buffer, flags: *mut Flags, s: GoStr) -> Buffer {
    put(cx, buffer, flags, |out, f| flags::pad(out, f, &s))
}

/// The order of `n` keys of type `ty` at `keys`, as a `[]int` of their indexes.
fn key_order(cx: &mut NativeCx, ty: TypeId, keys: *mut u8, n: usize) -> GoSlice<u64> {
    let room = cx.make_bytes(n * 8, n * 8);
    let mut out = GoSlice::from_raw(room.ptr().cast::<u64>(), n, n);
    for (i, place) in out.iter_mut().enumerate() {
        *place = i as u64;
    }
    // A stable sort needs half as much again.
    cx.need(n * 8);
    let types = cx.types();
    let size = types.get(ty).size as usize;
    out.sort_by(|a, b| {
        // SAFETY: the caller has so many keys there.
        unsafe {
            let (a, b) = (keys.add(*a as usize * size), keys.add(*b as usize * size));
            order::compare(types, ty, a, b)
        }
    });
    out
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::new("appendInt", append_int),
        Native::new("appendFloat", append_float),
        Native::new("appendComplex", append_complex),
        Native::new("appendRune", append_rune),
        Native::new("appendString", append_string),
        Native::new("appendPadded", append_padded),
        Native::new("keyOrder", key_order),
    ]
}
