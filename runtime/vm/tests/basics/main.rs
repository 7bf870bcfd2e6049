//! Small programs in assembly, run by both drivers, without the compiler.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod effects;
#[path = "../recorder/mod.rs"]
mod recorder;

use minigo_bytecode::assembler::{AssembledCode, Assembler};
use minigo_bytecode::func::{Func, FuncDetail};
use minigo_bytecode::operand::{FuncId, NativeId, PrintKind, Slot, StrId, TypeId, Wide};
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::{NativeRef, Program};
use minigo_bytecode::rtype::{Kind, RType};
use minigo_vm::native::{GoError, Native, NativeCx, Outcome, Package};
use minigo_vm::{DispatchMode, Machine, Options, Tiering};
use recorder::OutputRecorder;

const fn slot_at(n: u16) -> Slot {
    Slot(n)
}

fn func(name: &str, args: u32, results: u32, frame: u32, asm: Assembler) -> Func {
    let AssembledCode { code, lines, .. } = asm.finish();
    let detail = FuncDetail { name: name.into(), line: 1, lines, ..FuncDetail::default() };
    let (arg_slots, result_slots) = (args, results);
    Func {
        frame_slots: frame,
        arg_slots,
        result_slots,
        code: code.into(),
        func_detail: detail.into(),
        ..Func::default()
    }
}

fn program(funcs: Vec<Func>) -> Program {
    let types = vec![
        RType::new(Kind::Invalid, 0, 1, ""),
        RType::new(Kind::Int, 8, 8, "int"),
        RType::new(Kind::String, 16, 8, "string"),
    ];
    let mut program = Program { funcs, types, files: vec!["/x/a.go".into()], ..Program::default() };
    program.known_types.string = TypeId(2);
    program.known_types.int = TypeId(1);
    program
}

/// Runs a program by every driver of this build, and compiled to machine code; all must agree.
fn run(program: &Program, packages: &[Package]) -> (i32, String) {
    let tail = if cfg!(debug_assertions) { DispatchMode::Switch } else { DispatchMode::Tail };
    let modes =
        [(DispatchMode::Switch, Tiering::Off), (tail, Tiering::Off), (tail, Tiering::Eager)];
    let mut results = Vec::new();
    // A sanitizer does not see the accesses of generated machine code.
    let modes = if cfg!(sanitized) { &modes[..2] } else { &modes[..] };
    for &(driver, tiering) in modes {
        let host = OutputRecorder::new();
        let options = Options {
            procs: 2,
            dispatch_mode: driver,
            tiering,
            check_accesses: !cfg!(sanitized),
            ..Options::default()
        };
        let machine = Machine::new(program.clone(), packages, &options, host.clone());
        let status = machine.expect("the program links").run();
        results.push((status.code(), host.text()));
    }
    // A stack overflows either at the call, or where the callee begins.
    let frames = |text: &str| text.split(" +0x").count();
    let same = |w: &[(i32, String)]| {
        let overflow = w[0].0 == w[1].0 && w[0].1.contains("stack overflow");
        w[0] == w[1] || overflow && frames(&w[0].1) == frames(&w[1].1)
    };
    assert!(results.windows(2).all(same), "the modes differ: {results:#?}");
    results.swap_remove(0)
}

fn print_int(asm: &mut Assembler, slot: u16) {
    asm.emit(Op::Print { src: slot_at(slot), kind: PrintKind::Int as u16 });
    asm.emit(Op::Print { src: slot_at(0), kind: PrintKind::Newline as u16 });
}

/// `func fib(n int) int`.
fn fib() -> Func {
    let mut asm = Assembler::new();
    let more = asm.label();
    asm.jump(Op::JmpGeImm { a: slot_at(0), imm: 2, to: 0 }, more);
    asm.emit(Op::Ret {});
    asm.bind(more);
    asm.emit(Op::AddImm { dst: slot_at(3), a: slot_at(0), imm: -1 });
    asm.emit(Op::Call { win: slot_at(3), func: Wide::new(1) });
    asm.emit(Op::AddImm { dst: slot_at(6), a: slot_at(0), imm: -2 });
    asm.emit(Op::Call { win: slot_at(6), func: Wide::new(1) });
    asm.emit(Op::Add { dst: slot_at(0), a: slot_at(3), b: slot_at(6) });
    asm.emit(Op::Ret {});
    func("main.fib", 1, 1, 8, asm)
}

