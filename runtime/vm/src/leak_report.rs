//! What is said of leaks: at the program's end, and as Go's `goroutineleak` profile.
//!
//! A module of its own because finding leaks is one matter, and grouping and wording them another.

use crate::explain;
use crate::goroutine::Goroutine;
use crate::image::Image;
use crate::leaks::{self, RETURNED, Stopped, awaited};
use crate::machine::Shared;
use crate::native::{Native, NativeCx, Outcome};
use crate::profile;
use crate::traceback::{self, Frame};
use minigo_bytecode::ops::Op;
use minigo_sched::Handle;
use std::fmt::Write as _;
use std::sync::atomic::Ordering;

/// The natives of package `runtime/pprof`.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::new("leaks", leak_dump),
        Native::new("leakCount", |cx: &mut NativeCx| {
            cx.shared().leaks.count.load(Ordering::Relaxed) as i64
        }),
    ]
}

/// Where a goroutine is in the user's own code: the innermost frame outside the library, or the innermost at all.
pub(crate) fn place<'i>(image: &'i Image, g: &Goroutine) -> (&'i str, &'i str, u32) {
    let frames = traceback::frames(image, g, g.pc, g.r as usize, usize::MAX);
    let of = |f: &Frame| {
        let (file, line) = traceback::position(image, *f);
        (&*image.program.funcs[f.func.0 as usize].name, file, line)
    };
    let own = frames.iter().map(of).find(|(_, file, _)| !file.starts_with(traceback::LIBRARY));
    own.or_else(|| frames.first().map(of)).unwrap_or(("?", "?", 0))
}

/// Where a goroutine was made, and by whom.
pub(crate) fn origin(image: &Image, made_at: *const Op) -> Option<(&str, &str, u32)> {
    if made_at.is_null() {
        return None;
    }
    let frame = Frame::innermost(image, made_at);
    let (file, line) = traceback::position(image, frame);
    Some((&image.program.funcs[frame.func.0 as usize].name, file, line))
}

/// Goroutines that wait at the same line for the same thing, by its name, and come from the same `go` statement.
#[derive(PartialEq, Eq)]
struct Kind {
    leaked: bool,
    what: &'static str,
    at: String,
    things: Vec<String>,
    made: String,
}

/// Says what is still blocked when the program ends.
pub(crate) fn at_exit(handle: &Handle<Goroutine>, shared: &Shared) {
    let how = shared.leaks.orderly.load(Ordering::Relaxed);
    if !shared.leaks.at_exit || how == 0 {
        return;
    }
    // When main has returned its stack counts no more.
    let kinds = kinds(handle, shared, (how == RETURNED).then_some(1));
    let end = if how == RETURNED { "main returned" } else { "the program exited" };
    let mut out = String::new();
    write_kinds(&kinds, true, LEAKED, &mut out);
    write_kinds(&kinds, false, &format!("still blocked when {end}"), &mut out);
    shared.write_stderr(out.as_bytes());
}

/// Says what is leaked while the program runs.
pub(crate) fn on_demand(handle: &Handle<Goroutine>, shared: &Shared) {
    let mut out = String::new();
    write_kinds(&kinds(handle, shared, None), true, LEAKED, &mut out);
    if out.is_empty() {
        out.push_str("minigo: no goroutine is leaked\n");
    }
    shared.write_stderr(out.as_bytes());
}

const LEAKED: &str = "leaked: nothing that could still run leads to what they wait for";

/// All blocked goroutines but main, by kinds. The stack of goroutine `gone` does not count.
fn kinds(handle: &Handle<Goroutine>, shared: &Shared, gone: Option<u64>) -> Vec<(Kind, Vec<u64>)> {
    let mut world = handle.stop_world();
    let all = leaks::all(&mut world, handle);
    let leaked = leaks::detect(shared, None, &all, gone);
    let mut kinds: Vec<(Kind, Vec<u64>)> = Vec::new();
    let semas = leaks::semaphores(shared);
    for stopped in all.iter().filter(|s| s.g.id != 1) {
        let Some(standing) = stopped.standing else { continue };
        let Some(addresses) = awaited(shared, stopped, &semas) else { continue };
        let thing = |&address: &u64| {
            let named = explain::name(shared, stopped.g, address);
            explain::describe(shared, address, named.as_ref())
        };
        let kind = Kind {
            leaked: leaked.contains(&stopped.g.id),
            what: standing.reason.text(),
            at: at_text(&shared.image, stopped),
            things: addresses.iter().map(thing).collect(),
            made: made_text(&shared.image, stopped),
        };
        match kinds.iter_mut().find(|(k, _)| *k == kind) {
            Some((_, ids)) => ids.push(stopped.g.id),
            None => kinds.push((kind, vec![stopped.g.id])),
        }
    }
    kinds
}

