//! `go` and `defer`: the statement fills the window of a call; the call is executed later.

use crate::func::FuncGen;
use crate::invariant::panic_broken_invariant;
use crate::program::tables::empty_func;
use minigo_bytecode::assembler::Label;
use minigo_bytecode::operand::{FuncId, Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_syntax::source::Pos;
use minigo_types::program::{Call, Callee, CompareOp, Expr, ExprKind};
use minigo_types::ty::Signature;

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn go(&mut self, e: &'p Expr, pos: Pos) {
        let is_bare = |sig: &Signature| sig.params.is_empty() && sig.results.is_empty();
        let wraps = match &e.kind {
            ExprKind::Call(call) => match &call.callee {
                Callee::Value(f) => {
                    !is_bare(self.program_gen.signature(f.ty)) && self.may_be_nil(f)
                }
                _ => false,
            },
            _ => false,
        };
        let done = self.label();
        let go = |win, func| Op::GoFunc { win, func };
        self.delayed_call(e, pos, go, |this, win, f| {
            if wraps {
                this.go_nil_func(win, f, done);
            }
            Op::GoClosure { win, f }
        });
        self.asm.bind(done);
    }

    fn may_be_nil(&self, f: &Expr) -> bool {
        !matches!(f.kind, ExprKind::Closure(_) | ExprKind::Func(_) | ExprKind::BoundMethod(..))
    }

    /// Calls a nil `f` with parameters or results in the new goroutine through a function that gc generates, so that
    /// the panic occurs there. (Only `go f()` with a nil `func()` panics in the statement.)
    fn go_nil_func(&mut self, win: Slot, f: Slot, done: Label) {
        let fine = self.label();
        self.branch_imm(CompareOp::Ne, f, 0, fine);
        let func = Wide::new(self.nil_call_func().0);
        self.emit_ext(Op::GoFunc { win, func }, 0, 0);
        self.jump(done);
        self.asm.bind(fine);
    }

    /// Makes a function that calls a nil function value.
    fn nil_call_func(&mut self) -> FuncId {
        let (file, line) = self.program_gen.file_and_line(self.position());
        let name = format!("{}.gowrap1", self.func.map_or("", |f| &f.name));
        let mut empty = empty_func(&name, 0, 0);
        (empty.file, empty.line) = (file, line);
        let id = self.program_gen.add_func(empty);
        let mut f = FuncGen::new(self.program_gen, None);
        f.asm.set_inlined_line(file, line, None);
        let callee = f.regs.alloc(1);
        f.load_int(callee, 0);
        let win = f.regs.alloc_call_window(0);
        f.emit(Op::CallClosure { win, f: callee, n: 0 });
        f.emit(Op::Ret {});
        f.finish(id);
        id
    }

    pub(crate) fn defer(&mut self, e: &'p Expr) {
        self.delayed_call(
            e,
            e.pos,
            |win, func| Op::DeferFunc { win, func },
            |_, win, f| Op::DeferClosure { win, f },
        );
    }

    /// Makes the method value of the interface `x`, and the window with the arguments of its call.
    fn bind_method(
        &mut self,
        e: &'p Expr,
        x: &'p Expr,
        method: u32,
        args: &'p [Expr],
    ) -> (Slot, Slot) {
        let site = self.program_gen.call_site(x.ty, method);
        let dst = self.regs.alloc(1);
        let x = self.operand(x);
        let win = self.args(args, 0, 0);
        // As in gc, a nil interface panics when the arguments are evaluated.
        self.set_pos(e.pos);
        self.emit_ext(Op::BindIface { dst, x }, 0, site.0);
        (dst, win)
    }

    fn delayed_call(
        &mut self,
        e: &'p Expr,
        pos: Pos,
        func: impl FnOnce(Slot, Wide) -> Op,
        closure: impl FnOnce(&mut Self, Slot, Slot) -> Op,
    ) {
        let ExprKind::Call(call) = &e.kind else {
            panic_broken_invariant("the operand of `go` or `defer` is a call")
        };
        let Call { callee, args } = &**call;
        let slots = self.program_gen.slots_of(args.iter().map(|a| a.ty));
        let op = match callee {
            Callee::Func(f) => {
                let win = self.args(args, 0, 0);
                func(win, Wide::new(self.program_gen.func_id(*f).0))
            }
            Callee::Value(f) => {
                let f = self.operand(f);
                let win = self.args(args, 0, 0);
                self.set_pos(pos);
                closure(self, win, f)
            }
            Callee::Interface(x, method) => {
                let (f, win) = self.bind_method(e, x, *method, args);
                closure(self, win, f)
            }
        };
        // As in gc, the line is that of the statement, which may differ from that of the call: `go func() { … }()`.
        self.set_pos(pos);
        self.emit_ext(op, slots, 0);
    }
}
