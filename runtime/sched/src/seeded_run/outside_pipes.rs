//! Pipes to other processes: the other process's speed, not the seed, determines when such a pipe is ready.
//!
//! So a poll of the network, whose moment is drawn, draws one of the tasks that wait for pipes to other processes, and
//! waits until that task can run: for the run, the pipe was ready at that moment, just as a blocking call has ended at
//! the moment it was made. Other tasks that have become ready meanwhile are set aside until they are drawn.
//!
//! A process may write nothing until it is written to, or for longer than the run waits. If a process writes nothing
//! for too long, the run continues without its output, and can no longer be repeated for sure
//! ([`Handle::is_repeatable`](crate::Handle::is_repeatable)); the run does not wait for that pipe again. The same holds
//! for sockets and terminals: the run does not wait for them.

use super::{CALL_TIMEOUT, SeededWorker};
use crate::gmp::Task;
use crate::netpoll::Direction;
use crate::task::task_ref::TaskRef;
use std::collections::BTreeSet;
use std::mem::MaybeUninit;
use std::sync::atomic::Ordering;

/// The state of pipes to other processes.
#[derive(Default)]
pub(super) struct OutsidePipes {
    /// Runnable tasks that wait to be drawn.
    undrawn_ready_tasks: Vec<TaskRef>,
    /// Descriptors that were not ready in time.
    silent_pipes: BTreeSet<i32>,
    /// The tasks that waited when the pipes to other processes were last determined; `waiting_on_others`: those of them
    /// that wait for other processes.
    waits_at_last_check: Vec<DescriptorWait>,
    waiting_on_processes: Vec<DescriptorWait>,
    /// The number of polls since the pipes to other processes were last determined.
    polls_since_pipe_check: u32,
}

/// A waiting task, its descriptor, and the direction for which it waits.
type DescriptorWait = (TaskRef, i32, Direction);

/// The number of polls after which the pipes to other processes are determined again, because ends may have been
/// closed.
const POLLS_PER_PIPE_CHECK: u32 = 16;

impl OutsidePipes {
    /// The tasks among `waiting` that wait for other processes.
    fn select_waiting_on_processes(&mut self, waiting: Vec<DescriptorWait>) -> Vec<DescriptorWait> {
        self.polls_since_pipe_check += 1;
        if self.waits_at_last_check != waiting
            || self.polls_since_pipe_check >= POLLS_PER_PIPE_CHECK
        {
            let ends = if waiting.is_empty() { Vec::new() } else { pipe_ends() };
            let others = waiting.iter().filter(|(_, fd, way)| has_foreign_end(*fd, *way, &ends));
            self.waiting_on_processes = others.copied().collect();
            (self.waits_at_last_check, self.polls_since_pipe_check) = (waiting, 0);
        }
        self.waiting_on_processes.clone()
    }
}

impl<T: Task> SeededWorker<T> {
    /// Polls the network. Returns whether a task can run.
    pub(super) fn poll_network(&mut self) -> bool {
        let sched = self.sched.clone();
        if sched.net.has_only_task_events() {
            sched.net.poll(&mut self.network_ready);
            return self.queue_ready_tasks();
        }
        let outside = self.outside_pipes.select_waiting_on_processes(sched.net.waiting_tasks());
        let mut drawable: Vec<TaskRef> = outside.iter().map(|(task, ..)| *task).collect();
        drawable.extend(&self.outside_pipes.undrawn_ready_tasks);
        drawable.sort_unstable_by_key(|task| task.index());
        let chosen = match drawable.len() {
            0 => None,
            n => Some(drawable[self.rng.below(n as u32) as usize]),
        };
        if let Some(&(_, fd, way)) = outside.iter().find(|(task, ..)| Some(*task) == chosen)
            && !self.outside_pipes.silent_pipes.contains(&fd)
            && !wait_until_ready(fd, way)
        {
            self.outside_pipes.silent_pipes.insert(fd);
            sched.is_repeatable.store(false, Ordering::Relaxed);
        }
        sched.net.poll(&mut self.network_ready);
        let is_for_later = |task: &TaskRef| Some(*task) != chosen && drawable.contains(task);
        let later: Vec<TaskRef> = self.network_ready.iter().copied().filter(is_for_later).collect();
        self.network_ready.retain(|task| !later.contains(task));
        if let Some(at) =
            self.outside_pipes.undrawn_ready_tasks.iter().position(|task| Some(*task) == chosen)
        {
            self.network_ready.push(self.outside_pipes.undrawn_ready_tasks.swap_remove(at));
        }
        self.outside_pipes.undrawn_ready_tasks.extend(later);
        self.queue_ready_tasks()
    }

    /// Queues the tasks that have become ready; returns whether there were any.
    pub(super) fn queue_ready_tasks(&mut self) -> bool {
        let came = !self.network_ready.is_empty();
        self.sched.queue_ready_tasks(&mut self.network_ready, None);
        came
    }

    /// Reports whether a poll of the network would draw a task that waits for another process.
    pub(super) fn waits_for_processes(&mut self) -> bool {
        let others = self.outside_pipes.select_waiting_on_processes(self.sched.net.waiting_tasks());
        let is_heard = |(_, fd, _): &DescriptorWait| !self.outside_pipes.silent_pipes.contains(fd);
        !self.outside_pipes.undrawn_ready_tasks.is_empty() || others.iter().any(is_heard)
    }
}

/// An end of a pipe: its descriptor, the pipe, whether it can be read and written.
type PipeEnd = (i32, (u64, u64), bool, bool);

/// The pipe ends that this process has.
fn pipe_ends() -> Vec<PipeEnd> {
    let Ok(all) = std::fs::read_dir("/proc/self/fd") else { return Vec::new() };
    let own = all.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let end = |fd: i32| {
        let inode = pipe_identity(fd)?;
        // SAFETY: a system call without pointers.
        let flags = unsafe { libc::fcntl(fd, libc::F_GETFL) };
        let mode = flags & libc::O_ACCMODE;
        Some((fd, inode, mode != libc::O_WRONLY, mode != libc::O_RDONLY))
    };
    own.filter_map(end).collect()
}

/// Reports whether a descriptor is a pipe whose other end this process does not have.
fn has_foreign_end(fd: i32, way: Direction, ends: &[PipeEnd]) -> bool {
    let Some(&(_, inode, ..)) = ends.iter().find(|end| end.0 == fd) else { return false };
    let is_other_end = |&(own, its, reads, writes): &PipeEnd| {
        own != fd && its == inode && if way == Direction::Read { writes } else { reads }
    };
    !ends.iter().any(is_other_end)
}

/// The pipe of which a descriptor is an end, by device and inode number.
fn pipe_identity(fd: i32) -> Option<(u64, u64)> {
    let mut stat = MaybeUninit::<libc::stat>::uninit();
    // SAFETY: the system writes a `stat` there if it returns 0.
    let stat = unsafe { (libc::fstat(fd, stat.as_mut_ptr()) == 0).then(|| stat.assume_init()) }?;
    (stat.st_mode & libc::S_IFMT == libc::S_IFIFO).then_some((stat.st_dev, stat.st_ino))
}

/// Waits until a descriptor is ready, at most as long as the run waits; returns whether it is ready.
fn wait_until_ready(fd: i32, way: Direction) -> bool {
    let events = if way == Direction::Read { libc::POLLIN } else { libc::POLLOUT };
    let mut wanted = libc::pollfd { fd, events, revents: 0 };
    // SAFETY: one entry, which lives until the call returns.
    unsafe { libc::poll(&raw mut wanted, 1, CALL_TIMEOUT.as_millis() as libc::c_int) > 0 }
}
