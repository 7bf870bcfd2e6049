//! Goroutines and their frames, as a debugger shows them.

use crate::goroutine::state::{Goroutine, PendingResume, Wait};
use crate::goroutine::unwind_records::VmCallKind;
use crate::image::lines::{self, LIBRARY_PREFIX, TraceFrame};
use crate::inspect::variables::{ValidSlots, WalkedFrame};
use crate::machine::debug::StoppedMachine;
use crate::machine::debug::values::{Value, ValuePlace, Variable};
use crate::report::traceback;
use crate::shared::Shared;
use minigo_sched::TaskStatus;
use minigo_sched::state::Phase;

/// A goroutine in a list.
#[derive(Clone, Debug)]
pub struct GoroutineSummary {
    /// The goroutine's id.
    pub id: u64,
    /// The goroutine's state, in the words of tracebacks: `running`, `chan receive`.
    pub state: String,
    /// The user's function in which the goroutine is, or else the innermost function.
    pub func: String,
    /// The position in the function `func`.
    pub file: String,
    /// The line.
    pub line: u32,
}

/// A call on a goroutine's stack.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function's qualified name; `panic` for a panic that runs deferred calls.
    pub func: String,
    /// The file, as an absolute path, or in the library as `$GOROOT/…`.
    pub file: String,
    /// The line.
    pub line: u32,
    /// Whether the function belongs to the library.
    pub is_library: bool,
    /// Whether the call is inlined: its variables are not known.
    pub is_inlined: bool,
    /// The frame of the stack that holds the variables, if it is this call's own.
    stack_frame: Option<StackFrame>,
}

impl Frame {
    /// The index, in the program's code, of the instruction at which the frame stands. `None` for a native's frame, and
    /// for inlined calls but the innermost.
    #[must_use]
    pub fn instruction(&self) -> Option<usize> {
        self.stack_frame.map(|own| own.instruction_index)
    }

    /// The package of the function: `main`, `net/http`.
    #[must_use]
    pub fn package(&self) -> &str {
        let path = self.func.rfind('/').map_or(0, |slash| slash + 1);
        let name = self.func[path..].find('.').map_or(self.func.len(), |dot| path + dot);
        &self.func[..name]
    }
}

/// A frame of the stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct StackFrame {
    /// The instruction at which the frame stands: the one that is executed next, or the call that it has made.
    pub(super) instruction_index: usize,
    /// The instruction that is executed next, or when the call has returned.
    pub(super) next_index: usize,
    /// The index of the first slot.
    pub(super) base: usize,
    /// Whether the frame has made a call that returns to `next`.
    pub(super) has_made_call: bool,
    is_innermost: bool,
    is_before_instruction: bool,
}

/// Reports whether the goroutine is about to execute the instruction at its position, rather than waiting in the
/// previous instruction.
fn stands_before_instruction(shared: &Shared, g: &Goroutine, status: &TaskStatus) -> bool {
    if !shared.image.has_pc(g.pc as u64) {
        return false;
    }
    let at = shared.image.offset_of(g.pc);
    if shared.debugging.as_ref().is_some_and(|d| d.stands_before(g.id, at)) {
        return true;
    }
    let idle = matches!(g.wait, Wait::Nothing | Wait::Point | Wait::SplitUpdate(_))
        && matches!(g.pending_resume, PendingResume::Nothing | PendingResume::Begin(_));
    idle && !g.is_retry && !matches!(status.phase, Phase::Parked | Phase::Blocked)
}

impl StoppedMachine<'_> {
    /// The goroutines of the program, oldest first, without those of the machine itself.
    pub fn goroutines(&mut self) -> Vec<GoroutineSummary> {
        let (shared, mut all) = (self.shared(), Vec::new());
        let now = self.world.handle().now();
        self.each_goroutine(|_, status, g| {
            let image = &shared.image;
            if g.is_system() && {
                let frames =
                    traceback::goroutine_frames(image, g, g.position(), g.frame_base as usize, 64);
                traceback::is_hidden(image, g, &frames)
            } {
                return;
            }
            let frames = frames_of(shared, g, &status);
            let shown = frames.iter().find(|f| !f.is_library).or(frames.first());
            let Some(shown) = shown else { return };
            let mut state = traceback::state_text(image, g, &status, now);
            if state == "running" || state == "runnable" {
                "running".clone_into(&mut state);
            }
            let Frame { func, file, line, .. } = shown.clone();
            all.push(GoroutineSummary { id: g.id, state, func, file, line });
        });
        all.sort_by_key(|g| g.id);
        all
    }

    /// The calls on a goroutine's stack, innermost first; empty if there is no such goroutine.
    pub fn frames(&mut self, id: u64) -> Vec<Frame> {
        self.with_goroutine(id, |shared, g, status| frames_of(shared, g, &status))
            .unwrap_or_default()
    }

    pub(super) fn stack_frames(&mut self, id: u64) -> Vec<StackFrame> {
        self.frames(id).into_iter().filter_map(|frame| frame.stack_frame).collect()
    }

    /// The variables in scope in a frame, outer scopes first; an inner variable hides an outer one of the same name.
    pub fn variables(&mut self, id: u64, frame: &Frame) -> Vec<Variable> {
        let (number, Some(own)) = (self.stop_number, frame.stack_frame) else { return Vec::new() };
        let of = |shared: &Shared, g: &mut Goroutine, _| variables_of(shared, g, own, number);
        self.with_goroutine(id, of).unwrap_or_default()
    }
}

