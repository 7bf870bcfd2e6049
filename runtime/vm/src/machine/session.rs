//! A machine whose program grows: parts are added while it runs, each with a function that runs as a goroutine.
//!
//! A dedicated thread runs the scheduler ([`Machine::run_until_closed`]) while any goroutine can run. The caller's
//! thread adds a part, starts it, and waits for its end. Goroutines started by earlier inputs continue between inputs.

use crate::access::faulted_thread;
use crate::goroutine::state::Goroutine;
use crate::host::Host;
use crate::image::linked_program::LinkedProgram;
use crate::image::program_tables::table_limits;
use crate::image::{Image, LinkError};
use crate::interp::compiled_code::compile_at_first_call;
use crate::machine::options::Options;
use crate::machine::{Machine, watched_region};
use crate::memory::table::Table;
use crate::native::{Package, link_natives};
use crate::race::{INPUTS_KEY, KnownAccesses};
use crate::report::explain;
use crate::report::traceback::{self, Names};
use crate::shared::session_inputs::{InputEnd, SchedulerAction, SessionInputs};
use minigo_bytecode::growth::{InputValue, ProgramGrowth};
use minigo_bytecode::operand::FuncId;
use minigo_bytecode::print;
use minigo_bytecode::program::Program;
use minigo_sched::state::Phase;
use minigo_sched::{RunOutcome, TaskRef};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A part of the program that was added: the function to run, and the values to show afterwards.
#[derive(Debug)]
pub struct ProgramPart {
    entry: FuncId,
    pub(super) shown_values: Vec<InputValue>,
}

impl ProgramPart {
    /// The number of values to show when the part has been executed.
    #[must_use]
    pub fn value_count(&self) -> usize {
        self.shown_values.len()
    }
}

impl Machine {
    /// A machine whose program will grow, with its first part; the part has not been executed.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new).
    pub fn session(
        first: ProgramGrowth,
        packages: &[Package],
        options: &Options,
        host: Arc<dyn Host>,
    ) -> Result<(Self, ProgramPart), LinkError> {
        if !table_limits::has_address_space() {
            return Err(LinkError::NoAddresses);
        }
        let part = ProgramPart { entry: first.program.entry, shown_values: first.shown_values };
        let program = LinkedProgram::from(first.program);
        let natives = link_natives(program.natives(), packages)?;
        let natives = Arc::new(Table::growing(natives, table_limits::MAX_TABLE_ENTRIES));
        let inputs = Some(SessionInputs::default());
        let machine = Self::of_image(
            Image::link(program, true, watched_region(options)),
            natives,
            inputs,
            options,
            host,
        );
        compile_at_first_call(&machine.shared.image, &machine.shared.tier, 0);
        Ok((machine, part))
    }

    pub(super) fn inputs(&self) -> &SessionInputs {
        self.shared.inputs.as_ref().expect("only sessions have inputs")
    }

    /// Adds a part, with the natives of `packages` that it calls. Goroutines continue during the call; the world is
    /// only stopped for a moment if code changes that they may be executing.
    ///
    /// # Errors
    /// Returns [`LinkError`] if a native is missing, or there is no more room.
    pub fn add_program_part(
        &self,
        growth: ProgramGrowth,
        packages: &[Package],
    ) -> Result<ProgramPart, LinkError> {
        let natives = link_natives(&growth.program.natives, packages)?;
        let (image, tier) = (&self.shared.image, &self.shared.tier);
        if let Some(ledger) = self.shared.heap.ledger() {
            let there = size_of_val(image.global_words());
            let added = (growth.program.globals_size as usize).saturating_sub(there);
            // The heap may be full of garbage, so only memory outside it counts.
            let has_room = || ledger.external_bytes() as usize + added <= ledger.limit();
            if !has_room() {
                let _entered = self.shared.heap.enter_account();
                self.scheduler.stop_world().each_local(|_, local| local.drop_stacks());
            }
            if !has_room() {
                return Err(LinkError::NoMemory { limit: ledger.limit() });
            }
            ledger.charge(added);
        }
        let known = image.function_starts.len();
        let grown =
            image.grow(growth, |writer| Ok(self.natives.append_entries(writer, natives)?))?;
        compile_at_first_call(image, tier, known);
        if !grown.changes.is_empty() {
            let world = self.scheduler.stop_world();
            let _compiling = tier.compiling_lock.lock();
            // SAFETY: the world is stopped, and nothing is compiled.
            unsafe { image.apply_changes(grown.changes) };
            drop(world);
        }
        Ok(ProgramPart { entry: grown.entry, shown_values: grown.shown_values })
    }

