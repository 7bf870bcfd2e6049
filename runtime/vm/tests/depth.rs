//! No instruction leaves anything on the native stack: each is run many times on a worker's small stack, in optimised
//! builds by handlers that jump from one to the next.
//!
//! A test file of its own because it fails in a special way: by a stack overflow.

use minigo_bytecode::assembler::{AssembledCode, Assembler};
use minigo_bytecode::func::{Func, FuncDetail};
use minigo_bytecode::operand::{Slot, TypeId, Wide};
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::{CallSite, Program};
use minigo_bytecode::rtype::{Kind, MethodName, RMethod, RType};
use minigo_vm::{DispatchMode, Machine, Options};

/// How often an instruction is executed in each loop iteration. A budget is some 20,000 iterations, after which the
/// native stack is empty: 8 bytes for each instruction would overflow 2 MB.
const EXECUTIONS_PER_ITERATION: usize = 16;

/// The iterations of each loop.
const ITERATIONS: i32 = if cfg!(debug_assertions) { 200 } else { 40_000 };

const fn slot_at(n: u16) -> Slot {
    Slot(n)
}

fn func(name: &str, args: u32, asm: Assembler) -> Func {
    let AssembledCode { code, lines, .. } = asm.finish();
    let detail = FuncDetail { name: name.into(), line: 1, lines, ..FuncDetail::default() };
    let (arg_slots, result_slots) = (args, args);
    Func {
        frame_slots: 64,
        arg_slots,
        result_slots,
        code: code.into(),
        func_detail: detail.into(),
        ..Func::default()
    }
}

fn types() -> Vec<RType> {
    let mut int = RType::new(Kind::Int, 8, 8, "int");
    int.is_regular_memory = true;
    let mut string = RType::new(Kind::String, 16, 8, "string");
    (string.has_pointers, string.pointer_words) = (true, vec![0]);
    let composite = |kind, name: &str| {
        let mut ty = RType::new(kind, 8, 8, name);
        (ty.key, ty.elem) = (TypeId(2), TypeId(1));
        (ty.has_pointers, ty.pointer_words) = (true, vec![0]);
        ty
    };
    let method = RMethod { method: Default::default(), sig: TypeId(0), func: None, promoted: None };
    let mut iface = RType::new(Kind::Interface, 16, 8, "main.I");
    iface.methods = vec![method];
    let mut named = int.clone();
    named.methods = vec![RMethod { func: Some(minigo_bytecode::operand::FuncId(1)), ..method }];
    vec![
        RType::new(Kind::Invalid, 0, 1, ""),
        int,
        string,
        composite(Kind::Map, "map[string]int"),
        composite(Kind::Chan, "chan int"),
        iface,
        named,
        RType::new(Kind::Slice, 24, 8, "[]func()"),
    ]
}

/// Runs `body` in a loop. Slots: 0 the counter, 1 the number 1, 2 and 3 a string, 4 a map, 5 a channel, 6 and 7 an
fn run(body: &[Op]) {
    let mut asm = Assembler::new();
    asm.emit(Op::LoadImm { dst: slot_at(0), imm: Wide::from_signed(0) });
    asm.emit(Op::LoadImm { dst: slot_at(1), imm: Wide::from_signed(1) });
    asm.emit(Op::LoadStr { dst: slot_at(2), k: Wide::new(0) });
    asm.emit(Op::MakeMap { dst: slot_at(4), hint: slot_at(0) });
    asm.emit_ext(0, 3);
    asm.emit(Op::MakeChan { dst: slot_at(5), size: slot_at(1) });
    asm.emit_ext(0, 4);
    asm.emit(Op::LoadImm { dst: slot_at(6), imm: Wide::from_signed(6) });
    asm.emit(Op::LoadImm { dst: slot_at(7), imm: Wide::from_signed(9) });
    asm.emit(Op::LoadImm { dst: slot_at(8), imm: Wide::from_signed(ITERATIONS) });
    let top = asm.label();
    asm.bind(top);
    for _ in 0..EXECUTIONS_PER_ITERATION {
        for &op in body {
            asm.emit(op);
        }
    }
    asm.jump(Op::ForLt { i: slot_at(0), n: slot_at(8), to: 0 }, top);
    asm.emit(Op::Ret {});
    let main = func("main.main", 0, asm);
    let mut asm = Assembler::new();
    asm.emit(Op::Ret {});
    let mut method = func("main.T.M", 1, asm);
    method.frame_slots = 4;
    let mut program = Program {
        funcs: vec![main, method],
        types: types(),
        files: vec!["/x/a.go".into()],
        ..Program::default()
    };
    program.known_types.string = TypeId(2);
    program.method_names.push(MethodName { name: "M".into(), pkg_path: "".into() });
    program.call_sites.push(CallSite { method: Default::default(), iface: TypeId(5) });
    program.strings.push(b"a string of some bytes"[..].into());
    for driver in [DispatchMode::Switch, DispatchMode::Tail] {
        if driver == DispatchMode::Tail && cfg!(debug_assertions) {
            continue;
        }
        let options = Options { procs: 2, dispatch_mode: driver, ..Options::default() };
        let machine = Machine::with_system_host(program.clone(), &[], &options, Vec::new());
        assert_eq!(machine.expect("the program links").run().code(), 0);
    }
}

