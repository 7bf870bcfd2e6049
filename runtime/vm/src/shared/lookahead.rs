//! Looking ahead in a run that can be repeated: a copy of the process executes the run from where it stands up to a
//! later position, reports what it has recorded on the way, and ends. The run itself goes on standing.
//!
//! The copy has only the thread that drives the run, which makes the copy itself. A lock that another thread holds at
//! that moment is never released in the copy. So the debugger's thread waits meanwhile, in
//! [`wait_for_copy`](Lookahead::wait_for_copy), and holds none. Threads that make blocking calls may hold one, and a
//! copy that makes a blocking call has no thread for it: such a copy hangs, and the debugger ends it after
//! [`PATIENCE`].

use crate::shared::debugging::RecordedArrival;
use crate::shared::run_position::Position;
use crate::shared::write_watch::Write;
use parking_lot::{Condvar, Mutex};
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

/// How long the report of a copy is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// The words of a report: for the arrival and the write each whether there is one, its position, goroutine and
/// instruction.
const WORDS: usize = 8;
const BYTES: usize = WORDS * 8;

/// The records of a copy.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Ahead {
    /// The last arrival at a line.
    pub recorded: Option<RecordedArrival>,
    /// The last write of the watched place.
    pub write: Option<Write>,
}

/// The requests for copies.
#[derive(Default, Debug)]
pub(crate) struct Lookahead {
    state: Mutex<Phase>,
    changed: Condvar,
    /// In a copy: the descriptor for its report; 0 in the original.
    report: AtomicI32,
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
pub(crate) enum Continued {
    /// The original, for which no copy was wanted.
    Run,
    /// The original, which has made a copy: it goes on standing.
    Original,
    /// The copy.
    Copy,
}

impl Lookahead {
    /// Makes the run copy its process when the debugger lets it go on. `None` if the system has no pipe.
    pub(crate) fn request(&self) -> Option<Report> {
        let mut ends = [0_i32; 2];
        // SAFETY: the array has room for both descriptors.
        if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } != 0 {
            return None;
        }
        *self.state.lock() = Phase::Wanted(ends[1]);
        Some(Report { from: ends[0], to: ends[1] })
    }

    /// Waits until the run has made the copy, and for the copy's report. `None` if there is no copy, or it does not
    /// report.
    pub(crate) fn wait_for_copy(&self, report: Report) -> Option<Ahead> {
        let until = Instant::now() + PATIENCE;
        let mut state = self.state.lock();
        if *state == Phase::Wanted(report.to) {
            *state = Phase::Awaited(report.to);
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
    pub(crate) fn copy_if_wanted(&self) -> Continued {
        let mut state = self.state.lock();
        loop {
            match *state {
                Phase::Idle | Phase::Made(_) => return Continued::Run,
                Phase::Wanted(_) => self.changed.wait(&mut state),
                Phase::Awaited(to) => {
                    // SAFETY: the copy has one thread, this one, and each lock that it takes is free or this thread's,
                    // but for those named above.
                    let pid = unsafe { libc::fork() };
                    if pid == 0 {
                        *state = Phase::Idle;
                        self.report.store(to, Ordering::Relaxed);
                        return Continued::Copy;
                    }
                    *state = Phase::Made(pid);
                    self.changed.notify_all();
                    return Continued::Original;
                }
            }
        }
    }

    /// Reports whether this process is a copy.
    pub(crate) fn is_copy(&self) -> bool {
        self.report.load(Ordering::Relaxed) != 0
    }

    /// Ends the copy with its report.
    pub(crate) fn end_copy(&self, ahead: &Ahead) -> ! {
        let words = words_of(ahead);
        // SAFETY: the words outlive the call; the copy has nothing to clean up.
        unsafe {
            libc::write(self.report.load(Ordering::Relaxed), words.as_ptr().cast(), BYTES);
            libc::_exit(0)
        }
    }
}

/// The pipe through which a copy reports.
#[derive(Debug)]
pub(crate) struct Report {
    from: i32,
    to: i32,
}

/// No descriptor.
const NONE: i32 = -1;

fn close(fd: i32) {
    // SAFETY: close takes no pointer; the descriptor belongs to this module.
    unsafe { libc::close(fd) };
}

impl Drop for Report {
    fn drop(&mut self) {
        close(self.from);
        close(self.to);
    }
}

impl Report {
    /// Waits for the report of the copy, and ends the copy. A report is one write to a pipe: it arrives as a whole.
    fn receive(mut self, pid: i32, until: Instant) -> Option<Ahead> {
        // The pipe ends with the copy.
        close(std::mem::replace(&mut self.to, NONE));
        let mut words = [0_u64; WORDS];
        let left = until.saturating_duration_since(Instant::now());
        let mut wanted = libc::pollfd { fd: self.from, events: libc::POLLIN, revents: 0 };
        let mut status = 0;
        // SAFETY: the arguments outlive the calls; the process is this one's child, and was not waited for.
        let bytes = unsafe {
            let ready = libc::poll(&raw mut wanted, 1, left.as_millis() as i32);
            let bytes = match ready {
                1 => libc::read(self.from, words.as_mut_ptr().cast(), BYTES),
                _ => 0,
            };
            libc::kill(pid, libc::SIGKILL);
            libc::waitpid(pid, &raw mut status, 0);
            bytes
        };
        (bytes == BYTES as isize).then(|| ahead_of(&words))
    }
}

fn words_of(ahead: &Ahead) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    if let Some(r) = &ahead.recorded {
        words[..4].copy_from_slice(&[1, r.position.word(), r.goroutine, r.at as u64]);
    }
    if let Some(w) = &ahead.write {
        words[4..].copy_from_slice(&[1, w.position.word(), w.goroutine, w.at as u64]);
    }
    words
}

fn ahead_of(words: &[u64; WORDS]) -> Ahead {
    let [has_line, line, of_line, at_line, has_write, write, of_write, at_write] = *words;
    let recorded = RecordedArrival::at(Position::of_word(line), of_line, at_line as usize);
    let written =
        Write { position: Position::of_word(write), goroutine: of_write, at: at_write as usize };
    Ahead {
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
        let write = Write { position: Position::of_word(9), goroutine: 4, at: 12 };
        for ahead in [
            Ahead::default(),
            Ahead { recorded: Some(recorded), write: None },
            Ahead { recorded: Some(recorded), write: Some(write) },
        ] {
            assert_eq!(ahead_of(&words_of(&ahead)), ahead);
        }
    }
}
