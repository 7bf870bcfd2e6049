//! What is noted of a run: which goroutine is which thread of the search, where it stands, what it accesses.

use crate::explore::bubbles::Timer;
use crate::explore::points::Points;
use crate::explore::shared::Exploration;
use crate::explore::snapshot::Snapshot;
use crate::explore::tale::{Event, RUNTIME, Tale};
use crate::explore::turns::Turns;
use crate::image::Image;
use crate::types::DESC_CHAN;
use hashbrown::HashMap;
use minigo_explore::{Access, Cut, FIRST, Kind, Limits, Names, Plan, Run, Thread, Trace};
use minigo_heap::{Desc, Heap};
use minigo_sched::{Reason, TaskRef};
use minigo_sync::LOCKED;
use parking_lot::{Mutex, MutexGuard};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How a machine is explored. It has a seed, and the detector of data races.
#[derive(Clone, Debug)]
pub struct ExploreOptions {
    /// What it shares with the other machines of the search.
    pub common: Arc<Exploration>,
    /// What the run does.
    pub plan: Plan,
    /// How long it may be.
    pub limits: Limits,
    /// For how long, by the program's clock, a goroutine that can go on may have to wait for a thread: a timer that is
    /// due by then may fire first.
    pub delay: Duration,
    /// From which step on it can be told what happened, if at all.
    pub tells: Option<usize>,
    /// The run is told or recorded: it begins where the program does, rather than where packages are initialised.
    pub is_recorded: bool,
}

/// What a goroutine that stands before a point waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Gate {
    /// A mutex, by the address of its word.
    Mutex(usize),
    /// A WaitGroup, by the address of its counter.
    Group(usize),
    /// That its bubble is idle, which [`open_gates`] knows.
    Bubble,
}

impl Gate {
    pub(crate) fn is_open(self) -> bool {
        // SAFETY: the goroutine that stands there has the address in its frame, so the object lives; nothing else runs.
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

/// What is known of a goroutine.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) thread: Thread,
    pub(super) id: u64,
    /// Its place in the order in which goroutines were made.
    pub(super) order: u32,
    pub(super) made: u32,
    /// How many timers of a bubble it has made.
    pub(super) timers: u32,
    /// Its bubble; 0 for none.
    pub(super) bubble: u32,
    pub(super) gate: Option<Gate>,
    /// The channels of the select in which it may wait.
    pub(super) selects: Vec<u64>,
    pub(super) able: bool,
    /// Its slice ended before a point.
    pub(super) stands: bool,
    /// It has yielded, and nothing else has gone on since.
    pub(super) yields: bool,
    /// It has printed, and stops when it is back in the user's code.
    pub(super) has_printed: bool,
    /// It has stopped before a call of the system.
    pub(super) calls: bool,
    /// It has stopped before its end.
    pub(super) is_at_end: bool,
}

pub(super) struct State {
    pub(super) run: Run,
    pub(super) known: HashMap<TaskRef, Known>,
    count: u32,
    /// How many of them no other one has made.
    orphans: u32,
    /// The objects that have a finalizer or a cleanup which the program has set.
    pub(super) finalized: BTreeSet<u64>,
    /// The program has made weak pointers.
    pub(super) has_weak: bool,
    /// The timers of bubbles.
    pub(super) timers: HashMap<Thread, Timer>,
    /// The timer that the next goroutine is which is made, if it is one.
    pub(super) next: Option<Thread>,
    /// How many budgets of instructions have been used up since a goroutine came to a point, and what goes on in them.
    pub(super) budgets: u32,
    /// Packages are initialised by the only goroutine: nothing is explored yet.
    pub(super) initialises: bool,
    between: Option<Turns>,
    /// The slice was one of a whole budget.
    pub(super) has_used_budget: bool,
    /// How many choices were made, and since when.
    pub(super) choices: u32,
    pub(super) began: Instant,
    /// Instructions that were found to race.
    raced: BTreeSet<u32>,
    /// What goroutines do that take turns, if they do.
    pub(super) turns: Option<Turns>,
    pub(super) is_cut: bool,
    pub(super) is_at_end: bool,
    /// The goroutine that runs has done something since it was chosen that others could tell.
    pub(super) has_acted: bool,
    /// Those that want others to go on first.
    pub(super) yielded: Vec<TaskRef>,
    tale: Option<Tale>,
    tells_from: usize,
}

/// What is noted of a machine's run.
pub(crate) struct Explored {
    pub(super) common: Arc<Exploration>,
    pub(crate) points: Arc<Points>,
    /// Where the package-level variables begin, and the heap: objects are named by their distance.
    bases: [u64; 2],
    /// How many words the package-level variables have.
    globals: usize,
    pub(super) delay: Duration,
    memory: Heap,
    /// Where the machine begins, if not at the beginning.
    pub(super) snapshot: Option<Arc<Snapshot>>,
    /// The run is told or recorded, from the beginning.
    pub(super) is_recorded: bool,
    /// Nothing is chosen any more: see [`Run::is_free`].
    is_free: AtomicBool,
    /// Uncontended: only the thread of the run uses it.
    state: Mutex<State>,
}

/// Marks the numbers of objects on the heap.
const ON_HEAP: u64 = 1 << 62;
/// Marks the numbers of what is neither there nor a package-level variable.
const ELSEWHERE: u64 = 1 << 61;
/// The object that stands for files, sockets, and what is printed.
pub(super) const FILES: u64 = 1 << 60;
/// The object that stands for all that weak pointers lead to.
pub(super) const WEAK: u64 = FILES | 1;
/// The object that stands for the number of goroutines.
pub(super) const GOROUTINES: u64 = FILES | 2;
/// More of a large object is not told apart.
const MOST_WORDS: u64 = 64;
/// After so many budgets without a point it is looked whether they lead anywhere: a tenth of a second.
const BUDGETS: usize = 100;
/// A run with more is not finished: some seconds.
const MOST_BUDGETS: u32 = 2000;
/// The same for the budgets of its free part: about as many instructions as the steps that are kept mostly have, so
/// that a run takes twice as long at most.
const MOST_FREE_BUDGETS: u32 = 25;
/// The budgets that make a slice in the free part of a run.
const BUDGETS_OF_SLICE: u32 = 8;

impl Explored {
    /// `start` is where its heap is to begin.
    pub(crate) fn new(
        options: ExploreOptions,
        image: &Image,
        (start, memory): (usize, Heap),
        snapshot: Option<Arc<Snapshot>>,
    ) -> Self {
        let ExploreOptions { common, plan, limits, delay, tells, is_recorded } = options;
        let points = common.points(image);
        let state = State {
            run: Run::new(plan, limits),
            known: HashMap::new(),
            count: 0,
            orphans: 0,
            finalized: snapshot.as_ref().map(|it| it.finalized.clone()).unwrap_or_default(),
            has_weak: snapshot.as_ref().is_some_and(|it| it.has_weak),
            timers: HashMap::new(),
            next: None,
            budgets: 0,
            initialises: points.beginning.is_some() && snapshot.is_none(),
            between: None,
            has_used_budget: false,
            choices: 0,
            began: Instant::now(),
            raced: BTreeSet::new(),
            turns: None,
            is_cut: false,
            is_at_end: false,
            has_acted: false,
            yielded: Vec::new(),
            tale: tells.map(|_| Tale::default()),
            tells_from: tells.unwrap_or(0),
        };
        let bases = [image.globals() as u64, start as u64];
        let globals = image.global_words().len();
        let (is_free, state) = (AtomicBool::new(false), Mutex::new(state));
        Self {
            common,
            points,
            bases,
            globals,
            delay,
            memory,
            snapshot,
            is_recorded,
            is_free,
            state,
        }
    }