fn main_fib(n: i32) -> Program {
    let mut asm = Assembler::new();
    asm.emit(Op::LoadImm { dst: slot_at(2), imm: Wide::from_signed(n) });
    asm.emit(Op::Call { win: slot_at(2), func: Wide::new(1) });
    print_int(&mut asm, 2);
    asm.emit(Op::Ret {});
    program(vec![func("main.main", 0, 0, 4, asm), fib()])
}

#[test]
fn calls_return_their_results() {
    assert_eq!(run(&main_fib(20), &[]), (0, "6765\n".into()));
}

/// 10^8 instructions on the small stack of a worker: if the native stack grew with each instruction, it would overflow.
#[test]
#[cfg(not(debug_assertions))]
fn dispatch_does_not_grow_the_native_stack() {
    assert_eq!(run(&main_fib(35), &[]), (0, "9227465\n".into()));
}

#[test]
fn stacks_grow_and_overflow_as_in_go() {
    // func down(n int) int { if n == 0 { return 0 }; return down(n-1) + 1 }
    let mut asm = Assembler::new();
    let end = asm.label();
    asm.jump(Op::JmpEqImm { a: slot_at(0), imm: 0, to: 0 }, end);
    asm.emit(Op::AddImm { dst: slot_at(3), a: slot_at(0), imm: -1 });
    asm.emit(Op::Call { win: slot_at(3), func: Wide::new(1) });
    asm.emit(Op::AddImm { dst: slot_at(0), a: slot_at(3), imm: 1 });
    asm.bind(end);
    asm.emit(Op::Ret {});
    let down = func("main.down", 1, 1, 5, asm);
    let main = |n: i32| {
        let mut asm = Assembler::new();
        asm.emit(Op::LoadImm { dst: slot_at(2), imm: Wide::from_signed(n) });
        asm.emit(Op::Call { win: slot_at(2), func: Wide::new(1) });
        print_int(&mut asm, 2);
        asm.emit(Op::Ret {});
        func("main.main", 0, 0, 4, asm)
    };
    let deep = program(vec![main(1_000_000), down.clone()]);
    assert_eq!(run(&deep, &[]), (0, "1000000\n".into()));
    let (code, text) = run(&program(vec![main(-1), down]), &[]);
    assert_eq!(code, 2);
    let head =
        "runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n";
    assert!(text.starts_with(head), "{text}");
    assert!(text.contains("frames elided"), "{text}");
}

