//! The record of a run: the search's thread of each goroutine, where the goroutine stands, what it accesses.

use crate::explore::bubbles::Timer;
use crate::explore::exploration::Exploration;
use crate::explore::scheduling_points::SchedulingPoints;
use crate::explore::seen_states::SeenStates;
use crate::explore::snapshot::Snapshot;
use crate::explore::story::{Event, EventHistory, RUNTIME_GOROUTINE_ID};
use crate::image::Image;
use crate::types::DESC_CHAN;
use hashbrown::HashMap;
use minigo_explore::{
    Access, CutReason, FIRST_THREAD, Kind, Limits, Plan, Run, Thread, ThreadNames, Trace,
};
use minigo_heap::{Desc, Heap};
use minigo_sched::{Reason, TaskRef};
use minigo_sync::LOCKED;
use parking_lot::{Mutex, MutexGuard};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The options of exploring a machine. The machine needs a seed and the race detector.
#[derive(Clone, Debug)]
pub struct ExploreOptions {
    /// The state that the machines of the search share.
    pub exploration: Arc<Exploration>,
    /// The schedule that the run follows.
    pub plan: Plan,
    /// The limits of the run's length.
    pub limits: Limits,
    /// The longest time, by the program's clock, that a runnable goroutine may have to wait for a thread: a timer that
    /// is due by then may fire first.
    pub start_delay: Duration,
    /// The step from which on the machine records the story of the run; `None`: it records no story.
    pub first_story_step: Option<usize>,
    /// Whether the search reports the run or writes it to a schedule file: such a run begins at the program's start
    /// rather than after the initialisation of packages.
    pub begins_at_program_start: bool,
}

/// The condition for which a goroutine before a point waits.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WaitCondition {
    /// A mutex, by the address of its word.
    Mutex(usize),
    /// A WaitGroup, by the address of its counter.
    Group(usize),
    /// An idle bubble, which [`update_enabled_members`] determines.
    Bubble,
}

impl WaitCondition {
    pub(crate) fn is_satisfied(self) -> bool {
        // SAFETY: the waiting goroutine has the address in its frame, so the object lives; nothing else runs.
        unsafe {
            match self {
                Self::Mutex(at) => {
                    (*(at as *const AtomicU16)).load(Ordering::Relaxed) & LOCKED == 0
                }
                Self::Group(at) => (*(at as *const AtomicU64)).load(Ordering::Relaxed) >> 32 == 0,
                Self::Bubble => true,
            }
        }
    }
}

/// The facts known of a goroutine.
#[derive(Clone, Debug)]
pub(super) struct GoroutineFacts {
    pub(super) thread: Thread,
    pub(super) id: u64,
    /// The goroutine's index in the order in which goroutines were started.
    pub(super) creation_order: u32,
    pub(super) goroutines_made: u32,
    /// The number of timers of a bubble that the goroutine has made.
    pub(super) timer_count: u32,
    /// The goroutine's bubble; 0 for none.
    pub(super) bubble: u32,
    pub(super) wait_condition: Option<WaitCondition>,
    /// The channels of the select in which the goroutine may wait.
    pub(super) select_channels: Vec<u64>,
    pub(super) is_runnable: bool,
    /// Whether the goroutine's slice ended before a point.
    pub(super) is_at_point: bool,
    /// Whether the goroutine has yielded, and no other goroutine has run since.
    pub(super) has_yielded: bool,
    /// Whether the goroutine has printed: it stops as soon as it is back in the user's code.
    pub(super) has_printed: bool,
    /// Whether the goroutine has stopped before a system call.
    pub(super) is_before_system_call: bool,
    /// Whether the goroutine has stopped before its end.
    pub(super) is_at_end: bool,
}

