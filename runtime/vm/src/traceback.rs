//! Stacks of goroutines as Go prints them.
//!
//! A module of its own because panics, fatal errors, deadlock reports and `runtime.Stack` all show the same thing.

use crate::goroutine::{Goroutine, InNative};
use crate::host::Host;
use crate::image::Image;
use crate::interp::{Cx, window_before};
use crate::unwind::ActKind;
use minigo_bytecode::func::Origin;
use minigo_bytecode::operand::FuncId;
use minigo_bytecode::ops::Op;
use minigo_sched::state::Phase;
use minigo_sched::{Nanos, Standing, StoppedWorld, TaskRef};
use std::fmt::Write as _;

/// What the library's files are below.
pub(crate) const LIBRARY: &str = "$GOROOT";

/// A frame of a stack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) func: FuncId,
    /// Behind the instruction that it is at.
    pub(crate) pc: *const Op,
    /// A call of the panic machinery: printed as `panic(…)`.
    pub(crate) panic: bool,
    /// `func` is a native, which has no frame of its own: it is called by the instruction before `pc`.
    pub(crate) native: bool,
    /// The function of the frame is inlined: how many of the functions inlined at `pc` are inside of it, plus one.
    pub(crate) inlined: u8,
}

impl Frame {
    /// The innermost frame at `pc`.
    pub(crate) fn innermost(image: &Image, pc: *const Op) -> Self {
        let outer = Self { func: image.func_at(pc), pc, panic: false, native: false, inlined: 0 };
        let inner = Self { inlined: 1, ..outer };
        match origin(image, inner).and_then(|o| o.func) {
            Some(func) => Self { func, ..inner },
            None => outer,
        }
    }

    /// As a number for Go: the address of the return position, with the place among the inlined functions in its low bits.
    pub(crate) fn number(self) -> u64 {
        self.pc as u64 | u64::from(self.inlined)
    }

    /// The opposite; one less than the number means the same frame, as long as it is not inlined.
    pub(crate) fn of_number(image: &Image, number: u64) -> Option<Self> {
        const LOW: u64 = size_of::<Op>() as u64 - 1;
        let number = if number & LOW == LOW { number.wrapping_add(1) } else { number };
        let (pc, inlined) = (number & !LOW, (number & LOW) as u8);
        if !image.has_pc(pc) {
            return None;
        }
        let pc = pc as *const Op;
        let func = image.func_at(pc);
        let mut frame = Self { func, pc, panic: false, native: false, inlined };
        if inlined > 0 {
            frame.func = origin(image, frame)?.func?;
        }
        Some(frame)
    }
}

/// The frames of a goroutine that is at `pc` with the frame's base at slot `base`, innermost first, wrappers left out.
pub(crate) fn frames(
    image: &Image,
    g: &Goroutine,
    pc: *const Op,
    base: usize,
    most: usize,
) -> Vec<Frame> {
    walk(image, g, pc, base, most, |_| {})
}

/// The same; `look` may take frames away that are not wanted, after each step outwards.
fn walk(
    image: &Image,
    g: &Goroutine,
    pc: *const Op,
    base: usize,
    most: usize,
    mut look: impl FnMut(&mut Vec<Frame>),
) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut acts = g.unwind_ref().map_or(&[][..], |u| u.acts());
    let (mut pc, mut base) = (pc, base);
    if let Some((native, behind)) = native_of(image, g, pc) {
        frames.push(Frame { func: native, pc: behind, panic: false, native: true, inlined: 0 });
        pc = behind;
    }
    let words = g.words();
    while frames.len() < most {
        if image.has_pc(pc as u64) {
            push_frames(image, pc, &mut frames);
            look(&mut frames);
        }
        let back = words[base - 1] as *const Op;
        if back != image.leave() {
            // What package unsafe has written over is no stack any more.
            if !image.has_pc(back as u64) {
                break;
            }
            // SAFETY: return addresses are behind calls.
            let window = unsafe { window_before(back) };
            let Some(below) = base.checked_sub(window).filter(|below| *below > 0) else { break };
            (pc, base) = (back, below);
            continue;
        }
        let Some((act, rest)) = acts.split_last() else { break };
        acts = rest;
        (pc, base) = (act.pc, act.base as usize);
        match act.kind {
            ActKind::Panic => {
                frames.push(Frame {
                    func: image.func_at(pc),
                    pc,
                    panic: true,
                    native: false,
                    inlined: 0,
                });
            }
            // Positions are those of the instruction before; this call was made by the one at `pc`.
            ActKind::Defer => pc = pc.wrapping_add(1),
            _ => {}
        }
    }
    frames.truncate(most);
    frames
}