fn at_text(image: &Image, stopped: &Stopped<'_>) -> String {
    let (func, file, line) = place(image, stopped.g);
    format!("{func} at {file}:{line}")
}

fn made_text(image: &Image, stopped: &Stopped<'_>) -> String {
    origin(image, stopped.g.made_at).map_or_else(String::new, |(func, file, line)| {
        format!("created by {func} at {file}:{line}")
    })
}

/// How many ids of a group are named.
const NAMED: usize = 10;

fn write_kinds(kinds: &[(Kind, Vec<u64>)], leaked: bool, title: &str, out: &mut String) {
    let some = || kinds.iter().filter(|(k, _)| k.leaked == leaked);
    let count: usize = some().map(|(_, ids)| ids.len()).sum();
    if count == 0 {
        return;
    }
    let s = if count == 1 { "" } else { "s" };
    writeln!(out, "minigo: {count} goroutine{s} {title}").expect("strings take all");
    for (kind, ids) in some() {
        writeln!(out, "  {} in [{}] in {}", ids.len(), kind.what, kind.at)
            .expect("strings take all");
        for thing in &kind.things {
            writeln!(out, "    for {thing}").expect("strings take all");
        }
        if !kind.made.is_empty() {
            writeln!(out, "    {}", kind.made).expect("strings take all");
        }
        let named: Vec<_> = ids.iter().take(NAMED).map(u64::to_string).collect();
        let more = if ids.len() > NAMED { ", …" } else { "" };
        let s = if ids.len() == 1 { "" } else { "s" };
        writeln!(out, "    goroutine{s} {}{more}", named.join(", ")).expect("strings take all");
    }
}

/// Stops the world, finds the leaks, and writes them as the profile's `debug` says: 1 groups of leaked goroutines, 2 all goroutines.
fn leak_dump(cx: &mut NativeCx, debug: i64) -> Outcome<String> {
    let (handle, me, now) = (cx.task().handle(), cx.task().me(), cx.task().now());
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let mut text = String::new();
    if debug >= 2 {
        traceback::current(cx, &mut text);
    }
    let (pc, r) = (cx.s.pc, cx.s.r);
    let g = cx.g();
    g.pc = pc;
    // SAFETY: the frame lies in the stack.
    g.r = unsafe { r.offset_from(g.stack.base()) } as u32;
    let g: *const Goroutine = g;
    let Some(mut world) = cx.task().stop_world() else { return Outcome::Again };
    // SAFETY: the goroutine that stopped the world does not change meanwhile.
    let own = Stopped { g: unsafe { &*g }, face: handle.shared(me), task: me, standing: None };
    let all = leaks::all(&mut world, &handle);
    let mut leaked = leaks::detect(shared, Some(own), &all, None);
    // As in Go main is never among them: the program ends with it.
    leaked.remove(&1);
    shared.leaks.count.store(leaked.len() as u64, Ordering::Relaxed);
    let image = &shared.image;
    if debug >= 2 {
        for Stopped { g, standing, .. } in &all {
            let Some(standing) = standing else { continue };
            let mut state = traceback::state_text(standing, now);
            if leaked.contains(&g.id) {
                state = format!("{} (leaked)", standing.reason.text());
            }
            text.push('\n');
            traceback::goroutine(image, g, g.pc, g.r as usize, &state, &mut text);
        }
    } else {
        let stacks = all.iter().filter(|s| leaked.contains(&s.g.id));
        let stacks = stacks.map(|s| profile::stack(image, s.g));
        profile::write(image, "goroutineleak", stacks, &mut text);
    }
    drop(world);
    Outcome::Return(text)
}
