//! A machine whose program grows: parts are added while it runs, each with a function that runs as a goroutine.
//!
//! A thread of its own runs the scheduler ([`Machine::serve`]), as long as any goroutine can go on. The caller's thread
//! adds a part, starts it, waits for its end. Between inputs the goroutines that they have started go on.

use crate::access::faulted;
use crate::goroutine::state::Goroutine;
use crate::host::Host;
use crate::image::linked::Linked;
use crate::image::parts::room;
use crate::image::{Image, LinkError};
use crate::interp::compiled::ask_first;
use crate::machine::options::Options;
use crate::machine::{Machine, watched};
use crate::memory::table::Table;
use crate::native::{Package, link_natives};
use crate::race::{INPUTS, Known};
use crate::report::{explain, traceback};
use crate::shared::inputs::{InputEnd, Inputs, Next};
use minigo_bytecode::growth::{Growth, Value};
use minigo_bytecode::operand::FuncId;
use minigo_bytecode::print;
use minigo_bytecode::program::Program;
use minigo_sched::state::Phase;
use minigo_sched::{Outcome, TaskRef};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A part that was added: what to run, and what to show then.
#[derive(Debug)]
pub struct Part {
    entry: FuncId,
    pub(super) values: Vec<Value>,
}

impl Part {
    /// How many values there are to show when it has run.
    #[must_use]
    pub fn values(&self) -> usize {
        self.values.len()
    }
}