fn ext(a: u16, b: u32) -> Op {
    Op::Ext { a, b: Wide::new(b) }
}

#[test]
fn allocations_keep_stack_depth() {
    run(&[
        Op::New { dst: slot_at(10), ty: Wide::new(2) },
        Op::NewClosure { dst: slot_at(10), func: Wide::new(1) },
        Op::BoxIface { dst: slot_at(10), src: slot_at(2) },
        ext(2, 2),
        Op::MakeSlice { dst: slot_at(12), len: slot_at(1), cap: slot_at(1) },
        ext(0, 1),
        Op::Append { dst: slot_at(12), x: slot_at(12), first: slot_at(1) },
        ext(1, 1),
        Op::AppendSlice { dst: slot_at(12), x: slot_at(12), y: slot_at(12) },
        ext(0, 1),
        Op::AppendZeros { dst: slot_at(12), x: slot_at(12), n: slot_at(1) },
        ext(0, 1),
        Op::MakeMap { dst: slot_at(15), hint: slot_at(1) },
        ext(0, 3),
        Op::MakeChan { dst: slot_at(15), size: slot_at(1) },
        ext(0, 4),
        Op::MapIter { dst: slot_at(16), m: slot_at(4) },
        Op::BindIface { dst: slot_at(16), x: slot_at(6) },
        ext(0, 0),
    ]);
}

#[test]
fn slices_keep_stack_depth() {
    run(&[
        Op::MakeSlice { dst: slot_at(12), len: slot_at(1), cap: slot_at(1) },
        ext(0, 1),
        Op::SliceSlice { dst: slot_at(15), x: slot_at(12), args: slot_at(0) },
        ext(0, 8),
        Op::SliceToArrayPtr { dst: slot_at(18), a: slot_at(12) },
        ext(0, 1),
        Op::Copy { dst: slot_at(18), to: slot_at(12), from: slot_at(15) },
        ext(0, 1),
        Op::ClearSlice { x: slot_at(12) },
        ext(0, 1),
    ]);
}

#[test]
fn complex_numbers_keep_stack_depth() {
    run(&[
        Op::MulC128 { dst: slot_at(10), a: slot_at(2), b: slot_at(6) },
        Op::DivC128 { dst: slot_at(12), a: slot_at(10), b: slot_at(6) },
        Op::C128ToC64 { dst: slot_at(14), a: slot_at(12) },
        Op::C64ToC128 { dst: slot_at(10), a: slot_at(14) },
    ]);
}

#[test]
fn strings_keep_stack_depth() {
    run(&[
        Op::Mov2 { dst: slot_at(10), src: slot_at(2) },
        Op::Mov2 { dst: slot_at(12), src: slot_at(2) },
        Op::Concat { dst: slot_at(10), first: slot_at(10), n: 2 },
        Op::StrToBytes { dst: slot_at(14), a: slot_at(10), room: 0 },
        Op::BytesToStr { dst: slot_at(10), a: slot_at(14) },
        Op::StrToRunes { dst: slot_at(14), a: slot_at(2), room: 32 },
        Op::RunesToStr { dst: slot_at(10), a: slot_at(14) },
        Op::IntToStr { dst: slot_at(10), a: slot_at(0) },
        Op::EqStr { dst: slot_at(18), a: slot_at(2), b: slot_at(10) },
        Op::LtStr { dst: slot_at(18), a: slot_at(2), b: slot_at(10) },
        Op::NextRune { dst: slot_at(18), x: slot_at(2), i: slot_at(1) },
        Op::SliceStr { dst: slot_at(18), x: slot_at(2), args: slot_at(0) },
        ext(0, 0),
    ]);
}

