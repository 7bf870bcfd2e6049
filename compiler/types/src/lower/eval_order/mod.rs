//! The order in which the operands of a statement are evaluated.
//!
//! A module of its own since it is a pass over finished bodies. The spec orders calls only; programs see more than that,
//! for in `f(x, g())` they can tell whether `x` is read before or after `g` has changed it. gc makes the calls of a
//! statement first, one after the other, and reads variables and memory when the values are needed. Where that can
//! matter, this pass moves the calls in front of the statement; everywhere else the program stays as it is.
//!
//! Panics are seen too. What is computed in its turn (calls, slices, assertions that copy) comes before all that is computed
//! when its value is needed (elements, dereferences, quotients), and of an assignment the value before the place. Several
//! assignments at once are made one after the other, as [`many`] tells.

mod literal;
mod many;

use crate::ids::{FuncId, VarId};
use crate::program::{
    BinaryOp, Body, Builtin, Comm, Conversion, Expr, ExprKind as K, Func, Stmt, StmtKind as S, Var,
};
use crate::ty::{Basic, Type, TypeId, Types};
use minigo_syntax::source::Pos;

/// Orders the operands in the bodies of the functions that `wanted` names.
pub(crate) fn order_operands(
    funcs: &mut [Func],
    vars: &mut Vec<Var>,
    types: &Types,
    wanted: impl Fn(&Func) -> bool,
) {
    for (id, func) in (0..).map(FuncId).zip(funcs) {
        if !wanted(func) {
            continue;
        }
        let results = if func.has_defer { func.results.clone() } else { Vec::new() };
        if let Body::Block(list) = &mut func.body {
            Order { vars, types, owner: id, results }.list(list);
        }
    }
}

/// What has been met of a call's or statement's operands, from left to right.
#[derive(Default)]
struct Seen {
    /// Something that is computed when all calls are done, and that a later call may change or that may panic.
    unsteady: bool,
    /// A call, or what changes memory like one.
    call: bool,
    /// Something else that is computed in its turn and may panic.
    fails: bool,
    /// Something that is no call but computed in its turn, of what is unsteady.
    early: bool,
    /// A call after something unsteady, here or in an operand.
    matters: bool,
}

struct Order<'o> {
    vars: &'o mut Vec<Var>,
    types: &'o Types,
    owner: FuncId,
    /// The results of a function that defers: assignments to them are seen when a later value panics.
    results: Vec<VarId>,
}

