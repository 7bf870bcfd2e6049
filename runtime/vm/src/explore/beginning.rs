//! Where exploration begins: where main is about to be called, unless there was another goroutine before.
//!
//! While packages are initialised by the only goroutine there is nothing to choose: it does not stop, and nothing is
//! noted. Where that has left nothing but memory, the machine is kept as a [`Snapshot`], and the runs that follow on
//! the same worker begin there. They have the same addresses, time and random numbers as one that begins at the
//! beginning, which runs do that are told or recorded.

use crate::explore::noted::{Explored, State};
use crate::explore::points::Points;
use crate::explore::snapshot::{IdleChannel, Snapshot};
use crate::goroutine::context::Cx;
use crate::goroutine::exit::Exit;
use crate::goroutine::processor::ProcLocal;
use crate::goroutine::records::Unwind;
use crate::goroutine::state::{PendingResume, Wait};
use crate::image::Image;
use crate::shared::Shared;
use minigo_bytecode::ops::Op;
use minigo_explore::FIRST;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// Exploration begins, at the latest, when so many slices of the only goroutine have ended.
const MOST_SLICES: u32 = 1000;

impl Snapshot {
    /// The machine as it is, if the initialisation of packages has left nothing but what a snapshot has.
    fn of(cx: &mut Cx, shared: &Shared, explored: &Explored) -> Option<Self> {
        let g = cx.g();
        let is_plain = matches!(g.wait, Wait::Nothing)
            && matches!(g.pending, PendingResume::Nothing)
            && g.unwind_ref().is_none_or(Unwind::is_as_new)
            && g.reads.is_empty()
            && g.bubble == 0
            && g.pins == 0;
        if !is_plain || cx.task().has_timers() || shared.cpu_profile.is_on() {
            return None;
        }
        let finalizers = shared.gc.finalizers.0.lock().clone();
        if finalizers.running.contains(&true) || finalizers.queues.iter().any(|q| !q.is_empty()) {
            return None;
        }
        let (finalized, has_weak) = explored.collected();
        let host = shared.host.mark()?;
        let left = shared.image.left()?;
        let local = cx.task().local();
        let channels =
            local.chans.iter().map(|chan| IdleChannel::of(*chan)).collect::<Option<_>>()?;
        let word = |word: &AtomicU64| word.load(Ordering::Relaxed);
        Some(Self {
            heap: local.cache.snapshot()?,
            left,
            globals: shared.image.global_words().iter().map(word).collect(),
            channels,
            ids: (shared.ids.load(Ordering::Relaxed), local.ids()),
            pools: shared.pools.0.lock().clone(),
            finalizers,
            finalized,
            has_weak,
            weaks: shared.gc.weaks.0.lock().clone(),
            kept: shared.kept.copy()?,
            settings: shared.settings.changed(),
            zero: shared.zero.clone(),
            host,
        })
    }

    /// Makes a machine that it [fits](Self::fits) begin here, but for what its processor has.
    pub(crate) fn begin(&self, shared: &mut Shared) {
        for (word, value) in shared.image.global_words().iter().zip(&self.globals) {
            word.store(*value, Ordering::Relaxed);
        }
        *shared.ids.get_mut() = self.ids.0;
        *shared.pools.0.get_mut() = self.pools.clone();
        *shared.gc.finalizers.0.get_mut() = self.finalizers.clone();
        *shared.gc.weaks.0.get_mut() = self.weaks.clone();
        shared.kept = self.kept.copy().expect("it was copied before");
        shared.settings.change(&self.settings);
        shared.zero = self.zero.clone();
        shared.host.go_on_from(self.host);
    }

    /// Makes the machine's processor begin here.
    pub(crate) fn begin_processor(&self, local: &mut ProcLocal) {
        local.cache = self.heap.begin(local.cache.heap());
        local.chans = self.channels.iter().map(IdleChannel::make).collect();
        local.set_ids(self.ids.1.clone());
    }
}

impl State {
    /// What follows is explored.
    pub(super) fn begin(&mut self) {
        if std::mem::take(&mut self.initialises) {
            self.run.begins(FIRST);
            self.forget_budgets();
        }
    }

    /// The only goroutine goes on, without a choice.
    pub(super) fn goes_on(&mut self) -> bool {
        if self.choices > MOST_SLICES || self.run.is_given_up() {
            self.begin();
        }
        self.initialises
    }
}

impl Explored {
    /// Whether packages are initialised, and nothing is explored yet.
    pub(crate) fn initialises(&self) -> bool {
        self.state().initialises
    }

    /// The objects that have a finalizer, and whether there are weak pointers.
    fn collected(&self) -> (BTreeSet<u64>, bool) {
        let state = self.state();
        (state.finalized.clone(), state.has_weak)
    }

    /// Where a machine begins if it begins in the middle.
    pub(crate) fn snapshot(&self) -> Option<&Snapshot> {
        self.snapshot.as_deref()
    }
}

/// The goroutine stands before one of the instructions where exploration may begin, as [`Points`] say. True: it leaves,
/// for [`begin`].
pub(crate) fn leaves(cx: &mut Cx, explored: &Explored, at: usize) -> bool {
    let Some((first, call)) = explored.points.beginning else { return false };
    let leaves = match explored.snapshot {
        Some(_) if at == first as usize => {
            cx.s.pc = cx.shared().image.code.begin().wrapping_add(call as usize);
            true
        }
        Some(_) => false,
        None => at == call as usize && explored.initialises(),
    };
    if leaves {
        cx.exit = Exit::Begin;
    }
    leaves
}

/// Exploration begins.
pub(crate) fn begin(cx: &mut Cx, shared: &Shared) {
    let Some(explored) = shared.explored.as_deref() else { return };
    let (common, start) = (&explored.common, explored.heap());
    if explored.snapshot.is_none() && !explored.is_recorded && common.wants_snapshot(start) {
        common.keep_snapshot(start, Snapshot::of(cx, shared, explored));
    }
    explored.state().begin();
}

impl Points {
    /// The first instruction of the program, and the one that calls main, if others are called before.
    pub(super) fn beginning(image: &Image) -> Option<(u32, u32)> {
        let first = image.starts[image.program.entry.0 as usize] as usize;
        let code = (first..image.code.len()).map(|at| (at, image.op(at)));
        let code = code.take_while(|(_, op)| !matches!(op, Op::Ret {}));
        let mut calls = code.filter(|(_, op)| matches!(op, Op::Call { .. })).map(|(at, _)| at);
        let (before, call) = (calls.next()?, calls.last()?);
        (before < call).then_some((first as u32, call as u32))
    }
}
