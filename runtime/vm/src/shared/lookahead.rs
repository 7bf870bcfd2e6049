//! Looking ahead in a run that can be repeated: a copy of the process executes the run from where it stands up to a
//! later position, reports what it has recorded on the way, and ends. The run itself goes on standing.
//!
//! The copy has only the thread that drives the run, which makes the copy itself. A lock that another thread holds at
//! that moment is never released in the copy. So the debugger's thread waits meanwhile, in
//! [`wait_for_copy`](Lookahead::wait_for_copy), and holds none. The run makes most blocking calls itself, but a few
//! computations, such as the handshakes of TLS, have threads of their own: a copy that waits for such a thread, or for
//! its lock, waits for ever. A copy that has used no CPU time for [`MAX_COPY_IDLE_TIME`] waits so, since the run never
//! waits for real time: the debugger ends it.

use crate::shared::debugging::RecordedArrival;
use crate::shared::run_position::Position;
use crate::shared::write_watch::WatchedWrite;
use parking_lot::{Condvar, Mutex};
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

/// How long the report of a copy is waited for.
const MAX_REPORT_WAIT: Duration = Duration::from_secs(10);

/// How long a copy may use no CPU time.
const MAX_COPY_IDLE_TIME: Duration = Duration::from_millis(500);

/// The time between two checks of a copy's CPU time, in milliseconds.
const CHECK_INTERVAL: i32 = 50;

/// The words of a report: for the arrival and the write each whether there is one, its position, goroutine and
/// instruction.
const REPORT_WORDS: usize = 8;
const REPORT_BYTES: usize = REPORT_WORDS * 8;

/// The records of a copy.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LookaheadResult {
    /// The last arrival at a line.
    pub recorded: Option<RecordedArrival>,
    /// The last write of the watched place.
    pub write: Option<WatchedWrite>,
}

/// The request of the debugger for a copy of the process that executes the run ahead of it.
#[derive(Default, Debug)]
pub(crate) struct Lookahead {
    state: Mutex<Phase>,
    changed: Condvar,
    /// In a copy: the descriptor for its report; 0 in the original.
    report_descriptor: AtomicI32,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Phase {
    #[default]
    Idle,
    /// The debugger wants a copy that reports to this descriptor.
    Wanted(i32),
    /// The debugger waits for the copy, and holds no lock.
    Awaited(i32),
    /// The copy's process id; negative if there is none.
    Made(i32),
}

/// The process that continues after the run has stood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ContinuedProcess {
    /// The original, for which no copy was wanted.
    Run,
    /// The original, which has made a copy: it goes on standing.
    Original,
    /// The copy.
    Copy,
}

impl Lookahead {
    /// Makes the run copy its process when the debugger lets it go on. `None` if the system has no pipe.
    pub(crate) fn request_copy(&self) -> Option<ReportPipe> {
        let mut ends = [0_i32; 2];
        // SAFETY: the array has room for both descriptors.
        if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } != 0 {
            return None;
        }
        *self.state.lock() = Phase::Wanted(ends[1]);
        Some(ReportPipe { read_descriptor: ends[0], write_descriptor: ends[1] })
    }

    /// Waits until the run has made the copy, and for the copy's report. `None` if there is no copy, or it does not
    /// report.
    pub(crate) fn wait_for_copy(&self, report: ReportPipe) -> Option<LookaheadResult> {
        let until = Instant::now() + MAX_REPORT_WAIT;
        let mut state = self.state.lock();
        if *state == Phase::Wanted(report.write_descriptor) {
            *state = Phase::Awaited(report.write_descriptor);
        }
        self.changed.notify_all();
        while !matches!(*state, Phase::Made(_)) {
            if self.changed.wait_until(&mut state, until).timed_out() {
                break;
            }
        }
        let made = std::mem::take(&mut *state);
        drop(state);
        let Phase::Made(pid) = made else { return None };
        (pid > 0).then(|| report.receive(pid, until)).flatten()
    }

    /// Copies the process if the debugger wants it. Called by the thread that drives the run, when the run is to go on.
    pub(crate) fn fork_if_requested(&self) -> ContinuedProcess {
        let mut state = self.state.lock();
        loop {
            match *state {
                Phase::Idle | Phase::Made(_) => return ContinuedProcess::Run,
                Phase::Wanted(_) => self.changed.wait(&mut state),
                Phase::Awaited(to) => {
                    // SAFETY: the copy has one thread, this one, and each lock that it takes is free or this thread's,
                    // but for those named above.
                    let pid = unsafe { libc::fork() };
                    if pid == 0 {
                        *state = Phase::Idle;
                        self.report_descriptor.store(to, Ordering::Relaxed);
                        return ContinuedProcess::Copy;
                    }
                    *state = Phase::Made(pid);
                    self.changed.notify_all();
                    return ContinuedProcess::Original;
                }
            }
        }
    }

    /// Reports whether this process is a copy.
    pub(crate) fn is_copy(&self) -> bool {
        self.report_descriptor.load(Ordering::Relaxed) != 0
    }

    /// Ends the copy with its report.
    pub(crate) fn end_copy(&self, ahead: &LookaheadResult) -> ! {
        let words = words_of(ahead);
        // SAFETY: the words outlive the call; the copy has nothing to clean up.
        unsafe {
            libc::write(
                self.report_descriptor.load(Ordering::Relaxed),
                words.as_ptr().cast(),
                REPORT_BYTES,
            );
            libc::_exit(0)
        }
    }
}