#[test]
fn maps_and_interfaces_keep_stack_depth() {
    run(&[
        Op::MapSet { m: slot_at(4), key: slot_at(2), val: slot_at(0) },
        ext(1, 3),
        Op::MapGet { dst: slot_at(10), m: slot_at(4), key: slot_at(2) },
        ext(1, 3),
        Op::MapGetOk { dst: slot_at(10), m: slot_at(4), key: slot_at(2) },
        ext(1, 3),
        Op::MapIter { dst: slot_at(12), m: slot_at(4) },
        Op::MapNext { iter: slot_at(12), to: Wide::new(0) },
        Op::MapIterKey { dst: slot_at(13), iter: slot_at(12) },
        ext(2, 3),
        Op::MapDelete { m: slot_at(4), key: slot_at(2) },
        ext(1, 3),
        Op::MapClear { m: slot_at(4) },
        Op::EqIface { dst: slot_at(10), a: slot_at(6), b: slot_at(6) },
        Op::AssertIfaceOk { dst: slot_at(10), x: slot_at(6) },
        ext(0, 5),
        Op::AssertType { dst: slot_at(10), x: slot_at(6) },
        ext(1, 6),
        ext(0, 5),
        Op::CallIface { win: slot_at(20), x: slot_at(6) },
        ext(0, 0),
        Op::BindIface { dst: slot_at(16), x: slot_at(6) },
        ext(0, 0),
        Op::CallClosure { win: slot_at(20), f: slot_at(16), n: 0 },
    ]);
}

#[test]
fn goroutines_and_channels_keep_stack_depth() {
    run(&[
        Op::Send { ch: slot_at(5), val: slot_at(0), n: 1 },
        Op::Recv { dst: slot_at(10), ch: slot_at(5), n: 1 },
        Op::ChanLen { dst: slot_at(10), ch: slot_at(5) },
        Op::GoFunc { win: slot_at(20), func: Wide::new(1) },
        ext(1, 0),
        Op::DeferFunc { win: slot_at(20), func: Wide::new(1) },
        ext(1, 0),
        Op::NewClosure { dst: slot_at(11), func: Wide::new(1) },
        Op::New { dst: slot_at(12), ty: Wide::new(7) },
        Op::DeferClosure { win: slot_at(20), f: slot_at(11) },
        ext(1, 0),
        Op::DeferEach { list: slot_at(12) },
        Op::RunDefers { win: slot_at(20) },
        Op::Recover { dst: slot_at(10) },
    ]);
}

/// Checks the machine code of each handler, an instruction's or a variant's: it must continue by a jump. A handler that
/// calls the next one is found here even if no program of these tests executes its instruction. (A handler that passes
/// the address of a local variable to a function of another compilation unit calls: such functions are
/// `#[inline(always)]`.)
#[test]
#[cfg_attr(debug_assertions, ignore = "without optimisation these handlers are not made")]
fn handlers_jump_to_the_next() {
    let program = std::env::current_exe().unwrap();
    // Under emulated aarch64, x86-64's own binutils are installed.
    let tool = if cfg!(target_arch = "x86_64") { "objdump" } else { "aarch64-linux-gnu-objdump" };
    let run = std::process::Command::new(tool).args(["-d", "-C"]).arg(program).output();
    let text = String::from_utf8(run.expect("binutils, which come with a C compiler").stdout);
    let text = text.unwrap();
    let mut handlers = 0;
    let mut calling = Vec::new();
    for function in text.split("\n\n") {
        let Some((_, name)) = function.lines().next().unwrap_or("").split_once("dispatch::tail")
        else {
            continue;
        };
        let name = name.trim_end_matches(">:");
        // Calls and jumps through an address in a register or in memory, by the processor's mnemonics.
        let does = |x86: &str, arm: &str| {
            function.lines().any(|line| {
                line.contains(arm) || line.split_once(x86).is_some_and(|(_, to)| to.contains('*'))
            })
        };
        handlers += 1;
        // Panic never continues at an instruction, but calls functions from tables.
        let calls = does("\tcall", "\tblr\t") && !does("\tjmp", "\tbr\t");
        if calls && !name.ends_with("::Panic") {
            calling.push(name);
        }
    }
    assert!(handlers > 900, "{handlers} handlers");
    assert!(calling.is_empty(), "call the next handler: {calling:#?}");
}
