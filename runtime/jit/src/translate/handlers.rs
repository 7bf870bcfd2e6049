//! Instructions that are executed by their handlers, and calls of the VM's helpers.
//!
//! A handler finds its operands in the frame and stores its results there. The instruction table says which slots an
//! instruction reads and writes.

use crate::abi::{CompiledExitStatus, Helper};
use crate::control_flow::jump_target;
use crate::translate::{Flow, Translator};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use minigo_bytecode::operand::Use;
use minigo_bytecode::ops::{Effects, Op};
use minigo_bytecode::uses::uses_of;
use std::collections::BTreeSet;

/// The slots that an instruction uses.
#[derive(Default)]
pub(super) struct Operands {
    pub(super) read_slots: BTreeSet<usize>,
    pub(super) written_slots: BTreeSet<usize>,
    /// The window of a call.
    pub(super) window_start: Option<usize>,
}

impl Translator<'_> {
    /// The slots that this instruction uses.
    pub(super) fn slots_in_use(&self) -> Operands {
        let mut found = Operands::default();
        let span = |first: u16, n: u32| usize::from(first)..usize::from(first) + n as usize;
        uses_of(self.unit.tables, self.unit.types, self.unit.code(), self.pc, |operand| {
            match operand {
                Use::Read(slot, n) => found.read_slots.extend(span(slot.0, n)),
                Use::Write(slot, n) => found.written_slots.extend(span(slot.0, n)),
                Use::Update(slot) => {
                    found.read_slots.insert(slot.0.into());
                    found.written_slots.insert(slot.0.into());
                }
                Use::Window(slot) => found.window_start = Some(slot.0.into()),
                _ => {}
            }
        });
        found
    }

    /// Stores slots in the frame.
    pub(super) fn store_slots(&mut self, slots: impl IntoIterator<Item = usize>) {
        for slot in slots {
            if self.dirty_slots.contains(slot) && !self.is_in_memory(slot) {
                let value = self.register_value(slot);
                self.builder.ins().store(
                    self.frame_flags,
                    value,
                    self.frame_base,
                    Self::frame_offset(slot),
                );
                self.dirty_slots.remove(slot);
            }
        }
    }

    /// Calls a function of the VM.
    pub(super) fn call_helper(&mut self, helper: Helper, args: &[Value]) -> Value {
        let function = self.helper_address(helper);
        let signature = self.signatures.helper_signatures[args.len()];
        let call = self.builder.ins().call_indirect(signature, function, args);
        self.builder.inst_results(call)[0]
    }

    /// Calls a function of the VM on a rare path: the code around the call pays nothing.
    pub(super) fn call_helper_on_cold_path(&mut self, helper: Helper, args: &[Value]) -> Value {
        let function = self.helper_address(helper);
        self.call_preserving_registers(function, args)
    }

    /// Calls a function of at most four arguments while preserving all registers.
    fn call_preserving_registers(&mut self, function: Value, args: &[Value]) -> Value {
        let given = (0..).map(|word| self.layout.helper_arguments + word * 8);
        for (&value, offset) in std::iter::once(&function).chain(args).zip(given) {
            self.store_cx(value, offset);
        }
        let preserving = self.helper_address(Helper::Preserving);
        self.builder.ins().call_indirect(self.signatures.preserving_signature, preserving, &[]);
        self.load_cx(self.layout.helper_result)
    }

    fn helper_address(&mut self, helper: Helper) -> Value {
        let table = self.load_cx(self.layout.helpers);
        self.builder.ins().load(I64, self.constant_flags, table, helper as i32 * 8)
    }

    /// Stores the slots that a handler needs in the frame: those it reads, and those it writes, since it may fail
    /// before it has written them.
    fn store_operands(&mut self, operands: &Operands) {
        let live: BTreeSet<usize> = self.live_slots_at(self.pc).into_iter().collect();
        let slots = operands.read_slots.iter().chain(operands.written_slots.intersection(&live));
        let slots: Vec<usize> = slots.copied().collect();
        self.store_slots(slots);
    }

    /// Executes the instruction by its handler.
    pub(super) fn call_handler(&mut self, op: Op) -> Flow {
        if let Some(bail) = self.bail_block() {
            self.builder.ins().jump(bail, &[]);
            return Flow::Ends;
        }
        self.run_handler(op, false)
    }

    /// Executes the instruction by its handler; `rarely`: the call is the slow path behind a translated fast path.
    pub(super) fn run_handler(&mut self, op: Op, rarely: bool) -> Flow {
        let (pc, next, to) = (self.pc, self.next(), jump_target(self.unit.code(), self.pc));
        let operands = self.slots_in_use();
        self.store_operands(&operands);
        let table = self.load_cx(self.layout.handlers);
        let opcode = (op.to_bits() as u16) as i32;
        let handler = self.builder.ins().load(I64, self.constant_flags, table, opcode * 8);
        let (at, n) = (self.instruction_address(pc), self.load_budget());
        let cx = self.context_pointer();
        let args = [at, self.frame_base, n, cx];
        let returned = if rarely {
            self.call_preserving_registers(handler, &args)
        } else {
            let call = self.builder.ins().call_indirect(
                self.signatures.helper_signatures[4],
                handler,
                &args,
            );
            self.builder.inst_results(call)[0]
        };
        let window = operands.window_start.unwrap_or(usize::MAX);
        let is_written = |slot: usize| operands.written_slots.contains(&slot) || slot >= window;
        let places: Vec<usize> = [Some(pc), Some(next), to].into_iter().flatten().collect();
        let left = self.builder.ins().icmp_imm_s(IntCC::Equal, returned, 0);
        self.propagate_side_exit_if(left, CompiledExitStatus::Left, &places, is_written);
        if op.ends_control_flow() && to.is_none() {
            // The handler has called a function, or there is a bug: the interpreter continues.
            let always = self.constant(1);
            self.propagate_side_exit_if(always, CompiledExitStatus::Interpret, &places, is_written);
            self.builder.ins().trap(cranelift_codegen::ir::TrapCode::unwrap_user(1));
            return Flow::Ends;
        }
        self.reload_budget();
        self.reload_results(&operands, &[Some(next), to]);
        let behind = self.instruction_address(next);
        let Some(to) = to else {
            if op.effects().has(Effects::ANY_EFFECT_BUT_POINTERS) {
                let moved = self.builder.ins().icmp(IntCC::NotEqual, returned, behind);
                self.propagate_side_exit_if(
                    moved,
                    CompiledExitStatus::Interpret,
                    &places,
                    is_written,
                );
            }
            return Flow::Next;
        };
        let falls = self.builder.ins().icmp(IntCC::Equal, returned, behind);
        self.branch_on(falls, next, to);
        Flow::Ends
    }

    /// Reloads from the frame the live slots that the instruction has written.
    pub(super) fn reload_results(&mut self, operands: &Operands, places: &[Option<usize>]) {
        let live: BTreeSet<usize> =
            places.iter().flatten().flat_map(|&pc| self.live_slots_at(pc)).collect();
        let window = operands.window_start.unwrap_or(usize::MAX);
        let written = |slot: &usize| operands.written_slots.contains(slot) || *slot >= window;
        for slot in live.into_iter().filter(written) {
            self.reload_slot(slot);
        }
    }

    /// Exits before this instruction if a helper has returned 0.
    pub(super) fn side_exit_if_zero(&mut self, answer: Value) {
        let failed = self.builder.ins().icmp_imm_s(IntCC::Equal, answer, 0);
        self.side_exit_if(failed);
    }
}
