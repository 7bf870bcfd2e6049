//! `go` and `defer`: a call's window is built now, the call is made later.

use crate::func::FuncGen;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_syntax::source::Pos;
use minigo_types::program::{Call, Callee, Expr, ExprKind};

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn go(&mut self, e: &'p Expr, pos: Pos) {
        self.later(e, pos, |win, func| Op::GoFunc { win, func }, |win, f| Op::GoClosure { win, f });
    }

    pub(crate) fn defer(&mut self, e: &'p Expr) {
        self.later(
            e,
            e.pos,
            |win, func| Op::DeferFunc { win, func },
            |win, f| Op::DeferClosure { win, f },
        );
    }

    fn later(
        &mut self,
        e: &'p Expr,
        pos: Pos,
        func: impl FnOnce(Slot, Wide) -> Op,
        closure: impl FnOnce(Slot, Slot) -> Op,
    ) {
        let ExprKind::Call(call) = &e.kind else {
            unreachable!("the checker makes calls of all that is deferred or started")
        };
        let Call { callee, args } = &**call;
        let slots = self.g.slots_of(args.iter().map(|a| a.ty));
        let op = match callee {
            Callee::Func(f) => {
                let win = self.args(args, 0, 0);
                func(win, Wide::new(f.0))
            }
            Callee::Value(f) => {
                let f = self.operand(f);
                let win = self.args(args, 0, 0);
                closure(win, f)
            }
            Callee::Interface(x, method) => {
                let site = self.g.site(x.ty, *method);
                let f = self.regs.alloc(1);
                let x = self.operand(x);
                self.at(e.pos);
                self.emit_ext(Op::BindIface { dst: f, x }, 0, site.0);
                let win = self.args(args, 0, 0);
                closure(win, f)
            }
        };
        // As in gc the statement's line, where the call's may be another: `go func() { … }()`.
        self.at(pos);
        self.emit_ext(op, slots, 0);
    }
}