    /// Where the heap is to begin.
    pub(crate) fn heap(&self) -> usize {
        self.bases[1] as usize
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    pub(super) fn names(&self) -> &Names {
        &self.common.names
    }

    /// The number of an object: the same in all machines of the search.
    pub(super) fn object(&self, address: u64) -> u64 {
        let [globals, heap] = self.bases;
        let word = |distance: u64| distance >> 3;
        match address {
            _ if address >= heap && address - heap < 1 << 40 => ON_HEAP | word(address - heap),
            _ if address >= globals && address - globals < 1 << 30 => word(address - globals),
            _ => ELSEWHERE | word(address),
        }
    }

    /// The running goroutine accesses these bytes; `is_own`: for the library alone.
    pub(crate) fn access(&self, address: u64, bytes: u64, kind: Kind, is_own: bool) {
        if self.is_free() {
            return;
        }
        let mut state = self.state();
        state.has_acted |= !is_own;
        for access in self.words(address, bytes, kind) {
            state.run.accesses(access);
        }
    }

    fn words(&self, address: u64, bytes: u64, kind: Kind) -> impl Iterator<Item = Access> + '_ {
        let words = (address & 7).saturating_add(bytes).div_ceil(8).clamp(1, MOST_WORDS);
        (0..words).map(move |i| Access::new(self.object(address + 8 * i), kind))
    }

    /// The running goroutine `me` prints, or does something to a file.
    pub(crate) fn file(&self, me: TaskRef, prints: bool) {
        let mut state = self.state();
        state.has_acted = true;
        state.run.accesses(Access::new(FILES, Kind::Write));
        state.run.progresses();
        if let Some(known) = state.known.get_mut(&me).filter(|_| prints) {
            known.has_printed = true;
        }
    }

