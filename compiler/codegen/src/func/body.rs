//! Generates a whole function: parameters, results, captures, body; stores the finished code.

use crate::func::FuncGen;
use crate::opt::background::{Optimised, Task};
use crate::opt::{NamedSlots, can_be_optimised};
use crate::program::location::Location;
use crate::program::unfinished_func::{NamedVar, UnfinishedFunc};
use minigo_bytecode::assembler::Label;
use minigo_bytecode::func::CaptureLayout;
use minigo_bytecode::operand::{self as bc, Slot};
use minigo_bytecode::ops::Op;
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::Pos;
use minigo_types::program::{Func, FuncId, Stmt};

impl<'g, 'p> FuncGen<'g, 'p> {
    /// Generates the whole function `id` of the typed program.
    pub(crate) fn body(mut self, id: FuncId, func: &'p Func, body: &'p [Stmt]) {
        let (args, results) = self.program_gen.call_slots(id);
        self.regs.alloc(args.max(results));
        self.inlined_funcs.push(id);
        if func.is_replaceable {
            // The machine overwrites this instruction to redirect calls to the function's replacement.
            self.emit(Op::Nop {});
        }
        self.set_pos(func.pos);
        let captures = self.load_captures(func);
        self.assign_param_locations(func);
        self.declare_results(func);
        self.block(body);
        self.set_pos(func.end);
        self.implicit_return(func);
        if let Some(label) = self.epilogue {
            self.asm.bind(label);
            self.load_results(func, 0);
            self.emit(Op::Ret {});
        }
        let id = self.program_gen.func_id(id);
        self.program_gen.func_mut(id).captures = captures;
        self.finish(id);
    }

    /// Reports a frame that is too large. The function's code panics with the same message.
    fn report_large_frame(self, id: bc::FuncId) {
        let func = self.func.map_or(Pos::NONE, |f| f.pos);
        let text = format!("stack frame of {} too large", self.program_gen.func_mut(id).name);
        self.program_gen.diagnostics.error_at(Code::ProgramTooLarge, func, &*text);
        self.program_gen.generate_panicking_body(id, &text);
    }

    /// Stores the code in the function table.
    pub(crate) fn finish(mut self, id: bc::FuncId) {
        let end = self.asm.label();
        self.asm.bind(end);
        self.close_spills();
        if self.regs.has_overflowed() {
            return self.report_large_frame(id);
        }
        let named = std::mem::take(&mut self.named_vars).into_iter();
        let typed = |n: NamedVar| {
            let ty = self.program_gen.rtype(self.program.var(n.var).ty);
            (n, ty)
        };
        let named: Vec<(NamedVar, bc::TypeId)> = named.map(typed).collect();
        let out = self.program_gen.func_mut(id);
        let (args, results) = (out.arg_slots, out.result_slots);
        let frame = self.regs.frame_slots().max(args).max(results);
        let optimised = self.epilogue.is_none() && can_be_optimised(&self.asm);
        let variables = if optimised { self.variables(&named) } else { Vec::new() };
        let inlined = std::mem::take(&mut self.inlined_calls);
        let pos = self.func.map_or(Pos::NONE, |f| f.pos);
        let unfinished = UnfinishedFunc {
            pos,
            end_label: end,
            epilogue: self.epilogue,
            named_vars: named,
            inlined_calls: inlined,
        };
        if !optimised {
            let code = self.asm.finish();
            return self.program_gen.complete_function(
                unfinished,
                Ok(Optimised { code, frame_slots: frame }),
                id,
            );
        }
        let arguments = self.program_gen.argument_slot_counts(self.asm.code());
        let keeps_loads = self.program_gen.bytecode.has_race_detector;
        let named = variables;
        let passes = self.program_gen.passes;
        let task = Task {
            id,
            asm: self.asm,
            frame_slots: frame,
            result_slots: results,
            named_slots: named,
            argument_slot_counts: arguments,
            keeps_dead_loads: keeps_loads,
            passes,
        };
        match &self.program_gen.background {
            Some(beside) => {
                beside.push(task);
                self.program_gen.unfinished_funcs.insert(id, unfinished);
            }
            None => self.program_gen.complete_function(unfinished, task.run(), id),
        }
    }

    /// The named variables that the passes must preserve.
    fn variables(&mut self, named: &[(NamedVar, bc::TypeId)]) -> Vec<NamedSlots> {
        let position = |label: Label| self.asm.try_label_pc(label).unwrap_or(u32::MAX);
        let mut variables = Vec::new();
        for (n, _) in named {
            let (slot, width) = match n.location {
                Location::Slots(slot) => {
                    (slot, self.program_gen.slot_count(self.program.var(n.var).ty))
                }
                Location::Cell(slot) => (slot, 1),
                _ => continue,
            };
            let (from, to) = (position(n.from_label), n.to_label.map_or(u32::MAX, position));
            variables.push(NamedSlots { slot: slot.0.into(), width, from_pc: from, to_pc: to });
        }
        variables
    }

