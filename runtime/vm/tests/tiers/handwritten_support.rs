//! The instructions that [`each_instruction`](crate::each_instruction) leaves out, because they call, park, allocate
//! objects with a life of their own or need a closure: each in a scene, a function with the context that the
//! instruction needs. Scenes behave the same in both tiers, also while everything is preempted, moved and collected;
//! and every row of the table has a test.

use crate::handwritten_programs::{
    HANDWRITTEN_PROGRAMS, HandwrittenProgram, NamedHandwrittenProgram,
};
use crate::{compare_tiers, each_instruction, random_programs};
use minigo_bytecode::assembler::Assembler;
use minigo_bytecode::operand::{FuncId, MethodId, PrintKind, Slot, TypeId, Wide};
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::{CallSite, NativeRef, Program};
use minigo_bytecode::rtype::{Kind, MethodName, RMethod, RType};
use minigo_bytecode::{print, verify};
use minigo_vm::native::{Native, Package};
use std::collections::BTreeSet;

// Types that handwritten programs may use in addition to 1, `int`, and 2, `string`.
pub(crate) const MAP_TYPE: u32 = 3;
pub(crate) const MAP_STR_TYPE: u32 = 4;
pub(crate) const CHAN_TYPE: u32 = 5;
/// A struct of two words, which has a method.
pub(crate) const PAIR_TYPE: u32 = 6;
/// The interface type with that method.
pub(crate) const IFACE_TYPE: u32 = 7;
pub(crate) const BYTE_TYPE: u32 = 8;
pub(crate) const ANY_TYPE: u32 = 9;
/// A type that is not comparable.
pub(crate) const SLICE_TYPE: u32 = 10;
const SIGNATURE_TYPE: u32 = 11;

// Functions that handwritten programs may call; 1 is the program.
pub(crate) const METHOD_FUNC: u32 = 2;
/// A closure of two numbers and a captured one.
pub(crate) const CLOSURE_FUNC: u32 = 3;
pub(crate) const SENDER_FUNC: u32 = 4;
pub(crate) const DEFERRED_FUNC: u32 = 5;
pub(crate) const RECOVERER_FUNC: u32 = 6;
pub(crate) const ADDER_FUNC: u32 = 7;

const FRAME_SLOTS: u32 = 48;

/// The size of the package-level variables in bytes.
const GLOBALS_BYTES: u32 = 256;

pub(crate) fn slot_at(n: u16) -> Slot {
    Slot(n)
}

/// `int`, a channel of it, and so on, with the properties that the VM uses.
fn types() -> Vec<RType> {
    let with = |kind, size, name: &str, pointers: &[u32]| {
        let mut ty = RType::new(kind, size, 8, name);
        (ty.pointer_words, ty.has_pointers) = (pointers.to_vec(), !pointers.is_empty());
        ty
    };
    let of = |kind, name: &str, key, elem| RType { key, elem, ..with(kind, 8, name, &[0]) };
    let (int, string) = (TypeId(1), TypeId(2));
    let plain = |ty| RType { is_regular_memory: true, ..ty };
    let method =
        |func| RMethod { method: MethodId(0), sig: TypeId(SIGNATURE_TYPE), func, promoted: None };
    let mut pair = plain(with(Kind::Struct, 16, "main.Pair", &[]));
    pair.methods = vec![method(Some(FuncId(METHOD_FUNC)))];
    let mut iface = with(Kind::Interface, 16, "main.I", &[1]);
    iface.methods = vec![method(None)];
    let slice = RType { is_comparable: false, elem: int, ..with(Kind::Slice, 24, "[]int", &[0]) };
    vec![
        RType::new(Kind::Invalid, 0, 1, ""),
        plain(with(Kind::Int, 8, "int", &[])),
        with(Kind::String, 16, "string", &[0]),
        of(Kind::Map, "map[int]int", int, int),
        of(Kind::Map, "map[string]string", string, string),
        of(Kind::Chan, "chan int", TypeId(0), int),
        pair,
        iface,
        plain(RType { align: 1, ..with(Kind::Uint8, 1, "uint8", &[]) }),
        with(Kind::Interface, 16, "interface {}", &[1]),
        slice,
        with(Kind::Func, 8, "func() int", &[0]),
    ]
}

