//! Profiles of package runtime/pprof: the goroutines by stack, and the CPU time by stack.
//!
//! A goroutine profile in text form shows the goroutines that its caller selects: all of them, or the leaked ones.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::frames::MAX_PROFILED_FRAMES;
use crate::goroutine::state::Goroutine;
use crate::image::Image;
use crate::image::lines::{self, TraceFrame};
use crate::native::outcome::Outcome;
use crate::native::{Native, NativeCx};
use crate::report::{profile_samples, traceback};
use crate::shared::Shared;
use crate::shared::cpu_profile::Labels;
use crate::types::value::{GoSlice, GoStr};
use std::fmt::Write as _;
use std::sync::Arc;

/// Natives of package `runtime/pprof`.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("goroutines", goroutines),
        Native::constant_time("goroutineStacks", goroutine_stacks),
        Native::constant_time("startCPU", |cx: &mut NativeCx, period: i64| {
            cx.shared().cpu_profile.start(period);
        }),
        Native::constant_time("stopCPU", |cx: &mut NativeCx| {
            cx.shared().cpu_profile.stop_sampling();
        }),
        Native::constant_time("cpuStacks", |cx: &mut NativeCx, records: GoSlice<u64>| {
            let stacks = cx.shared().cpu_profile.stacks().into_iter();
            let record =
                |(count, labels, pcs)| ProfileRecord { figures: [count, 0, 0], labels, pcs };
            fill_records(stacks.map(record), records)
        }),
        Native::constant_time("setLabels", |cx: &mut NativeCx, labels: GoStr| {
            let labels = labels.bytes();
            let kept = (!labels.is_empty()).then(|| Arc::from(labels));
            if kept.is_some() || cx.g().unwind_ref().is_some() {
                cx.g().unwind_record().labels = kept;
            }
        }),
        Native::constant_time("heapRecords", profile_samples::heap_records),
        Native::constant_time("waitRecords", profile_samples::wait_records),
    ]
}

/// The data of one stack in a profile, as passed to Go.
pub(crate) struct ProfileRecord {
    pub(crate) figures: [u64; 3],
    pub(crate) labels: Labels,
    pub(crate) pcs: Vec<u64>,
}

/// Takes a sample of the running goroutine if one is due. The goroutine leaves the interpreter, and its frames are
/// whole.
pub(crate) fn take_sample(cx: &mut Cx, shared: &Shared) {
    use InterpreterExit::{Again, Block, Budget, Park, ParkNative, Pause, Yield};
    if !matches!(cx.exit, Again | Block { .. } | Budget | Park(_) | ParkNative(_) | Pause | Yield) {
        return;
    }
    let count = shared.cpu_profile.samples_due(shared.host.thread_time());
    if count > 0 {
        // A pause stops before an instruction, the other exits stop behind one.
        let next = cx.registers.pc;
        cx.registers.pc = next.wrapping_add(usize::from(matches!(cx.exit, Pause)));
        let frames = traceback::current_frames(cx, MAX_PROFILED_FRAMES);
        cx.registers.pc = next;
        let labels = cx.g().unwind_ref().and_then(|unwind| unwind.labels.clone());
        shared.cpu_profile.add(stack_numbers(&shared.image, &frames), labels, count);
    }
}

/// A stack in the form of Go's `runtime.CallersFrames`, without the program's entry.
fn stack_numbers(image: &Image, frames: &[TraceFrame]) -> Vec<u64> {
    let shown = frames.iter().filter(|f| f.func != image.program.entry);
    shown
        .map(|f| if f.is_panic { image.vm_return_address() as u64 } else { f.to_number() })
        .collect()
}

/// Writes the records one behind the other, if there is room: three figures, the length of the labels and the labels,
/// the length of the stack and the stack. Returns the number of words that all records take.
pub(crate) fn fill_records(all: impl Iterator<Item = ProfileRecord>, records: GoSlice<u64>) -> i64 {
    let mut words = Vec::new();
    for ProfileRecord { figures, labels, pcs } in all {
        words.extend(figures);
        let labels = labels.as_deref().unwrap_or_default();
        words.push(labels.len() as u64);
        for part in labels.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            words.push(u64::from_ne_bytes(word));
        }
        words.push(pcs.len() as u64);
        words.extend(pcs);
    }
    let all = words;
    if all.len() <= records.len() {
        records.with_len(all.len()).set(&all);
    }
    all.len() as i64
}

