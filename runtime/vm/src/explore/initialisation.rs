//! The beginning of exploration: the call of main, unless there was another goroutine before.
//!
//! While the only goroutine initialises packages there is nothing to choose: the goroutine does not stop, and its
//! accesses are not recorded. If the initialisation has changed nothing but memory, the machine is kept as a
//! [`Snapshot`], and the following runs on the same worker begin with that snapshot. Runs that begin at a snapshot have
//! the same addresses, time and random numbers as a run from the program's start; runs that are reported or recorded
//! begin at the program's start.

use crate::explore::run_record::{ExploredRun, State};
use crate::explore::scheduling_points::SchedulingPoints;
use crate::explore::snapshot::{IdleChannel, Snapshot};
use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::processor::ProcLocal;
use crate::goroutine::state::{PendingResume, Wait};
use crate::goroutine::unwind_records::Unwind;
use crate::image::Image;
use crate::shared::Shared;
use minigo_bytecode::ops::Op;
use minigo_explore::{ChoiceStream, FIRST_THREAD};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// Exploration begins at the latest after this many slices of the only goroutine, or after [`MAX_INITIAL_BUDGETS`] that
/// used up a budget: exploration recognises an endless loop by the points in it.
const MAX_INITIAL_SLICES: u32 = 1000;
const MAX_INITIAL_BUDGETS: u32 = 16;

/// The collector begins after this many bytes of allocation during initialisation: a heap that was collected has no
/// snapshot.
const INITIAL_ALLOCATION_ALLOWANCE: u64 = 16 << 20;

impl Snapshot {
    /// The current machine as a snapshot, if the initialisation of packages has only changed state that a snapshot has.
    fn take(cx: &mut Cx, shared: &Shared, explored: &ExploredRun) -> Option<Self> {
        let g = cx.g();
        let is_plain = matches!(g.wait, Wait::Nothing)
            && matches!(g.pending_resume, PendingResume::Nothing)
            && g.unwind_ref().is_none_or(Unwind::is_reusable)
            && g.read_locks.is_empty()
            && g.bubble == 0
            && g.pin_count == 0;
        let has_waited = explored.state().has_initialiser_waited || cx.task().has_had_timers();
        // With a limit, memory outside the heap is charged to the machine that allocates it.
        let is_limited = shared.heap.limit() != usize::MAX;
        if !is_plain || has_waited || is_limited || is_profiled(shared) {
            return None;
        }
        let finalizers = shared.gc.finalizers.0.lock().clone();
        if finalizers.is_running.contains(&true)
            || finalizers.ready_queues.iter().any(|q| !q.is_empty())
        {
            return None;
        }
        let (finalized, has_weak) = explored.finalizer_state();
        let host = shared.host.saved_state()?;
        let dice = cx.task().rng_state();
        let left = shared.image.reusable_memory()?;
        let local = cx.task().local_data();
        let channels = local
            .made_channels
            .iter()
            .map(|chan| IdleChannel::from_channel_if_idle(*chan))
            .collect::<Option<_>>()?;
        let word = |word: &AtomicU64| word.load(Ordering::Relaxed);
        Some(Self {
            heap: local.cache.snapshot()?,
            reusable_memory: left,
            globals: shared.image.global_words().iter().map(word).collect(),
            channels,
            next_ids: (shared.next_goroutine_id.load(Ordering::Relaxed), local.goroutine_ids()),
            pools: shared.pools.0.lock().clone(),
            finalizers,
            finalized_objects: finalized,
            has_weak_pointers: has_weak,
            weak_handles: shared.gc.weak_handles.0.lock().clone(),
            kept_objects: shared.kept_objects.copy()?,
            settings: shared.settings.changed_values(),
            heap_profile: shared.heap_profile.0.lock().clone(),
            zero_size_target: shared.zero_size_target.clone(),
            host_state: host,
            rng: dice,
        })
    }

    /// Gives a machine that the snapshot [fits](Self::fits_machine) the snapshot's state, except for the processor's
    /// state.
    pub(crate) fn restore_into(&self, shared: &mut Shared) {
        for (word, value) in shared.image.global_words().iter().zip(&self.globals) {
            word.store(*value, Ordering::Relaxed);
        }
        *shared.next_goroutine_id.get_mut() = self.next_ids.0;
        *shared.pools.0.get_mut() = self.pools.clone();
        *shared.gc.finalizers.0.get_mut() = self.finalizers.clone();
        *shared.gc.weak_handles.0.get_mut() = self.weak_handles.clone();
        shared.kept_objects =
            self.kept_objects.copy().expect("the state could be copied when the snapshot was made");
        shared.settings.apply_changed(&self.settings);
        *shared.heap_profile.0.get_mut() = self.heap_profile.clone();
        shared.zero_size_target = self.zero_size_target.clone();
        shared.host.restore_state(self.host_state);
    }

