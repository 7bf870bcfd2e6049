//! Integers: arithmetic, bits, shifts, comparisons to a bool.

use crate::translate::{CONTINUES_WITH_NEXT, TranslationResult, Translator};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32, I64};
use cranelift_codegen::ir::{InstBuilder, Type, Value};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

impl Translator<'_> {
    /// Translates integer instructions.
    pub(super) fn translate_integer(&mut self, op: Op) -> TranslationResult {
        self.translate_word_op(op)
            .or_else(|| self.translate_immediate(op))
            .or_else(|| self.translate_narrow_integer(op))
            .or_else(|| self.translate_shift(op))
            .or_else(|| self.translate_division(op))
            .or_else(|| self.translate_comparison(op))
    }

    fn emit_binary(
        &mut self,
        [dst, a, b]: [Slot; 3],
        make: impl FnOnce(&mut Self, Value, Value) -> Value,
    ) -> TranslationResult {
        let (a, b) = (self.read(a), self.read(b));
        let value = make(self, a, b);
        self.write(dst, value);
        CONTINUES_WITH_NEXT
    }

    fn emit_unary(
        &mut self,
        dst: Slot,
        a: Slot,
        make: impl FnOnce(&mut Self, Value) -> Value,
    ) -> TranslationResult {
        let a = self.read(a);
        let value = make(self, a);
        self.write(dst, value);
        CONTINUES_WITH_NEXT
    }

    /// Arithmetic and bit operations on 64 bits.
    fn translate_word_op(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        match op {
            O::Add { dst, a, b } => {
                self.emit_binary([dst, a, b], |t, a, b| t.builder.ins().iadd(a, b))
            }
            O::Sub { dst, a, b } => {
                self.emit_binary([dst, a, b], |t, a, b| t.builder.ins().isub(a, b))
            }
            O::Mul { dst, a, b } => {
                self.emit_binary([dst, a, b], |t, a, b| t.builder.ins().imul(a, b))
            }
            O::And { dst, a, b } => {
                self.emit_binary([dst, a, b], |t, a, b| t.builder.ins().band(a, b))
            }
            O::Or { dst, a, b } => {
                self.emit_binary([dst, a, b], |t, a, b| t.builder.ins().bor(a, b))
            }
            O::Xor { dst, a, b } => {
                self.emit_binary([dst, a, b], |t, a, b| t.builder.ins().bxor(a, b))
            }
            O::AndNot { dst, a, b } => {
                self.emit_binary([dst, a, b], |t, a, b| t.builder.ins().band_not(a, b))
            }
            O::Neg { dst, a } => self.emit_unary(dst, a, |t, a| t.builder.ins().ineg(a)),
            O::Not { dst, a } => self.emit_unary(dst, a, |t, a| t.builder.ins().bxor_imm_s(a, 1)),
            O::Add3 { dst, a, b } => {
                let c = self.read(Slot(self.ext_at(1).0));
                self.emit_binary([dst, a, b], |t, a, b| {
                    let sum = t.builder.ins().iadd(a, b);
                    t.builder.ins().iadd(sum, c)
                })
            }
            O::MulAdd { dst, a, b } => {
                let c = self.read(Slot(self.ext_at(1).0));
                self.emit_binary([dst, a, b], |t, a, b| {
                    let product = t.builder.ins().imul(a, b);
                    t.builder.ins().iadd(product, c)
                })
            }
            O::MulImmAdd { dst, a, c } => {
                let n = i64::from(self.ext_at(1).1 as i32);
                self.emit_binary([dst, a, c], |t, a, c| {
                    let product = t.builder.ins().imul_imm_s(a, n);
                    t.builder.ins().iadd(product, c)
                })
            }
            O::XorRotlU64 { dst, a, b } => {
                let n = i64::from(self.ext_at(1).0);
                self.emit_binary([dst, a, b], |t, a, b| {
                    let turned = t.builder.ins().rotl_imm_s(b, n & 63);
                    t.builder.ins().bxor(a, turned)
                })
            }
            _ => None,
        }
    }

    /// Instructions with an immediate operand.
    fn translate_immediate(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        match op {
            O::AddImm { dst, a, imm } => {
                self.emit_unary(dst, a, |t, a| t.builder.ins().iadd_imm_s(a, i64::from(imm)))
            }
            O::MulImm { dst, a, imm } => {
                self.emit_unary(dst, a, |t, a| t.builder.ins().imul_imm_s(a, i64::from(imm)))
            }
            O::AndImm { dst, a, imm } => {
                self.emit_unary(dst, a, |t, a| t.builder.ins().band_imm_s(a, i64::from(imm)))
            }
            O::XorImm { dst, a, imm } => {
                self.emit_unary(dst, a, |t, a| t.builder.ins().bxor_imm_s(a, i64::from(imm)))
            }
            O::RsubImm { dst, a, imm } => self.emit_unary(dst, a, |t, a| {
                let from = t.constant(i64::from(imm));
                t.builder.ins().isub(from, a)
            }),
            O::ShlImm { dst, a, imm } => {
                self.emit_unary(dst, a, |t, a| t.builder.ins().ishl_imm_s(a, i64::from(imm & 63)))
            }
            O::ShrIImm { dst, a, imm } => {
                self.emit_unary(dst, a, |t, a| t.builder.ins().sshr_imm_s(a, i64::from(imm & 63)))
            }
            O::ShrUImm { dst, a, imm } => {
                self.emit_unary(dst, a, |t, a| t.builder.ins().ushr_imm_s(a, i64::from(imm & 63)))
            }
            O::RotlU64Imm { dst, a, imm } => {
                self.emit_unary(dst, a, |t, a| t.builder.ins().rotl_imm_s(a, i64::from(imm & 63)))
            }
            O::ShlU32Imm { dst, a, imm } => self.emit_unary(dst, a, |t, a| {
                let shifted = t.builder.ins().ishl_imm_s(a, i64::from(imm & 63));
                t.canonicalize(shifted, I32, false)
            }),
            O::RotlU32Imm { dst, a, imm } => {
                self.emit_unary(dst, a, |t, a| t.rotate_u32(a, imm as u16))
            }
            O::XorRotlU32 { dst, a, b } => {
                let n = self.ext_at(1).0;
                self.emit_binary([dst, a, b], |t, a, b| {
                    let turned = t.rotate_u32(b, n);
                    t.builder.ins().bxor(a, turned)
                })
            }
            _ => None,
        }
    }

    fn rotate_u32(&mut self, a: Value, n: u16) -> Value {
        let a = self.builder.ins().ireduce(I32, a);
        let turned = self.builder.ins().rotl_imm_s(a, i64::from(n & 31));
        self.builder.ins().uextend(I64, turned)
    }

    /// The lower bits of a word, extended to a canonical slot.
    pub(super) fn canonicalize(&mut self, value: Value, ty: Type, signed: bool) -> Value {
        let low = self.builder.ins().ireduce(ty, value);
        if signed {
            self.builder.ins().sextend(I64, low)
        } else {
            self.builder.ins().uextend(I64, low)
        }
    }

    /// Instructions with results of fewer than 64 bits.
    fn translate_narrow_integer(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        let narrow =
            |ty: Type, signed: bool| move |t: &mut Self, a: Value| t.canonicalize(a, ty, signed);
        match op {
            O::Sext8 { dst, a } => self.emit_unary(dst, a, narrow(I8, true)),
            O::Sext16 { dst, a } => self.emit_unary(dst, a, narrow(I16, true)),
            O::Sext32 { dst, a } => self.emit_unary(dst, a, narrow(I32, true)),
            O::Zext8 { dst, a } => self.emit_unary(dst, a, narrow(I8, false)),
            O::Zext16 { dst, a } => self.emit_unary(dst, a, narrow(I16, false)),
            O::Zext32 { dst, a } => self.emit_unary(dst, a, narrow(I32, false)),
            O::AddI32 { dst, a, b } => self.emit_binary([dst, a, b], |t, a, b| {
                let sum = t.builder.ins().iadd(a, b);
                t.canonicalize(sum, I32, true)
            }),
            O::SubI32 { dst, a, b } => self.emit_binary([dst, a, b], |t, a, b| {
                let difference = t.builder.ins().isub(a, b);
                t.canonicalize(difference, I32, true)
            }),
            O::MulI32 { dst, a, b } => self.emit_binary([dst, a, b], |t, a, b| {
                let product = t.builder.ins().imul(a, b);
                t.canonicalize(product, I32, true)
            }),
            O::AddU32 { dst, a, b } => self.emit_binary([dst, a, b], |t, a, b| {
                let sum = t.builder.ins().iadd(a, b);
                t.canonicalize(sum, I32, false)
            }),
            O::SubU32 { dst, a, b } => self.emit_binary([dst, a, b], |t, a, b| {
                let difference = t.builder.ins().isub(a, b);
                t.canonicalize(difference, I32, false)
            }),
            O::MulU32 { dst, a, b } => self.emit_binary([dst, a, b], |t, a, b| {
                let product = t.builder.ins().imul(a, b);
                t.canonicalize(product, I32, false)
            }),
            O::AddU8 { dst, a, b } => self.emit_binary([dst, a, b], |t, a, b| {
                let sum = t.builder.ins().iadd(a, b);
                t.canonicalize(sum, I8, false)
            }),
            O::Add3U32 { dst, a, b } => {
                let c = self.read(Slot(self.ext_at(1).0));
                self.emit_binary([dst, a, b], |t, a, b| {
                    let sum = t.builder.ins().iadd(a, b);
                    let sum = t.builder.ins().iadd(sum, c);
                    t.canonicalize(sum, I32, false)
                })
            }
            _ => None,
        }
    }

    fn translate_shift(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        match op {
            O::Shl { dst, a, b } => self.emit_binary([dst, a, b], |t, a, b| {
                let shifted = t.builder.ins().ishl(a, b);
                t.zero_if_shifted_out(shifted, b)
            }),
            O::ShrU { dst, a, b } => self.emit_binary([dst, a, b], |t, a, b| {
                let shifted = t.builder.ins().ushr(a, b);
                t.zero_if_shifted_out(shifted, b)
            }),
            O::ShrI { dst, a, b } => self.emit_binary([dst, a, b], |t, a, b| {
                let most = t.constant(63);
                let n = t.builder.ins().umin(b, most);
                t.builder.ins().sshr(a, n)
            }),
            O::CheckShift { a } => {
                let a = self.read(a);
                let negative = self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, a, 0);
                self.side_exit_if(negative);
                CONTINUES_WITH_NEXT
            }
            _ => None,
        }
    }

    /// A shift by 64 bits or more gives zero.
    fn zero_if_shifted_out(&mut self, shifted: Value, n: Value) -> Value {
        let small = self.builder.ins().icmp_imm_s(IntCC::UnsignedLessThan, n, 64);
        let zero = self.constant(0);
        self.builder.ins().select(small, shifted, zero)
    }

    fn translate_division(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        match op {
            O::DivI { dst, a, b } => self.divide_by_immediate(dst, a, b, true),
            O::RemI { dst, a, b } => self.divide_by_immediate(dst, a, b, false),
            O::DivU { dst, a, b } => {
                let (a, b) = (self.read(a), self.checked_divisor(b));
                let value = self.builder.ins().udiv(a, b);
                self.write(dst, value);
                CONTINUES_WITH_NEXT
            }
            O::RemU { dst, a, b } => {
                let (a, b) = (self.read(a), self.checked_divisor(b));
                let value = self.builder.ins().urem(a, b);
                self.write(dst, value);
                CONTINUES_WITH_NEXT
            }
            O::DivImm { dst, a, imm } => {
                self.emit_unary(dst, a, |t, a| t.divide_by(a, i64::from(imm)))
            }
            O::RemImm { dst, a, imm } => self.emit_unary(dst, a, |t, a| {
                let quotient = t.divide_by(a, i64::from(imm));
                let product = t.builder.ins().imul_imm_s(quotient, i64::from(imm));
                t.builder.ins().isub(a, product)
            }),
            O::DivPow2 { dst, a, imm } => self.emit_unary(dst, a, |t, a| {
                let rounded = t.round_dividend_for_shift(a, imm);
                t.builder.ins().sshr_imm_s(rounded, i64::from(imm))
            }),
            O::RemPow2 { dst, a, imm } => self.emit_unary(dst, a, |t, a| {
                let rounded = t.round_dividend_for_shift(a, imm);
                let whole = t.builder.ins().band_imm_s(rounded, (-1_i64) << imm);
                t.builder.ins().isub(a, whole)
            }),
            _ => None,
        }
    }

    /// The value of a divisor; exits if it is zero.
    fn checked_divisor(&mut self, b: Slot) -> Value {
        let b = self.read(b);
        let zero = self.builder.ins().icmp_imm_s(IntCC::Equal, b, 0);
        self.side_exit_if(zero);
        b
    }

    /// Signed division. The smallest integer divided by -1 is itself, and the processor must not execute that division.
    fn divide_by_immediate(
        &mut self,
        dst: Slot,
        a: Slot,
        b: Slot,
        quotient: bool,
    ) -> TranslationResult {
        let (a, b) = (self.read(a), self.checked_divisor(b));
        let (divide, negate, join) =
            (self.builder.create_block(), self.builder.create_block(), self.builder.create_block());
        self.builder.append_block_param(join, I64);
        self.builder.set_cold_block(negate);
        let minus_one = self.builder.ins().icmp_imm_s(IntCC::Equal, b, -1);
        self.builder.ins().brif(minus_one, negate, &[], divide, &[]);
        self.continue_in(negate);
        let value = if quotient { self.builder.ins().ineg(a) } else { self.constant(0) };
        self.builder.ins().jump(join, &[value.into()]);
        self.continue_in(divide);
        let value =
            if quotient { self.builder.ins().sdiv(a, b) } else { self.builder.ins().srem(a, b) };
        self.builder.ins().jump(join, &[value.into()]);
        self.continue_in(join);
        let value = self.builder.block_params(join)[0];
        self.write(dst, value);
        CONTINUES_WITH_NEXT
    }

    /// The value that replaces `a` so that a right shift by `n` bits rounds towards zero.
    fn round_dividend_for_shift(&mut self, a: Value, n: i16) -> Value {
        let sign = self.builder.ins().sshr_imm_s(a, 63);
        let below = self.builder.ins().ushr_imm_s(sign, i64::from(64 - n));
        self.builder.ins().iadd(a, below)
    }

    /// `a / d` for `d >= 2`, by a multiplication (Hacker's Delight, 10-1).
    fn divide_by(&mut self, a: Value, d: i64) -> Value {
        let (magic, shift) = magic_numbers(d as u64);
        let factor = self.constant(magic);
        let mut quotient = self.builder.ins().smulhi(a, factor);
        if magic < 0 {
            quotient = self.builder.ins().iadd(quotient, a);
        }
        if shift > 0 {
            quotient = self.builder.ins().sshr_imm_s(quotient, shift);
        }
        let negative = self.builder.ins().ushr_imm_s(a, 63);
        self.builder.ins().iadd(quotient, negative)
    }

    fn translate_comparison(&mut self, op: Op) -> TranslationResult {
        use IntCC as C;
        use Op as O;
        let (cc, dst, a, b) = match op {
            O::Eq { dst, a, b } => (C::Equal, dst, a, b),
            O::Ne { dst, a, b } => (C::NotEqual, dst, a, b),
            O::LtI { dst, a, b } => (C::SignedLessThan, dst, a, b),
            O::LeI { dst, a, b } => (C::SignedLessThanOrEqual, dst, a, b),
            O::LtU { dst, a, b } => (C::UnsignedLessThan, dst, a, b),
            O::LeU { dst, a, b } => (C::UnsignedLessThanOrEqual, dst, a, b),
            O::EqImm { dst, a, imm } => return self.compare_imm(C::Equal, dst, a, imm),
            O::NeImm { dst, a, imm } => return self.compare_imm(C::NotEqual, dst, a, imm),
            O::LtImm { dst, a, imm } => return self.compare_imm(C::SignedLessThan, dst, a, imm),
            O::GtImm { dst, a, imm } => return self.compare_imm(C::SignedGreaterThan, dst, a, imm),
            _ => return None,
        };
        let (a, b) = (self.read(a), self.read(b));
        let holds = self.builder.ins().icmp(cc, a, b);
        self.write_bool(dst, holds)
    }

    fn compare_imm(&mut self, cc: IntCC, dst: Slot, a: Slot, imm: i16) -> TranslationResult {
        let a = self.read(a);
        let holds = self.builder.ins().icmp_imm_s(cc, a, i64::from(imm));
        self.write_bool(dst, holds)
    }

    /// Writes a condition as a bool.
    pub(super) fn write_bool(&mut self, dst: Slot, holds: Value) -> TranslationResult {
        let value = self.builder.ins().uextend(I64, holds);
        self.write(dst, value);
        CONTINUES_WITH_NEXT
    }
}

