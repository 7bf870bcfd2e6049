//! Random bytecode programs that the verifier accepts: all instructions of the table that only compute and access
//! memory, with meaningful operands, in loops, branches and calls. The output of these programs does not depend on
//! addresses.

use minigo_bytecode::assembler::{AssembledCode, Assembler};
use minigo_bytecode::func::{Func, FuncDetail};
use minigo_bytecode::operand::{PrintKind, Slot, TypeId, Wide};
use minigo_bytecode::ops::{Effects, Op, OperandKind as K};
use minigo_bytecode::program::Program;
use minigo_bytecode::rtype::{Kind, RType};
use minigo_bytecode::uses::reciprocal;

/// The source of choices: bytes, and zeros when they are used up.
pub(crate) struct ChoiceSource<'d> {
    bytes: &'d [u8],
}

impl<'d> ChoiceSource<'d> {
    pub(crate) fn new(bytes: &'d [u8]) -> Self {
        Self { bytes }
    }

    fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        first
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (usize::from(self.byte()) << 8 | usize::from(self.byte())) % n
    }

    pub(crate) fn choose<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

// The purposes of a function's slots. Arguments and results are integer slots.
pub(crate) const INT_SLOT_COUNT: u16 = 18;
pub(crate) const FIRST_BOOL_SLOT: u16 = 22;
pub(crate) const SLICE_SLOT: u16 = 24;
const FLOAT_SLICE_SLOT: u16 = 27;
const POINTER_SLOT: u16 = 30;
pub(crate) const NIL_SLOT: u16 = 31;
const FIRST_COUNTER_SLOT: u16 = 32;
pub(crate) const FLOAT_POINTER_SLOT: u16 = 37;
pub(crate) const FIRST_DOUBLE_SLOT: u16 = 38;
pub(crate) const FIRST_SINGLE_SLOT: u16 = 44;
pub(crate) const FIRST_INNER_SLOT: u16 = 48;
// The window of calls lies above all live slots, since a call overwrites the slots above its window; the two slots
// before it are its header.
pub(crate) const WINDOW_SLOT: u16 = 50;
const FRAME_SLOTS: u32 = 56;

/// The slots of a function with loop counters, and their limit.
pub(crate) const TURN_SLOTS: std::ops::Range<u16> = FIRST_COUNTER_SLOT..FIRST_COUNTER_SLOT + 4;

/// The number of argument slots, and of result slots: more than fit into registers.
pub(crate) const ARG_SLOTS: u16 = 6;
pub(crate) const RESULT_SLOTS: u16 = 5;

// Byte offsets of the package-level variables: an array, a struct, single words, floats.
const STRUCT_OFFSET: u32 = 256;
const WORDS_OFFSET: u32 = 512;
const FLOATS_OFFSET: u32 = 768;
pub(crate) const GLOBALS_BYTES: u32 = 1024;

/// The number of a function's first instructions, which give all its slots values.
pub(crate) const INIT_INSTRUCTIONS: usize = (FIRST_INNER_SLOT - ARG_SLOTS) as usize;

const INT_CONSTANTS: [u64; 10] = [
    0,
    1,
    2,
    u64::MAX,
    1 << 63,
    i64::MAX as u64,
    0x8000_0000,
    0xffff_ffff,
    0x0123_4567_89ab_cdef,
    63,
];

const DOUBLE_CONSTANTS: [f64; 8] = [0.0, 1.0, -1.5, 1e300, -0.0, 3e-310, 9.3e18, 4_294_967_296.5];

fn slot_at(n: u16) -> Slot {
    Slot(n)
}

/// Reports whether functions may contain the instruction.
fn is_usable(op: Op) -> bool {
    const SPECIAL_KINDS: [K; 7] =
        [K::Win, K::Str, K::Func, K::Native, K::Table, K::Site, K::Jump32];
    let (effects, name) = (op.effects(), op.mnemonic());
    let special = |kinds: &[K]| kinds.iter().any(|kind| SPECIAL_KINDS.contains(kind));
    let not = Effects::ANY_EFFECT_BUT_POINTERS
        .or(Effects::PASSES_POINTERS)
        .or(Effects::ENDS_CONTROL_FLOW)
        .or(Effects::RETURNS)
        .or(Effects::ALLOCATES)
        .or(Effects::READS_CLOSURE);
    let gives_address = name.starts_with("addr")
        || name.starts_with("slice.")
        || ["global.addr", "index.addr"].contains(&name);
    let by_address = name.contains("index.mem") || ["index.index.64", "next.rune"].contains(&name);
    let complex = name.contains("c128") || name.contains("c64");
    let jumps = op.operand_kinds().contains(&K::Jump16);
    let counted = effects.has(Effects::TAKES_BUDGET) && name != "weigh";
    !(effects.has(not)
        || special(op.operand_kinds())
        || op.ext_kinds().iter().any(|kinds| special(kinds))
        || gives_address
        || by_address
        || complex
        || jumps
        || counted)
}