impl Order<'_> {
    fn list(&mut self, list: &mut Vec<Stmt>) {
        let mut moved: Vec<(usize, Vec<Stmt>)> = Vec::new();
        let mut at = 0;
        while at < list.len() {
            let mut before = Vec::new();
            let together = self.declared_together(&list[at..]);
            self.calls_of_places(&mut list[at..], &mut before);
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

    /// Of `a[f()], ok = <-ch`, an assignment behind what it assigns: the calls of its places come first.
    fn calls_of_places(&mut self, list: &mut [Stmt], before: &mut Vec<Stmt>) {
        let [first, second, ..] = list else { return };
        let S::VarTuple(vars, _) = &first.kind else { return };
        let vars: Vec<VarId> = vars.iter().copied().flatten().collect();
        let assigns = |e: &Expr| mentions(e, &vars);
        match &mut second.kind {
            S::Assign(Some(place), value) if assigns(value) => self.operands(place, before),
            S::AssignMany(places, values) if values.iter().any(assigns) => {
                places.iter_mut().flatten().for_each(|place| self.operands(place, before));
            }
            _ => {}
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
        self.map_literals_of(s);
        match &mut s.kind {
            S::Expr(e)
            | S::Var(_, Some(e))
            | S::VarTuple(_, e)
            | S::Assign(None, e)
            | S::Go(e)
            | S::Defer(e) => self.one(e, before),
            S::AssignOp(_, place, e) => self.assign_op(place, e, before),
            S::Assign(Some(place), e) => self.assign(place, e, before),
            S::AssignMany(places, values) => {
                let mut seen = Seen::default();
                places.iter().flatten().for_each(|e| self.look_at_place(e, &mut seen));
                values.iter().for_each(|e| self.look(e, &mut seen));
                if seen.has_turn() {
                    places.iter_mut().flatten().for_each(|e| self.operands(e, before));
                    values.iter_mut().for_each(|e| self.expr(e, before));
                }
                let (places, values) = (std::mem::take(places), std::mem::take(values));
                s.kind = S::Block(self.one_by_one(places, values, s.pos));
            }
            S::Send(ch, value) => {
                if self.matters([&*ch, &*value]) {
                    self.expr(ch, before);
                    self.expr(value, before);
                }
            }
            S::Return(values) => self.results_in_turn(values, before),
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
                    match &mut clause.comm {
                        Comm::Send(ch, value) => {
                            self.in_place(ch);
                            self.in_place(value);
                        }
                        Comm::Recv(ch, ..) => self.in_place(ch),
                        Comm::Default => {}
                    }
                    self.list(&mut clause.body);
                }
            }
            S::Var(_, None) | S::Break(_) | S::Continue(_) | S::Goto(_) | S::Label(_) => {}
        }
    }

    /// `place op= e`.
    fn assign_op(&mut self, place: &mut Expr, e: &mut Expr, before: &mut Vec<Stmt>) {
        let (mut of_place, of_value) = (self.seen_in_place(place), self.seen_in(e));
        of_place.unsteady |= self.is_late(place);
        let late_first = of_place.unsteady && (of_value.call || of_value.fails);
        if late_first || of_place.matters || of_value.matters {
            self.operands(place, before);
            self.expr(e, before);
        }
        if of_place.unsteady {
            self.keep_computed(place, before);
        }
    }

    /// `place = e`.
    fn assign(&mut self, place: &mut Expr, e: &mut Expr, before: &mut Vec<Stmt>) {
        let (of_place, of_value) = (self.seen_in_place(place), self.seen_in(e));
        let turns = of_place.has_turn() && of_value.call;
        let both_late = of_place.unsteady && of_value.unsteady;
        let late_first = of_place.unsteady && (of_value.call || of_value.fails);
        let matters = of_place.matters || of_value.matters;
        if turns || both_late && of_place.call || late_first || matters {
            self.operands(place, before);
            if turns || late_first {
                self.expr(e, before);
            } else {
                self.operands(e, before);
            }
        }
        if of_place.unsteady {
            self.keep_computed(place, before);
        }
    }

    /// The values of a return.
    fn results_in_turn(&mut self, values: &mut [Expr], before: &mut Vec<Stmt>) {
        if let [one] = values {
            self.one(one, before);
            return;
        }
        if self.matters(&*values) {
            values.iter_mut().for_each(|e| self.expr(e, before));
        }
        // Deferred calls see the first result when a later value panics, so gc computes those before.
        let late = values.iter().filter(|e| self.seen_in(e).unsteady).count();
        if late > 1 && !self.results.is_empty() {
            values.iter_mut().for_each(|e| self.expr(e, before));
            values[1..].iter_mut().for_each(|e| self.keep(e, before));
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

    fn seen_in(&self, e: &Expr) -> Seen {
        let mut seen = Seen::default();
        self.look(e, &mut seen);
        seen
    }

    fn seen_in_place(&self, place: &Expr) -> Seen {
        let mut seen = Seen::default();
        self.look_at_place(place, &mut seen);
        seen
    }

    /// The operands of a place: what is read before it is assigned to.
    fn look_at_place(&self, place: &Expr, seen: &mut Seen) {
        match &place.kind {
            K::Var(_) | K::Global(_) => {}
            K::Field(x, _) => self.look_at_place(x, seen),
            K::Index(x, i) if matches!(self.types.under(x.ty), Type::Array(..)) => {
                self.look_at_place(x, seen);
                // The pointer to the array is followed when the calls are done.
                seen.matters |= is_behind_pointer(x) && self.seen_in(i).call;
                self.look(i, seen);
            }
            K::MapIndex(m, key) => self.look_at_entry(m, key, seen),
            _ => place.each_operand(|x| self.look(x, seen)),
        }
    }

    fn look_at_entry(&self, m: &Expr, key: &Expr, seen: &mut Seen) {
        self.look(m, seen);
        let of_key = self.seen_in(key);
        seen.fails |= of_key.unsteady && self.is_slow_key(m.ty, key);
        seen.close(&of_key);
    }

    fn look(&self, e: &Expr, seen: &mut Seen) {
        match &e.kind {
            K::Var(var) => seen.unsteady |= self.is_unsteady(*var),
            K::Closure(_) | K::Const(_) | K::Zero | K::Func(_) => {}
            K::Seq(..) | K::MapLit(_) => seen.meet_call(),
            K::MapIndex(m, key) | K::MapIndexOk(m, key) => {
                self.look_at_entry(m, key, seen);
                seen.unsteady = true;
            }
            _ if self.is_late(e) => {
                e.each_operand(|x| self.look(x, seen));
                seen.unsteady = true;
            }
            K::Slice(op) => {
                let mut inner = Seen::default();
                self.look(&op.x, &mut inner);
                for bound in [&op.lo, &op.hi, &op.max].into_iter().flatten() {
                    let of_bound = self.seen_in(bound);
                    inner.fails |= !is_cheap(bound) && of_bound.unsteady;
                    inner.close(&of_bound);
                }
                inner.fails |= op.lo.is_some() || op.hi.is_some();
                seen.close(&inner);
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
                inner.call |=
                    matches!(e.kind, K::Call(_) | K::Recv(_) | K::Builtin(Builtin::Copy, _));
                inner.fails |= matches!(e.kind, K::TypeAssert(_) | K::Builtin(Builtin::Make, _));
                seen.close(&inner);
            }
        }
    }

    /// Whether a call can change the variable.
    fn is_unsteady(&self, var: VarId) -> bool {
        let var = &self.vars[var.0 as usize];
        var.addressed || var.captured && var.reassigned
    }

    /// Whether it is computed when all calls are done, and a call may change the value, or computing it may panic.
    fn is_late(&self, e: &Expr) -> bool {
        match &e.kind {
            K::Global(_) | K::Deref(_) | K::MapIndex(..) => true,
            K::Index(x, i) => {
                let array = matches!(self.types.under(x.ty), Type::Array(..));
                !array || !matches!(i.kind, K::Const(_))
            }
            K::Binary(BinaryOp::Quo | BinaryOp::Rem, _, y) => {
                self.types.is_integer(y.ty) && !matches!(y.kind, K::Const(_))
            }
            K::Binary(BinaryOp::Shl | BinaryOp::Shr, _, y) => {
                !self.types.is_basic(y.ty, Basic::is_unsigned) && !matches!(y.kind, K::Const(_))
            }
            K::Convert(how, _) => matches!(
                how,
                Conversion::BytesToString
                    | Conversion::RunesToString
                    | Conversion::SliceToArray
                    | Conversion::SliceToArrayPointer
            ),
            K::TypeAssert(_) => !self.is_unit(e),
            K::Compare(_, x, y) => {
                let nil = matches!(x.kind, K::Zero) || matches!(y.kind, K::Zero);
                !nil && matches!(self.types.under(x.ty), Type::Interface(_))
            }
            _ => false,
        }
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
            self.keep(e, before);
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
            K::Slice(op) => {
                self.expr(&mut op.x, before);
                for bound in [&mut op.lo, &mut op.hi, &mut op.max].into_iter().flatten() {
                    self.expr(bound, before);
                    if !is_cheap(bound) {
                        self.keep(bound, before);
                    }
                }
            }
            K::MapIndex(m, key) | K::MapIndexOk(m, key) => {
                let slow = self.is_slow_key(m.ty, key);
                self.expr(m, before);
                self.expr(key, before);
                if slow && !matches!(key.kind, K::Var(_)) {
                    self.keep(key, before);
                }
            }
            _ => e.each_operand_mut(|x| self.expr(x, before)),
        }
    }

    /// Whether gc passes a key by its address, for which it copies what is no place: of types without fast functions.
    fn is_slow_key(&self, map: TypeId, key: &Expr) -> bool {
        let Type::Map(ty, elem) = self.types.under(map) else { return false };
        let word = |basic: Basic| {
            use Basic as B;
            let wide = !matches!(basic, B::Int8 | B::Int16 | B::Uint8 | B::Uint16);
            wide && basic.is_integer() || matches!(basic, B::String | B::UnsafePointer)
        };
        let pointer = matches!(self.types.under(*ty), Type::Pointer(_) | Type::Chan(..));
        let fast = self.types.is_basic(*ty, word) || pointer;
        let place = matches!(
            key.kind,
            K::Var(_) | K::Global(_) | K::Deref(_) | K::Field(..) | K::Index(..)
        );
        !place && !is_cheap(key) && (!fast || self.types.size_of(*elem) > 128)
    }

    /// Computes the operands of a place that are no places themselves: gc does before it computes the value.
    fn keep_computed(&mut self, place: &mut Expr, before: &mut Vec<Stmt>) {
        // The value of a new entry is computed before map and key, but for a key that is copied.
        if let K::MapIndex(m, key) = &mut place.kind {
            if self.is_slow_key(m.ty, key) && self.seen_in(key).unsteady {
                self.keep(key, before);
            }
            return;
        }
        self.keep_computed_operand(place, before);
    }

    fn keep_computed_operand(&mut self, place: &mut Expr, before: &mut Vec<Stmt>) {
        match &mut place.kind {
            K::Var(_) | K::Global(_) => {}
            K::Field(x, _) | K::Deref(x) => self.keep_computed_operand(x, before),
            K::Index(x, i) => {
                self.keep_computed_operand(x, before);
                self.keep_computed_operand(i, before);
            }
            _ => {
                if self.seen_in(place).unsteady {
                    self.keep(place, before);
                }
            }
        }
    }

    /// Puts the value into a variable.
    fn keep(&mut self, e: &mut Expr, before: &mut Vec<Stmt>) {
        let (ty, pos) = (e.ty, e.pos);
        let var = self.temp(ty, pos);
        let value = std::mem::replace(e, Expr { kind: K::Var(var), ty, pos });
        before.push(Stmt { kind: S::Var(var, Some(value)), pos });
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
    /// Whether something is computed in its turn.
    fn has_turn(&self) -> bool {
        self.call || self.fails || self.early
    }

    fn meet_call(&mut self) {
        self.call = true;
        self.matters |= self.unsteady || self.fails;
    }

    /// What the operands of something computed in its turn have come to.
    fn close(&mut self, inner: &Self) {
        self.matters |= inner.matters;
        if inner.call {
            self.meet_call();
        } else if inner.fails {
            self.fails = true;
            self.matters |= self.unsteady;
        } else if inner.unsteady {
            (self.early, self.unsteady) = (true, true);
        }
    }
}

/// Whether reading it again gives the same and cannot fail: gc takes no copy.
fn is_cheap(e: &Expr) -> bool {
    matches!(e.kind, K::Const(_) | K::Zero | K::Var(_) | K::Global(_))
}

/// Whether a place is a part of what a pointer leads to.
fn is_behind_pointer(place: &Expr) -> bool {
    match &place.kind {
        K::Field(x, _) | K::Index(x, _) => is_behind_pointer(x),
        K::Deref(_) => true,
        _ => false,
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
