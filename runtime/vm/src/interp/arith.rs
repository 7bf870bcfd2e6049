//! Integers: arithmetic, bits, shifts, and canonical forms of narrower results.

use crate::goroutine::context::Cx;
use crate::goroutine::registers::VmRegisters;
use crate::interp::handler::{exit_divide, exit_shift, leave, sem};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

/// Instructions with two slots and a result: an expression of both slots.
macro_rules! binary {
    ($($name:ident $get:ident $set:ident |$a:ident, $b:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; dst, a, b) {
            let ($a, $b) = (s.$get(a), s.$get(b));
            s.$set(dst, $e);
        }
    )* } };
}
pub(super) use binary;

/// Instructions with one slot and a result.
macro_rules! unary {
    ($($name:ident $get:ident $set:ident |$a:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; dst, a) {
            let $a = s.$get(a);
            s.$set(dst, $e);
        }
    )* } };
}
pub(super) use unary;

/// Instructions with a slot, a number and a result.
macro_rules! immediate {
    ($($name:ident $get:ident |$a:ident, $imm:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; dst, a, imm) {
            let ($a, $imm) = (s.$get(a), imm);
            s.set(dst, $e as u64);
        }
    )* } };
}
pub(super) use immediate;

binary! {
    Add get set |a, b| a.wrapping_add(b);
    Sub get set |a, b| a.wrapping_sub(b);
    Mul get set |a, b| a.wrapping_mul(b);
    And get set |a, b| a & b;
    Or get set |a, b| a | b;
    Xor get set |a, b| a ^ b;
    AndNot get set |a, b| a & !b;
    Shl get set |a, b| if b < 64 { a << b } else { 0 };
    ShrU get set |a, b| if b < 64 { a >> b } else { 0 };
    ShrI get set |a, b| ((a as i64) >> b.min(63)) as u64;
    AddI32 get set |a, b| (a.wrapping_add(b) as i32) as u64;
    SubI32 get set |a, b| (a.wrapping_sub(b) as i32) as u64;
    MulI32 get set |a, b| (a.wrapping_mul(b) as i32) as u64;
    AddU32 get set |a, b| u64::from(a.wrapping_add(b) as u32);
    SubU32 get set |a, b| u64::from(a.wrapping_sub(b) as u32);
    MulU32 get set |a, b| u64::from(a.wrapping_mul(b) as u32);
    AddU8 get set |a, b| u64::from(a.wrapping_add(b) as u8);
}

immediate! {
    AddImm signed_slot |a, imm| a.wrapping_add(i64::from(imm));
    RsubImm signed_slot |a, imm| i64::from(imm).wrapping_sub(a);
    MulImm signed_slot |a, imm| a.wrapping_mul(i64::from(imm));
    AndImm signed_slot |a, imm| a & i64::from(imm);
    XorImm signed_slot |a, imm| a ^ i64::from(imm);
    ShlImm get |a, imm| a << (imm as u32 & 63);
    ShrIImm signed_slot |a, imm| a >> (imm as u32 & 63);
    ShrUImm get |a, imm| a >> (imm as u32 & 63);
    ShlU32Imm get |a, imm| (a << (imm as u32 & 63)) as u32;
    RotlU32Imm get |a, imm| (a as u32).rotate_left(imm as u32);
    RotlU64Imm get |a, imm| a.rotate_left(imm as u32);
    DivPow2 signed_slot |a, imm| (a + rounding_addend(a, imm)) >> (imm as u32 & 63);
    RemPow2 signed_slot |a, imm| a - ((a + rounding_addend(a, imm)) >> (imm as u32 & 63) << (imm as u32 & 63));
}

/// The addend that makes a right shift of `a` by `n` bits round towards 0.
#[inline(always)]
fn rounding_addend(a: i64, n: i16) -> i64 {
    ((a >> 63) as u64 >> ((64 - n as u32) & 63)) as i64
}

unary! {
    Neg get set |a| a.wrapping_neg();
    Not get set |a| a ^ 1;
    Sext8 get set |a| (a as i8) as u64;
    Sext16 get set |a| (a as i16) as u64;
    Sext32 get set |a| (a as i32) as u64;
    Zext8 get set |a| u64::from(a as u8);
    Zext16 get set |a| u64::from(a as u16);
    Zext32 get set |a| u64::from(a as u32);
}

/// Division: fails with Go's panic when the divisor is zero.
macro_rules! division {
    ($($name:ident $get:ident |$a:ident, $b:ident| $e:expr;)*) => { sem! { $(
        $name(s, cx; dst, a, b) {
            let ($a, $b) = (s.$get(a), s.$get(b));
            if $b == 0 {
                leave!(s, cx, exit_divide);
            }
            s.set(dst, $e as u64);
        }
    )* } };
}

/// `a / imm`, `imm` at least 2. An `a` of 32 bits is divided by a multiplication, which takes a fraction of the time.
#[inline(always)]
fn signed_quotient(a: i64, imm: i16, reciprocal: u64) -> i64 {
    if a as u64 >> 32 == 0 {
        return ((u128::from(a as u64) * u128::from(reciprocal)) >> 64) as i64;
    }
    a / i64::from(imm)
}

division! {
    DivI signed_slot |a, b| a.wrapping_div(b);
    RemI signed_slot |a, b| a.wrapping_rem(b);
    DivU get |a, b| a / b;
    RemU get |a, b| a % b;
}

sem! {
    DivImm(s, cx; dst, a, imm) {
        let reciprocal = s.read_reciprocal();
        s.set(dst, signed_quotient(s.signed_slot(a), imm, reciprocal) as u64);
    }
    RemImm(s, cx; dst, a, imm) {
        let reciprocal = s.read_reciprocal();
        let a = s.signed_slot(a);
        s.set(dst, (a - signed_quotient(a, imm, reciprocal) * i64::from(imm)) as u64);
    }
    Add3(s, cx; dst, a, b) {
        let (c, _) = s.read_ext_operands();
        s.set(dst, s.get(a).wrapping_add(s.get(b)).wrapping_add(s.get(Slot(c))));
    }
    Add3U32(s, cx; dst, a, b) {
        let (c, _) = s.read_ext_operands();
        let sum = s.get(a).wrapping_add(s.get(b)).wrapping_add(s.get(Slot(c)));
        s.set(dst, u64::from(sum as u32));
    }
    XorRotlU32(s, cx; dst, a, b) {
        let (n, _) = s.read_ext_operands();
        s.set(dst, s.get(a) ^ u64::from((s.get(b) as u32).rotate_left(u32::from(n))));
    }
    XorRotlU64(s, cx; dst, a, b) {
        let (n, _) = s.read_ext_operands();
        s.set(dst, s.get(a) ^ s.get(b).rotate_left(u32::from(n)));
    }
    MulAdd(s, cx; dst, a, b) {
        let (c, _) = s.read_ext_operands();
        s.set(dst, s.get(a).wrapping_mul(s.get(b)).wrapping_add(s.get(Slot(c))));
    }
    MulImmAdd(s, cx; dst, a, c) {
        let (_, n) = s.read_ext_operands();
        s.set(dst, s.get(a).wrapping_mul(i64::from(n as i32) as u64).wrapping_add(s.get(c)));
    }
    CheckShift(s, cx; a) {
        if s.signed_slot(a) < 0 {
            leave!(s, cx, exit_shift);
        }
    }
}