/// Reports whether the instruction is a jump that may lead forward.
fn jumps_forward(op: Op) -> bool {
    op.operand_kinds().contains(&K::Jump16) && !op.effects().has(Effects::TAKES_BUDGET)
}

fn ops_where(which: fn(Op) -> bool) -> Vec<Op> {
    let ops = (0..Op::COUNT as u64).filter_map(Op::from_bits);
    ops.filter(|op| which(*op)).collect()
}

/// The instructions that programs are made of, for other tests.
pub(crate) fn usable_ops() -> Vec<Op> {
    ops_where(is_usable)
}

struct ProgramMaker<'d, 'a> {
    dice: &'a mut ChoiceSource<'d>,
    asm: Assembler,
    ops: &'a [Op],
    jumps: &'a [Op],
    /// The functions that may be called.
    callees: std::ops::Range<u32>,
}

impl ProgramMaker<'_, '_> {
    fn emit_imm(&mut self, to: u16, value: i32) {
        self.asm.emit(Op::LoadImm { dst: slot_at(to), imm: Wide::from_signed(value) });
    }

    fn emit_constant(&mut self, to: u16, k: usize) {
        self.asm.emit(Op::LoadConst { dst: slot_at(to), k: Wide::new(k as u32) });
    }

    fn emit_global(&mut self, to: u16, off: u32) {
        self.asm.emit(Op::GlobalAddr { dst: slot_at(to), off: Wide::new(off) });
    }

    /// Gives all slots values.
    fn emit_begin(&mut self) {
        for slot in ARG_SLOTS..FIRST_BOOL_SLOT {
            let k = self.dice.below(INT_CONSTANTS.len());
            self.emit_constant(slot, k);
        }
        (FIRST_BOOL_SLOT..SLICE_SLOT).for_each(|slot| self.emit_imm(slot, i32::from(slot & 1)));
        for (slice, off) in [(SLICE_SLOT, 0), (FLOAT_SLICE_SLOT, FLOATS_OFFSET)] {
            self.emit_global(slice, off);
            self.emit_imm(slice + 1, 32);
            self.emit_imm(slice + 2, 32);
        }
        self.emit_global(POINTER_SLOT, STRUCT_OFFSET);
        self.emit_global(FLOAT_POINTER_SLOT, FLOATS_OFFSET);
        (NIL_SLOT..FLOAT_POINTER_SLOT).for_each(|slot| self.emit_imm(slot, 0));
        for slot in FIRST_DOUBLE_SLOT..FIRST_SINGLE_SLOT {
            let k = INT_CONSTANTS.len() + self.dice.below(DOUBLE_CONSTANTS.len());
            self.emit_constant(slot, k);
        }
        for slot in FIRST_SINGLE_SLOT..FIRST_INNER_SLOT {
            self.asm.emit(Op::F64ToF32 {
                dst: slot_at(slot),
                a: slot_at(FIRST_DOUBLE_SLOT + slot - FIRST_SINGLE_SLOT),
            });
        }
    }

    fn emit_block(&mut self, depth: u16) {
        for _ in 0..3 + self.dice.below(6) {
            if self.dice.is_empty() {
                return;
            }
            match self.dice.below(16) {
                0 if depth < 3 => self.emit_loop(depth),
                1 if depth < 3 => self.emit_branch(depth),
                2 => self.emit_call(),
                3 => self.emit_float_in_int_slot(),
                _ => self.emit_plain_instruction(),
            }
        }
    }

    fn emit_plain_instruction(&mut self) {
        let op = self.dice.choose(self.ops);
        // Instructions that often fail would end most programs early.
        let fails = ["div.i", "div.u", "rem.i", "rem.u", "check.shift"].contains(&op.mnemonic());
        if !fails || self.dice.below(8) == 0 {
            let (op, ext) = self.operands(op);
            self.asm.emit(op);
            ext.iter().for_each(|&(a, b)| self.asm.emit_ext(a, b));
        }
    }

