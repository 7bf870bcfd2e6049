//! Assignment operations: `x op= e`.

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use crate::invariant::panic_broken_invariant;
use crate::program::layout::Shape;
use crate::program::location::Location;
use crate::stmt::assign::AssignTarget;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::{BinaryOp, CompareOp, Expr, ExprKind};
use minigo_types::ty::TypeId;

impl<'p> FuncGen<'_, 'p> {
    /// Generates `to op= e`.
    pub(crate) fn assign_op(&mut self, op: BinaryOp, to: &'p Expr, e: &'p Expr) {
        let shape = self.shape(to.ty);
        if let ExprKind::Var(var) = to.kind
            && let Location::Slots(slot) = self.location(var)
        {
            return self.update_slot(op, shape, slot, e);
        }
        let in_map = matches!(to.kind, ExprKind::MapIndex(..));
        // gc looks up the element when it stores the result, after the operand has been evaluated; only for quotients
        // and remainders does it look it up before.
        let assigned_once = in_map && !matches!(op, BinaryOp::Quo | BinaryOp::Rem);
        let value_first = self.has_call(e) || assigned_once && self.may_panic(e);
        let early = (value_first && !self.has_call(to)).then(|| self.operand(e));
        let target = self.assign_target(to);
        if let AssignTarget::Lvalue(lvalue) = target
            && self.update_in_place(op, shape, lvalue, to, e, early)
        {
            return;
        }
        let tmp = self.temp(to.ty);
        self.set_pos(to.pos);
        match target {
            AssignTarget::Lvalue(lvalue) => self.load(lvalue, to.ty, tmp),
            AssignTarget::Map { m, key, ty } => {
                self.load_map_element(m, key, ty, to, assigned_once, tmp);
                if assigned_once && matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                    // As in gc, the map element is inserted even if the shift panics.
                    self.store_target(target, to, tmp);
                }
            }
        }
        match early {
            Some(b) => self.apply_op(op, shape, tmp, b, e),
            None => self.binary_with_left_in_slot(op, shape, tmp, e, tmp),
        }
        self.store_target(target, to, tmp);
    }

    /// Generates `a op= b`, where `b` is the value of `e`.
    fn apply_op(&mut self, op: BinaryOp, shape: Shape, a: Slot, b: Slot, e: &'p Expr) {
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let signed = matches!(self.shape(e.ty), Shape::Int { signed: true, .. });
            self.shift_slots(op, shape, a, b, signed, a);
        } else {
            self.set_pos(e.pos);
            self.arith(op, shape, a, b, a);
        }
    }

    /// Generates `slot op= e`.
    fn update_slot(&mut self, op: BinaryOp, shape: Shape, slot: Slot, e: &'p Expr) {
        if let (BinaryOp::Add, Shape::F64, ExprKind::Binary(BinaryOp::Mul, x, y)) =
            (op, shape, &e.kind)
        {
            return self.mul_add(x, y, slot);
        }
        if op == BinaryOp::Add && self.is_product(shape, e) {
            let (a, b) = self.factors(e);
            return self.add_product(shape, a, b, slot, slot);
        }
        self.binary_with_left_in_slot(op, shape, slot, e, slot);
    }

    /// Loads the element `to` of a map of type `ty` for an assignment operation; with `assigned_once` only if the map
    /// is not empty.
    fn load_map_element(
        &mut self,
        m: Slot,
        key: Slot,
        ty: TypeId,
        to: &'p Expr,
        assigned_once: bool,
        dst: Slot,
    ) {
        let n = self.slots(to.ty);
        let rtype = self.rtype(ty);
        let words = n == 1 && self.has_word_keys(ty);
        let empty = self.label();
        if assigned_once && !words {
            // The instruction that stores the result panics if the key is invalid or the map is nil.
            self.zero(dst, n);
            let len = self.regs.alloc(1);
            self.emit(Op::MapLen { dst: len, m });
            self.branch_imm(CompareOp::Eq, len, 0, empty);
        }
        let get = if words { Op::MapGetWord { dst, m, key } } else { Op::MapGet { dst, m, key } };
        self.emit_ext(get, n, rtype);
        self.zero_value_if_null(dst, to.ty);
        self.asm.bind(empty);
    }

    /// Updates an lvalue with one instruction; returns false if no instruction does this update.
    fn update_in_place(
        &mut self,
        op: BinaryOp,
        shape: Shape,
        lvalue: Lvalue,
        to: &'p Expr,
        e: &'p Expr,
        early: Option<Slot>,
    ) -> bool {
        let word = matches!(shape, Shape::Int { bytes: 8, .. });
        let float = shape == Shape::F64;
        let negated = self.const_int(e).map(i64::wrapping_neg);
        let minus = negated.filter(|_| word && op == BinaryOp::Sub);
        let fits = match op {
            BinaryOp::Add => word || float,
            BinaryOp::Sub => float || minus.is_some(),
            _ => false,
        };
        if !fits || !has_update_instruction(lvalue) {
            return false;
        }
        // As in gc, the old value is loaded before the other operand is evaluated, which decides which of them panics
        // first.
        let differs = match lvalue {
            Lvalue::Elem { .. } => self.may_panic(e),
            _ => self.may_panic_beyond_nil(e),
        };
        if early.is_none() && differs {
            self.check_lvalue(lvalue);
        }
        let src = match (early, minus) {
            (Some(src), _) => src,
            (None, Some(n)) => self.const_slot(n),
            (None, None) => self.operand(e),
        };
        self.set_pos(to.pos);
        self.note_index_sign(matches!(lvalue, Lvalue::Elem { is_unsigned: true, .. }));
        self.emit(update_instruction(lvalue, word, op == BinaryOp::Sub, src));
        true
    }

    /// Generates code that panics if a load of the lvalue would panic.
    fn check_lvalue(&mut self, lvalue: Lvalue) {
        match lvalue {
            Lvalue::Elem { base: x, index: i, is_unsigned: unsigned } => {
                self.note_index_sign(unsigned);
                self.emit(Op::CheckIndex { i, n: Slot(x.0 + 1) });
            }
            Lvalue::Mem { pointer: ptr, is_nonnil: false, .. } => self.emit(Op::NilCheck { ptr }),
            _ => {}
        }
    }
}

/// Reports whether instructions exist that update such an lvalue.
fn has_update_instruction(lvalue: Lvalue) -> bool {
    match lvalue {
        Lvalue::Elem { .. } => true,
        Lvalue::Mem { offset: off, .. } => off <= u32::from(u16::MAX),
        _ => false,
    }
}

/// The instruction that adds a word to an lvalue, or adds or subtracts a float.
fn update_instruction(lvalue: Lvalue, word: bool, sub: bool, src: Slot) -> Op {
    match lvalue {
        Lvalue::Elem { base: x, index: i, .. } if word => Op::AddIndex64 { x, i, src },
        Lvalue::Elem { base: x, index: i, .. } if sub => Op::SubIndexF64 { x, i, src },
        Lvalue::Elem { base: x, index: i, .. } => Op::AddIndexF64 { x, i, src },
        Lvalue::Mem { pointer: ptr, offset: off, .. } if word => {
            Op::AddMem64 { ptr, off: off as u16, src }
        }
        Lvalue::Mem { pointer: ptr, offset: off, .. } if sub => {
            Op::SubMemF64 { ptr, off: off as u16, src }
        }
        Lvalue::Mem { pointer: ptr, offset: off, .. } => {
            Op::AddMemF64 { ptr, off: off as u16, src }
        }
        _ => panic_broken_invariant("an instruction exists that updates the lvalue"),
    }
}
