//! Static closures: function values whose function is known where they are called. A static closure is a function
//! literal that is bound to a variable which is never assigned again, or passed to a small function that only calls it.
//!
//! A static closure exists at compile time only: no closure is allocated, each call of it is inlined, and its captured
//! variables are the variables of the surrounding code. Where the function value itself is needed after all, a closure
//! is allocated.
//!
//! A captured variable is never assigned after its capture, or it lives in a cell. So its location at the evaluation of
//! the literal is also its location at each call, as long as its slots are not released. A static closure that outlives
//! the code that evaluates it (as the result of an inlined function) therefore captures copies.

use crate::func::FuncGen;
use crate::invariant::{OrBrokenInvariant, panic_broken_invariant};
use crate::program::expr_forms::strip_conversions;
use crate::program::inlining::{StaticClosure, StaticClosureId};
use crate::program::layout::Shape;
use crate::program::location::Location;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{
    Body, Call, Callee, Conversion, Expr, ExprKind, FuncId, Stmt, StmtKind, VarId,
};

impl<'p> FuncGen<'_, 'p> {
    /// Evaluates the captured variables and returns the static closure, if `e` is one whose calls are worth inlining.
    pub(crate) fn static_closure(&mut self, e: &'p Expr) -> Option<StaticClosureId> {
        match &e.kind {
            ExprKind::Convert(Conversion::Same, x) => self.static_closure(x),
            ExprKind::Var(var) => match self.location(*var) {
                Location::StaticClosure(id) => Some(id),
                _ => None,
            },
            ExprKind::Func(f) if self.has_inlinable_body(*f) => Some(self.add_static_closure(*f)),
            ExprKind::Closure(f) if self.has_inlinable_body(*f) => {
                Some(self.add_static_closure(*f))
            }
            ExprKind::Call(call) => {
                let Callee::Func(maker) = call.callee else { return None };
                let literal =
                    self.literal_returned_by(maker).filter(|&f| self.has_inlinable_body(f))?;
                Some(self.returned_closure(call, maker, literal))
            }
            _ => None,
        }
    }

    /// The static closure for the literal that a call of `maker` returns; it captures the arguments.
    fn returned_closure(
        &mut self,
        call: &'p Call,
        maker: FuncId,
        literal: FuncId,
    ) -> StaticClosureId {
        let func = self.program.func(maker);
        let params = func.recv.iter().chain(&func.params).copied();
        let mut locations = Vec::new();
        for (param, arg) in params.zip(&call.args) {
            locations.push((param, self.captured_argument(param, arg)));
        }
        for (param, location) in locations {
            self.program_gen.locations[param.0 as usize] = location;
        }
        self.add_static_closure(literal)
    }

    /// Reports whether [`Self::static_closure`] would return a closure. Generates no code.
    pub(crate) fn is_static_closure(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Convert(Conversion::Same, x) => self.is_static_closure(x),
            ExprKind::Var(var) => matches!(self.location(*var), Location::StaticClosure(_)),
            ExprKind::Func(f) | ExprKind::Closure(f) => self.has_inlinable_body(*f),
            ExprKind::Call(call) => {
                let Callee::Func(maker) = call.callee else { return false };
                self.literal_returned_by(maker).is_some_and(|f| self.has_inlinable_body(f))
            }
            _ => false,
        }
    }

    fn add_static_closure(&mut self, func: FuncId) -> StaticClosureId {
        let captures = self.program.func(func).captures.iter();
        let captures = captures.map(|&var| (var, self.location(var))).collect();
        let known = &mut self.program_gen.static_closures.closures;
        known.push(StaticClosure { func, captures });
        StaticClosureId(known.len() as u32 - 1)
    }

    /// The literal that a function returns, if the function does nothing else.
    fn literal_returned_by(&mut self, maker: FuncId) -> Option<FuncId> {
        let func = self.program.func(maker);
        let Body::Block(body) = &func.body else { return None };
        let [Stmt { kind: StmtKind::Return(values), .. }] = &body[..] else { return None };
        let [value] = &values[..] else { return None };
        let ExprKind::Closure(literal) = &strip_conversions(value).kind else { return None };
        let mut params = func.recv.iter().chain(&func.params);
        let fixed =
            params.all(|&p| !self.program_gen.is_boxed(p) && !self.program.var(p).is_reassigned);
        let special = func.has_defer || func.has_recover || func.is_wrapper || func.is_replaceable;
        let plain = fixed && !special;
        (plain && !func.results.iter().any(|&r| self.program_gen.is_boxed(r))).then_some(*literal)
    }

    /// The location of a parameter that a static closure captures: its argument, in slots that are neither changed nor
    /// released.
    fn captured_argument(&mut self, param: VarId, arg: &'p Expr) -> Location {
        if self.is_called_only(param)
            && let Some(id) = self.static_closure(arg)
        {
            return Location::StaticClosure(id);
        }
        if let Some(n) = self.const_int(arg)
            && matches!(self.shape(arg.ty), Shape::Int { .. } | Shape::Bool)
        {
            return Location::Const(n);
        }
        let slot = self.temp(arg.ty);
        self.eval_into_unread_slot(arg, slot);
        Location::Slots(slot)
    }

    /// Declares a variable as a static closure, if its value is one; reports whether the value is a static closure.
    pub(crate) fn declare_static_closure(&mut self, var: VarId, e: &'p Expr) -> bool {
        let declared = self.program.var(var);
        if declared.is_reassigned || declared.is_captured || !self.can_inline() {
            return false;
        }
        if !self.has_func_type(var) || !self.is_static_closure(e) || !self.is_called_only(var) {
            return false;
        }
        let Some(id) = self.static_closure(e) else { return false };
        self.program_gen.locations[var.0 as usize] = Location::StaticClosure(id);
        true
    }

    /// Reports whether any argument of a call is a static closure that the callee only calls.
    pub(crate) fn has_static_closure_argument(&mut self, f: FuncId, args: &[Expr]) -> bool {
        let func = self.program.func(f);
        let params = func.recv.iter().chain(&func.params);
        params.zip(args).any(|(&param, arg)| self.is_static_closure_argument(param, arg))
    }

    /// Reports whether an argument is a static closure that the callee only calls.
    pub(crate) fn is_static_closure_argument(&mut self, param: VarId, arg: &Expr) -> bool {
        !self.program.var(param).is_reassigned
            && self.has_func_type(param)
            && self.is_static_closure(arg)
            && self.is_called_only(param)
    }

    /// The function of the static closure that `callee` denotes. Generates no code.
    pub(crate) fn static_callee_func(&mut self, callee: &Expr) -> Option<FuncId> {
        match &callee.kind {
            ExprKind::Convert(Conversion::Same, x) => self.static_callee_func(x),
            ExprKind::Closure(f) => Some(*f),
            ExprKind::Var(var) => {
                let Location::StaticClosure(id) = self.location(*var) else { return None };
                Some(self.program_gen.static_closures.closures[id.0 as usize].func)
            }
            ExprKind::Call(call) => match call.callee {
                Callee::Func(maker) => self.literal_returned_by(maker),
                _ => None,
            },
            _ => None,
        }
    }

    /// The static closure that `callee` denotes, for inlining the call. Evaluates the closure's captured variables.
    pub(crate) fn static_callee(&mut self, callee: &'p Expr) -> StaticClosureId {
        match &callee.kind {
            ExprKind::Convert(Conversion::Same, x) => self.static_callee(x),
            ExprKind::Closure(f) => self.add_static_closure(*f),
            ExprKind::Var(var) => match self.location(*var) {
                Location::StaticClosure(id) => id,
                _ => panic_broken_invariant("the variable is a static closure"),
            },
            ExprKind::Call(call) => {
                let Callee::Func(maker) = call.callee else {
                    panic_broken_invariant("the call returns a static closure")
                };
                let literal = self
                    .literal_returned_by(maker)
                    .or_broken_invariant("the function returns a function literal");
                self.returned_closure(call, maker, literal)
            }
            _ => panic_broken_invariant("the callee is a static closure"),
        }
    }

    /// Sets the captured variables' locations to those in the static closure. Returns the previous locations.
    pub(crate) fn enter_static_closure(&mut self, id: StaticClosureId) -> Vec<(VarId, Location)> {
        let captures = self.program_gen.static_closures.closures[id.0 as usize].captures.clone();
        self.set_capture_locations(captures)
    }

    pub(crate) fn set_capture_locations(
        &mut self,
        captures: Vec<(VarId, Location)>,
    ) -> Vec<(VarId, Location)> {
        let locations = &mut self.program_gen.locations;
        let swap = |(var, location)| {
            (var, std::mem::replace(&mut locations[(var as VarId).0 as usize], location))
        };
        captures.into_iter().map(swap).collect()
    }

    /// Allocates a closure for a static closure whose value is needed, and stores it in `dst`.
    pub(crate) fn static_closure_value(&mut self, id: StaticClosureId, dst: Slot) {
        let func = self.program_gen.static_closures.closures[id.0 as usize].func;
        if self.program.func(func).captures.is_empty() {
            let func = Wide::new(self.program_gen.func_id(func).0);
            return self.emit(Op::FuncValue { dst, func });
        }
        let before = self.enter_static_closure(id);
        self.closure(func, dst);
        self.set_capture_locations(before);
    }
}
