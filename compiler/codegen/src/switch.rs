//! Expression and type switches: first all tests, then the bodies.

use crate::func::{FuncGen, Target};
use crate::package::Home;
use minigo_bytecode::assembler::Label;
use minigo_bytecode::operand::Slot;
use minigo_types::program::{Switch, TypeClause, TypeSwitch};

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn switch(&mut self, switch: &'p Switch) {
        let end = self.label();
        self.targets.insert(switch.target, Target { end, next: None });
        let bodies: Vec<Label> = switch.clauses.iter().map(|_| self.label()).collect();
        let mut default = end;
        for (clause, &body) in switch.clauses.iter().zip(&bodies) {
            let Some(conds) = &clause.conds else {
                default = body;
                continue;
            };
            for cond in conds {
                self.at(cond.pos);
                self.branch(cond, true, body);
            }
        }
        self.jump(default);
        for (clause, &body) in switch.clauses.iter().zip(&bodies) {
            self.asm.place(body);
            self.block(&clause.body);
            if !clause.fallthrough {
                self.jump(end);
            }
        }
        self.asm.place(end);
    }

    pub(crate) fn type_switch(&mut self, switch: &'p TypeSwitch) {
        let end = self.label();
        self.targets.insert(switch.target, Target { end, next: None });
        let x = self.operand(&switch.x);
        let bodies: Vec<Label> = switch.clauses.iter().map(|_| self.label()).collect();
        let mut default = end;
        for (clause, &body) in switch.clauses.iter().zip(&bodies) {
            let Some(types) = &clause.types else {
                default = body;
                continue;
            };
            for &ty in types {
                self.branch_type(ty, x, body);
            }
        }
        self.jump(default);
        for (clause, &body) in switch.clauses.iter().zip(&bodies) {
            self.asm.place(body);
            let (scope, mark) = (self.open_scope(), self.regs.mark());
            self.bind(clause, x);
            self.block(&clause.body);
            self.close_scope(scope);
            self.regs.release(mark);
            self.jump(end);
        }
        self.asm.place(end);
    }

    /// The variable of a clause: the value of its one type, or the interface itself.
    fn bind(&mut self, clause: &'p TypeClause, x: Slot) {
        use crate::layout::Shape;
        let Some(var) = clause.bind else { return };
        let ty = self.program.var(var).ty;
        let slot = self.temp(ty);
        if self.shape(ty) == Shape::Iface {
            self.mov(slot, x, 2);
        } else {
            self.unbox(ty, Slot(x.0 + 1), slot);
        }
        if self.g.is_boxed(var) {
            self.declare_cell(var);
            let place = self.var_place(var);
            self.store(place, ty, slot);
        } else {
            self.set_home(var, Home::Slots(slot));
        }
    }
}
