//! Floating point, complex numbers and conversions; and how `print` formats them.

use crate::goroutine::context::Cx;
use crate::goroutine::registers::VmRegisters;
use crate::interp::arith::{binary, unary};
use crate::interp::handler::exit_nil;
use crate::interp::handler::leave;
use crate::interp::handler::sem;
use crate::interp::memory::{load64, pointer};
use minigo_bytecode::NIL_PAGE_SIZE;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

binary! {
    AddF64 f64 set_f64 |a, b| a + b;
    SubF64 f64 set_f64 |a, b| a - b;
    MulF64 f64 set_f64 |a, b| a * b;
    DivF64 f64 set_f64 |a, b| a / b;
    AddF32 f32 set_f32 |a, b| a + b;
    SubF32 f32 set_f32 |a, b| a - b;
    MulF32 f32 set_f32 |a, b| a * b;
    DivF32 f32 set_f32 |a, b| a / b;
    AddC128 slot_pair set_pair |a, b| complex_from(real_part(a) + real_part(b), imaginary_part(a) + imaginary_part(b));
    SubC128 slot_pair set_pair |a, b| complex_from(real_part(a) - real_part(b), imaginary_part(a) - imaginary_part(b));
    MulC128 slot_pair set_pair |a, b| complex_from(real_part(a) * real_part(b) - imaginary_part(a) * imaginary_part(b), real_part(a) * imaginary_part(b) + imaginary_part(a) * real_part(b));
}

unary! {
    NegF64 f64 set_f64 |a| -a;
    SqrtF64 f64 set_f64 |a| a.sqrt();
    AbsF64 f64 set_f64 |a| a.abs();
    NegF32 f32 set_f32 |a| -a;
    NegC128 slot_pair set_pair |a| complex_from(-real_part(a), -imaginary_part(a));
    C128ToC64 slot_pair set |a| make_c64(real_part(a) as f32, imaginary_part(a) as f32);
    C64ToC128 get set_pair |a| complex_from(
        f64::from(f32::from_bits(a as u32)),
        f64::from(f32::from_bits((a >> 32) as u32)),
    );
    I64ToF64 signed_slot set_f64 |a| a as f64;
    U64ToF64 get set_f64 |a| a as f64;
    I64ToF32 signed_slot set_f32 |a| a as f32;
    U64ToF32 get set_f32 |a| a as f32;
    F64ToI64 f64 set |a| to_i64(a) as u64;
    F64ToI32 f64 set |a| to_i32(a) as u64;
    F64ToU64 f64 set |a| to_u64(a);
    F64ToF32 f64 set_f32 |a| a as f32;
    F32ToF64 f32 set_f64 |a| f64::from(a);
}

sem! {
    MulAddF64(s, cx; dst, a, b) {
        s.set_f64(dst, s.f64(dst) + s.f64(a) * s.f64(b));
    }
    MulAddToF64(s, cx; dst, a, b) {
        let (c, _) = s.read_ext_operands();
        s.set_f64(dst, s.f64(Slot(c)) + s.f64(a) * s.f64(b));
    }
    DivC128(s, cx; dst, a, b) {
        store_complex_quotient(s.slot_address(dst), s.slot_address(a), s.slot_address(b));
    }
    MakeC64(s, cx; dst, re, im) {
        s.set(dst, make_c64(s.f32(re), s.f32(im)));
    }
}

/// Arithmetic with a right operand in memory.
macro_rules! with_memory {
    ($($name:ident |$a:ident, $b:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; dst, a, ptr) {
            let (_, off) = s.read_ext_operands();
            let p = pointer!(s, cx, ptr, off);
            let ($a, $b) = (s.f64(a), f64::from_bits(load64(p)));
            s.set_f64(dst, $e);
        }
    )* } };
}

with_memory! {
    AddF64Mem |a, b| a + b;
    SubF64Mem |a, b| a - b;
    MulF64Mem |a, b| a * b;
}

#[inline(always)]
fn real_part(c: [u64; 2]) -> f64 {
    f64::from_bits(c[0])
}

#[inline(always)]
fn imaginary_part(c: [u64; 2]) -> f64 {
    f64::from_bits(c[1])
}

#[inline(always)]
fn complex_from(re: f64, im: f64) -> [u64; 2] {
    [re.to_bits(), im.to_bits()]
}

#[inline(always)]
fn make_c64(re: f32, im: f32) -> u64 {
    u64::from(re.to_bits()) | u64::from(im.to_bits()) << 32
}

/// Truncates as `cvttsd2si` does: values out of range give the smallest number.
#[inline(always)]
fn to_i64(a: f64) -> i64 {
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&a) {
        a as i64
    } else {
        i64::MIN
    }
}

/// Truncates to 32 bits as Go's code for amd64 does: values out of range give the smallest number.
#[inline(always)]
fn to_i32(a: f64) -> i32 {
    if a > -2_147_483_649.0 && a < 2_147_483_648.0 { a as i32 } else { i32::MIN }
}

/// Truncates as Go's code for amd64 does: below 2^63 like the signed conversion, otherwise the conversion of the value
/// minus 2^63, with the highest bit set.
#[inline(always)]
fn to_u64(a: f64) -> u64 {
    const TWO63: f64 = 9_223_372_036_854_775_808.0;
    if a < TWO63 { to_i64(a) as u64 } else { to_i64(a - TWO63) as u64 | 1 << 63 }
}

#[inline(never)]
unsafe fn store_complex_quotient(dst: *mut u64, a: *const u64, b: *const u64) {
    // SAFETY: slots of the frame, two of each operand.
    unsafe { dst.cast::<[u64; 2]>().write(divide_complex(*a.cast(), *b.cast())) };
}

/// Complex division as in annex G of C99, which Go follows.
fn divide_complex(n: [u64; 2], d: [u64; 2]) -> [u64; 2] {
    let (a, b, c, e) = (real_part(n), imaginary_part(n), real_part(d), imaginary_part(d));
    let (x, y) = if c.abs() >= e.abs() {
        let ratio = e / c;
        let denominator = c + ratio * e;
        ((a + b * ratio) / denominator, (b - a * ratio) / denominator)
    } else {
        let ratio = c / e;
        let denominator = e + ratio * c;
        ((a * ratio + b) / denominator, (b * ratio - a) / denominator)
    };
    if !(x.is_nan() && y.is_nan()) {
        return complex_from(x, y);
    }
    let boxed = |v: f64| if v.is_infinite() { 1f64.copysign(v) } else { 0f64.copysign(v) };
    let infinity = f64::INFINITY;
    if c == 0.0 && e == 0.0 && (!a.is_nan() || !b.is_nan()) {
        let i = infinity.copysign(c);
        return complex_from(i * a, i * b);
    }
    if (a.is_infinite() || b.is_infinite()) && c.is_finite() && e.is_finite() {
        let (a, b) = (boxed(a), boxed(b));
        return complex_from(infinity * (a * c + b * e), infinity * (b * c - a * e));
    }
    if (c.is_infinite() || e.is_infinite()) && a.is_finite() && b.is_finite() {
        let (c, e) = (boxed(c), boxed(e));
        return complex_from(0.0 * (a * c + b * e), 0.0 * (b * c - a * e));
    }
    complex_from(x, y)
}
