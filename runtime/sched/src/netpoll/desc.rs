//! A descriptor on which tasks wait (one socket or pipe): its two gates, its deadlines, and the tasks that use it at
//! present.
//!
//! At most one task reads and one writes; others queue. A close turns away every task, and the system's descriptor is
//! closed when the last task has left, so that no number is reused while a task still reads.

use super::gate::Gate;
use crate::task::task_ref::TaskRef;
use crate::time::timer_heap::TimerRef;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};

/// A descriptor as its users name it. A stale reference is harmless: the descriptor counts as closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetRef {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

impl NetRef {
    /// The reference as a positive number.
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }

    /// The reference from the number that [`to_bits`](Self::to_bits) has returned.
    pub fn from_bits(bits: u64) -> Self {
        Self { index: bits as u32, generation: (bits >> 32) as u32 }
    }
}

/// A direction of I/O: reading (and accepting), or writing (and connecting).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Reading.
    Read = 0,
    /// Writing.
    Write = 1,
}

impl Direction {
    /// Both directions.
    pub const BOTH: [Self; 2] = [Self::Read, Self::Write];

    fn expired_flag(self) -> u32 {
        2 << self as u32
    }
}

const CLOSING: u32 = 1;
/// A bit that is no refusal and stays constant while the descriptor is open: it is registered with the poller.
const REGISTERED: u32 = 8;
/// A bit that is no refusal: after a read that returned less than was requested, the poller reports all data that
/// arrives.
const POLLER_REPORTS_ALL_DATA: u32 = 16;

/// The reason why an operation is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The descriptor was closed.
    Closed,
    /// The deadline has passed.
    TimedOut,
}

/// The rarely used state of one direction.
#[derive(Default)]
pub(crate) struct DirectionState {
    queue: VecDeque<TaskRef>,
    pub(crate) timer: Option<TimerRef>,
    /// Distinguishes a deadline from earlier deadlines.
    pub(crate) timer_serial: u64,
}

/// The state that the descriptor's lock guards.
#[derive(Default)]
#[repr(C)]
pub(crate) struct DescriptorUsers {
    pub(crate) fd: i32,
    pub(crate) is_closed: bool,
    /// The last read has taken all data, and no report of more has been taken since.
    pub(crate) is_drained: bool,
    /// The task that reads, and the one that writes.
    pub(crate) exclusive_holders: [Option<TaskRef>; 2],
    pub(crate) directions: [DirectionState; 2],
    /// Tasks that wait until the system's descriptor has been closed.
    pub(crate) waiting_closers: Vec<TaskRef>,
}

impl DescriptorUsers {
    pub(crate) fn direction_state(&mut self, direction: Direction) -> &mut DirectionState {
        &mut self.directions[direction as usize]
    }

    pub(crate) fn is_unused(&self) -> bool {
        self.exclusive_holders.iter().all(Option::is_none)
    }

    pub(crate) fn take_closers(&mut self) -> Vec<TaskRef> {
        std::mem::take(&mut self.waiting_closers)
    }

    pub(crate) fn await_close(&mut self, me: TaskRef) {
        if !self.waiting_closers.contains(&me) {
            self.waiting_closers.push(me);
        }
    }

    pub(crate) fn is_held_by(&mut self, direction: Direction, me: TaskRef) -> bool {
        self.exclusive_holders[direction as usize] == Some(me)
    }

    /// Begins to use a direction; returns false if another task uses it, and then `me` is in the queue.
    pub(crate) fn use_direction(&mut self, direction: Direction, me: TaskRef) -> bool {
        let holder = &mut self.exclusive_holders[direction as usize];
        if holder.is_none() {
            *holder = Some(me);
            return true;
        }
        let side = self.direction_state(direction);
        if !side.queue.contains(&me) {
            side.queue.push_back(me);
        }
        false
    }

    /// Removes the task from the queue.
    pub(crate) fn leave_queue(&mut self, direction: Direction, me: TaskRef) {
        self.direction_state(direction).queue.retain(|task| *task != me);
    }

    /// Passes the direction to the next task in the queue, which has to be woken.
    pub(crate) fn pass_to_next_task(&mut self, direction: Direction) -> Option<TaskRef> {
        let next = self.direction_state(direction).queue.pop_front();
        self.exclusive_holders[direction as usize] = next;
        next
    }

    /// Takes the tasks from the queues; they will find the descriptor closed.
    pub(crate) fn take_queues(&mut self) -> Vec<TaskRef> {
        self.directions.iter_mut().flat_map(|side| side.queue.drain(..)).collect()
    }
}

/// A descriptor. The fields that every operation touches are on one cache line, up to and with
/// [`DescriptorUsers::exclusive_holders`]: the reading task, the polling worker and the peer's task are on different
/// processors.
#[derive(Default)]
#[repr(C, align(128))]
pub(crate) struct Desc {
    /// The generation of the slot's descriptor; events of earlier generations are ignored.
    pub(crate) generation: AtomicU32,
    /// The reasons for which operations are refused. SeqCst with the gates: written before the gates are read, and read
    /// after a task has entered a gate.
    refusal_flags: AtomicU32,
    gates: [Gate; 2],
    pub(crate) users: Mutex<DescriptorUsers>,
}

impl Desc {
    pub(crate) fn gate(&self, direction: Direction) -> &Gate {
        &self.gates[direction as usize]
    }

    pub(crate) fn refusal(&self, direction: Direction) -> Option<Refusal> {
        let bits = self.refusal_flags.load(Ordering::SeqCst);
        if bits & CLOSING != 0 {
            Some(Refusal::Closed)
        } else {
            (bits & direction.expired_flag() != 0).then_some(Refusal::TimedOut)
        }
    }

    /// Called before any other thread, including the poller, knows the descriptor.
    pub(crate) fn set_registered(&self, tells: bool) {
        let bits = if tells { REGISTERED | POLLER_REPORTS_ALL_DATA } else { REGISTERED };
        self.refusal_flags.fetch_or(bits, Ordering::SeqCst);
    }

    pub(crate) fn is_registered(&self) -> bool {
        self.refusal_flags.load(Ordering::Relaxed) & REGISTERED != 0
    }

    /// Called when the poller has reported an event after which it need not report more.
    pub(crate) fn clear_reports_all_data(&self) {
        if self.poller_reports_all_data() {
            self.refusal_flags.fetch_and(!POLLER_REPORTS_ALL_DATA, Ordering::SeqCst);
        }
    }

    pub(crate) fn poller_reports_all_data(&self) -> bool {
        self.refusal_flags.load(Ordering::SeqCst) & POLLER_REPORTS_ALL_DATA != 0
    }

    pub(crate) fn refuse_all(&self) {
        self.refusal_flags.fetch_or(CLOSING, Ordering::SeqCst);
    }

    pub(crate) fn set_expired(&self, direction: Direction, expired: bool) {
        if expired {
            self.refusal_flags.fetch_or(direction.expired_flag(), Ordering::SeqCst);
        } else {
            self.refusal_flags.fetch_and(!direction.expired_flag(), Ordering::SeqCst);
        }
    }

    /// Resets the slot for a new descriptor.
    pub(crate) fn clear(&self) {
        self.refusal_flags.store(0, Ordering::SeqCst);
        Direction::BOTH.iter().for_each(|direction| self.gate(*direction).close());
    }
}

const _: () = assert!(
    std::mem::offset_of!(Desc, users) + 8 + std::mem::offset_of!(DescriptorUsers, directions) <= 64,
    "one cache line"
);
