//! Reports of leaks: at the program's end, and as Go's `goroutineleak` profile.
//!
//! [`leaks`](super::leaks) finds the leaks; this module groups and words them.

use crate::goroutine::frames_in_memory::FramesInMemory;
use crate::goroutine::state::Goroutine;
use crate::image::Image;
use crate::image::lines::{self, LIBRARY_PREFIX, TraceFrame};
use crate::native::outcome::Outcome;
use crate::native::{Native, NativeCx};
use crate::report::leaks::{self, StoppedGoroutine};
use crate::report::traceback::{self, Names};
use crate::report::waits::{Node, Waits};
use crate::report::{explain, profile};
use crate::shared::{END_BY_RETURN, Shared};
use hashbrown::HashSet;
use minigo_bytecode::ops::Op;
use minigo_sched::{Handle, Nanos};
use std::fmt::Write as _;
use std::sync::atomic::Ordering;

/// The natives of package `runtime/pprof`.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("leaks", leak_dump),
        Native::constant_time("leakCount", |cx: &mut NativeCx| {
            cx.shared().leaks.leak_count.load(Ordering::Relaxed) as i64
        }),
    ]
}

/// The position of a goroutine in the user's own code: of its innermost frame outside the library, or of its innermost
/// frame if there is none.
pub(crate) fn user_location<'i>(image: &'i Image, g: &Goroutine) -> (&'i str, &'i str, u32) {
    let frames =
        traceback::goroutine_frames(image, g, g.position(), g.frame_base as usize, usize::MAX);
    let of = |f: &TraceFrame| {
        let (file, line) = lines::position(image, *f);
        (&*image.program.funcs[f.func.0 as usize].name, file, line)
    };
    let own = frames.iter().map(of).find(|(_, file, _)| !file.starts_with(LIBRARY_PREFIX));
    own.or_else(|| frames.first().map(of)).unwrap_or(("?", "?", 0))
}

/// The place where a goroutine was made: function, file and line.
pub(crate) fn creation_place(image: &Image, made_at: *const Op) -> Option<(&str, &str, u32)> {
    if made_at.is_null() {
        return None;
    }
    let frame = TraceFrame::innermost(image, made_at);
    let (file, line) = lines::position(image, frame);
    Some((&image.program.funcs[frame.func.0 as usize].name, file, line))
}

/// Goroutines that wait at the same line for objects of the same description, and come from the same `go` statement.
pub(super) struct LeakGroup {
    is_leaked: bool,
    description: &'static str,
    position: String,
    /// The descriptions of the awaited objects, without their numbers.
    awaited_objects: Vec<String>,
    creation_text: String,
    /// Indexes in the list of goroutines.
    goroutines: Vec<usize>,
}

/// Reports the goroutines that are still blocked when the program ends.
pub(crate) fn report_at_exit(handle: &Handle<Goroutine>, shared: &Shared) {
    let how = shared.leaks.orderly_end.load(Ordering::Relaxed);
    if !shared.leaks.reports_at_exit || how == 0 {
        return;
    }
    // The stack of main does not count once main has returned.
    let ended_goroutine = (how == END_BY_RETURN).then_some(1);
    let end = if how == END_BY_RETURN { "main returned" } else { "the program exited" };
    let mut out = String::new();
    write_report(handle, shared, ended_goroutine, Some(end), &mut out);
    shared.write_stderr(out.as_bytes());
}

/// Reports the leaks of an unfinished run: they are leaks however the run would continue.
pub(crate) fn report_unfinished_run(handle: &Handle<Goroutine>, shared: &Shared) {
    if shared.leaks.reports_at_exit {
        let mut out = String::new();
        write_report(handle, shared, None, None, &mut out);
        shared.write_stderr(out.as_bytes());
    }
}

/// Reports the leaks of a running program, on standard error.
pub(crate) fn report_on_demand(handle: &Handle<Goroutine>, shared: &Shared) {
    shared.write_stderr(running_leaks_text(handle, shared).as_bytes());
}

/// The leaks of a running program, in words.
pub(crate) fn running_leaks_text(handle: &Handle<Goroutine>, shared: &Shared) -> String {
    let mut out = String::new();
    write_report(handle, shared, None, None, &mut out);
    if out.is_empty() {
        out.push_str("minigo: no goroutine is leaked\n");
    }
    out
}