/// Whether a goroutine with these frames runs nothing of the program's own: the machine started it, for finalizers and the like.
/// Neither dumps nor profiles show it.
pub(crate) fn is_hidden(image: &Image, g: &Goroutine, frames: &[Frame]) -> bool {
    g.is_system() && frames.iter().all(|f| position(image, *f).0.starts_with(LIBRARY))
}

/// The native that a goroutine at `pc` waits in, and the position behind its call.
fn native_of(image: &Image, g: &Goroutine, pc: *const Op) -> Option<(FuncId, *const Op)> {
    // A native that parks is called once more when the goroutine goes on.
    let behind = match g.in_native()? {
        InNative::Parked => pc.wrapping_add(1),
        InNative::Blocked => pc,
    };
    let index = image.offset_of(behind).checked_sub(1)?;
    let Op::CallNative { native, .. } = image.code[index] else { return None };
    Some((image.program.natives[native.get() as usize].func, behind))
}

/// The functions that the instruction before `pc` is a part of, wrappers left out.
pub(crate) fn push_frames(image: &Image, pc: *const Op, frames: &mut Vec<Frame>) {
    let func = image.func_at(pc);
    let f = &image.program.funcs[func.0 as usize];
    for (i, origin) in f.origins_at(index_before(image, func, pc)).enumerate() {
        let (func, inlined) = match origin.func {
            Some(inlined) => (inlined, i as u8 + 1),
            None => (func, 0),
        };
        if !image.program.funcs[func.0 as usize].wrapper {
            frames.push(Frame { func, pc, panic: false, native: false, inlined });
        }
    }
}

/// The index in `func` of the instruction before `pc`.
fn index_before(image: &Image, func: FuncId, pc: *const Op) -> u32 {
    let at = image.offset_of(pc).saturating_sub(image.starts[func.0 as usize] as usize);
    (at as u32).saturating_sub(1)
}

/// Which indexes of the instruction before `pc` are unsigned.
pub(crate) fn unsigned_before(image: &Image, pc: *const Op) -> u8 {
    let func = image.func_at(pc);
    image.program.funcs[func.0 as usize].unsigned_at(index_before(image, func, pc))
}

/// Where the instruction of a frame comes from.
fn origin(image: &Image, frame: Frame) -> Option<Origin> {
    let func = image.func_at(frame.pc);
    let f = &image.program.funcs[func.0 as usize];
    let mut origins = f.origins_at(index_before(image, func, frame.pc));
    match frame.inlined {
        0 => origins.last(),
        n => origins.nth(usize::from(n) - 1),
    }
}

/// File and line of a frame.
pub(crate) fn position(image: &Image, frame: Frame) -> (&str, u32) {
    let (file, line) = numbered(image, frame);
    (image.program.files.get(file as usize).map_or("?", |f| f), line)
}

/// The same, the file by its number among the program's, if it is one.
pub(crate) fn numbered(image: &Image, frame: Frame) -> (u32, u32) {
    if frame.native {
        let declared = &image.program.funcs[frame.func.0 as usize];
        return (declared.file, declared.line);
    }
    origin(image, frame).map_or((u32::MAX, 0), |o| (o.file, o.line))
}

/// How many frames Go shows of a deep stack, at both ends.
const SHOWN: usize = 50;

/// So many frames are kept of a stack before those that are not shown are dropped: when memory is short, there is none for all.
const KEPT: usize = 4096;

/// Writes frames of which `dropped` were dropped behind the first ones that are shown.
fn write_frames(image: &Image, frames: &[Frame], dropped: usize, out: &mut String) {
    let behind = frames.len().saturating_sub(2 * SHOWN);
    let hidden = behind + dropped;
    for (i, frame) in frames.iter().enumerate() {
        if hidden > 0 && i == SHOWN {
            writeln!(out, "...{hidden} frames elided...").expect("writing to a string cannot fail");
        }
        if (SHOWN..SHOWN + behind).contains(&i) {
            continue;
        }
        write_frame(image, *frame, out);
    }
}

fn write_frame(image: &Image, frame: Frame, out: &mut String) {
    let f = &image.program.funcs[frame.func.0 as usize];
    if frame.func == image.program.entry {
        return;
    }
    let (file, line) = position(image, frame);
    let start = image.starts[image.func_at(frame.pc).0 as usize] as usize;
    let offset = image.offset_of(frame.pc).saturating_sub(start);
    let name = if frame.panic { "panic" } else { &f.name };
    let args = if frame.panic || f.arg_slots > 0 { "..." } else { "" };
    let written = match frame.native {
        true => writeln!(out, "{name}({args})\n\t{file}:{line}"),
        false => writeln!(out, "{name}({args})\n\t{file}:{line} +{:#x}", offset * 8),
    };
    written.expect("writing to a string cannot fail");
}

