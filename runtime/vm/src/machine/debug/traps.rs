//! Traps: breakpoints, and the places where a step ends.
//!
//! A step sets traps and lets the program run: so stepping over a call costs as much as the call. A step ends at the
//! beginning of another line in the same frame, or where a frame of a caller continues; a step into functions also at
//! the first line of any function of the user. All traps of a step are for one goroutine, and all except those at
//! functions' first lines are for one frame: a recursive call does not end the step.
//!
//! The body of a loop over a function is a function of its own, which the iterator calls. A step over a line treats it
//! as part of the function that contains the loop: the step ends at the body's first line, and passes the iterator.

use crate::image::Image;
use crate::image::compiled_entries::FUNCTION_START_ENTRY;
use crate::image::lines::LIBRARY_PREFIX;
use crate::machine::debug::frames::StackFrame;
use crate::machine::debug::places::{first_place, is_user_function};
use crate::machine::debug::{ConditionTerm, HitRule, StoppedMachine};
use crate::shared::debugging::{Breakpoint, StepEnd};
use minigo_bytecode::func::{Func, InlineId, LineEntry};
use minigo_jit::abi::{BREAKPOINT_ENTRY, COMPILE_ON_FIRST_CALL};

/// How far a step goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// To the next line of the same frame, or to the caller.
    Over,
    /// To the next line, which may be that of a called function.
    In,
    /// To the caller.
    Out,
}

/// The most frames of callers at which a step can end.
const MAX_CALLERS: usize = 64;

