//! Random changes of random programs. The changed programs have forms that no compiler of structured code produces:
//! jumps into the middle of loops, loops with several heads, unreachable code. A program that the verifier accepts, and
//! that reads no unwritten slot, behaves the same in both tiers.
//!
//! A function is taken apart into [`CodeItem`]s, which are changed, and put together again. Slots are replaced by
//! others of the same content, so that words stay words and addresses addresses. Every backward jump except those of
//! untouched counting loops takes from a common fuel, so that programs end.

use crate::random_programs::{self, ARG_SLOTS, ChoiceSource, RESULT_SLOTS, WINDOW_SLOT};
use crate::{check_program_in_both_tiers, is_sound, random_bytes};
use minigo_bytecode::assembler::{Assembler, Label};
use minigo_bytecode::func::Func;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::{Effects, Op, OperandKind as K};
use minigo_bytecode::program::Program;
use minigo_bytecode::uses::visit_jumps;
use std::collections::{BTreeMap, BTreeSet};

/// A slot that random programs do not use, and the package-level variable behind theirs: the number of taken backward
/// jumps.
pub(crate) const FUEL_SLOT: u16 = 21;
const FUEL_GLOBAL: u32 = random_programs::GLOBALS_BYTES;

/// The most backward jumps of a program.
const MAX_BACKWARD_JUMPS: i16 = 2000;

/// One instruction, or several that are only meaningful together.
#[derive(Clone)]
enum Code {
    One {
        op: Op,
        ext: Vec<(u16, u32)>,
    },
    /// A call, with the slots of its arguments and results.
    Call {
        op: Op,
        args: Vec<u16>,
        results: Vec<u16>,
    },
    /// An integer's slot holds a float for a while.
    Float(Vec<Op>),
}

#[derive(Clone)]
struct CodeItem {
    id: usize,
    code: Code,
    /// The id of the item to which this item jumps.
    target: Option<usize>,
    /// Whether the item was changed: its effect on a loop's counter is then unknown.
    is_changed: bool,
}

impl CodeItem {
    fn op(&self) -> Option<Op> {
        match self.code {
            Code::One { op, .. } => Some(op),
            _ => None,
        }
    }

    /// Reports whether the item may be moved or removed: loops need their counters, and functions their ends.
    fn is_removable(&self) -> bool {
        self.op().is_none_or(|op| !op.ends_control_flow() && !writes_turn_slots(op))
    }
}

fn writes_turn_slots(op: Op) -> bool {
    let mut found = false;
    op.operands(|operand| {
        use minigo_bytecode::operand::Use;
        if let Use::Write(slot, _) | Use::Update(slot) = operand {
            found |= random_programs::TURN_SLOTS.contains(&slot.0);
        }
    });
    found
}

/// The items of a function after the code that gives all slots values, and the number of instructions of that code.
fn items(func: &Func) -> (usize, Vec<CodeItem>) {
    let code: Vec<Op> = func.code.iter().copied().collect();
    let mut items: Vec<CodeItem> = Vec::new();
    let mut pc = random_programs::INIT_INSTRUCTIONS;
    while pc < code.len() {
        let (id, op, behind) = (pc, code[pc], pc + 1 + code[pc].ext_count());
        let ext = code[pc + 1..behind].iter().map(|op| match *op {
            Op::Ext { a, b } => (a, b.get()),
            _ => unreachable!("the program was verified"),
        });
        let mut to = None;
        visit_jumps(&code, pc, |at| to = Some(at as usize));
        let mut made = Code::One { op, ext: ext.collect() };
        pc = behind;
        if let Op::Mov { dst: Slot(WINDOW_SLOT), .. } = op {
            (made, pc) = call_at(&code, id);
        } else if let Op::I64ToF64 { dst, .. } = op
            && dst.0 < random_programs::INT_SLOT_COUNT
            && let Some(len) = code[id..].iter().position(|op| matches!(op, Op::F64ToI64 { .. }))
            && len < 5
        {
            pc = id + len + 1;
            (made, to) = (Code::Float(code[id..pc].to_vec()), None);
        }
        items.push(CodeItem { id, code: made, target: to, is_changed: false });
    }
    (random_programs::INIT_INSTRUCTIONS, items)
}