/// A goroutine with its head line: `goroutine 1 [running]:`. Nothing for one that is hidden.
pub(crate) fn goroutine(
    image: &Image,
    g: &Goroutine,
    pc: *const Op,
    base: usize,
    state: &str,
    out: &mut String,
) {
    // A stack of a million frames is walked to its end, for the outermost frames are shown too.
    let mut dropped = 0;
    let frames = walk(image, g, pc, base, usize::MAX, |frames| {
        if frames.len() >= KEPT {
            let from = frames.len() - SHOWN;
            dropped += from - SHOWN;
            frames.drain(SHOWN..from);
        }
    });
    if is_hidden(image, g, &frames) {
        return;
    }
    writeln!(out, "goroutine {} [{state}]:", g.id).expect("writing to a string cannot fail");
    write_frames(image, &frames, dropped, out);
    if !g.made_at.is_null() {
        let func = image.func_at(g.made_at);
        let made = Frame { func, pc: g.made_at, panic: false, native: false, inlined: 0 };
        let (file, line) = position(image, made);
        let name = &image.program.funcs[func.0 as usize].name;
        let offset = image.offset_of(g.made_at) - image.starts[func.0 as usize] as usize;
        writeln!(
            out,
            "created by {name} in goroutine {}\n\t{file}:{line} +{:#x}",
            g.parent,
            offset * 8
        )
        .expect("writing to a string cannot fail");
    }
}

/// What a goroutine does, in the words of a dump.
pub(crate) fn state_text(standing: &Standing, now: Nanos) -> String {
    let what = match standing.phase {
        Phase::Parked => standing.reason.text(),
        Phase::Running | Phase::Notified => "running",
        Phase::Blocked => "syscall",
        _ => "runnable",
    };
    let minutes = now.saturating_sub(standing.since) / 60_000_000_000;
    let mut text = String::from(what);
    if standing.phase == Phase::Parked && minutes > 0 {
        write!(text, ", {minutes} minutes").expect("writing to a string cannot fail");
    }
    if standing.pinned.is_some() {
        text.push_str(", locked to thread");
    }
    text
}

/// How much crashes show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Level {
    /// No stack.
    None,
    /// The stack of the goroutine that failed.
    Single,
    /// All stacks.
    All,
}

impl Level {
    /// What `GOTRACEBACK` or `debug.SetTraceback` say; what is not known there means one stack.
    pub(crate) fn parse(name: &[u8]) -> Self {
        match name {
            b"none" | b"0" => Self::None,
            b"all" | b"1" | b"system" | b"2" | b"crash" | b"wer" => Self::All,
            _ => Self::Single,
        }
    }

    /// What the environment says.
    pub(crate) fn of(host: &dyn Host) -> Self {
        let variables = host.environ();
        let value = variables.iter().find_map(|v| v.strip_prefix(b"GOTRACEBACK="));
        Self::parse(value.unwrap_or_default())
    }

    pub(crate) fn from_number(n: u8) -> Self {
        [Self::None, Self::Single, Self::All][usize::from(n.min(2))]
    }
}

/// Appends the goroutines of a stopped world, `without` and whoever stopped it left out, the oldest first. Those that ran when it
/// was stopped are said to run.
pub(crate) fn others(
    image: &Image,
    world: &mut StoppedWorld<'_, Goroutine>,
    now: Nanos,
    running: &[TaskRef],
    without: Option<u64>,
    out: &mut String,
) {
    let mut dumps = Vec::new();
    world.each_task(|task, mut standing, g| {
        if without == Some(g.id) {
            return;
        }
        if standing.phase == Phase::Queued && running.contains(&task) {
            standing.phase = Phase::Running;
        }
        let mut text = String::new();
        let state = state_text(&standing, now);
        goroutine(image, g, g.pc, g.r as usize, &state, &mut text);
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

/// The innermost frames of the running goroutine, the program's entry left out.
pub(crate) fn current_frames(cx: &mut Cx, most: usize) -> Vec<Frame> {
    let (pc, r) = (cx.s.pc, cx.s.r);
    let g: *const Goroutine = cx.g();
    // SAFETY: the goroutine is not changed meanwhile, and the frame lies in its stack.
    let (g, base) = unsafe { (&*g, r.offset_from((*g).stack.base()) as usize) };
    frames(&cx.shared().image, g, pc, base, most)
}

/// The running goroutine.
pub(crate) fn current(cx: &mut Cx, out: &mut String) {
    let (pc, r) = (cx.s.pc, cx.s.r);
    let g = cx.g();
    // SAFETY: the frame lies in the stack.
    let base = unsafe { r.offset_from(g.stack.base()) } as usize;
    let g: *const Goroutine = g;
    // SAFETY: the goroutine is not changed meanwhile.
    goroutine(&cx.shared().image, unsafe { &*g }, pc, base, "running", out);
}
