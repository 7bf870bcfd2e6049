//! Function values: closures over variables, and methods bound to their receiver.

use crate::func::FuncGen;
use crate::invariant::panic_broken_invariant;
use crate::program::location::Location;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{Expr, FuncId, VarId};
use minigo_types::ty::TypeId;

impl<'p> FuncGen<'_, 'p> {
    /// Generates a function literal.
    pub(crate) fn closure(&mut self, f: FuncId, dst: Slot) {
        let func = self.program.func(f);
        let wide = Wide::new(self.program_gen.func_id(f).0);
        if func.captures.is_empty() {
            return self.emit(Op::FuncValue { dst, func: wide });
        }
        self.emit(Op::NewClosure { dst, func: wide });
        let (_, offsets) = self.capture_layout(func);
        for (&var, &off) in func.captures.iter().zip(&offsets) {
            match self.location(var) {
                Location::Cell(src) => self.store_word(dst, off, src, true),
                Location::Spilled { ptr, off: at } => {
                    let mark = self.regs.height();
                    self.capture_spilled(var, (ptr, at), (dst, off));
                    self.regs.release(mark);
                }
                Location::Slots(src) => {
                    let ty = self.program.var(var).ty;
                    self.store_capture(dst, off, ty, src);
                }
                Location::Const(n) => {
                    let src = self.const_slot(n);
                    self.store_word(dst, off, src, false);
                }
                Location::StaticClosure(id) => {
                    let src = self.regs.alloc(1);
                    self.static_closure_value(id, src);
                    self.store_word(dst, off, src, true);
                }
                Location::Field { .. } | Location::Undeclared => {
                    panic_broken_invariant("captured variables are declared before the closure")
                }
            }
        }
    }

    /// Captures a variable in a spill object: its address, or its value if it is never assigned again.
    fn capture_spilled(&mut self, var: VarId, (ptr, at): (Slot, u16), (dst, off): (Slot, u32)) {
        if self.program_gen.is_boxed(var) {
            let src = self.regs.alloc(1);
            self.emit(Op::AddrOff { dst: src, ptr, off: at });
            return self.store_word(dst, off, src, true);
        }
        let ty = self.program.var(var).ty;
        let src = self.temp(ty);
        self.load(self.var_lvalue(var), ty, src);
        self.store_capture(dst, off, ty, src);
    }

    /// Stores a word in a closure's memory.
    fn store_word(&mut self, ptr: Slot, off: u32, src: Slot, is_pointer: bool) {
        let mark = self.regs.height();
        let (ptr, off) = self.fit_offset(ptr, off);
        self.emit(if is_pointer {
            Op::StorePtr { ptr, off, src }
        } else {
            Op::Store64 { ptr, off, src }
        });
        self.regs.release(mark);
    }

    /// Stores a value in a closure's memory, where it takes whole words as in slots.
    fn store_capture(&mut self, ptr: Slot, off: u32, ty: TypeId, src: Slot) {
        let layout = self.layout(ty);
        match layout.slots() {
            1 if layout.has_pointers || layout.is_indirect() => {
                self.store_word(ptr, off, src, true);
            }
            1 => self.store_word(ptr, off, src, false),
            _ => self.store_mem(ptr, off, ty, src),
        }
    }

    /// Generates `x.M` for a concrete receiver: a closure over the receiver.
    pub(crate) fn bound_method(&mut self, x: &'p Expr, f: FuncId, dst: Slot) {
        let src = self.operand(x);
        let thunk = self.program_gen.bound_thunk(f);
        self.emit(Op::NewClosure { dst, func: Wide::new(thunk.0) });
        self.store_capture(dst, 8, x.ty, src);
    }
}
