//! Tests the table's column of effects against the interpreter: an instruction without the panic effect does not panic,
//! whatever its operands are, and an instruction with the effect does. (The optimiser removes and reorders instructions
//! by that column.)

use super::{func, program, run, slot_at};
use minigo_bytecode::assembler::Assembler;
use minigo_bytecode::func::Func;
use minigo_bytecode::operand::Wide;
use minigo_bytecode::ops::{Effects, Op, OperandKind};

/// The slots of operands that are read and written. Operands of several slots do not overlap.
const READ_SLOTS: [u16; 3] = [2, 6, 10];
const RESULT_SLOT: u16 = 20;

/// The instruction with this opcode, whose operands are slots of `READ_SLOTS`, `RESULT_SLOT` and small numbers; `None`
/// if no instruction has the opcode.
fn instruction(opcode: u64) -> Option<Op> {
    let mut bits = opcode;
    let kinds = Op::from_bits(bits)?.operand_kinds();
    let (mut shift, mut reads) = (16, READ_SLOTS.into_iter());
    for kind in kinds {
        let (width, value) = match kind {
            OperandKind::Out | OperandKind::InOut => (16, RESULT_SLOT.into()),
            OperandKind::In => (16, reads.next()?.into()),
            OperandKind::Win => (16, 30),
            OperandKind::Imm | OperandKind::Count => (16, 8),
            OperandKind::Jump16 => (16, 0),
            OperandKind::ByteIn | OperandKind::ByteOut => (32, u64::from(RESULT_SLOT) * 8 + 4),
            OperandKind::Type => (32, 1),
            _ => (32, 0),
        };
        bits |= value << shift;
        shift += width;
    }
    Op::from_bits(bits)
}

/// `main`: sets the operands named here to -1 and all other slots to 0; then the instruction.
fn main_with_negative_operands(op: Op, negative: &[&str]) -> Func {
    let mut asm = Assembler::new();
    asm.emit(Op::Zero { dst: slot_at(0), n: 40 });
    let mut reads = READ_SLOTS.into_iter();
    for (kind, name) in op.operand_kinds().iter().zip(op.operand_names()) {
        let Some(slot) = (*kind == OperandKind::In).then(|| reads.next()).flatten() else {
            continue;
        };
        if negative.contains(name) {
            for i in 0..3 {
                asm.emit(Op::LoadImm { dst: slot_at(slot + i), imm: Wide::from_signed(-1) });
            }
        }
    }
    asm.emit(op);
    for _ in 0..op.ext_count() {
        // If the extension is a slot, the slot contains zero; a size, offset or distance is a small number.
        asm.emit_ext(if op.reads_ext() { RESULT_SLOT + 4 } else { 3 }, 0);
    }
    asm.emit(Op::Ret {});
    func("main.main", 0, 0, 40, asm)
}

/// Reports whether the instruction cannot be run alone: it may do anything, ends the function, or relies on a promise
/// about its operands.
fn is_excluded_op(op: Op) -> bool {
    let effects = op.effects();
    // The code generator guarantees that the string has a byte at the index, so the test must not use random operands.
    let promised = matches!(op, Op::NextRune { .. });
    promised
        || effects.has(
            Effects::ANY_EFFECT_BUT_POINTERS
                .or(Effects::ENDS_CONTROL_FLOW)
                .or(Effects::READS_CLOSURE),
        )
}

#[test]
fn instructions_panic_where_the_table_says_so() {
    let mut tested = 0;
    for opcode in 0..Op::COUNT as u64 {
        let op = instruction(opcode).unwrap();
        if is_excluded_op(op) {
            continue;
        }
        let statuses = [&[][..], &["a", "args", "len", "cap"], &["i"]].map(|negative| {
            let main = main_with_negative_operands(op, negative);
            let mut program = program(vec![main, func("main.f", 0, 0, 4, Assembler::new())]);
            program.funcs[1].code = vec![Op::Ret {}].into();
            program.consts.push(7);
            program.strings.push(b"text"[..].into());
            program.globals_size = 64;
            run(&program, &[]).0
        });
        let panics = statuses.contains(&2);
        assert!(statuses.iter().all(|s| [0, 2].contains(s)), "{}: {statuses:?}", op.mnemonic());
        assert_eq!(panics, op.effects().may_panic(), "{}: {statuses:?}", op.mnemonic());
        tested += 1;
    }
    assert!(tested > 150, "{tested}");
}
