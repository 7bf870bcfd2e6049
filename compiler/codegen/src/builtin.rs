//! Built-in functions.

use crate::func::FuncGen;
use crate::layout::Shape;
use crate::place::Place;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::PrintKind;
use minigo_types::program::{Builtin, Expr, ExprKind};
use minigo_types::ty::{Basic, Type, TypeId};

impl<'p> FuncGen<'_, 'p> {
    /// A built-in called as a statement.
    pub(crate) fn builtin_effect(&mut self, e: &'p Expr, which: Builtin, args: &'p [Expr]) {
        let n = self.slots(e.ty);
        let dst = self.regs.alloc(n.max(3));
        self.builtin(e, which, args, dst);
    }

    pub(crate) fn builtin(&mut self, e: &'p Expr, which: Builtin, args: &'p [Expr], dst: Slot) {
        use Builtin as B;
        match which {
            B::Append => self.append(e, &args[0], &args[1..], dst),
            B::AppendSlice => {
                let elem = self.slice_elem(e.ty);
                let x = self.operand(&args[0]);
                let op = match &args[1].kind {
                    // Nothing is made only to be copied.
                    ExprKind::Builtin(B::Make, size) if size.len() == 1 => {
                        Op::AppendZeros { dst, x, n: self.operand(&size[0]) }
                    }
                    _ => Op::AppendSlice { dst, x, y: self.operand(&args[1]) },
                };
                self.at(e.pos);
                self.emit_ext(op, 0, elem);
            }
            B::Len | B::Cap => self.len(which, &args[0], dst),
            B::Clear => self.clear(&args[0]),
            B::Close => {
                let ch = self.operand(&args[0]);
                self.at(e.pos);
                self.emit(Op::Close { ch });
            }
            B::Complex => self.complex(e, &args[0], &args[1], dst),
            B::Real | B::Imag => self.complex_part(which, &args[0], dst),
            B::Copy => {
                let elem = self.slice_elem(args[0].ty);
                let to = self.pair(&args[0]);
                let from = self.pair(&args[1]);
                self.at(e.pos);
                self.emit_ext(Op::Copy { dst, to, from }, 0, elem);
            }
            B::Delete => {
                let rtype = self.rtype(args[0].ty);
                let m = self.operand(&args[0]);
                let key = self.operand(&args[1]);
                self.at(e.pos);
                self.emit_ext(Op::MapDelete { m, key }, 0, rtype);
            }
            B::Make => self.make(e, args, dst),
            B::Min | B::Max => self.min_max(which == B::Min, e, args, dst),
            B::Panic => {
                let x = self.operand(&args[0]);
                self.at(e.pos);
                self.emit(Op::Panic { x });
            }
            B::Print | B::Println => self.print(args, which == B::Println),
            B::Recover => self.emit(Op::Recover { dst }),
            B::UnsafeAdd => {
                let a = self.operand(&args[0]);
                let b = self.operand(&args[1]);
                self.emit(Op::Add { dst, a, b });
            }
            B::UnsafeSlice => {
                let elem = self.slice_elem(e.ty);
                let ptr = self.operand(&args[0]);
                let len = self.operand(&args[1]);
                self.at(e.pos);
                self.emit_ext(Op::UnsafeSlice { dst, ptr, len }, 0, elem);
            }
            B::UnsafeString => {
                let ptr = self.operand(&args[0]);
                let len = self.operand(&args[1]);
                self.at(e.pos);
                self.emit(Op::UnsafeString { dst, ptr, len });
            }
            B::UnsafeSliceData | B::UnsafeStringData => {
                let x = self.operand(&args[0]);
                self.mov(dst, x, 1);
            }
        }
    }

    /// The run-time type of a slice's elements.
    fn slice_elem(&mut self, ty: TypeId) -> u32 {
        match self.program.types.under(ty) {
            Type::Slice(elem) => self.rtype(*elem),
            // `copy` and `append` take strings as slices of bytes.
            _ => self.rtype(Basic::Uint8.id()),
        }
    }

    fn append(&mut self, e: &'p Expr, x: &'p Expr, elems: &'p [Expr], dst: Slot) {
        let elem = self.slice_elem(e.ty);
        if elems.is_empty() {
            return self.expr_to(x, dst);
        }
        let x = self.operand(x);
        if self.layout(elems[0].ty).is_indirect() {
            return self.append_large(e, x, elems, dst);
        }
        let first = if let [only] = elems {
            self.operand(only)
        } else {
            let total = self.g.slots_of(elems.iter().map(|e| e.ty));
            let first = self.regs.alloc(total);
            let mut at = first.0;
            for elem in elems {
                self.expr_to(elem, Slot(at));
                at = at.wrapping_add(self.slots(elem.ty) as u16);
            }
            first
        };
        self.at(e.pos);
        self.emit_ext(Op::Append { dst, x, first }, elems.len() as u32, elem);
    }

    /// Elements that are too large for slots are gathered in memory.
    fn append_large(&mut self, e: &'p Expr, x: Slot, elems: &'p [Expr], dst: Slot) {
        let (elem, ty) = (self.slice_elem(e.ty), elems[0].ty);
        let values: Vec<Slot> = elems.iter().map(|e| self.operand(e)).collect();
        let y = match values[..] {
            [only] => {
                let y = self.regs.alloc(2);
                self.mov(y, only, 1);
                self.load_int(Slot(y.0 + 1), 1);
                y
            }
            _ => {
                let (y, len) = (self.regs.alloc(3), self.int_slot(values.len() as i64));
                self.emit_ext(Op::MakeSlice { dst: y, len, cap: len }, 0, elem);
                for (at, &value) in (0..).zip(&values) {
                    let mark = self.regs.mark();
                    let i = self.int_slot(at);
                    self.store(Place::Elem { x: y, i, unsigned: false }, ty, value);
                    self.regs.release(mark);
                }
                y
            }
        };
        self.at(e.pos);
        self.emit_ext(Op::AppendSlice { dst, x, y }, 0, elem);
    }

    // ---- len and cap

    /// The slot that holds the length, if the value lies in slots anyway.
    pub(crate) fn len_in_place(&mut self, e: &'p Expr, x: &'p Expr) -> Option<Slot> {
        let ExprKind::Builtin(which, _) = e.kind else { return None };
        let shape = self.shape(x.ty);
        if !matches!(shape, Shape::Str | Shape::Slice)
            || !matches!(x.kind, ExprKind::Var(_) | ExprKind::Field(..))
            || self.is_volatile(x)
        {
            return None;
        }
        let mark = self.regs.mark();
        if !self.is_stable(x) {
            return None;
        }
        let place = self.place(x);
        self.regs.release(mark);
        match place {
            Place::Slots(slot) => Some(Slot(slot.0 + 1 + u16::from(which == Builtin::Cap))),
            _ => None,
        }
    }

    fn len(&mut self, which: Builtin, x: &'p Expr, dst: Slot) {
        let index = 1 + u16::from(which == Builtin::Cap);
        match self.program.types.under(x.ty) {
            Type::Map(..) => {
                let m = self.operand(x);
                self.emit(Op::MapLen { dst, m });
            }
            Type::Chan(..) => {
                let ch = self.operand(x);
                self.emit(match which {
                    Builtin::Cap => Op::ChanCap { dst, ch },
                    _ => Op::ChanLen { dst, ch },
                });
            }
            Type::Array(_, n) => {
                self.effect(x);
                self.load_int(dst, *n as i64);
            }
            Type::Pointer(array) => {
                self.effect(x);
                let n = self.array_len(*array).expect("only pointers to arrays have lengths");
                self.load_int(dst, n as i64);
            }
            _ => match self.len_place(x) {
                Place::Slots(slot) => self.mov(dst, Slot(slot.0 + index), 1),
                Place::Mem { ptr, off, .. } => {
                    self.load_words(ptr, off + 8 * u32::from(index), dst, 1);
                }
                Place::Global(off) => {
                    let at = off + 8 * u32::from(index);
                    self.load(Place::Global(at), Basic::Int.id(), dst);
                }
                place => {
                    let tmp = self.temp(x.ty);
                    self.load(place, x.ty, tmp);
                    self.mov(dst, Slot(tmp.0 + index), 1);
                }
            },
        }
    }

    fn len_place(&mut self, x: &'p Expr) -> Place {
        match x.kind {
            ExprKind::Var(_)
            | ExprKind::Global(_)
            | ExprKind::Field(..)
            | ExprKind::Deref(_)
            | ExprKind::Index(..) => self.place(x),
            _ => Place::Slots(self.operand(x)),
        }
    }

    // ---- the rest

    fn clear(&mut self, x: &'p Expr) {
        let is_map = matches!(self.program.types.under(x.ty), Type::Map(..));
        let slot = self.operand(x);
        if is_map {
            self.emit(Op::MapClear { m: slot });
        } else {
            let elem = self.slice_elem(x.ty);
            self.emit_ext(Op::ClearSlice { x: slot }, 0, elem);
        }
    }

    fn make(&mut self, e: &'p Expr, args: &'p [Expr], dst: Slot) {
        let size = match args.first() {
            Some(size) => self.operand(size),
            None => {
                let zero = self.regs.alloc(1);
                self.load_int(zero, 0);
                zero
            }
        };
        match self.program.types.under(e.ty) {
            Type::Slice(elem) => {
                let elem = self.rtype(*elem);
                let cap = args.get(1).map_or(size, |cap| self.operand(cap));
                self.at(e.pos);
                self.emit_ext(Op::MakeSlice { dst, len: size, cap }, 0, elem);
            }
            Type::Map(..) => {
                let rtype = self.rtype(e.ty);
                self.at(e.pos);
                self.emit_ext(Op::MakeMap { dst, hint: size }, 0, rtype);
            }
            _ => {
                let rtype = self.rtype(e.ty);
                self.at(e.pos);
                self.emit_ext(Op::MakeChan { dst, size }, 0, rtype);
            }
        }
    }

    fn complex(&mut self, e: &'p Expr, re: &'p Expr, im: &'p Expr, dst: Slot) {
        if self.shape(e.ty) == Shape::C64 {
            let (re, im) = (self.operand(re), self.operand(im));
            self.emit(Op::MakeC64 { dst, re, im });
        } else {
            self.expr_to(re, dst);
            self.expr_to(im, Slot(dst.0 + 1));
        }
    }

    fn complex_part(&mut self, which: Builtin, x: &'p Expr, dst: Slot) {
        let shape = self.shape(x.ty);
        let a = self.operand(x);
        match (shape, which) {
            (Shape::C64, Builtin::Real) => self.emit(Op::Zext32 { dst, a }),
            (Shape::C64, _) => self.emit(Op::ShrUImm { dst, a, imm: 32 }),
            (_, Builtin::Real) => self.mov(dst, a, 1),
            _ => self.mov(dst, Slot(a.0 + 1), 1),
        }
    }

    /// The smallest or largest so far lies in `dst`.
    fn min_max(&mut self, min: bool, e: &'p Expr, args: &'p [Expr], dst: Slot) {
        let shape = self.shape(e.ty);
        let n = self.slots(e.ty);
        self.expr_to(&args[0], dst);
        for arg in &args[1..] {
            let mark = self.regs.mark();
            let b = self.operand(arg);
            let skip = self.label();
            match shape {
                Shape::F64 | Shape::F32 => self.min_max_float(min, shape == Shape::F32, dst, b),
                Shape::Str => {
                    let keep = self.regs.alloc(1);
                    let (x, y) = if min { (dst, b) } else { (b, dst) };
                    self.emit(Op::LeStr { dst: keep, a: x, b: y });
                    self.branch_bool(keep, true, skip);
                    self.mov(dst, b, n);
                }
                _ => {
                    let (x, y) = if min { (dst, b) } else { (b, dst) };
                    let op = if shape.is_u64() {
                        Op::JmpLeU { a: x, b: y, to: 0 }
                    } else {
                        Op::JmpLe { a: x, b: y, to: 0 }
                    };
                    self.asm.jump(op, skip);
                    self.mov(dst, b, n);
                }
            }
            self.asm.place(skip);
            self.regs.release(mark);
        }
    }

    /// NaN wins; of the two zeros the negative one is the smaller.
    fn min_max_float(&mut self, min: bool, single: bool, dst: Slot, b: Slot) {
        let (take, skip) = (self.label(), self.label());
        let c = self.regs.alloc(1);
        self.emit(if single {
            Op::NeF32 { dst: c, a: b, b }
        } else {
            Op::NeF64 { dst: c, a: b, b }
        });
        self.branch_bool(c, true, take);
        let (x, y) = if min { (b, dst) } else { (dst, b) };
        self.emit(if single {
            Op::LtF32 { dst: c, a: x, b: y }
        } else {
            Op::LtF64 { dst: c, a: x, b: y }
        });
        self.branch_bool(c, true, take);
        self.emit(if single {
            Op::EqF32 { dst: c, a: x, b: y }
        } else {
            Op::EqF64 { dst: c, a: x, b: y }
        });
        self.branch_bool(c, false, skip);
        // Equal numbers have equal bits but for zeros, whose signs join as bits do.
        self.emit(if min { Op::Or { dst, a: dst, b } } else { Op::And { dst, a: dst, b } });
        self.jump(skip);
        self.asm.place(take);
        self.mov(dst, b, 1);
        self.asm.place(skip);
    }

    fn print(&mut self, args: &'p [Expr], newline: bool) {
        let nothing = Slot(0);
        let values: Vec<(Slot, PrintKind)> = args
            .iter()
            .map(|arg| {
                let kind = self.print_kind(arg.ty);
                (self.operand(arg), kind)
            })
            .collect();
        for (i, (src, kind)) in values.into_iter().enumerate() {
            if newline && i > 0 {
                self.emit(Op::Print { src: nothing, kind: PrintKind::Space as u16 });
            }
            self.emit(Op::Print { src, kind: kind as u16 });
        }
        let last = if newline { PrintKind::Newline } else { PrintKind::Flush };
        self.emit(Op::Print { src: nothing, kind: last as u16 });
    }

    fn print_kind(&mut self, ty: TypeId) -> PrintKind {
        match self.shape(ty) {
            Shape::Bool => PrintKind::Bool,
            Shape::Int { signed: true, .. } => PrintKind::Int,
            Shape::Int { .. } => PrintKind::Uint,
            Shape::F32 => PrintKind::Float32,
            Shape::F64 => PrintKind::Float64,
            Shape::C64 => PrintKind::Complex64,
            Shape::C128 => PrintKind::Complex128,
            Shape::Str => PrintKind::String,
            Shape::Iface => PrintKind::Iface,
            Shape::Slice => PrintKind::Slice,
            _ => PrintKind::Pointer,
        }
    }
}
