//! The operations of a task on a descriptor: open it, use it in turn, set deadlines, close it. Every wake of a task
//! goes through the caller's P.
//!
//! An operation calls `net_begin_operation` until that allows it to proceed, and then makes the system call; if that
//! would block, the operation calls `net_wait` and starts over; at last it calls `net_end_operation`. A task that had
//! to park resumes with `net_begin_operation`.

use crate::gmp::{Handle, ProcessorCx, Task};
use crate::netpoll::{Desc, DescriptorUsers, Direction, GateState, NetRef, Netpoll, Refusal};
use crate::task::task_ref::TaskRef;
use crate::time::clock::Nanos;
use crate::time::timer_heap::AfterFiring;
use parking_lot::MutexGuard;
use std::io;
use std::sync::atomic::Ordering;

/// The next action of a task.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetAttempt {
    /// Make the system call with this descriptor.
    Go(i32),
    /// Return [`Step::Park`](crate::Step::Park), then call again.
    Park,
    /// There is no poller: wait in a blocking call until the descriptor is ready, then call again.
    Block(i32),
    /// The operation has failed, and has ended.
    Refused(Refusal),
}

/// The result of a close.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseResult {
    /// The descriptor was not in use: the caller closes the system's descriptor.
    Now(i32),
    /// The last user will close it: return [`Step::Park`](crate::Step::Park), then call again.
    Park,
    /// The descriptor had been closed before.
    Already,
}

impl<'a, T: Task> ProcessorCx<'a, T> {
    /// Registers a descriptor of the system so that tasks can wait for it. The descriptor has to be in non-blocking
    /// mode. `tells` is for TCP: a read that gets less than it asked for has taken all data, and the poller will report
    /// more. (On a local socket a read may also stop short at a passed file descriptor.)
    ///
    /// # Errors
    /// Returns the system's error: regular files cannot be waited for.
    pub fn net_open(&mut self, fd: i32, tells: bool) -> io::Result<NetRef> {
        let net = &self.sched.net;
        let index = net.take_slot()?;
        let desc = net.desc(index);
        let mut users = desc.users.lock();
        // A generation is never 0, nor that of the waker's token.
        let mut generation = desc.generation.load(Ordering::Relaxed).wrapping_add(1);
        if generation == 0 || generation == u32::MAX {
            generation = 1;
        }
        let named = NetRef { index, generation };
        desc.clear();
        *users = DescriptorUsers { fd, ..DescriptorUsers::default() };
        desc.generation.store(generation, Ordering::Release);
        if self.sched.feature_switches.get().netpoll {
            // Set the flag before the poller knows the descriptor: another thread may poll at once, and the end of a
            // connection is reported only once.
            desc.set_registered(tells);
            if let Err(error) = net.register(fd, named) {
                *users = DescriptorUsers { fd: -1, is_closed: true, ..DescriptorUsers::default() };
                drop(users);
                net.return_slot(index);
                return Err(error);
            }
        }
        Ok(named)
    }

    fn descriptor(&self, named: NetRef) -> Option<(&'a Desc, MutexGuard<'a, DescriptorUsers>)> {
        let desc = self.sched.net.desc_of(named)?;
        let users = desc.users.lock();
        let same = desc.generation.load(Ordering::Relaxed) == named.generation;
        (same && named.generation != 0).then_some((desc, users))
    }

    /// Begins an operation, or continues it after a park (`is_retry`).
    pub fn net_begin_operation(
        &mut self,
        named: NetRef,
        direction: Direction,
        me: TaskRef,
        is_retry: bool,
    ) -> NetAttempt {
        let Some((desc, mut users)) = self.descriptor(named) else {
            return NetAttempt::Refused(Refusal::Closed);
        };
        let mut known = false;
        if is_retry && users.is_held_by(direction, me) {
            if desc.gate(direction).check_resumed(me) == GateState::Waiting {
                return NetAttempt::Park;
            }
        } else {
            if users.is_closed {
                return NetAttempt::Refused(Refusal::Closed);
            }
            if !users.use_direction(direction, me) {
                return NetAttempt::Park;
            }
            known =
                direction == Direction::Read && users.is_drained && desc.poller_reports_all_data();
            if !known {
                desc.gate(direction).close();
            }
        }
        if direction == Direction::Read {
            users.is_drained = false;
        }
        let fd = users.fd;
        drop(users);
        match desc.refusal(direction) {
            // If data has arrived since the attempt, the poller has opened the gate, or will open it.
            None if known => self.net_wait(named, direction, me, fd),
            None => NetAttempt::Go(fd),
            Some(refusal) => {
                self.net_end_operation(named, direction);
                NetAttempt::Refused(refusal)
            }
        }
    }