/// A call with all instructions that belong to the call, and the index behind them.
fn call_at(code: &[Op], at: usize) -> (Code, usize) {
    let slot = |op: Op, of: fn(Slot, Slot) -> Slot| match op {
        Op::Mov { dst, src } => of(dst, src).0,
        _ => unreachable!("the generator makes only these moves"),
    };
    let args = code[at..].iter().take(ARG_SLOTS.into()).map(|op| slot(*op, |_, src| src)).collect();
    let call = at + usize::from(ARG_SLOTS);
    let end = call + 1 + usize::from(RESULT_SLOTS);
    let results = code[call + 1..end].iter().map(|op| slot(*op, |dst, _| dst)).collect();
    (Code::Call { op: code[call], args, results }, end)
}

/// Another slot with the same content as this one; `None` if the slot must not change.
fn similar_slot(dice: &mut ChoiceSource<'_>, slot: u16) -> Option<u16> {
    let of = |range: std::ops::Range<u16>| range.contains(&slot).then_some(range);
    let range = of(0..random_programs::INT_SLOT_COUNT)
        .or_else(|| of(random_programs::FIRST_BOOL_SLOT..random_programs::SLICE_SLOT))
        .or_else(|| of(random_programs::FIRST_DOUBLE_SLOT..random_programs::FIRST_SINGLE_SLOT))
        .or_else(|| of(random_programs::FIRST_SINGLE_SLOT..random_programs::FIRST_INNER_SLOT))?;
    Some(range.start + dice.below(range.len()) as u16)
}

/// Changes the operands of an instruction.
fn change_operands(dice: &mut ChoiceSource<'_>, op: Op, has_ext: bool) -> Op {
    let (mut bits, mut at) = (op.to_bits(), 16);
    for kind in op.operand_kinds() {
        let mask = (1_u64 << kind.bits()) - 1;
        let old = bits >> at & mask;
        let new = match kind {
            K::In | K::Out | K::InOut => similar_slot(dice, old as u16).map(u64::from),
            K::Imm if !has_ext && !op.effects().has(Effects::TAKES_BUDGET) => {
                Some(u64::from(random_programs::small_immediate(dice, op.mnemonic()) as u16))
            }
            _ => None,
        };
        if let Some(new) = new.filter(|_| dice.below(2) == 0) {
            bits = bits & !(mask << at) | (new & mask) << at;
        }
        at += kind.bits();
    }
    Op::from_bits(bits).expect("the opcode is valid")
}

fn mutate_items(dice: &mut ChoiceSource<'_>, items: &mut Vec<CodeItem>) {
    let (at, other) = (dice.below(items.len()), dice.below(items.len()));
    match dice.below(8) {
        0 => {
            let jumps: Vec<usize> =
                (0..items.len()).filter(|&n| items[n].target.is_some()).collect();
            if !jumps.is_empty() {
                let jump = dice.choose(&jumps);
                items[jump].target = Some(items[other].id);
                items[jump].is_changed = true;
            }
        }
        1 if items[at].is_removable() => {
            items[at].code = Code::One { op: Op::Nop {}, ext: Vec::new() };
            items[at].target = None;
        }
        2 if at + 1 < items.len() && items[at].is_removable() && items[at + 1].is_removable() => {
            items.swap(at, at + 1);
            items[at..at + 2].iter_mut().for_each(|item| item.is_changed = true);
        }
        3 if items[at].is_removable() => {
            let id = items.iter().map(|item| item.id).max().unwrap_or(0) + 1;
            let copy = CodeItem { id, is_changed: true, ..items[at].clone() };
            items.insert(other, copy);
        }
        4 => {
            let id = items.iter().map(|item| item.id).max().unwrap_or(0) + 1;
            let (a, imm) = (
                Slot(dice.below(random_programs::INT_SLOT_COUNT.into()) as u16),
                dice.choose(&[-1, 0, 1, 99]),
            );
            let op = match dice.below(3) {
                0 => Op::JmpLtImm { a, imm, to: 0 },
                1 => Op::JmpGtImm { a, imm, to: 0 },
                _ => Op::JmpIf { a: Slot(random_programs::FIRST_BOOL_SLOT), to: Wide::default() },
            };
            let code = Code::One { op, ext: Vec::new() };
            items
                .insert(at, CodeItem { id, code, target: Some(items[other].id), is_changed: true });
        }
        _ => match &mut items[at].code {
            Code::One { op, ext } if !writes_turn_slots(*op) => {
                *op = change_operands(dice, *op, !ext.is_empty());
            }
            Code::Call { args, results, .. } => {
                for slot in args.iter_mut().chain(results) {
                    *slot = similar_slot(dice, *slot).unwrap_or(*slot);
                }
            }
            _ => {}
        },
    }
}

