//! The translation of moves and constants.

use crate::translate::{CONTINUES_WITH_NEXT, TranslationResult, Translator};
use cranelift_codegen::ir::types::{F64, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_bytecode::type_word::{ITAB_OFFSET, TYPE_STRIDE};

/// The most words that are moved or cleared by translated code; for more, which would need too much code, the handler
/// is called.
const MAX_MOVED_WORDS: u16 = 12;

impl Translator<'_> {
    /// Translates moves and constants.
    pub(super) fn translate_move(&mut self, op: Op) -> TranslationResult {
        match op {
            Op::Nop {} => CONTINUES_WITH_NEXT,
            Op::Weigh { bytes } => {
                let n = self.load_budget();
                let n = self.builder.ins().iadd_imm_s(n, -i64::from(bytes) / 64);
                let zero = self.constant(0);
                let n = self.builder.ins().smax(n, zero);
                self.set_budget(n);
                CONTINUES_WITH_NEXT
            }
            Op::Mov { dst, src } => self.move_words(dst, src, 1),
            Op::Mov2 { dst, src } => self.move_words(dst, src, 2),
            Op::Mov3 { dst, src } => self.move_words(dst, src, 3),
            Op::MovN { dst, src, n } if n <= MAX_MOVED_WORDS => self.move_words(dst, src, n),
            Op::LoadImm { dst, imm } => self.write_word(dst, i64::from(imm.get_signed())),
            Op::LoadType { dst, ty } => self.write_word(dst, i64::from(ty.get())),
            Op::LoadDescriptor { dst, ty } => self.load_descriptor(dst, ty.get(), 0),
            Op::LoadItab { dst, ty } => self.load_descriptor(dst, ty.get(), ITAB_OFFSET),
            Op::LoadConst { dst, k } => {
                self.write_word(dst, self.unit.consts[k.get() as usize] as i64)
            }
            Op::LoadStr { dst, k } => {
                let strings = self.load_cx(self.layout.strings);
                let flags = self.constant_flags.with_readonly().with_can_move();
                let at = self.builder.ins().iadd_imm_s(strings, i64::from(k.get()) * 16);
                let text = self.builder.ins().load(I64, flags, at, 0);
                let len = self.constant((self.unit.string_len)(k.get()) as i64);
                self.write(dst, text);
                self.write(Slot(dst.0 + 1), len);
                CONTINUES_WITH_NEXT
            }
            Op::Zero { dst, n } if n <= MAX_MOVED_WORDS => {
                (0..n).for_each(|i| {
                    self.write_word(Slot(dst.0 + i), 0);
                });
                CONTINUES_WITH_NEXT
            }
            _ => None,
        }
    }

    /// Loads an address at an offset in the memory of a type's descriptor.
    fn load_descriptor(&mut self, dst: Slot, ty: u32, offset: u64) -> TranslationResult {
        let first = self.load_cx(self.layout.type_descriptors);
        let at =
            self.builder.ins().iadd_imm_s(first, (u64::from(ty) * TYPE_STRIDE + offset) as i64);
        self.write(dst, at);
        CONTINUES_WITH_NEXT
    }

    /// Writes a constant in the kind in which it will be read.
    fn write_word(&mut self, dst: Slot, word: i64) -> TranslationResult {
        let value = if self.best_type_for_write(dst) == F64 {
            self.builder.ins().f64const(f64::from_bits(word as u64))
        } else {
            self.constant(word)
        };
        self.write(dst, value);
        CONTINUES_WITH_NEXT
    }

    /// Moves words that may overlap.
    pub(super) fn move_words(&mut self, dst: Slot, src: Slot, n: u16) -> TranslationResult {
        let values: Vec<Value> = (0..n)
            .map(|i| {
                let (to, from) = (Slot(dst.0 + i), Slot(src.0 + i));
                if self.best_type_for_write(to) == F64 {
                    self.read_f64(from)
                } else {
                    self.read_as_held(from)
                }
            })
            .collect();
        for (i, value) in (0..).zip(values) {
            self.write(Slot(dst.0 + i), value);
        }
        CONTINUES_WITH_NEXT
    }
}
