//! Determines to which memory an instruction stores pointers: the walk does not take values loaded from that memory
//! later for known.
//!
//! [`Effects::PASSES_POINTERS`](minigo_bytecode::ops::Effects::PASSES_POINTERS) in the table of instructions says which
//! instructions store pointers; a test compares that with this module.

use minigo_bytecode::operand::{Slot, TypeId};
use minigo_bytecode::ops::Op;

/// The memory in which an instruction stores pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StoreTarget {
    /// Memory whose loads are never taken for known: a new object, a channel, a map, a frame, memory of a native.
    Elsewhere,
    /// A word at an address.
    Word { ptr: Slot, off: u16, src: Slot },
    /// A word of the package-level variables.
    Global { off: u32, src: Slot },
    /// A number of words at an address.
    Words { ptr: Slot, off: u16, n: u64 },
    /// A value of a type.
    Value { ptr: Slot, ty: TypeId },
    /// Elements of a slice; the instruction's slot `count` has their number or the capacity.
    Elements { x: Slot, count: usize, size: ElementSize },
}

/// The size of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ElementSize {
    Words(u64),
    Of(TypeId),
}

/// The memory in which an instruction with `ty` in its `Ext` stores pointers; `None` if it stores none.
pub(super) fn store_target(op: Op, ty: TypeId) -> Option<StoreTarget> {
    let elements = |x, size| Some(StoreTarget::Elements { x, count: 1, size });
    match op {
        Op::StorePtr { ptr, off, src } => Some(StoreTarget::Word { ptr, off, src }),
        Op::StoreGlobalPtr { src, off } => Some(StoreTarget::Global { off: off.get(), src }),
        Op::StoreStr { ptr, off, .. } | Op::StoreIface { ptr, off, .. } => {
            Some(StoreTarget::Words { ptr, off, n: 2 })
        }
        Op::StoreSlice { ptr, off, .. } => Some(StoreTarget::Words { ptr, off, n: 3 }),
        Op::StoreTyped { ptr, .. } | Op::CopyTyped { dst: ptr, .. } => {
            Some(StoreTarget::Value { ptr, ty })
        }
        Op::ZeroTyped { ptr, ty } => Some(StoreTarget::Value { ptr, ty: TypeId(ty.get()) }),
        Op::SetIndexPtr { x, .. } => elements(x, ElementSize::Words(1)),
        Op::SetIndexStr { x, .. } | Op::SetIndexIface { x, .. } => {
            elements(x, ElementSize::Words(2))
        }
        Op::SetIndexSlice { x, .. } => elements(x, ElementSize::Words(3)),
        Op::Copy { to: x, .. } | Op::ClearSlice { x } => elements(x, ElementSize::Of(ty)),
        // The unused capacity behind the last element.
        Op::Append { x, .. } | Op::AppendSlice { x, .. } | Op::AppendZeros { x, .. } => {
            Some(StoreTarget::Elements { x, count: 2, size: ElementSize::Of(ty) })
        }
        Op::Send { .. } | Op::Select { .. } | Op::SelectOne { .. } => Some(StoreTarget::Elsewhere),
        Op::MapSet { .. } | Op::MapSetWord { .. } => Some(StoreTarget::Elsewhere),
        Op::MapDelete { .. } | Op::MapClear { .. } => Some(StoreTarget::Elsewhere),
        Op::BoxIface { .. } | Op::BindIface { .. } => Some(StoreTarget::Elsewhere),
        Op::Call { .. } | Op::CallClosure { .. } | Op::CallClosureArg { .. } => {
            Some(StoreTarget::Elsewhere)
        }
        Op::CallIface { .. } | Op::CallNative { .. } | Op::RunDefers { .. } => {
            Some(StoreTarget::Elsewhere)
        }
        Op::GoFunc { .. } | Op::GoClosure { .. } => Some(StoreTarget::Elsewhere),
        Op::DeferFunc { .. } | Op::DeferClosure { .. } | Op::DeferEach { .. } => {
            Some(StoreTarget::Elsewhere)
        }
        Op::Panic { .. } => Some(StoreTarget::Elsewhere),
        Op::Leave {} | Op::EnterBound {} | Op::EnterMade {} | Op::EnterNew { .. } => {
            Some(StoreTarget::Elsewhere)
        }
        Op::Hot {} => Some(StoreTarget::Elsewhere),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::store_target;
    use minigo_bytecode::operand::TypeId;
    use minigo_bytecode::ops::{Effects, Op};

    #[test]
    fn pointer_stores_are_known_for_each_instruction_with_pointer_effects() {
        for opcode in 0..Op::COUNT as u64 {
            let Some(op) = Op::from_bits(opcode) else { continue };
            if matches!(op, Op::Ext { .. }) {
                continue;
            }
            let goes = store_target(op, TypeId(0)).is_some();
            assert_eq!(goes, op.effects().has(Effects::PASSES_POINTERS), "{}", op.mnemonic());
        }
    }
}
