//! Traps: breakpoints, and the places where a step ends.
//!
//! A step sets traps and lets the program run: so stepping over a call costs as much as the call. A step ends at the
//! beginning of another line in the same frame, or where a frame of a caller continues; a step into functions also at
//! the first line of any function of the user. All traps of a step are for one goroutine, and all except those at
//! functions' first lines are for one frame: a recursive call does not end the step.

use crate::image::compiled_entries::FUNCTION_START_ENTRY;
use crate::machine::debug::places::{first_place, is_user_function};
use crate::machine::debug::{ConditionTerm, HitRule, StoppedMachine};
use crate::shared::debugging::{Breakpoint, StepEnd};
use minigo_bytecode::func::Func;
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
        for (depth, frame) in frames.iter().take(MAX_CALLERS).enumerate() {
            let func = self.func_of(frame.instruction_index);
            let code = &image.program.funcs[func];
            let start = image.function_starts[func] as usize;
            if !is_user_function(image, code) {
                continue;
            }
            if depth > 0 && frame.has_made_call {
                end(frame.next_index, Some(frame.base));
            }
            if depth == 0 && kind != StepKind::Out {
                let pcs = line_ends(code, (frame.instruction_index - start) as u32);
                pcs.for_each(|pc| end(start + pc as usize, Some(frame.base)));
            }
        }
        if kind == StepKind::In {
            for (number, func) in image.program.funcs.iter().enumerate() {
                if is_user_function(image, func) && !func.code.is_empty() {
                    end(first_place(image, number, func), None);
                }
            }
        }
        // An instruction has one trap, and a later `set_step` replaces it: the trap of a line is set after the trap of
        // a function's first line.
        ends.sort_by_key(|(at, end)| (*at, end.base.is_some()));
        for &(at, end) in &ends {
            self.patch(at);
            self.debugging().set_step(at, end);
        }
        !ends.is_empty()
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

/// Where a step from the instruction at `pc` ends within its function: where other lines begin, and where its own line
/// begins again.
fn line_ends(func: &Func, pc: u32) -> impl Iterator<Item = u32> + '_ {
    let own = func.lines.partition_point(|l| l.pc <= pc).checked_sub(1).map(|i| func.lines[i]);
    func.lines.iter().filter_map(move |l| {
        let same = own.is_some_and(|own| (own.file, own.line) == (l.file, l.line));
        (!same || own.is_some_and(|own| own.pc == l.pc)).then_some(l.pc)
    })
}
