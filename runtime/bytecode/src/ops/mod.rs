//! The instruction set: THE TABLE. Every instruction is declared in one of the families below and nowhere else.
//!
//! Disassembler, verifier, liveness, the optimiser, the VM's drivers and the documentation derive from it. An
//! instruction is eight bytes: a 16-bit opcode (the enum's tag) and up to three 16-bit operands, of which two may be
//! combined into a [`Wide`]. A row has the form
//!
//! ```text
//! /// What it does.
//! Name { operand: Kind[width], … } + { a: Kind, b: Kind } = "mnemonic", facts, (access)…;
//! ```
//!
//! **Kinds of operands.** `Out`/`In`: a slot written/read (`Out[n]`, `In[n]`: n slots; n may be another operand);
//! `InOut`: a slot updated; `Win`: the window of a call; `ByteIn`/`ByteOut`: a byte offset in the frame (a sub-word
//! part of a slot); `Imm`: a signed 16-bit number; `Imm32`: a signed 32-bit number; `Count`: an unsigned 16-bit number;
//! `Jump16`/`Jump32`: distances; and indexes: `Global`, `Const`, `Str`, `Func`, `Type`, `Native`, `Table`.
//!
//! **Further operands.** An instruction that needs more operands is followed by an [`Op::Ext`] for each `+ { … }`,
//! which it skips: `a` has 16 bits, `b` 32. The width of an operand may depend on the values in `Op::Ext`: `[ext a]`,
//! `[ext a + 1]`, `[ext a * elem]` (`b` is the element's type), `[ext key]` (`b` is the map's type).
//!
//! **Facts** are the instruction's [`Effects`]. An instruction's facts are upper bounds: an instruction may do only
//! what its row says, so a missing fact causes miscompilation, while a superfluous one only prevents optimisations.
//! `any` promises nothing, and is the fact to begin with for a new instruction: it is `acts` and `pointers`.
//!
//! **Accesses** to memory are listed in the order in which the instruction makes them: see `touch.rs`.
//!
//! Scalars in slots are canonical: signed integers are sign-extended, unsigned ones and bools zero-extended, `float32`
//! is its bits, `complex64` is two `float32` (real part low). Strings take 2 slots (pointer, length), slices 3,
//! interfaces 2 (type id, data), `complex128` 2. Structs and arrays lie in slots in their memory layout with zero
//! padding; for those above [`MAX_BYTES_IN_SLOTS`](crate::rtype::MAX_BYTES_IN_SLOTS) one slot holds the address (or
//! null for zero, from a map or channel). All memory accesses through a pointer panic with Go's nil dereference error
//! when the pointer is below 4096.

mod callee;
mod define_ops;
mod effects;
mod kinds;
mod memory_access;
mod operand_widths;

mod atomic;
mod call;
mod chan;
mod compare;
mod element;
mod float;
mod iface;
mod integer;
mod jump;
mod map;
mod memory;
mod moves;
mod object;
mod slice;
mod slot_part;
mod vm_internal;

pub use callee::Callee;
pub use effects::Effects;
pub use kinds::OperandKind;
pub use memory_access::{
    AccessVisitor, ElementCount, Extent, MemoryAccess, MemoryAccessKind, Place,
};
pub use operand_widths::WidthInputs;

use crate::operand::{
    ConstId, FuncId, NativeId, PackedOp, PrintKind, SelectId, SiteId, Slot, StrId, TypeId, Use,
    Wide,
};
use atomic::atomic_ops;
use call::call_ops;
use chan::chan_ops;
use compare::compare_ops;
use define_ops::define_ops;
use effects::fact;
use element::element_ops;
use float::float_ops;
use iface::iface_ops;
use integer::integer_ops;
use jump::jump_ops;
use kinds::operand;
use map::map_ops;
use memory::memory_ops;
use memory_access::{touch, touches};
use moves::moves_ops;
use object::object_ops;
use slice::slice_ops;
use slot_part::part_ops;
use vm_internal::machine_ops;

/// Joins the families: each family adds its rows to those before it and expands the next family.
macro_rules! families {
    ([$family:ident $($families:ident)*] $($rows:tt)*) => {
        $family! { families [$($families)*] $($rows)* }
    };
    ([] $($rows:tt)*) => { define_ops! { $($rows)* } };
}

families! { [
    moves_ops integer_ops float_ops compare_ops jump_ops memory_ops atomic_ops part_ops element_ops
    slice_ops object_ops map_ops iface_ops call_ops chan_ops machine_ops
] }

impl Op {
    /// How many [`Op::Ext`] follow the instruction.
    #[must_use]
    pub const fn ext_count(self) -> usize {
        self.ext_kinds().len()
    }

    /// Reports whether `a` of the first `Ext` is a slot that the instruction reads.
    #[must_use]
    pub fn reads_ext(self) -> bool {
        self.ext_kinds().iter().flat_map(|kinds| kinds.iter()).any(|k| *k == OperandKind::In)
    }

    /// Reports whether the jump distance is in an `Ext`.
    #[must_use]
    pub fn jumps_by_ext(self) -> bool {
        self.ext_kinds().iter().flat_map(|kinds| kinds.iter()).any(|k| *k == OperandKind::Jump32)
    }

    /// Reports whether the jump distance has 16 bits.
    #[must_use]
    pub fn jumps_short(self) -> bool {
        self.operand_kinds().contains(&OperandKind::Jump16)
    }

    /// Reports whether control never continues behind the instruction.
    #[must_use]
    pub const fn ends_control_flow(self) -> bool {
        self.effects().has(Effects::ENDS_CONTROL_FLOW)
    }
}