/// The most goroutines, oldest first, whose awaited objects a signal's dump describes.
const MAX_INSPECTED_GOROUTINES: usize = 1000;

/// Appends to a signal's dump: the known holders of locks, and whether main can continue.
pub(crate) fn append_to_dump(handle: &Handle<Goroutine>, shared: &Shared, out: &mut String) {
    let mut world = handle.stop_world();
    let all = leaks::all_goroutines(&mut world, handle);
    let waits = Waits::of_goroutines(shared, handle, &all, MAX_INSPECTED_GOROUTINES);
    explain::write_locks_held(shared, &waits, out);
    let leaked = leaks::find_leaked_goroutines(shared, handle, None, &all, &|_| false);
    write_stuck_main(shared, handle, &waits, &leaked, out);
}

/// Writes the kinds of leaked goroutines. With `end`, the words for the program's end, also writes the kinds of
/// goroutines that are still blocked. The stack of goroutine `ended_goroutine` does not count.
fn write_report(
    handle: &Handle<Goroutine>,
    shared: &Shared,
    ended_goroutine: Option<u64>,
    end: Option<&str>,
    out: &mut String,
) {
    let mut world = handle.stop_world();
    let all = leaks::all_goroutines(&mut world, handle);
    let leaked = leaks::find_leaked_goroutines(shared, handle, None, &all, &|id| {
        Some(id) == ended_goroutine
    });
    let waits = Waits::of_goroutines(shared, handle, &all, all.len());
    let untold = |g: &Goroutine| end.is_none() || !shared.leaks.test_leaks.was_reported(g.id);
    let kinds = group_blocked_goroutines(shared, &waits, &leaked, &untold);
    write_groups(shared, &waits, &kinds, true, LEAKED_TEXT, out);
    if let Some(end) = end {
        let title = format!("still blocked when {end}");
        write_groups(shared, &waits, &kinds, false, &title, out);
    }
    let mut cycles = String::new();
    explain::write_wait_cycles(shared, &waits, &mut cycles);
    if !cycles.is_empty() {
        writeln!(
            out,
            "minigo: {PARTIAL_DEADLOCK}: goroutines hold the locks that they wait for\n{cycles}"
        )
        .expect("strings take all");
        out.pop();
    }
    if ended_goroutine.is_none() {
        write_stuck_main(shared, handle, &waits, &leaked, out);
    }
}

pub(crate) fn armed_timer_count(handle: &Handle<Goroutine>) -> usize {
    let mut timers = 0;
    handle.retain_timer_objects(|_, _| {
        timers += 1;
        true
    });
    timers
}

/// If main can never continue, writes that.
fn write_stuck_main(
    shared: &Shared,
    handle: &Handle<Goroutine>,
    waits: &Waits<'_>,
    leaked: &HashSet<u64>,
    out: &mut String,
) {
    let Some(main) = waits.index_of(1).filter(|&at| waits.nodes[at].reason.is_some()) else {
        return;
    };
    let all: Vec<StoppedGoroutine<'_>> = waits.nodes.iter().map(|n| n.stopped_goroutine).collect();
    let (mut stuck, mut proviso) = (leaked.clone(), "");
    if !stuck.contains(&1) {
        stuck = explain::stuck_at_locks(waits);
        let at_locks = stuck.clone();
        stuck.extend(leaks::find_leaked_goroutines(shared, handle, None, &all, &|id| {
            at_locks.contains(&id)
        }));
        proviso = " unless a goroutine unlocks a lock that another goroutine has locked";
    }
    if !stuck.contains(&1) {
        return;
    }
    let timers = armed_timer_count(handle);
    let others = waits.nodes.iter().map(|n| n.stopped_goroutine.goroutine);
    let others = others.filter(|g| !stuck.contains(&g.id) && !g.is_system()).count();
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let (timers, others) = (count(timers, "timer"), count(others, "goroutine"));
    writeln!(
        out,
        "minigo: {PARTIAL_DEADLOCK}: main can never go on{proviso}; {others} that can go on, and {timers}, keep the program alive"
    )
    .expect("strings take all");
    explain::explain_wait(shared, waits, main, out);
}

