//! Handles each reason for which the interpreter was left.

use crate::collector::{cycle, pacer};
use crate::explore::initialisation;
use crate::goroutine::access::FaultedAccess;
use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::fault::{ErrorClass, Fault};
use crate::goroutine::native_call::{BlockingNativeCall, GoError};
use crate::goroutine::stack::{NoStack, grow_stack};
use crate::goroutine::state::{self, PendingResume};
use crate::image::{code, lines};
use crate::interp::call::resolve_method;
use crate::interp::compiled_code;
use crate::interp::iface::cache_implements;
use crate::interp::race_handlers::report_found_race;
use crate::report::crash::{crash_program, end_program};
use crate::report::{profile, profile_samples};
use crate::shared::embedding::Resource;
use crate::shared::session_inputs::InputEnd;
use crate::shared::settings::TracebackLevel;
use crate::shared::{END_BY_EXIT, END_BY_RETURN, ExitStatus, Shared};
use crate::task::embedder_call;
use crate::task::stack_move::move_stack;
use crate::task::{goroutine_ending, memory_exhaustion};
use crate::unwind::panic_print::fatal;
use crate::unwind::{panic, panic_values, vm_call};
use minigo_bytecode::ops::Op;
use minigo_sched::{BlockingCall, Step};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Handles the reason for which the interpreter was left; `None`: the interpreter continues.
pub(crate) fn handle_exit(cx: &mut Cx, shared: &Shared) -> Option<Step> {
    if shared.cpu_profile.is_on() {
        profile::take_sample(cx, shared);
    }
    match std::mem::replace(&mut cx.exit, InterpreterExit::None) {
        InterpreterExit::None => unreachable!("the interpreter stores the reason of its exit"),
        InterpreterExit::Budget => handle_budget_end(cx, shared),
        InterpreterExit::Grow(slots) => {
            if grow_stack(cx, slots) {
                return None;
            }
            match std::mem::replace(&mut cx.exit, InterpreterExit::None) {
                InterpreterExit::NoStack(NoStack::NoMemory(bytes)) => {
                    memory_exhaustion::collect_and_retry(cx, bytes)
                }
                _ => Some(end_for_stack_overflow(cx)),
            }
        }
        InterpreterExit::Race => {
            report_found_race(cx);
            None
        }
        InterpreterExit::NoStack(NoStack::NoMemory(bytes)) => {
            Some(memory_exhaustion::end_out_of_memory(cx, bytes))
        }
        InterpreterExit::Exceeded(limit) => Some(memory_exhaustion::end_over_limit(cx, limit)),
        InterpreterExit::Exhausted(bytes) => {
            cx.is_running = true;
            let step = memory_exhaustion::handle_unwound_allocation(cx, bytes);
            cx.is_running = false;
            cx.g().is_retry |= step.is_some() && cx.is_retry;
            step
        }
        InterpreterExit::NoStack(NoStack::TooLarge) => Some(end_for_stack_overflow(cx)),
        InterpreterExit::Fault(fault) => handle_fault(cx, shared, fault),
        InterpreterExit::Panic([0, _]) => {
            let value = panic_values::nil_panic_value(cx);
            panic::panic_with(cx, value, None)
        }
        InterpreterExit::Panic(value) => panic::panic_with(cx, value, None),
        InterpreterExit::Error(error) => raise_error(cx, &error, ErrorClass::Plain, None),
        exit @ (InterpreterExit::Resolve(..)
        | InterpreterExit::Implements(..)
        | InterpreterExit::Reads(..)
        | InterpreterExit::ReadsNoMore(_)) => {
            handle_look_up_exit(cx, shared, exit);
            None
        }
        InterpreterExit::Begin => {
            initialisation::begin_exploration(cx, shared);
            cx.registers.budget = pacer::allocation_budget(cx);
            None
        }
        InterpreterExit::Yield => Some(Step::Yield),
        InterpreterExit::Pause => Some(Step::Pause),
        InterpreterExit::Break => {
            cx.task().freeze_current();
            Some(Step::Preempted)
        }
        InterpreterExit::Park(reason) => Some(profile_samples::park_and_sample(cx, shared, reason)),
        InterpreterExit::ParkNative(reason) => {
            // SAFETY: the native's instruction is the one before.
            cx.registers.pc = unsafe { cx.registers.pc.sub(1) };
            cx.g().is_retry = true;
            Some(profile_samples::park_and_sample(cx, shared, reason))
        }
        InterpreterExit::Again => {
            // SAFETY: the native's instruction is the one before.
            cx.registers.pc = unsafe { cx.registers.pc.sub(1) };
            Some(Step::Yield)
        }
        InterpreterExit::Part => handle_part_done(cx, shared),
        InterpreterExit::Block { call, long } => Some(start_blocking_call(cx, shared, call, long)),
        InterpreterExit::CallGo(call) => vm_call::call_go(cx, call),
        InterpreterExit::EmbedderCall => embedder_call::make_next_call(cx, shared),
        InterpreterExit::Goexit => panic::goexit(cx),
        InterpreterExit::End => goroutine_ending::end_input_goroutine(cx, shared),
        InterpreterExit::Program(status) => {
            shared.leaks.orderly_end.store(END_BY_EXIT, Ordering::Relaxed);
            Some(end_program(cx, status))
        }
        InterpreterExit::Done => Some(end_goroutine(cx, shared)),
    }
}

