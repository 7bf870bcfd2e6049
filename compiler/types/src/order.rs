//! The order in which the operands of a statement are evaluated.
//!
//! A module of its own since it is a pass over finished bodies. The spec orders calls only; programs see more than that,
//! for in `f(x, g())` they can tell whether `x` is read before or after `g` has changed it. gc makes the calls of a
//! statement first, one after the other, and reads variables and memory when the values are needed. Where that can
//! matter, this pass moves the calls in front of the statement; everywhere else the program stays as it is.

use crate::program::{
    Body, Builtin, Comm, Conversion, Expr, ExprKind as K, Func, FuncId, Stmt, StmtKind as S, Var,
    VarId,
};
use crate::ty::{Type, TypeId, Types};
use minigo_syntax::source::Pos;

/// Orders the operands in the bodies of the functions that `wanted` names.
pub(crate) fn order_operands(
    funcs: &mut [Func],
    vars: &mut Vec<Var>,
    types: &Types,
    wanted: impl Fn(&Func) -> bool,
) {
    for (id, func) in (0..).map(FuncId).zip(funcs) {
        if wanted(func)
            && let Body::Block(list) = &mut func.body
        {
            Order { vars, types, owner: id }.list(list);
        }
    }
}

/// What has been met of a call's or statement's operands, from left to right.
#[derive(Default)]
struct Seen {
    /// Something that a later call may change and that is read when all calls are done.
    unsteady: bool,
    /// A call.
    call: bool,
    /// Something that is no call but computed in its turn, of what is unsteady.
    early: bool,
    /// A call after something unsteady, here or in an operand.
    matters: bool,
}

struct Order<'o> {
    vars: &'o mut Vec<Var>,
    types: &'o Types,
    owner: FuncId,
}

