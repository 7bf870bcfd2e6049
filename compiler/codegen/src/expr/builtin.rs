//! Built-in functions: the dispatch, and the functions that take one or two instructions.

use crate::func::FuncGen;
use crate::program::layout::Shape;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::{Builtin, Expr, ExprKind};
use minigo_types::ty::Type;

impl<'p> FuncGen<'_, 'p> {
    /// Generates a call of a built-in function as a statement.
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
                let elem = self.slice_elem_rtype(e.ty);
                let x = self.operand(&args[0]);
                let op = match &args[1].kind {
                    // For `append(x, make([]T, n)...)`, the instruction appends zeros without making the second slice.
                    ExprKind::Builtin(B::Make, size) if size.len() == 1 => {
                        Op::AppendZeros { dst, x, n: self.operand(&size[0]) }
                    }
                    _ => Op::AppendSlice { dst, x, y: self.operand(&args[1]) },
                };
                self.set_pos(e.pos);
                self.emit_ext(op, 0, elem);
            }
            B::Len | B::Cap => {
                self.note_nonescaping_slice(&args[0]);
                self.len(which, &args[0], dst);
            }
            B::Clear => self.clear(&args[0]),
            B::Close => {
                let ch = self.operand(&args[0]);
                self.set_pos(e.pos);
                self.emit(Op::Close { ch });
            }
            B::Complex => self.complex(e, &args[0], &args[1], dst),
            B::Real | B::Imag => self.complex_part(which, &args[0], dst),
            B::Copy => {
                let elem = self.slice_elem_rtype(args[0].ty);
                let to = self.pointer_and_length(&args[0]);
                let from = self.pointer_and_length(&args[1]);
                self.set_pos(e.pos);
                self.emit_ext(Op::Copy { dst, to, from }, 0, elem);
            }
            B::Delete => {
                let rtype = self.rtype(args[0].ty);
                let m = self.operand(&args[0]);
                let key = self.operand(&args[1]);
                self.set_pos(e.pos);
                self.emit_ext(Op::MapDelete { m, key }, 0, rtype);
            }
            B::Make => self.make(e, args, dst),
            B::Min | B::Max => self.min_max(which == B::Min, e, args, dst),
            B::Panic => {
                let x = self.operand(&args[0]);
                self.set_pos(e.pos);
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
                let elem = self.slice_elem_rtype(e.ty);
                let ptr = self.operand(&args[0]);
                let len = self.operand(&args[1]);
                self.set_pos(e.pos);
                self.emit_ext(Op::UnsafeSlice { dst, ptr, len }, 0, elem);
            }
            B::UnsafeString => {
                let ptr = self.operand(&args[0]);
                let len = self.operand(&args[1]);
                self.set_pos(e.pos);
                self.emit(Op::UnsafeString { dst, ptr, len });
            }
            B::UnsafeSliceData | B::UnsafeStringData => {
                let x = self.operand(&args[0]);
                self.mov(dst, x, 1);
            }
        }
    }

    fn clear(&mut self, x: &'p Expr) {
        let is_map = matches!(self.program.types.underlying_structure(x.ty), Type::Map(..));
        let slot = self.operand(x);
        if is_map {
            self.emit(Op::MapClear { m: slot });
        } else {
            let elem = self.slice_elem_rtype(x.ty);
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
        match self.program.types.underlying_structure(e.ty) {
            Type::Slice(elem) => {
                let elem = self.rtype(*elem);
                let cap = args.get(1).map_or(size, |cap| self.operand(cap));
                self.set_pos(e.pos);
                self.emit_ext(Op::MakeSlice { dst, len: size, cap }, 0, elem);
            }
            Type::Map(..) => {
                let rtype = self.rtype(e.ty);
                self.set_pos(e.pos);
                self.emit_ext(Op::MakeMap { dst, hint: size }, 0, rtype);
            }
            _ => {
                let rtype = self.rtype(e.ty);
                self.set_pos(e.pos);
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
}
