//! `GODEBUG=gctrace=1`: a line for each collection, in Go's format.

use crate::shared::Shared;
use crate::shared::collector::{GcStats, PhaseTimes};
use std::fmt::Write as _;

/// The line of a collection in Go's format.
pub(crate) fn trace_line(
    shared: &Shared,
    figures: &GcStats,
    times: &PhaseTimes,
    [before, live, goal]: [u64; 3],
    procs: usize,
    forced: bool,
) {
    const MB: u64 = 1 << 20;
    let ms = |ns: i64| ns as f64 / 1e6;
    let [assists, background, idle] =
        shared.gc.cycle.cpu_time().map(|ns| round_digits(ms(ns as i64)));
    let since = times.first_stop - shared.gc.start_time;
    let all = figures.pause_total * procs as u64 + figures.marking_nanos;
    let until = (times.resume_time - shared.gc.start_time).max(1) as u64;
    let percent = (all * 100 / (until * procs as u64)).min(100);
    let (begin, mark) =
        (ms(times.marking_begin - times.first_stop), ms(times.last_stop - times.marking_begin));
    let end = ms(times.resume_time - times.last_stop);
    let (begin_cpu, end_cpu) = (begin * procs as f64, end * procs as f64);
    let after = before + figures.allocated_while_marking.min(before);
    let globals = size_of_val(shared.image.global_words()) as u64 / MB;
    let mut line = String::new();
    let _ = write!(
        line,
        "gc {} @{:.3}s {percent}%: {}+{}+{} ms clock, {}+{assists}/{background}/{idle}+{} ms cpu, \
         {}->{}->{} MB, {} MB goal, {} MB stacks, {globals} MB globals, {procs} P",
        figures.recorded_cycles,
        since as f64 / 1e9,
        round_digits(begin),
        round_digits(mark),
        round_digits(end),
        round_digits(begin_cpu),
        round_digits(end_cpu),
        before / MB,
        after / MB,
        live / MB,
        goal / MB,
        figures.stack_bytes / MB,
    );
    line.push_str(if forced { " (forced)\n" } else { "\n" });
    shared.write_stderr(line.as_bytes());
}

/// Milliseconds in Go's format: with the significant digits only.
fn round_digits(ms: f64) -> String {
    let micros = (ms * 1e3) as u64;
    match micros {
        0 => "0".to_owned(),
        1..100 => format!("{:.3}", micros as f64 / 1e3),
        100..1_000 => format!("0.{}", micros / 10),
        1_000..10_000 => format!("{}.{}", micros / 1_000, micros / 100 % 10),
        _ => (micros / 1_000).to_string(),
    }
}