impl Machine {
    /// A machine whose program is to grow, with its first part; and that part, which has not run.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn session(
        first: Growth,
        packages: &[Package],
        options: &Options,
        host: Arc<dyn Host>,
    ) -> Result<(Self, Part), LinkError> {
        if !room::is_there() {
            return Err(LinkError::NoAddresses);
        }
        let part = Part { entry: first.program.entry, values: first.values };
        let program = Linked::from(first.program);
        let natives = link_natives(program.natives(), packages)?;
        let natives = Arc::new(Table::growing(natives, room::ENTRIES));
        let inputs = Some(Inputs::default());
        let machine =
            Self::of(Image::link(program, true, watched(options)), natives, inputs, options, host);
        ask_first(&machine.shared.image, &machine.shared.tier, 0);
        Ok((machine, part))
    }

    pub(super) fn inputs(&self) -> &Inputs {
        self.shared.inputs.as_ref().expect("only sessions have inputs")
    }

    /// Adds a part, with the natives of `packages` that it calls. Goroutines go on meanwhile, but for a moment if
    /// something changes that they may be running.
    ///
    /// # Errors
    /// [`LinkError`]: a native is missing, or there is no more room.
    pub fn grow(&self, growth: Growth, packages: &[Package]) -> Result<Part, LinkError> {
        let natives = link_natives(&growth.program.natives, packages)?;
        let (image, tier) = (&self.shared.image, &self.shared.tier);
        if let Some(ledger) = self.shared.heap.ledger() {
            let there = size_of_val(image.global_words());
            let added = (growth.program.globals_size as usize).saturating_sub(there);
            // What the heap has may be garbage.
            let has_room = || ledger.outside() as usize + added <= ledger.limit();
            if !has_room() {
                let _entered = self.shared.heap.enter();
                self.scheduler.stop_world().each_local(|_, local| local.drop_stacks());
            }
            if !has_room() {
                return Err(LinkError::NoMemory { limit: ledger.limit() });
            }
            ledger.charge(added);
        }
        let known = image.starts.len();
        let grown = image.grow(growth, |writer| Ok(self.natives.append(writer, natives)?))?;
        ask_first(image, tier, known);
        if !grown.changes.is_empty() {
            let world = self.scheduler.stop_world();
            let _compiling = tier.compiling.lock();
            // SAFETY: the world stands still, and nothing is compiled.
            unsafe { image.change(grown.changes) };
            drop(world);
        }
        Ok(Part { entry: grown.entry, values: grown.values })
    }

    /// The bytecode of the functions that `is_wanted` takes by their names, as it was generated.
    #[must_use]
    pub fn disassemble(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<(String, String)> {
        let (image, tables) = (&self.shared.image, &self.shared.image.program);
        let program = Program {
            funcs: tables.funcs.to_vec(),
            consts: tables.consts.to_vec(),
            strings: tables.strings.to_vec(),
            types: image.types.all().to_vec(),
            natives: tables.natives.to_vec(),
            ..Program::default()
        };
        let wanted = program.funcs.iter().filter(|func| is_wanted(&func.name));
        wanted.map(|f| (f.name.to_string(), print::function(&program, f))).collect()
    }

    /// Starts a part as a goroutine, which is the input that runs from now on.
    pub fn start(&self, part: &Part) {
        self.launch(part.entry, |_| {});
    }

    /// Starts a part as [`start`](Self::start) does; the goroutines that its own `go` statements make are
    /// [frozen](Self::freeze) before they begin: [`held`](Self::held) says which.
    pub fn start_holding(&self, part: &Part) {
        self.launch(part.entry, |id| self.inputs().stepping.hold_made_by(id));
    }

    /// Starts a function without arguments as the input; `prepare` gets the id of its goroutine, which does not run
    /// yet.
    pub(super) fn launch(&self, func: FuncId, prepare: impl FnOnce(u64)) {
        self.shared.gc.forget_scarcity();
        let (code, inputs) = (self.shared.image.entry_of(func), self.inputs());
        let number = inputs.next_number();
        let new = Goroutine::of_input(&self.shared, code, number, Known::Released(INPUTS));
        let id = new.id;
        prepare(id);
        // Its end may come before `spawn` returns, and there is no deadlock before it can run.
        if inputs.begin(id) {
            self.scheduler.spawn(new);
            if inputs.started(id) {
                self.terminate(id, InputEnd::Interrupted);
            }
        }
    }

    /// Whether its threads have ended, for a limit or a bug of minigo: then no goroutine goes on, and every input fails
    /// at once.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.inputs().have_ended()
    }

    /// Waits for the end of the input that was started.
    #[must_use]
    pub fn wait(&self) -> InputEnd {
        self.inputs().wait()
    }

    /// The wait-for graph of the input that deadlocked last, as it was printed then; `None` if none has.
    #[must_use]
    pub fn last_deadlock(&self) -> Option<String> {
        self.inputs().last_deadlock()
    }

    /// The status with which a goroutine that is no input has called `os.Exit` since this was asked last.
    #[must_use]
    pub fn take_exit(&self) -> Option<i32> {
        self.inputs().take_exit()
    }

    /// How many pairs of places were reported to race.
    #[must_use]
    pub fn race_count(&self) -> u64 {
        self.shared.race.as_deref().map_or(0, crate::race::Races::count)
    }

    /// How many goroutines there are that inputs have started.
    #[must_use]
    pub fn goroutines(&self) -> usize {
        let mut count = 0;
        self.scheduler.stop_world().each_task(|_, _, g| count += usize::from(!g.is_system()));
        count
    }

    /// Stops the input that runs, if one does: its deferred calls run, other goroutines go on.
    pub fn interrupt(&self) {
        let id = self.inputs().current();
        if id != 0 {
            self.terminate(id, InputEnd::Interrupted);
        }
    }

    /// The same; if no input runs, or the one that runs returns before it can be stopped, the next one is stopped as
    /// soon as it is started, unless that is [spared](Self::spare_next): for what may come while an input is still
    /// being compiled.
    pub fn interrupt_this_or_next(&self) {
        if let Some(id) = self.inputs().current_or_next() {
            self.terminate(id, InputEnd::Interrupted);
        }
    }

    /// The caller takes this signal from now on, and [tells](Self::tell_signal) the program of it: what the signal does
    /// by default is up to the caller, not to the kernel.
    pub fn attend_signal(&self, signal: i32) {
        self.shared.program_signals.attend(signal);
    }

    /// Tells the program of a signal that has come. False if it has not asked package os/signal for it, nor to ignore
    /// it.
    pub fn tell_signal(&self, signal: i32) -> bool {
        self.shared.program_signals.tell(signal)
    }

    /// An interrupt that has stopped no input is forgotten. Whether there was one.
    pub fn spare_next(&self) -> bool {
        self.inputs().spare_next()
    }

    /// Makes the goroutine of an input end: its next slice begins with that, and gives up what it waits for. While the
    /// world stands still no slice begins.
    pub(super) fn terminate(&self, id: u64, reason: InputEnd) {
        let mut found = None;
        let mut world = self.scheduler.stop_world();
        world.each_task(|task, _, g| {
            if g.id == id {
                found = Some(task);
            }
        });
        if found.is_some() {
            self.inputs().terminate(id, reason);
        }
        drop(world);
        if let Some(task) = found {
            self.shared.computing.abandon(id);
            self.scheduler.wake(task);
            self.scheduler.thaw(task);
        }
    }

    /// Runs the goroutines until [`close`](Self::close): to be called once, on a thread of its own.
    pub fn serve(&self) {
        let _entered = self.shared.heap.enter();
        if catch_unwind(AssertUnwindSafe(|| self.serve_inputs())).is_err() {
            // The host has panicked, or minigo: nobody waits for inputs that no thread runs.
            self.inputs().end_all();
        }
    }

    fn serve_inputs(&self) {
        let inputs = self.inputs();
        let mut seen = 0;
        while inputs.wait_for_more(seen) == Next::Run {
            (seen, _) = inputs.running();
            let outcome = self.scheduler.run_and(&mut || faulted::attend(&self.shared));
            if let Outcome::NoThread { .. } | Outcome::NoRoom | Outcome::Panicked = outcome {
                self.shared.write_stderr(self.message(outcome).as_bytes());
                return inputs.end_all();
            }
            let (now, current) = inputs.running();
            if current == 0 || now != seen {
                continue;
            }
            if let Outcome::Deadlock | Outcome::Frozen = outcome {
                self.deadlocked(current);
            }
            if inputs.is_closing() {
                return;
            }
        }
    }

    /// The scheduler found that no goroutine could go on. Ends the input, unless something can by now (another thread
    /// has thawed a goroutine since), or will once a goroutine is thawed; [`thaw`](Self::thaw) runs the scheduler
    /// again.
    fn deadlocked(&self, id: u64) {
        let handle = self.scheduler.handle();
        let now = handle.now();
        let (mut frozen, mut can_run) = (Vec::new(), false);
        let (mut stack, mut graph) = (String::new(), String::new());
        let mut world = handle.stop_world();
        world.each_task(|_: TaskRef, status, g| {
            if status.frozen {
                frozen.push(g.id);
            } else {
                can_run |= status.phase != Phase::Parked;
            }
            if g.id == id {
                let state = traceback::state_text(&self.shared.image, g, &status, now);
                traceback::goroutine(
                    &self.shared.image,
                    g,
                    g.position(),
                    g.r as usize,
                    &state,
                    &mut stack,
                );
            }
        });
        explain::deadlock(&handle, &mut world, &self.shared, &mut graph);
        drop(world);
        if can_run {
            return self.inputs().go_on();
        }
        frozen.sort_unstable();
        if frozen.contains(&id) || !(frozen.is_empty() || self.inputs().ends_for_frozen()) {
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
        self.terminate(id, InputEnd::Deadlocked);
    }

    /// From now on an input that waits for frozen goroutines only ends as [deadlocked](InputEnd::Deadlocked), instead
    /// of waiting until another thread thaws them: for a user who cannot thaw anything before the input has ended.
    pub fn end_inputs_that_wait_for_frozen(&self) {
        self.inputs().set_ends_for_frozen();
    }

    /// How many threads compute what nobody waits for any more, since its input was interrupted.
    #[must_use]
    pub fn abandoned(&self) -> usize {
        self.shared.computing.abandoned()
    }

    /// Ends [`serve`](Self::serve).
    pub fn close(&self) {
        self.inputs().close();
        self.shared.computing.abandon_all();
        self.scheduler.finish(Outcome::Finished);
    }
}
