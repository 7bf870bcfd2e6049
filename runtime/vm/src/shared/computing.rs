//! Computations without a P that a session may abandon.
//!
//! What a crate computes in one call cannot be stopped. In a program that only delays its end, and the process ends at
//! once; but a session goes on when an input is interrupted. So the machine of a session has each such call made by a
//! thread of its own, for which the worker waits: an interrupt ends the wait, and the thread goes on for nobody. It
//! keeps the machine's memory, and what it reads is marked until it ends. There are at most [`MOST`] such threads; when
//! there are so many, calls are made by the workers themselves, and an interrupt waits for them.

use hashbrown::HashMap;
use minigo_heap::Marker;
use parking_lot::{Condvar, Mutex};
use std::sync::Arc;

/// The most threads that compute for nobody.
const MOST: usize = 8;

/// The computations of a machine.
#[derive(Default)]
pub(crate) struct Computing(Mutex<Table>);

#[derive(Default)]
struct Table {
    /// The calls that are waited for, by goroutine.
    waits: HashMap<u64, Arc<dyn Abandon>>,
    /// What computations read, by a number for each.
    reads: HashMap<u64, Vec<u64>>,
    numbers: u64,
    abandoned: usize,
}

/// A call that can be abandoned.
pub(crate) trait Abandon: Send + Sync {
    /// Ends the wait for it; false when it has ended.
    fn abandon(&self) -> bool;
}

/// What a call has come to.
pub(crate) enum Answer<V> {
    Nothing,
    Value(V),
    /// Nobody waits any more.
    Abandoned,
    /// The thread has panicked: a bug.
    Failed,
    Taken,
}

/// Where the thread of a call hands its value over.
pub(crate) struct Handover<V> {
    answer: Mutex<Answer<V>>,
    changed: Condvar,
}

impl<V> Handover<V> {
    pub(crate) fn new() -> Self {
        Self { answer: Mutex::new(Answer::Nothing), changed: Condvar::new() }
    }

    /// Gives the answer; false when nobody waits for it.
    pub(crate) fn give(&self, answer: Answer<V>) -> bool {
        let mut now = self.answer.lock();
        if !matches!(*now, Answer::Nothing) {
            return false;
        }
        *now = answer;
        self.changed.notify_all();
        true
    }

    /// Whether the answer is that nobody waits.
    pub(crate) fn was_abandoned(&self) -> bool {
        matches!(*self.answer.lock(), Answer::Abandoned)
    }

    /// Takes back the answer of a thread that was not begun.
    pub(crate) fn reset(&self) {
        *self.answer.lock() = Answer::Nothing;
    }

    /// Waits for an answer, which stays here.
    pub(crate) fn wait(&self) {
        let mut now = self.answer.lock();
        while matches!(*now, Answer::Nothing) {
            self.changed.wait(&mut now);
        }
    }

    /// The answer.
    pub(crate) fn take(&self) -> Answer<V> {
        std::mem::replace(&mut *self.answer.lock(), Answer::Taken)
    }
}

impl<V: Send> Abandon for Handover<V> {
    fn abandon(&self) -> bool {
        self.give(Answer::Abandoned)
    }
}

impl Computing {
    /// A computation begins that reads these objects: they are marked until it [ends](Self::end). Its number; none if
    /// no more threads shall be begun.
    pub(crate) fn begin(&self, reads: Vec<u64>) -> Option<u64> {
        let mut table = self.0.lock();
        if table.abandoned >= MOST {
            return None;
        }
        table.numbers += 1;
        let number = table.numbers;
        table.reads.insert(number, reads);
        Some(number)
    }

    /// The thread of a computation ends.
    pub(crate) fn end(&self, number: u64, was_abandoned: bool) {
        let mut table = self.0.lock();
        table.reads.remove(&number);
        table.abandoned -= usize::from(was_abandoned);
    }

    /// A goroutine waits for a call.
    pub(crate) fn wait_for(&self, goroutine: u64, call: Arc<dyn Abandon>) {
        self.0.lock().waits.insert(goroutine, call);
    }

    /// It waits no longer.
    pub(crate) fn waited(&self, goroutine: u64) {
        self.0.lock().waits.remove(&goroutine);
    }

    /// Ends the wait of a goroutine, if it waits for a call.
    pub(crate) fn abandon(&self, goroutine: u64) {
        let mut table = self.0.lock();
        if let Some(call) = table.waits.remove(&goroutine)
            && call.abandon()
        {
            table.abandoned += 1;
        }
    }

    /// Ends all waits: the machine closes.
    pub(crate) fn abandon_all(&self) {
        let mut table = self.0.lock();
        let calls: Vec<_> = table.waits.drain().collect();
        table.abandoned += calls.iter().filter(|(_, call)| call.abandon()).count();
    }

    /// How many threads compute for nobody.
    pub(crate) fn abandoned(&self) -> usize {
        self.0.lock().abandoned
    }

    /// Marks what computations read.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        self.0.lock().reads.values().flatten().for_each(|&word| marker.mark(word));
    }
}
