//! Type assertions, and the values in interfaces.

use crate::abi::Helper;
use crate::translate::{DONE, Translated, Translator};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_bytecode::type_word;

/// The most words of a value that translated code unpacks; the handler unpacks larger ones.
const MAX_WORDS: u16 = 8;

impl Translator<'_> {
    /// Translates instructions on interfaces.
    pub(super) fn interfaces(&mut self, op: Op) -> Translated {
        match op {
            Op::AssertType { dst, x } => {
                let (n, want) = self.ext(1);
                if n > MAX_WORDS {
                    return None;
                }
                let (ty, data) = (self.read(x), self.read(Slot(x.0 + 1)));
                let ty = self.type_of(ty);
                let other = self.b.ins().icmp_imm_s(IntCC::NotEqual, ty, i64::from(want));
                self.side_exit_if(other);
                let words = self.unpacked(data, n);
                self.write_all(dst, words)
            }
            Op::AssertTypeOk { dst, x } => self.assert_type_ok(dst, x),
            Op::Unbox { dst, data } => {
                let n = self.ext(1).0;
                if n > MAX_WORDS {
                    return None;
                }
                let data = self.read(data);
                let words = self.unpacked(data, n);
                self.write_all(dst, words)
            }
            Op::AssertIfaceOk { dst, x } => {
                let (ty, data) = (self.read(x), self.read(Slot(x.0 + 1)));
                let ok = self.implements(ty);
                let zero = self.iconst(0);
                let ty = self.b.ins().select(ok, ty, zero);
                let data = self.b.ins().select(ok, data, zero);
                self.write_all(dst, vec![ty, data, ok])
            }
            Op::AssertIface { dst, x } => {
                let (ty, data) = (self.read(x), self.read(Slot(x.0 + 1)));
                let ok = self.implements(ty);
                self.side_exit_if_zero(ok);
                self.write_all(dst, vec![ty, data])
            }
            _ => None,
        }
    }

    /// The type of a type word; 0 for none.
    pub(super) fn type_of(&mut self, word: Value) -> Value {
        if !self.unit.go_layout {
            return word;
        }
        let within = self.b.ins().band_imm_s(word, (type_word::SIZE - 1) as i64);
        self.b.ins().ushr_imm_s(within, i64::from(type_word::STRIDE_BITS))
    }

    /// Whether the type of a type word (0: no type) implements the interface of this instruction: found in the cache of
    /// answers, or by a helper.
    fn implements(&mut self, word: Value) -> Value {
        let ty = self.type_of(word);
        let iface = i64::from(self.ext(1).1);
        let (look, ask, join) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(ask);
        self.b.append_block_param(join, I64);
        let zero = self.iconst(0);
        self.b.ins().brif(ty, look, &[], join, &[zero.into()]);
        self.continue_in(look);
        let high = self.b.ins().ishl_imm_s(ty, 32);
        let key = self.b.ins().bor_imm_s(high, iface << 1);
        let answer = self.answer(self.layout.asserts, key);
        let bit = self.b.ins().bxor(answer, key);
        let known = self.b.ins().icmp_imm_s(IntCC::UnsignedLessThanOrEqual, bit, 1);
        self.b.ins().brif(known, join, &[bit.into()], ask, &[]);
        self.continue_in(ask);
        let (cx, iface) = (self.cx(), self.iconst(iface));
        let asked = self.call_rarely(Helper::Implements, &[cx, ty, iface]);
        self.b.ins().jump(join, &[asked.into()]);
        self.continue_in(join);
        self.b.block_params(join)[0]
    }

    /// The words of a value of `n` slots that is in an interface's data word, or at its address.
    fn unpacked(&mut self, data: Value, n: u16) -> Vec<Value> {
        match n {
            0 => Vec::new(),
            1 => vec![data],
            n => {
                (0..n).map(|i| self.b.ins().load(I64, self.heap, data, i32::from(i) * 8)).collect()
            }
        }
    }

    fn write_all(&mut self, dst: Slot, words: Vec<Value>) -> Translated {
        for (i, word) in (0..).zip(words) {
            self.write(Slot(dst.0 + i), word);
        }
        DONE
    }

    fn assert_type_ok(&mut self, dst: Slot, x: Slot) -> Translated {
        let (n, want) = self.ext(1);
        if n > MAX_WORDS {
            return None;
        }
        let (ty, data) = (self.read(x), self.read(Slot(x.0 + 1)));
        let ty = self.type_of(ty);
        let ok = self.b.ins().icmp_imm_s(IntCC::Equal, ty, i64::from(want));
        let is = self.b.ins().uextend(I64, ok);
        let zero = self.iconst(0);
        let mut words = if n <= 1 {
            let word = self.b.ins().select(ok, data, zero);
            vec![word; n.into()]
        } else {
            let (load, join) = (self.b.create_block(), self.b.create_block());
            (0..n).for_each(|_| {
                self.b.append_block_param(join, I64);
            });
            let zeros = vec![zero.into(); n.into()];
            self.b.ins().brif(ok, load, &[], join, &zeros);
            self.continue_in(load);
            let words: Vec<_> = self.unpacked(data, n).into_iter().map(Into::into).collect();
            self.b.ins().jump(join, &words);
            self.continue_in(join);
            self.b.block_params(join).to_vec()
        };
        words.push(is);
        self.write_all(dst, words)
    }
}
