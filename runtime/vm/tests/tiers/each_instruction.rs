//! Each instruction of the table by itself, with operands at the bounds of their ranges: results, memory, faults and
//! their positions are the same in both tiers.
//!
//! This test leaves out instructions that, according to the table, call, park or pass pointers on, or that read the
//! running closure, which have [handwritten programs](crate::handwritten_support), and instructions that no execution
//! reaches. The test of a new instruction without these properties is built from the names and kinds of its operands.

use crate::{do_tiers_differ, is_sound, random_programs, run_in_both_tiers};
use minigo_bytecode::assembler::Assembler;
use minigo_bytecode::operand::{PrintKind, Slot, Wide};
use minigo_bytecode::ops::{Effects, Op, OperandKind as K};
use minigo_bytecode::print;
use minigo_bytecode::program::Program;
use minigo_bytecode::uses::reciprocal;

/// The values of a slot: integers and floats at their bounds, NaN, infinities, zeros of both signs.
const SLOT_VALUES: [u64; 20] = [
    0,
    1,
    u64::MAX,
    1 << 63,
    i64::MAX as u64,
    63,
    64,
    65,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x7ff8_0000_0000_0000,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x3ff8_0000_0000_0000,
    0x43e0_0000_0000_0000,
    0xc3e0_0000_0000_0000,
    0x43f0_0000_0000_0000,
    0x7fc0_0000,
    0x7f80_0000,
];

/// The first slots of operands that are read, and of those that are written.
const FIRST_READ_SLOT: u16 = 4;
const RESULT_SLOT: u16 = 24;
const ADDRESS_SLOT: u16 = 30;
const FRAME_SLOTS: u32 = 40;

/// The size of the package-level variables in bytes: first a slice header, then the words that the slice refers to.
const GLOBALS_BYTES: u32 = 192;
const ELEMENTS_OFFSET: u32 = 64;
const SLICE_LENGTH: i32 = 5;

fn slot_at(n: u16) -> Slot {
    Slot(n)
}

pub(crate) fn is_excluded_op(op: Op) -> bool {
    let closure = op.effects().has(Effects::ANY_EFFECT_BUT_POINTERS.or(Effects::READS_CLOSURE));
    let reached = op.effects().has(Effects::RETURNS) || op.operand_kinds().iter().any(is_jump);
    closure
        || op.effects().has(Effects::ENDS_CONTROL_FLOW) && !reached
        || matches!(op, Op::Ext { .. })
}

/// Reports whether the instruction may produce a NaN, whose bits are unspecified, in Go too.
fn is_float(op: Op) -> bool {
    ["f64", "f32", "c128", "c64"].iter().any(|part| op.mnemonic().contains(part))
}

fn is_jump(kind: &K) -> bool {
    matches!(kind, K::Jump16 | K::Jump32)
}

/// The function of one instruction; `turn` selects its operands.
struct InstructionCase {
    op: Op,
    operand_choice: usize,
    asm: Assembler,
    next_read_slot: u16,
}

impl InstructionCase {
    fn emit_imm(&mut self, to: u16, value: i32) {
        self.asm.emit(Op::LoadImm { dst: slot_at(to), imm: Wide::from_signed(value) });
    }

    fn emit_global(&mut self, to: u16, off: u32) {
        self.asm.emit(Op::GlobalAddr { dst: slot_at(to), off: Wide::new(off) });
    }

    /// One of the words, a different one for each operand in each turn.
    fn next_word(&self) -> usize {
        let nth = usize::from((self.next_read_slot - FIRST_READ_SLOT) / 4);
        (self.operand_choice * [1, 7, 11, 3, 17][nth % 5] + nth) % SLOT_VALUES.len()
    }

