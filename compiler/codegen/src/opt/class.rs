//! Classifies instructions for the passes by their results and operands. The classes are derived from the instruction
//! table.

use minigo_bytecode::operand::Use;
use minigo_bytecode::ops::{Effects, Op};

/// The limits for instructions whose values are numbered: the number of result slots and the number of operand slots
/// (those in an `Ext` included).
const MAX_RESULTS: u32 = 3;
pub(crate) const MAX_OPERANDS: usize = 5;

/// The class of an instruction: its result, and the inputs of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
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
pub(crate) fn class(op: Op) -> Class {
    let effects = op.effects();
    if effects.has(Effects::ACTS) {
        return Class::Any;
    }
    if effects.has(Effects::PARTS) {
        return Class::Parts;
    }
    let shape = Shape::of(op);
    if effects.has(Effects::WRITES) {
        // There is no class for a store that also writes slots.
        return if shape.written == 0 && !shape.updates { Class::Store } else { Class::Any };
    }
    if shape.written == 0 && !shape.updates {
        return Class::Test;
    }
    if effects.has(Effects::COPIES) {
        return Class::Move(shape.written as u16);
    }
    if effects.has(Effects::ALLOCATES) || !shape.is_numbered {
        return Class::Slots;
    }
    if effects.has(Effects::READS) {
        let words = effects.has(Effects::WORDS);
        return if words { Class::LoadWords(shape.written as u16) } else { Class::Load };
    }
    if effects.has(Effects::PANICS) { Class::Checked } else { Class::Pure }
}

/// The shape of an instruction's operands, which decides whether its value can be numbered.
struct Shape {
    /// The number of slots that the instruction writes.
    written: u32,
    /// Whether the instruction reads and writes the same slot.
    updates: bool,
    /// Whether the instruction has one result of few slots, and few operands, all of known width.
    is_numbered: bool,
}

impl Shape {
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
        let few = written <= MAX_RESULTS && read <= MAX_OPERANDS as u32 && !cheap;
        let is_numbered = results == 1 && few && !updates && op.has_fixed_widths();
        Self { written, updates, is_numbered }
    }
}
