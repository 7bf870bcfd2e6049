//! Computations without a P that a session may abandon.
//!
//! A computation that a crate does in one call cannot be stopped. In a program, such a computation only delays the end
//! of the program, which is the end of the process; but a session continues after an interrupted input. So the machine
//! of a session makes each such call on a dedicated thread, and the worker waits for that thread: an interrupt ends the
//! wait, and the thread continues although no goroutine waits for its result. The thread keeps the machine's memory,
//! and the objects that it reads are marked until it ends. At most [`MAX_THREADS`] such threads exist; above that, the
//! workers make the calls themselves, and an interrupt waits until the call has returned.

use hashbrown::HashMap;
use minigo_heap::Marker;
use parking_lot::{Condvar, Mutex};
use std::sync::Arc;

/// The most threads that compute abandoned results.
const MAX_THREADS: usize = 8;

/// The computations of a machine that run on threads of their own.
#[derive(Default)]
pub(crate) struct Computations(Mutex<ComputationTable>);

#[derive(Default)]
struct ComputationTable {
    /// The calls that goroutines wait for, by goroutine.
    abandonable_calls: HashMap<u64, Arc<dyn Abandon>>,
    /// The objects that each computation reads, by the computation's number.
    read_objects: HashMap<u64, Vec<u64>>,
    last_number: u64,
    abandoned_count: usize,
}

/// A call that can be abandoned.
pub(crate) trait Abandon: Send + Sync {
    /// Ends the wait for the call; false if the call has ended.
    fn abandon(&self) -> bool;
}

/// The state or result of a call.
pub(crate) enum CallAnswer<V> {
    Nothing,
    Value(V),
    /// No goroutine waits for the call any more.
    Abandoned,
    /// The thread has panicked: a bug of minigo.
    Failed,
    Taken,
}

/// Passes the value of a call from its thread to the waiting worker.
pub(crate) struct Handover<V> {
    answer_state: Mutex<CallAnswer<V>>,
    changed: Condvar,
}

impl<V> Handover<V> {
    pub(crate) fn new() -> Self {
        Self { answer_state: Mutex::new(CallAnswer::Nothing), changed: Condvar::new() }
    }

    /// Sets the answer; returns false if no goroutine waits for the answer.
    pub(crate) fn set_answer(&self, answer: CallAnswer<V>) -> bool {
        let mut now = self.answer_state.lock();
        if !matches!(*now, CallAnswer::Nothing) {
            return false;
        }
        *now = answer;
        self.changed.notify_all();
        true
    }

    /// Reports whether the call was abandoned.
    pub(crate) fn was_abandoned(&self) -> bool {
        matches!(*self.answer_state.lock(), CallAnswer::Abandoned)
    }

    /// Discards the answer of a thread that could not be started.
    pub(crate) fn reset_answer(&self) {
        *self.answer_state.lock() = CallAnswer::Nothing;
    }

    /// Waits until there is an answer, and leaves it in place.
    pub(crate) fn wait_for_answer(&self) {
        let mut now = self.answer_state.lock();
        while matches!(*now, CallAnswer::Nothing) {
            self.changed.wait(&mut now);
        }
    }

    /// Removes and returns the answer.
    pub(crate) fn take_answer(&self) -> CallAnswer<V> {
        std::mem::replace(&mut *self.answer_state.lock(), CallAnswer::Taken)
    }
}

impl<V: Send> Abandon for Handover<V> {
    fn abandon(&self) -> bool {
        self.set_answer(CallAnswer::Abandoned)
    }
}

impl Computations {
    /// Registers a computation that reads these objects: they are marked until the computation
    /// [ends](Self::end_computation). Returns the computation's number; `None` if no more threads may be started.
    pub(crate) fn begin_computation(&self, reads: Vec<u64>) -> Option<u64> {
        let mut table = self.0.lock();
        if table.abandoned_count >= MAX_THREADS {
            return None;
        }
        table.last_number += 1;
        let number = table.last_number;
        table.read_objects.insert(number, reads);
        Some(number)
    }

    /// Unregisters a computation whose thread ends.
    pub(crate) fn end_computation(&self, number: u64, was_abandoned: bool) {
        let mut table = self.0.lock();
        table.read_objects.remove(&number);
        table.abandoned_count -= usize::from(was_abandoned);
    }

    /// Registers the call that a goroutine waits for.
    pub(crate) fn register_wait(&self, goroutine: u64, call: Arc<dyn Abandon>) {
        self.0.lock().abandonable_calls.insert(goroutine, call);
    }

    /// Removes the call of a goroutine that has stopped waiting.
    pub(crate) fn unregister_wait(&self, goroutine: u64) {
        self.0.lock().abandonable_calls.remove(&goroutine);
    }

    /// Ends the wait of a goroutine for its call, if it waits for one.
    pub(crate) fn abandon_call(&self, goroutine: u64) {
        let mut table = self.0.lock();
        if let Some(call) = table.abandonable_calls.remove(&goroutine)
            && call.abandon()
        {
            table.abandoned_count += 1;
        }
    }

    /// Ends all waits, when the machine closes.
    pub(crate) fn abandon_all(&self) {
        let mut table = self.0.lock();
        let calls: Vec<_> = table.abandonable_calls.drain().collect();
        table.abandoned_count += calls.iter().filter(|(_, call)| call.abandon()).count();
    }

    /// The number of threads that compute abandoned results.
    pub(crate) fn abandoned_count(&self) -> usize {
        self.0.lock().abandoned_count
    }

    /// Marks the objects that computations read.
    pub(crate) fn mark_read_objects(&self, marker: &mut Marker) {
        self.0.lock().read_objects.values().flatten().for_each(|&word| marker.mark_word(word));
    }
}
