//! New objects, closures, strings, and maps of words: operations that are short enough to be translated, or that a
//! helper does with less overhead than a handler.

use crate::abi::{Helper, MAX_COMPARED_STRING_BYTES};
use crate::translate::{CONTINUES_WITH_NEXT, TranslationResult, Translator};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

impl Translator<'_> {
    /// Translates instructions on objects.
    pub(super) fn translate_object(&mut self, op: Op) -> TranslationResult {
        match op {
            Op::Closure { dst } => {
                let closure = self.running_closure();
                self.write(dst, closure);
                CONTINUES_WITH_NEXT
            }
            Op::LoadCapture { dst, off } => {
                let closure = self.running_closure();
                self.load_words(dst, closure, off.into(), 1)
            }
            Op::New { dst, ty } => {
                let ty = self.constant(ty.get().into());
                self.allocate_object(Helper::New, dst, ty)
            }
            Op::NewClosure { dst, func } => {
                let func = self.constant(func.get().into());
                self.allocate_object(Helper::NewClosure, dst, func)
            }
            Op::NextRune { dst, x, i } => self.next_rune(op, dst, x, i),
            Op::EqStr { dst, a, b } => self.equal_strings(dst, a, b),
            Op::Append { dst, x, first } if self.ext_at(1).0 == 1 => {
                self.append_elements(op, dst, x, first)
            }
            _ => None,
        }
    }

    /// The running closure.
    fn running_closure(&mut self) -> Value {
        self.builder.ins().load(I64, self.frame_flags, self.frame_base, -16)
    }

    /// Allocates an object; exits before the instruction if there is no memory, which the interpreter then handles. If
    /// a collection is due, no budget is left afterwards.
    fn allocate_object(&mut self, helper: Helper, dst: Slot, what: Value) -> TranslationResult {
        // A sample for a heap profile records the frames, so the helper needs the registers.
        let behind = self.instruction_address(self.next());
        self.store_cx(behind, self.layout.pc);
        self.store_cx(self.frame_base, self.layout.frame_base);
        let n = self.load_budget();
        self.store_cx(n, self.layout.budget);
        let cx = self.context_pointer();
        let at = self.call_helper(helper, &[cx, what]);
        self.side_exit_if_zero(at);
        self.reload_budget();
        self.non_nil_addresses.insert(at);
        self.write(dst, at);
        CONTINUES_WITH_NEXT
    }

    /// Decodes the next rune of a string: a rune of one byte here, others by the handler.
    fn next_rune(&mut self, op: Op, dst: Slot, x: Slot, i: Slot) -> TranslationResult {
        let (base, at) = (self.read(x), self.read(i));
        let place = self.builder.ins().iadd(base, at);
        let byte = self.load_narrow(self.heap_flags, I8, false, place, 0);
        let long = self.builder.ins().icmp_imm_s(IntCC::UnsignedGreaterThanOrEqual, byte, 0x80);
        let after = self.builder.ins().iadd_imm_s(at, 1);
        self.write_or_call_handler(op, long, &[(dst, byte), (Slot(dst.0 + 1), after)])
    }

    /// Compares strings for equality: strings of different lengths or at the same address here, others by a helper.
    fn equal_strings(&mut self, dst: Slot, a: Slot, b: Slot) -> TranslationResult {
        let (x, n) = (self.read(a), self.read(Slot(a.0 + 1)));
        let (y, m) = (self.read(b), self.read(Slot(b.0 + 1)));
        let (compare, join) = (self.builder.create_block(), self.builder.create_block());
        self.builder.append_block_param(join, I64);
        let same = self.builder.ins().icmp(IntCC::Equal, n, m);
        let zero = self.constant(0);
        self.builder.ins().brif(same, compare, &[], join, &[zero.into()]);
        self.continue_in(compare);
        // The interpreter compares long strings, in parts.
        let long = self.builder.ins().icmp_imm_s(
            IntCC::UnsignedGreaterThan,
            n,
            MAX_COMPARED_STRING_BYTES as i64,
        );
        self.side_exit_if(long);
        // The comparison takes as much from the budget as in the interpreter, so that a loop of long comparisons soon
        // uses up its budget here too.
        let (left, cost, none) =
            (self.load_budget(), self.builder.ins().ushr_imm_s(n, 6), self.constant(0));
        let left = self.builder.ins().isub(left, cost);
        let left = self.builder.ins().smax(left, none);
        self.set_budget(left);
        let equal = self.call_helper(Helper::EqualBytes, &[x, y, n]);
        self.builder.ins().jump(join, &[equal.into()]);
        self.continue_in(join);
        let equal = self.builder.block_params(join)[0];
        self.write(dst, equal);
        CONTINUES_WITH_NEXT
    }

    /// Appends one element of up to a word, if there is room.
    fn append_elements(&mut self, op: Op, dst: Slot, x: Slot, first: Slot) -> TranslationResult {
        let ty = self.unit.types.get(self.ext_at(1).1 as usize)?;
        let size = ty.size;
        if !matches!(size, 1 | 4 | 8) || ty.has_pointers && size != 8 || ty.slots() != 1 {
            return None;
        }
        let (base, len, cap) = (self.read(x), self.read(Slot(x.0 + 1)), self.read(Slot(x.0 + 2)));
        let full = self.builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, len, cap);
        let pointers = ty.has_pointers;
        let one_more = |t: &mut Self| {
            let off = t.builder.ins().imul_imm_s(len, size as i64);
            let at = t.builder.ins().iadd(base, off);
            if pointers {
                t.write_barrier(at, 0);
            }
            let value = t.read(first);
            match size {
                1 => t.builder.ins().istore8(t.heap_flags, value, at, 0),
                4 => t.builder.ins().istore32(t.heap_flags, value, at, 0),
                _ => t.builder.ins().store(t.heap_flags, value, at, 0),
            };
            let len = t.builder.ins().iadd_imm_s(len, 1);
            vec![(dst, base), (Slot(dst.0 + 1), len), (Slot(dst.0 + 2), cap)]
        };
        self.copy_or_call_handler(op, full, one_more)
    }

    /// Writes slots unless the condition holds: then the handler executes the instruction.
    fn write_or_call_handler(
        &mut self,
        op: Op,
        slow: Value,
        values: &[(Slot, Value)],
    ) -> TranslationResult {
        self.copy_or_call_handler(op, slow, |_| values.to_vec())
    }

    fn copy_or_call_handler(
        &mut self,
        op: Op,
        slow: Value,
        quick: impl FnOnce(&mut Self) -> Vec<(Slot, Value)>,
    ) -> TranslationResult {
        let (call_handler, here, join) =
            (self.builder.create_block(), self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(call_handler);
        self.builder.ins().brif(slow, call_handler, &[], here, &[]);
        let dirty = self.dirty_slots.clone();
        self.continue_in(call_handler);
        self.begin_new_side_exit();
        self.run_handler(op, true);
        let made: Vec<(Slot, Value)> = self.read_written_slots();
        let kinds = made
            .iter()
            .map(|&(_, value)| self.builder.func.dfg.value_type(value))
            .collect::<Vec<_>>();
        kinds.iter().for_each(|&ty| {
            self.builder.append_block_param(join, ty);
        });
        let values: Vec<_> = made.iter().map(|&(_, value)| value.into()).collect();
        self.builder.ins().jump(join, &values);
        self.continue_in(here);
        self.dirty_slots = dirty;
        self.begin_new_side_exit();
        let quick = quick(self);
        let value_of = |slot: Slot| quick.iter().find(|(s, _)| *s == slot).map(|(_, value)| *value);
        let values: Vec<_> = made
            .iter()
            .map(|(slot, _)| value_of(*slot).expect("both branches write the same slots"))
            .collect();
        let values: Vec<_> = values.into_iter().map(Into::into).collect();
        self.builder.ins().jump(join, &values);
        self.continue_in(join);
        self.begin_new_side_exit();
        let params = self.builder.block_params(join).to_vec();
        for ((slot, _), value) in made.into_iter().zip(params) {
            self.write(slot, value);
        }
        CONTINUES_WITH_NEXT
    }

    /// The slots that this instruction writes, as words.
    fn read_written_slots(&mut self) -> Vec<(Slot, Value)> {
        let slots: Vec<usize> = self.slots_in_use().written_slots.into_iter().collect();
        slots
            .into_iter()
            .map(|slot| {
                let slot = Slot(slot as u16);
                (slot, self.read(slot))
            })
            .collect()
    }
}
