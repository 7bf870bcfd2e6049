//! Goroutine profiles as package runtime/pprof writes them: how many goroutines have which stack.
//!
//! It takes any goroutines: all of them, or those that are leaked.

use crate::goroutine::state::Goroutine;
use crate::image::Image;
use crate::image::lines::{self, TraceFrame};
use crate::native::outcome::Outcome;
use crate::native::{Native, NativeCx};
use crate::report::traceback;
use crate::shared::Shared;
use std::fmt::Write as _;

/// Natives of package `runtime/pprof`.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::new("goroutines", goroutines)]
}

/// All goroutines, by stack.
fn goroutines(cx: &mut NativeCx) -> Outcome<String> {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared: &Shared = unsafe { &*shared };
    let image = &shared.image;
    let mut stacks = vec![traceback::current_frames(cx, usize::MAX)];
    let Some(mut world) = cx.task().stop_world() else { return Outcome::Again };
    world.each_task(|_, _, g| {
        let frames = stack(image, g);
        if !traceback::is_hidden(image, g, &frames) {
            stacks.push(frames);
        }
    });
    drop(world);
    let mut text = String::new();
    write(image, "goroutine", stacks.into_iter(), &mut text);
    Outcome::Return(text)
}

/// The frames of a goroutine that does not run.
pub(crate) fn stack(image: &Image, g: &Goroutine) -> Vec<TraceFrame> {
    traceback::frames(image, g, g.pc, g.r as usize, usize::MAX)
}

/// Writes a profile of these stacks, the most frequent first.
pub(crate) fn write(
    image: &Image,
    name: &str,
    stacks: impl Iterator<Item = Vec<TraceFrame>>,
    out: &mut String,
) {
    let mut groups: Vec<(usize, Vec<TraceFrame>)> = Vec::new();
    let mut total = 0;
    for frames in stacks {
        total += 1;
        let same = |of: &[TraceFrame]| {
            let is = |(a, b): (&TraceFrame, &TraceFrame)| a.pc == b.pc && a.native == b.native;
            of.len() == frames.len() && of.iter().zip(&frames).all(is)
        };
        match groups.iter_mut().find(|(_, of)| same(of)) {
            Some((count, _)) => *count += 1,
            None => groups.push((1, frames)),
        }
    }
    groups.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    writeln!(out, "{name} profile: total {total}").expect("strings take all");
    for (count, frames) in &groups {
        write_group(image, *count, frames, out);
    }
}

fn write_group(image: &Image, count: usize, frames: &[TraceFrame], out: &mut String) {
    let pcs: Vec<_> = frames.iter().map(|f| format!(" {:#x}", f.pc as usize)).collect();
    writeln!(out, "{count} @{}", pcs.concat()).expect("strings take all");
    let function = |frame: &TraceFrame| {
        let name = &image.program.funcs[frame.func.0 as usize].name;
        if frame.native {
            return name.to_string();
        }
        // Offsets are those of the function whose code it is, which may have this one inlined.
        let offset = frame.pc as usize - image.entry_of(image.func_at(frame.pc)) as usize;
        format!("{name}+{offset:#x}")
    };
    let shown = || frames.iter().filter(|f| f.func != image.program.entry);
    let functions: Vec<_> = shown().map(function).collect();
    // Columns as Go's tabwriter sets them: eight wide, at least one tab apart.
    let width = functions.iter().map(|p| p.chars().count() / 8 + 1).max().unwrap_or(0);
    for (frame, function) in shown().zip(&functions) {
        let (file, line) = lines::position(image, *frame);
        let tabs = "\t".repeat(width - function.chars().count() / 8);
        let pc = frame.pc as usize - 1;
        writeln!(out, "#\t{pc:#x}\t{function}{tabs}{file}:{line}").expect("strings take all");
    }
    out.push('\n');
}
