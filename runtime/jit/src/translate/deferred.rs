//! Deferred calls at the end of a function.

use crate::abi::{Helper, REGISTER_ARGS, Status};
use crate::translate::{DONE, Translated, Translator};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

impl Translator<'_> {
    /// Runs the deferred calls of the frame. Each call begins and ends as in the interpreter, so that the interpreter
    /// can take over in the middle: a call that takes a side exit returns to the VM, which then repeats this
    /// instruction.
    pub(super) fn deferred(&mut self, op: Op) -> Translated {
        let Op::RunDefers { win } = op else { return None };
        let (again, done) = (self.b.create_block(), self.b.create_block());
        self.b.ins().jump(again, &[]);
        self.b.switch_to_block(again);
        self.begin_new_side_exit();
        let n = self.budget();
        self.store_cx(n, self.layout.n);
        let window = self.iconst(win.0.into());
        let at = self.address_of(self.pc);
        let cx = self.cx();
        let entry = self.call_helper(Helper::BeginDeferred, &[cx, self.r, window, at]);
        let is_none = self.b.ins().icmp_imm_s(IntCC::Equal, entry, 0);
        let call = self.b.create_block();
        self.b.ins().brif(is_none, done, &[], call, &[]);
        self.continue_in(call);
        let cannot = self.b.ins().icmp_imm_s(IntCC::Equal, entry, 1);
        self.side_exit_if(cannot);
        let here = [self.pc];
        let is_callee = |slot: usize| slot + 2 >= usize::from(win.0);
        let interpreted = self.b.ins().icmp_imm_s(IntCC::Equal, entry, 2);
        self.propagate_side_exit_if(interpreted, Status::Interpret, &here, is_callee);
        self.call_deferred(win, entry);
        self.b.ins().jump(again, &[]);
        self.continue_in(done);
        self.begin_new_side_exit();
        DONE
    }

    fn call_deferred(&mut self, win: Slot, entry: Value) {
        let base = self.b.ins().iadd_imm_s(self.r, i64::from(win.0) * 8);
        let n = self.budget();
        let mut args = vec![base, n];
        for i in 0..REGISTER_ARGS {
            args.push(self.b.ins().load(I64, self.frame, base, Self::offset(i)));
        }
        let call = self.b.ins().call_indirect(self.signatures.calls[REGISTER_ARGS], entry, &args);
        let left = self.b.inst_results(call)[0];
        self.propagate_if_left(left, &[self.pc], win.0.into());
        self.set_budget(left);
        let cx = self.cx();
        self.call_helper(Helper::EndDeferred, &[cx]);
    }
}