fn variables_of(shared: &Shared, g: &mut Goroutine, own: StackFrame, stop: u64) -> Vec<Variable> {
    let image = &shared.image;
    let begin = image.code.first_instruction();
    let pc = begin.wrapping_add(own.next_index);
    let id = image.func_at(begin.wrapping_add(own.instruction_index + 1));
    let func = &image.program.funcs[id.0 as usize];
    let at = (own.instruction_index - image.function_starts[id.0 as usize] as usize) as u32;
    let walked = WalkedFrame {
        pc,
        base: own.base,
        is_innermost: own.is_innermost,
        stopped_before: own.is_before_instruction,
    };
    let kept = ValidSlots::of(image, g, &walked);
    let mut found: Vec<Variable> = Vec::new();
    for var in func.vars.iter().filter(|v| (v.scope_start_pc..v.scope_end_pc).contains(&at)) {
        found.retain(|outer| *outer.name != *var.name);
        let ty = image.types.get(var.ty);
        let slot = own.base + usize::from(var.slot.0);
        let value = kept.holds_variable(shared, g, own.base, var).then(|| {
            let word = g.frame_words()[slot];
            let (at, place) = match (var.is_boxed, ty.is_indirect()) {
                (true, _) => (word, ValuePlace::Memory),
                (_, true) => (word, ValuePlace::Fixed),
                _ => (g.frame_words()[slot..].as_ptr() as u64, ValuePlace::Slots),
            };
            Value { ty: var.ty, address: at, place, stop_number: stop }
        });
        let name = var.name.to_string();
        found.push(Variable { name, ty: ty.string.to_string(), value });
    }
    found
}

/// The calls on a goroutine's stack, innermost first.
fn frames_of(shared: &Shared, g: &Goroutine, status: &TaskStatus) -> Vec<Frame> {
    let image = &shared.image;
    let mut found: Vec<Frame> = Vec::new();
    let native = traceback::native_of(image, g, g.pc);
    if let Some((func, pc)) = native {
        let frame = TraceFrame { func, pc, is_panic: false, is_native: true, inline_level: 0 };
        found.push(shown_frame(shared, frame));
    }
    let before = stands_before_instruction(shared, g, status);
    for (i, stacked) in g.frames(image).enumerate() {
        let mut pc = native.filter(|_| i == 0).map_or(stacked.pc, |(_, behind)| behind);
        let stands = i == 0 && before;
        if stands {
            // Positions are recorded for the address behind an instruction.
            pc = pc.wrapping_add(1);
        }
        match stacked.vm_call.map(|act| &act.kind) {
            Some(VmCallKind::Panic) => {
                let func = image.func_at(pc);
                let frame =
                    TraceFrame { func, pc, is_panic: true, is_native: false, inline_level: 0 };
                found.push(shown_frame(shared, frame));
            }
            Some(VmCallKind::Defer) => pc = pc.wrapping_add(1),
            _ => {}
        }
        if !image.has_pc(stacked.pc as u64) {
            continue;
        }
        let mut calls = Vec::new();
        lines::push_frames(image, pc, &mut calls);
        let has_own_code = calls.last().is_some_and(|f| f.inline_level == 0);
        calls.retain(|f| f.func != image.program.entry);
        let some = !calls.is_empty();
        let mut calls: Vec<Frame> =
            calls.into_iter().map(|frame| shown_frame(shared, frame)).collect();
        if stands {
            // The first instruction of a line can belong to a function of the library that is inlined there.
            let inlined = calls.iter().take_while(|f| f.is_library && f.is_inlined).count();
            calls.drain(..inlined);
        }
        found.extend(calls);
        if let Some(frame) = found.last_mut().filter(|_| has_own_code && some) {
            let next = image.offset_of(stacked.pc);
            frame.stack_frame = Some(StackFrame {
                instruction_index: image.offset_of(pc).saturating_sub(1),
                next_index: next,
                base: stacked.base,
                has_made_call: i > 0 && stacked.vm_call.is_none(),
                is_innermost: i == 0,
                is_before_instruction: stands || stacked.vm_call.is_some(),
            });
        }
    }
    found
}

fn shown_frame(shared: &Shared, frame: TraceFrame) -> Frame {
    let image = &shared.image;
    let (file, line) = lines::file_and_line_numbers(image, frame);
    let name = &image.program.funcs[frame.func.0 as usize].name;
    let func = if frame.is_panic { "panic".to_owned() } else { name.to_string() };
    let file = match image.program.files.get(file as usize) {
        Some(_) => shared.files.name(&image.program.files, file).to_owned(),
        None => "?".to_owned(),
    };
    let library = file.starts_with(LIBRARY_PREFIX) || file.starts_with('<') || frame.is_panic;
    Frame {
        func,
        file,
        line,
        is_library: library,
        is_inlined: frame.inline_level > 0,
        stack_frame: None,
    }
}