pub(super) struct State {
    pub(super) run: Run,
    pub(super) goroutines: HashMap<TaskRef, GoroutineFacts>,
    goroutine_count: u32,
    /// How many of the goroutines no other goroutine has started.
    orphan_count: u32,
    /// The objects for which the program has set a finalizer or a cleanup.
    pub(super) finalized_objects: BTreeSet<u64>,
    /// Whether the program has made weak pointers.
    pub(super) has_weak_pointers: bool,
    /// The timers of bubbles.
    pub(super) timers: HashMap<Thread, Timer>,
    /// The timer whose goroutine is started next, if the next goroutine is a timer's.
    pub(super) next_timer: Option<Thread>,
    /// The number of budgets used up since a goroutine reached a point; `budget_end_states` has the states at their
    /// ends.
    pub(super) budgets_since_point: u32,
    /// Whether the only goroutine is initialising packages: exploration has not begun.
    pub(super) is_initialising: bool,
    /// The goroutine that initialises packages has waited for something.
    pub(super) has_initialiser_waited: bool,
    budget_end_states: Option<SeenStates>,
    /// Whether the slice used up a whole budget.
    pub(super) has_used_budget: bool,
    /// The number of choices, and the time of the first one.
    pub(super) choice_count: u32,
    pub(super) first_choice_at: Instant,
    /// The instructions found to race.
    racing_instructions: BTreeSet<u32>,
    /// The states of goroutines while they take turns.
    pub(super) turn_states: Option<SeenStates>,
    pub(super) is_cut: bool,
    pub(super) is_at_end: bool,
    /// Whether the running goroutine, since it was chosen, has done anything that others could observe.
    pub(super) has_observable_effect: bool,
    /// The goroutines that have yielded and want others to run first.
    pub(super) yielded_goroutines: Vec<TaskRef>,
    story: Option<EventHistory>,
    first_story_step: usize,
}

/// The record of a machine's run.
pub(crate) struct ExploredRun {
    pub(super) exploration: Arc<Exploration>,
    pub(crate) points: Arc<SchedulingPoints>,
    /// The addresses of the package-level variables and of the heap: objects are named by their distance from these.
    base_addresses: [u64; 2],
    /// The number of words of the package-level variables.
    global_word_count: usize,
    pub(super) start_delay: Duration,
    memory: Heap,
    /// The snapshot with which the machine begins, if it does not begin at the program's start.
    pub(super) snapshot: Option<Arc<Snapshot>>,
    /// Whether the run is reported or recorded, from the program's start.
    pub(super) begins_at_program_start: bool,
    /// Whether the search makes no choices any more: see [`Run::is_free`].
    has_stopped_choosing: AtomicBool,
    /// The lock is uncontended: only the run's thread takes it.
    state: Mutex<State>,
}

/// Marks the numbers of objects on the heap.
const HEAP_OBJECT_FLAG: u64 = 1 << 62;
/// Marks the numbers of objects that are neither on the heap nor package-level variables.
const OTHER_OBJECT_FLAG: u64 = 1 << 61;
/// The object that stands for files, sockets, and printed output.
pub(super) const FILES_OBJECT: u64 = 1 << 60;
/// The object that stands for all targets of weak pointers.
pub(super) const WEAK_TARGETS_OBJECT: u64 = FILES_OBJECT | 1;
/// The object that stands for the number of goroutines.
pub(super) const GOROUTINE_COUNT_OBJECT: u64 = FILES_OBJECT | 2;
/// The words of a large object that are distinguished; later words are ignored.
const MAX_DISTINCT_WORDS: u64 = 64;
/// The number of budgets without a point after which the run is checked for progress: a tenth of a second.
const BUDGETS_BEFORE_CHECK: usize = 100;
/// The most budgets without a point; a run with more counts as unfinished: some seconds.
const MAX_BUDGETS_WITHOUT_POINT: u32 = 2000;
/// The most budgets without a point in the free part of a run: about as many instructions as the recorded steps mostly
/// have, so that a run takes at most twice as long.
const MAX_UNRECORDED_BUDGETS: u32 = 25;
/// The budgets of a slice in the free part of a run.
const BUDGETS_PER_UNRECORDED_SLICE: u32 = 8;

impl ExploredRun {
    /// `start` is the requested address of the heap.
    pub(crate) fn new(
        options: ExploreOptions,
        image: &Image,
        (start, memory): (usize, Heap),
        snapshot: Option<Arc<Snapshot>>,
    ) -> Self {
        let ExploreOptions {
            exploration: common,
            plan,
            limits,
            start_delay: delay,
            first_story_step: story_from,
            begins_at_program_start: is_recorded,
        } = options;
        let points = common.points(image);
        let state = State {
            run: Run::new(plan, limits),
            goroutines: HashMap::new(),
            goroutine_count: 0,
            orphan_count: 0,
            finalized_objects: snapshot
                .as_ref()
                .map(|it| it.finalized_objects.clone())
                .unwrap_or_default(),
            has_weak_pointers: snapshot.as_ref().is_some_and(|it| it.has_weak_pointers),
            timers: HashMap::new(),
            next_timer: None,
            budgets_since_point: 0,
            has_initialiser_waited: false,
            is_initialising: points.entry_range.is_some() && snapshot.is_none(),
            budget_end_states: None,
            has_used_budget: false,
            choice_count: 0,
            first_choice_at: Instant::now(),
            racing_instructions: BTreeSet::new(),
            turn_states: None,
            is_cut: false,
            is_at_end: false,
            has_observable_effect: false,
            yielded_goroutines: Vec::new(),
            story: story_from.map(|_| EventHistory::default()),
            first_story_step: story_from.unwrap_or(0),
        };
        let bases = [image.globals() as u64, start as u64];
        let globals = image.global_words().len();
        let (is_free, state) = (AtomicBool::new(false), Mutex::new(state));
        Self {
            exploration: common,
            points,
            base_addresses: bases,
            global_word_count: globals,
            start_delay: delay,
            memory,
            snapshot,
            begins_at_program_start: is_recorded,
            has_stopped_choosing: is_free,
            state,
        }
    }

