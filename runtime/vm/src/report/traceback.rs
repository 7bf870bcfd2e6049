//! Stacks of goroutines in Go's format.
//!
//! Panics, fatal errors, deadlock reports and `runtime.Stack` all print stacks with this module.

use crate::goroutine::context::Cx;
use crate::goroutine::durable_wait::waits_durably;
use crate::goroutine::state::{Goroutine, NativeWait};
use crate::goroutine::unwind_records::VmCallKind;
use crate::image::Image;
use crate::image::files::{ProgramFileNames, shown_name};
use crate::image::lines::{
    LIBRARY_PREFIX, TraceFrame, file_and_line_numbers, position, push_frames,
};
use crate::shared::Shared;
use crate::shared::embedding::CrashFrame;
use minigo_bytecode::operand::FuncId;
use minigo_bytecode::ops::Op;
use minigo_sched::state::Phase;
use minigo_sched::{Handle, Nanos, StoppedWorld, TaskRef, TaskStatus};
use std::fmt::Write as _;

/// The most frames of a crash that an embedder gets as data; the text of the trace elides frames by its own rule.
const MAX_CRASH_FRAMES: usize = 100;

/// How stacks name files: messages use the user's names, and texts for the program use absolute names, as in Go.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a> {
    image: &'a Image,
    absolute_files: Option<&'a ProgramFileNames>,
}

impl Names<'_> {
    pub(crate) fn for_messages(shared: &Shared) -> Names<'_> {
        Names { image: &shared.image, absolute_files: None }
    }

    pub(crate) fn for_program(shared: &Shared) -> Names<'_> {
        Names { image: &shared.image, absolute_files: Some(&shared.files) }
    }
}

impl<'a> Names<'a> {
    /// The file and line of a frame.
    fn position(self, frame: TraceFrame) -> (&'a str, u32) {
        match self.absolute_files {
            None => {
                let (file, line) = position(self.image, frame);
                (shown_name(self.image.program.file_names, file), line)
            }
            Some(files) => {
                let (file, line) = file_and_line_numbers(self.image, frame);
                (files.name(&self.image.program.files, file), line)
            }
        }
    }
}

/// Appends all goroutines except `without`, oldest first.
pub(crate) fn dump_all_goroutines(
    handle: &Handle<Goroutine>,
    shared: &Shared,
    wanted: impl Fn(&Goroutine) -> bool,
    out: &mut String,
) {
    let (now, running) = (handle.now(), handle.running_tasks());
    let names = Names::for_messages(shared);
    append_others(names, &mut handle.stop_world(), now, &running, wanted, out);
}

/// The frames of a goroutine that is at `pc` with the frame's base at slot `base`, innermost first, without wrappers.
pub(crate) fn goroutine_frames(
    image: &Image,
    g: &Goroutine,
    pc: *const Op,
    base: usize,
    max_frames: usize,
) -> Vec<TraceFrame> {
    walk_frames(image, g, pc, base, max_frames, |_| {})
}

/// The frames as for [`frames`]; after each step outwards `look` may remove frames.
fn walk_frames(
    image: &Image,
    g: &Goroutine,
    mut pc: *const Op,
    base: usize,
    max_frames: usize,
    mut look: impl FnMut(&mut Vec<TraceFrame>),
) -> Vec<TraceFrame> {
    let mut frames = Vec::new();
    if let Some((func, behind)) = native_of(image, g, pc) {
        frames.push(TraceFrame {
            func,
            pc: behind,
            is_panic: false,
            is_native: true,
            inline_level: 0,
        });
        pc = behind;
    }
    for stacked in g.frames_at(image, pc, base) {
        let mut pc = stacked.pc;
        match stacked.vm_call.map(|act| &act.kind) {
            Some(VmCallKind::Panic) => {
                let func = image.func_at(pc);
                frames.push(TraceFrame {
                    func,
                    pc,
                    is_panic: true,
                    is_native: false,
                    inline_level: 0,
                });
            }
            // Return addresses point behind the call; the VM made this call at `pc` itself.
            Some(VmCallKind::Defer) => pc = pc.wrapping_add(1),
            _ => {}
        }
        if frames.len() >= max_frames {
            break;
        }
        if image.has_pc(pc as u64) {
            push_frames(image, pc, &mut frames);
            look(&mut frames);
        }
    }
    frames.truncate(max_frames);
    frames
}

/// Reports whether a goroutine with these frames runs none of the program's own code: the machine started it, for
/// example for finalizers. Neither dumps nor profiles show goroutines that run only the machine's code.
pub(crate) fn is_hidden(image: &Image, g: &Goroutine, frames: &[TraceFrame]) -> bool {
    g.is_system() && frames.iter().all(|f| position(image, *f).0.starts_with(LIBRARY_PREFIX))
}