/// Handles an instruction, or a native, that has completed a part of its work: it is executed again.
pub(super) fn handle_part_done(cx: &mut Cx, shared: &Shared) -> Option<Step> {
    // SAFETY: the instruction precedes `pc`, with its `Ext` instructions between the two.
    unsafe {
        cx.registers.pc = cx.registers.pc.sub(1);
        while let Op::Ext { .. } = *cx.registers.pc {
            cx.registers.pc = cx.registers.pc.sub(1);
        }
    }
    handle_budget_end(cx, shared)
}

/// Starts a native's blocking call.
fn start_blocking_call(
    cx: &mut Cx,
    shared: &Shared,
    call: Arc<dyn BlockingNativeCall>,
    long: bool,
) -> Step {
    if let Some(counts) = &shared.work_part_counts {
        counts.count_call(&lines::instruction_name(&shared.image, cx.registers.pc));
    }
    let window = native_window(cx);
    let work: BlockingCall = call.clone();
    cx.g().pending_resume = PendingResume::Call(call, window);
    if long { cx.task().block_for_long(work) } else { cx.task().block(work) }
}

/// Handles a used-up budget: a safepoint, at which the slice may end.
fn handle_budget_end(cx: &mut Cx, shared: &Shared) -> Option<Step> {
    if shared.tier.is_on() {
        compiled_code::take_sample(cx);
    }
    if pacer::is_memory_exhausted(shared) {
        return Some(memory_exhaustion::end_for_scarcity(cx));
    }
    if cx.meters_fuel && !cx.account_fuel() && !cx.must_end_goroutine() {
        return Some(memory_exhaustion::end_over_limit(cx, Resource::Fuel));
    }
    if shared.stress.moves_stacks {
        move_stack(cx, shared);
    }
    let wanted = pacer::has_collector_work(cx);
    let due = wanted && !cycle::run_collector_work(cx);
    if cx.g().pin_count > 0 && !cx.must_end_goroutine() {
        cx.registers.budget = pacer::allocation_budget(cx);
        return None;
    }
    if due || shared.stress.preempts || cx.task().should_yield() || cx.must_end_goroutine() {
        return Some(Step::Preempted);
    }
    let explored = shared.explored.as_deref().filter(|_| !wanted);
    if explored.is_some_and(|explored| explored.handle_budget_end(cx.g().state_digest())) {
        return Some(Step::Yield);
    }
    cx.registers.budget = pacer::allocation_budget(cx);
    None
}

/// Handles the exits of instructions that need a look-up of methods, or a record of their goroutine's read locks.
fn handle_look_up_exit(cx: &mut Cx, shared: &Shared, wanted: InterpreterExit) {
    match wanted {
        InterpreterExit::Resolve(ty, site) => resolve_method(cx, ty, site),
        InterpreterExit::Implements(ty, iface) => cache_implements(cx, ty, iface),
        InterpreterExit::Reads(lock, site) => cx.g().read_locks.add(lock, site),
        InterpreterExit::ReadsNoMore(lock) => {
            state::forget_read_lock(cx.g(), &shared.orphans, lock);
        }
        _ => unreachable!("handle_exit passes only these exits"),
    }
}

/// Makes the goroutine execute the last instruction, which has ended it, once more: so its end is handled again.
fn repeat_ending_instruction(cx: &mut Cx) {
    // SAFETY: the registers stand behind that instruction.
    cx.registers.pc = unsafe { cx.registers.pc.sub(1) };
}

