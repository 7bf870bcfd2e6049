//! The output of a process that accesses unmapped memory, in a native and elsewhere. Each case ends its process, so
//! each test runs itself again in a process of its own.
//!
//! A test file of its own because the handler belongs to the process.

#![cfg(not(miri))]
#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo_bytecode::assembler::{AssembledCode, Assembler};
use minigo_bytecode::func::{Func, FuncDetail};
use minigo_bytecode::operand::{FuncId, Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::{NativeRef, Program};
use minigo_bytecode::rtype::{self, RType};
use minigo_vm::native::{IntoNative, Native, NativeCx, Package};
use minigo_vm::{Machine, Options};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering};

/// An address at which nothing is mapped.
const UNMAPPED_ADDRESS: usize = 0x1234_5678_9000;

/// A machine that runs `func main() { p.Bad(0) }`.
fn machine<Kind>(bad: impl IntoNative<Kind>) -> Machine {
    let mut asm = Assembler::new();
    asm.emit(Op::LoadImm { dst: Slot(2), imm: Wide::from_signed(0) });
    asm.emit(Op::CallNative { win: Slot(2), native: Wide::new(0) });
    asm.emit(Op::Ret {});
    let AssembledCode { code, lines, .. } = asm.finish();
    let detail = FuncDetail { name: "main.main".into(), line: 1, lines, ..FuncDetail::default() };
    let main =
        Func { frame_slots: 8, code: code.into(), func_detail: detail.into(), ..Func::default() };
    let native = NativeRef {
        package: "p".into(),
        name: "Bad".into(),
        func: FuncId(0),
        arg_slots: 1,
        result_slots: 1,
    };
    let program = Program {
        funcs: vec![main],
        types: vec![RType::new(rtype::Kind::Invalid, 0, 1, "")],
        natives: vec![native],
        files: vec!["main.go".into()],
        ..Program::default()
    };
    let package = Package::new("p").natives([Native::constant_time("Bad", bad)]);
    Machine::with_system_host(program, &[package], &Options::default(), Vec::new()).unwrap()
}

/// Runs this test again as a new process, which runs `case`.
fn run_in_child(test: &str, case: fn()) -> Option<Output> {
    const CHILD_TEST_VARIABLE: &str = "MINIGO_TEST_OF_FAULTS";
    if std::env::var_os(CHILD_TEST_VARIABLE).is_some() {
        case();
        return None;
    }
    let own = std::env::current_exe().unwrap();
    let args = ["--exact", test, "--nocapture", "--test-threads=1"];
    Some(Command::new(own).args(args).env(CHILD_TEST_VARIABLE, "1").output().unwrap())
}

fn output_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn read_word_at(at: usize) -> i64 {
    let at = std::hint::black_box(at) as *const i64;
    // SAFETY: the access is invalid on purpose: the tests are about its fault.
    unsafe { at.read_volatile() }
}

#[test]
fn a_fault_in_a_native_is_reported_with_its_goroutine() {
    let Some(output) = run_in_child("a_fault_in_a_native_is_reported_with_its_goroutine", || {
        let _ = machine(|_: &mut NativeCx, n: i64| read_word_at(UNMAPPED_ADDRESS) + n).run();
    }) else {
        return;
    };
    let text = output_text(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    let head = "unexpected fault address 0x123456789000\nfatal error: fault\n\
        [signal SIGSEGV: segmentation violation code=0x1 addr=0x123456789000 pc=0x";
    assert!(text.contains(head), "{text}");
    assert!(text.contains("\ngoroutine 1 [running]:\n"), "{text}");
}

#[allow(unconditional_recursion, reason = "the function recurses until the stack is used up")]
fn recurse(n: u64) -> u64 {
    let mut room = [n; 64];
    std::hint::black_box(&mut room);
    recurse(room[3] + 1) + room[5]
}

#[test]
fn native_stack_overflow_is_reported() {
    let Some(output) = run_in_child("native_stack_overflow_is_reported", || {
        let _ = machine(|_: &mut NativeCx, n: i64| recurse(n as u64) as i64).run();
    }) else {
        return;
    };
    let text = output_text(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("runtime: native stack overflow at 0x"), "{text}");
    assert!(text.contains("fatal error: stack overflow\n[signal SIGSEGV"), "{text}");
    assert!(text.contains("\ngoroutine 1 [running]:\n"), "{text}");
}

static SIGNAL_ARRIVED: AtomicBool = AtomicBool::new(false);

extern "C" fn own_handler(_: i32) {
    SIGNAL_ARRIVED.store(true, Ordering::SeqCst);
    // SAFETY: the text is readable; handlers may make both calls.
    unsafe {
        libc::write(2, c"own handler".as_ptr().cast(), 11);
        libc::_exit(7);
    }
}

#[test]
fn faults_of_threads_without_go_code_are_the_embedders() {
    let Some(output) = run_in_child("faults_of_threads_without_go_code_are_the_embedders", || {
        // SAFETY: the handler only does what handlers may do.
        unsafe { libc::signal(libc::SIGSEGV, own_handler as *const () as usize) };
        // Several machines share the handler that they have installed in front of this one.
        for _ in 0..2 {
            assert_eq!(machine(|_: &mut NativeCx, n: i64| n).run().code(), 0);
        }
        read_word_at(UNMAPPED_ADDRESS);
    }) else {
        return;
    };
    assert_eq!(output.status.code(), Some(7), "{}", output_text(&output));
    assert!(output_text(&output).contains("own handler"), "{}", output_text(&output));
}

#[test]
fn without_another_handler_a_fault_elsewhere_ends_the_process_by_its_signal() {
    let name = "without_another_handler_a_fault_elsewhere_ends_the_process_by_its_signal";
    let Some(output) = run_in_child(name, || {
        // SAFETY: the signal's action becomes the one at the process's start.
        unsafe { libc::signal(libc::SIGSEGV, libc::SIG_DFL) };
        assert_eq!(machine(|_: &mut NativeCx, n: i64| n).run().code(), 0);
        read_word_at(UNMAPPED_ADDRESS);
    }) else {
        return;
    };
    assert_eq!(output.status.signal(), Some(libc::SIGSEGV), "{}", output_text(&output));
}
