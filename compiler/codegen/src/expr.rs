//! Expressions in value context: into a slot, or wherever the value already lies.

use crate::func::FuncGen;
use crate::layout::Shape;
use crate::package::Home;
use crate::place::Place;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{
    BinaryOp, Builtin, Call, Const, Conversion, Expr, ExprKind, SliceOp, UnaryOp, VarId,
};
use minigo_types::ty::{Type, TypeId};

/// Whether generating `e` writes its destination bit by bit.
pub(crate) fn is_progressive(e: &Expr) -> bool {
    use ExprKind as K;
    match &e.kind {
        K::StructLit(_)
        | K::ArrayLit(_)
        | K::SliceLit(..)
        | K::MapLit(_)
        | K::New(_)
        | K::Closure(_)
        | K::BoundMethod(..)
        | K::Seq(..)
        | K::Builtin(Builtin::Min | Builtin::Max | Builtin::Complex, _) => true,
        K::Convert(_, x) => is_progressive(x),
        _ => false,
    }
}

impl<'p> FuncGen<'_, 'p> {
    /// The value of a constant integer or bool, and of the zero value of one. Parameters of inlined functions may be
    /// constants too.
    pub(crate) fn const_int(&self, e: &Expr) -> Option<i64> {
        match &e.kind {
            ExprKind::Const(Const::Int(n)) => Some(*n as i64),
            ExprKind::Const(Const::Bool(b)) => Some(i64::from(*b)),
            ExprKind::Zero => Some(0),
            ExprKind::Convert(Conversion::Same, x) => self.const_int(x),
            ExprKind::Var(var) => match self.home(*var) {
                Home::Const(n) => Some(n),
                _ => None,
            },
            ExprKind::Binary(BinaryOp::Sub, x, y) if self.inlining > 0 => {
                let (x, y) = (self.const_int(x)?, self.const_int(y)?);
                x.checked_sub(y).filter(|n| (0..128).contains(n))
            }
            _ => None,
        }
    }

    /// The same as an immediate operand.
    pub(crate) fn const_imm(&self, e: &Expr) -> Option<i16> {
        self.const_int(e).and_then(|n| i16::try_from(n).ok())
    }

    /// The bits of a scalar constant.
    pub(crate) fn const_bits(&mut self, e: &Expr) -> Option<i64> {
        let shape = self.shape(e.ty);
        match &e.kind {
            ExprKind::Const(Const::Int(n)) => Some(*n as i64),
            ExprKind::Const(Const::Bool(b)) => Some(i64::from(*b)),
            ExprKind::Const(Const::Float(f)) => Some(float_bits(*f, shape)),
            ExprKind::Zero if shape.is_word() || matches!(shape, Shape::F32 | Shape::F64) => {
                Some(0)
            }
            ExprKind::Convert(Conversion::Same, x) => self.const_bits(x),
            _ => None,
        }
    }

    /// A slot with the number: one that the loop keeps, or a new one.
    pub(crate) fn const_slot(&mut self, n: i64) -> Slot {
        if let Some(&(_, slot)) = self.kept.iter().find(|(bits, _)| *bits == n) {
            return slot;
        }
        let slot = self.regs.alloc(1);
        self.load_int(slot, n);
        slot
    }

    /// The value of `e`: where it lies, if that is in slots, else in new ones.
    pub(crate) fn operand(&mut self, e: &'p Expr) -> Slot {
        use ExprKind as K;
        match &e.kind {
            K::Var(_) | K::Field(..) | K::Index(..) => self.operand_of_place(e),
            K::Convert(Conversion::Same | Conversion::InterfaceToInterface, x) => self.operand(x),
            K::Convert(Conversion::Numeric, x) if self.keeps_bits(x.ty, e.ty) => self.operand(x),
            K::Const(_) | K::Zero => match self.const_bits(e) {
                Some(bits) => self.const_slot(bits),
                None => self.operand_in_temp(e),
            },
            K::Call(call) => {
                if self.is_intrinsic(call) {
                    let dst = self.temp(e.ty);
                    self.expr_to(e, dst);
                    return dst;
                }
                self.call(e, call)
            }
            K::Addr(x) => match &x.kind {
                K::Var(var) => match self.home(*var) {
                    Home::Cell(slot) => slot,
                    _ => self.operand_in_temp(e),
                },
                _ => self.operand_in_temp(e),
            },
            K::Seq(stmts, x) => {
                for stmt in stmts {
                    self.stmt(stmt);
                }
                self.operand(x)
            }
            K::Builtin(Builtin::Len | Builtin::Cap, args) => match self.len_in_place(e, &args[0]) {
                Some(slot) => slot,
                None => self.operand_in_temp(e),
            },
            _ => self.operand_in_temp(e),
        }
    }

    fn operand_in_temp(&mut self, e: &'p Expr) -> Slot {
        let dst = self.temp(e.ty);
        self.fresh_to(e, dst);
        dst
    }

    /// The value of `e` into a slot that nothing reads: sums of products are accumulated there.
    pub(crate) fn fresh_to(&mut self, e: &'p Expr, dst: Slot) {
        if let ExprKind::Binary(BinaryOp::Add, sum, product) = &e.kind
            && let ExprKind::Binary(BinaryOp::Mul, x, y) = &product.kind
            && self.shape(e.ty) == Shape::F64
            && !self.has_call(product)
        {
            self.fresh_to(sum, dst);
            return self.mul_add(x, y, dst);
        }
        self.expr_to(e, dst);
    }

    /// `dst += x * y` of floats.
    pub(crate) fn mul_add(&mut self, x: &'p Expr, y: &'p Expr, dst: Slot) {
        let mark = self.regs.mark();
        let (a, b) = (self.operand(x), self.operand(y));
        self.emit(Op::MulAddF64 { dst, a, b });
        self.regs.release(mark);
    }

    fn operand_of_place(&mut self, e: &'p Expr) -> Slot {
        let dst = self.temp(e.ty);
        let mark = self.regs.mark();
        if let ExprKind::Index(x, i) = &e.kind
            && self.fused_index(e, x, i, dst)
        {
            self.regs.release(mark);
            return dst;
        }
        match self.place(e) {
            Place::Slots(slot) if slot < dst => {
                if self.is_volatile(e) {
                    let n = self.slots(e.ty);
                    self.mov(dst, slot, n);
                    self.regs.release(mark);
                    return dst;
                }
                self.regs.release_above(dst, 0);
                slot
            }
            // A part of a value that has just been computed.
            Place::Slots(slot) => slot,
            Place::Mem { ptr, .. } if matches!(e.kind, ExprKind::Var(var) if self.is_shared(var)) =>
            {
                self.regs.release_above(dst, 0);
                ptr
            }
            place => {
                self.load(place, e.ty, dst);
                self.regs.release(mark);
                dst
            }
        }
    }

    /// The value of `e` into `dst`.
    pub(crate) fn expr_to(&mut self, e: &'p Expr, dst: Slot) {
        let mark = self.regs.mark();
        self.expr_into(e, dst);
        self.regs.release(mark);
    }

    fn expr_into(&mut self, e: &'p Expr, dst: Slot) {
        use ExprKind as K;
        match &e.kind {
            K::Const(value) => self.constant(value, e.ty, dst),
            K::Zero if self.layout(e.ty).is_indirect() => {
                let ty = Wide::new(self.rtype(e.ty));
                self.emit(Op::New { dst, ty });
            }
            K::Zero => {
                let n = self.slots(e.ty);
                self.zero(dst, n);
            }
            K::Var(var) if matches!(self.home(*var), Home::Const(_)) => {
                let n = self.const_int(e).expect("its home says so");
                self.load_int(dst, n);
            }
            K::Index(x, i) if self.fused_index(e, x, i, dst) => {}
            K::Var(var) if self.is_shared(*var) => {
                let Home::Cell(src) = self.home(*var) else { unreachable!("it is asked for") };
                self.mov(dst, src, 1);
            }
            K::Var(_) | K::Global(_) | K::Field(..) | K::Deref(_) | K::Index(..) => {
                let place = self.place(e);
                self.load(place, e.ty, dst);
            }
            K::Func(f) => self.emit(Op::FuncValue { dst, func: Wide::new(f.0) }),
            K::Closure(f) => self.closure(*f, dst),
            K::BoundMethod(x, f) => self.bound_method(x, *f, dst),
            K::BoundInterfaceMethod(x, index) => {
                let site = self.g.site(x.ty, *index);
                let x = self.operand(x);
                self.at(e.pos);
                self.emit_ext(Op::BindIface { dst, x }, 0, site.0);
            }
            K::MapIndex(m, k) => self.map_get(e, m, k, dst, false),
            K::MapIndexOk(m, k) => self.map_get(e, m, k, dst, true),
            K::Slice(op) => self.slice(e, op, dst),
            K::Addr(x) => self.address(x, dst),
            K::New(x) => self.new_value(x, dst),
            K::Unary(op, x) => self.unary(e, *op, x, dst),
            K::Binary(op, x, y) => self.binary(e, *op, x, y, dst),
            K::Compare(op, x, y) => self.compare(e, *op, x, y, dst),
            K::AndAnd(..) | K::OrOr(..) => self.condition_value(e, dst),
            K::Convert(conversion, x) => self.convert(e, *conversion, x, dst),
            K::TypeAssert(x) => self.type_assert(e, x, dst),
            K::TypeAssertOk(x) => self.type_assert_ok(e, x, dst),
            K::Call(call) => self.call_to(e, call, dst),
            K::Builtin(builtin, args) => self.builtin(e, *builtin, args, dst),
            K::Recv(ch) => self.receive(e, ch, dst, false),
            K::RecvOk(ch) => self.receive(e, ch, dst, true),
            K::StructLit(_) | K::ArrayLit(_) if self.layout(e.ty).is_indirect() => {
                let (new, ty) = (self.regs.alloc(1), Wide::new(self.rtype(e.ty)));
                self.emit(Op::New { dst: new, ty });
                self.init(Place::Mem { ptr: new, off: 0, nonnil: true }, e);
                self.mov(dst, new, 1);
            }
            K::StructLit(fields) => self.struct_lit(e.ty, fields, Place::Slots(dst)),
            K::ArrayLit(elems) => self.array_lit(e.ty, elems, Place::Slots(dst)),
            K::SliceLit(len, elems) => self.slice_lit(e, *len, elems, dst),
            K::MapLit(entries) => self.map_lit(e, entries, dst),
            K::Seq(stmts, x) => {
                for stmt in stmts {
                    self.stmt(stmt);
                }
                self.expr_to(x, dst);
            }
        }
    }

    /// The result of a call into `dst`.
    fn call_to(&mut self, e: &'p Expr, call: &'p Call, dst: Slot) {
        if self.intrinsic(call, dst) {
            return;
        }
        let n = self.slots(e.ty);
        if n == 1
            && let Some(f) = self.inlined_callee(call)
        {
            self.inline_call(e, call, f, Some(dst));
            return;
        }
        let src = self.call(e, call);
        self.mov(dst, src, n);
    }

    /// `<-ch` into `dst`; with `ok`, whether there was an element stands behind it.
    fn receive(&mut self, e: &'p Expr, ch: &'p Expr, dst: Slot, ok: bool) {
        let (n, elem) = (self.chan_elem_slots(ch.ty) as u16, self.chan_elem(ch.ty));
        let ch = self.operand(ch);
        self.at(e.pos);
        self.emit(if ok { Op::RecvOk { dst, ch, n } } else { Op::Recv { dst, ch, n } });
        self.zero_if_null(dst, elem);
    }

    /// Evaluates `e` for what it does.
    pub(crate) fn effect(&mut self, e: &'p Expr) {
        let mark = self.regs.mark();
        match &e.kind {
            ExprKind::Const(_) | ExprKind::Zero => {}
            ExprKind::Call(call) if !self.is_intrinsic(call) => {
                self.call(e, call);
            }
            ExprKind::Builtin(builtin, args) => self.builtin_effect(e, *builtin, args),
            ExprKind::Var(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Field(..)
            | ExprKind::Index(..) => match self.place(e) {
                Place::Mem { ptr, nonnil: false, .. } => self.emit(Op::NilCheck { ptr }),
                Place::Elem { x, i, unsigned } => {
                    self.sign(unsigned);
                    self.emit(Op::CheckIndex { i, n: Slot(x.0 + 1) });
                }
                _ => {}
            },
            _ => {
                self.operand(e);
            }
        }
        self.regs.release(mark);
    }

    fn constant(&mut self, value: &'p Const, ty: TypeId, dst: Slot) {
        match value {
            Const::Bool(b) => self.load_int(dst, i64::from(*b)),
            Const::Int(n) => self.load_int(dst, *n as i64),
            Const::Float(f) => {
                let shape = self.shape(ty);
                self.load_int(dst, float_bits(*f, shape));
            }
            Const::Complex(re, im) if self.shape(ty) == Shape::C64 => {
                let bits = |part: f64| u64::from((part as f32).to_bits());
                self.load_int(dst, (bits(*re) | bits(*im) << 32) as i64);
            }
            Const::Complex(re, im) => {
                self.load_int(dst, re.to_bits() as i64);
                self.load_int(Slot(dst.0 + 1), im.to_bits() as i64);
            }
            Const::Str(s) if s.is_empty() => self.zero(dst, 2),
            Const::Str(s) => {
                let k = self.g.string(s);
                self.emit(Op::LoadStr { dst, k });
            }
        }
    }

    /// `&x`
    fn address(&mut self, x: &'p Expr, dst: Slot) {
        let place = self.place(x);
        self.at(x.pos);
        match place {
            Place::Slots(_) | Place::Part(_) => {
                // Only values of no size get here without a cell: the address of a field of a temporary.
                let rtype = Wide::new(self.rtype(x.ty));
                let tmp = self.regs.alloc(1);
                self.emit(Op::New { dst: tmp, ty: rtype });
                let src = self.temp(x.ty);
                self.load(place, x.ty, src);
                self.store_mem(tmp, 0, x.ty, src);
                self.mov(dst, tmp, 1);
            }
            Place::Mem { ptr, off: 0, nonnil: false } => {
                self.emit(Op::NilCheck { ptr });
                self.mov(dst, ptr, 1);
            }
            _ => self.addr(place, x.ty, dst),
        }
    }

    /// `new(value)`: the value is evaluated into the new memory, if it can be.
    fn new_value(&mut self, x: &'p Expr, dst: Slot) {
        let ty = Wide::new(self.rtype(x.ty));
        let place = Place::Mem { ptr: dst, off: 0, nonnil: true };
        match &x.kind {
            ExprKind::Zero => self.emit(Op::New { dst, ty }),
            ExprKind::StructLit(_) | ExprKind::ArrayLit(_) => {
                self.emit(Op::New { dst, ty });
                self.init(place, x);
            }
            _ => {
                let src = self.operand(x);
                self.emit(Op::New { dst, ty });
                self.store(place, x.ty, src);
            }
        }
    }

    fn unary(&mut self, e: &'p Expr, op: UnaryOp, x: &'p Expr, dst: Slot) {
        let shape = self.shape(e.ty);
        if op == UnaryOp::Not && !matches!(x.kind, ExprKind::Var(_) | ExprKind::Call(_)) {
            return self.condition_value(e, dst);
        }
        let a = self.operand(x);
        match (op, shape) {
            (UnaryOp::Not, _) => self.emit(Op::Not { dst, a }),
            (UnaryOp::Compl, Shape::Int { signed, .. }) => {
                self.emit(Op::XorImm { dst, a, imm: -1 });
                if !signed {
                    self.canonical(dst, shape);
                }
            }
            (UnaryOp::Neg, Shape::Int { .. }) => {
                self.emit(Op::Neg { dst, a });
                self.canonical(dst, shape);
            }
            (UnaryOp::Neg, Shape::F64) => self.emit(Op::NegF64 { dst, a }),
            (UnaryOp::Neg, Shape::F32) => self.emit(Op::NegF32 { dst, a }),
            (UnaryOp::Neg, Shape::C128) => self.emit(Op::NegC128 { dst, a }),
            (UnaryOp::Neg, Shape::C64) => {
                let wide = self.regs.alloc(2);
                self.emit(Op::C64ToC128 { dst: wide, a });
                self.emit(Op::NegC128 { dst: wide, a: wide });
                self.emit(Op::C128ToC64 { dst, a: wide });
            }
            _ => unreachable!("the checker lets no other operand through"),
        }
    }

    fn map_get(&mut self, e: &'p Expr, m: &'p Expr, k: &'p Expr, dst: Slot, ok: bool) {
        let Type::Map(_, value) = self.program.types.under(m.ty) else {
            unreachable!("maps are indexed")
        };
        let n = self.slots(*value);
        let rtype = self.rtype(m.ty);
        let m = self.operand(m);
        let key = self.operand(k);
        self.at(e.pos);
        let words = n == 1 && self.shape(k.ty).is_word();
        let op = match (ok, words) {
            (true, _) => Op::MapGetOk { dst, m, key },
            (false, true) => Op::MapGetWord { dst, m, key },
            (false, false) => Op::MapGet { dst, m, key },
        };
        self.emit_ext(op, n, rtype);
        self.zero_if_null(dst, *value);
    }

    fn chan_elem(&self, ty: TypeId) -> TypeId {
        let Type::Chan(_, elem) = self.program.types.under(ty) else {
            unreachable!("channels have elements")
        };
        *elem
    }

    pub(crate) fn chan_elem_slots(&mut self, ty: TypeId) -> u32 {
        let elem = self.chan_elem(ty);
        self.slots(elem)
    }

    /// Whether the cell of a variable can be shared as its value: it is large and nobody ever changes it.
    pub(crate) fn is_shared(&mut self, var: VarId) -> bool {
        matches!(self.home(var), Home::Cell(_))
            && self.is_constant(var)
            && self.layout(self.program.var(var).ty).is_indirect()
    }

    fn slice(&mut self, e: &'p Expr, op: &'p SliceOp, dst: Slot) {
        let (x, elem, is_array) = self.sliced(&op.x, e.ty);
        let bounds = [&op.lo, &op.hi, &op.max];
        let mask = (0..3).filter(|&i| bounds[i].is_some()).map(|i| 1 << i).sum::<u32>();
        let n = match elem {
            Some(_) => 3,
            None => 2,
        };
        if mask == 0 {
            self.at(e.pos);
            return self.mov(dst, x, n);
        }
        let args = self.regs.alloc(n);
        for (i, bound) in bounds.into_iter().enumerate() {
            if let Some(bound) = bound {
                self.expr_to(bound, Slot(args.0 + i as u16));
            }
        }
        self.at(e.pos);
        let unsigned = (0..3).filter(|&i| bounds[i].as_ref().is_some_and(|b| self.is_unsigned(b)));
        let unsigned = unsigned.map(|i| 1 << i).sum();
        self.asm.unsigned(unsigned);
        match elem {
            None => self.emit_ext(Op::SliceStr { dst, x, args }, mask, 0),
            Some(elem) => {
                let size = self.layout(elem).size as u32;
                let mask = mask | (u32::from(is_array) * 8);
                self.emit_ext(Op::SliceSlice { dst, x, args }, mask, size);
            }
        }
    }

    /// What is sliced, its element type unless it is a string, and whether it is an array.
    fn sliced(&mut self, x: &'p Expr, result: TypeId) -> (Slot, Option<TypeId>, bool) {
        let elem = match self.program.types.under(result) {
            Type::Slice(elem) => Some(*elem),
            _ => None,
        };
        let Type::Pointer(array) = self.program.types.under(x.ty) else {
            return (self.operand(x), elem, false);
        };
        let len = self.array_len(*array).expect("only arrays are sliced through a pointer");
        let triple = self.regs.alloc(3);
        self.expr_to(x, triple);
        self.at(x.pos);
        self.emit(Op::NilCheck { ptr: triple });
        self.load_int(Slot(triple.0 + 1), len as i64);
        self.load_int(Slot(triple.0 + 2), len as i64);
        (triple, elem, true)
    }
}

/// A float as its slot holds it.
fn float_bits(f: f64, shape: Shape) -> i64 {
    match shape {
        Shape::F32 => i64::from((f as f32).to_bits()),
        _ => f.to_bits() as i64,
    }
}