    /// A slot for an operand that is read, with a value that fits its name.
    fn emit_input_operand(&mut self, name: &str) -> u16 {
        let (slot, mnemonic) = (self.next_read_slot, self.op.mnemonic());
        self.asm.emit(Op::Zero { dst: slot_at(slot), n: 4 });
        match name {
            "ptr" if self.operand_choice % 4 == 3 => {
                self.emit_imm(slot, [0, 4095][self.operand_choice / 4 % 2]);
            }
            "ptr" if mnemonic.contains("index.mem") => self.emit_global(slot, 0),
            "ptr" => self.emit_global(slot, ELEMENTS_OFFSET),
            "x" if mnemonic == "index.index.64" => {
                self.emit_global(slot, 0);
                self.emit_imm(slot + 1, 1);
            }
            "x" if ["next.rune", "slice.str"].contains(&mnemonic) => {
                self.asm.emit(Op::LoadStr { dst: slot_at(slot), k: Wide::new(0) });
            }
            "x" => {
                self.emit_global(slot, ELEMENTS_OFFSET);
                self.emit_imm(slot + 1, SLICE_LENGTH);
                self.emit_imm(slot + 2, SLICE_LENGTH);
            }
            "i" if mnemonic == "next.rune" => {
                self.emit_imm(slot, self.operand_choice as i32 % SLICE_LENGTH);
            }
            "i" | "args" | "len" | "cap" if self.operand_choice.is_multiple_of(2) => {
                for n in 0..3 {
                    self.emit_imm(
                        slot + n,
                        (self.operand_choice / 2 % 7) as i32 - 1 + i32::from(n),
                    );
                }
            }
            // No memory has room for an object with another length or capacity.
            "len" | "cap" => self.emit_imm(slot, -1),
            _ => {
                for n in 0..4 {
                    let k = (self.next_word() + usize::from(n) * 3) % SLOT_VALUES.len();
                    self.asm.emit(Op::LoadConst { dst: slot_at(slot + n), k: Wide::new(k as u32) });
                }
                self.make_canonical(name, slot);
            }
        }
        self.next_read_slot += 4;
        slot
    }

    /// Makes an operand of less than 64 bits canonical.
    fn make_canonical(&mut self, name: &str, slot: u16) {
        let (dst, a) = (slot_at(slot), slot_at(slot));
        let mnemonic = self.op.mnemonic();
        let is = |part: &str| mnemonic.contains(part);
        if is("u32") || is("f32.") || mnemonic.ends_with(".f32") && !is("64.f32") || is("make.c64")
        {
            self.asm.emit(Op::Zext32 { dst, a });
        } else if mnemonic.ends_with(".i32") && !is("f64.") {
            self.asm.emit(Op::Sext32 { dst, a });
        } else if mnemonic.ends_with(".u8") {
            self.asm.emit(Op::Zext8 { dst, a });
        } else if name == "a" && (mnemonic == "not" || is(".if")) {
            self.asm.emit(Op::AndImm { dst, a, imm: 1 });
        }
    }

    fn small_number(&self) -> i16 {
        let (name, turn) = (self.op.mnemonic(), self.operand_choice);
        match name {
            "div.imm" | "rem.imm" => [2, 3, 7, 10, 1000, i16::MAX][turn % 6],
            "div.pow2" | "rem.pow2" => [1, 2, 31, 32, 33, 62][turn % 6],
            _ if name.contains("u32.imm") => [0, 1, 16, 31][turn % 4],
            _ if name.starts_with("sh") || name.starts_with("rot") => [0, 1, 32, 63][turn % 4],
            _ => [0, 1, -1, 2, 63, 64, i16::MIN, i16::MAX][turn % 8],
        }
    }

    fn emit_with_operands(&mut self) {
        let op = self.op;
        let (mut bits, mut at) = (op.to_bits() & 0xffff, 16);
        for (kind, name) in op.operand_kinds().iter().zip(op.operand_names()) {
            let value = match kind {
                K::In => self.emit_input_operand(name).into(),
                K::Out | K::InOut => RESULT_SLOT.into(),
                K::ByteIn => {
                    u32::from(self.emit_input_operand(name)) * 8 + [0, 4][self.operand_choice % 2]
                }
                K::ByteOut => u32::from(RESULT_SLOT) * 8 + [0, 4][self.operand_choice % 2],
                K::Imm => u32::from(self.small_number() as u16),
                K::Imm32 => SLOT_VALUES[self.operand_choice % SLOT_VALUES.len()] as u32,
                K::Count if *name == "n" => 1 + self.operand_choice as u32 % 4,
                K::Count if *name == "k" => [0, 0xff01, 0x0100][self.operand_choice % 3],
                K::Count => [0, 8, 16][self.operand_choice % 3],
                K::Global => [8, ELEMENTS_OFFSET][self.operand_choice % 2],
                K::Const => self.operand_choice as u32 % SLOT_VALUES.len() as u32,
                K::Type => 1,
                K::Func => 2,
                _ => 0,
            };
            bits |= u64::from(value) << at;
            at += kind.bits();
        }
        self.op = Op::from_bits(bits).expect("the opcode is valid");
    }