/// The native in which a goroutine at `pc` waits, and the address behind its call.
pub(crate) fn native_of(
    image: &Image,
    g: &Goroutine,
    pc: *const Op,
) -> Option<(FuncId, *const Op)> {
    // A parked native is called once more when the goroutine continues.
    let behind = match g.native_wait()? {
        NativeWait::Parked => pc.wrapping_add(1),
        NativeWait::Blocked => pc,
    };
    let index = image.offset_of(behind).checked_sub(1)?;
    let Op::CallNative { native, .. } = image.op_at_index(index) else { return None };
    Some((image.program.natives[native.get() as usize].func, behind))
}

/// The number of frames of a deep stack that Go shows at each end.
const SHOWN_FRAMES_PER_STACK_END: usize = 50;

/// The number of frames that are kept before those that are not shown are dropped: when memory is short, there is no
/// room for all.
const MAX_KEPT_FRAMES: usize = 4096;

/// Writes frames; behind the first shown ones, `dropped` frames were dropped.
fn write_frames(names: Names<'_>, frames: &[TraceFrame], dropped: usize, out: &mut String) {
    let behind = frames.len().saturating_sub(2 * SHOWN_FRAMES_PER_STACK_END);
    let hidden = behind + dropped;
    for (i, frame) in frames.iter().enumerate() {
        if hidden > 0 && i == SHOWN_FRAMES_PER_STACK_END {
            writeln!(out, "...{hidden} frames elided...").expect("writing to a string cannot fail");
        }
        if (SHOWN_FRAMES_PER_STACK_END..SHOWN_FRAMES_PER_STACK_END + behind).contains(&i) {
            continue;
        }
        write_frame(names, *frame, out);
    }
}

fn write_frame(names: Names<'_>, frame: TraceFrame, out: &mut String) {
    let image = names.image;
    let f = &image.program.funcs[frame.func.0 as usize];
    if frame.func == image.program.entry {
        return;
    }
    let (file, line) = names.position(frame);
    let start = image.function_starts[image.func_at(frame.pc).0 as usize] as usize;
    let offset = image.offset_of(frame.pc).saturating_sub(start);
    let name = if frame.is_panic { "panic" } else { &f.name };
    let args = if frame.is_panic || f.arg_slots > 0 { "..." } else { "" };
    let written = match frame.is_native {
        true => writeln!(out, "{name}({args})\n\t{file}:{line}"),
        false => writeln!(out, "{name}({args})\n\t{file}:{line} +{:#x}", offset * 8),
    };
    written.expect("writing to a string cannot fail");
}

/// Appends a goroutine with its head line: `goroutine 1 [running]:`. Appends nothing for a hidden goroutine.
pub(crate) fn append_goroutine(
    names: Names<'_>,
    g: &Goroutine,
    pc: *const Op,
    base: usize,
    state: &str,
    out: &mut String,
) {
    let (frames, dropped) = frames_of_both_ends(names.image, g, pc, base);
    if !is_hidden(names.image, g, &frames) {
        write_goroutine(names, g, &frames, dropped, state, out);
    }
}

/// The frames of a stack that may be shown, and how many were dropped between the innermost and the outermost ones. A
/// stack of a million frames is walked to its end, since the outermost frames are shown too.
fn frames_of_both_ends(
    image: &Image,
    g: &Goroutine,
    pc: *const Op,
    base: usize,
) -> (Vec<TraceFrame>, usize) {
    let mut dropped = 0;
    let frames = walk_frames(image, g, pc, base, usize::MAX, |frames| {
        if frames.len() >= MAX_KEPT_FRAMES {
            let from = frames.len() - SHOWN_FRAMES_PER_STACK_END;
            dropped += from - SHOWN_FRAMES_PER_STACK_END;
            frames.drain(SHOWN_FRAMES_PER_STACK_END..from);
        }
    });
    (frames, dropped)
}

fn write_goroutine(
    names: Names<'_>,
    g: &Goroutine,
    frames: &[TraceFrame],
    dropped: usize,
    state: &str,
    out: &mut String,
) {
    write!(out, "goroutine {} [{state}", g.id).expect("writing to a string cannot fail");
    if g.bubble != 0 {
        write!(out, ", synctest bubble {}", g.bubble).expect("writing to a string cannot fail");
    }
    out.push_str("]:\n");
    write_frames(names, frames, dropped, out);
    if !g.made_at.is_null() {
        write_creator(names, g, out);
    }
}