pub(super) const LEAKED_TEXT: &str =
    "leaked: no code that can still run can reach the objects that they wait for";
/// Reports whether the standard error output of a run with [`leaks`](crate::Options::reports_leaks) mentions goroutines
/// that can never continue.
#[must_use]
pub fn mentions_leaks(stderr: &str) -> bool {
    let mut lines = stderr.lines().filter_map(|line| line.strip_prefix("minigo: "));
    lines.any(|line| line.ends_with(LEAKED_TEXT) || line.starts_with(PARTIAL_DEADLOCK))
}

/// The beginning of the report on goroutines that wait for each other in a cycle.
const PARTIAL_DEADLOCK: &str = "a partial deadlock";

/// All blocked goroutines except main that are requested, grouped by kind.
pub(super) fn group_blocked_goroutines(
    shared: &Shared,
    waits: &Waits<'_>,
    leaked: &HashSet<u64>,
    wanted: &dyn Fn(&Goroutine) -> bool,
) -> Vec<LeakGroup> {
    let mut kinds: Vec<LeakGroup> = Vec::new();
    for (i, Node { stopped_goroutine: stopped, reason, awaited_things: things, .. }) in
        waits.nodes.iter().enumerate()
    {
        let Some(reason) =
            reason.filter(|_| stopped.goroutine.id != 1 && wanted(stopped.goroutine))
        else {
            continue;
        };
        let kind = LeakGroup {
            is_leaked: leaked.contains(&stopped.goroutine.id),
            description: reason.text(),
            position: position_text(&shared.image, stopped),
            awaited_objects: things
                .iter()
                .map(|t| waits.describe_without_number(shared, t))
                .collect(),
            creation_text: creation_text(&shared.image, stopped),
            goroutines: vec![i],
        };
        let same = |k: &&mut LeakGroup| {
            (k.is_leaked, k.description, &k.position, &k.awaited_objects, &k.creation_text)
                == (
                    kind.is_leaked,
                    kind.description,
                    &kind.position,
                    &kind.awaited_objects,
                    &kind.creation_text,
                )
        };
        match kinds.iter_mut().find(same) {
            Some(known) => known.goroutines.push(i),
            None => kinds.push(kind),
        }
    }
    kinds
}

fn position_text(image: &Image, stopped: &StoppedGoroutine<'_>) -> String {
    let (func, file, line) = user_location(image, stopped.goroutine);
    format!("{func} at {file}:{line}")
}

fn creation_text(image: &Image, stopped: &StoppedGoroutine<'_>) -> String {
    creation_place(image, stopped.goroutine.made_at)
        .map_or_else(String::new, |(func, file, line)| {
            format!("created by {func} at {file}:{line}")
        })
}

/// The most ids of a group that are named.
const MAX_NAMED_GOROUTINES: usize = 10;

/// The most objects with the same description that are listed one by one.
const MAX_OBJECTS_PER_GROUP: usize = 12;

pub(super) fn write_groups(
    shared: &Shared,
    waits: &Waits<'_>,
    kinds: &[LeakGroup],
    leaked: bool,
    title: &str,
    out: &mut String,
) {
    let some = || kinds.iter().filter(|k| k.is_leaked == leaked);
    let count: usize = some().map(|k| k.goroutines.len()).sum();
    if count == 0 {
        return;
    }
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    let s = |n: usize| if n == 1 { "" } else { "s" };
    line(format!("minigo: {count} goroutine{} {title}", s(count)));
    for kind in some() {
        line(format!("  {} in [{}] in {}", kind.goroutines.len(), kind.description, kind.position));
        awaited_objects_text(shared, waits, kind).into_iter().for_each(&mut line);
        if !kind.creation_text.is_empty() {
            line(format!("    {}", kind.creation_text));
        }
        let id = |&i: &usize| waits.nodes[i].stopped_goroutine.goroutine.id.to_string();
        let named: Vec<_> = kind.goroutines.iter().take(MAX_NAMED_GOROUTINES).map(id).collect();
        let more = if kind.goroutines.len() > MAX_NAMED_GOROUTINES { ", …" } else { "" };
        line(format!("    goroutine{} {}{more}", s(kind.goroutines.len()), named.join(", ")));
    }
}