/// `func (p *Pair) M() int { return p.a + p.b }`.
fn method() -> Assembler {
    let mut asm = Assembler::new();
    asm.emit(Op::Load128 { dst: slot_at(1), ptr: slot_at(0), off: 0 });
    asm.emit(Op::Add { dst: slot_at(0), a: slot_at(1), b: slot_at(2) });
    asm.emit(Op::Ret {});
    asm
}

/// `func(a, b int) int { return a*b + captured }`, which reads its own closure.
fn closure() -> Assembler {
    let mut asm = Assembler::new();
    asm.emit(Op::LoadCapture { dst: slot_at(2), off: 8 });
    asm.emit(Op::Mul { dst: slot_at(0), a: slot_at(0), b: slot_at(1) });
    asm.emit(Op::Closure { dst: slot_at(3) });
    asm.emit(Op::Load64 { dst: slot_at(4), ptr: slot_at(3), off: 8 });
    asm.emit(Op::Sub { dst: slot_at(4), a: slot_at(4), b: slot_at(2) });
    asm.emit(Op::Add { dst: slot_at(0), a: slot_at(0), b: slot_at(2) });
    asm.emit(Op::RetAdd { a: slot_at(0), b: slot_at(4) });
    asm
}

/// `func(ch chan int, n int) { for i := range n { ch <- i }; close(ch) }`.
fn sender() -> Assembler {
    let mut asm = Assembler::new();
    asm.emit(Op::LoadImm { dst: slot_at(2), imm: Wide::new(0) });
    let top = asm.label();
    asm.bind(top);
    asm.emit(Op::Send { ch: slot_at(0), val: slot_at(2), n: 1 });
    asm.jump(Op::ForLt { i: slot_at(2), n: slot_at(1), to: 0 }, top);
    asm.emit(Op::Close { ch: slot_at(0) });
    asm.emit(Op::Ret {});
    asm
}

/// `func(x int) { println(x) }`.
fn deferred_func() -> Assembler {
    let mut asm = Assembler::new();
    asm.emit(Op::Print { src: slot_at(0), kind: PrintKind::Int as u16 });
    asm.emit(Op::Print { src: slot_at(0), kind: PrintKind::Newline as u16 });
    asm.emit(Op::Ret {});
    asm
}

/// `func() { println(recover() != nil) }`.
fn recoverer() -> Assembler {
    let mut asm = Assembler::new();
    asm.emit(Op::Recover { dst: slot_at(0) });
    asm.emit(Op::NeImm { dst: slot_at(0), a: slot_at(0), imm: 0 });
    asm.emit(Op::Print { src: slot_at(0), kind: PrintKind::Bool as u16 });
    asm.emit(Op::Print { src: slot_at(0), kind: PrintKind::Newline as u16 });
    asm.emit(Op::Ret {});
    asm
}

fn adder() -> Assembler {
    let mut asm = Assembler::new();
    asm.emit(Op::RetAdd { a: slot_at(0), b: slot_at(1) });
    asm
}

/// Calls the scene often enough that callers are compiled too, and entered behind the call.
fn main_func() -> Assembler {
    let mut asm = Assembler::new();
    asm.emit(Op::LoadImm { dst: slot_at(0), imm: Wide::new(0) });
    let top = asm.label();
    asm.bind(top);
    asm.emit(Op::Call { win: slot_at(4), func: Wide::new(1) });
    asm.jump(Op::ForLtImm { i: slot_at(0), imm: 3, to: 0 }, top);
    asm.emit(Op::Ret {});
    asm
}

fn package() -> Package {
    fn triple(n: i64) -> i64 {
        n.wrapping_mul(3)
    }
    Package::new("p").natives([Native::constant_time("Triple", triple)])
}