/// Appends the lines on the `go` statement that made a goroutine.
fn write_creator(names: Names<'_>, g: &Goroutine, out: &mut String) {
    let image = names.image;
    let func = image.func_at(g.made_at);
    let made =
        TraceFrame { func, pc: g.made_at, is_panic: false, is_native: false, inline_level: 0 };
    let (file, line) = names.position(made);
    let name = &image.program.funcs[func.0 as usize].name;
    let offset = image.offset_of(g.made_at) - image.function_starts[func.0 as usize] as usize;
    writeln!(
        out,
        "created by {name} in goroutine {}\n\t{file}:{line} +{:#x}",
        g.parent_id,
        offset * 8
    )
    .expect("writing to a string cannot fail");
}

/// The state of a goroutine in the words of a dump.
pub(crate) fn state_text(image: &Image, g: &Goroutine, status: &TaskStatus, now: Nanos) -> String {
    let what = match status.phase {
        Phase::Parked => status.reason.text(),
        Phase::Running | Phase::Notified => "running",
        Phase::Blocked => "syscall",
        _ => "runnable",
    };
    let minutes = now.saturating_sub(status.since) / 60_000_000_000;
    let mut text = String::from(what);
    if g.bubble != 0 && waits_durably(image, status, g) {
        text.push_str(" (durable)");
    }
    if status.phase == Phase::Parked && minutes > 0 {
        write!(text, ", {minutes} minutes").expect("writing to a string cannot fail");
    }
    if status.pinned_worker.is_some() {
        text.push_str(", locked to thread");
    }
    text
}

/// Appends the goroutines of a stopped world that are `wanted`, oldest first, except the goroutine that stopped the
/// world. Goroutines that were running when the world was stopped are shown as running.
pub(crate) fn append_others(
    names: Names<'_>,
    world: &mut StoppedWorld<'_, Goroutine>,
    now: Nanos,
    running: &[TaskRef],
    wanted: impl Fn(&Goroutine) -> bool,
    out: &mut String,
) {
    let mut dumps = Vec::new();
    world.each_task(|task, mut status, g| {
        if !wanted(g) {
            return;
        }
        if status.phase == Phase::Queued && running.contains(&task) {
            status.phase = Phase::Running;
        }
        let mut text = String::new();
        let state = state_text(names.image, g, &status, now);
        append_goroutine(names, g, g.position(), g.frame_base as usize, &state, &mut text);
        if !text.is_empty() {
            dumps.push((g.id, text));
        }
    });
    dumps.sort();
    for (_, text) in dumps {
        out.push('\n');
        out.push_str(&text);
    }
}

/// The innermost frames of the running goroutine, without the program's entry.
pub(crate) fn current_frames(cx: &mut Cx, max_frames: usize) -> Vec<TraceFrame> {
    let (pc, r) = (cx.registers.pc, cx.registers.frame_base);
    let g: *const Goroutine = cx.g();
    // SAFETY: the goroutine does not change during the call, and the frame lies in its stack.
    let (g, base) = unsafe { (&*g, r.offset_from((*g).stack.base()) as usize) };
    goroutine_frames(&cx.shared().image, g, pc, base, max_frames)
}

/// The frames of the running goroutine as data, without the program's entry.
pub(crate) fn crash_frames(cx: &mut Cx) -> Vec<CrashFrame> {
    let frames = current_frames(cx, MAX_CRASH_FRAMES);
    let image = &cx.shared().image;
    let shown =
        frames.into_iter().filter(|frame| !frame.is_panic && frame.func != image.program.entry);
    let described = shown.map(|frame| {
        let (file, line) = position(image, frame);
        let function = image.program.funcs[frame.func.0 as usize].name.to_string();
        CrashFrame { function, file: file.to_owned(), line }
    });
    described.collect()
}

/// Appends the running goroutine. The running goroutine is shown even if the library started it: a panic there concerns
/// the program.
pub(crate) fn append_current_goroutine(
    cx: &mut Cx,
    names: fn(&Shared) -> Names<'_>,
    out: &mut String,
) {
    let (pc, r) = (cx.registers.pc, cx.registers.frame_base);
    let g = cx.g();
    // SAFETY: the frame lies in the stack.
    let base = unsafe { r.offset_from(g.stack.base()) } as usize;
    let g: *const Goroutine = g;
    // SAFETY: the goroutine stays the same during the call.
    let (names, g) = (names(cx.shared()), unsafe { &*g });
    let (frames, dropped) = frames_of_both_ends(names.image, g, pc, base);
    write_goroutine(names, g, &frames, dropped, "running", out);
}
