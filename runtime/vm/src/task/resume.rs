//! A slice of a goroutine: from the scheduler's call of `resume` to the step that the scheduler gets back. A goroutine
//! that parks, yields or ends leaves the rest of its slice to the next goroutine, where the scheduler allows that.

use crate::access::fault_handler::FaultWatch;
use crate::collector::{pacer, scan};
use crate::explore::collection_choice;
use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::native_call::Control;
use crate::goroutine::out_of_memory;
use crate::goroutine::out_of_memory::UnwindReason;
use crate::goroutine::processor::ProcLocal;
use crate::goroutine::registers::VmRegisters;
use crate::goroutine::stack::Stack;
use crate::goroutine::state::{Goroutine, GoroutineShared, PendingResume, Wait};
use crate::image::lines::code_number;
use crate::interp::chan::{WaitState, resume_wait};
use crate::interp::debugger_stops;
use crate::report::trace::mark;
use crate::report::{crash, profile_samples};
use crate::shared::Shared;
use crate::shared::embedding::Embedding;
use crate::shared::session_inputs::SessionInputs;
use crate::task::first_slice::begin_goroutine;
use crate::task::interpreter_exit::{end_goroutine, handle_exit};
use crate::task::{embedder_call, goroutine_ending, memory_exhaustion, stepping};
use crate::unwind::panic;
use minigo_sched::{ProcessorCx, Step, Switch, Task, TaskRef, TraceMark};
use std::sync::atomic::Ordering;

impl Task for Goroutine {
    type Local = ProcLocal;
    type Shared = GoroutineShared;

    fn shade_received(local: &mut ProcLocal, words: &[u64]) {
        if local.cache.is_marking() {
            words.iter().for_each(|&w| local.cache.marker().mark_word(w));
        }
    }

    #[inline]
    fn before_slice(on: &mut ProcessorCx<'_, Self>, me: TaskRef) {
        if on.local_data().cache.is_marking() {
            scan::admit_goroutine(on, me);
        }
    }

    unsafe fn resume(me: *mut Self, task: &mut minigo_sched::Cx<'_, Self>) -> Step {
        let mut cx = context_of_slice(me, task);
        // SAFETY: the machine outlives its slices.
        let shared = unsafe { &*cx.shared };
        // SAFETY: the context outlives the watch.
        let _watch = unsafe { FaultWatch::for_slice(&raw mut cx) };
        begin_slice(&mut cx, shared, me);
        if shared.debugging.is_some() {
            cx.begin_debugged_slice();
        }
        // Runs until the slice ends; another goroutine may be running by then.
        let run = |cx: &mut Cx| loop {
            let step = match &shared.inputs {
                Some(inputs) if inputs.must_terminate(cx.g().id, cx.g().out_of_memory_end) => {
                    goroutine_ending::run_ending_slice(cx, shared, inputs)
                }
                _ => {
                    before_step(cx, shared);
                    let waits = !matches!(cx.g().wait, Wait::Nothing);
                    match if waits { resume_wait(cx) } else { WaitState::Over } {
                        WaitState::Over => continue_goroutine(cx, shared),
                        WaitState::Still(reason) => Step::Park(reason),
                        WaitState::Failed => handle_exit(cx, shared)
                            .unwrap_or_else(|| continue_goroutine(cx, shared)),
                    }
                }
            };
            after_step(cx, shared, step);
            // A watch attributes changes to goroutines by their slices.
            let is_watched = !cx.write_watches.is_null();
            if is_watched || !matches!(step, Step::Park(_) | Step::Yield | Step::Done) {
                return step;
            }
            cx.store_position();
            match cx.task().switch(step) {
                Switch::Refused => return step,
                Switch::Woken => begin_slice(cx, shared, cx.g),
                Switch::To(next) => begin_slice(cx, shared, next),
                Switch::Over => return Step::Switched,
            }
        };
        let step = loop {
            match out_of_memory::catch_unwinding(|| run(&mut cx)) {
                Ok(step) => break step,
                Err(why) => {
                    if let Some(step) = after_unwinding(&mut cx, shared, why) {
                        break step;
                    }
                }
            }
        };
        if cx.counts_instructions {
            cx.end_counting_instructions();
        } else if !cx.write_watches.is_null() {
            debugger_stops::end_watched_slice(&mut cx);
        }
        if !matches!(step, Step::Switched) {
            cx.store_position();
        }
        step
    }

