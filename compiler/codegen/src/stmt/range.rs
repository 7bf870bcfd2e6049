//! `for range` statements.

use crate::func::FuncGen;
use crate::func::jump_targets::Target;
use crate::func::lvalue::Lvalue;
use crate::invariant::{OrBrokenInvariant, panic_broken_invariant};
use crate::program::location::Location;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_syntax::source::Pos;
use minigo_types::program::{Conversion, Expr, ExprKind, Range, RangeOver, VarId};
use minigo_types::ty::{Type, TypeId};

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn range(&mut self, r: &'p Range, pos: Pos) {
        match r.over_kind {
            RangeOver::Int => self.range_int(r, pos),
            RangeOver::Slice => {
                let x = self.stable_pointer_and_length(&r.x);
                self.range_pointer_and_length(r, pos, x, self.elem_type(r.x.ty));
            }
            RangeOver::Array | RangeOver::ArrayPointer => self.range_array(r, pos),
            RangeOver::String => self.range_string(r, pos),
            RangeOver::Map => self.range_map(r, pos),
            RangeOver::Chan => self.range_chan(r, pos),
        }
    }

    fn elem_type(&self, ty: TypeId) -> TypeId {
        match self.program.types.underlying_structure(ty) {
            Type::Slice(elem) | Type::Array(elem, _) | Type::Chan(_, elem) => *elem,
            Type::Pointer(array) => self.elem_type(*array),
            _ => panic_broken_invariant("only types with elements can be ranged over"),
        }
    }

    fn enter_loop(&mut self, r: &Range) -> Target {
        let target = Target { break_label: self.label(), continue_label: Some(self.label()) };
        self.targets.insert(r.target, target);
        target
    }

    /// Declares a variable of one iteration, with the value in `src`. A variable in slots that is never assigned shares
    /// the slots of `src`.
    fn declare_iteration_var(&mut self, var: Option<VarId>, src: Slot) {
        let Some(var) = var else { return };
        let ty = self.program.var(var).ty;
        if self.program_gen.is_boxed(var) {
            self.declare_cell(var);
            let lvalue = self.var_lvalue(var);
            self.store(lvalue, ty, src);
        } else if self.is_never_reassigned(var) {
            self.set_location(var, Location::Slots(src));
        } else {
            let slot = self.temp(ty);
            let n = self.slots(ty);
            self.mov(slot, src, n);
            self.set_location(var, Location::Slots(slot));
        }
    }

    /// The pointer and the length of a slice or string, in slots that no assignment in the loop changes.
    fn stable_pointer_and_length(&mut self, x: &'p Expr) -> Slot {
        // The bytes of a string do not change, and only the loop has access to the slice.
        if let ExprKind::Convert(Conversion::StringToBytes, s) = &x.kind {
            return self.stable_pointer_and_length(s);
        }
        match x.kind {
            ExprKind::Var(var) if self.is_never_reassigned(var) => self.pointer_and_length(x),
            _ => {
                let pair = self.pointer_and_length(x);
                let copy = self.regs.alloc(2);
                self.mov(copy, pair, 2);
                copy
            }
        }
    }

    fn range_int(&mut self, r: &'p Range, pos: Pos) {
        let unsigned = self.shape(r.x.ty).is_u64();
        let n = match &r.x.kind {
            ExprKind::Var(var) if self.is_never_reassigned(*var) => self.operand(&r.x),
            _ => {
                let n = self.regs.alloc(1);
                self.expr_to(&r.x, n);
                n
            }
        };
        let t = self.enter_loop(r);
        let i = self.int_slot(0);
        self.branch_ge(i, n, unsigned, t.break_label);
        self.counted_loop((r, pos), t, i, n, unsigned, |_| {});
    }

    /// Generates the iterations of a loop that counts `i` up to `n`; `head` is generated before the body.
    fn counted_loop(
        &mut self,
        (r, pos): (&'p Range, Pos),
        t: Target,
        i: Slot,
        n: Slot,
        unsigned: bool,
        head: impl FnOnce(&mut Self),
    ) {
        let top = self.label();
        let keeps = self.load_loop_constants(&r.body, None, &[]);
        self.asm.bind(top);
        let (scope, mark) = (self.open_scope(), self.regs.height());
        self.declare_iteration_var(r.key, i);
        head(self);
        self.block(&r.body);
        self.close_scope(scope);
        self.regs.release(mark);
        self.drop_loop_constants(keeps);
        self.asm.bind(
            t.continue_label.or_broken_invariant("loops have a label for the next iteration"),
        );
        // The code at the end of an iteration has the line of the loop, not that of the body's last statement.
        self.set_pos(pos);
        if unsigned {
            self.emit(Op::AddImm { dst: i, a: i, imm: 1 });
            self.asm.jump(Op::LoopLtU { a: i, b: n, to: 0 }, top);
        } else {
            self.asm.jump(Op::ForLt { i, n, to: 0 }, top);
        }
        self.asm.bind(t.break_label);
    }

    /// Ranges over the elements given by a pointer and a length.
    fn range_pointer_and_length(&mut self, r: &'p Range, pos: Pos, x: Slot, elem: TypeId) {
        let n = Slot(x.0 + 1);
        let t = self.enter_loop(r);
        let i = self.int_slot(0);
        self.branch_ge(i, n, false, t.break_label);
        self.counted_loop((r, pos), t, i, n, false, |f| {
            if let Some(value) = r.value {
                let slot = f.temp(elem);
                f.load(Lvalue::Elem { base: x, index: i, is_unsigned: false }, elem, slot);
                f.declare_iteration_var(Some(value), slot);
            }
        });
    }

    fn range_array(&mut self, r: &'p Range, pos: Pos) {
        let array = match self.program.types.underlying_structure(r.x.ty) {
            Type::Pointer(array) => *array,
            _ => r.x.ty,
        };
        let len = self.array_len(array).or_broken_invariant("the operand is an array");
        let elem = self.elem_type(array);
        if r.value.is_none() {
            if r.over_kind == RangeOver::ArrayPointer || self.has_call(&r.x) {
                self.gen_effects(&r.x);
            }
            let n = self.int_slot(len as i64);
            let t = self.enter_loop(r);
            let i = self.int_slot(0);
            self.branch_ge(i, n, false, t.break_label);
            return self.counted_loop((r, pos), t, i, n, false, |_| {});
        }
        if r.over_kind == RangeOver::ArrayPointer {
            let pair = self.regs.alloc(2);
            self.expr_to(&r.x, pair);
            self.set_pos(pos);
            if len > 0 {
                self.emit(Op::NilCheck { ptr: pair });
            }
            self.load_int(Slot(pair.0 + 1), len as i64);
            return self.range_pointer_and_length(r, pos, pair, elem);
        }
        let pair = match r.x.kind {
            ExprKind::Var(var) if self.is_never_reassigned(var) => {
                self.array_pointer_and_length(&r.x)
            }
            _ => self.array_copy(&r.x),
        };
        self.range_pointer_and_length(r, pos, pair, elem);
    }

    /// Copies an array to the heap.
    fn array_copy(&mut self, x: &'p Expr) -> Slot {
        let pair = self.regs.alloc(2);
        let mark = self.regs.height();
        let rtype = self.rtype(x.ty);
        let value = self.regs.alloc(1);
        self.emit(Op::New { dst: value, ty: minigo_bytecode::operand::Wide::new(rtype) });
        self.assign_value(Lvalue::Mem { pointer: value, offset: 0, is_nonnil: true }, x);
        self.mov(pair, value, 1);
        self.regs.release(mark);
        let len = self.array_len(x.ty).or_broken_invariant("the operand is an array");
        self.load_int(Slot(pair.0 + 1), len as i64);
        pair
    }

    fn range_string(&mut self, r: &'p Range, pos: Pos) {
        let x = self.stable_pointer_and_length(&r.x);
        let n = Slot(x.0 + 1);
        let t = self.enter_loop(r);
        let i = self.int_slot(0);
        // Two slots: the rune, and the index of the next rune.
        let rune = self.regs.alloc(2);
        self.branch_ge(i, n, false, t.break_label);
        let top = self.label();
        let keeps = self.load_loop_constants(&r.body, None, &[]);
        self.asm.bind(top);
        self.emit(Op::NextRune { dst: rune, x, i });
        let (scope, mark) = (self.open_scope(), self.regs.height());
        self.declare_iteration_var(r.key, i);
        self.declare_iteration_var(r.value, rune);
        self.block(&r.body);
        self.close_scope(scope);
        self.regs.release(mark);
        self.asm.bind(
            t.continue_label.or_broken_invariant("loops have a label for the next iteration"),
        );
        self.drop_loop_constants(keeps);
        self.set_pos(pos);
        self.mov(i, Slot(rune.0 + 1), 1);
        self.asm.jump(Op::LoopLt { a: i, b: n, to: 0 }, top);
        self.asm.bind(t.break_label);
    }

    fn range_map(&mut self, r: &'p Range, pos: Pos) {
        let Type::Map(key, value) = *self.program.types.underlying_structure(r.x.ty) else {
            panic_broken_invariant("the operand is a map")
        };
        let rtype = self.rtype(r.x.ty);
        let iter = self.regs.alloc(1);
        let m = self.operand(&r.x);
        self.emit(Op::MapIter { dst: iter, m });
        let t = self.enter_loop(r);
        let next =
            t.continue_label.or_broken_invariant("loops have a label for the next iteration");
        self.asm.bind(next);
        self.branch_map_end(iter, t.break_label);
        let (scope, mark) = (self.open_scope(), self.regs.height());
        for (var, ty, is_key) in [(r.key, key, true), (r.value, value, false)] {
            if var.is_some() {
                let dst = self.temp(ty);
                let n = self.slots(ty);
                let op = if is_key {
                    Op::MapIterKey { dst, iter }
                } else {
                    Op::MapIterValue { dst, iter }
                };
                self.emit_ext(op, n, rtype);
                self.declare_iteration_var(var, dst);
            }
        }
        self.block(&r.body);
        self.close_scope(scope);
        self.regs.release(mark);
        self.set_pos(pos);
        self.jump(next);
        self.asm.bind(t.break_label);
    }

    fn range_chan(&mut self, r: &'p Range, pos: Pos) {
        let elem = self.elem_type(r.x.ty);
        let n = self.slots(elem);
        let ch = match r.x.kind {
            ExprKind::Var(var) if self.is_never_reassigned(var) => self.operand(&r.x),
            _ => {
                let ch = self.regs.alloc(1);
                self.expr_to(&r.x, ch);
                ch
            }
        };
        let t = self.enter_loop(r);
        let next =
            t.continue_label.or_broken_invariant("loops have a label for the next iteration");
        self.asm.bind(next);
        self.set_pos(pos);
        let (scope, mark) = (self.open_scope(), self.regs.height());
        let dst = self.regs.alloc(n + 1);
        self.emit(Op::RecvOk { dst, ch, n: n as u16 });
        self.branch_bool(Slot(dst.0 + n as u16), false, t.break_label);
        self.zero_value_if_null(dst, elem);
        self.declare_iteration_var(r.key, dst);
        self.block(&r.body);
        self.close_scope(scope);
        self.regs.release(mark);
        self.set_pos(pos);
        self.jump(next);
        self.asm.bind(t.break_label);
    }
}
