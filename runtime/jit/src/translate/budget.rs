//! The budget: how many calls and iterations of loops a goroutine may still do before it checks whether it has to stop.
//!
//! The budget is held in a variable: as it is, or, in a counting loop, as its *end*: the value that the counter would
//! have with no budget left. A counting loop does not decrement the budget in each iteration. The loop compares the
//! counter with its *bound*, the lower one of the end and the loop's own limit, and the code behind the loop finds out
//! which of the two was reached.

use crate::abi::{CompiledExitStatus, Helper};
use crate::control_flow::jump_target;
use crate::counting_loops::{CountingLoop, Limit, Row};
use crate::translate::{Flow, TranslationResult, Translator};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use minigo_bytecode::operand::Slot;

impl Translator<'_> {
    /// The budget that is left.
    pub(super) fn load_budget(&mut self) -> Value {
        let held = self.builder.use_var(self.budget);
        match self.counting_loop {
            Some(CountingLoop { slot, .. }) => {
                let number = self.read(slot);
                self.builder.ins().isub(held, number)
            }
            None => held,
        }
    }

    pub(super) fn set_budget(&mut self, left: Value) {
        self.set_budget_variable(left, self.counting_loop);
    }

    fn set_budget_variable(&mut self, left: Value, counter: Option<CountingLoop>) {
        let Some(CountingLoop { slot, limit, .. }) = counter else {
            return self.builder.def_var(self.budget, left);
        };
        let number = self.read(slot);
        // An end beyond the range of integers overflows, and the loop seems to have reached it at once: the loop then
        // asks for a new budget although some is left.
        let end = self.builder.ins().iadd(left, number);
        self.builder.def_var(self.budget, end);
        let last = match limit {
            Limit::At(limit) => self.read(limit),
            Limit::Below(limit) => {
                let (limit, lowest) = (self.read(limit), self.constant(i64::MIN + 1));
                let limit = self.builder.ins().smax(limit, lowest);
                self.builder.ins().iadd_imm_s(limit, -1)
            }
            Limit::BelowImm(limit) => self.constant(i64::from(limit) - 1),
        };
        let bound = self.builder.ins().smin(last, end);
        self.builder.def_var(self.counter_bound, bound);
    }

    /// Takes the budget that out-of-line code has left; an overdrawn budget is used up.
    pub(super) fn reload_budget(&mut self) {
        let n = self.load_cx(self.layout.budget);
        let zero = self.constant(0);
        let n = self.builder.ins().smax(n, zero);
        self.set_budget(n);
    }

    /// The counter by which the block at `pc` holds the budget.
    pub(super) fn counting_loop_at(&self, pc: usize) -> Option<CountingLoop> {
        // Fast paths have no loops.
        if self.translated_fast_path.is_some() {
            None
        } else {
            self.counting_loops.get(&pc).copied()
        }
    }

    /// Converts the budget to the form in which the block at `pc` holds it. The translator's own form of the budget at
    /// this point does not change.
    pub(super) fn convert_budget_for_block(&mut self, pc: usize) {
        let counter = self.counting_loop_at(pc);
        if counter != self.counting_loop {
            self.load_rows(pc, counter);
            let left = self.load_budget();
            self.set_budget_variable(left, counter);
        }
    }

    /// Looks up the rows of the loop at `pc`. If a row does not exist, the interpreter finds that out.
    fn load_rows(&mut self, pc: usize, counter: Option<CountingLoop>) {
        let rows = counter.map(|counter| counter.rows).unwrap_or_default();
        for (number, Row { slice: x, index: i }) in rows.into_iter().flatten().enumerate() {
            let (base, len, i) = (self.read(x), self.read(Slot(x.0 + 1)), self.read(i));
            let out = self.builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, i, len);
            self.exit_if(out, pc, CompiledExitStatus::Interpret);
            let row = self.scaled_index(base, i, 24);
            for (word, off) in self.row_variables[number].into_iter().zip([0, 8]) {
                let value = self.builder.ins().load(I64, self.heap_flags, row, off);
                self.builder.def_var(word, value);
            }
        }
    }

    /// The address and the length of a row that was looked up before the loop.
    pub(super) fn preloaded_row(&mut self, x: Slot, i: Slot) -> Option<(Value, Value)> {
        if self.unit.race_reporting.is_some() {
            // With race detection, compiled code must report the read of a row's header in each iteration.
            return None;
        }
        let rows = self.counting_loop?.rows;
        let number = rows.iter().position(|row| *row == Some(Row { slice: x, index: i }))?;
        let [base, len] = self.row_variables[number];
        Some((self.builder.use_var(base), self.builder.use_var(len)))
    }

    /// Takes one from the budget and jumps back to `pc`; the path that asks for a new budget jumps back itself: a block
    /// in which both paths met would be in the loop, with moves for all values that differ between them.
    pub(super) fn jump_back(&mut self, pc: usize) {
        let n = self.load_budget();
        let n = self.builder.ins().iadd_imm_s(n, -1);
        self.set_budget(n);
        let over = self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, n, 0);
        let used_up = self.builder.create_block();
        self.builder.set_cold_block(used_up);
        let edge = self.edge_to(pc);
        self.builder.ins().brif(over, used_up, &[], edge, &[]);
        self.finish_edge(pc, edge);
        self.continue_in(used_up);
        self.renew_budget_and_jump(pc);
    }

    fn renew_budget_and_jump(&mut self, pc: usize) {
        self.renew_budget(pc);
        self.convert_to_block_kinds(pc);
        let block = self.blocks[&pc];
        self.builder.ins().jump(block, &[]);
    }

    /// Ends an iteration of a counting loop: `before` is the counter's previous value (the new one is already written),
    /// and there is another iteration if `more` holds. The comparison uses the previous value, so that the previous
    /// value is dead when the counter is stepped.
    pub(super) fn count_iteration(&mut self, before: Value, more: Value) -> TranslationResult {
        let (next, to) = (self.next(), jump_target(self.unit.code(), self.pc)?);
        crate::dirty_slots::apply_op(self.unit, self.pc, &mut self.dirty_slots);
        let [back, bound, used_up, ends] = std::array::from_fn(|_| self.builder.create_block());
        self.builder.set_cold_block(used_up);
        let reached = self.builder.use_var(self.counter_bound);
        // Cranelift places the second target of the branch next, so the loop continues without a jump.
        let stops = self.builder.ins().icmp(IntCC::SignedGreaterThanOrEqual, before, reached);
        self.builder.ins().brif(stops, bound, &[], back, &[]);
        self.continue_in(bound);
        self.builder.ins().brif(more, used_up, &[], ends, &[]);
        self.continue_in(ends);
        // The counter was stepped, but no iteration follows: raise the end by one, so that the budget stays the same.
        let end = self.builder.use_var(self.budget);
        let end = self.builder.ins().iadd_imm_s(end, 1);
        self.builder.def_var(self.budget, end);
        self.convert_to_block_kinds(next);
        let after = self.blocks[&next];
        self.builder.ins().jump(after, &[]);
        self.continue_in(used_up);
        self.renew_budget_and_jump(to);
        self.finish_edge(to, back);
        Some(Flow::Ends)
    }

    /// Asks for a new budget; exits before the instruction at `pc` if there is none.
    pub(super) fn renew_budget(&mut self, pc: usize) {
        let cx = self.context_pointer();
        let n = self.call_helper_on_cold_path(Helper::Budget, &[cx]);
        let over = self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, n, 0);
        let zero = self.constant(0);
        self.set_budget(zero);
        self.exit_if(over, pc, CompiledExitStatus::Budget);
        self.set_budget(n);
    }
}
