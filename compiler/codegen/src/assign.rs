//! Declarations and assignments.

use crate::captures::root_var;
use crate::convert::LARGE;
use crate::expr::is_progressive;
use crate::func::FuncGen;
use crate::layout::Shape;
use crate::package::Home;
use crate::place::Place;
use crate::walk::any_expr;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{BinaryOp, Builtin, CompareOp, Conversion, Expr, ExprKind, VarId};
use minigo_types::ty::{Type, TypeId};

/// What is assigned to, its operands evaluated.
#[derive(Clone, Copy)]
enum Target {
    Place(Place),
    Map { m: Slot, key: Slot, ty: TypeId },
}

/// Whether the value is a composite literal of a struct or array.
fn is_literal(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::StructLit(_) | ExprKind::ArrayLit(_) => true,
        ExprKind::Convert(Conversion::Same, x) => is_literal(x),
        _ => false,
    }
}

impl<'p> FuncGen<'_, 'p> {
    // ---- declarations

    /// A new variable with a value. Calls leave it where the results lie.
    pub(crate) fn declare(&mut self, var: VarId, e: &'p Expr) {
        if self.declare_known(var, e) {
            return;
        }
        if self.layout(e.ty).is_indirect() && self.is_constant(var) {
            let src = self.operand(e);
            return self.adopt_cell(var, src);
        }
        if self.g.is_boxed(var) {
            self.declare_cell(var);
            let place = self.var_place(var);
            let mark = self.regs.mark();
            self.init(place, e);
            self.regs.release(mark);
            return;
        }
        if let ExprKind::Call(call) = &e.kind
            && !self.is_intrinsic(call)
        {
            let slot = self.call(e, call);
            return self.set_home(var, Home::Slots(slot));
        }
        let slot = self.temp(e.ty);
        self.fresh_to(e, slot);
        self.set_home(var, Home::Slots(slot));
    }

    /// New variables for the parts of a tuple; they stay where the tuple lies.
    pub(crate) fn declare_tuple(&mut self, vars: &'p [Option<VarId>], e: &'p Expr) {
        let mut slot = self.operand(e);
        let Type::Tuple(parts) = self.program.types.get(e.ty) else {
            unreachable!("several variables are declared by tuples")
        };
        for (var, &ty) in vars.iter().zip(parts) {
            if let Some(var) = *var {
                if self.g.is_boxed(var) {
                    self.declare_cell(var);
                    let place = self.var_place(var);
                    self.store(place, ty, slot);
                } else {
                    self.set_home(var, Home::Slots(slot));
                }
            }
            slot = Slot(slot.0.wrapping_add(self.slots(ty) as u16));
        }
    }

    // ---- assignments

    /// `to = e`
    pub(crate) fn assign(&mut self, to: &'p Expr, e: &'p Expr) {
        if let ExprKind::Var(var) = to.kind
            && let Home::Slots(slot) = self.home(var)
        {
            return self.assign_slots(var, slot, e);
        }
        let value_first = self.has_call(e) || self.place_fails(to) && self.can_fail(e);
        if value_first && !self.has_call(to) {
            // As gc does: what a call changes is seen by the operands of the place, and the value may panic before it.
            return self.assign_after_value(to, e);
        }
        if self.store_of_field(to, e) {
            return;
        }
        match self.target(to) {
            Target::Place(place) if !is_progressive(e) => self.assign_value(place, e),
            Target::Place(place @ (Place::Mem { .. } | Place::Elem { .. } | Place::Global(_)))
                if self.layout(e.ty).size > LARGE && is_literal(e) =>
            {
                self.assign_literal(place, e);
            }
            target => {
                let src = self.operand(e);
                self.store_target(target, to, src);
            }
        }
    }

    fn assign_after_value(&mut self, to: &'p Expr, e: &'p Expr) {
        if self.layout(e.ty).size > LARGE
            && !matches!(to.kind, ExprKind::MapIndex(..))
            && let Some(src) = self.memory_value(e)
        {
            let rtype = self.rtype(e.ty);
            let (from, dst) = (self.regs.alloc(1), self.regs.alloc(1));
            self.addr(src, e.ty, from);
            let place = self.place(to);
            self.at(to.pos);
            self.addr(place, e.ty, dst);
            return self.emit_ext(Op::CopyTyped { dst, src: from }, 0, rtype);
        }
        let src = self.operand(e);
        let target = self.target(to);
        self.store_target(target, to, src);
    }

    /// Whether evaluating the operands of a place may panic; the assignment itself comes later.
    fn place_fails(&mut self, to: &'p Expr) -> bool {
        match &to.kind {
            ExprKind::Field(x, _) => match &x.kind {
                ExprKind::Index(..) => true,
                _ => self.place_fails(x),
            },
            ExprKind::Index(x, i) if self.shape(x.ty) == Shape::Array => {
                let in_memory = matches!(x.kind, ExprKind::Index(..) | ExprKind::Deref(_));
                in_memory || self.can_fail(i) || self.can_fail(x)
            }
            ExprKind::Index(x, y) | ExprKind::MapIndex(x, y) => {
                self.can_fail(x) || self.can_fail(y)
            }
            ExprKind::Deref(x) => self.can_fail(x),
            _ => false,
        }
    }

    /// Whether evaluating an expression may panic.
    pub(crate) fn can_fail(&mut self, e: &'p Expr) -> bool {
        let g = &mut *self.g;
        any_expr(e, |e| match &e.kind {
            ExprKind::Deref(x) => !matches!(x.kind, ExprKind::Addr(_)),
            ExprKind::Index(x, i) => {
                let constant = matches!(i.kind, ExprKind::Const(_));
                !constant || g.layout(x.ty).shape != Shape::Array
            }
            ExprKind::Binary(BinaryOp::Quo | BinaryOp::Rem, _, y) => {
                let constant = matches!(y.kind, ExprKind::Const(_));
                !constant && matches!(g.layout(y.ty).shape, Shape::Int { .. })
            }
            ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, _, y) => {
                let constant = matches!(y.kind, ExprKind::Const(_));
                !constant && matches!(g.layout(y.ty).shape, Shape::Int { signed: true, .. })
            }
            ExprKind::Compare(_, x, _) => {
                let shape = g.layout(x.ty).shape;
                shape == Shape::Iface || shape.is_aggregate()
            }
            ExprKind::Convert(how, _) => {
                matches!(how, Conversion::SliceToArray | Conversion::SliceToArrayPointer)
            }
            ExprKind::Builtin(which, _) => {
                !matches!(which, Builtin::Len | Builtin::Cap | Builtin::Min | Builtin::Max)
            }
            ExprKind::MapIndex(..)
            | ExprKind::MapIndexOk(..)
            | ExprKind::Slice(_)
            | ExprKind::TypeAssert(_)
            | ExprKind::BoundInterfaceMethod(..)
            | ExprKind::Call(_)
            | ExprKind::Recv(_)
            | ExprKind::RecvOk(_)
            | ExprKind::MapLit(_)
            | ExprKind::Seq(..) => true,
            _ => false,
        })
    }

    /// Whether evaluating an expression may panic other than by an element or pointer: where those are added to one another,
    /// it is not worth an instruction which of two fails first.
    fn fails_otherwise(&mut self, e: &'p Expr) -> bool {
        self.can_fail(e)
            && any_expr(e, |e| {
                !matches!(
                    e.kind,
                    ExprKind::Var(_)
                        | ExprKind::Const(_)
                        | ExprKind::Global(_)
                        | ExprKind::Field(..)
                        | ExprKind::Deref(_)
                        | ExprKind::Index(..)
                        | ExprKind::Unary(..)
                        | ExprKind::Convert(Conversion::Same | Conversion::Numeric, _)
                        | ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..)
                )
            })
    }

    /// A large literal: of constants only it is filled in where it goes, else in new memory first.
    fn assign_literal(&mut self, place: Place, e: &'p Expr) {
        let constant = !any_expr(e, |e| {
            !matches!(
                e.kind,
                ExprKind::Const(_)
                    | ExprKind::Zero
                    | ExprKind::StructLit(_)
                    | ExprKind::ArrayLit(_)
                    | ExprKind::Convert(Conversion::Same, _)
            )
        });
        let at = self.regs.alloc(1);
        let rtype = self.rtype(e.ty);
        let new = Place::Mem { ptr: at, off: 0, nonnil: true };
        if constant {
            self.addr(place, e.ty, at);
            self.emit(Op::ZeroTyped { ptr: at, ty: Wide::new(rtype) });
            self.init(new, e);
        } else {
            self.emit(Op::New { dst: at, ty: Wide::new(rtype) });
            self.init(new, e);
            let dst = self.regs.alloc(1);
            self.addr(place, e.ty, dst);
            self.emit_ext(Op::CopyTyped { dst, src: at }, 0, rtype);
        }
    }

    /// Assigns to a variable in slots, in place if `e` allows it.
    fn assign_slots(&mut self, var: VarId, slot: Slot, e: &'p Expr) {
        let is_result = self.results_in_vars && self.is_result(var);
        let aside = is_progressive(e) && (is_result || self.clobbers(e, slot));
        if aside {
            let src = self.temp(e.ty);
            self.expr_to(e, src);
            let n = self.slots(e.ty);
            self.mov(slot, src, n);
        } else {
            self.expr_to(e, slot);
        }
    }

    fn is_result(&self, var: VarId) -> bool {
        self.func.is_some_and(|f| f.results.contains(&var))
    }

    /// Evaluates `e` into a place whose operands are already there.
    pub(crate) fn assign_value(&mut self, place: Place, e: &'p Expr) {
        if matches!(e.kind, ExprKind::Zero) {
            return self.store_zero(place, e.ty);
        }
        if let Place::Slots(slot) = place {
            return self.expr_to(e, slot);
        }
        let mark = self.regs.mark();
        if self.layout(e.ty).size > LARGE
            && let Some(src) = self.memory_value(e)
        {
            let rtype = self.rtype(e.ty);
            let (from, dst) = (self.regs.alloc(1), self.regs.alloc(1));
            self.addr(src, e.ty, from);
            self.addr(place, e.ty, dst);
            self.emit_ext(Op::CopyTyped { dst, src: from }, 0, rtype);
        } else {
            let src = self.operand(e);
            self.store(place, e.ty, src);
        }
        self.regs.release(mark);
    }

    /// The place of a value in memory, if it lies there.
    pub(crate) fn memory_value(&mut self, e: &'p Expr) -> Option<Place> {
        match &e.kind {
            ExprKind::Convert(Conversion::Same, x) => self.memory_value(x),
            ExprKind::Var(var) => match self.home(*var) {
                Home::Cell(_) | Home::Spilled { .. } => Some(self.var_place(*var)),
                _ => None,
            },
            ExprKind::Global(_) | ExprKind::Deref(_) => Some(self.place(e)),
            ExprKind::Index(..) | ExprKind::Field(..) if !self.has_call(e) => {
                let mark = self.regs.mark();
                match self.place(e) {
                    Place::Slots(_) | Place::Part(_) => {
                        self.regs.release(mark);
                        None
                    }
                    place => Some(place),
                }
            }
            _ => None,
        }
    }

    fn target(&mut self, to: &'p Expr) -> Target {
        match &to.kind {
            ExprKind::MapIndex(m, k) => {
                let ty = m.ty;
                let m = self.operand(m);
                let key = self.operand(k);
                Target::Map { m, key, ty }
            }
            _ => Target::Place(self.place(to)),
        }
    }

    /// Whether the keys of a map are compared as words.
    fn has_word_keys(&mut self, map: TypeId) -> bool {
        match self.program.types.under(map) {
            Type::Map(key, _) => self.shape(*key).is_word(),
            _ => false,
        }
    }

    fn store_target(&mut self, target: Target, to: &'p Expr, src: Slot) {
        self.at(to.pos);
        match target {
            Target::Place(place) => self.store(place, to.ty, src),
            Target::Map { m, key, ty } => {
                let n = self.slots(to.ty);
                let rtype = self.rtype(ty);
                let layout = self.layout(to.ty);
                let pointers = layout.has_pointers || layout.is_indirect();
                let plain = n == 1 && !pointers && self.has_word_keys(ty);
                let val = src;
                let op =
                    if plain { Op::MapSetWord { m, key, val } } else { Op::MapSet { m, key, val } };
                self.emit_ext(op, n, rtype);
            }
        }
    }

    /// `a, b = x, y`
    pub(crate) fn assign_many(&mut self, to: &'p [Option<Expr>], from: &'p [Expr]) {
        if self.is_sequential(to, from) {
            for (to, e) in to.iter().zip(from) {
                match to {
                    Some(to) => self.assign(to, e),
                    None => self.effect(e),
                }
            }
            return;
        }
        let vars: Vec<Option<VarId>> = to
            .iter()
            .map(|to| to.as_ref().and_then(|p| root_var(p, &mut self.g.layouts)))
            .collect();
        let saved = std::mem::take(&mut self.volatile);
        if from.iter().any(|e| self.has_call(e)) && !to.iter().flatten().any(|e| self.has_call(e)) {
            let values = self.values_of(from, &vars);
            let targets = self.targets_of(to, &vars);
            self.store_all(to, targets, &values);
        } else {
            let targets = self.targets_of(to, &vars);
            let values = self.values_of(from, &vars);
            self.store_all(to, targets, &values);
        }
        self.volatile = saved;
    }

    /// Operands that are read once their predecessors have been assigned: those variables must be copied.
    fn after(&mut self, vars: &[Option<VarId>]) {
        self.volatile.clear();
        self.volatile.extend(vars.iter().flatten());
    }

    fn targets_of(
        &mut self,
        to: &'p [Option<Expr>],
        vars: &[Option<VarId>],
    ) -> Vec<Option<Target>> {
        let mut targets = Vec::new();
        for (i, to) in to.iter().enumerate() {
            self.after(&vars[..i]);
            targets.push(to.as_ref().map(|to| self.target(to)));
        }
        targets
    }

    fn values_of(&mut self, from: &'p [Expr], vars: &[Option<VarId>]) -> Vec<Slot> {
        let mut values = Vec::new();
        for (i, e) in from.iter().enumerate() {
            self.after(&vars[..i]);
            values.push(self.operand(e));
        }
        values
    }

    fn store_all(&mut self, to: &'p [Option<Expr>], targets: Vec<Option<Target>>, values: &[Slot]) {
        for ((to, target), &src) in to.iter().zip(targets).zip(values) {
            if let (Some(to), Some(target)) = (to, target) {
                self.store_target(target, to, src);
            }
        }
    }

    /// Whether assigning one after the other gives the same: all targets are variables in slots, and none is read by a
    /// later value.
    fn is_sequential(&mut self, to: &'p [Option<Expr>], from: &'p [Expr]) -> bool {
        to.iter().enumerate().all(|(i, to)| match to {
            None => true,
            Some(Expr { kind: ExprKind::Var(var), ty, .. }) => match self.home(*var) {
                // Deferred functions see which results were assigned before a later value panicked.
                Home::Slots(_) if self.results_in_vars && self.is_result(*var) => false,
                Home::Slots(slot) => {
                    let n = self.slots(*ty);
                    !from[i + 1..].iter().any(|e| self.reads_slots(e, slot, n))
                }
                _ => false,
            },
            Some(_) => false,
        })
    }

    // ---- `op=`

    /// `to op= e`
    pub(crate) fn assign_op(&mut self, op: BinaryOp, to: &'p Expr, e: &'p Expr) {
        let shape = self.shape(to.ty);
        if let ExprKind::Var(var) = to.kind
            && let Home::Slots(slot) = self.home(var)
        {
            if let (BinaryOp::Add, Shape::F64, ExprKind::Binary(BinaryOp::Mul, x, y)) =
                (op, shape, &e.kind)
            {
                return self.mul_add(x, y, slot);
            }
            if op == BinaryOp::Add && self.is_product(shape, e) {
                let (a, b) = self.factors(e);
                return self.add_product(shape, a, b, slot, slot);
            }
            return self.binary_with(op, shape, slot, e, slot);
        }
        let in_map = matches!(to.kind, ExprKind::MapIndex(..));
        // gc looks the element up to assign to it, once the value is there; only quotients are computed before.
        let assigned_once = in_map && !matches!(op, BinaryOp::Quo | BinaryOp::Rem);
        let value_first = self.has_call(e) || assigned_once && self.can_fail(e);
        let early = (value_first && !self.has_call(to)).then(|| self.operand(e));
        let target = self.target(to);
        if let Target::Place(place) = target
            && self.update(op, shape, place, to, e, early)
        {
            return;
        }
        let tmp = self.temp(to.ty);
        self.at(to.pos);
        match target {
            Target::Place(place) => self.load(place, to.ty, tmp),
            Target::Map { m, key, ty } => {
                let n = self.slots(to.ty);
                let rtype = self.rtype(ty);
                let dst = tmp;
                let words = n == 1 && self.has_word_keys(ty);
                let empty = self.label();
                if assigned_once && !words {
                    // The assignment says what is wrong with the key, and with a nil map.
                    self.zero(tmp, n);
                    let len = self.regs.alloc(1);
                    self.emit(Op::MapLen { dst: len, m });
                    self.branch_imm(CompareOp::Eq, len, 0, empty);
                }
                let get =
                    if words { Op::MapGetWord { dst, m, key } } else { Op::MapGet { dst, m, key } };
                self.emit_ext(get, n, rtype);
                self.zero_if_null(tmp, to.ty);
                self.asm.place(empty);
                if assigned_once && matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                    // The element is there even if the shift panics.
                    self.store_target(target, to, tmp);
                }
            }
        }
        match early {
            Some(b) if matches!(op, BinaryOp::Shl | BinaryOp::Shr) => {
                let signed = matches!(self.shape(e.ty), Shape::Int { signed: true, .. });
                self.shift_slots(op, shape, tmp, b, signed, tmp);
            }
            Some(b) => {
                self.at(e.pos);
                self.arith(op, shape, tmp, b, tmp);
            }
            None => self.binary_with(op, shape, tmp, e, tmp),
        }
        self.store_target(target, to, tmp);
    }

    /// Places that one instruction updates.
    fn update(
        &mut self,
        op: BinaryOp,
        shape: Shape,
        place: Place,
        to: &'p Expr,
        e: &'p Expr,
        early: Option<Slot>,
    ) -> bool {
        let word = matches!(shape, Shape::Int { bytes: 8, .. });
        let float = shape == Shape::F64;
        let minus = if word && op == BinaryOp::Sub {
            self.const_int(e).map(i64::wrapping_neg)
        } else {
            None
        };
        let fits = match op {
            BinaryOp::Add => word || float,
            BinaryOp::Sub => float || minus.is_some(),
            _ => false,
        };
        let near = match place {
            Place::Elem { .. } => true,
            Place::Mem { off, .. } => off <= u32::from(u16::MAX),
            _ => false,
        };
        if !fits || !near {
            return false;
        }
        if early.is_none() && self.fails_otherwise(e) {
            // The element is looked at first.
            match place {
                Place::Elem { x, i, unsigned } => {
                    self.sign(unsigned);
                    self.emit(Op::CheckIndex { i, n: Slot(x.0 + 1) });
                }
                Place::Mem { ptr, nonnil: false, .. } => self.emit(Op::NilCheck { ptr }),
                _ => {}
            }
        }
        let src = match (early, minus) {
            (Some(src), _) => src,
            (None, Some(n)) => self.const_slot(n),
            (None, None) => self.operand(e),
        };
        self.at(to.pos);
        let sub = op == BinaryOp::Sub;
        self.sign(matches!(place, Place::Elem { unsigned: true, .. }));
        self.emit(match place {
            Place::Elem { x, i, .. } if word => Op::AddIndex64 { x, i, src },
            Place::Elem { x, i, .. } if sub => Op::SubIndexF64 { x, i, src },
            Place::Elem { x, i, .. } => Op::AddIndexF64 { x, i, src },
            Place::Mem { ptr, off, .. } if word => Op::AddMem64 { ptr, off: off as u16, src },
            Place::Mem { ptr, off, .. } if sub => Op::SubMemF64 { ptr, off: off as u16, src },
            Place::Mem { ptr, off, .. } => Op::AddMemF64 { ptr, off: off as u16, src },
            _ => unreachable!("other places were turned away above"),
        });
        true
    }

    /// A fresh cell for a loop variable, with the old one's value.
    pub(crate) fn renew_cell(&mut self, var: VarId) {
        let Home::Cell(slot) = self.home(var) else { return };
        let ty = self.program.var(var).ty;
        let mark = self.regs.mark();
        let (new, value) = (self.regs.alloc(1), self.temp(ty));
        let rtype = Wide::new(self.rtype(ty));
        self.load(Place::Mem { ptr: slot, off: 0, nonnil: true }, ty, value);
        self.emit(Op::New { dst: new, ty: rtype });
        self.store(Place::Mem { ptr: new, off: 0, nonnil: true }, ty, value);
        self.mov(slot, new, 1);
        self.regs.release(mark);
    }
}