    /// Assigns locations to the parameters, which are in the first slots; parameters that need a cell get one.
    fn assign_param_locations(&mut self, func: &'p Func) {
        let mut slot = 0;
        for &var in func.recv.iter().chain(&func.params) {
            let ty = self.program.var(var).ty;
            let at = Slot(slot as u16);
            slot += self.slots(ty);
            if self.program_gen.is_boxed(var)
                && self.layout(ty).is_indirect()
                && self.is_never_reassigned(var)
            {
                self.declare_existing_cell(var, at);
            } else if self.program_gen.is_boxed(var) {
                self.declare_cell(var);
                self.store(self.var_lvalue(var), ty, at);
            } else {
                self.set_location(var, Location::Slots(at));
            }
        }
    }

    /// Declares the result variables, if the function needs them.
    pub(crate) fn declare_results(&mut self, func: &'p Func) {
        let named = func.results.iter().any(|&v| !self.program.var(v).name.is_empty());
        let boxed = func.results.iter().any(|&v| self.program_gen.is_boxed(v));
        self.results_in_vars = func.has_defer || boxed;
        if func.has_defer {
            self.epilogue = Some(self.label());
        }
        if named || self.results_in_vars {
            for &var in &func.results {
                self.declare_zero(var);
            }
        }
    }

    /// Copies the results from their variables to the slots from `slot` on, where the caller finds them.
    pub(crate) fn load_results(&mut self, func: &'p Func, mut slot: u32) {
        for &var in &func.results {
            let ty = self.program.var(var).ty;
            let dst = Slot(slot as u16);
            slot += self.slots(ty);
            let own = !self.program.var(var).is_captured && !self.program.var(var).is_addressed;
            if let Location::Cell(cell) = self.location(var)
                && own
                && self.layout(ty).is_indirect()
            {
                // The function returns, so the cell does not change any more.
                self.mov(dst, cell, 1);
            } else {
                self.load(self.var_lvalue(var), ty, dst);
            }
        }
    }

    /// Generates the end of the body, if it is reachable.
    fn implicit_return(&mut self, func: &'p Func) {
        if !func.results.is_empty() {
            if self.is_reachable() {
                self.emit(Op::Unreachable {});
            }
        } else {
            self.return_results(func);
        }
    }

    /// The layout of a closure's captures: the address of a variable in a cell, a copy of any other variable.
    pub(crate) fn capture_layout(&mut self, func: &'p Func) -> (CaptureLayout, Vec<u32>) {
        let mut layout = CaptureLayout::default();
        let mut offsets = Vec::new();
        for &var in &func.captures {
            let word = layout.size / 8;
            offsets.push(8 + layout.size);
            if self.program_gen.is_boxed(var) {
                layout.pointer_words.push(word);
                layout.size += 8;
            } else {
                let ty = self.program.var(var).ty;
                let words = self.program_gen.pointer_slots(ty);
                layout.pointer_words.extend(words.iter().map(|w| word + w));
                layout.size += self.slots(ty) * 8;
            }
        }
        (layout, offsets)
    }

    /// At the start of a closure, makes its captures variables of the frame.
    fn load_captures(&mut self, func: &'p Func) -> CaptureLayout {
        let (layout, offsets) = self.capture_layout(func);
        let mut closure = None;
        for (&var, &off) in func.captures.iter().zip(&offsets) {
            let ty = self.program.var(var).ty;
            if self.program_gen.is_boxed(var) {
                let array = self.array_len(ty);
                let slot = self.regs.alloc(1 + u32::from(array.is_some()));
                match u16::try_from(off) {
                    Ok(off) => self.emit(Op::LoadCapture { dst: slot, off }),
                    Err(_) => {
                        let base = *closure.get_or_insert_with(|| self.regs.alloc(1));
                        self.emit(Op::Closure { dst: base });
                        self.load_words(base, off, slot, 1);
                    }
                }
                if let Some(len) = array {
                    self.load_int(Slot(slot.0 + 1), len as i64);
                }
                self.set_location(var, Location::Cell(slot));
                continue;
            }
            let n = self.slots(ty);
            let slot = self.regs.alloc(n);
            if n == 1 && off <= u32::from(u16::MAX) {
                self.emit(Op::LoadCapture { dst: slot, off: off as u16 });
            } else if n > 0 {
                let base = *closure.get_or_insert_with(|| self.regs.alloc(1));
                self.emit(Op::Closure { dst: base });
                self.load_words(base, off, slot, n);
            }
            self.set_location(var, Location::Slots(slot));
        }
        layout
    }
}