    /// Gives the machine's processor the snapshot's state.
    pub(crate) fn restore_processor(&self, local: &mut ProcLocal) {
        // SAFETY: the sampling rate is a package-level variable, which exists as long as the machine.
        local.cache = unsafe { self.heap.restore_into(local.cache.heap()) };
        local.made_channels = self.channels.iter().map(IdleChannel::recreate).collect();
        local.set_ids(self.next_ids.1.clone());
    }
}

impl State {
    /// Begins exploration.
    pub(super) fn begin_exploration(&mut self) {
        if std::mem::take(&mut self.is_initialising) {
            self.run.note_search_begin(FIRST_THREAD);
            self.forget_budgets();
        }
    }

    /// Counts a slice of the only goroutine, which continues without a choice. Reports whether packages are still being
    /// initialised.
    pub(super) fn count_initial_slice(&mut self) -> bool {
        let is_long = self.choice_count > MAX_INITIAL_SLICES
            || self.budgets_since_point > MAX_INITIAL_BUDGETS;
        if is_long || self.run.is_given_up() {
            self.begin_exploration();
        }
        self.is_initialising
    }

    /// Chooses one of `n` values. If there is a choice during initialisation, exploration begins at that choice.
    pub(super) fn choose_value(&mut self, stream: ChoiceStream, n: u32) -> u32 {
        if n > 1 {
            self.begin_exploration();
        }
        self.run.choose_value(stream, n)
    }
}

/// Reports whether the program has turned on a profile, or has set a file to which crash reports are written.
fn is_profiled(shared: &Shared) -> bool {
    shared.cpu_profile.is_on()
        || shared.block_profile.sampling_rate() > 0
        || shared.mutex_profile.sampling_rate() > 0
        || shared.crash_output.load(Ordering::Relaxed) >= 0
}

/// Delays the first collection of a machine that initialises packages.
pub(crate) fn delay_collection(shared: &Shared) {
    let initialises = shared.explored.as_deref().is_some_and(ExploredRun::is_initialising);
    if initialises && shared.heap.limit() == usize::MAX {
        shared.heap.set_allocation_allowance(INITIAL_ALLOCATION_ALLOWANCE);
    }
}

impl ExploredRun {
    /// Reports whether packages are being initialised and exploration has not begun.
    pub(crate) fn is_initialising(&self) -> bool {
        self.state().is_initialising
    }

    /// The objects with a finalizer or cleanup of the program, and whether there are weak pointers.
    fn finalizer_state(&self) -> (BTreeSet<u64>, bool) {
        let state = self.state();
        (state.finalized_objects.clone(), state.has_weak_pointers)
    }

    /// The snapshot with which the machine begins, if it does not begin at the program's start.
    pub(crate) fn snapshot(&self) -> Option<&Snapshot> {
        self.snapshot.as_deref()
    }
}

/// Reports whether the goroutine leaves the interpreter for [`begin_exploration`]: it stands before one of the
/// instructions where exploration may begin, according to [`SchedulingPoints`].
pub(crate) fn leaves_initialisation(cx: &mut Cx, explored: &ExploredRun, at: usize) -> bool {
    let Some((first, call)) = explored.points.entry_range else { return false };
    let leaves = match explored.snapshot {
        Some(_) if at == first as usize => {
            cx.registers.pc =
                cx.shared().image.code.first_instruction().wrapping_add(call as usize);
            true
        }
        Some(_) => false,
        None => at == call as usize && explored.is_initialising(),
    };
    if leaves {
        cx.exit = InterpreterExit::Begin;
    }
    leaves
}

/// Begins exploration.
pub(crate) fn begin_exploration(cx: &mut Cx, shared: &Shared) {
    let Some(explored) = shared.explored.as_deref() else { return };
    if let Some(snapshot) = explored.snapshot() {
        cx.task().set_rng_state(&snapshot.rng);
        return;
    }
    let (common, start) = (&explored.exploration, explored.heap_address());
    if !explored.begins_at_program_start && common.wants_snapshot(start) {
        common.set_snapshot(start, Snapshot::take(cx, shared, explored));
    }
    shared.gc.set_goal(shared);
    explored.state().begin_exploration();
}

impl SchedulingPoints {
    /// The first instruction of the program, and the instruction that calls main if it calls other functions before.
    pub(super) fn entry_range(image: &Image) -> Option<(u32, u32)> {
        let first = image.function_starts[image.program.entry.0 as usize] as usize;
        let code = (first..image.code.len()).map(|at| (at, image.op_at_index(at)));
        let code = code.take_while(|(_, op)| !matches!(op, Op::Ret {}));
        let mut calls = code.filter(|(_, op)| matches!(op, Op::Call { .. })).map(|(at, _)| at);
        let (before, call) = (calls.next()?, calls.last()?);
        (before < call).then_some((first as u32, call as u32))
    }
}
