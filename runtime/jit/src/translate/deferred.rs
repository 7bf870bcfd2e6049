//! Deferred calls at the end of a function.

use crate::abi::{CompiledExitStatus, Helper, REGISTER_ARGS};
use crate::translate::{CONTINUES_WITH_NEXT, TranslationResult, Translator};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

impl Translator<'_> {
    /// Runs the deferred calls of the frame. Each call begins and ends as in the interpreter, so that the interpreter
    /// can take over in the middle: a call that takes a side exit returns to the VM, which then repeats this
    /// instruction.
    pub(super) fn translate_deferred(&mut self, op: Op) -> TranslationResult {
        let Op::RunDefers { win } = op else { return None };
        let (again, done) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().jump(again, &[]);
        self.builder.switch_to_block(again);
        self.begin_new_side_exit();
        let n = self.load_budget();
        self.store_cx(n, self.layout.budget);
        let window = self.constant(win.0.into());
        let at = self.instruction_address(self.pc);
        let cx = self.context_pointer();
        let entry = self.call_helper(Helper::BeginDeferred, &[cx, self.frame_base, window, at]);
        let is_none = self.builder.ins().icmp_imm_s(IntCC::Equal, entry, 0);
        let call = self.builder.create_block();
        self.builder.ins().brif(is_none, done, &[], call, &[]);
        self.continue_in(call);
        let cannot = self.builder.ins().icmp_imm_s(IntCC::Equal, entry, 1);
        self.side_exit_if(cannot);
        let here = [self.pc];
        let is_callee = |slot: usize| slot + 2 >= usize::from(win.0);
        let interpreted = self.builder.ins().icmp_imm_s(IntCC::Equal, entry, 2);
        self.propagate_side_exit_if(interpreted, CompiledExitStatus::Interpret, &here, is_callee);
        self.call_deferred(win, entry);
        self.builder.ins().jump(again, &[]);
        self.continue_in(done);
        self.begin_new_side_exit();
        CONTINUES_WITH_NEXT
    }

    fn call_deferred(&mut self, win: Slot, entry: Value) {
        let base = self.builder.ins().iadd_imm_s(self.frame_base, i64::from(win.0) * 8);
        let n = self.load_budget();
        let mut args = vec![base, n];
        for i in 0..REGISTER_ARGS {
            args.push(self.builder.ins().load(I64, self.frame_flags, base, Self::frame_offset(i)));
        }
        let call = self.builder.ins().call_indirect(
            self.signatures.call_signatures[REGISTER_ARGS],
            entry,
            &args,
        );
        let left = self.builder.inst_results(call)[0];
        self.propagate_if_status(left, &[self.pc], win.0.into());
        self.set_budget(left);
        let cx = self.context_pointer();
        self.call_helper(Helper::EndDeferred, &[cx]);
    }
}
