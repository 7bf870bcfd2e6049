//! Expression and type switches: all tests come first, then the bodies.

use crate::func::FuncGen;
use crate::func::jump_targets::Target;
use crate::program::layout::Shape;
use crate::program::location::Location;
use minigo_bytecode::assembler::Label;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::{CompareOp, ExprKind, Switch, TypeClause, TypeSwitch};
use minigo_types::ty::TypeId;

/// The value that a switch compares with its cases.
#[derive(Clone, Copy, PartialEq)]
struct Tag {
    slot: Slot,
    /// Whether the value is ordered as an unsigned number of 64 bits.
    is_unsigned: bool,
}

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn switch(&mut self, switch: &'p Switch) {
        let end = self.label();
        self.targets.insert(switch.target, Target { break_label: end, continue_label: None });
        let bodies: Vec<Label> = switch.clauses.iter().map(|_| self.label()).collect();
        let mut default = end;
        if let Some((tag, cases)) = self.sorted_cases(switch, &bodies) {
            let has_default = switch.clauses.iter().position(|c| c.conds.is_none());
            default = has_default.map_or(end, |at| bodies[at]);
            self.binary_search(&tag, &cases, default);
        } else {
            for (clause, &body) in switch.clauses.iter().zip(&bodies) {
                let Some(conds) = &clause.conds else {
                    default = body;
                    continue;
                };
                for cond in conds {
                    self.set_pos(cond.pos);
                    self.branch(cond, true, body);
                }
            }
            self.jump(default);
        }
        for (clause, &body) in switch.clauses.iter().zip(&bodies) {
            self.asm.bind(body);
            self.block(&clause.body);
            if !clause.fallthrough && self.is_reachable() {
                self.jump(end);
            }
        }
        self.asm.pop_jump_to(end);
        self.asm.bind(end);
    }

    /// The cases of a switch over integers in ascending order, if there are enough of them for a binary search.
    fn sorted_cases(
        &mut self,
        switch: &'p Switch,
        bodies: &[Label],
    ) -> Option<(Tag, Vec<(i64, Label)>)> {
        let mut tag: Option<Tag> = None;
        let mut cases = Vec::new();
        for (clause, &body) in switch.clauses.iter().zip(bodies) {
            for cond in clause.conds.iter().flatten() {
                let ExprKind::Compare(CompareOp::Eq, x, n) = &cond.kind else { return None };
                let ExprKind::Var(var) = x.kind else { return None };
                let Location::Slots(slot) = self.location(var) else { return None };
                let shape = self.shape(x.ty);
                let new = Tag { slot, is_unsigned: shape.is_u64() };
                if !matches!(shape, Shape::Int { .. }) || *tag.get_or_insert(new) != new {
                    return None;
                }
                cases.push((self.const_int(n)?, body));
            }
        }
        if tag?.is_unsigned {
            cases.sort_by_key(|&(n, _)| n as u64);
        } else {
            cases.sort_by_key(|&(n, _)| n);
        }
        let distinct = cases.windows(2).all(|w| w[0].0 != w[1].0);
        (cases.len() >= 6 && distinct).then(|| tag.map(|tag| (tag, cases)))?
    }

    /// Generates a binary search over the cases.
    fn binary_search(&mut self, tag: &Tag, cases: &[(i64, Label)], default: Label) {
        if cases.len() <= 3 {
            for &(n, body) in cases {
                self.branch_equal(tag, n, body);
            }
            return self.jump(default);
        }
        let (low, high) = cases.split_at(cases.len() / 2);
        let above = self.label();
        self.branch_at_least(tag, high[0].0, above);
        self.binary_search(tag, low, default);
        self.asm.bind(above);
        self.binary_search(tag, high, default);
    }

    /// Jumps forward if the tag is `n`.
    fn branch_equal(&mut self, tag: &Tag, n: i64, to: Label) {
        if let Ok(imm) = i16::try_from(n) {
            return self.branch_imm(CompareOp::Eq, tag.slot, imm, to);
        }
        let mark = self.regs.height();
        let a = self.const_slot(n);
        self.asm.jump(Op::JmpEq { a, b: tag.slot, to: 0 }, to);
        self.regs.release(mark);
    }

    /// Jumps forward if the tag is `n` or greater.
    fn branch_at_least(&mut self, tag: &Tag, n: i64, to: Label) {
        if !tag.is_unsigned
            && let Ok(imm) = i16::try_from(n)
        {
            return self.branch_imm(CompareOp::Ge, tag.slot, imm, to);
        }
        let mark = self.regs.height();
        let (a, b) = (self.const_slot(n), tag.slot);
        let op =
            if tag.is_unsigned { Op::JmpLeU { a, b, to: 0 } } else { Op::JmpLe { a, b, to: 0 } };
        self.asm.jump(op, to);
        self.regs.release(mark);
    }

    pub(crate) fn type_switch(&mut self, switch: &'p TypeSwitch) {
        let end = self.label();
        self.targets.insert(switch.target, Target { break_label: end, continue_label: None });
        let first_free = self.regs.alloc(0);
        let x = self.operand(&switch.x);
        let stable = match switch.x.kind {
            ExprKind::Var(var) => self.is_never_reassigned(var),
            _ => x >= first_free,
        };
        let bodies: Vec<Label> = switch.clauses.iter().map(|_| self.label()).collect();
        let mut default = end;
        for (clause, &body) in switch.clauses.iter().zip(&bodies) {
            let Some(types) = &clause.types else {
                default = body;
                continue;
            };
            for &ty in types {
                self.branch_type(ty, x, switch.x.ty, body);
            }
        }
        self.jump(default);
        for (clause, &body) in switch.clauses.iter().zip(&bodies) {
            self.asm.bind(body);
            let (scope, mark) = (self.open_scope(), self.regs.height());
            self.bind_variable(clause, x, switch.x.ty, stable);
            self.block(&clause.body);
            self.close_scope(scope);
            self.regs.release(mark);
            if self.is_reachable() {
                self.jump(end);
            }
        }
        self.asm.pop_jump_to(end);
        self.asm.bind(end);
    }

    /// Binds the variable of a clause to the value of its one type, or to the interface itself, of type `from`. If
    /// neither the variable nor the interface changes, the variable shares the interface's slots.
    fn bind_variable(&mut self, clause: &'p TypeClause, x: Slot, from: TypeId, stable: bool) {
        let Some(var) = clause.bound_var else { return };
        let ty = self.program.var(var).ty;
        let shape = self.shape(ty);
        if stable && self.is_never_reassigned(var) && !self.program_gen.is_boxed(var) {
            if shape == Shape::Iface && self.has_same_type_word(from, ty) {
                return self.set_location(var, Location::Slots(x));
            }
            if shape != Shape::Iface && self.program_gen.fits_data_word(ty) && self.slots(ty) == 1 {
                return self.set_location(var, Location::Slots(Slot(x.0 + 1)));
            }
        }
        let slot = self.temp(ty);
        if shape == Shape::Iface {
            self.mov(slot, x, 2);
            self.convert_type_word(slot, from, ty);
        } else {
            self.unbox(ty, Slot(x.0 + 1), slot);
        }
        if self.program_gen.is_boxed(var) {
            self.declare_cell(var);
            let lvalue = self.var_lvalue(var);
            self.store(lvalue, ty, slot);
        } else {
            self.set_location(var, Location::Slots(slot));
        }
    }
}
