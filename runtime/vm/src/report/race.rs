//! Reports of data races: in Go's form, followed by an explanation in words.

mod locks;

use crate::goroutine::context::Cx;
use crate::goroutine::state::Goroutine;
use crate::image::Image;
use crate::image::lines::{
    TraceFrame, file_and_line_numbers, is_user_frame, position, push_frames,
};
use crate::memory::footprint;
use crate::race::Races;
use crate::race::sites::push_calls;
use crate::report::{object_names, traceback};
use crate::shared::Shared;
use minigo_bytecode::ops::Op;
use minigo_race::{AccessKind, HeldLock, Owner, Race};
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::atomic::Ordering::Relaxed;

/// The most frames of a stack.
const MAX_FRAMES: usize = 64;

const SEPARATOR_LINE: &str = "==================\n";

/// Reports a race that the instruction before the registers in the context has found, unless a race between the same
/// two lines was reported already.
#[cold]
pub(crate) fn report_race(cx: &mut Cx, race: &Race) {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let Some(races) = shared.race.as_deref() else { return };
    let image = &shared.image;
    let previous = races.race_places.instruction(race.previous.position);
    if let Some(explored) = shared.explored.as_deref() {
        let here = image.offset_of(cx.registers.pc).checked_sub(1);
        explored.note_race([here, previous.and_then(|behind| behind.checked_sub(1))]);
    }
    let frames = traceback::current_frames(cx, MAX_FRAMES);
    let mut previous_frames = Vec::new();
    if let Some(at) = previous {
        push_frames(image, image.code.first_instruction().wrapping_add(at), &mut previous_frames);
    }
    let is_whole = race.previous.call_places.is_some();
    push_calls(
        image,
        race.previous.call_places.as_deref().unwrap_or_default(),
        &mut previous_frames,
    );
    previous_frames.truncate(MAX_FRAMES);
    let mut lines = [user_line(image, &frames), user_line(image, &previous_frames)];
    lines.sort_unstable();
    let mut reported = races.reported_lines.lock();
    if !reported.insert(lines) {
        return;
    }
    races.reported_pairs.fetch_add(1, Relaxed);
    let g: *const Goroutine = cx.store_position();
    // SAFETY: the running goroutine, which does not change during the report.
    let g = unsafe { &*g };
    let current = g.race_state.as_ref().map_or_else(Owner::default, |race| race.owner());
    let mut out = format!("{SEPARATOR_LINE}WARNING: DATA RACE\n");
    let verb = if race.current_kind.is_write() { "Write" } else { "Read" };
    let addr = shown_address(shared, cx.task().is_seeded(), race.addr);
    write_access(&mut out, verb, addr, Some(current));
    write_stack(image, &frames, true, &mut out);
    let verb = format!("\nPrevious {}", verb_of(race.previous.kind));
    write_access(&mut out, &verb, addr, race.previous.owner);
    write_stack(image, &previous_frames, is_whole, &mut out);
    for owner in [Some(current), race.previous.owner].into_iter().flatten() {
        // The goroutine of an input has no maker.
        if shared.inputs.is_none() || owner.creation_place != 0 {
            write_origin(races, image, owner, &mut out);
        }
    }
    // If compiled code has called this native, the variables of its callers are in machine registers.
    let whole = (!cx.is_in_compiled).then_some(g);
    let mut words = String::new();
    if let Some(name) = object_names::word_name(shared, whole, race.addr as u64) {
        writeln!(words, "variable: {name}").expect("writing to a string cannot fail");
    }
    if let Some(previous) = &race.previous.held_locks {
        let held =
            g.race_state.as_ref().map(|race| races.detector.held_locks(race)).unwrap_or_default();
        let name = |lock: &HeldLock| locks::lock_name(shared, whole, lock);
        let accesses = [
            locks::LockedAccess { verb: verb_of(race.current_kind), held_locks: &held },
            locks::LockedAccess { verb: verb_of(race.previous.kind), held_locks: previous },
        ];
        locks::write_locks(image, &accesses, &name, &mut words);
    }
    if !words.is_empty() {
        out.push('\n');
        out.push_str(&words);
    }
    out.push_str(SEPARATOR_LINE);
    write_report(shared, races, &out);
    if races.options.halt_on_error {
        footprint::exit_process(races.options.exit_code);
    }
}