impl StoppedMachine<'_> {
    /// Sets a breakpoint at an instruction, in place of an earlier breakpoint at that instruction.
    pub fn set_breakpoint(&mut self, at: usize, rule: HitRule) {
        self.patch(at);
        self.debugging().set_breakpoint(at, Breakpoint { rule, ..Breakpoint::default() });
    }

    /// Sets a breakpoint with a condition that goroutines decide without a stop. Returns false, and sets nothing, if
    /// goroutines cannot decide the condition.
    pub fn set_condition(&mut self, at: usize, rule: HitRule, condition: &ConditionTerm) -> bool {
        let Some(condition) = self.resolve_condition(at, condition) else { return false };
        self.patch(at);
        let breakpoint = Breakpoint { condition: Some(condition), rule, ..Breakpoint::default() };
        self.debugging().set_breakpoint(at, breakpoint);
        true
    }

    /// Sets a breakpoint at which the debugger decides which arrivals count: each stops the program.
    pub fn set_debugger_decided_breakpoint(&mut self, at: usize) {
        self.patch(at);
        self.debugging().set_breakpoint(
            at,
            Breakpoint { is_decided_by_debugger: true, ..Breakpoint::default() },
        );
    }

    /// Removes a breakpoint.
    pub fn remove_breakpoint(&mut self, at: usize) {
        if self.debugging().remove_breakpoint(at) {
            self.unpatch(at);
        }
    }

    /// How often goroutines have arrived at a breakpoint and met its condition.
    #[must_use]
    pub fn hit_count(&self, at: usize) -> u64 {
        self.debugging().hit_count(at)
    }

    /// Makes a goroutine stop where the step ends. Replaces an earlier step. False if there is no such goroutine, or it
    /// has no frame of the user.
    pub fn step(&mut self, id: u64, kind: StepKind) -> bool {
        self.end_steps();
        let frames = self.stack_frames(id);
        let image = &self.shared().image;
        let mut ends: Vec<(usize, StepEnd)> = Vec::new();
        let mut end = |at, base| ends.push((at, StepEnd { goroutine: id, base }));
        let around = self.loop_function(&frames);
        let own = frames.first().map_or("", |frame| self.function_name(frame)).to_owned();
        let is_in_loop = |name: &str| is_loop_body(name) && outer(name) == outer(&own);
        for (depth, frame) in frames.iter().take(MAX_CALLERS).enumerate() {
            let func = self.func_of(frame.instruction_index);
            let code = &image.program.funcs[func];
            let start = image.function_starts[func] as usize;
            let is_within = around.is_some_and(|base| depth > 0 && frame.base > base);
            let is_iterator = is_within && !is_in_loop(&code.name);
            if !is_user_function(image, code) || is_iterator && kind != StepKind::In {
                continue;
            }
            if depth > 0 && frame.has_made_call {
                end(frame.next_index, Some(frame.base));
            }
            if depth == 0 && kind != StepKind::Out {
                let pcs = line_ends(image, code, (frame.instruction_index - start) as u32, kind);
                pcs.into_iter().for_each(|pc| end(start + pc as usize, Some(frame.base)));
            }
        }
        for (number, func) in image.program.funcs.iter().enumerate() {
            let is_entered = match kind {
                StepKind::Over => is_in_loop(&func.name),
                StepKind::In => is_user_function(image, func),
                StepKind::Out => false,
            };
            if is_entered && !func.code.is_empty() {
                end(first_place(image, number, func), None);
            }
        }
        // An instruction has one trap, and a later `set_step` replaces it: the trap of a function's first line, which
        // is for any frame, is set after that of a line.
        ends.sort_by_key(|(at, end)| (*at, end.base.is_none()));
        for &(at, end) in &ends {
            self.patch(at);
            self.debugging().set_step(at, end);
        }
        let base = around.or_else(|| frames.first().map(|frame| frame.base));
        self.debugging().set_loop_frame(base.filter(|_| kind == StepKind::Over));
        !ends.is_empty()
    }

    /// Reports whether a goroutine that has stopped at the end of a step has completed the step. The body of a loop
    /// that belongs to another call of the same function does not complete it.
    pub fn completes_step(&mut self, id: u64) -> bool {
        let Some(base) = self.debugging().loop_frame() else { return true };
        let frames = self.stack_frames(id);
        let is_body = frames.first().is_some_and(|frame| is_loop_body(self.function_name(frame)));
        !is_body || self.loop_function(&frames) == Some(base)
    }

    /// For a goroutine in the body of a loop over a function: the first slot of the frame of the function that contains
    /// the loop.
    fn loop_function(&self, frames: &[StackFrame]) -> Option<usize> {
        let own = frames.first().map(|frame| self.function_name(frame))?;
        let found = frames.iter().find(|frame| self.function_name(frame) == outer(own));
        found.filter(|_| is_loop_body(own)).map(|frame| frame.base)
    }

    fn function_name(&self, frame: &StackFrame) -> &str {
        &self.shared().image.program.funcs[self.func_of(frame.instruction_index)].name
    }

    /// Makes a goroutine stop when it arrives at one of these instructions.
    pub fn run_to(&mut self, id: u64, places: &[usize]) {
        self.end_steps();
        for &at in places {
            self.patch(at);
            self.debugging().set_step(at, StepEnd { goroutine: id, base: None });
        }
    }

    /// Removes the traps of steps.
    pub fn end_steps(&mut self) {
        for at in self.debugging().remove_steps() {
            self.unpatch(at);
        }
    }

    /// Makes an instruction a trap, unless it is a trap already. The entries of compiled code of its function are
    /// removed, so that the function is interpreted; no compiled code runs while the world is stopped.
    pub(super) fn patch(&self, at: usize) {
        let (image, tier) = (&self.shared().image, &self.shared().tier);
        if !image.entries.ensure_memory() || image.entries.address(at) == BREAKPOINT_ENTRY {
            return;
        }
        let _compiling = tier.compiling_lock.lock();
        let id = self.func_of(at);
        let mut all = self.debugging().removed_entries.lock();
        let removed = all.entry(id as u32).or_default();
        let begin = image.code.first_instruction();
        if removed.trap_count == 0 {
            let start = image.function_starts[id] as usize;
            for entry in start..start + image.program.funcs[id].code.len() {
                let (address, number) = image.entries.entry(entry);
                if address >= COMPILE_ON_FIRST_CALL {
                    removed.entries.push((entry, address, number));
                    // SAFETY: an instruction of the code; the world is stopped, and nothing is compiled.
                    unsafe { image.entries.clear(entry, begin.wrapping_add(entry)) };
                }
            }
        }
        removed.trap_count += 1;
        // SAFETY: as above.
        unsafe {
            image.entries.set(at, begin.wrapping_add(at), BREAKPOINT_ENTRY, FUNCTION_START_ENTRY);
        };
    }

    /// Makes a trap an ordinary instruction again; with the last trap of a function, its compiled code is entered
    /// again.
    pub(super) fn unpatch(&self, at: usize) {
        let (image, tier) = (&self.shared().image, &self.shared().tier);
        if image.entries.address(at) != BREAKPOINT_ENTRY {
            return;
        }
        let _compiling = tier.compiling_lock.lock();
        let id = self.func_of(at) as u32;
        let mut all = self.debugging().removed_entries.lock();
        let begin = image.code.first_instruction();
        // SAFETY: an instruction of the code; the world is stopped, and nothing is compiled.
        unsafe { image.entries.clear(at, begin.wrapping_add(at)) };
        let Some(removed) = all.get_mut(&id) else { return };
        removed.trap_count -= 1;
        if removed.trap_count == 0 {
            for &(entry, address, number) in &removed.entries {
                // SAFETY: as above; the compiled code is still there.
                unsafe {
                    image.entries.set(entry, begin.wrapping_add(entry), address, number);
                }
            }
            all.remove(&id);
        }
    }
}

