//! Spilling: variables that do not fit into a large function's frame share heap objects.
//!
//! Few functions need spilling: a frame has some ten thousand slots, and only variables declared while these are in use
//! are spilled.
//!
//! An object belongs to the block whose variables it contains, and is allocated where the first of them is declared. So
//! each execution of a declaration gets new zeroed memory, which closures and pointers may share. A nested block has an
//! object of its own, and so has the code after a label. An object occupies one slot, which is released at the end of
//! the block.

use crate::func::FuncGen;
use crate::invariant::panic_broken_invariant;
use crate::program::location::Location;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_bytecode::rtype::{Kind, RType};
use minigo_types::program::{Expr, Stmt, StmtKind, VarId};
use minigo_types::ty::Type;

/// The number of used slots from which on further variables are spilled: the remaining slots suffice for the
/// temporaries of common expressions.
const SPILL_THRESHOLD_SLOTS: u32 = 16 << 10;
/// The maximal size of an object of spilled variables, in bytes: each field's offset fits into the operand of a load or
/// store.
const MAX_SPILL_OBJECT_BYTES: u64 = 16 << 10;
/// The maximal size of a spilled variable, in bytes; a larger variable has a heap cell of its own.
const MAX_SPILLED_VAR_BYTES: u64 = 4 << 10;

/// A heap object for variables of a block.
#[derive(Debug)]
pub(crate) struct Spill {
    slot: Slot,
    /// The pc of the instruction that allocates the object.
    alloc_pc: u32,
    size: u64,
    pointer_words: Vec<u32>,
}

impl<'p> FuncGen<'_, 'p> {
    /// Declares the variables of a statement in a heap object, if the frame is full and they can be spilled.
    pub(crate) fn declare_spilled(&mut self, stmt: &'p Stmt) -> bool {
        if self.inlining_depth > 0
            || !self.regs.uses_more_than(SPILL_THRESHOLD_SLOTS)
            || self.regs.has_overflowed()
        {
            return false;
        }
        self.set_pos(stmt.pos);
        match &stmt.kind {
            StmtKind::Var(var, None) => self.spill(*var),
            StmtKind::Var(var, Some(e)) => self.declare_value_spilled(*var, e),
            StmtKind::VarTuple(vars, e) => {
                if !vars.iter().flatten().all(|&v| self.is_spillable(v)) {
                    return false;
                }
                vars.iter().flatten().for_each(|&v| _ = self.spill(v));
                let mark = self.regs.height();
                let mut slot = self.operand(e);
                let Type::Tuple(parts) = self.program.types.get(e.ty) else {
                    panic_broken_invariant("several variables are declared by tuples")
                };
                for (var, &ty) in vars.iter().zip(parts) {
                    if let Some(var) = *var {
                        self.store(self.var_lvalue(var), ty, slot);
                    }
                    slot = Slot(slot.0.wrapping_add(self.slots(ty) as u16));
                }
                self.regs.release(mark);
                true
            }
            _ => false,
        }
    }

    fn declare_value_spilled(&mut self, var: VarId, e: &'p Expr) -> bool {
        if self.declare_static_closure(var, e) {
            return true;
        }
        if !self.spill(var) {
            return false;
        }
        let mark = self.regs.height();
        self.init(self.var_lvalue(var), e);
        self.regs.release(mark);
        true
    }

    fn is_spillable(&mut self, var: VarId) -> bool {
        self.layout(self.program.var(var).ty).size <= MAX_SPILLED_VAR_BYTES
    }

    /// Assigns a place in the object to a variable.
    fn spill(&mut self, var: VarId) -> bool {
        if !self.is_spillable(var) {
            return false;
        }
        let ty = self.program.var(var).ty;
        let size = self.layout(ty).size.next_multiple_of(8);
        let open =
            self.current_spill.filter(|&i| self.spills[i].size + size <= MAX_SPILL_OBJECT_BYTES);
        let index = open.unwrap_or_else(|| self.open_spill());
        self.current_spill = Some(index);
        let words = self.program_gen.pointer_words(ty);
        let spill = &mut self.spills[index];
        let (ptr, off) = (spill.slot, spill.size);
        spill.pointer_words.extend(words.iter().map(|w| (off / 8) as u32 + w));
        spill.size += size;
        self.set_location(var, Location::Spilled { ptr, off: off as u16 });
        true
    }

    fn open_spill(&mut self) -> usize {
        let slot = self.regs.alloc(1);
        let alloc_pc = self.asm.next_pc();
        self.emit(Op::New { dst: slot, ty: Wide::new(0) });
        self.spills.push(Spill { slot, alloc_pc, size: 0, pointer_words: Vec::new() });
        self.spills.len() - 1
    }

    /// Makes the types of the objects once all variables have been declared.
    pub(crate) fn close_spills(&mut self) {
        for spill in std::mem::take(&mut self.spills) {
            let ty = self.program_gen.next_rtype();
            let mut rtype = RType::new(Kind::Struct, spill.size, 8, "struct { variables }");
            // The object's type lists no fields. Only the type's name distinguishes it from other struct types without
            // fields.
            rtype.name = "variables".into();
            rtype.has_pointers = !spill.pointer_words.is_empty();
            rtype.pointer_words = spill.pointer_words;
            rtype.is_comparable = false;
            self.program_gen.bytecode.types.push(rtype);
            self.asm.set(spill.alloc_pc, Op::New { dst: spill.slot, ty: Wide::new(ty.0) });
        }
    }
}
