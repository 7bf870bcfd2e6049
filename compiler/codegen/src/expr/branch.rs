//! Conditions as jumps: comparisons are fused with their jump, and `&&` and `||` need no bool.

use crate::func::FuncGen;
use crate::program::layout::Shape;
use crate::program::location::Location;
use minigo_bytecode::assembler::Label;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{Call, Callee, CompareOp, Expr, ExprKind, UnaryOp};

impl<'p> FuncGen<'_, 'p> {
    /// Jumps to `to` if `e` is `when`, else continues. A target that is already bound is the start of a loop.
    pub(crate) fn branch(&mut self, e: &'p Expr, when: bool, to: Label) {
        let mark = self.regs.height();
        self.branch_inner(e, when, to);
        self.regs.release(mark);
    }

    fn branch_inner(&mut self, e: &'p Expr, when: bool, to: Label) {
        match &e.kind {
            _ if self.const_int(e).is_some() => {
                if (self.const_int(e) == Some(1)) == when {
                    self.jump(to);
                }
            }
            ExprKind::Unary(UnaryOp::Not, x) => self.branch(x, !when, to),
            ExprKind::AndAnd(..) | ExprKind::OrOr(..) if self.branch_interval(e, when, to) => {}
            ExprKind::Index(x, i)
                if !self.is_label_bound(to) && self.branch_bool_element(e, x, i, when, to) => {}
            ExprKind::AndAnd(x, y) if when => self.branch_both(x, y, true, to),
            ExprKind::AndAnd(x, y) => self.branch_either(x, y, false, to),
            ExprKind::OrOr(x, y) if when => self.branch_either(x, y, true, to),
            ExprKind::OrOr(x, y) => self.branch_both(x, y, false, to),
            ExprKind::Compare(op, x, y) => self.branch_compare(e, *op, x, y, when, to),
            ExprKind::Call(call) if self.branch_call(call, when, to) => {}
            _ => {
                let a = self.operand(e);
                self.branch_bool(a, when, to);
            }
        }
    }

    /// Jumps on the result of a call that an instruction replaces, or whose body is an expression that is inlined.
    /// Returns false for other calls.
    fn branch_call(&mut self, call: &'p Call, when: bool, to: Label) -> bool {
        if self.branch_intrinsic(call, when, to) {
            return true;
        }
        let Callee::Func(f) = call.callee else { return false };
        let Some(body) = self.inline_expr_of(f) else { return false };
        self.bind_params(f, &call.args);
        self.inlining_depth += 1;
        self.branch(body, when, to);
        self.inlining_depth -= 1;
        true
    }

    /// Jumps if both operands have the value `when`.
    fn branch_both(&mut self, x: &'p Expr, y: &'p Expr, when: bool, to: Label) {
        let skip = self.label();
        self.branch(x, !when, skip);
        self.branch(y, when, to);
        self.asm.bind(skip);
    }

    /// Jumps to `to` if `x` or `y` has the value `when`.
    fn branch_either(&mut self, x: &'p Expr, y: &'p Expr, when: bool, to: Label) {
        self.branch(x, when, to);
        self.branch(y, when, to);
    }

    /// Jumps if the bool in `a` is `when`.
    pub(crate) fn branch_bool(&mut self, a: Slot, when: bool, to: Label) {
        let (back, at) = (self.is_label_bound(to), Wide::new(0));
        let op = match (back, when) {
            (false, true) => Op::JmpIf { a, to: at },
            (false, false) => Op::JmpIfNot { a, to: at },
            (true, true) => Op::LoopIf { a, to: at },
            (true, false) => Op::LoopIfNot { a, to: at },
        };
        self.asm.jump(op, to);
    }

    /// Jumps if an element of a variable has the value `when`.
    fn branch_bool_element(
        &mut self,
        e: &'p Expr,
        x: &'p Expr,
        i: &'p Expr,
        when: bool,
        to: Label,
    ) -> bool {
        let ExprKind::Var(var) = x.kind else { return false };
        let array = self.shape(x.ty) == Shape::Array;
        let near = match self.location(var) {
            Location::Cell(_) => array,
            Location::Slots(_) => !array,
            _ => false,
        };
        if !near || self.has_call(i) {
            return false;
        }
        let x = if array { self.array_pointer_and_length(x) } else { self.pointer_and_length(x) };
        let (unsigned, i) = (self.is_unsigned(i), self.operand(i));
        self.set_pos(e.pos);
        self.note_index_sign(unsigned);
        let op =
            if when { Op::JmpIfIndex { x, i, to: 0 } } else { Op::JmpIfNotIndex { x, i, to: 0 } };
        self.asm.jump(op, to);
        true
    }

    fn is_label_bound(&self, to: Label) -> bool {
        self.asm.try_label_pc(to).is_some()
    }

    /// Computes the condition `e` as a bool in `dst`, by jumps.
    pub(crate) fn condition_value(&mut self, e: &'p Expr, dst: Slot) {
        let (no, end) = (self.label(), self.label());
        self.branch(e, false, no);
        self.load_int(dst, 1);
        self.jump(end);
        self.asm.bind(no);
        self.load_int(dst, 0);
        self.asm.bind(end);
    }

    fn branch_compare(
        &mut self,
        e: &'p Expr,
        op: CompareOp,
        x: &'p Expr,
        y: &'p Expr,
        when: bool,
        to: Label,
    ) {
        let shape = self.shape(x.ty);
        if shape.is_word() {
            let op = if when { op } else { negated(op) };
            return self.branch_words(op, shape, x, y, to);
        }
        if let Some(word) = self.nil_comparison_word(x, y) {
            let op = if (op == CompareOp::Eq) == when { CompareOp::Eq } else { CompareOp::Ne };
            return self.branch_imm(op, word, 0, to);
        }
        if shape == Shape::F64 && !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            let (a, b) = (self.operand(x), self.operand(y));
            return self.branch_f64(op, a, b, when, to);
        }
        // There is no instruction for `!=`: the jump tests whether the result of `==` is `!when`.
        let (op, when) = if op == CompareOp::Ne && shape != Shape::F64 && shape != Shape::F32 {
            (CompareOp::Eq, !when)
        } else {
            (op, when)
        };
        let dst = self.regs.alloc(1);
        self.compare_values(e, op, x, y, dst);
        self.branch_bool(dst, when, to);
    }

    fn branch_f64(&mut self, op: CompareOp, a: Slot, b: Slot, when: bool, to: Label) {
        let (a, b) = match op {
            CompareOp::Gt | CompareOp::Ge => (b, a),
            _ => (a, b),
        };
        let less = matches!(op, CompareOp::Lt | CompareOp::Gt);
        let back = self.is_label_bound(to);
        let skip = self.label();
        let (target, when) = if back { (skip, !when) } else { (to, when) };
        let op = match (less, when) {
            (true, true) => Op::JmpLtF64 { a, b, to: 0 },
            (true, false) => Op::JmpNotLtF64 { a, b, to: 0 },
            (false, true) => Op::JmpLeF64 { a, b, to: 0 },
            (false, false) => Op::JmpNotLeF64 { a, b, to: 0 },
        };
        self.asm.jump(op, target);
        if back {
            self.jump(to);
        }
        self.asm.bind(skip);
    }

    /// For a comparison with nil: the slot of the word that is 0 if the operand is nil.
    pub(crate) fn nil_comparison_word(&mut self, x: &'p Expr, y: &'p Expr) -> Option<Slot> {
        let (x, _) = match (&x.kind, &y.kind) {
            (_, ExprKind::Zero) => (x, y),
            (ExprKind::Zero, _) => (y, x),
            _ => return None,
        };
        match self.shape(x.ty) {
            Shape::Iface | Shape::Slice => Some(self.operand(x)),
            _ => None,
        }
    }

    fn branch_words(&mut self, op: CompareOp, shape: Shape, x: &'p Expr, y: &'p Expr, to: Label) {
        if let Some(imm) = self.comparison_imm(y, op, shape) {
            let a = self.operand(x);
            return self.branch_imm(op, a, imm, to);
        }
        if let Some(imm) = self.comparison_imm(x, mirrored(op), shape) {
            let a = self.operand(y);
            return self.branch_imm(mirrored(op), a, imm, to);
        }
        let (a, b) = (self.operand(x), self.operand(y));
        let (a, b) = match op {
            CompareOp::Gt | CompareOp::Ge => (b, a),
            _ => (a, b),
        };
        let (back, unsigned) = (self.is_label_bound(to), shape.is_u64());
        use CompareOp as C;
        let op = match (op, unsigned, back) {
            (C::Eq, _, false) => Op::JmpEq { a, b, to: 0 },
            (C::Ne, _, false) => Op::JmpNe { a, b, to: 0 },
            (C::Lt | C::Gt, false, false) => Op::JmpLt { a, b, to: 0 },
            (C::Le | C::Ge, false, false) => Op::JmpLe { a, b, to: 0 },
            (C::Lt | C::Gt, true, false) => Op::JmpLtU { a, b, to: 0 },
            (C::Le | C::Ge, true, false) => Op::JmpLeU { a, b, to: 0 },
            (C::Eq, _, true) => Op::LoopEq { a, b, to: 0 },
            (C::Ne, _, true) => Op::LoopNe { a, b, to: 0 },
            (C::Lt | C::Gt, false, true) => Op::LoopLt { a, b, to: 0 },
            (C::Le | C::Ge, false, true) => Op::LoopLe { a, b, to: 0 },
            (C::Lt | C::Gt, true, true) => Op::LoopLtU { a, b, to: 0 },
            (C::Le | C::Ge, true, true) => Op::LoopLeU { a, b, to: 0 },
        };
        self.asm.jump(op, to);
    }

    /// Jumps if the comparison of the word in `a` with a number holds.
    pub(crate) fn branch_imm(&mut self, op: CompareOp, a: Slot, imm: i16, to: Label) {
        use CompareOp as C;
        if (op, imm) == (C::Ge, 0) && !self.is_label_bound(to) && self.fuse_jump_with_add(a, to) {
            return;
        }
        if self.is_label_bound(to) {
            let op = match op {
                C::Eq => {
                    let skip = self.label();
                    self.asm.jump(Op::JmpNeImm { a, imm, to: 0 }, skip);
                    self.jump(to);
                    return self.asm.bind(skip);
                }
                C::Ne => Op::LoopNeImm { a, imm, to: 0 },
                C::Lt => Op::LoopLtImm { a, imm, to: 0 },
                C::Le => Op::LoopLeImm { a, imm, to: 0 },
                C::Gt => Op::LoopGtImm { a, imm, to: 0 },
                C::Ge => Op::LoopGeImm { a, imm, to: 0 },
            };
            return self.asm.jump(op, to);
        }
        let op = match op {
            C::Eq => Op::JmpEqImm { a, imm, to: 0 },
            C::Ne => Op::JmpNeImm { a, imm, to: 0 },
            C::Lt => Op::JmpLtImm { a, imm, to: 0 },
            C::Le => Op::JmpLeImm { a, imm, to: 0 },
            C::Gt => Op::JmpGtImm { a, imm, to: 0 },
            C::Ge => Op::JmpGeImm { a, imm, to: 0 },
        };
        self.asm.jump(op, to);
    }

    /// The immediate operand for a comparison with `e` on the right. Unsigned comparisons accept immediates only for
    /// equality.
    pub(crate) fn comparison_imm(&self, e: &Expr, op: CompareOp, shape: Shape) -> Option<i16> {
        let imm = self.const_imm(e)?;
        let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        (equality || !shape.is_u64()).then_some(imm)
    }

    /// Jumps if `a >= b`, with unsigned operands if `unsigned`.
    pub(crate) fn branch_ge(&mut self, a: Slot, b: Slot, unsigned: bool, to: Label) {
        let op = if unsigned {
            Op::JmpLeU { a: b, b: a, to: 0 }
        } else {
            Op::JmpLe { a: b, b: a, to: 0 }
        };
        self.asm.jump(op, to);
    }

    /// Jumps to `to` if the iterator is at its end.
    pub(crate) fn branch_map_end(&mut self, iter: Slot, to: Label) {
        self.asm.jump(Op::MapNext { iter, to: Wide::new(0) }, to);
    }
}

/// The comparison that holds exactly if `op` does not.
pub(crate) fn negated(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::Lt => CompareOp::Ge,
        CompareOp::Le => CompareOp::Gt,
        CompareOp::Gt => CompareOp::Le,
        CompareOp::Ge => CompareOp::Lt,
    }
}

/// The comparison that is equivalent to `op` if the operands are exchanged.
pub(crate) fn mirrored(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Lt => CompareOp::Gt,
        CompareOp::Le => CompareOp::Ge,
        CompareOp::Gt => CompareOp::Lt,
        CompareOp::Ge => CompareOp::Le,
        _ => op,
    }
}