    /// The bytecode, as generated, of the functions whose names `is_wanted` accepts.
    #[must_use]
    pub fn disassemble(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<(String, String)> {
        let program = self.program();
        let wanted = program.funcs.iter().filter(|func| is_wanted(&func.name));
        wanted.map(|f| (f.name.to_string(), print::function(&program, f))).collect()
    }

    /// A copy of the tables that the text of bytecode needs.
    pub(super) fn program(&self) -> Program {
        let (image, tables) = (&self.shared.image, &self.shared.image.program);
        Program {
            funcs: tables.funcs.to_vec(),
            consts: tables.constants.to_vec(),
            strings: tables.strings.to_vec(),
            types: image.types.current_types().to_vec(),
            natives: tables.natives.to_vec(),
            ..Program::default()
        }
    }

    /// Starts a part as a goroutine, which becomes the current input.
    pub fn start(&self, part: &ProgramPart) {
        self.launch(part.entry, |_| {});
    }

    /// Starts a part as [`start`](Self::start) does; goroutines that its own `go` statements start are
    /// [frozen](Self::freeze) before they begin: [`held`](Self::held) lists them.
    pub fn start_with_frozen_children(&self, part: &ProgramPart) {
        self.launch(part.entry, |id| self.inputs().stepping.freeze_started_by(id));
    }

    /// Starts a function without arguments as the current input; `prepare` gets the id of the function's goroutine
    /// before the goroutine runs.
    pub(super) fn launch(&self, func: FuncId, prepare: impl FnOnce(u64)) {
        self.shared.gc.reset_memory_scarcity();
        let (code, inputs) = (self.shared.image.entry_pc(func), self.inputs());
        let number = inputs.next_number();
        let new = Goroutine::for_session_input(
            &self.shared,
            code,
            number,
            KnownAccesses::Released(INPUTS_KEY),
        );
        let id = new.id;
        prepare(id);
        // The goroutine may end before `spawn` returns, and no deadlock can be found before it can run.
        if inputs.begin_input(id) {
            self.scheduler.spawn(new);
            if inputs.note_started(id) {
                self.terminate_goroutine(id, InputEnd::Interrupted);
            }
        }
    }

    /// Reports whether the machine's threads have ended, because of a limit or a bug of minigo: then no goroutine
    /// continues, and every input fails at once.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.inputs().have_ended()
    }

    /// Waits for the end of the current input.
    #[must_use]
    pub fn wait_for_input(&self) -> InputEnd {
        self.inputs().wait_for_end()
    }

    /// The wait-for graph of the last input that deadlocked, in the form in which it was printed; `None` if no input
    /// has deadlocked.
    #[must_use]
    pub fn last_deadlock(&self) -> Option<String> {
        self.inputs().last_deadlock()
    }

    /// The status with which a goroutine other than an input's called `os.Exit` since the last call of this function.
    #[must_use]
    pub fn take_exit(&self) -> Option<i32> {
        self.inputs().take_exit()
    }

    /// The number of pairs of places that were reported to race.
    #[must_use]
    pub fn race_count(&self) -> u64 {
        self.shared.race.as_deref().map_or(0, crate::race::Races::reported_pairs)
    }

    /// The number of goroutines that inputs have started.
    #[must_use]
    pub fn goroutine_count(&self) -> usize {
        let mut count = 0;
        let is_programs = |g: &Goroutine| !g.is_system() || g.session_input_number != 0;
        self.scheduler.stop_world().each_task(|_, _, g| count += usize::from(is_programs(g)));
        count
    }

    /// Stops the current input, if there is one: its deferred calls run, other goroutines continue.
    pub fn interrupt(&self) {
        let id = self.inputs().current_goroutine();
        if id != 0 {
            self.terminate_goroutine(id, InputEnd::Interrupted);
        }
    }

    /// Stops the current input like [`interrupt`](Self::interrupt). If no input runs, or the current input returns
    /// before it can be stopped, the next input is stopped as soon as it is started, unless the next input is
    /// [spared](Self::clear_pending_interrupt). This function suits interrupts that may arrive while an input is still
    /// being compiled.
    pub fn interrupt_this_or_next(&self) {
        if let Some(id) = self.inputs().request_interrupt() {
            self.terminate_goroutine(id, InputEnd::Interrupted);
        }
    }

    /// From now on the caller handles this signal, and [tells](Self::deliver_signal) the program of it: the caller,
    /// rather than the kernel, takes the default action.
    pub fn handle_signal_in_caller(&self, signal: i32) {
        self.shared.program_signals.mark_handled_by_machine_owner(signal);
    }

    /// Tells the program of a signal that has arrived. False if the program has not asked package os/signal to be
    /// notified of the signal or to ignore it.
    pub fn deliver_signal(&self, signal: i32) -> bool {
        self.shared.program_signals.notify_program(signal)
    }

    /// Clears a pending interrupt that has stopped no input. Reports whether an interrupt was pending.
    pub fn clear_pending_interrupt(&self) -> bool {
        self.inputs().clear_pending_interrupt()
    }

    /// Makes the goroutine of an input end: its next slice begins by giving up its wait and ending. No slice begins
    /// while the world is stopped.
    pub(super) fn terminate_goroutine(&self, id: u64, reason: InputEnd) {
        self.end_goroutine(id, |inputs| inputs.terminate_goroutine(id, reason));
    }