    fn creation_mark(&self) -> TraceMark {
        TraceMark { object: self.id, location: code_number(self.made_at) }
    }

    fn start_mark(&self) -> TraceMark {
        TraceMark { object: self.id, location: code_number(self.pc) }
    }

    fn current_function(&self, local: &mut ProcLocal) -> u32 {
        code_number(match self.first_frame() {
            Some(_) => self.pc,
            None => self.frames(&local.shared.image).last().map_or(self.pc, |frame| frame.pc),
        })
    }

    fn position_mark(&self, local: &mut ProcLocal) -> TraceMark {
        mark::mark_of(local, self)
    }

    fn retire(&mut self, on: &mut ProcessorCx<'_, Self>) {
        let local = on.local_data();
        if let Some(part) = self.race_state.take()
            && let Some(races) = local.shared.race.as_deref()
        {
            races.end_goroutine(part);
        }
        if !self.read_locks.is_empty() {
            local.shared.orphans.inherit_read_locks(self.id, &self.read_locks);
        }
        local.keep_stack(std::mem::replace(&mut self.stack, Stack::without_slots()));
        if let Some(unwind) = self.unwind_record.take() {
            local.keep_unwind(unwind);
        }
    }
}

/// Makes the context of a slice that begins with the goroutine `me`.
#[inline(always)]
#[allow(clippy::too_many_lines, reason = "the context has many fields, a line each")]
fn context_of_slice(me: *mut Goroutine, task: &mut minigo_sched::Cx<'_, Goroutine>) -> Cx {
    let fuel = task.budget();
    let local: *mut ProcLocal = task.local_data();
    // SAFETY: the processor's data stays where it is during the slice; nothing else uses it.
    let shared: &Shared = unsafe { &*std::sync::Arc::as_ptr(&(*local).shared) };
    let image = &shared.image;
    // A metered slice begins without budget: the first safepoint takes it from the fuel.
    let meters_fuel = shared.embedding.as_deref().is_some_and(Embedding::has_fuel);
    Cx {
        stack_limit: std::ptr::null_mut(),
        constants: image.program.constants.first_entry(),
        globals: image.globals(),
        code: image.code.first_instruction(),
        strings: image.strings.first_entry(),
        // SAFETY: as above.
        natives: unsafe { (*local).natives.first_entry() },
        type_infos: image.type_infos.first_entry(),
        call_site_caches: image.call_sites.first_entry(),
        first_type_descriptor: image.types.first_descriptor(),
        // SAFETY: as above.
        cache: unsafe { &raw mut (*local).cache },
        g: me,
        shared,
        task: std::ptr::from_mut(task).cast(),
        registers: VmRegisters {
            pc: std::ptr::null(),
            frame_base: std::ptr::null_mut(),
            budget: 0,
        },
        dispatch_mode: shared.dispatch_mode,
        fuel: if meters_fuel { 0 } else { fuel },
        counts_instructions: false,
        slice_fuel: 0,
        fuel_after_target: 0,
        write_watches: std::ptr::null_mut(),
        granted_budget: 0,
        meters_fuel,
        // SAFETY: as above.
        is_marking: unsafe { (*local).cache.is_marking() },
        yield_flag: task.preempt_flag(),
        is_retry: false,
        runs_original_instructions: false,
        is_in_compiled: false,
        is_running_original: false,
        compiled_entry_frame: std::ptr::null_mut(),
        helper_arguments: [0; 5],
        helper_result: 0,
        native_limit: 0,
        compiled_entries: std::ptr::null(),
        code_to_entry_distance: 0,
        method_cache: std::ptr::null(),
        implements_cache: std::ptr::null(),
        handlers: std::ptr::null(),
        helpers: std::ptr::null(),
        is_running: false,
        exit: InterpreterExit::None,
        fault_landing_address: std::ptr::null_mut(),
        scheduling_point_classes: std::ptr::null(),
        passes_scheduling_point: false,
        has_printed: false,
        drops_pool_objects: false,
        race_state: std::ptr::null_mut(),
        found_race: None,
    }
}

