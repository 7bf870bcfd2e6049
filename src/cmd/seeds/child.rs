//! One run among many: a process that gets the common input, whose output is kept, and that is ended when it takes too
//! long.
//!
//! This module handles pipes, time limits and the end of the process; it knows nothing about seeds.

use super::input::Input;
use crate::test_plan::{PlannedTests, TestPlan};
use std::ffi::OsString;
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How the process of a run is started.
pub(super) enum RunStart<'r> {
    /// By a command line, with the input of all runs.
    Words(Vec<OsString>, Input),
    /// By a plan of tests, as this process was started. The reports of the process become reports of this one.
    Plan(Box<TestPlan>, &'r PlannedTests),
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RunEnd {
    /// The process ended by itself with this status; `None` if a signal ended it.
    With(Option<i32>),
    /// The process was ended because it took too long.
    Late,
}

/// A finished run.
pub(super) struct FinishedRun {
    pub(super) run_end: RunEnd,
    pub(super) stdout: StreamOutput,
    pub(super) stderr: StreamOutput,
}

/// The number of bytes that are kept of each stream; of the rest only a hash is kept.
const MAX_CAPTURED_BYTES: usize = 8 << 20;

/// The output of a run on one of its streams.
#[derive(Default, PartialEq, Eq)]
pub(super) struct StreamOutput {
    captured_bytes: Vec<u8>,
    /// The length of the whole output; `dropped_bytes_hash` is the hash of the part that is not kept.
    length: u64,
    dropped_bytes_hash: u64,
}

impl StreamOutput {
    pub(super) fn captured_bytes(&self) -> &[u8] {
        &self.captured_bytes
    }

    fn read(mut from: impl Read) -> Self {
        let mut stream = Self::default();
        let mut rest =
            std::hash::BuildHasherDefault::<std::hash::DefaultHasher>::default().build_hasher();
        let mut buffer = vec![0; 1 << 16];
        loop {
            let n = match from.read(&mut buffer) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Ok(n @ 1..) => n,
                _ => break,
            };
            let (keep, drop) =
                buffer[..n].split_at(n.min(MAX_CAPTURED_BYTES - stream.captured_bytes.len()));
            stream.captured_bytes.extend_from_slice(keep);
            drop.iter().for_each(|byte| rest.write_u8(*byte));
            stream.length += n as u64;
        }
        stream.dropped_bytes_hash = rest.finish();
        stream
    }
}

/// The intervals at which the process is polled: short ones at first, as most runs are short.
const POLL_INTERVALS: [Duration; 2] = [Duration::from_micros(300), Duration::from_millis(5)];
/// The time that a run gets to dump its goroutines after the signal that ends it.
const DUMP_TIMEOUT: Duration = Duration::from_secs(2);

/// Makes a run for at most `limit`; ends it early when `stop` is set.
pub(super) fn run_child(
    of_run: &RunStart<'_>,
    limit: Duration,
    stop: &AtomicBool,
) -> std::io::Result<FinishedRun> {
    let piped = || Stdio::piped();
    let (mut child, reports) = match of_run {
        RunStart::Words(args, _) => {
            let mut command = Command::new(std::env::current_exe()?);
            let command = command.args(args).stdin(piped()).stdout(piped()).stderr(piped());
            (command.spawn()?, None)
        }
        RunStart::Plan(plan, tests) => {
            let mut command = TestPlan::command()?;
            let (child, reports) = plan.start(command.stdout(piped()).stderr(piped()))?;
            (child, Some((reports, *tests)))
        }
    };
    let over = AtomicBool::new(false);
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            if let (Some(mut stdin), RunStart::Words(_, input)) = (stdin, of_run) {
                input.feed_run(&mut stdin, &|| over.load(Ordering::Relaxed));
            }
            if let Some((reports, tests)) = reports {
                reports.for_each(|report| tests.report(&report));
            }
        });
        let stdout = scope.spawn(|| stdout.map(StreamOutput::read).unwrap_or_default());
        let stderr = scope.spawn(|| stderr.map(StreamOutput::read).unwrap_or_default());
        let ended = wait_with_limit(&mut child, limit, stop);
        over.store(true, Ordering::Relaxed);
        let read =
            |of: std::thread::ScopedJoinHandle<'_, StreamOutput>| of.join().unwrap_or_default();
        Ok(FinishedRun { run_end: ended?, stdout: read(stdout), stderr: read(stderr) })
    })
}

/// Waits for the end of the process. After `limit`, sends a signal that makes it dump its goroutines and exit.
fn wait_with_limit(
    child: &mut Child,
    limit: Duration,
    stop: &AtomicBool,
) -> std::io::Result<RunEnd> {
    let start = Instant::now();
    let mut asked = false;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(if asked { RunEnd::Late } else { RunEnd::With(status.code()) });
        }
        let ran = start.elapsed();
        if ran > limit && !asked {
            asked = true;
            minigo_vm::host::request_goroutine_dump(child.id());
        }
        if ran > limit + DUMP_TIMEOUT || stop.load(Ordering::Relaxed) {
            child.kill()?;
            child.wait()?;
            return Ok(RunEnd::Late);
        }
        std::thread::sleep(if ran < POLL_INTERVALS[1] * 10 {
            POLL_INTERVALS[0]
        } else {
            POLL_INTERVALS[1]
        });
    }
}