/// The file and line of the user's innermost frame, or of the innermost frame if there is none: two uses of one library
/// function are two races.
fn user_line(image: &Image, frames: &[TraceFrame]) -> (u32, u32) {
    let frame = frames.iter().find(|frame| is_user_frame(image, frame)).or(frames.first());
    frame.map_or((u32::MAX, 0), |frame| file_and_line_numbers(image, *frame))
}

const fn verb_of(kind: AccessKind) -> &'static str {
    if kind.is_write() { "write" } else { "read" }
}

/// The main goroutine's id.
const MAIN_GOROUTINE_ID: u64 = 1;

/// The address as it is printed: in a repeatable run, the same in each process.
fn shown_address(shared: &Shared, is_repeatable: bool, addr: usize) -> usize {
    let globals = shared.image.globals() as usize;
    let size = size_of_val(shared.image.global_words());
    match addr.checked_sub(globals).filter(|at| *at < size && is_repeatable) {
        Some(at) => SHOWN_GLOBALS_ADDRESS + at,
        None => addr,
    }
}

/// The printed address of the package-level variables in a repeatable run.
const SHOWN_GLOBALS_ADDRESS: usize = 0x50_0000;

fn write_access(out: &mut String, verb: &str, addr: usize, owner: Option<Owner>) {
    let who = match owner.map(|owner| owner.id) {
        Some(MAIN_GOROUTINE_ID) => "main goroutine".to_owned(),
        Some(id) => format!("goroutine {id}"),
        None => "an earlier goroutine".to_owned(),
    };
    writeln!(out, "{verb} at {addr:#014x} by {who}:").expect("writing to a string cannot fail");
}

/// Writes the frames of a stack; if frames are missing, or there are none, writes Go's note about that.
fn write_stack(image: &Image, frames: &[TraceFrame], is_whole: bool, out: &mut String) {
    let shown = frames.iter().filter(|frame| frame.func != image.program.entry);
    let mut count = 0;
    for frame in shown {
        let (file, line) = position(image, *frame);
        let name = match frame.is_panic {
            true => "panic",
            false => &image.program.funcs[frame.func.0 as usize].name,
        };
        let start = image.function_starts[image.func_at(frame.pc).0 as usize] as usize;
        let offset = image.offset_of(frame.pc).saturating_sub(start) * size_of::<Op>();
        writeln!(out, "  {name}()\n      {file}:{line} +{offset:#x}")
            .expect("writing to a string cannot fail");
        count += 1;
    }
    if count == 0 || !is_whole {
        out.push_str("  [failed to restore the stack]\n");
    }
}

/// Writes the lines on the `go` statement that made a goroutine; nothing for the main goroutine.
fn write_origin(races: &Races, image: &Image, owner: Owner, out: &mut String) {
    if owner.id == MAIN_GOROUTINE_ID {
        return;
    }
    let state = if races.is_live(owner.id) { "running" } else { "finished" };
    writeln!(out, "\nGoroutine {} ({state}) created at:", owner.id)
        .expect("writing to a string cannot fail");
    let mut frames = Vec::new();
    if owner.creation_place != 0 {
        push_frames(
            image,
            image.code.first_instruction().wrapping_add(owner.creation_place as usize),
            &mut frames,
        );
    }
    write_stack(image, &frames, true, out);
}

fn write_report(shared: &Shared, races: &Races, text: &str) {
    let Some(path) = &races.options.log_path else { return shared.write_stderr(text.as_bytes()) };
    let path = format!("{path}.{}", std::process::id());
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    if file.and_then(|mut file| file.write_all(text.as_bytes())).is_err() {
        shared.write_stderr(text.as_bytes());
    }
}

/// At the end of a program that exits with 0: the exit status that reports races, if there were any.
pub(crate) fn exit_status_after_races(shared: &Shared) -> Option<i32> {
    let races = shared.race.as_deref()?;
    let count = races.reported_pairs();
    if count == 0 {
        return None;
    }
    write_report(shared, races, &format!("Found {count} data race(s)\n"));
    Some(races.options.exit_code)
}
