//! How the passes treat an instruction: what it computes, and from what. Derived from the facts of the table.

use minigo_bytecode::operand::Use;
use minigo_bytecode::ops::{Effects, Op};

/// The widest results and the most operand slots (those in an `Ext` included) of instructions whose values are
/// numbered.
const MAX_RESULTS: u32 = 3;
pub(crate) const MAX_OPERANDS: usize = 5;

/// What an instruction computes, and from what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// A value of its operands alone. It never panics.
    Pure,
    /// A value of its operands alone. It may panic.
    Checked,
    /// A value of its operands and of memory; it may panic.
    Load,
    /// This number of whole words of memory, from a pointer and an offset on.
    LoadWords(u16),
    /// A copy of this number of slots.
    Move(u16),
    /// Memory changes, by operands alone, and no slots.
    Store,
    /// Neither slots nor memory change: jumps, checks.
    Test,
    /// Slots change as the operands tell, memory does not; the value is not numbered.
    Slots,
    /// Parts of slots change as the operands tell, memory does not; the value is not numbered.
    Parts,
    /// Anything may change.
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
        // A store that wrote slots too would have to be of a class that does not exist.
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

/// The operands of an instruction, as far as they tell whether its value can be numbered.
struct Shape {
    /// Slots that it writes.
    written: u32,
    /// Whether it reads and writes the same slot.
    updates: bool,
    /// Whether it has one result, of few slots, and few operands, all of known width.
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
        // A wide value is only worth a number where it comes from memory or a constant: computing it is one
        // instruction, as a move is.
        let cheap = written > 1 && read > 0 && !op.effects().has(Effects::READS);
        let few = written <= MAX_RESULTS && read <= MAX_OPERANDS as u32 && !cheap;
        let is_numbered = results == 1 && few && !updates && op.has_fixed_widths();
        Self { written, updates, is_numbered }
    }
}
