//! A machine that its embedder drives: it owns no thread, and its goroutines run only during [`DrivenMachine::drive`].

use crate::embed::{CallEnd, GoFunction, HostCall, TrackedCall};
use crate::goroutine::alarm;
use crate::goroutine::frames::HEADER_SLOT_COUNT;
use crate::goroutine::native_call::NativeFn;
use crate::goroutine::state::Goroutine;
use crate::host::Host;
use crate::image::code::frame_slots;
use crate::image::{Image, LinkError};
use crate::machine::options::Options;
use crate::machine::prepared::PreparedProgram;
use crate::machine::{Machine, new_shared};
use crate::memory::table::Table;
use crate::race::KnownAccesses;
use crate::shared::collector::GcOptions;
use crate::shared::embedding::{CallTracker, Embedding};
use crate::shared::session_inputs::{OutOfMemoryEnd, SessionInputs};
use crate::shared::tier::Tiering;
use crate::types::Types;
use minigo_bytecode::operand::FuncId;
use minigo_sched::{BlockingCallThreads, DriveEnd, Driver, Handle, Nanos, TaskRef};
use minigo_sync::SemaTable;
use std::any::Any;
use std::sync::Arc;

/// The function that a goroutine of a call runs.
const RUN_FUNCTION: &str = "internal/embed.run";

/// The number of roots of a machine's table of semaphores. One thread at a time runs goroutines, so they are a tenth of
/// the roots that other machines have.
const SEMA_ROOTS: usize = 25;

/// The embedder's parts of a machine that it drives.
pub struct Embedder {
    /// The threads that make blocking calls.
    pub threads: Arc<dyn BlockingCallThreads>,
    /// The most goroutines at a time: one that starts another ends its call with
    /// [`Resource::Goroutines`](crate::embed::Resource::Goroutines).
    pub goroutine_limit: usize,
    /// Data for the embedder's natives: see [`NativeCx::embedder_data`](crate::native::NativeCx::embedder_data).
    pub embedder_data: Arc<dyn Any + Send + Sync>,
}

/// A machine that its embedder drives.
pub struct DrivenMachine {
    driver: Driver<Goroutine>,
    machine: Machine,
    run_func: FuncId,
}

/// Interrupts a drive, from any thread.
#[derive(Clone)]
pub struct Interrupter(Handle<Goroutine>);

impl Interrupter {
    /// Makes the drive check soon whether it must end.
    pub fn interrupt(&self) {
        self.0.interrupt_drive();
    }
}

impl Drop for DrivenMachine {
    fn drop(&mut self) {
        // The ends of channels refer to the scheduler, which refers to them.
        self.embedding().drop_ended_channels(|_| true);
    }
}

impl PreparedProgram {
    /// A machine that runs the program when it is driven: its main goroutine has not begun. Collections run in one
    /// stop, and nothing is compiled to machine code: both would take threads.
    ///
    /// # Errors
    /// Returns the errors of [`Machine::new`], and fails if the program lacks package `internal/embed`.
    pub fn driven_machine(
        &self,
        options: &Options,
        host: Arc<dyn Host>,
        embedder: Embedder,
    ) -> Result<DrivenMachine, LinkError> {
        let image = self.copy_of_image(options)?;
        let funcs = &image.program.funcs;
        let run = funcs.iter().position(|func| &*func.name == RUN_FUNCTION);
        let run = run.ok_or_else(|| LinkError::Missing(RUN_FUNCTION.to_owned()))?;
        let run = FuncId(run as u32);
        // SAFETY: the code is a function's first instruction.
        let top = unsafe { frame_slots(image.entry_pc(run)) } + HEADER_SLOT_COUNT;
        let embedding = Embedding::new(embedder.embedder_data, embedder.goroutine_limit, top);
        let machine = Machine::of_embedder(
            image,
            self.natives().clone(),
            options,
            host,
            (embedding, embedder.threads),
        );
        let driver = Driver::new(&machine.scheduler);
        machine.scheduler.spawn(Goroutine::main(&machine.shared));
        Ok(DrivenMachine { driver, machine, run_func: run })
    }
}

impl Machine {
    /// A machine that an embedder drives, with the threads for its blocking calls.
    fn of_embedder(
        image: Image,
        natives: Arc<Table<NativeFn>>,
        options: &Options,
        host: Arc<dyn Host>,
        (embedding, threads): (Embedding, Arc<dyn BlockingCallThreads>),
    ) -> Self {
        let gc = GcOptions { stops_world: true, ..options.gc };
        let options = Options { gc, tiering: Tiering::Off, procs: 1, ..options.clone() };
        let mut shared = new_shared(image, Some(SessionInputs::default()), &options, host, None);
        shared.embedding = Some(Box::new(embedding));
        shared.sema_table = SemaTable::with_roots(SEMA_ROOTS);
        Self::configure(shared, natives, &options, |config| config.driven_by_caller(threads))
    }
}