    /// To be called when the system call with `fd` would block: waits at the gate.
    pub fn net_wait(
        &mut self,
        named: NetRef,
        direction: Direction,
        me: TaskRef,
        fd: i32,
    ) -> NetAttempt {
        let net = &self.sched.net;
        let desc = net.desc(named.index);
        let refused = |on: &mut Self| {
            let refusal = desc.refusal(direction)?;
            on.net_end_operation(named, direction);
            Some(NetAttempt::Refused(refusal))
        };
        if !desc.is_registered() {
            return refused(self).unwrap_or(NetAttempt::Block(fd));
        }
        let home = match direction {
            Direction::Read if desc.poller_reports_all_data() => self.affinity_of_reader(fd),
            _ => self.processor.id.0,
        };
        self.sched.slab.slot(me.index()).home_proc.store(home as u16 + 1, Ordering::Relaxed);
        net.add_waiting_task();
        match desc.gate(direction).try_wait(me) {
            GateState::Waiting => {}
            GateState::Open | GateState::Turned => {
                net.subtract_waiting_tasks(1);
                return refused(self).unwrap_or(NetAttempt::Go(fd));
            }
        }
        if desc.refusal(direction).is_none() {
            return NetAttempt::Park;
        }
        if desc.gate(direction).withdraw(me) {
            net.subtract_waiting_tasks(1);
        }
        refused(self).unwrap_or(NetAttempt::Go(fd))
    }

    /// Ends an operation: the next task may begin. The last user of a closed descriptor closes the system's descriptor.
    pub fn net_end_operation(&mut self, named: NetRef, direction: Direction) {
        self.end_operation(named, direction, false);
    }

    /// Withdraws from an operation that has parked.
    pub fn net_withdraw(&mut self, named: NetRef, direction: Direction, me: TaskRef) {
        let Some((desc, mut users)) = self.descriptor(named) else { return };
        users.waiting_closers.retain(|task| *task != me);
        if !users.is_held_by(direction, me) {
            users.leave_queue(direction, me);
            return;
        }
        drop(users);
        if desc.gate(direction).withdraw(me) {
            self.sched.net.subtract_waiting_tasks(1);
        }
        self.end_operation(named, direction, false);
    }

    /// Ends a read that has got some data, but less than it asked for.
    pub fn net_end_short_read(&mut self, named: NetRef) {
        self.end_operation(named, Direction::Read, true);
    }

    fn end_operation(&mut self, named: NetRef, direction: Direction, short: bool) {
        let desc = self.sched.net.desc(named.index);
        let mut users = desc.users.lock();
        users.is_drained |= short;
        let next = users.pass_to_next_task(direction);
        let last = users.is_closed && users.is_unused();
        let closers = if last {
            let (fd, closers) = self.release_slot(named, users);
            (self.sched.config.close_descriptor)(fd);
            closers
        } else {
            drop(users);
            Vec::new()
        };
        next.into_iter().chain(closers).for_each(|task| self.wake(task));
    }

    /// Frees the slot after the last user has left. Returns the system's descriptor, and the tasks that wait for the
    /// close.
    fn release_slot(
        &self,
        named: NetRef,
        mut users: MutexGuard<'_, DescriptorUsers>,
    ) -> (i32, Vec<TaskRef>) {
        let net = &self.sched.net;
        if net.desc(named.index).is_registered() {
            net.deregister(users.fd);
        }
        // The generation changes with the next descriptor; until then `closed` refuses stale references.
        let result = (users.fd, users.take_closers());
        users.fd = -1;
        drop(users);
        net.return_slot(named.index);
        result
    }