    /// A loop of a few iterations, with each kind of backward jump.
    fn emit_loop(&mut self, depth: u16) {
        let (counter, turns) = (FIRST_COUNTER_SLOT + depth, 1 + self.dice.below(12) as i32);
        self.emit_imm(counter, 0);
        let top = self.asm.label();
        self.asm.bind(top);
        self.emit_block(depth + 1);
        let limit = self.dice.choose(&[0, 1, 2, 3]);
        if limit < 2 {
            self.emit_imm(FIRST_COUNTER_SLOT + 3, turns);
        }
        let (i, n, imm) = (slot_at(counter), slot_at(FIRST_COUNTER_SLOT + 3), turns as i16);
        let jump = match limit {
            0 => Op::ForLt { i, n, to: 0 },
            1 => Op::ForLe { i, n, to: 0 },
            2 => Op::ForLtImm { i, imm, to: 0 },
            _ => {
                self.asm.emit(Op::AddImm { dst: i, a: i, imm: 1 });
                self.dice.choose(&[
                    Op::LoopLtImm { a: i, imm, to: 0 },
                    Op::LoopLeImm { a: i, imm, to: 0 },
                ])
            }
        };
        self.asm.jump(jump, top);
    }

    fn emit_branch(&mut self, depth: u16) {
        let (other, end) = (self.asm.label(), self.asm.label());
        let op = self.dice.choose(self.jumps);
        let (op, _) = self.operands(op);
        self.asm.jump(op, other);
        self.emit_block(depth + 1);
        self.asm.jump(Op::Jmp { to: Wide::default() }, end);
        self.asm.bind(other);
        if self.dice.below(2) == 0 {
            self.emit_block(depth + 1);
        }
        self.asm.bind(end);
    }

    fn emit_call(&mut self) {
        if self.callees.is_empty() {
            return;
        }
        for arg in 0..ARG_SLOTS {
            let src = self.dice.below(INT_SLOT_COUNT.into()) as u16;
            self.asm.emit(Op::Mov { dst: slot_at(WINDOW_SLOT + arg), src: slot_at(src) });
        }
        let func = self.callees.start + self.dice.below(self.callees.len()) as u32;
        self.asm.emit(Op::Call { win: slot_at(WINDOW_SLOT), func: Wide::new(func) });
        for result in 0..RESULT_SLOTS {
            let dst = self.dice.below(INT_SLOT_COUNT.into()) as u16;
            self.asm.emit(Op::Mov { dst: slot_at(dst), src: slot_at(WINDOW_SLOT + result) });
        }
    }

    /// Code in which an integer's slot holds a float for a while.
    fn emit_float_in_int_slot(&mut self) {
        let slot = slot_at(self.dice.below(INT_SLOT_COUNT.into()) as u16);
        let b = slot_at(FIRST_DOUBLE_SLOT + self.dice.below(6) as u16);
        self.asm.emit(Op::I64ToF64 { dst: slot, a: slot });
        if self.dice.below(2) == 0 {
            self.asm.emit(Op::MulF64 { dst: slot, a: slot, b });
        }
        let skip = self.asm.label();
        if self.dice.below(2) == 0 {
            self.asm.jump(Op::JmpLtF64 { a: slot, b, to: 0 }, skip);
            self.asm.emit(Op::AddF64 { dst: slot, a: slot, b });
        }
        self.asm.bind(skip);
        self.asm.emit(Op::F64ToI64 { dst: slot, a: slot });
    }

    /// The first slot for an operand with this name and kind.
    fn operand_slot(&mut self, op: Op, name: &str, kind: K) -> u16 {
        let mnemonic = op.mnemonic();
        let is = |part: &str| mnemonic.contains(part);
        let float = is("f64") || is("f32");
        let narrow = is("f32") && !is("f64") || is(if kind == K::Out { ".f32" } else { "f32." });
        let compares =
            ["eq", "ne", "lt", "le", "gt"].contains(&mnemonic.split('.').next().unwrap_or(""));
        let converts_out = ["f64.i64", "f64.i32", "f64.u64"].contains(&mnemonic);
        let converts_in = ["i64.f64", "u64.f64", "i64.f32", "u64.f32"].contains(&mnemonic);
        match (name, kind) {
            ("ptr", _) if self.dice.below(64) == 63 => NIL_SLOT,
            ("ptr", _) => {
                if float {
                    FLOAT_POINTER_SLOT
                } else {
                    POINTER_SLOT
                }
            }
            ("x", _) => {
                if float {
                    FLOAT_SLICE_SLOT
                } else {
                    SLICE_SLOT
                }
            }
            ("i", _) if self.dice.below(32) < 31 => FIRST_COUNTER_SLOT + self.dice.below(3) as u16,
            (_, K::Out) if compares || mnemonic == "not" => {
                FIRST_BOOL_SLOT + self.dice.below(2) as u16
            }
            ("a", K::In) if ["not", "jmp.if", "jmp.ifnot"].contains(&mnemonic) => {
                FIRST_BOOL_SLOT + self.dice.below(2) as u16
            }
            (_, K::Out) if converts_out => self.dice.below(INT_SLOT_COUNT.into()) as u16,
            (_, K::In) if converts_in => self.dice.below(INT_SLOT_COUNT.into()) as u16,
            ("i", _) => self.dice.below(INT_SLOT_COUNT.into()) as u16,
            _ if float && narrow => FIRST_SINGLE_SLOT + self.dice.below(4) as u16,
            _ if float => FIRST_DOUBLE_SLOT + self.dice.below(6) as u16,
            _ => self.dice.below(INT_SLOT_COUNT.into()) as u16,
        }
    }