#[test]
fn goroutines_pass_values_through_channels() {
    // ch := make(chan int); go send(ch, 100); sum := 0; for i := 0; i < 100; i++ { sum += <-ch }
    let mut asm = Assembler::new();
    asm.emit(Op::LoadImm { dst: slot_at(1), imm: Wide::from_signed(0) });
    asm.emit(Op::MakeChan { dst: slot_at(0), size: slot_at(1) });
    asm.emit_ext(0, 3);
    asm.emit(Op::Mov { dst: slot_at(7), src: slot_at(0) });
    asm.emit(Op::GoFunc { win: slot_at(7), func: Wide::new(1) });
    asm.emit_ext(1, 0);
    asm.emit(Op::LoadImm { dst: slot_at(2), imm: Wide::from_signed(0) });
    let top = asm.label();
    asm.bind(top);
    asm.emit(Op::Recv { dst: slot_at(3), ch: slot_at(0), n: 1 });
    asm.emit(Op::Add { dst: slot_at(1), a: slot_at(1), b: slot_at(3) });
    asm.jump(Op::ForLtImm { i: slot_at(2), imm: 100, to: 0 }, top);
    print_int(&mut asm, 1);
    asm.emit(Op::Recv { dst: slot_at(3), ch: slot_at(0), n: 1 });
    asm.emit(Op::Ret {});
    let main = func("main.main", 0, 0, 9, asm);
    let mut asm = Assembler::new();
    asm.emit(Op::LoadImm { dst: slot_at(1), imm: Wide::from_signed(0) });
    let top = asm.label();
    asm.bind(top);
    asm.emit(Op::Send { ch: slot_at(0), val: slot_at(1), n: 1 });
    asm.jump(Op::ForLtImm { i: slot_at(1), imm: 100, to: 0 }, top);
    asm.emit(Op::Ret {});
    let mut program = program(vec![main, func("main.send", 1, 0, 2, asm)]);
    let mut chan = RType::new(Kind::Chan, 8, 8, "chan int");
    chan.elem = TypeId(1);
    program.types.push(chan);
    let (code, text) = run(&program, &[]);
    assert_eq!(code, 2);
    let expected =
        "4950\nfatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\n";
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn natives_take_and_give_go_values() {
    fn repeat(cx: &mut NativeCx, s: minigo_vm::convert::GoStr, n: i64) -> Result<String, GoError> {
        assert!(!cx.is_retry());
        if n < 0 {
            return Err(GoError::Text("negative count".into()));
        }
        Ok(s.lossy().repeat(n as usize))
    }
    fn slow(_: i64) -> Outcome<i64> {
        Outcome::block(|| 42, |_, v| Outcome::Return(v))
    }
    let package = Package::new("p")
        .natives([Native::constant_time("Repeat", repeat), Native::blocking("Slow", slow)]);
    let main = |n: i32| {
        let mut asm = Assembler::new();
        asm.emit(Op::LoadStr { dst: slot_at(2), k: Wide::new(0) });
        asm.emit(Op::LoadImm { dst: slot_at(4), imm: Wide::from_signed(n) });
        asm.emit(Op::CallNative { win: slot_at(2), native: Wide::new(0) });
        asm.emit(Op::Print { src: slot_at(2), kind: PrintKind::String as u16 });
        asm.emit(Op::Print { src: slot_at(2), kind: PrintKind::Space as u16 });
        asm.emit(Op::CallNative { win: slot_at(2), native: Wide::new(1) });
        print_int(&mut asm, 2);
        asm.emit(Op::Ret {});
        let mut program = program(vec![func("main.main", 0, 0, 5, asm)]);
        program.strings.push(b"ab"[..].into());
        let native = |name: &str, arg_slots, result_slots| NativeRef {
            package: "p".into(),
            name: name.into(),
            func: FuncId(0),
            arg_slots,
            result_slots,
        };
        program.natives = vec![native("Repeat", 3, 2), native("Slow", 1, 1)];
        program
    };
    assert_eq!(run(&main(3), std::slice::from_ref(&package)), (0, "ababab 42\n".into()));
    let (code, text) = run(&main(-1), std::slice::from_ref(&package));
    assert_eq!(code, 2);
    let head = "panic: negative count\n\ngoroutine 1 [running]:\n";
    assert!(text.starts_with(head), "{text}");
    let error = Machine::with_system_host(main(1), &[], &Options::default(), Vec::new());
    assert_eq!(error.err().unwrap().to_string(), "the library has no native p.Repeat");
    let _ = (NativeId(0), StrId(0), FuncId(0));
}

#[test]
fn deferred_calls_recover() {
    // func f() (r int) { defer func() { recover() }(); return 1/0 }: r is 7 before the division.
    let mut asm = Assembler::new();
    asm.emit(Op::LoadImm { dst: slot_at(0), imm: Wide::from_signed(7) });
    asm.emit(Op::DeferFunc { win: slot_at(4), func: Wide::new(2) });
    asm.emit_ext(0, 0);
    asm.emit(Op::LoadImm { dst: slot_at(1), imm: Wide::from_signed(0) });
    asm.emit(Op::DivI { dst: slot_at(1), a: slot_at(1), b: slot_at(1) });
    asm.emit(Op::RunDefers { win: slot_at(4) });
    let recover_pc = asm.next_pc();
    asm.emit(Op::Ret {});
    let mut f = func("main.f", 0, 1, 5, asm);
    f.recover_pc = Some(recover_pc);
    let mut asm = Assembler::new();
    asm.emit(Op::Recover { dst: slot_at(0) });
    asm.emit(Op::Print { src: slot_at(0), kind: PrintKind::String as u16 });
    asm.emit(Op::Ret {});
    let mut handler = func("main.f.func1", 0, 0, 2, asm);
    handler.code[1] = Op::Nop {};
    let main = |call: u32| {
        let mut asm = Assembler::new();
        asm.emit(Op::Call { win: slot_at(2), func: Wide::new(call) });
        print_int(&mut asm, 2);
        asm.emit(Op::Ret {});
        func("main.main", 0, 0, 4, asm)
    };
    let mut bare = f.clone();
    bare.code[1] = Op::Nop {};
    bare.code[2] = Op::Nop {};
    let all = |call| program(vec![main(call), f.clone(), handler.clone(), bare.clone()]);
    assert_eq!(run(&all(1), &[]), (0, "7\n".into()));
    let (code, text) = run(&all(3), &[]);
    assert_eq!(code, 2);
    let expected =
        "panic: runtime error: integer divide by zero\n\ngoroutine 1 [running]:\nmain.f()\n";
    assert!(text.starts_with(expected), "{text}");
}