/// The name of the function that contains a loop over a function, if `name` is that of the loop's body; otherwise the
/// name itself. A body has the name of the function or body around it with `-range` and a number behind it.
fn outer(name: &str) -> &str {
    match name.rsplit_once("-range") {
        Some((around, number))
            if !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()) =>
        {
            outer(around)
        }
        _ => name,
    }
}

fn is_loop_body(name: &str) -> bool {
    outer(name).len() < name.len()
}

/// The line of the user's code to which an entry of a line table belongs: for the code of an inlined function of the
/// library, the line of the call.
fn user_line(image: &Image, func: &Func, entry: &LineEntry) -> (Option<InlineId>, u32, u32) {
    let (mut inlined, mut file, mut line) = (entry.inlined, entry.file, entry.line);
    while let Some(InlineId(id)) = inlined
        && image.program.files.get(file as usize).is_some_and(|f| f.starts_with(LIBRARY_PREFIX))
    {
        let call = &func.inlined_calls[id as usize];
        (inlined, file, line) = (call.parent, call.file, call.line);
    }
    (inlined, file, line)
}

/// Where a step from the instruction at `pc` ends within its function: where other lines begin, and where its own line
/// begins again. Steps do not end in inlined functions of the library, and only steps into functions end in those of
/// the user.
fn line_ends(image: &Image, func: &Func, pc: u32, kind: StepKind) -> Vec<u32> {
    let own = func.lines.partition_point(|l| l.pc <= pc).checked_sub(1).map(|i| &func.lines[i]);
    let own_line = own.map(|own| user_line(image, func, own));
    // The function itself, the inlined calls that contain the instruction, and the innermost of these.
    let mut calls = vec![None];
    let mut call = own_line.and_then(|(inlined, ..)| inlined);
    while let Some(InlineId(id)) = call {
        calls.push(call);
        call = func.inlined_calls[id as usize].parent;
    }
    let ends = func.lines.iter().filter(|l| {
        let line = user_line(image, func, l);
        let is_entered = kind == StepKind::In || calls.contains(&line.0);
        is_entered && (Some(line) != own_line || own.is_some_and(|own| own.pc == l.pc))
    });
    ends.map(|l| l.pc).collect()
}

#[cfg(test)]
mod tests {
    use super::{is_loop_body, outer};

    #[test]
    fn bodies_of_loops_belong_to_their_functions() {
        assert_eq!(outer("main.main-range1"), "main.main");
        assert_eq!(outer("main.(*T).walk-range12"), "main.(*T).walk");
        assert_eq!(outer("main.main-range1-range2"), "main.main");
        assert_eq!(outer("main.main-range1.1"), "main.main-range1.1");
        assert!(is_loop_body("main.all-range2") && !is_loop_body("main.in-range"));
    }
}