/// The pipe through which a copy reports.
#[derive(Debug)]
pub(crate) struct ReportPipe {
    read_descriptor: i32,
    write_descriptor: i32,
}

/// No descriptor.
const NO_DESCRIPTOR: i32 = -1;

fn close(fd: i32) {
    // SAFETY: close takes no pointer; the descriptor belongs to this module.
    unsafe { libc::close(fd) };
}

impl Drop for ReportPipe {
    fn drop(&mut self) {
        close(self.read_descriptor);
        close(self.write_descriptor);
    }
}

impl ReportPipe {
    /// Waits for the report of the copy, and ends the copy. A report is one write to a pipe: it arrives as a whole.
    fn receive(mut self, pid: i32, until: Instant) -> Option<LookaheadResult> {
        // The pipe ends with the copy.
        close(std::mem::replace(&mut self.write_descriptor, NO_DESCRIPTOR));
        let mut words = [0_u64; REPORT_WORDS];
        let mut status = 0;
        let is_ready = self.wait_while_active(pid, until);
        // SAFETY: the arguments outlive the calls; the process is this one's child, and was not waited for.
        let bytes = unsafe {
            let bytes = match is_ready {
                true => libc::read(self.read_descriptor, words.as_mut_ptr().cast(), REPORT_BYTES),
                false => 0,
            };
            libc::kill(pid, libc::SIGKILL);
            libc::waitpid(pid, &raw mut status, 0);
            bytes
        };
        (bytes == REPORT_BYTES as isize).then(|| decode_result(&words))
    }

    /// Waits until the pipe has a report or has ended. False if the time is over, or the copy does nothing.
    fn wait_while_active(&self, pid: i32, until: Instant) -> bool {
        let mut wanted =
            libc::pollfd { fd: self.read_descriptor, events: libc::POLLIN, revents: 0 };
        let (mut used, mut idle_since) = (None, Instant::now());
        loop {
            // SAFETY: the argument outlives the call.
            if unsafe { libc::poll(&raw mut wanted, 1, CHECK_INTERVAL) } == 1 {
                return true;
            }
            let now = Instant::now();
            let present = cpu_time(pid);
            if present != used {
                (used, idle_since) = (present, now);
            }
            if now >= until || now.duration_since(idle_since) >= MAX_COPY_IDLE_TIME {
                return false;
            }
        }
    }
}

/// The CPU time that a child has used, in seconds and nanoseconds. `None` if the system does not tell.
fn cpu_time(pid: i32) -> Option<(i64, i64)> {
    let mut clock = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the arguments outlive the calls.
    let is_told = unsafe {
        libc::clock_getcpuclockid(pid, &raw mut clock) == 0
            && libc::clock_gettime(clock, &raw mut time) == 0
    };
    is_told.then_some((time.tv_sec, time.tv_nsec))
}

fn words_of(ahead: &LookaheadResult) -> [u64; REPORT_WORDS] {
    let mut words = [0; REPORT_WORDS];
    if let Some(r) = &ahead.recorded {
        words[..4].copy_from_slice(&[1, r.position.word(), r.goroutine, r.at as u64]);
    }
    if let Some(w) = &ahead.write {
        words[4..].copy_from_slice(&[1, w.position.word(), w.goroutine, w.at as u64]);
    }
    words
}

fn decode_result(words: &[u64; REPORT_WORDS]) -> LookaheadResult {
    let [has_line, line, of_line, at_line, has_write, write, of_write, at_write] = *words;
    let recorded = RecordedArrival::at(Position::of_word(line), of_line, at_line as usize);
    let written = WatchedWrite {
        position: Position::of_word(write),
        goroutine: of_write,
        at: at_write as usize,
    };
    LookaheadResult {
        recorded: (has_line == 1).then_some(recorded),
        write: (has_write == 1).then_some(written),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_what_the_copy_has_found() {
        let recorded = RecordedArrival::at(Position::of_word(7), 3, 11);
        let write = WatchedWrite { position: Position::of_word(9), goroutine: 4, at: 12 };
        for ahead in [
            LookaheadResult::default(),
            LookaheadResult { recorded: Some(recorded), write: None },
            LookaheadResult { recorded: Some(recorded), write: Some(write) },
        ] {
            assert_eq!(decode_result(&words_of(&ahead)), ahead);
        }
    }

    /// Makes a copy that acts so, and waits for its report as long as that takes.
    fn report_of(act: impl Fn(&Lookahead)) -> Option<LookaheadResult> {
        let lookahead = Lookahead::default();
        let report = lookahead.request_copy().unwrap();
        lookahead.report_descriptor.store(report.write_descriptor, Ordering::Relaxed);
        // SAFETY: the copy makes only calls that a copy of a process with several threads may make.
        let pid = unsafe { libc::fork() };
        if pid == 0 {
            act(&lookahead);
            // SAFETY: ends the copy.
            unsafe { libc::_exit(1) };
        }
        report.receive(pid, Instant::now() + Duration::from_secs(1000))
    }

    #[test]
    fn a_copy_that_waits_for_ever_is_ended() {
        let ahead = LookaheadResult {
            recorded: Some(RecordedArrival::at(Position::of_word(7), 3, 11)),
            write: None,
        };
        assert_eq!(report_of(|lookahead| lookahead.end_copy(&ahead)), Some(ahead.clone()));
        assert_eq!(report_of(|_| ()), None);
        // SAFETY: the call has no arguments.
        let waits = |_: &Lookahead| _ = unsafe { libc::pause() };
        assert_eq!(report_of(waits), None);
    }
}
