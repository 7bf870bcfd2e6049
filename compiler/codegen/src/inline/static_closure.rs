//! Function values that are known where they are called: a function literal that is bound to a variable nobody assigns to, or
//! given to a small function that only calls it.
//!
//! A module of its own since such a value is nowhere: no closure is made, each call of it stands for the literal's body, whose
//! captured variables are those of the code around. Where the value itself is wanted after all, a closure is made there.
//!
//! A captured variable is never assigned once it is captured or lives in a cell, so where it is when the literal is
//! evaluated, it is when the literal is called, as long as its slots are not given back: a known value that outlives the
//! code it was made in (what an inlined function returns) captures copies.

use crate::func::FuncGen;
use crate::program::expr_forms::same;
use crate::program::inlining::{Known, KnownId};
use crate::program::layout::Shape;
use crate::program::location::Home;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{
    Body, Call, Callee, Conversion, Expr, ExprKind, FuncId, Stmt, StmtKind, VarId,
};

impl<'p> FuncGen<'_, 'p> {
    /// Which function a value is, if its calls are better generated in place. Evaluates what it captures.
    pub(crate) fn known_function(&mut self, e: &'p Expr) -> Option<KnownId> {
        match &e.kind {
            ExprKind::Convert(Conversion::Same, x) => self.known_function(x),
            ExprKind::Var(var) => match self.home(*var) {
                Home::Known(id) => Some(id),
                _ => None,
            },
            ExprKind::Func(f) if self.has_inlinable_body(*f) => Some(self.know(*f)),
            ExprKind::Closure(f) if self.has_inlinable_body(*f) => Some(self.know(*f)),
            ExprKind::Call(call) => {
                let Callee::Func(maker) = call.callee else { return None };
                let literal = self.made_by(maker).filter(|&f| self.has_inlinable_body(f))?;
                Some(self.know_made(call, maker, literal))
            }
            _ => None,
        }
    }

    /// The literal that a call of `maker` returns, which captures the arguments.
    fn know_made(&mut self, call: &'p Call, maker: FuncId, literal: FuncId) -> KnownId {
        let func = self.program.func(maker);
        let params = func.recv.iter().chain(&func.params).copied();
        let mut homes = Vec::new();
        for (param, arg) in params.zip(&call.args) {
            homes.push((param, self.kept_argument(param, arg)));
        }
        for (param, home) in homes {
            self.g.homes[param.0 as usize] = home;
        }
        self.know(literal)
    }

    /// Whether [`Self::known_function`] would know it. Generates nothing.
    pub(crate) fn is_known_function(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Convert(Conversion::Same, x) => self.is_known_function(x),
            ExprKind::Var(var) => matches!(self.home(*var), Home::Known(_)),
            ExprKind::Func(f) | ExprKind::Closure(f) => self.has_inlinable_body(*f),
            ExprKind::Call(call) => {
                let Callee::Func(maker) = call.callee else { return false };
                self.made_by(maker).is_some_and(|f| self.has_inlinable_body(f))
            }
            _ => false,
        }
    }

    fn know(&mut self, func: FuncId) -> KnownId {
        let captures = self.program.func(func).captures.iter();
        let captures = captures.map(|&var| (var, self.home(var))).collect();
        let known = &mut self.g.functions.known;
        known.push(Known { func, captures });
        KnownId(known.len() as u32 - 1)
    }

    /// The literal that is all that a function returns, and all it does.
    fn made_by(&mut self, maker: FuncId) -> Option<FuncId> {
        let func = self.program.func(maker);
        let Body::Block(body) = &func.body else { return None };
        let [Stmt { kind: StmtKind::Return(values), .. }] = &body[..] else { return None };
        let [value] = &values[..] else { return None };
        let ExprKind::Closure(literal) = &same(value).kind else { return None };
        let mut params = func.recv.iter().chain(&func.params);
        let fixed = params.all(|&p| !self.g.is_boxed(p) && !self.program.var(p).reassigned);
        let plain = fixed && !func.has_defer && !func.has_recover && !func.wrapper;
        (plain && !func.results.iter().any(|&r| self.g.is_boxed(r))).then_some(*literal)
    }

    /// A parameter that a known function captures: its argument, where nobody changes it and its slots are not given back.
    fn kept_argument(&mut self, param: VarId, arg: &'p Expr) -> Home {
        if self.is_called_only(param)
            && let Some(id) = self.known_function(arg)
        {
            return Home::Known(id);
        }
        if let Some(n) = self.const_int(arg)
            && matches!(self.shape(arg.ty), Shape::Int { .. } | Shape::Bool)
        {
            return Home::Const(n);
        }
        let slot = self.temp(arg.ty);
        self.fresh_to(arg, slot);
        Home::Slots(slot)
    }

    /// Declares a variable that is a known function, if it is.
    pub(crate) fn declare_known(&mut self, var: VarId, e: &'p Expr) -> bool {
        let declared = self.program.var(var);
        if declared.reassigned || declared.captured || !self.can_inline() {
            return false;
        }
        if !self.is_function(var) || !self.is_known_function(e) || !self.is_called_only(var) {
            return false;
        }
        let Some(id) = self.known_function(e) else { return false };
        self.g.homes[var.0 as usize] = Home::Known(id);
        true
    }

    /// Whether some argument of a call is a known function that the callee only calls.
    pub(crate) fn has_known_argument(&mut self, f: FuncId, args: &[Expr]) -> bool {
        let func = self.program.func(f);
        let params = func.recv.iter().chain(&func.params);
        params.zip(args).any(|(&param, arg)| self.is_known_argument(param, arg))
    }

    /// Whether an argument is a known function that the callee only calls.
    pub(crate) fn is_known_argument(&mut self, param: VarId, arg: &Expr) -> bool {
        !self.program.var(param).reassigned
            && self.is_function(param)
            && self.is_known_function(arg)
            && self.is_called_only(param)
    }

    /// The function that a call's function value is. Generates nothing.
    pub(crate) fn callee_of(&mut self, callee: &Expr) -> Option<FuncId> {
        match &callee.kind {
            ExprKind::Convert(Conversion::Same, x) => self.callee_of(x),
            ExprKind::Closure(f) => Some(*f),
            ExprKind::Var(var) => {
                let Home::Known(id) = self.home(*var) else { return None };
                Some(self.g.functions.known[id.0 as usize].func)
            }
            ExprKind::Call(call) => match call.callee {
                Callee::Func(maker) => self.made_by(maker),
                _ => None,
            },
            _ => None,
        }
    }

    /// The same, for its call.
    pub(crate) fn known_callee(&mut self, callee: &'p Expr) -> KnownId {
        match &callee.kind {
            ExprKind::Convert(Conversion::Same, x) => self.known_callee(x),
            ExprKind::Closure(f) => self.know(*f),
            ExprKind::Var(var) => match self.home(*var) {
                Home::Known(id) => id,
                _ => unreachable!("the variable was asked for its function"),
            },
            ExprKind::Call(call) => {
                let Callee::Func(maker) = call.callee else {
                    unreachable!("the call was asked for its function")
                };
                let literal = self.made_by(maker).expect("the function makes one");
                self.know_made(call, maker, literal)
            }
            _ => unreachable!("the callee was asked for its function"),
        }
    }

    /// Puts the captured variables of a known function where it has them. What is given back is where they were.
    pub(crate) fn enter_known(&mut self, id: KnownId) -> Vec<(VarId, Home)> {
        let captures = self.g.functions.known[id.0 as usize].captures.clone();
        self.place_captures(captures)
    }

    pub(crate) fn place_captures(&mut self, captures: Vec<(VarId, Home)>) -> Vec<(VarId, Home)> {
        let homes = &mut self.g.homes;
        let swap =
            |(var, home)| (var, std::mem::replace(&mut homes[(var as VarId).0 as usize], home));
        captures.into_iter().map(swap).collect()
    }

    /// `dst` = a known function as a value.
    pub(crate) fn known_value(&mut self, id: KnownId, dst: Slot) {
        let func = self.g.functions.known[id.0 as usize].func;
        if self.program.func(func).captures.is_empty() {
            return self.emit(Op::FuncValue { dst, func: Wide::new(func.0) });
        }
        let before = self.enter_known(id);
        self.closure(func, dst);
        self.place_captures(before);
    }
}