/// The program of a scene; `turn` selects the operands.
fn program(make: fn(&mut HandwrittenProgram), turn: usize) -> Program {
    let mut scene = HandwrittenProgram::new(turn);
    make(&mut scene);
    let HandwrittenProgram { asm, recover_pc, selects, .. } = scene;
    let mut scene = random_programs::func("main.scene", 0, 0, FRAME_SLOTS, asm);
    scene.recover_pc = recover_pc;
    let mut with_capture = random_programs::func("main.closure", 2, 1, 8, closure());
    with_capture.captures.size = 8;
    let funcs = vec![
        random_programs::func("main.main", 0, 0, 12, main_func()),
        scene,
        random_programs::func("main.Pair.M", 1, 1, 4, method()),
        with_capture,
        random_programs::func("main.sender", 2, 0, 4, sender()),
        random_programs::func("main.deferred", 1, 0, 4, deferred_func()),
        random_programs::func("main.recoverer", 0, 0, 4, recoverer()),
        random_programs::func("main.adder", 2, 1, 4, adder()),
    ];
    let mut program = random_programs::program_of(funcs, vec![0, 1, 7, u64::MAX], GLOBALS_BYTES);
    program.types = types();
    program.selects = selects;
    program.method_names = vec![MethodName { name: "M".into(), pkg_path: "".into() }];
    program.call_sites = vec![CallSite { method: MethodId(0), iface: TypeId(IFACE_TYPE) }];
    program.natives = vec![NativeRef {
        package: "p".into(),
        name: "Triple".into(),
        func: FuncId(ADDER_FUNC),
        arg_slots: 1,
        result_slots: 1,
    }];
    program.strings =
        ["", "key", "aé€\u{10ffff}", "value"].map(|text| text.to_owned().into()).into();
    program
}

/// One of the handwritten programs.
pub(crate) fn handwritten_program(which: usize) -> Program {
    let (_, turns, make) = HANDWRITTEN_PROGRAMS[which % HANDWRITTEN_PROGRAMS.len()];
    program(make, which / HANDWRITTEN_PROGRAMS.len() % turns)
}

#[test]
fn both_tiers_run_each_program_alike() {
    let packages = [package()];
    for &(name, turns, make) in HANDWRITTEN_PROGRAMS {
        for turn in 0..turns {
            let program = program(make, turn);
            let text = || print::function(&program, &program.funcs[1]);
            if let Err(fault) = verify::verify(&program) {
                panic!("{name}, turn {turn}: {fault}\n{}", text());
            }
            match compare_tiers(&program, &packages) {
                Ok((code, said)) => {
                    let fails = name == "faults";
                    assert_eq!(code, if fails { 2 } else { 0 }, "{name}, turn {turn}: {said}");
                    assert!(!said.is_empty(), "{name}, turn {turn} says nothing");
                }
                Err(what) => panic!("{name}, turn {turn}: {what}\n{}", text()),
            }
        }
    }
}

/// Instructions that a program never contains: the linker puts these instructions in place of others, or before and
/// behind others.
const LINKER_ONLY_INSTRUCTIONS: [&str; 7] =
    ["ext", "leave", "enter.bound", "enter.new", "enter.made", "hot", "unreachable"];

/// The instructions that occur neither in [`each_instruction`] nor in one of these programs.
fn untested_instructions(programs: &[NamedHandwrittenProgram]) -> BTreeSet<&'static str> {
    let mut covered: BTreeSet<&str> = LINKER_ONLY_INSTRUCTIONS.into();
    for &(_, turns, make) in programs {
        for turn in 0..turns {
            let program = program(make, turn);
            let ops = program.funcs.iter().flat_map(|f| f.code.iter());
            covered.extend(ops.map(|op| op.mnemonic()));
        }
    }
    let all = (0..Op::COUNT as u64).filter_map(Op::from_bits);
    let missing =
        all.filter(|op| each_instruction::is_excluded_op(*op) && !covered.contains(op.mnemonic()));
    missing.map(Op::mnemonic).collect()
}

#[test]
fn no_instruction_is_without_a_test() {
    let missing = untested_instructions(HANDWRITTEN_PROGRAMS);
    assert!(missing.is_empty(), "no program has {missing:?}: add them to handwritten_programs.rs");
}

/// An instruction that needs a program may be new and have none: this test removes programs, and checks that the rows
/// of their instructions are reported.
#[test]
fn instructions_without_a_test_are_detected() {
    for name in ["maps", "channels", "select", "calls", "atomics", "locks"] {
        let others: Vec<NamedHandwrittenProgram> =
            HANDWRITTEN_PROGRAMS.iter().copied().filter(|scene| scene.0 != name).collect();
        assert!(others.len() < HANDWRITTEN_PROGRAMS.len(), "there is no scene {name}");
        assert!(!untested_instructions(&others).is_empty(), "{name} is not missed");
    }
}