impl DrivenMachine {
    /// Gives a call to a goroutine, a new one unless one waits for a call, and returns the number of the call. The call
    /// begins with the next drive. A call with number 0 is the program's main goroutine:
    /// [`start_main`](Self::start_main).
    pub fn start(&mut self, call: Arc<dyn HostCall>) -> u32 {
        self.machine.shared.gc.reset_memory_scarcity();
        let number = self.inputs().next_number();
        let tracked: Arc<dyn CallTracker> = Arc::new(TrackedCall(call));
        let given = self.embedding().give_call(number, tracked);
        match given {
            Ok(waiting) => self.driver.wake_first(waiting),
            Err(tracked) => {
                let shared = &self.machine.shared;
                let code = shared.image.entry_pc(self.run_func);
                let new =
                    Goroutine::for_session_input(shared, code, number, KnownAccesses::Nothing);
                self.embedding().add(new.id, number, tracked);
                self.machine.scheduler.spawn(new);
            }
        }
        number
    }

    /// Makes the end of the main goroutine, which initialises the packages, the end of `call`.
    pub fn start_main(&self, call: Arc<dyn HostCall>) {
        self.embedding().add(1, 0, Arc::new(TrackedCall(call)));
    }

    /// Runs goroutines: see [`Driver::drive`].
    pub fn drive(
        &mut self,
        waits: bool,
        deadline: Nanos,
        is_over: &mut dyn FnMut() -> bool,
    ) -> DriveEnd {
        let _entered = self.machine.shared.heap.enter_account();
        self.driver.drive(waits, deadline, is_over)
    }

    /// Ends all goroutines that the call with this number has started, without their deferred calls, and the call's own
    /// goroutine too; their timers stop. `None`: all goroutines of the program. Drives the machine, without fuel, until
    /// they have ended, at most until `deadline`. Goroutines in a blocking call end when that call has returned, and
    /// other goroutines that are left end during a later drive.
    pub fn end_goroutines(&mut self, number: Option<u32>, deadline: Nanos) {
        if let Some(number) = number {
            self.embedding().withdraw_call(number);
        }
        let (mut ending, mut in_calls) = (Vec::new(), 0);
        let mut world = self.machine.scheduler.stop_world();
        world.each_task(|task: TaskRef, _, g| {
            if number.is_none_or(|number| g.session_input_number == number)
                && (!g.is_system() || g.session_input_number != 0)
            {
                g.out_of_memory_end = OutOfMemoryEnd::Alone;
                in_calls += usize::from(g.is_in_blocking_call());
                ending.push((task, g.id));
            }
        });
        world.stop_wake_timers(|task| ending.iter().any(|&(ended, _)| ended == task));
        alarm::disarm_alarms(&self.machine.scheduler.handle(), number);
        drop(world);
        for &(task, id) in &ending {
            self.machine.shared.computations.abandon_call(id);
            self.machine.scheduler.wake(task);
            self.machine.scheduler.thaw(task);
        }
        self.set_fuel(None);
        let shared = self.machine.shared.clone();
        let Some(inputs) = &shared.inputs else { return };
        inputs.expect_goroutine_ends(ending.len() - in_calls);
        if inputs.expects_goroutine_ends() {
            let _ = self.drive(false, deadline, &mut || !inputs.expects_goroutine_ends());
            inputs.expect_no_goroutine_ends();
        }
        let handle = self.machine.scheduler.handle();
        self.embedding().drop_ended_channels(|task| handle.status(task).is_none());
    }

    /// Makes the goroutine of this call end with its next slice, as by `runtime.Goexit`: its deferred calls run.
    pub fn request_goexit(&mut self, number: u32) {
        if let Some(id) = self.embedding().goroutine_of(number) {
            self.machine.end_goroutine(id, |inputs| inputs.terminate_call(id));
        }
    }

    /// Gives the goroutines this much fuel; `None`: the goroutines need no fuel. A unit is a call, a turn of a loop, or
    /// 64 bytes that one instruction copies, clears or compares. A goroutine that needs more ends its call with
    /// [`Resource::Fuel`](crate::embed::Resource::Fuel).
    pub fn set_fuel(&self, fuel: Option<u64>) {
        self.embedding().set_fuel(fuel);
    }

    /// Returns the fuel that is left.
    #[must_use]
    pub fn fuel(&self) -> u64 {
        self.embedding().fuel().max(0) as u64
    }

    /// Reports whether goroutines that belonged to no present call have ended.
    #[must_use]
    pub fn has_ends_without_call(&self) -> bool {
        self.embedding().has_ends_without_call()
    }

    /// Takes the ends of goroutines that belonged to no present call: a panic, `os.Exit`, no memory.
    #[must_use]
    pub fn take_ends_without_call(&self) -> Vec<CallEnd> {
        self.embedding().take_ends_without_call()
    }

    /// The Go function that the program has registered under this name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<GoFunction> {
        self.embedding().function(name)
    }

    /// The program's run-time types.
    #[must_use]
    pub fn types(&self) -> &Types {
        &self.machine.shared.image.types
    }

    /// The present time of the scheduler's clock, on which deadlines are measured.
    #[must_use]
    pub fn now(&self) -> Nanos {
        self.machine.scheduler.now()
    }

    /// A handle for other threads.
    #[must_use]
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.machine.scheduler.handle())
    }

    /// The machine: for inspection and figures.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    fn embedding(&self) -> &Embedding {
        self.machine.shared.embedding.as_deref().expect("the machine was made for an embedder")
    }

    fn inputs(&self) -> &SessionInputs {
        self.machine.inputs()
    }
}
