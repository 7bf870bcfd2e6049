//! Floats of 64 and 32 bits, and conversions. (Handlers execute the instructions on complex numbers.)

use crate::translate::{CONTINUES_WITH_NEXT, TranslationResult, Translator};
use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::types::{F32, F64, I32, I64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

impl Translator<'_> {
    /// Translates float instructions.
    pub(super) fn translate_float(&mut self, op: Op) -> TranslationResult {
        self.translate_double(op)
            .or_else(|| self.translate_memory_operand_op(op))
            .or_else(|| self.translate_single(op))
            .or_else(|| self.translate_conversion(op))
            .or_else(|| self.translate_float_comparison(op))
    }

    fn emit_binary_f64(
        &mut self,
        [dst, a, b]: [Slot; 3],
        make: impl FnOnce(&mut Self, Value, Value) -> Value,
    ) -> TranslationResult {
        let (a, b) = (self.read_f64(a), self.read_f64(b));
        let value = make(self, a, b);
        self.write(dst, value);
        CONTINUES_WITH_NEXT
    }

    fn translate_double(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        match op {
            O::AddF64 { dst, a, b } => {
                self.emit_binary_f64([dst, a, b], |t, a, b| t.builder.ins().fadd(a, b))
            }
            O::SubF64 { dst, a, b } => {
                self.emit_binary_f64([dst, a, b], |t, a, b| t.builder.ins().fsub(a, b))
            }
            O::MulF64 { dst, a, b } => {
                self.emit_binary_f64([dst, a, b], |t, a, b| t.builder.ins().fmul(a, b))
            }
            O::DivF64 { dst, a, b } => {
                self.emit_binary_f64([dst, a, b], |t, a, b| t.builder.ins().fdiv(a, b))
            }
            O::MulAddF64 { dst, a, b } => {
                let sum = self.read_f64(dst);
                self.multiply_add([dst, a, b], sum)
            }
            O::MulAddToF64 { dst, a, b } => {
                let sum = self.read_f64(Slot(self.ext_at(1).0));
                self.multiply_add([dst, a, b], sum)
            }
            O::NegF64 { dst, a } => {
                self.emit_binary_f64([dst, a, a], |t, a, _| t.builder.ins().fneg(a))
            }
            O::SqrtF64 { dst, a } => {
                self.emit_binary_f64([dst, a, a], |t, a, _| t.builder.ins().sqrt(a))
            }
            O::AbsF64 { dst, a } => {
                self.emit_binary_f64([dst, a, a], |t, a, _| t.builder.ins().fabs(a))
            }
            _ => None,
        }
    }

    /// Multiplies and adds; the product and the sum are each rounded.
    fn multiply_add(&mut self, operands: [Slot; 3], sum: Value) -> TranslationResult {
        self.emit_binary_f64(operands, |t, a, b| {
            let product = t.builder.ins().fmul(a, b);
            t.builder.ins().fadd(sum, product)
        })
    }

    fn translate_memory_operand_op(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        let (O::AddF64Mem { dst, a, ptr }
        | O::SubF64Mem { dst, a, ptr }
        | O::MulF64Mem { dst, a, ptr }) = op
        else {
            return None;
        };
        let at = self.read_pointer(ptr);
        let offset = self.ext_at(1).1 as i32;
        let (a, b) = (self.read_f64(a), self.builder.ins().load(F64, self.heap_flags, at, offset));
        let value = match op {
            O::AddF64Mem { .. } => self.builder.ins().fadd(a, b),
            O::SubF64Mem { .. } => self.builder.ins().fsub(a, b),
            _ => self.builder.ins().fmul(a, b),
        };
        self.write(dst, value);
        CONTINUES_WITH_NEXT
    }

    /// The value of a slot as a float of 32 bits.
    fn read_f32(&mut self, slot: Slot) -> Value {
        let word = self.read(slot);
        let low = self.builder.ins().ireduce(I32, word);
        self.builder.ins().bitcast(F32, MemFlagsData::new(), low)
    }

    fn write_f32(&mut self, dst: Slot, value: Value) -> TranslationResult {
        let bits = self.builder.ins().bitcast(I32, MemFlagsData::new(), value);
        let word = self.builder.ins().uextend(I64, bits);
        self.write(dst, word);
        CONTINUES_WITH_NEXT
    }

    fn translate_single(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        let (dst, a, b) = match op {
            O::AddF32 { dst, a, b }
            | O::SubF32 { dst, a, b }
            | O::MulF32 { dst, a, b }
            | O::DivF32 { dst, a, b } => (dst, a, b),
            O::NegF32 { dst, a } => (dst, a, a),
            _ => return None,
        };
        let (a, b) = (self.read_f32(a), self.read_f32(b));
        let value = match op {
            O::AddF32 { .. } => self.builder.ins().fadd(a, b),
            O::SubF32 { .. } => self.builder.ins().fsub(a, b),
            O::MulF32 { .. } => self.builder.ins().fmul(a, b),
            O::DivF32 { .. } => self.builder.ins().fdiv(a, b),
            _ => self.builder.ins().fneg(a),
        };
        self.write_f32(dst, value)
    }

    fn translate_conversion(&mut self, op: Op) -> TranslationResult {
        use Op as O;
        match op {
            O::I64ToF64 { dst, a } => {
                let a = self.read(a);
                let value = self.builder.ins().fcvt_from_sint(F64, a);
                self.write(dst, value);
                CONTINUES_WITH_NEXT
            }
            O::I64ToF32 { dst, a } => {
                let a = self.read(a);
                let value = self.builder.ins().fcvt_from_sint(F32, a);
                self.write_f32(dst, value)
            }
            O::F64ToF32 { dst, a } => {
                let a = self.read_f64(a);
                let value = self.builder.ins().fdemote(F32, a);
                self.write_f32(dst, value)
            }
            O::F32ToF64 { dst, a } => {
                let a = self.read_f32(a);
                let value = self.builder.ins().fpromote(F64, a);
                self.write(dst, value);
                CONTINUES_WITH_NEXT
            }
            O::F64ToI64 { dst, a } => {
                let a = self.read_f64(a);
                let value = self.truncate_float(a);
                self.write(dst, value);
                CONTINUES_WITH_NEXT
            }
            _ => None,
        }
    }

    /// Truncates; a value out of range, or NaN, gives the smallest integer.
    fn truncate_float(&mut self, a: Value) -> Value {
        let saturated = self.builder.ins().fcvt_to_sint_sat(I64, a);
        let limit = self.builder.ins().f64const(9_223_372_036_854_775_808.0);
        let below = self.builder.ins().fcmp(FloatCC::LessThan, a, limit);
        let smallest = self.constant(i64::MIN);
        self.builder.ins().select(below, saturated, smallest)
    }

    fn translate_float_comparison(&mut self, op: Op) -> TranslationResult {
        use FloatCC as C;
        use Op as O;
        let (cc, dst, a, b, single) = match op {
            O::EqF64 { dst, a, b } => (C::Equal, dst, a, b, false),
            O::NeF64 { dst, a, b } => (C::NotEqual, dst, a, b, false),
            O::LtF64 { dst, a, b } => (C::LessThan, dst, a, b, false),
            O::LeF64 { dst, a, b } => (C::LessThanOrEqual, dst, a, b, false),
            O::EqF32 { dst, a, b } => (C::Equal, dst, a, b, true),
            O::NeF32 { dst, a, b } => (C::NotEqual, dst, a, b, true),
            O::LtF32 { dst, a, b } => (C::LessThan, dst, a, b, true),
            O::LeF32 { dst, a, b } => (C::LessThanOrEqual, dst, a, b, true),
            _ => return None,
        };
        let (a, b) = if single {
            (self.read_f32(a), self.read_f32(b))
        } else {
            (self.read_f64(a), self.read_f64(b))
        };
        let holds = self.builder.ins().fcmp(cc, a, b);
        self.write_bool(dst, holds)
    }
}