    fn ext(&mut self, kinds: &[K]) -> (u16, u32) {
        if let Op::DivImm { imm, .. } | Op::RemImm { imm, .. } = self.op {
            let factor = reciprocal(imm as u16);
            return (factor as u16, (factor >> 16) as u32);
        }
        let (mut a, mut b) = (0, 0);
        for kind in kinds {
            match kind {
                K::In => a = self.emit_input_operand("c"),
                K::Count if self.op.mnemonic().starts_with("slice") => {
                    a = self.operand_choice as u16 % 8;
                }
                K::Count if self.op.mnemonic().contains("rotl") => {
                    a = [0, 1, 16, 31][self.operand_choice % 4];
                }
                K::Type => b = 1,
                // Lengths, or sizes of elements: multiples of a word.
                K::Imm32 => b = [8, 0, 16][self.operand_choice % 3],
                _ => {}
            }
        }
        (a, b)
    }

    /// Prints the written slot; all NaNs print the same.
    fn emit_print(&mut self, slot: u16) {
        let mnemonic = self.op.mnemonic();
        let is = |part: &str| mnemonic.contains(part);
        let effects = self.op.effects();
        if is("addr") || is("slice") || effects.has(Effects::ALLOCATES) {
            // Addresses of this process differ between runs.
            self.asm.emit(Op::NeImm { dst: slot_at(slot), a: slot_at(slot), imm: 0 });
        }
        let skip = self.asm.label();
        if is_float(self.op) {
            let same = ADDRESS_SLOT + 1;
            if mnemonic.ends_with("f32") {
                self.asm.emit(Op::F32ToF64 { dst: slot_at(slot), a: slot_at(slot) });
            }
            self.asm.emit(Op::EqF64 { dst: slot_at(same), a: slot_at(slot), b: slot_at(slot) });
            self.asm.jump(Op::JmpIfNot { a: slot_at(same), to: Wide::default() }, skip);
        }
        self.asm.emit(Op::Print { src: slot_at(slot), kind: PrintKind::Uint as u16 });
        self.asm.bind(skip);
        self.asm.emit(Op::Print { src: slot_at(slot), kind: PrintKind::Newline as u16 });
    }

    /// `print` of a number.
    fn emit_print_number(&mut self, number: i32) {
        self.emit_imm(ADDRESS_SLOT, number);
        self.asm.emit(Op::Print { src: slot_at(ADDRESS_SLOT), kind: PrintKind::Int as u16 });
        self.asm.emit(Op::Print { src: slot_at(ADDRESS_SLOT), kind: PrintKind::Newline as u16 });
    }

    fn assemble_function(mut self) -> Assembler {
        self.emit_imm(0, 1);
        for n in 0..4 {
            self.asm.emit(Op::LoadConst {
                dst: slot_at(RESULT_SLOT + n),
                k: Wide::new(5 + u32::from(n)),
            });
        }
        self.emit_with_operands();
        let exts: Vec<_> = self.op.ext_kinds().iter().map(|kinds| self.ext(kinds)).collect();
        let (op, end) = (self.op, self.asm.label());
        if op.jumps_by_ext() || op.operand_kinds().iter().any(is_jump) {
            // A backward jump, as all jumps that take from the budget.
            let (start, target) = (self.asm.label(), self.asm.label());
            self.asm.jump(Op::Jmp { to: Wide::default() }, start);
            self.asm.bind(target);
            self.emit_print_number(1);
            self.asm.jump(Op::Jmp { to: Wide::default() }, end);
            self.asm.bind(start);
            self.asm.jump(op, target);
            self.emit_print_number(0);
        } else {
            self.asm.emit(op);
            exts.iter().for_each(|&(a, b)| self.asm.emit_ext(a, b));
        }
        self.asm.bind(end);
        (0..4).for_each(|n| self.emit_print(RESULT_SLOT + n));
        self.asm.emit(Op::Ret {});
        self.asm
    }
}

