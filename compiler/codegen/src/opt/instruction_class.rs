//! Classifies instructions for the passes by their results and operands. The classes are derived from the instruction
//! table.

use minigo_bytecode::operand::Use;
use minigo_bytecode::ops::{Effects, Op};

/// The limits for instructions whose values are numbered: the number of result slots and the number of operand slots
/// (those in an `Ext` included).
const MAX_RESULT_SLOTS: u32 = 3;
pub(crate) const MAX_OPERAND_SLOTS: usize = 5;

/// The class of an instruction: its result, and the inputs of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InstructionClass {
    /// The result depends on the operands alone, and the instruction never panics.
    Pure,
    /// The result depends on the operands alone, but the instruction may panic.
    Checked,
    /// The result depends on the operands and on memory; the instruction may panic.
    Load,
    /// Loads this number of whole words of memory from a pointer plus an offset.
    LoadWords(u16),
    /// Copies this number of slots to other slots.
    Move(u16),
    /// Changes memory, given the operands alone, and no slots.
    Store,
    /// Changes neither slots nor memory: jumps and checks.
    Test,
    /// Changes the slots that the operands name, and no memory; the value is not numbered.
    Slots,
    /// Changes parts of the slots that the operands name, and no memory; the value is not numbered.
    Parts,
    /// May change any slot and any memory.
    Any,
}

/// The class of an instruction.
pub(crate) fn class(op: Op) -> InstructionClass {
    let effects = op.effects();
    if effects.has(Effects::ANY_EFFECT_BUT_POINTERS) {
        return InstructionClass::Any;
    }
    if effects.has(Effects::SLOT_PARTS) {
        return InstructionClass::Parts;
    }
    let shape = OperandShape::of(op);
    if effects.has(Effects::WRITES) {
        // There is no class for a store that also writes slots.
        return if shape.written_slots == 0 && !shape.is_read_modify_write {
            InstructionClass::Store
        } else {
            InstructionClass::Any
        };
    }
    if shape.written_slots == 0 && !shape.is_read_modify_write {
        return InstructionClass::Test;
    }
    if effects.has(Effects::COPIES) {
        return InstructionClass::Move(shape.written_slots as u16);
    }
    if effects.has(Effects::ALLOCATES) || !shape.can_be_value_numbered {
        return InstructionClass::Slots;
    }
    if effects.has(Effects::READS) {
        let words = effects.has(Effects::WHOLE_WORDS);
        return if words {
            InstructionClass::LoadWords(shape.written_slots as u16)
        } else {
            InstructionClass::Load
        };
    }
    if effects.has(Effects::PANICS) { InstructionClass::Checked } else { InstructionClass::Pure }
}

/// The shape of an instruction's operands, which decides whether its value can be numbered.
struct OperandShape {
    /// The number of slots that the instruction writes.
    written_slots: u32,
    /// Whether the instruction reads and writes the same slot.
    is_read_modify_write: bool,
    /// Whether the instruction has one result of few slots, and few operands, all of known width.
    can_be_value_numbered: bool,
}

impl OperandShape {
    fn of(op: Op) -> Self {
        let (mut results, mut written, mut read, mut updates) = (0, 0, 0, false);
        op.operands(|operand| match operand {
            Use::Write(_, n) => {
                results += 1;
                written += n;
            }
            Use::Read(_, n) => read += n,
            Use::Update(_) => updates = true,
            _ => {}
        });
        read += u32::from(op.reads_ext());
        // A wide value is numbered only if it comes from memory or is a constant. Recomputing any other wide value
        // takes one instruction, and so does a move.
        let cheap = written > 1 && read > 0 && !op.effects().has(Effects::READS);
        let few = written <= MAX_RESULT_SLOTS && read <= MAX_OPERAND_SLOTS as u32 && !cheap;
        let is_numbered = results == 1 && few && !updates && op.has_fixed_widths();
        Self {
            written_slots: written,
            is_read_modify_write: updates,
            can_be_value_numbered: is_numbered,
        }
    }
}