    /// The instruction with operands, and the operands of its `Ext`.
    fn operands(&mut self, op: Op) -> (Op, Vec<(u16, u32)>) {
        let (mut bits, mut at) = (op.to_bits() & 0xffff, 16);
        let name = op.mnemonic();
        for (kind, field) in op.operand_kinds().iter().zip(op.operand_names()) {
            let value = match kind {
                K::Out | K::In | K::InOut => {
                    let slot = self.operand_slot(op, field, *kind);
                    self.make_canonical(name, *kind, slot);
                    slot.into()
                }
                K::ByteIn | K::ByteOut => {
                    self.dice.below(INT_SLOT_COUNT.into()) as u32 * 8 + self.dice.choose(&[0, 4])
                }
                K::Imm => u32::from(self.small_immediate(name) as u16),
                K::Imm32 => self.dice.choose(&INT_CONSTANTS) as u32,
                K::Count if *field == "off" => self.dice.below(29) as u32 * 8,
                K::Count if *field == "n" => 1 + self.dice.below(4) as u32,
                K::Count => self.dice.below(1 << 16) as u32,
                K::Global => WORDS_OFFSET + self.dice.below(32) as u32 * 8,
                K::Const => self.dice.below(INT_CONSTANTS.len()) as u32,
                K::Type => self.dice.below(3) as u32,
                _ => 0,
            };
            bits |= u64::from(value) << at;
            at += kind.bits();
        }
        let op = Op::from_bits(bits).expect("the opcode is valid");
        let ext = op.ext_kinds().iter().map(|kinds| self.ext(op, kinds)).collect();
        (op, ext)
    }

    fn make_canonical(&mut self, name: &str, kind: K, slot: u16) {
        if let Some(op) = canonical_op(name, kind, slot) {
            self.asm.emit(op);
        }
    }

    fn small_immediate(&mut self, name: &str) -> i16 {
        small_immediate(self.dice, name)
    }

    fn ext(&mut self, op: Op, kinds: &[K]) -> (u16, u32) {
        let name = op.mnemonic();
        if let Op::DivImm { imm, .. } | Op::RemImm { imm, .. } = op {
            let factor = reciprocal(imm as u16);
            return (factor as u16, (factor >> 16) as u32);
        }
        if name.starts_with("index.arr") {
            return (0, self.dice.choose(&[16, 2]));
        }
        if name.starts_with("index.off") {
            return (0, self.dice.below(5) as u32);
        }
        let (mut a, mut b) = (0, 0);
        for kind in kinds {
            match kind {
                K::In => {
                    a = self.operand_slot(op, "c", K::In);
                    // This code is emitted before the instruction, like the code that makes the instruction's other
                    // operands canonical.
                    self.make_canonical(name, K::In, a);
                }
                K::Count => a = self.dice.below(32) as u16,
                K::Imm32 if name.contains("f64") => b = self.dice.below(31) as u32 * 8,
                _ => b = self.dice.choose(&INT_CONSTANTS) as u32,
            }
        }
        (a, b)
    }
}

/// The instruction that makes an operand of less than 64 bits canonical; `None` if its slot is always canonical.
pub(crate) fn canonical_op(name: &str, kind: K, slot: u16) -> Option<Op> {
    let (dst, a) = (slot_at(slot), slot_at(slot));
    match kind {
        K::In if slot >= INT_SLOT_COUNT => None,
        K::In if name.ends_with("u32") || name.contains("u32.imm") => Some(Op::Zext32 { dst, a }),
        K::In if name.ends_with(".i32") => Some(Op::Sext32 { dst, a }),
        K::In if name.ends_with(".u8") => Some(Op::Zext8 { dst, a }),
        _ => None,
    }
}