/// Makes `g` the goroutine that runs in this slice.
#[inline]
fn begin_slice(cx: &mut Cx, shared: &Shared, g: *mut Goroutine) {
    cx.g = g;
    // SAFETY: the scheduler has admitted the goroutine: nothing else accesses it.
    let g = unsafe { &mut *g };
    if shared.race.is_some() {
        cx.race_state =
            g.race_state.as_deref_mut().map_or(std::ptr::null_mut(), std::ptr::from_mut);
        cx.task().shared_data().race_state.store(cx.race_state, Ordering::Relaxed);
        // All goroutines are watched while interleavings are explored.
        if let Some(explored) = shared.explored.as_deref() {
            cx.scheduling_point_classes = explored.points.class_table();
            cx.has_printed = explored.has_printed(cx.task().current_task());
        }
    }
    if cx.is_marking {
        scan::scan_before_slice(g, cx.task());
    }
    if g.stack.has_no_slots() {
        g.take_kept_stack(cx.task().local_data());
    }
    // The previous slice may have been paused when it was about to collect.
    let due = shared.dispatch_mode.can_reschedule_in_slice()
        && pacer::has_work_in_cache(cx.cache(), shared);
    let n = if due { 0 } else { i64::from(cx.fuel) };
    cx.stack_limit = g.stack.limit();
    cx.is_retry = std::mem::take(&mut g.is_retry);
    cx.registers = VmRegisters {
        pc: g.pc,
        frame_base: g.stack.base().wrapping_add(g.frame_base as usize),
        budget: n,
    };
    if shared.gc.options.stress || shared.stress.is_on() {
        cx.registers.budget = pacer::allocation_budget(cx);
    }
}

/// Does the work that is due before the goroutine continues.
#[inline(always)]
fn before_step(cx: &mut Cx, shared: &Shared) {
    if let Some(explored) = shared.explored.as_deref() {
        collection_choice::collect_before_weak_access(cx, shared, explored);
    }
    profile_samples::sample_wait(cx, shared);
}

/// Accounts for the step to which the goroutine came, and tells those that wait for it.
#[inline(always)]
fn after_step(cx: &mut Cx, shared: &Shared, step: Step) {
    if cx.meters_fuel {
        cx.account_fuel();
        cx.granted_budget = 0;
    }
    if let Some(explored) = shared.explored.as_deref()
        && matches!(step, Step::Pause | Step::Yield)
    {
        explored.note_stop(|| cx.g().state_digest());
        collection_choice::collect_if_unreachable(cx, shared, explored);
    }
    if cx.g().bubble != 0 && matches!(step, Step::Park(_) | Step::Done) {
        if matches!(step, Step::Done) {
            // The controller looks at the waiting goroutines.
            cx.race_leave_bubble();
        }
        if let Some(explored) = shared.explored.as_deref() {
            explored.note_bubble_idle(cx.g().bubble, false);
        }
        notify_controller(cx, shared);
    }
}

/// Handles the reason for which the slice was unwound; `None`: the slice goes on.
#[cold]
fn after_unwinding(cx: &mut Cx, shared: &Shared, why: UnwindReason) -> Option<Step> {
    match why {
        UnwindReason::Part => {
            cx.is_running = false;
            cx.exit = InterpreterExit::Part;
            handle_exit(cx, shared)
        }
        UnwindReason::Exhausted(wanted) => {
            let step = memory_exhaustion::handle_unwound_allocation(cx, wanted)?;
            cx.g().is_retry |= cx.is_retry;
            Some(step)
        }
        UnwindReason::Exceeded(resource) => Some(memory_exhaustion::end_over_limit(cx, resource)),
    }
}