    /// The goroutine `me` is about to call the system: whether it stops before that. It need not if it has done nothing
    /// since it was chosen: then it is as if it had.
    pub(crate) fn stops_before_call(&self, me: TaskRef) -> bool {
        let mut state = self.state();
        let stops = self.points.stops_before_calls() && state.has_acted;
        if let Some(known) = state.known.get_mut(&me) {
            known.calls = stops;
        }
        stops
    }

    /// Whether the goroutine is to stop when it is back in the user's code.
    pub(crate) fn has_printed(&self, me: TaskRef) -> bool {
        self.state().known.get(&me).is_some_and(|known| known.has_printed)
    }

    /// The goroutine `me` stands before a point: what it will access, and what it waits for.
    pub(crate) fn stands(&self, me: TaskRef, next: &[(u64, u64, Kind)], gate: Option<Gate>) {
        let pending: Vec<Access> =
            next.iter().flat_map(|(at, n, k)| self.words(*at, *n, *k)).collect();
        let mut state = self.state();
        state.budgets = 0;
        let Some(known) = state.known.get_mut(&me) else { return };
        (known.gate, known.stands, known.has_printed) = (gate, true, false);
        known.selects.clear();
        let thread = known.thread;
        state.run.arrives(thread, &pending);
    }

    /// The goroutine `me` is at a select of these channels, and may wait there. The goroutine that ends its wait ends
    /// it at all of them, so it accesses all.
    pub(crate) fn selects(&self, me: TaskRef, channels: impl Iterator<Item = u64>) {
        if let Some(known) = self.state().known.get_mut(&me) {
            known.selects = channels.collect();
        }
    }

    /// A goroutine has used up its budget of instructions; true: others go on first. After many of those without a
    /// point the run is given up: as one without end if it goes round in the same states.
    pub(crate) fn budget_over(&self, digest: u64) -> bool {
        let is_free = self.is_free();
        let mut state = self.state();
        state.budgets += 1;
        state.has_used_budget = true;
        if state.budgets == 1 {
            state.between = None;
        }
        let turns = state.between.get_or_insert_with(|| Turns::from(self.digest()));
        turns.stops += 1;
        turns.states.insert(digest);
        if turns.stops > BUDGETS {
            let hangs = turns.come_back() && turns.heap == self.digest();
            state.between = None;
            if hangs {
                state.run.give_up(Cut::TooLong);
            }
        }
        let most = if is_free { MOST_FREE_BUDGETS } else { MOST_BUDGETS };
        if state.budgets > most {
            state.run.give_up(Cut::Unfinished);
        }
        !is_free || state.budgets > most || state.budgets.is_multiple_of(BUDGETS_OF_SLICE)
    }

    /// Whether nothing is chosen any more.
    #[inline]
    pub(crate) fn is_free(&self) -> bool {
        self.is_free.load(Ordering::Relaxed)
    }

    /// Nothing is chosen from now on.
    pub(super) fn begin_freely(&self, state: &mut State) {
        if !self.is_free.swap(true, Ordering::Relaxed) {
            (state.choices, state.budgets, state.between) = (0, 0, None);
        }
    }

    /// A hash of the program's memory: the heap and the package-level variables. Channels are left out: they count what
    /// was done to them.
    pub(super) fn digest(&self) -> u64 {
        let is_channel = |desc: Desc| desc.0 & !Desc::IN_USE == DESC_CHAN.0 & !Desc::IN_USE;
        let mut hasher = DefaultHasher::new();
        self.memory.digest(is_channel).hash(&mut hasher);
        for at in 0..self.globals {
            // SAFETY: a word of the package-level variables, which live as long as the machine; nothing else runs.
            unsafe { (*(self.bases[0] as *const AtomicU64).add(at)).load(Ordering::Relaxed) }
                .hash(&mut hasher);
        }
        hasher.finish()
    }

    /// A goroutine has stopped, and can go on; `digest`: a hash of what it has of its own.
    pub(crate) fn stopped(&self, digest: impl FnOnce() -> u64) {
        let mut state = self.state();
        if !state.run.is_fair() {
            state.turns = None;
            return;
        }
        let turns = state.turns.get_or_insert_with(|| Turns::from(self.digest()));
        turns.stops += 1;
        turns.states.insert(digest());
    }

    /// The goroutines that stand before a lock which another one holds, or a group that is not done, with its address.
    pub(crate) fn waiting(&self) -> Vec<(TaskRef, u64, Reason)> {
        let state = self.state();
        let closed = state.known.iter().filter_map(|(task, known)| {
            let gate = known.gate.filter(|gate| !gate.is_open())?;
            let (address, reason) = match gate {
                Gate::Mutex(at) => (at, Reason::MutexLock),
                Gate::Group(at) => (at, Reason::WaitGroupWait),
                Gate::Bubble => return None,
            };
            Some((*task, address as u64, reason))
        });
        closed.collect()
    }