/// The awaited objects of a kind's goroutines, or their number, and the goroutines that hold them.
fn awaited_objects_text(shared: &Shared, waits: &Waits<'_>, kind: &LeakGroup) -> Vec<String> {
    let objects = |i: usize| {
        waits.nodes[i].awaited_things.iter().map(|t| t.object_address).collect::<Vec<_>>()
    };
    // One goroutine for each different object, in the order of the goroutines.
    let mut seen = HashSet::new();
    let different: Vec<usize> =
        kind.goroutines.iter().copied().filter(|&i| seen.insert(objects(i))).collect();
    let first = kind.goroutines[0];
    if different.len() == 1 {
        let things = waits.nodes[first].awaited_things.iter();
        let things = things.map(|thing| format!("    for {}", waits.describe_thing(shared, thing)));
        let held = explain::holder_texts(shared, waits, first);
        return things.chain(held.into_iter().map(|h| format!("      {h}"))).collect();
    }
    let n = different.len();
    let things =
        kind.awaited_objects.iter().map(|alike| format!("    for {alike}: {n} different objects"));
    let mut lines: Vec<String> = things.collect();
    for &i in different.iter().take(MAX_OBJECTS_PER_GROUP) {
        let held = explain::holder_texts(shared, waits, i);
        let names: Vec<_> =
            waits.nodes[i].awaited_things.iter().map(|t| waits.short_name(shared, t)).collect();
        if !held.is_empty() {
            let (id, names) = (waits.nodes[i].stopped_goroutine.goroutine.id, names.join("; "));
            lines.push(format!("      goroutine {id} for {names}, {}", held.join("; ")));
        }
    }
    lines
}

/// Stops the world, finds the leaks, and writes them according to the profile's `debug`: 1 for groups of leaked
/// goroutines, 2 for all goroutines.
fn leak_dump(cx: &mut NativeCx, whole: FramesInMemory, debug: i64) -> Outcome<String> {
    let (handle, me, now) = (cx.task().handle(), cx.task().current_task(), cx.task().now());
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let mut text = String::new();
    if debug >= 2 {
        traceback::append_current_goroutine(cx, Names::for_program, &mut text);
    }
    let g: *const Goroutine = cx.store_position();
    let Some(mut world) = cx.task().stop_world() else { return Outcome::Again };
    // SAFETY: the goroutine that stopped the world does not change during the report.
    let own = StoppedGoroutine::of_stopper(unsafe { &*g }, handle.shared(me), me, whole);
    let all = leaks::all_goroutines(&mut world, &handle);
    let mut leaked = leaks::find_leaked_goroutines(shared, &handle, Some(own), &all, &|_| false);
    // As in Go main is never leaked: the program ends with it.
    leaked.remove(&1);
    shared.leaks.leak_count.store(leaked.len() as u64, Ordering::Relaxed);
    let image = &shared.image;
    if debug >= 2 {
        write_all_tracebacks(shared, &all, &leaked, now, &mut text);
    } else {
        let stacks = all.iter().filter(|s| leaked.contains(&s.goroutine.id));
        let stacks = stacks.map(|s| (profile::goroutine_frames(image, s.goroutine), None));
        profile::write_profile(image, "goroutineleak", stacks, &mut text);
    }
    drop(world);
    Outcome::Return(text)
}

/// Writes the tracebacks of all goroutines, which mark the leaked ones.
fn write_all_tracebacks(
    shared: &Shared,
    all: &[StoppedGoroutine<'_>],
    leaked: &HashSet<u64>,
    now: Nanos,
    out: &mut String,
) {
    for StoppedGoroutine { goroutine: g, status, .. } in all {
        let Some(status) = status else { continue };
        let mut state = traceback::state_text(&shared.image, g, status, now);
        if leaked.contains(&g.id) {
            state = format!("{} (leaked)", status.reason.text());
        }
        out.push('\n');
        let names = Names::for_program(shared);
        traceback::append_goroutine(names, g, g.position(), g.frame_base as usize, &state, out);
    }
}