    /// The requested address of the heap.
    pub(crate) fn heap_address(&self) -> usize {
        self.base_addresses[1] as usize
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    pub(super) fn thread_names(&self) -> &ThreadNames {
        &self.exploration.thread_names
    }

    /// The number of an object, which is the same in all machines of the search.
    pub(super) fn object_number(&self, address: u64) -> u64 {
        let [globals, heap] = self.base_addresses;
        let word = |distance: u64| distance >> 3;
        match address {
            _ if address >= heap && address - heap < 1 << 40 => {
                HEAP_OBJECT_FLAG | word(address - heap)
            }
            _ if address >= globals && address - globals < 1 << 30 => word(address - globals),
            _ => OTHER_OBJECT_FLAG | word(address),
        }
    }

    /// Records that the running goroutine accesses these bytes; `is_own`: the access synchronises for the library
    /// alone.
    pub(crate) fn record_access(&self, address: u64, bytes: u64, kind: Kind, is_own: bool) {
        if self.has_stopped_choosing() {
            return;
        }
        let mut state = self.state();
        state.has_observable_effect |= !is_own;
        for access in self.word_accesses(address, bytes, kind) {
            state.run.note_access(access);
        }
    }

    fn word_accesses(
        &self,
        address: u64,
        bytes: u64,
        kind: Kind,
    ) -> impl Iterator<Item = Access> + '_ {
        let words = (address & 7).saturating_add(bytes).div_ceil(8).clamp(1, MAX_DISTINCT_WORDS);
        (0..words).map(move |i| Access::new(self.object_number(address + 8 * i), kind))
    }

    /// Records that the running goroutine `me` prints, or operates on a file.
    pub(crate) fn note_file_access(&self, me: TaskRef, prints: bool) {
        let mut state = self.state();
        state.has_observable_effect = true;
        state.run.note_access(Access::new(FILES_OBJECT, Kind::Write));
        state.run.note_progress();
        if let Some(known) = state.goroutines.get_mut(&me).filter(|_| prints) {
            known.has_printed = true;
        }
    }

    /// Called when the goroutine `me` is about to make a system call. Reports whether the goroutine stops before the
    /// call: it does not if it has done nothing observable since it was chosen.
    pub(crate) fn stops_before_call(&self, me: TaskRef) -> bool {
        let mut state = self.state();
        let stops = self.points.stops_before_calls() && state.has_observable_effect;
        if let Some(known) = state.goroutines.get_mut(&me) {
            known.is_before_system_call = stops;
        }
        stops
    }

    /// Reports whether the goroutine must stop as soon as it is back in the user's code.
    pub(crate) fn has_printed(&self, me: TaskRef) -> bool {
        self.state().goroutines.get(&me).is_some_and(|known| known.has_printed)
    }

    /// Records that the goroutine `me` stands before a point: the accesses that it will make, and the condition that it
    /// waits for.
    pub(crate) fn note_stop_before(
        &self,
        me: TaskRef,
        next: &[(u64, u64, Kind)],
        gate: Option<WaitCondition>,
    ) {
        let pending: Vec<Access> =
            next.iter().flat_map(|(at, n, k)| self.word_accesses(*at, *n, *k)).collect();
        let mut state = self.state();
        state.budgets_since_point = 0;
        let Some(known) = state.goroutines.get_mut(&me) else { return };
        (known.wait_condition, known.is_at_point, known.has_printed) = (gate, true, false);
        known.select_channels.clear();
        let thread = known.thread;
        state.run.note_point_reached(thread, &pending);
    }

    /// Records that the goroutine `me` is at a select of these channels, and may wait there. The goroutine that ends a
    /// wait at several objects ends the wait at all of them, so it counts as accessing all of them.
    pub(crate) fn note_select(&self, me: TaskRef, channels: impl Iterator<Item = u64>) {
        if let Some(known) = self.state().goroutines.get_mut(&me) {
            known.select_channels = channels.collect();
        }
    }