/// The stacks of all goroutines, the running goroutine's first.
pub(crate) fn goroutine_stacks(cx: &mut NativeCx, records: GoSlice<u64>) -> Outcome<i64> {
    let Some(stacks) = all_stacks(cx) else { return Outcome::Again };
    let image = &cx.shared().image;
    let record = |(frames, labels): (Vec<TraceFrame>, Labels)| {
        let pcs = stack_numbers(image, &frames);
        ProfileRecord { figures: [1, 0, 0], labels, pcs }
    };
    Outcome::Return(fill_records(stacks.into_iter().map(record), records))
}

/// The stacks and labels of all goroutines; `None` if another goroutine is stopping the world.
fn all_stacks(cx: &mut NativeCx) -> Option<Vec<(Vec<TraceFrame>, Labels)>> {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let image = unsafe { &(*shared).image };
    let labels_of = |g: &Goroutine| g.unwind_ref().and_then(|unwind| unwind.labels.clone());
    let labels = labels_of(cx.g());
    let mut stacks = vec![(traceback::current_frames(cx, usize::MAX), labels)];
    let mut world = cx.task().stop_world()?;
    world.each_task(|_, _, g| {
        let frames = goroutine_frames(image, g);
        if !traceback::is_hidden(image, g, &frames) {
            stacks.push((frames, labels_of(g)));
        }
    });
    Some(stacks)
}

/// The profile of all goroutines, by stack.
fn goroutines(cx: &mut NativeCx) -> Outcome<String> {
    let Some(stacks) = all_stacks(cx) else { return Outcome::Again };
    let mut text = String::new();
    write_profile(&cx.shared().image, "goroutine", stacks.into_iter(), &mut text);
    Outcome::Return(text)
}

/// The frames of a goroutine that is not running.
pub(crate) fn goroutine_frames(image: &Image, g: &Goroutine) -> Vec<TraceFrame> {
    traceback::goroutine_frames(image, g, g.position(), g.frame_base as usize, usize::MAX)
}

/// Writes a profile of these stacks, the most frequent first.
pub(crate) fn write_profile(
    image: &Image,
    name: &str,
    stacks: impl Iterator<Item = (Vec<TraceFrame>, Labels)>,
    out: &mut String,
) {
    let mut groups: Vec<(usize, Vec<TraceFrame>, Labels)> = Vec::new();
    let mut total = 0;
    for (frames, labels) in stacks {
        total += 1;
        let same = |of: &[TraceFrame]| {
            let is =
                |(a, b): (&TraceFrame, &TraceFrame)| a.pc == b.pc && a.is_native == b.is_native;
            of.len() == frames.len() && of.iter().zip(&frames).all(is)
        };
        match groups.iter_mut().find(|(_, of, with)| *with == labels && same(of)) {
            Some((count, _, _)) => *count += 1,
            None => groups.push((1, frames, labels)),
        }
    }
    groups.sort_by_key(|(count, _, _)| std::cmp::Reverse(*count));
    writeln!(out, "{name} profile: total {total}").expect("strings take all");
    for (count, frames, labels) in &groups {
        write_group(image, *count, frames, labels.as_deref(), out);
    }
}

fn write_group(
    image: &Image,
    count: usize,
    frames: &[TraceFrame],
    labels: Option<&[u8]>,
    out: &mut String,
) {
    let pcs: Vec<_> = frames.iter().map(|f| format!(" {:#x}", f.pc as usize)).collect();
    writeln!(out, "{count} @{}", pcs.concat()).expect("strings take all");
    if let Some(labels) = labels {
        let labels = String::from_utf8_lossy(labels);
        writeln!(out, "# labels: {{{labels}}}").expect("strings take all");
    }
    let function = |frame: &TraceFrame| {
        let name = &image.program.funcs[frame.func.0 as usize].name;
        if frame.is_native {
            return name.to_string();
        }
        // Offsets are from the begin of the function with the code, into which this function may be inlined.
        let offset = frame.pc as usize - image.entry_pc(image.func_at(frame.pc)) as usize;
        format!("{name}+{offset:#x}")
    };
    let shown = || frames.iter().filter(|f| f.func != image.program.entry);
    let functions: Vec<_> = shown().map(function).collect();
    // Columns as Go's tabwriter aligns them: eight wide, at least one tab apart.
    let width = functions.iter().map(|p| p.chars().count() / 8 + 1).max().unwrap_or(0);
    for (frame, function) in shown().zip(&functions) {
        let (file, line) = lines::position(image, *frame);
        let tabs = "\t".repeat(width - function.chars().count() / 8);
        let pc = frame.pc as usize - 1;
        writeln!(out, "#\t{pc:#x}\t{function}{tabs}{file}:{line}").expect("strings take all");
    }
    out.push('\n');
}
