//! `min` and `max`.

use crate::func::FuncGen;
use crate::program::layout::Shape;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::Expr;

impl<'p> FuncGen<'_, 'p> {
    /// Generates `min` or `max`: `dst` contains the smallest or largest value so far.
    pub(crate) fn min_max(&mut self, min: bool, e: &'p Expr, args: &'p [Expr], dst: Slot) {
        let shape = self.shape(e.ty);
        let n = self.slots(e.ty);
        self.expr_to(&args[0], dst);
        for arg in &args[1..] {
            let mark = self.regs.height();
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
            self.asm.bind(skip);
            self.regs.release(mark);
        }
    }

    /// NaN wins over all numbers; of the two zeros the negative one is the smaller.
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
        // Equal numbers have equal bits, except for zeros, whose signs `|` and `&` combine.
        self.emit(if min { Op::Or { dst, a: dst, b } } else { Op::And { dst, a: dst, b } });
        self.jump(skip);
        self.asm.bind(take);
        self.mov(dst, b, 1);
        self.asm.bind(skip);
    }
}