/// The signed factor, and the shift behind the multiplication, that together divide by `d`, from 2 to 2^62.
fn magic_numbers(d: u64) -> (i64, i64) {
    const TWO63: u64 = 1 << 63;
    let anc = TWO63 - 1 - TWO63 % d;
    let mut p = 63;
    let (mut q1, mut r1) = (TWO63 / anc, TWO63 % anc);
    let (mut q2, mut r2) = (TWO63 / d, TWO63 % d);
    loop {
        p += 1;
        (q1, r1) = (q1.wrapping_mul(2), r1.wrapping_mul(2));
        if r1 >= anc {
            (q1, r1) = (q1.wrapping_add(1), r1 - anc);
        }
        (q2, r2) = (q2.wrapping_mul(2), r2.wrapping_mul(2));
        if r2 >= d {
            (q2, r2) = (q2.wrapping_add(1), r2 - d);
        }
        let delta = d - r2;
        if q1 > delta || q1 == delta && r1 != 0 {
            break;
        }
    }
    (q2.wrapping_add(1) as i64, p - 64)
}

#[cfg(test)]
mod tests {
    use super::magic_numbers;

    #[test]
    fn divisions_by_multiplication_are_exact() {
        for d in (2..2000).chain([4095, 4096, 32767]) {
            let (factor, shift) = magic_numbers(d as u64);
            let numbers =
                [0, 1, d - 1, d, d + 1, 12345, i64::MAX, i64::MAX / d * d, i64::MIN, -1, -d];
            for a in numbers {
                let high = ((i128::from(a) * i128::from(factor)) >> 64) as i64;
                let high = if factor < 0 { high.wrapping_add(a) } else { high };
                let quotient = (high >> shift) + ((a as u64) >> 63) as i64;
                assert_eq!(quotient, a / d, "{a} / {d}");
            }
        }
    }
}
