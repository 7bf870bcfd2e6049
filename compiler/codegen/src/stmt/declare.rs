//! Declarations of variables.

use crate::func::FuncGen;
use crate::invariant::panic_broken_invariant;
use crate::program::location::Location;
use minigo_bytecode::operand::Slot;
use minigo_types::program::{Expr, ExprKind, VarId};
use minigo_types::ty::Type;

impl<'p> FuncGen<'_, 'p> {
    /// Declares a variable with a value. The variable takes over the result slots of a call.
    pub(crate) fn declare(&mut self, var: VarId, e: &'p Expr) {
        if self.declare_static_closure(var, e) {
            return;
        }
        self.note_nonescaping_variable(var, e);
        if self.layout(e.ty).is_indirect() && self.is_never_reassigned(var) {
            let src = self.operand(e);
            return self.declare_existing_cell(var, src);
        }
        if self.program_gen.is_boxed(var) {
            self.declare_cell(var);
            let lvalue = self.var_lvalue(var);
            let mark = self.regs.height();
            self.init(lvalue, e);
            self.regs.release(mark);
            return;
        }
        if let ExprKind::Call(call) = &e.kind
            && !self.is_intrinsic(call)
        {
            let slot = self.call(e, call);
            return self.set_location(var, Location::Slots(slot));
        }
        let slot = self.temp(e.ty);
        self.eval_into_unread_slot(e, slot);
        self.set_location(var, Location::Slots(slot));
    }

    /// Declares variables for the values of a tuple, in the slots of the tuple.
    pub(crate) fn declare_tuple(&mut self, vars: &'p [Option<VarId>], e: &'p Expr) {
        let mut slot = self.operand(e);
        let Type::Tuple(parts) = self.program.types.get(e.ty) else {
            panic_broken_invariant("several variables are declared by tuples")
        };
        for (var, &ty) in vars.iter().zip(parts) {
            if let Some(var) = *var {
                if self.program_gen.is_boxed(var) {
                    self.declare_cell(var);
                    let lvalue = self.var_lvalue(var);
                    self.store(lvalue, ty, slot);
                } else {
                    self.set_location(var, Location::Slots(slot));
                }
            }
            slot = Slot(slot.0.wrapping_add(self.slots(ty) as u16));
        }
    }
}
