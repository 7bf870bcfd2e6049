//! Generates atomic operations as instructions, fused with the jump on their result if such an instruction exists.

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use crate::inline::intrinsic::Intrinsic;
use crate::invariant::panic_broken_invariant;
use crate::program::expr_forms::strip_conversions;
use crate::program::location::Location;
use minigo_bytecode::assembler::Label;
use minigo_bytecode::func::InlineId;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_syntax::source::Pos;
use minigo_types::program::{Body, Call, Callee, Conversion, Expr, ExprKind, FuncId};

/// The operations of sync/atomic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AtomicOp {
    Load,
    Store,
    Add,
    Swap,
    Cas,
}

/// The type of the variable that an atomic operation accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AtomicType {
    I32,
    U32,
    W64,
}

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn atomic(&mut self, op: AtomicOp, word: AtomicType, args: &'p [Expr], dst: Slot) {
        if op == AtomicOp::Cas {
            return self.compare_and_swap(word, args, dst);
        }
        let (ptr, off) = self.memory_operand(args);
        if op == AtomicOp::Load {
            return self.emit(match word {
                AtomicType::I32 => Op::AtomicLoadI32 { dst, ptr, off },
                AtomicType::U32 => Op::AtomicLoadU32 { dst, ptr, off },
                AtomicType::W64 => Op::AtomicLoad64 { dst, ptr, off },
            });
        }
        if op == AtomicOp::Add
            && word == AtomicType::I32
            && let Some(n) = self.const_int(&args[1])
        {
            return self.emit_ext(Op::AtomicAddI32Imm { dst, ptr, off }, 0, n as u32);
        }
        let src = self.operand(&args[1]);
        if op == AtomicOp::Store {
            return self.emit(match word {
                AtomicType::I32 | AtomicType::U32 => Op::AtomicStore32 { ptr, off, src },
                AtomicType::W64 => Op::AtomicStore64 { ptr, off, src },
            });
        }
        let to = dst;
        let dst = if to == ptr { self.regs.alloc(1) } else { to };
        self.mov(dst, src, 1);
        self.emit(match (op, word) {
            (AtomicOp::Add, AtomicType::I32) => Op::AtomicAddI32 { dst, ptr, off },
            (AtomicOp::Add, AtomicType::U32) => Op::AtomicAddU32 { dst, ptr, off },
            (AtomicOp::Add, AtomicType::W64) => Op::AtomicAdd64 { dst, ptr, off },
            (_, AtomicType::I32) => Op::AtomicSwapI32 { dst, ptr, off },
            (_, AtomicType::U32) => Op::AtomicSwapU32 { dst, ptr, off },
            (_, AtomicType::W64) => Op::AtomicSwap64 { dst, ptr, off },
        });
        self.mov(to, dst, 1);
    }

    /// Reports whether the function that owns the frame belongs to package sync: then the actual locking function is
    /// its caller.
    fn is_in_sync_package(&self) -> bool {
        let pkg = self.inlined_funcs.first().map(|&f| self.program.func(f).pkg);
        pkg.is_some_and(|pkg| &*self.program.package(pkg).path == "sync")
    }

    /// Reports whether the code under generation is the body of the function with this name.
    fn is_inside_function(&self, name: &str) -> bool {
        self.inlined_funcs.last().is_some_and(|&f| &*self.program.func(f).name == name)
    }

    /// Fuses the jump on the new reader count of an `RWMutex` with the preceding addition.
    pub(crate) fn fuse_jump_with_add(&mut self, a: Slot, to: Label) -> bool {
        let [.., Op::AtomicAddI32Imm { dst, ptr, off }, Op::Ext { b, .. }] = *self.asm.code()
        else {
            return false;
        };
        let op = match b.get_signed() {
            1 if self.is_inside_function("sync.(*RWMutex).RLock") => {
                Op::JmpReadLock { dst, ptr, off }
            }
            -1 if self.is_inside_function("sync.(*RWMutex).RUnlock") => {
                Op::JmpReadUnlock { dst, ptr, off }
            }
            _ => return false,
        };
        if dst != a || self.asm.has_label_here() {
            return false;
        }
        self.asm.pop_last();
        self.asm.jump(op, to);
        self.asm.set_ext(u16::from(self.is_in_sync_package()));
        true
    }

    fn compare_and_swap(&mut self, word: AtomicType, args: &'p [Expr], dst: Slot) {
        let ptr = self.operand(&args[0]);
        let pair = self.regs.alloc(2);
        self.expr_to(&args[1], pair);
        self.expr_to(&args[2], Slot(pair.0 + 1));
        self.emit(match word {
            AtomicType::I32 | AtomicType::U32 => Op::AtomicCas32 { dst, ptr, args: pair },
            AtomicType::W64 => Op::AtomicCas64 { dst, ptr, args: pair },
        });
    }

    /// Generates a jump to `to` if the call returns `when`, provided that a fused instruction exists: only for
    /// functions that return whether they have changed memory.
    pub(crate) fn branch_intrinsic(&mut self, call: &'p Call, when: bool, to: Label) -> bool {
        let Callee::Func(f) = call.callee else { return false };
        let func = self.program.func(f);
        if !matches!(func.body, Body::Native) {
            return false;
        }
        let op = match &*func.name {
            "internal/rt.TryLock" => Op::JmpLock { ptr: Slot(0), off: 0, up: 0 },
            "internal/rt.TryUnlock" => Op::JmpUnlock { ptr: Slot(0), off: 0 },
            _ => match self.packed_swap_constants(f, &call.args) {
                Some(k) => Op::JmpCas32 { ptr: Slot(0), off: 0, k },
                None => return false,
            },
        };
        let (at, by) = self.memory_operand(&call.args);
        let op = match op {
            Op::JmpLock { .. } => {
                Op::JmpLock { ptr: at, off: by, up: u16::from(self.is_in_sync_package()) }
            }
            Op::JmpUnlock { .. } => Op::JmpUnlock { ptr: at, off: by },
            Op::JmpCas32 { k, .. } => Op::JmpCas32 { ptr: at, off: by, k },
            _ => panic_broken_invariant("the jump is one of the three above"),
        };
        // A backward jump must consume the goroutine's budget, which the fused jump does not.
        if when && self.asm.try_label_pc(to).is_none() {
            self.asm.jump(op, to);
        } else {
            let (yes, no) = (self.label(), self.label());
            self.asm.jump(op, yes);
            self.jump(if when { no } else { to });
            self.asm.bind(yes);
            if when {
                self.jump(to);
            }
            self.asm.bind(no);
        }
        true
    }

    /// The two constants of a compare-and-swap, packed into one number, if both are small.
    fn packed_swap_constants(&self, f: FuncId, args: &[Expr]) -> Option<u16> {
        let Some(Intrinsic::Atomic(AtomicOp::Cas, AtomicType::I32 | AtomicType::U32)) =
            self.intrinsic_of(f, args)
        else {
            return None;
        };
        let small = |e: &Expr| u8::try_from(self.const_int(e)?).ok().map(u16::from);
        Some(small(&args[1])? | small(&args[2])? << 8)
    }

    /// The memory that the first argument points to: the slot of a pointer and an offset.
    fn memory_operand(&mut self, args: &'p [Expr]) -> (Slot, u16) {
        let e = strip_conversions(&args[0]);
        if args[1..].iter().any(|e| self.has_call(e)) {
            return (self.operand(e), 0);
        }
        if let Some(field) = self.parameter_field(e) {
            self.set_argument_position(e);
            return field;
        }
        let ExprKind::Addr(x) = &e.kind else { return (self.operand(e), 0) };
        match self.lvalue(x) {
            Lvalue::Mem { pointer: ptr, offset: off, .. } if off <= u32::from(u16::MAX) => {
                self.set_argument_position(x);
                (ptr, off as u16)
            }
            lvalue => {
                let dst = self.regs.alloc(1);
                self.address_of(lvalue, x.ty, dst);
                (dst, 0)
            }
        }
    }

    /// The location for an argument of a method that [`begins_with_atomic`], if the argument is the address of a
    /// variable in memory.
    pub(crate) fn field_argument(&mut self, arg: &'p Expr) -> Option<Location> {
        let ExprKind::Addr(x) = &strip_conversions(arg).kind else { return None };
        let (pos, site) = self.argument_position(x).unwrap_or((arg.pos, self.inline_site));
        Some(match self.lvalue(x) {
            Lvalue::Mem { pointer: ptr, offset: off, .. } if off <= u32::from(u16::MAX) => {
                Location::Field { ptr, off: off as u16, pos, inline_site: site }
            }
            lvalue => {
                let dst = self.regs.alloc(1);
                self.address_of(lvalue, x.ty, dst);
                Location::Slots(dst)
            }
        })
    }

    /// The memory that a parameter points to, if the parameter is a [`Location::Field`].
    pub(crate) fn parameter_field(&self, e: &Expr) -> Option<(Slot, u16)> {
        let ExprKind::Var(var) = strip_conversions(e).kind else { return None };
        let Location::Field { ptr, off, .. } = self.location(var) else { return None };
        Some((ptr, off))
    }

    /// The position of the argument that `e` is a field of.
    fn argument_position(&self, mut e: &Expr) -> Option<(Pos, Option<InlineId>)> {
        loop {
            match &e.kind {
                ExprKind::Field(x, _)
                | ExprKind::Deref(x)
                | ExprKind::Convert(Conversion::Same, x) => e = x,
                ExprKind::Var(var) => {
                    let Location::Field { pos, inline_site: site, .. } = self.location(*var) else {
                        return None;
                    };
                    return Some((pos, site));
                }
                _ => return None,
            }
        }
    }

    /// Attributes the nil check of the next instruction to the position of the argument.
    fn set_argument_position(&mut self, e: &Expr) {
        if let Some((pos, site)) = self.argument_position(e)
            && pos.is_known()
        {
            let (file, line) = self.program_gen.file_and_line(pos);
            self.asm.set_inlined_line(file, line, site);
            self.forget_position();
        }
    }
}

/// Reports whether a library function's first access to its receiver is an atomic instruction, which takes a pointer
/// and an offset.
pub(crate) fn begins_with_atomic(name: &str) -> bool {
    let types = ["(*Mutex).", "(*RWMutex).", "(*WaitGroup).", "(*Once)."];
    match name.strip_prefix("sync") {
        Some(rest) if rest.starts_with("/atomic.(") => true,
        Some(rest) => {
            types.iter().any(|ty| rest.strip_prefix('.').is_some_and(|r| r.starts_with(ty)))
        }
        None => false,
    }
}