    /// Called when a goroutine has used up its budget. Returns true if other goroutines run first. After many budgets
    /// without a point the run is given up: as endless if the goroutines repeat the same states.
    pub(crate) fn handle_budget_end(&self, digest: u64) -> bool {
        let is_free = self.has_stopped_choosing();
        let mut state = self.state();
        state.budgets_since_point += 1;
        state.has_used_budget = true;
        if state.budgets_since_point == 1 {
            state.budget_end_states = None;
        }
        let turns = state
            .budget_end_states
            .get_or_insert_with(|| SeenStates::with_heap_digest(self.memory_digest()));
        turns.stop_count += 1;
        turns.seen_hashes.insert(digest);
        if turns.stop_count > BUDGETS_BEFORE_CHECK {
            let hangs = turns.is_repeat() && turns.heap_digest == self.memory_digest();
            state.budget_end_states = None;
            if hangs {
                state.run.give_up(CutReason::TooLong);
            }
        }
        let most = if is_free { MAX_UNRECORDED_BUDGETS } else { MAX_BUDGETS_WITHOUT_POINT };
        if state.budgets_since_point > most {
            state.run.give_up(CutReason::Unfinished);
        }
        !is_free
            || state.budgets_since_point > most
            || state.budgets_since_point.is_multiple_of(BUDGETS_PER_UNRECORDED_SLICE)
    }

    /// Reports whether the search makes no choices any more.
    #[inline]
    pub(crate) fn has_stopped_choosing(&self) -> bool {
        self.has_stopped_choosing.load(Ordering::Relaxed)
    }

    /// From now on the search makes no choices.
    pub(super) fn stop_choosing(&self, state: &mut State) {
        if !self.has_stopped_choosing.swap(true, Ordering::Relaxed) {
            (state.choice_count, state.budgets_since_point, state.budget_end_states) = (0, 0, None);
        }
    }

    /// A hash of the program's memory: the heap and the package-level variables. Channels are left out, since they
    /// count the operations on them.
    pub(super) fn memory_digest(&self) -> u64 {
        let is_channel = |desc: Desc| desc.0 & !Desc::IN_USE == DESC_CHAN.0 & !Desc::IN_USE;
        let mut hasher = DefaultHasher::new();
        self.memory.digest(is_channel).hash(&mut hasher);
        for at in 0..self.global_word_count {
            // SAFETY: a word of the package-level variables, which live as long as the machine; nothing else runs.
            unsafe {
                (*(self.base_addresses[0] as *const AtomicU64).add(at)).load(Ordering::Relaxed)
            }
            .hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Called when a goroutine has stopped, and could continue; `digest`: a hash of the goroutine's own state.
    pub(crate) fn note_stop(&self, digest: impl FnOnce() -> u64) {
        let mut state = self.state();
        if !state.run.is_fair() {
            state.turn_states = None;
            return;
        }
        let turns = state
            .turn_states
            .get_or_insert_with(|| SeenStates::with_heap_digest(self.memory_digest()));
        turns.stop_count += 1;
        turns.seen_hashes.insert(digest());
    }

    /// The goroutines that stand before a lock held by another one, or before an unfinished group, with the address of
    /// either.
    pub(crate) fn waiting_goroutines(&self) -> Vec<(TaskRef, u64, Reason)> {
        let state = self.state();
        let closed = state.goroutines.iter().filter_map(|(task, known)| {
            let gate = known.wait_condition.filter(|gate| !gate.is_satisfied())?;
            let (address, reason) = match gate {
                WaitCondition::Mutex(at) => (at, Reason::MutexLock),
                WaitCondition::Group(at) => (at, Reason::WaitGroupWait),
                WaitCondition::Bubble => return None,
            };
            Some((*task, address as u64, reason))
        });
        closed.collect()
    }

    /// Records that two instructions race, given by their indexes.
    pub(crate) fn note_race(&self, instructions: [Option<usize>; 2]) {
        let numbers = instructions.into_iter().flatten().map(|at| at as u32);
        self.state().racing_instructions.extend(numbers);
    }

    /// Records that a goroutine with this id and task was started by `maker`.
    pub(crate) fn note_goroutine_started(&self, maker: Option<TaskRef>, made: TaskRef, id: u64) {
        let mut state = self.state();
        state.add_goroutine(&self.exploration.thread_names, maker, made, id);
    }

    /// The id of a goroutine.
    pub(crate) fn id_of(&self, me: TaskRef) -> u64 {
        self.state().goroutines.get(&me).map_or(0, |known| known.id)
    }

    /// Passes the story of the run to `work`, if the run has one.
    pub(crate) fn with_story(&self, work: impl FnOnce(&mut EventHistory)) {
        if let Some(story) = &mut self.state().story {
            work(story);
        }
    }

    /// Passes the story of the run to `work`, if the run has one, with the name and the point number of the running
    /// goroutine `me`, and the number of the step.
    pub(crate) fn with_story_at_point(
        &self,
        me: TaskRef,
        work: impl FnOnce(&mut EventHistory, String, u32, usize),
    ) {
        let mut state = self.state();
        let Some(thread) = state.goroutines.get(&me).map(|known| known.thread) else { return };
        let point = state.run.thread_position(thread).point;
        let step = state.run.steps().len().saturating_sub(1);
        if let Some(story) = &mut state.story {
            work(story, self.exploration.thread_names.path(thread), point, step);
        }
    }

    /// Reports whether the current step is part of a story, which begins with exploration.
    pub(crate) fn is_story_step(&self) -> bool {
        let state = self.state();
        let has_begun = !state.is_initialising && state.run.steps().len() >= state.first_story_step;
        state.story.is_some() && has_begun
    }

    /// Reports whether the run was cut off before its program ended.
    pub(crate) fn is_cut(&self) -> bool {
        self.state().is_cut
    }

    /// Reports whether the run was cut off because it was too long.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.state().run.cut_reason() == Some(CutReason::Unfinished)
    }

    /// Ends the run and returns its results; `exits`: a goroutine has ended the program.
    pub(crate) fn end_run(&self, exits: bool) -> (Trace, BTreeSet<u32>, Option<EventHistory>) {
        let mut state = self.state();
        state.begin_exploration();
        let run = std::mem::replace(&mut state.run, Run::new(Plan::default(), Limits::default()));
        let mut left: Vec<(u32, Thread)> = state
            .goroutines
            .values()
            .filter(|known| {
                known.is_runnable && known.wait_condition.is_none_or(WaitCondition::is_satisfied)
            })
            .map(|known| (known.creation_order, known.thread))
            .collect();
        left.sort_unstable();
        let left = left.into_iter().map(|(_, thread)| thread).collect();
        (run.end(left, exits), std::mem::take(&mut state.racing_instructions), state.story.take())
    }
}

impl State {
    /// Forgets all budgets used up so far.
    pub(super) fn forget_budgets(&mut self) {
        (self.budgets_since_point, self.budget_end_states, self.turn_states) = (0, None, None);
        (self.has_used_budget, self.has_observable_effect) = (false, false);
    }