/// Emits the code of an item.
fn emit(asm: &mut Assembler, item: &CodeItem, labels: &BTreeMap<usize, Label>) {
    match &item.code {
        Code::Call { op, args, results } => {
            for (n, &src) in (WINDOW_SLOT..).zip(args) {
                asm.emit(Op::Mov { dst: Slot(n), src: Slot(src) });
            }
            asm.emit(*op);
            for (n, &dst) in (WINDOW_SLOT..).zip(results) {
                asm.emit(Op::Mov { dst: Slot(dst), src: Slot(n) });
            }
        }
        Code::Float(ops) => ops.iter().for_each(|op| {
            asm.emit(*op);
        }),
        Code::One { op, ext } => {
            emit_canonical_operands(asm, *op, ext);
            match item.target {
                Some(to) => asm.jump(*op, labels[&to]),
                None => {
                    asm.emit(*op);
                    ext.iter().for_each(|&(a, b)| asm.emit_ext(a, b));
                }
            }
        }
    }
}

/// Makes operands canonical: a mutation may have changed an operand of less than 64 bits.
fn emit_canonical_operands(asm: &mut Assembler, op: Op, ext: &[(u16, u32)]) {
    let name = op.mnemonic();
    let mut at = 16;
    for &kind in op.operand_kinds() {
        let value = op.to_bits() >> at & ((1 << kind.bits()) - 1);
        if let Some(op) = random_programs::canonical_op(name, kind, value as u16) {
            asm.emit(op);
        }
        at += kind.bits();
    }
    for (kinds, &(a, _)) in op.ext_kinds().iter().zip(ext) {
        if kinds.contains(&K::In)
            && let Some(op) = random_programs::canonical_op(name, K::In, a)
        {
            asm.emit(op);
        }
    }
}

/// Takes from the fuel; returns from the function when it is used up.
fn emit_fuel_check(asm: &mut Assembler) {
    let (slot, off) = (Slot(FUEL_SLOT), Wide::new(FUEL_GLOBAL));
    asm.emit(Op::LoadGlobal { dst: slot, off });
    asm.emit(Op::AddImm { dst: slot, a: slot, imm: 1 });
    asm.emit(Op::StoreGlobal { src: slot, off });
    let on = asm.label();
    asm.jump(Op::JmpLtImm { a: slot, imm: MAX_BACKWARD_JUMPS, to: 0 }, on);
    asm.emit(Op::Ret {});
    asm.bind(on);
}

/// The heads of loops that might never end.
fn endless_loop_heads(items: &[CodeItem]) -> BTreeSet<usize> {
    let places: BTreeMap<usize, usize> = items.iter().zip(0..).map(|(i, n)| (i.id, n)).collect();
    let counts = |op| matches!(op, Op::ForLt { .. } | Op::ForLe { .. } | Op::ForLtImm { .. });
    let unsure = items.iter().zip(0..).filter_map(|(item, n)| {
        let to = item.target?;
        let back = places[&to] <= n;
        (back && (item.is_changed || !item.op().is_some_and(counts))).then_some(to)
    });
    unsure.collect()
}

fn changed_func(dice: &mut ChoiceSource<'_>, func: &Func) -> Func {
    let (begin, mut items) = items(func);
    for _ in 0..1 + dice.below(6) {
        mutate_items(dice, &mut items);
    }
    let mut asm = Assembler::new();
    func.code.iter().take(begin).for_each(|op| {
        asm.emit(*op);
    });
    let labels: BTreeMap<usize, Label> = items.iter().map(|item| (item.id, asm.label())).collect();
    let heads = endless_loop_heads(&items);
    for item in &items {
        asm.bind(labels[&item.id]);
        if heads.contains(&item.id) {
            emit_fuel_check(&mut asm);
        }
        emit(&mut asm, item, &labels);
    }
    random_programs::func(&func.name, ARG_SLOTS, RESULT_SLOTS, func.frame_slots, asm)
}