/// Tells the bubble's controller that a goroutine of the bubble is about to wait or has ended: the bubble may be idle.
#[cold]
fn notify_controller(cx: &mut Cx, shared: &Shared) {
    if let Some(controller) = shared.bubbles.controller_of(cx.g().bubble)
        && controller != cx.task().current_task()
    {
        cx.task().wake(controller);
    }
}

/// Reports whether the instruction that was left is executed again: the instruction may then still cause only one
/// collection for want of memory.
pub(super) fn is_instruction_repeated(exit: &InterpreterExit) -> bool {
    matches!(
        exit,
        InterpreterExit::Grow(_)
            | InterpreterExit::Exhausted(_)
            | InterpreterExit::Part
            | InterpreterExit::Block { .. }
            | InterpreterExit::Race
    )
}

/// Continues a goroutine, which has finished its wait, where its previous slice ended.
pub(crate) fn continue_goroutine(cx: &mut Cx, shared: &Shared) -> Step {
    if !matches!(cx.g().pending_resume, PendingResume::Nothing)
        && let Some(step) = resume_pending(cx, shared)
    {
        return step;
    }
    if let Some(SessionInputs { stepping: steps, .. }) = &shared.inputs {
        if steps.freezes_goroutines_of(cx.g().parent_id) && stepping::hold_before_begin(cx, steps) {
            return Step::Preempted;
        }
        if steps.is_stepping(cx.g().id) {
            return stepping::run_stepping(cx, shared, steps);
        }
    }
    if cx.g().retried_instruction != 0 {
        // Without budget the interpreter leaves soon after the instruction, as in `out_of_memory::collect_and_retry`.
        cx.give_up_budget();
    }
    loop {
        cx.is_running = true;
        (cx.is_in_compiled, cx.is_running_original) = (false, false);
        // SAFETY: the registers are those of this goroutine.
        unsafe { shared.dispatch_mode.run(cx) };
        cx.is_running = false;
        if !is_instruction_repeated(&cx.exit) {
            cx.g().retried_instruction = 0;
        }
        if !shared.cpu_profile.is_on()
            && let InterpreterExit::Park(_) | InterpreterExit::Yield | InterpreterExit::Done =
                cx.exit
        {
            // As in `Cx::set_exit`: the replaced value needs no drop.
            let exit =
                std::mem::ManuallyDrop::new(std::mem::replace(&mut cx.exit, InterpreterExit::None));
            return match *exit {
                InterpreterExit::Park(reason) => {
                    profile_samples::park_and_sample(cx, shared, reason)
                }
                InterpreterExit::Yield => Step::Yield,
                _ => end_goroutine(cx, shared),
            };
        }
        if let Some(step) = handle_exit(cx, shared) {
            return step;
        }
    }
}

/// Does the work that is due before the interpreter continues; `None`: the interpreter continues.
#[cold]
fn resume_pending(cx: &mut Cx, shared: &Shared) -> Option<Step> {
    if cx.g().first_frame().is_some() {
        return begin_goroutine(cx, shared);
    }
    if matches!(cx.g().pending_resume, PendingResume::Part(_)) {
        // The instruction that runs next takes the suspended part.
        return None;
    }
    match std::mem::replace(&mut cx.g().pending_resume, PendingResume::Nothing) {
        PendingResume::Call(call, window) => {
            // SAFETY: the window lies in the frame that made the call, and the call has returned, since the goroutine
            // continues.
            let control =
                unsafe { call.complete_call(cx, cx.registers.frame_base.add(window as usize)) };
            if control == Control::Leave { handle_exit(cx, shared) } else { None }
        }
        PendingResume::EmbedderCall => embedder_call::make_next_call(cx, shared),
        PendingResume::Panic => panic::run_next_deferred_call(cx),
        PendingResume::Crash(message, level) => Some(crash::crash_now(cx, message, level)),
        _ => None,
    }
}
