//! A descriptor that tasks wait for (one socket or pipe): its two gates, its deadlines, and the tasks that use it
//! just now.
//!
//! At most one task reads and one writes; others queue. A close turns away every task, and the system's descriptor is
//! given back when the last one has left, so that no number is reused under a reader.

use super::gate::Gate;
use crate::task::task_ref::TaskRef;
use crate::time::timer_heap::TimerRef;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};

/// A descriptor as its users name it. Stale ones are harmless: they are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetRef {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

impl NetRef {
    /// As a positive number.
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }

    /// What [`to_bits`](Self::to_bits) gave.
    pub fn from_bits(bits: u64) -> Self {
        Self { index: bits as u32, generation: (bits >> 32) as u32 }
    }
}

/// Reading (and accepting), or writing (and connecting).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Reading.
    Read = 0,
    /// Writing.
    Write = 1,
}

impl Direction {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Read, Self::Write];

    fn expired(self) -> u32 {
        2 << self as u32
    }
}

const CLOSING: u32 = 1;
/// No refusal, but constant while the descriptor is open: it is registered with the poller.
const REGISTERED: u32 = 8;
/// No refusal: the poller reports everything that arrives after a read that got less than it asked for.
const TELLS: u32 = 16;

/// What stands in the way of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It was closed.
    Closed,
    /// The deadline has passed.
    TimedOut,
}

/// What is seldom needed of one direction.
#[derive(Default)]
pub(crate) struct Side {
    queue: VecDeque<TaskRef>,
    pub(crate) timer: Option<TimerRef>,
    /// Tells a deadline from the one before it.
    pub(crate) serial: u64,
}

/// What the lock guards.
#[derive(Default)]
#[repr(C)]
pub(crate) struct Users {
    pub(crate) fd: i32,
    pub(crate) closed: bool,
    /// The last read has taken all there was, and no news of more has been taken since.
    pub(crate) empty: bool,
    /// The task that reads, and the one that writes.
    pub(crate) holders: [Option<TaskRef>; 2],
    pub(crate) sides: [Side; 2],
    /// Tasks that wait until the descriptor has been given back.
    pub(crate) closers: Vec<TaskRef>,
}

impl Users {
    pub(crate) fn side(&mut self, direction: Direction) -> &mut Side {
        &mut self.sides[direction as usize]
    }

    pub(crate) fn is_free(&self) -> bool {
        self.holders.iter().all(Option::is_none)
    }

    pub(crate) fn take_closers(&mut self) -> Vec<TaskRef> {
        std::mem::take(&mut self.closers)
    }

    pub(crate) fn await_close(&mut self, me: TaskRef) {
        if !self.closers.contains(&me) {
            self.closers.push(me);
        }
    }

    pub(crate) fn holds(&mut self, direction: Direction, me: TaskRef) -> bool {
        self.holders[direction as usize] == Some(me)
    }

    /// Begins to use a direction; false: the task is in the queue.
    pub(crate) fn hold(&mut self, direction: Direction, me: TaskRef) -> bool {
        let holder = &mut self.holders[direction as usize];
        if holder.is_none() {
            *holder = Some(me);
            return true;
        }
        let side = self.side(direction);
        if !side.queue.contains(&me) {
            side.queue.push_back(me);
        }
        false
    }

    /// Takes the task out of the queue.
    pub(crate) fn leave_queue(&mut self, direction: Direction, me: TaskRef) {
        self.side(direction).queue.retain(|task| *task != me);
    }

    /// The direction goes to the next task in the queue, which has to be woken.
    pub(crate) fn pass_on(&mut self, direction: Direction) -> Option<TaskRef> {
        let next = self.side(direction).queue.pop_front();
        self.holders[direction as usize] = next;
        next
    }

    /// The tasks in the queues, which will find it closed.
    pub(crate) fn take_queues(&mut self) -> Vec<TaskRef> {
        self.sides.iter_mut().flat_map(|side| side.queue.drain(..)).collect()
    }
}

/// A descriptor. What every operation touches is one cache line, up to and with [`Users::holders`]: the task that
/// reads, the worker that polls and the peer's task are on different processors.
#[derive(Default)]
#[repr(C, align(128))]
pub(crate) struct Desc {
    /// Which of the slot's descriptors it is; events of an earlier one are ignored.
    pub(crate) generation: AtomicU32,
    /// Why an operation is refused. SeqCst with the gates: written before those are looked at, read after a task is in
    /// one.
    refusals: AtomicU32,
    gates: [Gate; 2],
    pub(crate) users: Mutex<Users>,
}

impl Desc {
    pub(crate) fn gate(&self, direction: Direction) -> &Gate {
        &self.gates[direction as usize]
    }

    pub(crate) fn refusal(&self, direction: Direction) -> Option<Refusal> {
        let bits = self.refusals.load(Ordering::SeqCst);
        if bits & CLOSING != 0 {
            Some(Refusal::Closed)
        } else {
            (bits & direction.expired() != 0).then_some(Refusal::TimedOut)
        }
    }

    /// Before any other thread, the poller included, knows of the descriptor.
    pub(crate) fn set_registered(&self, tells: bool) {
        let bits = if tells { REGISTERED | TELLS } else { REGISTERED };
        self.refusals.fetch_or(bits, Ordering::SeqCst);
    }

    pub(crate) fn is_registered(&self) -> bool {
        self.refusals.load(Ordering::Relaxed) & REGISTERED != 0
    }

    /// The poller has reported something after which it need not report more.
    pub(crate) fn tell_no_more(&self) {
        if self.tells() {
            self.refusals.fetch_and(!TELLS, Ordering::SeqCst);
        }
    }

    pub(crate) fn tells(&self) -> bool {
        self.refusals.load(Ordering::SeqCst) & TELLS != 0
    }

    pub(crate) fn refuse_all(&self) {
        self.refusals.fetch_or(CLOSING, Ordering::SeqCst);
    }

    pub(crate) fn set_expired(&self, direction: Direction, expired: bool) {
        if expired {
            self.refusals.fetch_or(direction.expired(), Ordering::SeqCst);
        } else {
            self.refusals.fetch_and(!direction.expired(), Ordering::SeqCst);
        }
    }

    /// For a new descriptor in this slot.
    pub(crate) fn clear(&self) {
        self.refusals.store(0, Ordering::SeqCst);
        Direction::BOTH.iter().for_each(|direction| self.gate(*direction).close());
    }
}

const _: () = assert!(
    std::mem::offset_of!(Desc, users) + 8 + std::mem::offset_of!(Users, sides) <= 64,
    "one cache line"
);