    /// Adds an event to the story that no goroutine causes.
    pub(super) fn add_event(&mut self, event: Event) {
        let story_from = self.run.steps().len() >= self.first_story_step;
        if let Some(story) = self.story.as_mut().filter(|_| story_from) {
            story.events.push(event);
        }
    }

    pub(super) fn add_goroutine(
        &mut self,
        names: &ThreadNames,
        maker: Option<TaskRef>,
        made: TaskRef,
        id: u64,
    ) -> Thread {
        let timer = self.next_timer.take();
        if timer.is_none() {
            // The start of a timer's goroutine does not count as progress, since tickers tick forever.
            self.run.note_progress();
        }
        self.has_observable_effect = true;
        self.run.note_access(Access::new(GOROUTINE_COUNT_OBJECT, Kind::Add));
        let order = self.goroutine_count;
        self.goroutine_count += 1;
        if order > 0 {
            self.begin_exploration();
        }
        let maker = maker.and_then(|maker| self.goroutines.get_mut(&maker));
        let bubble = maker.as_ref().map_or(0, |maker| maker.bubble);
        let thread = match (timer, maker) {
            (Some(timer), _) => timer,
            (None, Some(maker)) => {
                maker.goroutines_made += 1;
                names.nth_started(maker.thread, maker.goroutines_made)
            }
            (None, None) if order == 0 => FIRST_THREAD,
            (None, None) => {
                self.orphan_count += 1;
                names.nth_orphan(self.orphan_count)
            }
        };
        // The runtime's own goroutines have no id.
        let id = if id == 0 && thread != FIRST_THREAD { RUNTIME_GOROUTINE_ID } else { id };
        let known = GoroutineFacts {
            thread,
            id,
            creation_order: order,
            // A timer that fires again continues to count the goroutines that it has made.
            goroutines_made: timer
                .and_then(|it| self.timers.get(&it))
                .map_or(0, |timer| timer.goroutines_made),
            timer_count: 0,
            bubble,
            wait_condition: None,
            select_channels: Vec::new(),
            is_runnable: false,
            is_at_point: false,
            has_yielded: false,
            has_printed: false,
            is_before_system_call: false,
            is_at_end: false,
        };
        self.goroutines.insert(made, known);
        thread
    }
}