    /// Closes the descriptor: all waiting tasks are woken and find it closed. To be called again after a park
    /// (`is_retry`).
    pub fn net_close(&mut self, named: NetRef, me: TaskRef, is_retry: bool) -> CloseResult {
        let Some((desc, mut users)) = self.descriptor(named) else { return CloseResult::Already };
        if users.is_closed {
            if is_retry && users.fd >= 0 {
                users.await_close(me);
                return CloseResult::Park;
            }
            return CloseResult::Already;
        }
        users.is_closed = true;
        desc.refuse_all();
        let timers = Direction::BOTH.map(|d| users.direction_state(d).timer.take());
        let mut turned = users.take_queues();
        let free = users.is_unused();
        let fd = if free {
            self.release_slot(named, users).0
        } else {
            users.await_close(me);
            drop(users);
            -1
        };
        for timer in timers.into_iter().flatten() {
            let _ = self.stop_timer(timer);
        }
        turned.drain(..).for_each(|task| self.wake(task));
        if free {
            return CloseResult::Now(fd);
        }
        for direction in Direction::BOTH {
            self.wake_gate_waiter(desc, direction);
        }
        CloseResult::Park
    }

    /// Wakes the task that waits at the gate, without opening it.
    fn wake_gate_waiter(&mut self, desc: &Desc, direction: Direction) {
        if let Some(task) = desc.gate(direction).open(false) {
            self.wake(task);
            self.sched.net.subtract_waiting_tasks(1);
        }
    }

    /// Sets the time from which operations of this direction fail, including those in progress; `None`: never. Returns
    /// false if the descriptor is closed.
    pub fn net_set_deadline(
        &mut self,
        named: NetRef,
        direction: Direction,
        when: Option<Nanos>,
    ) -> bool {
        let Some((desc, mut users)) = self.descriptor(named) else { return false };
        if users.is_closed {
            return false;
        }
        let side = users.direction_state(direction);
        side.timer_serial += 1;
        let serial = side.timer_serial;
        let old = side.timer.take();
        let past = when.is_some_and(|when| when <= self.now());
        desc.set_expired(direction, past);
        if let Some(when) = when
            && !past
        {
            let expire = move |on: &mut ProcessorCx<'_, T>| on.net_expire(named, direction, serial);
            users.direction_state(direction).timer = Some(self.call_at(when, expire));
        }
        drop(users);
        if let Some(old) = old {
            let _ = self.stop_timer(old);
        }
        if past {
            self.wake_gate_waiter(desc, direction);
        }
        true
    }

    /// Called when a deadline has passed.
    fn net_expire(&mut self, named: NetRef, direction: Direction, serial: u64) -> AfterFiring {
        if let Some((desc, mut users)) = self.descriptor(named)
            && !users.is_closed
            && users.direction_state(direction).timer_serial == serial
        {
            users.direction_state(direction).timer = None;
            desc.set_expired(direction, true);
            drop(users);
            self.wake_gate_waiter(desc, direction);
        }
        AfterFiring::Done
    }

    /// Calls `act` with the system's descriptor, which stays open during the call; returns `None` if it is closed.
    /// `act` must not block.
    pub fn net_with_descriptor<R>(
        &mut self,
        named: NetRef,
        act: impl FnOnce(i32) -> R,
    ) -> Option<R> {
        let (_desc, users) = self.descriptor(named)?;
        (!users.is_closed).then(|| act(users.fd))
    }
}

impl Netpoll {
    /// Closes all open descriptors when the scheduler shuts down.
    pub(crate) fn close_all(&self, close: &dyn Fn(i32)) {
        for desc in self.desc_chunks.iter().filter_map(|chunk| chunk.get()).flatten() {
            let mut users = desc.users.lock();
            if users.fd >= 0 && desc.generation.load(Ordering::Relaxed) != 0 {
                users.is_closed = true;
                close(std::mem::replace(&mut users.fd, -1));
            }
        }
    }
}

impl<T: Task> Handle<T> {
    /// Reports whether a blocking wait for a descriptor should end: it was closed, or a deadline has passed.
    pub fn net_is_refused(&self, named: NetRef, direction: Direction) -> bool {
        self.shared.net.desc_of(named).is_none_or(|desc| desc.refusal(direction).is_some())
    }
}