/// Fills the memory, calls the function of the instruction and prints the memory afterwards.
fn main_func(op: Op) -> Assembler {
    let mut asm = Assembler::new();
    asm.emit(Op::GlobalAddr { dst: slot_at(0), off: Wide::new(ELEMENTS_OFFSET) });
    asm.emit(Op::StoreGlobal { src: slot_at(0), off: Wide::new(0) });
    asm.emit(Op::LoadImm { dst: slot_at(0), imm: Wide::from_signed(SLICE_LENGTH) });
    for off in [8, 16] {
        asm.emit(Op::StoreGlobal { src: slot_at(0), off: Wide::new(off) });
    }
    for off in (ELEMENTS_OFFSET..GLOBALS_BYTES).step_by(8) {
        asm.emit(Op::LoadConst {
            dst: slot_at(0),
            k: Wide::new((off / 8 + 3) % SLOT_VALUES.len() as u32),
        });
        asm.emit(Op::StoreGlobal { src: slot_at(0), off: Wide::new(off) });
    }
    asm.emit(Op::Call { win: slot_at(4), func: Wide::new(1) });
    asm.emit(Op::Print { src: slot_at(4), kind: PrintKind::Uint as u16 });
    for off in (8..GLOBALS_BYTES).step_by(8) {
        asm.emit(Op::LoadGlobal { dst: slot_at(0), off: Wide::new(off) });
        asm.emit(Op::LoadImm { dst: slot_at(1), imm: Wide::from_signed(1) });
        if is_float(op) {
            asm.emit(Op::EqF64 { dst: slot_at(1), a: slot_at(0), b: slot_at(0) });
        }
        let skip = asm.label();
        asm.jump(Op::JmpIfNot { a: slot_at(1), to: Wide::default() }, skip);
        asm.emit(Op::Print { src: slot_at(0), kind: PrintKind::Uint as u16 });
        asm.bind(skip);
        asm.emit(Op::Print { src: slot_at(0), kind: PrintKind::Newline as u16 });
    }
    asm.emit(Op::Ret {});
    asm
}

fn program(op: Op, turn: usize) -> Program {
    let case = InstructionCase {
        op,
        operand_choice: turn,
        asm: Assembler::new(),
        next_read_slot: FIRST_READ_SLOT,
    };
    let mut other = Assembler::new();
    other.emit(Op::Ret {});
    let funcs = vec![
        random_programs::func("main.main", 0, 0, FRAME_SLOTS, main_func(op)),
        random_programs::func("main.f", 0, 1, FRAME_SLOTS, case.assemble_function()),
        random_programs::func("main.g", 0, 0, FRAME_SLOTS, other),
    ];
    let mut program = random_programs::program_of(funcs, SLOT_VALUES.to_vec(), GLOBALS_BYTES);
    program.strings.push("aé€\u{10ffff}\n"[..].to_owned().into());
    program
}

#[test]
fn each_instruction_does_the_same() {
    let turns = if cfg!(debug_assertions) { 0..2 } else { 0..8 };
    for op in (0..Op::COUNT as u64).filter_map(Op::from_bits).filter(|op| !is_excluded_op(*op)) {
        for turn in turns.clone() {
            let program = program(op, turn);
            let text = || print::function(&program, &program.funcs[1]);
            assert!(
                is_sound(&program),
                "{}, turn {turn}: not well made\n{}",
                op.mnemonic(),
                text()
            );
            if do_tiers_differ(&program, false) {
                let [interpreted, compiled] = run_in_both_tiers(&program, false);
                panic!(
                    "turn {turn}: interpreted {interpreted:?}\ncompiled {compiled:?}\n{}",
                    text()
                );
            }
        }
    }
}
