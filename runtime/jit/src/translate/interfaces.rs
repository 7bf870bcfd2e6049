//! Type assertions, and the values in interfaces.

use crate::abi::Helper;
use crate::translate::{CONTINUES_WITH_NEXT, TranslationResult, Translator};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_bytecode::type_word;

/// The most words of a value that translated code unpacks; the handler unpacks larger ones.
const MAX_UNPACKED_WORDS: u16 = 8;

impl Translator<'_> {
    /// Translates instructions on interfaces.
    pub(super) fn translate_interface(&mut self, op: Op) -> TranslationResult {
        match op {
            Op::AssertType { dst, x } => {
                let (n, want) = self.ext_at(1);
                if n > MAX_UNPACKED_WORDS {
                    return None;
                }
                let (ty, data) = (self.read(x), self.read(Slot(x.0 + 1)));
                let ty = self.type_of(ty);
                let other = self.builder.ins().icmp_imm_s(IntCC::NotEqual, ty, i64::from(want));
                self.side_exit_if(other);
                let words = self.unpack_words(data, n);
                self.write_words(dst, words)
            }
            Op::AssertTypeOk { dst, x } => self.assert_type_ok(dst, x),
            Op::Unbox { dst, data } => {
                let n = self.ext_at(1).0;
                if n > MAX_UNPACKED_WORDS {
                    return None;
                }
                let data = self.read(data);
                let words = self.unpack_words(data, n);
                self.write_words(dst, words)
            }
            Op::AssertIfaceOk { dst, x } => {
                let (ty, data) = (self.read(x), self.read(Slot(x.0 + 1)));
                let ok = self.implements_interface(ty);
                let zero = self.constant(0);
                let ty = self.builder.ins().select(ok, ty, zero);
                let data = self.builder.ins().select(ok, data, zero);
                self.write_words(dst, vec![ty, data, ok])
            }
            Op::AssertIface { dst, x } => {
                let (ty, data) = (self.read(x), self.read(Slot(x.0 + 1)));
                let ok = self.implements_interface(ty);
                self.side_exit_if_zero(ok);
                self.write_words(dst, vec![ty, data])
            }
            _ => None,
        }
    }

    /// The type of a type word; 0 for none.
    pub(super) fn type_of(&mut self, word: Value) -> Value {
        if !self.unit.has_go_interface_layout {
            return word;
        }
        let within = self.builder.ins().band_imm_s(word, (type_word::REGION_SIZE - 1) as i64);
        self.builder.ins().ushr_imm_s(within, i64::from(type_word::STRIDE_BITS))
    }

    /// Whether the type of a type word (0: no type) implements the interface of this instruction: found in the cache of
    /// answers, or by a helper.
    fn implements_interface(&mut self, word: Value) -> Value {
        let ty = self.type_of(word);
        let iface = i64::from(self.ext_at(1).1);
        let (look, ask, join) =
            (self.builder.create_block(), self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(ask);
        self.builder.append_block_param(join, I64);
        let zero = self.constant(0);
        self.builder.ins().brif(ty, look, &[], join, &[zero.into()]);
        self.continue_in(look);
        let high = self.builder.ins().ishl_imm_s(ty, 32);
        let key = self.builder.ins().bor_imm_s(high, iface << 1);
        let answer = self.load_cached_word(self.layout.implements_cache, key);
        let bit = self.builder.ins().bxor(answer, key);
        let known = self.builder.ins().icmp_imm_s(IntCC::UnsignedLessThanOrEqual, bit, 1);
        self.builder.ins().brif(known, join, &[bit.into()], ask, &[]);
        self.continue_in(ask);
        let (cx, iface) = (self.context_pointer(), self.constant(iface));
        let asked = self.call_helper_on_cold_path(Helper::Implements, &[cx, ty, iface]);
        self.builder.ins().jump(join, &[asked.into()]);
        self.continue_in(join);
        self.builder.block_params(join)[0]
    }

    /// The words of a value of `n` slots that is in an interface's data word, or at its address.
    fn unpack_words(&mut self, data: Value, n: u16) -> Vec<Value> {
        match n {
            0 => Vec::new(),
            1 => vec![data],
            n => (0..n)
                .map(|i| self.builder.ins().load(I64, self.heap_flags, data, i32::from(i) * 8))
                .collect(),
        }
    }

    fn write_words(&mut self, dst: Slot, words: Vec<Value>) -> TranslationResult {
        for (i, word) in (0..).zip(words) {
            self.write(Slot(dst.0 + i), word);
        }
        CONTINUES_WITH_NEXT
    }

    fn assert_type_ok(&mut self, dst: Slot, x: Slot) -> TranslationResult {
        let (n, want) = self.ext_at(1);
        if n > MAX_UNPACKED_WORDS {
            return None;
        }
        let (ty, data) = (self.read(x), self.read(Slot(x.0 + 1)));
        let ty = self.type_of(ty);
        let ok = self.builder.ins().icmp_imm_s(IntCC::Equal, ty, i64::from(want));
        let is = self.builder.ins().uextend(I64, ok);
        let zero = self.constant(0);
        let mut words = if n <= 1 {
            let word = self.builder.ins().select(ok, data, zero);
            vec![word; n.into()]
        } else {
            let (load, join) = (self.builder.create_block(), self.builder.create_block());
            (0..n).for_each(|_| {
                self.builder.append_block_param(join, I64);
            });
            let zeros = vec![zero.into(); n.into()];
            self.builder.ins().brif(ok, load, &[], join, &zeros);
            self.continue_in(load);
            let words: Vec<_> = self.unpack_words(data, n).into_iter().map(Into::into).collect();
            self.builder.ins().jump(join, &words);
            self.continue_in(join);
            self.builder.block_params(join).to_vec()
        };
        words.push(is);
        self.write_words(dst, words)
    }
}