/// The changed program of a seed.
fn program(seed: u64) -> Program {
    let mut program = random_programs::program(&mut ChoiceSource::new(&random_bytes(seed)));
    let choices = random_bytes(!seed);
    let mut dice = ChoiceSource::new(&choices);
    for func in &mut program.funcs[1..] {
        *func = changed_func(&mut dice, func);
    }
    program.globals_size += 8;
    program
}

/// The environment variable `MINIGO_TIERS=FIRST..END` replaces the range of seeds.
#[test]
fn changed_programs_do_the_same() {
    let range = crate::seeds(if cfg!(debug_assertions) { 0..60 } else { 0..300 });
    let (mut ended, mut count) = (0, 0);
    for seed in range {
        let program = program(seed);
        count += 1;
        ended += usize::from(is_sound(&program) && check_program_in_both_tiers(seed, program) == 0);
    }
    assert!(ended * 3 > count, "most are refused or fail: only {ended} of {count} are not");
}

/// Arbitrary changes of bits: a program that the verifier accepts is compiled or refused, but compiling never fails.
#[test]
fn verified_programs_can_be_compiled() {
    let range = crate::seeds(if cfg!(debug_assertions) { 0..40 } else { 0..400 });
    let (mut valid, mut count) = (0, 0);
    for seed in range {
        let mut program = match seed % 2 {
            0 => random_programs::program(&mut ChoiceSource::new(&random_bytes(seed))),
            _ => crate::handwritten_support::handwritten_program(seed as usize / 2),
        };
        let choices = random_bytes(!seed);
        let mut dice = ChoiceSource::new(&choices);
        for _ in 0..40 {
            let old = program.clone();
            change_any_bits(&mut dice, &mut program);
            count += 1;
            if minigo_bytecode::verify::verify(&program).is_err() {
                program = old;
                continue;
            }
            valid += 1;
        }
        let compiled =
            minigo_vm::assembly_of(program, |_| true).expect("this build has the native tier");
        for function in compiled {
            assert!(function.code.is_ok(), "seed {seed}: {:?}", function.code);
        }
    }
    assert!(valid * 10 > count, "most are refused: only {valid} of {count} are not");
}

/// The verifier refuses a division whose constant divisor is out of range: the compiler would divide by that constant.
#[test]
fn divisors_are_verified() {
    let (dst, a) = (Slot(0), Slot(0));
    let factor = minigo_bytecode::uses::reciprocal(10);
    let right = (factor as u16, (factor >> 16) as u32);
    let verified = |op: Op, ext: Option<(u16, u32)>| {
        let mut asm = Assembler::new();
        asm.emit(op);
        ext.into_iter().for_each(|(a, b)| asm.emit_ext(a, b));
        asm.emit(Op::Ret {});
        let func = random_programs::func("main.main", 1, 0, 4, asm);
        minigo_bytecode::verify::verify(&random_programs::program_of(vec![func], Vec::new(), 8))
            .is_ok()
    };
    assert!(verified(Op::DivImm { dst, a, imm: 10 }, Some(right)));
    assert!(verified(Op::DivPow2 { dst, a, imm: 3 }, None));
    for imm in [-10, 0, 1, 11] {
        assert!(!verified(Op::DivImm { dst, a, imm }, Some(right)), "{imm}");
        assert!(!verified(Op::RemImm { dst, a, imm }, Some(right)), "{imm}");
    }
    for imm in [-1, 0, 63] {
        assert!(!verified(Op::DivPow2 { dst, a, imm }, None), "{imm}");
        assert!(!verified(Op::RemPow2 { dst, a, imm }, None), "{imm}");
    }
}

/// Changes bits of an instruction: an operand, the opcode, or a single bit.
fn change_any_bits(dice: &mut ChoiceSource<'_>, program: &mut Program) {
    let id = 1 + dice.below(program.funcs.len() - 1);
    let func = &mut program.funcs[id];
    let mut code: Vec<Op> = func.code.iter().copied().collect();
    let at = dice.below(code.len());
    let bits = code[at].to_bits();
    let new = match dice.below(4) {
        0 => bits & !0xffff | dice.below(Op::COUNT) as u64,
        1 => bits ^ 1 << dice.below(64),
        2 => {
            let shift = 16 * (1 + dice.below(3));
            bits & !(0xffff << shift) | (dice.below(56) as u64) << shift
        }
        _ => code[dice.below(code.len())].to_bits(),
    };
    if let Some(op) = Op::from_bits(new) {
        code[at] = op;
    }
    func.code = code.into();
}
