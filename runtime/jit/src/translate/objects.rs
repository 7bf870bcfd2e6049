//! New objects, closures, strings, and maps of words: operations that are short enough to be translated, or that a
//! helper does with less overhead than a handler.

use crate::abi::{Helper, LONGEST_COMPARISON};
use crate::translate::{DONE, Translated, Translator};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

impl Translator<'_> {
    /// Translates instructions on objects.
    pub(super) fn objects(&mut self, op: Op) -> Translated {
        match op {
            Op::Closure { dst } => {
                let closure = self.closure();
                self.write(dst, closure);
                DONE
            }
            Op::LoadCapture { dst, off } => {
                let closure = self.closure();
                self.load_words(dst, closure, off.into(), 1)
            }
            Op::New { dst, ty } => {
                let ty = self.iconst(ty.get().into());
                self.allocate(Helper::New, dst, ty)
            }
            Op::NewClosure { dst, func } => {
                let func = self.iconst(func.get().into());
                self.allocate(Helper::NewClosure, dst, func)
            }
            Op::NextRune { dst, x, i } => self.next_rune(op, dst, x, i),
            Op::EqStr { dst, a, b } => self.equal_strings(dst, a, b),
            Op::Append { dst, x, first } if self.ext(1).0 == 1 => self.append(op, dst, x, first),
            _ => None,
        }
    }

    /// The running closure.
    fn closure(&mut self) -> Value {
        self.b.ins().load(I64, self.frame, self.r, -16)
    }

    /// Allocates an object; exits before the instruction if there is no memory, which the interpreter then handles. If
    /// the collector is due, the budget ends.
    fn allocate(&mut self, helper: Helper, dst: Slot, what: Value) -> Translated {
        // A sample for a heap profile records the frames.
        let behind = self.address_of(self.next());
        self.store_cx(behind, self.layout.pc);
        self.store_cx(self.r, self.layout.r);
        let n = self.budget();
        self.store_cx(n, self.layout.n);
        let cx = self.cx();
        let at = self.call_helper(helper, &[cx, what]);
        self.side_exit_if_zero(at);
        self.take_budget();
        self.not_nil.insert(at);
        self.write(dst, at);
        DONE
    }

    /// Decodes the next rune of a string: a rune of one byte here, others by the handler.
    fn next_rune(&mut self, op: Op, dst: Slot, x: Slot, i: Slot) -> Translated {
        let (base, at) = (self.read(x), self.read(i));
        let place = self.b.ins().iadd(base, at);
        let byte = self.load_narrow(self.heap, I8, false, place, 0);
        let long = self.b.ins().icmp_imm_s(IntCC::UnsignedGreaterThanOrEqual, byte, 0x80);
        let after = self.b.ins().iadd_imm_s(at, 1);
        self.unless(op, long, &[(dst, byte), (Slot(dst.0 + 1), after)])
    }

    /// Compares strings for equality: strings of different lengths or at the same address here, others by a helper.
    fn equal_strings(&mut self, dst: Slot, a: Slot, b: Slot) -> Translated {
        let (x, n) = (self.read(a), self.read(Slot(a.0 + 1)));
        let (y, m) = (self.read(b), self.read(Slot(b.0 + 1)));
        let (compare, join) = (self.b.create_block(), self.b.create_block());
        self.b.append_block_param(join, I64);
        let same = self.b.ins().icmp(IntCC::Equal, n, m);
        let zero = self.iconst(0);
        self.b.ins().brif(same, compare, &[], join, &[zero.into()]);
        self.continue_in(compare);
        // The interpreter compares long strings, in parts.
        let long =
            self.b.ins().icmp_imm_s(IntCC::UnsignedGreaterThan, n, LONGEST_COMPARISON as i64);
        self.side_exit_if(long);
        // The cost is the interpreter's: a loop of long comparisons uses up its budget soon too.
        let (left, cost, none) = (self.budget(), self.b.ins().ushr_imm_s(n, 6), self.iconst(0));
        let left = self.b.ins().isub(left, cost);
        let left = self.b.ins().smax(left, none);
        self.set_budget(left);
        let equal = self.call_helper(Helper::EqualBytes, &[x, y, n]);
        self.b.ins().jump(join, &[equal.into()]);
        self.continue_in(join);
        let equal = self.b.block_params(join)[0];
        self.write(dst, equal);
        DONE
    }

    /// Appends one element of up to a word, if there is room.
    fn append(&mut self, op: Op, dst: Slot, x: Slot, first: Slot) -> Translated {
        let ty = self.unit.types.get(self.ext(1).1 as usize)?;
        let size = ty.size;
        if !matches!(size, 1 | 4 | 8) || ty.has_pointers && size != 8 || ty.slots() != 1 {
            return None;
        }
        let (base, len, cap) = (self.read(x), self.read(Slot(x.0 + 1)), self.read(Slot(x.0 + 2)));
        let full = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, len, cap);
        let pointers = ty.has_pointers;
        let one_more = |t: &mut Self| {
            let off = t.b.ins().imul_imm_s(len, size as i64);
            let at = t.b.ins().iadd(base, off);
            if pointers {
                t.barrier(at, 0);
            }
            let value = t.read(first);
            match size {
                1 => t.b.ins().istore8(t.heap, value, at, 0),
                4 => t.b.ins().istore32(t.heap, value, at, 0),
                _ => t.b.ins().store(t.heap, value, at, 0),
            };
            let len = t.b.ins().iadd_imm_s(len, 1);
            vec![(dst, base), (Slot(dst.0 + 1), len), (Slot(dst.0 + 2), cap)]
        };
        self.unless_overlapping(op, full, one_more)
    }

    /// Writes slots unless the condition holds: then the handler executes the instruction.
    fn unless(&mut self, op: Op, slow: Value, values: &[(Slot, Value)]) -> Translated {
        self.unless_overlapping(op, slow, |_| values.to_vec())
    }

    fn unless_overlapping(
        &mut self,
        op: Op,
        slow: Value,
        quick: impl FnOnce(&mut Self) -> Vec<(Slot, Value)>,
    ) -> Translated {
        let (call_handler, here, join) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(call_handler);
        self.b.ins().brif(slow, call_handler, &[], here, &[]);
        let dirty = self.dirty.clone();
        self.continue_in(call_handler);
        self.begin_new_side_exit();
        self.run_handler(op, true);
        let made: Vec<(Slot, Value)> = self.written_words();
        let kinds =
            made.iter().map(|&(_, value)| self.b.func.dfg.value_type(value)).collect::<Vec<_>>();
        kinds.iter().for_each(|&ty| {
            self.b.append_block_param(join, ty);
        });
        let values: Vec<_> = made.iter().map(|&(_, value)| value.into()).collect();
        self.b.ins().jump(join, &values);
        self.continue_in(here);
        self.dirty = dirty;
        self.begin_new_side_exit();
        let quick = quick(self);
        let value_of = |slot: Slot| quick.iter().find(|(s, _)| *s == slot).map(|(_, value)| *value);
        let values: Vec<_> = made
            .iter()
            .map(|(slot, _)| value_of(*slot).expect("both branches write the same slots"))
            .collect();
        let values: Vec<_> = values.into_iter().map(Into::into).collect();
        self.b.ins().jump(join, &values);
        self.continue_in(join);
        self.begin_new_side_exit();
        let params = self.b.block_params(join).to_vec();
        for ((slot, _), value) in made.into_iter().zip(params) {
            self.write(slot, value);
        }
        DONE
    }

    /// The slots that this instruction writes, as words.
    fn written_words(&mut self) -> Vec<(Slot, Value)> {
        let slots: Vec<usize> = self.operands().written.into_iter().collect();
        slots
            .into_iter()
            .map(|slot| {
                let slot = Slot(slot as u16);
                (slot, self.read(slot))
            })
            .collect()
    }
}