/// Ends a goroutine whose function has returned. If the function was main's, the program ends.
pub(crate) fn end_goroutine(cx: &mut Cx, shared: &Shared) -> Step {
    let explored = shared.explored.as_deref();
    // An embedder's program goes on when main has returned.
    if cx.g().id == 1 && shared.inputs.is_none() {
        if cx.g().unwind_ref().is_some_and(|u| u.has_finished_goexit) {
            shared.main_exited.store(true, Ordering::SeqCst);
        } else if shared.panicking_goroutines.load(Ordering::SeqCst) > 0
            && shared.main_panic_waits_left.fetch_sub(1, Ordering::Relaxed) > 0
        {
            repeat_ending_instruction(cx);
            return wait_for_panic(cx, shared);
        } else if explored.is_some_and(|explored| explored.note_main_end(cx.task().current_task()))
        {
            // The return from main is a point of exploration.
            repeat_ending_instruction(cx);
            return Step::Pause;
        } else {
            shared.leaks.orderly_end.store(END_BY_RETURN, Ordering::Relaxed);
            return end_program(cx, ExitStatus::Exited(0));
        }
    } else if explored.is_some_and(|explored| explored.note_goroutine_end(cx.task().current_task()))
    {
        repeat_ending_instruction(cx);
        return Step::Pause;
    }
    if shared.inputs.is_some() {
        let exiting = cx.g().unwind_ref().is_some_and(|u| u.has_finished_goexit);
        cx.end_input(if exiting { InputEnd::Goexit } else { InputEnd::Returned });
    }
    Step::Done
}

/// Handles a failed instruction as Go does: mostly by a panic.
fn handle_fault(cx: &mut Cx, shared: &Shared, fault: Fault) -> Option<Step> {
    let access = fault.access();
    if let Some(access) = access.filter(|a| !a.is_near_nil() && !cx.g().panics_on_fault()) {
        return Some(end_for_bad_access(cx, access));
    }
    if fault == Fault::Nil
        && let Some(text) = nil_receiver_text(cx, shared)
    {
        return raise_error(cx, &GoError::Plain(text), ErrorClass::Plain, None);
    }
    let unsigned = match fault.error_class() {
        ErrorClass::Bounds => lines::unsigned_operands_before(&shared.image, cx.registers.pc),
        _ => 0,
    };
    let error = fault.error_with_unsigned_operands(&shared.image.types, unsigned);
    raise_error(cx, &error, fault.error_class(), access)
}

/// Lets other goroutines run for a moment. Under a seed the wait is one turn rather than a time.
fn wait_for_panic(cx: &mut Cx, shared: &Shared) -> Step {
    if shared.dispatch_mode.can_end_slice_anywhere() {
        return Step::Yield;
    }
    let host = shared.host.clone();
    cx.task().block_for_long(Arc::new(move || host.nanosleep(Duration::from_micros(100))))
}

/// The panic text of a value method that is called through a nil pointer: the wrapper that loads the receiver failed.
fn nil_receiver_text(cx: &Cx, shared: &Shared) -> Option<String> {
    let image = &shared.image;
    let wrapper = &image.program.funcs[image.func_at(cx.registers.pc).0 as usize];
    // SAFETY: the first argument of the wrapper is the receiver.
    if !wrapper.is_wrapper || wrapper.arg_slots == 0 || unsafe { *cx.registers.frame_base } != 0 {
        return None;
    }
    let (pkg, rest) = wrapper.name.split_once(".(*")?;
    let (ty, method) = rest.split_once(").")?;
    let value_method = format!("{pkg}.{ty}.{method}");
    let declared = image.program.funcs.iter().any(|f| *f.name == *value_method);
    declared.then(|| format!("value method {value_method} called using nil *{ty} pointer"))
}

impl Cx {
    /// Handles the reason for which a call by the VM could not begin: [unwinding](crate::unwind), which makes such
    /// calls, is below this module.
    pub(crate) fn handle_deferred_exit(&mut self) -> Option<Step> {
        let shared = self.shared;
        // SAFETY: the machine outlives its slices.
        handle_exit(self, unsafe { &*shared })
    }
}

/// The window of the native that was just called.
pub(crate) fn native_window(cx: &Cx) -> u32 {
    // SAFETY: the registers are behind a `call.native`.
    unsafe { code::call_window_before(cx.registers.pc) as u32 }
}

/// Panics with an error, or ends the program if the error is fatal.
fn raise_error(
    cx: &mut Cx,
    error: &GoError,
    class: ErrorClass,
    access: Option<FaultedAccess>,
) -> Option<Step> {
    if let GoError::Fatal(text) = error {
        return Some(fatal(cx, text));
    }
    let value = match access {
        Some(access) => panic_values::value_of_access(cx, error, access),
        None => panic_values::value_of(cx, error, class)
            .expect("every error that is not fatal has a value"),
    };
    panic::panic_with(cx, value, access)
}

/// Ends the program: an instruction accessed memory that is not mapped.
fn end_for_bad_access(cx: &mut Cx, access: FaultedAccess) -> Step {
    let message = access.fault_report(cx.registers.pc as u64).to_string();
    crash_program(cx, message.into_bytes(), TracebackLevel::Single)
}

fn end_for_stack_overflow(cx: &mut Cx) -> Step {
    let limit = cx.shared().settings.max_stack();
    let message = format!(
        "runtime: goroutine stack exceeds {limit}-byte limit\nfatal error: stack overflow\n"
    );
    crash_program(cx, message.into_bytes(), TracebackLevel::Single)
}