    /// Calls `terminate` while no slice of the goroutine with this id begins, and wakes the goroutine.
    pub(super) fn end_goroutine(&self, id: u64, terminate: impl FnOnce(&SessionInputs)) {
        let mut found = None;
        let mut world = self.scheduler.stop_world();
        world.each_task(|task, _, g| {
            if g.id == id {
                found = Some(task);
            }
        });
        if found.is_some() {
            terminate(self.inputs());
        }
        drop(world);
        if let Some(task) = found {
            self.shared.computations.abandon_call(id);
            self.scheduler.wake(task);
            self.scheduler.thaw(task);
        }
    }

    /// Runs the goroutines until [`close`](Self::close). To be called once, on a dedicated thread.
    pub fn run_until_closed(&self) {
        let _entered = self.shared.heap.enter_account();
        if catch_unwind(AssertUnwindSafe(|| self.serve_inputs())).is_err() {
            // The host or minigo has panicked: no caller may wait for inputs that no thread runs.
            self.inputs().fail_all_inputs();
        }
    }

    fn serve_inputs(&self) {
        let inputs = self.inputs();
        let mut seen = 0;
        while inputs.wait_for_scheduler_work(seen) == SchedulerAction::Run {
            (seen, _) = inputs.started_count_and_current_goroutine();
            let outcome = self.scheduler.run_with_wake_callback(&mut || {
                faulted_thread::print_faulted_goroutine(&self.shared);
            });
            if let RunOutcome::NoThread { .. } | RunOutcome::NoRoom | RunOutcome::Panicked = outcome
            {
                self.shared.write_stderr(self.fatal_message(outcome).as_bytes());
                return inputs.fail_all_inputs();
            }
            let (now, current) = inputs.started_count_and_current_goroutine();
            if current == 0 || now != seen {
                continue;
            }
            if let RunOutcome::Deadlock | RunOutcome::Frozen = outcome {
                self.note_deadlock(current);
            }
            if inputs.is_closing() {
                return;
            }
        }
    }

    /// Called when the scheduler has found that no goroutine can continue. Ends the input, unless a goroutine can
    /// continue by now (another thread has thawed one since), or will once a goroutine is thawed; [`thaw`](Self::thaw)
    /// runs the scheduler again.
    fn note_deadlock(&self, id: u64) {
        let handle = self.scheduler.handle();
        let now = handle.now();
        let (mut frozen, mut can_run) = (Vec::new(), false);
        let (mut stack, mut graph) = (String::new(), String::new());
        let mut world = handle.stop_world();
        world.each_task(|_: TaskRef, status, g| {
            if status.is_frozen {
                frozen.push(g.id);
            } else {
                can_run |= status.phase != Phase::Parked;
            }
            if g.id == id {
                let state = traceback::state_text(&self.shared.image, g, &status, now);
                traceback::append_goroutine(
                    Names::for_messages(&self.shared),
                    g,
                    g.position(),
                    g.frame_base as usize,
                    &state,
                    &mut stack,
                );
            }
        });
        explain::explain_deadlock(&handle, &mut world, &self.shared, &mut graph);
        drop(world);
        if can_run {
            return self.inputs().request_scheduler_rerun();
        }
        frozen.sort_unstable();
        if frozen.contains(&id)
            || !(frozen.is_empty() || self.inputs().ends_inputs_waiting_for_frozen())
        {
            return;
        }
        let why = match &frozen[..] {
            [] => String::from("all goroutines are asleep - deadlock!"),
            [one] => format!("all goroutines are asleep, or frozen (goroutine {one})"),
            several => {
                let ids: Vec<String> = several.iter().map(u64::to_string).collect();
                format!("all goroutines are asleep, or frozen (goroutines {})", ids.join(", "))
            }
        };
        self.shared.write_stderr(format!("fatal error: {why}\n\n{stack}{graph}").as_bytes());
        self.inputs().note_deadlock(graph);
        self.terminate_goroutine(id, InputEnd::Deadlocked);
    }

    /// From now on an input that only waits for frozen goroutines ends as [deadlocked](InputEnd::Deadlocked), rather
    /// than waiting until another thread thaws them: for a user who cannot thaw anything before the input has ended.
    pub fn end_inputs_blocked_by_frozen_goroutine(&self) {
        self.inputs().set_ends_inputs_waiting_for_frozen();
    }

    /// The number of threads that compute a result for which no goroutine waits any more, since its input was
    /// interrupted.
    #[must_use]
    pub fn abandoned_thread_count(&self) -> usize {
        self.shared.computations.abandoned_count()
    }

    /// Ends [`run_until_closed`](Self::run_until_closed).
    pub fn close(&self) {
        self.inputs().close();
        self.shared.computations.abandon_all();
        self.scheduler.finish(RunOutcome::Finished);
    }
}