impl Order<'_> {
    fn list(&mut self, list: &mut Vec<Stmt>) {
        let mut moved: Vec<(usize, Vec<Stmt>)> = Vec::new();
        let mut at = 0;
        while at < list.len() {
            let mut before = Vec::new();
            let together = self.declared_together(&list[at..]);
            if together > 1 {
                let values: Vec<&mut Expr> =
                    list[at..at + together].iter_mut().filter_map(declared).collect();
                if self.matters(values.iter().map(|e| &**e)) {
                    values.into_iter().for_each(|e| self.expr(e, &mut before));
                }
            } else {
                self.stmt(&mut list[at], &mut before);
            }
            if !before.is_empty() {
                moved.push((at, before));
            }
            at += together;
        }
        for (at, before) in moved.into_iter().rev() {
            list.splice(at..at, before);
        }
    }

    /// How many statements from the first one on are one declaration of several variables: `a, b := x, y`.
    fn declared_together(&self, list: &[Stmt]) -> usize {
        let name_of = |s: &Stmt| match &s.kind {
            S::Var(var, Some(_)) => Some(*var),
            _ => None,
        };
        let is_named = |s: &&Stmt| {
            name_of(s).is_some_and(|v| !self.vars[v.0 as usize].name.is_empty())
                && s.pos == list[0].pos
        };
        let n = list.iter().take_while(is_named).count();
        if n < 2 {
            return 1;
        }
        let vars: Vec<VarId> = list[..n].iter().filter_map(name_of).collect();
        let uses = list[..n].iter().any(|s| match &s.kind {
            S::Var(_, Some(e)) => mentions(e, &vars),
            _ => false,
        });
        if uses { 1 } else { n }
    }

    fn stmt(&mut self, s: &mut Stmt, before: &mut Vec<Stmt>) {
        match &mut s.kind {
            S::Expr(e)
            | S::Var(_, Some(e))
            | S::VarTuple(_, e)
            | S::Assign(None, e)
            | S::Go(e)
            | S::Defer(e) => self.one(e, before),
            S::Assign(Some(place), e) | S::AssignOp(_, place, e) => {
                // A place that computes nothing in its turn is read after the value anyway.
                let calls = self.has_turn(place) && self.calls(e);
                if calls || self.matters([&*e]) {
                    self.operands(place, before);
                    if calls { self.expr(e, before) } else { self.operands(e, before) }
                }
            }
            S::AssignMany(places, values) => {
                let all = places.iter().flatten().chain(&*values);
                if self.matters(all) {
                    places.iter_mut().flatten().for_each(|e| self.operands(e, before));
                    values.iter_mut().for_each(|e| self.expr(e, before));
                }
            }
            S::Send(ch, value) => {
                if self.matters([&*ch, &*value]) {
                    self.expr(ch, before);
                    self.expr(value, before);
                }
            }
            S::Return(values) => match &mut values[..] {
                [one] => self.one(one, before),
                values => {
                    if self.matters(&*values) {
                        values.iter_mut().for_each(|e| self.expr(e, before));
                    }
                }
            },
            S::Block(list) | S::Breakable(_, list) => self.list(list),
            S::If(cond, then, other) => {
                self.one(cond, before);
                self.list(then);
                self.list(other);
            }
            S::For(f) => {
                self.list(&mut f.init);
                f.cond.iter_mut().for_each(|e| self.in_place(e));
                self.list(&mut f.post);
                self.list(&mut f.body);
            }
            S::Range(r) => {
                self.one(&mut r.x, before);
                self.list(&mut r.body);
            }
            S::Switch(s) => {
                for clause in &mut s.clauses {
                    clause.conds.iter_mut().flatten().for_each(|e| self.in_place(e));
                    self.list(&mut clause.body);
                }
            }
            S::TypeSwitch(s) => {
                self.one(&mut s.x, before);
                s.clauses.iter_mut().for_each(|c| self.list(&mut c.body));
            }
            S::Select(s) => {
                for clause in &mut s.clauses {
                    if let Comm::Send(ch, value) = &mut clause.comm {
                        self.in_place(ch);
                        self.in_place(value);
                    }
                    self.list(&mut clause.body);
                }
            }
            S::Var(_, None) | S::Break(_) | S::Continue(_) | S::Goto(_) | S::Label(_) => {}
        }
    }

    /// An expression that is all of a statement: its last call stays where it is.
    fn one(&mut self, e: &mut Expr, before: &mut Vec<Stmt>) {
        if self.matters([&*e]) {
            self.operands(e, before);
        }
    }

    /// An expression before which no statement can stand.
    fn in_place(&mut self, e: &mut Expr) {
        let mut before = Vec::new();
        self.one(e, &mut before);
        if !before.is_empty() {
            let inner = Expr { kind: K::Zero, ty: e.ty, pos: e.pos };
            let inner = std::mem::replace(e, inner);
            e.kind = K::Seq(before, Box::new(inner));
        }
    }

    /// Whether the order of evaluation can be seen.
    fn matters<'e>(&self, list: impl IntoIterator<Item = &'e Expr>) -> bool {
        let mut seen = Seen::default();
        list.into_iter().for_each(|e| self.look(e, &mut seen));
        seen.matters
    }

    fn calls(&self, e: &Expr) -> bool {
        let mut seen = Seen::default();
        self.look(e, &mut seen);
        seen.call
    }

    fn has_turn(&self, e: &Expr) -> bool {
        let mut seen = Seen::default();
        self.look(e, &mut seen);
        seen.call || seen.early
    }

    fn look(&self, e: &Expr, seen: &mut Seen) {
        match &e.kind {
            K::Var(var) => seen.unsteady |= self.is_unsteady(*var),
            K::Global(_) => seen.unsteady = true,
            K::Closure(_) | K::Const(_) | K::Zero | K::Func(_) => {}
            K::Seq(..) | K::MapLit(_) => seen.meet_call(),
            K::Deref(x) => {
                self.look(x, seen);
                seen.unsteady = true;
            }
            K::Index(x, i) => {
                self.look(x, seen);
                self.look(i, seen);
                seen.unsteady |= matches!(self.types.under(x.ty), Type::Slice(_));
            }
            K::MapIndex(..)
            | K::Convert(Conversion::BytesToString | Conversion::RunesToString, _) => {
                e.each_operand(|x| self.look(x, seen));
                seen.unsteady = true;
            }
            K::AndAnd(x, y) | K::OrOr(x, y) => {
                let mut inner = Seen::default();
                self.look(x, &mut inner);
                let mut right = Seen::default();
                self.look(y, &mut right);
                inner.call |= right.call;
                inner.unsteady |= right.unsteady;
                inner.matters |= right.matters;
                seen.close(&inner);
            }
            _ => {
                let unit = self.is_unit(e);
                if !unit {
                    e.each_operand(|x| self.look(x, seen));
                    return;
                }
                let mut inner = Seen::default();
                e.each_operand(|x| self.look(x, &mut inner));
                inner.call |= matches!(e.kind, K::Call(_) | K::Recv(_));
                seen.close(&inner);
            }
        }
    }

    /// Whether a call can change the variable.
    fn is_unsteady(&self, var: VarId) -> bool {
        let var = &self.vars[var.0 as usize];
        var.addressed || var.captured && var.reassigned
    }

    /// Whether the value is computed in its turn, with the calls.
    fn is_unit(&self, e: &Expr) -> bool {
        match &e.kind {
            K::Call(_) | K::Recv(_) | K::Slice(_) | K::Seq(..) | K::MapLit(_) => true,
            K::AndAnd(..) | K::OrOr(..) => true,
            K::TypeAssert(_) => !matches!(
                self.types.under(e.ty),
                Type::Pointer(_) | Type::Map(..) | Type::Chan(..) | Type::Signature(_)
            ),
            K::Convert(how, x) => {
                matches!(how, Conversion::StringToBytes | Conversion::StringToRunes)
                    || *how == Conversion::ToInterface && self.is_made(x)
            }
            K::Builtin(which, _) => matches!(
                which,
                Builtin::Append
                    | Builtin::AppendSlice
                    | Builtin::Cap
                    | Builtin::Complex
                    | Builtin::Copy
                    | Builtin::Imag
                    | Builtin::Len
                    | Builtin::Make
                    | Builtin::Max
                    | Builtin::Min
                    | Builtin::Real
                    | Builtin::Recover
            ),
            _ => false,
        }
    }

    /// Whether it is a struct or array that is no variable.
    fn is_made(&self, e: &Expr) -> bool {
        let variable =
            matches!(e.kind, K::Var(_) | K::Global(_) | K::Deref(_) | K::Field(..) | K::Index(..));
        !variable && matches!(self.types.under(e.ty), Type::Struct(_) | Type::Array(..))
    }

    /// Moves the calls in an expression, itself included, in front of the statement.
    fn expr(&mut self, e: &mut Expr, before: &mut Vec<Stmt>) {
        self.operands(e, before);
        if self.is_unit(e) {
            let (ty, pos) = (e.ty, e.pos);
            let var = self.temp(ty, pos);
            let value = std::mem::replace(e, Expr { kind: K::Var(var), ty, pos });
            before.push(Stmt { kind: S::Var(var, Some(value)), pos });
        }
    }

    /// The same without the expression itself.
    fn operands(&mut self, e: &mut Expr, before: &mut Vec<Stmt>) {
        match &mut e.kind {
            K::AndAnd(x, y) | K::OrOr(x, y) => {
                self.expr(x, before);
                self.in_place(y);
            }
            K::Seq(..) | K::MapLit(_) => {}
            _ => e.each_operand_mut(|x| self.expr(x, before)),
        }
    }

    fn temp(&mut self, ty: TypeId, pos: Pos) -> VarId {
        let id = VarId(self.vars.len() as u32);
        self.vars.push(Var {
            name: crate::program::Name::default(),
            ty,
            pos,
            owner: self.owner,
            captured: false,
            addressed: false,
            reassigned: false,
        });
        id
    }
}

impl Seen {
    fn meet_call(&mut self) {
        self.call = true;
        self.matters |= self.unsteady;
    }

    /// What the operands of something computed in its turn have come to.
    fn close(&mut self, inner: &Self) {
        self.matters |= inner.matters;
        if inner.call {
            self.meet_call();
        } else if inner.unsteady {
            (self.early, self.unsteady) = (true, true);
        }
    }
}

/// The value of a declaration.
fn declared(s: &mut Stmt) -> Option<&mut Expr> {
    match &mut s.kind {
        S::Var(_, e) => e.as_mut(),
        _ => None,
    }
}

/// Whether the variables are read in the expression; closures and statements inside may read any.
fn mentions(e: &Expr, vars: &[VarId]) -> bool {
    match &e.kind {
        K::Var(var) => vars.contains(var),
        K::Closure(_) | K::Seq(..) | K::MapLit(_) => true,
        _ => {
            let mut found = false;
            e.each_operand(|x| found = found || mentions(x, vars));
            found
        }
    }
}