/// A valid immediate of the instruction.
pub(crate) fn small_immediate(dice: &mut ChoiceSource<'_>, name: &str) -> i16 {
    match name {
        "div.imm" | "rem.imm" => dice.choose(&[2, 3, 7, 10, 1000, i16::MAX]),
        "div.pow2" | "rem.pow2" => 1 + dice.below(62) as i16,
        _ if name.contains("u32.imm") => dice.below(32) as i16,
        _ if name.starts_with("sh") || name.starts_with("rot") => dice.below(64) as i16,
        _ => dice.choose(&[0, 1, -1, 2, 77, i16::MIN, i16::MAX]),
    }
}

pub(crate) fn func(name: &str, args: u16, results: u16, frame: u32, asm: Assembler) -> Func {
    let AssembledCode { code, lines, .. } = asm.finish();
    let detail = FuncDetail { name: name.into(), line: 1, lines, ..FuncDetail::default() };
    Func {
        frame_slots: frame,
        arg_slots: args.into(),
        result_slots: results.into(),
        code: code.into(),
        func_detail: detail.into(),
        ..Func::default()
    }
}

/// Calls the first function with arguments of several kinds, and prints its results and the memory afterwards.
fn main() -> Func {
    let mut asm = Assembler::new();
    let print = |asm: &mut Assembler, slot: u16, kind: PrintKind| {
        asm.emit(Op::Print { src: slot_at(slot), kind: kind as u16 });
        asm.emit(Op::Print { src: slot_at(slot), kind: PrintKind::Space as u16 });
    };
    for turn in 0..3 {
        for arg in 0..ARG_SLOTS {
            let k = usize::from(turn * 5 + arg * (turn + 1)) % INT_CONSTANTS.len();
            asm.emit(Op::LoadConst { dst: slot_at(WINDOW_SLOT + arg), k: Wide::new(k as u32) });
        }
        asm.emit(Op::Call { win: slot_at(WINDOW_SLOT), func: Wide::new(1) });
        (0..RESULT_SLOTS).for_each(|slot| print(&mut asm, WINDOW_SLOT + slot, PrintKind::Uint));
        asm.emit(Op::Print { src: slot_at(0), kind: PrintKind::Newline as u16 });
    }
    for off in (0..GLOBALS_BYTES).step_by(8) {
        asm.emit(Op::LoadGlobal { dst: slot_at(0), off: Wide::new(off) });
        print(&mut asm, 0, if off < FLOATS_OFFSET { PrintKind::Uint } else { PrintKind::Float64 });
    }
    asm.emit(Op::Print { src: slot_at(0), kind: PrintKind::Newline as u16 });
    asm.emit(Op::Ret {});
    func("main.main", 0, 0, FRAME_SLOTS, asm)
}

/// A program; each of its functions calls only later ones.
pub(crate) fn program(dice: &mut ChoiceSource<'_>) -> Program {
    let (ops, jumps) = (ops_where(is_usable), ops_where(jumps_forward));
    let count = 2 + dice.below(3) as u32;
    let mut funcs = vec![main()];
    for id in 1..=count {
        let callees = id + 1..count + 1;
        let mut maker =
            ProgramMaker { dice, asm: Assembler::new(), ops: &ops, jumps: &jumps, callees };
        maker.emit_begin();
        maker.emit_block(0);
        maker.emit_block(0);
        maker.asm.emit(Op::Ret {});
        funcs.push(func(&format!("main.f{id}"), ARG_SLOTS, RESULT_SLOTS, FRAME_SLOTS, maker.asm));
    }
    let doubles = DOUBLE_CONSTANTS.iter().map(|f| f.to_bits());
    program_of(funcs, INT_CONSTANTS.into_iter().chain(doubles).collect(), GLOBALS_BYTES)
}

/// A program of these functions, with types 1, `int`, and 2, `string`.
pub(crate) fn program_of(funcs: Vec<Func>, consts: Vec<u64>, globals_size: u32) -> Program {
    let types = vec![
        RType::new(Kind::Invalid, 0, 1, ""),
        RType::new(Kind::Int, 8, 8, "int"),
        RType::new(Kind::String, 16, 8, "string"),
    ];
    let mut program = Program {
        funcs,
        types,
        consts,
        files: vec!["/x/a.go".into()],
        globals_size,
        ..Program::default()
    };
    program.known_types.string = TypeId(2);
    program.known_types.int = TypeId(1);
    program
}