    /// Two instructions race, by their numbers.
    pub(crate) fn race(&self, instructions: [Option<usize>; 2]) {
        let numbers = instructions.into_iter().flatten().map(|at| at as u32);
        self.state().raced.extend(numbers);
    }

    /// The goroutine with this number and task was made by another one.
    pub(crate) fn made(&self, maker: Option<TaskRef>, made: TaskRef, id: u64) {
        let mut state = self.state();
        state.add(&self.common.names, maker, made, id);
    }

    /// The number of a goroutine.
    pub(crate) fn id_of(&self, me: TaskRef) -> u64 {
        self.state().known.get(&me).map_or(0, |known| known.id)
    }

    /// Gives the story of the run to `work`, if the run has one.
    pub(crate) fn settle(&self, work: impl FnOnce(&mut Tale)) {
        if let Some(tale) = &mut self.state().tale {
            work(tale);
        }
    }

    /// Gives the story of the run to `work`, if the run has one, with the name and the point of the running goroutine
    /// `me`, and the number of the step.
    pub(crate) fn tell(&self, me: TaskRef, work: impl FnOnce(&mut Tale, String, u32, usize)) {
        let mut state = self.state();
        let Some(thread) = state.known.get(&me).map(|known| known.thread) else { return };
        let point = state.run.stand(thread).point;
        let step = state.run.steps().len().saturating_sub(1);
        if let Some(tale) = &mut state.tale {
            work(tale, self.common.names.path(thread), point, step);
        }
    }

    /// Whether something is told.
    pub(crate) fn tells(&self) -> bool {
        let state = self.state();
        state.tale.is_some() && state.run.steps().len() >= state.tells_from
    }

    /// Whether the run was ended before the program ended.
    pub(crate) fn is_cut(&self) -> bool {
        self.state().is_cut
    }

    /// Whether it was so because it was too long.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.state().run.cut() == Some(Cut::Unfinished)
    }

    /// The run is over; `exits`: a goroutine has ended the program.
    pub(crate) fn end(&self, exits: bool) -> (Trace, BTreeSet<u32>, Option<Tale>) {
        let mut state = self.state();
        state.begin();
        let run = std::mem::replace(&mut state.run, Run::new(Plan::default(), Limits::default()));
        let mut left: Vec<(u32, Thread)> = state
            .known
            .values()
            .filter(|known| known.able && known.gate.is_none_or(Gate::is_open))
            .map(|known| (known.order, known.thread))
            .collect();
        left.sort_unstable();
        let left = left.into_iter().map(|(_, thread)| thread).collect();
        (run.end(left, exits), std::mem::take(&mut state.raced), state.tale.take())
    }
}

impl State {
    /// No budget counts that was used up before.
    pub(super) fn forget_budgets(&mut self) {
        (self.budgets, self.between, self.turns) = (0, None, None);
        (self.has_used_budget, self.has_acted) = (false, false);
    }

    /// Tells what no goroutine does.
    pub(super) fn tell_event(&mut self, event: Event) {
        let tells = self.run.steps().len() >= self.tells_from;
        if let Some(tale) = self.tale.as_mut().filter(|_| tells) {
            tale.told.push(event);
        }
    }

    pub(super) fn add(
        &mut self,
        names: &Names,
        maker: Option<TaskRef>,
        made: TaskRef,
        id: u64,
    ) -> Thread {
        let timer = self.next.take();
        if timer.is_none() {
            // Tickers tick for ever.
            self.run.progresses();
        }
        self.has_acted = true;
        self.run.accesses(Access::new(GOROUTINES, Kind::Add));
        let order = self.count;
        self.count += 1;
        if order > 0 {
            self.begin();
        }
        let maker = maker.and_then(|maker| self.known.get_mut(&maker));
        let bubble = maker.as_ref().map_or(0, |maker| maker.bubble);
        let thread = match (timer, maker) {
            (Some(timer), _) => timer,
            (None, Some(maker)) => {
                maker.made += 1;
                names.made_by(maker.thread, maker.made)
            }
            (None, None) if order == 0 => FIRST,
            (None, None) => {
                self.orphans += 1;
                names.orphan(self.orphans)
            }
        };
        // The runtime's own have no number.
        let id = if id == 0 && thread != FIRST { RUNTIME } else { id };
        let known = Known {
            thread,
            id,
            order,
            // A timer goes on counting when it fires again.
            made: timer.and_then(|it| self.timers.get(&it)).map_or(0, |timer| timer.made),
            timers: 0,
            bubble,
            gate: None,
            selects: Vec::new(),
            able: false,
            stands: false,
            yields: false,
            has_printed: false,
            calls: false,
            is_at_end: false,
        };
        self.known.insert(made, known);
        thread
    }
}
