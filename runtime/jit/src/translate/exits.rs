//! The side exits of compiled code. The code of side exits is placed behind all other code: the stores there cost
//! nothing as long as control does not reach them.

use crate::abi::CompiledExitStatus;
use crate::translate::Translator;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, SourceLoc, Value};
use std::collections::BTreeMap;

/// The side exits whose code is still to be emitted.
#[derive(Default)]
pub(super) struct Exits {
    pending_exits: Vec<PendingExit>,
    /// The side exit before the instruction at this index, if there is one already.
    current_exit: Option<(usize, Block)>,
    /// The block that returns a callee's status.
    status_return_block: Option<Block>,
}

struct PendingExit {
    block: Block,
    /// The slots to be stored in the frame, with their values.
    unsaved_slots: Vec<(usize, Value)>,
    exit_kind: ExitKind,
    source_location: SourceLoc,
}

/// The way in which a side exit ends.
enum ExitKind {
    /// Sets the registers in the context to those before this instruction.
    Leave { pc: usize, n: Value, status: CompiledExitStatus },
    /// The registers are in the context already.
    Status(CompiledExitStatus),
    /// The registers are in the context already; the status is that of a call.
    Propagate(Value),
}

impl Translator<'_> {
    /// The slots that must be stored so that the frame is complete at an instruction: slots in registers that are live
    /// at one of `places` and may be newer than the frame, without those that `except` names.
    fn unsaved_slots(
        &mut self,
        places: &[usize],
        except: impl Fn(usize) -> bool,
    ) -> Vec<(usize, Value)> {
        let mut wanted: Vec<usize> = places.iter().flat_map(|&pc| self.live_slots_at(pc)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        wanted.retain(|&slot| {
            self.dirty_slots.contains(slot) && !self.is_in_memory(slot) && !except(slot)
        });
        wanted.into_iter().map(|slot| (slot, self.register_value(slot))).collect()
    }

    fn add_pending_exit(&mut self, slots: Vec<(usize, Value)>, to: ExitKind) -> Block {
        if let Some(bail) = self.bail_block() {
            return bail;
        }
        let block = self.builder.create_block();
        self.builder.set_cold_block(block);
        let at = SourceLoc::new(self.pc as u32);
        self.exits.pending_exits.push(PendingExit {
            block,
            unsaved_slots: slots,
            exit_kind: to,
            source_location: at,
        });
        block
    }

    /// Returns a block that exits before the instruction at `pc`.
    fn exit_at(&mut self, pc: usize, status: CompiledExitStatus) -> Block {
        let slots = self.unsaved_slots(&[pc], |_| false);
        let n = self.load_budget();
        self.add_pending_exit(slots, ExitKind::Leave { pc, n, status })
    }

    /// Exits before the instruction at `pc` if the condition holds.
    pub(super) fn exit_if(&mut self, condition: Value, pc: usize, status: CompiledExitStatus) {
        let out = self.exit_at(pc, status);
        self.branch_to_exit(condition, out);
    }

    /// Branches to a side exit if the condition holds.
    fn branch_to_exit(&mut self, condition: Value, out: Block) {
        let go = self.builder.create_block();
        self.builder.ins().brif(condition, out, &[], go, &[]);
        self.continue_in(go);
    }

    /// Exits before this instruction if the condition holds: the interpreter repeats it. To be used before the
    /// instruction has written anything.
    pub(super) fn side_exit_if(&mut self, condition: Value) {
        let out = match self.exits.current_exit {
            Some((pc, block)) if pc == self.pc => block,
            _ => {
                let block = self.exit_at(self.pc, CompiledExitStatus::Interpret);
                self.exits.current_exit = Some((self.pc, block));
                block
            }
        };
        self.branch_to_exit(condition, out);
    }

    /// Called when slots have changed in the middle of the instruction: it needs another side exit from here on.
    pub(super) fn begin_new_side_exit(&mut self) {
        self.exits.current_exit = None;
    }

    pub(super) fn side_exit_always(&mut self, pc: usize, status: CompiledExitStatus) {
        let out = self.exit_at(pc, status);
        self.builder.ins().jump(out, &[]);
    }

    /// Returns the result of a call if it is a status. The window of the call and all slots above belong to the callee.
    pub(super) fn propagate_if_status(&mut self, status: Value, places: &[usize], window: usize) {
        let slots = self.unsaved_slots(places, |slot| slot + 2 >= window);
        let out = self.add_pending_exit(slots, ExitKind::Propagate(status));
        let left = self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, status, 0);
        self.branch_to_exit(left, out);
    }

    /// Exits if the condition holds. The out-of-line code of this instruction has put the registers into the context,
    /// and the slots that it writes are in the frame already.
    pub(super) fn propagate_side_exit_if(
        &mut self,
        condition: Value,
        status: CompiledExitStatus,
        places: &[usize],
        written: impl Fn(usize) -> bool,
    ) {
        let slots = self.unsaved_slots(places, written);
        let out = self.add_pending_exit(slots, ExitKind::Status(status));
        self.branch_to_exit(condition, out);
    }

    /// Emits the jump to the entry at which the caller enters the function in the middle: `given` is -1 minus the
    /// entry's number; with any other value control continues at `used_up`.
    pub(super) fn jump_to_entry(&mut self, given: Value, used_up: Block) {
        let entries: Vec<(usize, usize)> =
            self.control_flow.entries.iter().map(|(pc, k)| (*pc, *k)).collect();
        for (pc, k) in entries {
            let (enter, next) = (self.builder.create_block(), self.builder.create_block());
            self.builder.set_cold_block(enter);
            self.builder.set_cold_block(next);
            let is = self.builder.ins().icmp_imm_s(IntCC::Equal, given, -1 - k as i64);
            self.builder.ins().brif(is, enter, &[], next, &[]);
            self.continue_in(enter);
            let n = self.load_cx(self.layout.budget);
            self.counting_loop = None;
            self.set_budget(n);
            self.registers.begin_block(pc);
            self.load_live_slots(pc, 0);
            self.convert_to_block_kinds(pc);
            let to = self.blocks[&pc];
            self.builder.ins().jump(to, &[]);
            self.continue_in(next);
        }
        self.builder.ins().jump(used_up, &[]);
    }

    /// Emits the exit at the beginning of the function, taken if the stack has no room for the frame, or for the frames
    /// of callees.
    pub(super) fn check_stack_room(&mut self) {
        let end =
            self.builder.ins().iadd_imm_s(self.frame_base, i64::from(self.unit.frame_slots) * 8);
        let limit = self.load_cx(self.layout.stack_end);
        let over = self.builder.ins().icmp(IntCC::UnsignedGreaterThan, end, limit);
        self.exit_if(over, 0, CompiledExitStatus::Grow);
        if self.calls_compiled_code() {
            let sp = self.builder.ins().get_stack_pointer(I64);
            let lowest = self.load_cx(self.layout.native_stack_limit);
            let low = self.builder.ins().icmp(IntCC::UnsignedLessThan, sp, lowest);
            self.exit_if(low, 0, CompiledExitStatus::Interpret);
        }
    }

    /// Emits the code of the side exits.
    pub(super) fn finish_exits(&mut self) {
        let mut leave: BTreeMap<i64, Block> = BTreeMap::new();
        for PendingExit { block, unsaved_slots: slots, exit_kind: to, source_location: at } in
            std::mem::take(&mut self.exits.pending_exits)
        {
            self.continue_in(block);
            self.builder.set_srcloc(at);
            for (slot, value) in slots {
                self.builder.ins().store(
                    self.frame_flags,
                    value,
                    self.frame_base,
                    Self::frame_offset(slot),
                );
            }
            match to {
                ExitKind::Leave { pc, n, status } => {
                    let out = *leave.entry(status as i64).or_insert_with(|| {
                        let out = self.builder.create_block();
                        self.builder.set_cold_block(out);
                        self.builder.append_block_param(out, I64);
                        self.builder.append_block_param(out, I64);
                        out
                    });
                    // The instruction is passed by its index, a shorter constant than its address.
                    let place = self.constant((i64::from(self.unit.start()) + pc as i64) * 8);
                    self.builder.ins().jump(out, &[place.into(), n.into()]);
                }
                ExitKind::Status(status) => {
                    let status = self.constant(status as i64);
                    self.propagate_status(status);
                }
                ExitKind::Propagate(status) => self.propagate_status(status),
            }
        }
        for (status, out) in leave {
            self.finish_exit(status, out);
        }
        if let Some(block) = self.exits.status_return_block {
            self.continue_in(block);
            let status = self.builder.block_params(block)[0];
            self.return_status(status);
        }
    }

    fn propagate_status(&mut self, status: Value) {
        let block = match self.exits.status_return_block {
            Some(block) => block,
            None => {
                let block = self.builder.create_block();
                self.builder.set_cold_block(block);
                self.builder.append_block_param(block, I64);
                self.exits.status_return_block = Some(block);
                block
            }
        };
        self.builder.ins().jump(block, &[status.into()]);
    }

    /// Stores the registers in the context and returns.
    fn finish_exit(&mut self, status: i64, out: Block) {
        self.continue_in(out);
        let (place, n) = (self.builder.block_params(out)[0], self.builder.block_params(out)[1]);
        let code = self.load_cx(self.layout.code_start);
        let pc = self.builder.ins().iadd(code, place);
        for (value, offset) in [
            (pc, self.layout.pc),
            (self.frame_base, self.layout.frame_base),
            (n, self.layout.budget),
        ] {
            self.store_cx(value, offset);
        }
        let status = self.constant(status);
        self.return_status(status);
    }

    /// Returns a status; the values in place of the results are irrelevant.
    fn return_status(&mut self, status: Value) {
        let results = self.builder.func.signature.returns.len();
        self.builder.ins().return_(&vec![status; results]);
    }
}
