//! The operand of a call that says what is called.

use crate::operand::{FuncId, Slot, Use};
use crate::ops::{Effects, Op};

/// The callee of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function. (A linker may replace the function's number.)
    Func(FuncId),
    /// The closure in this slot.
    Closure(Slot),
    /// A method of the interface value in this slot and the next one. The call's site is `b` of the first `Ext`.
    Method(Slot),
}

impl Op {
    /// The callee of the instruction, which is the first operand that can be one: a function, or slots of a closure's
    /// or an interface value's width. `None` if the instruction calls nothing, or not by an operand.
    #[must_use]
    pub fn callee(self) -> Option<Callee> {
        if !self.effects().has(Effects::CALLS) {
            return None;
        }
        let mut callee = None;
        self.operands(|operand| {
            let found = match operand {
                Use::Func(func) => Callee::Func(func),
                Use::Read(slot, 1) => Callee::Closure(slot),
                Use::Read(slot, 2) => Callee::Method(slot),
                _ => return,
            };
            callee.get_or_insert(found);
        });
        callee
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_has_its_callee() {
        let ops = (0..Op::COUNT as u64).filter_map(Op::from_bits);
        let calls: Vec<(&str, Option<Callee>)> = ops
            .filter(|op| op.effects().has(Effects::CALLS) || op.callee().is_some())
            .map(|op| (op.mnemonic(), op.callee()))
            .collect();
        let expected = [
            ("call", Some(Callee::Func(FuncId(0)))),
            ("call.closure", Some(Callee::Closure(Slot(0)))),
            ("call.closure.arg", Some(Callee::Closure(Slot(0)))),
            ("call.iface", Some(Callee::Method(Slot(0)))),
            // These are on the frame's list of deferred calls.
            ("run.defers", None),
        ];
        assert_eq!(calls, expected);
    }
}
