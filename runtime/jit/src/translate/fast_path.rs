//! The fast path through a function: code before the function's own code that tries to reach a return without a frame,
//! a call, or a register to save.
//!
//! Many functions return early (`if n < 2`, `if t == nil`), and calls of such functions are most calls. The function's
//! own code saves registers for its callees; so the instructions up to an early return are translated a second time, as
//! long as they change nothing. Where the fast path cannot continue it jumps to the function's full code, which
//! executes the call from its first instruction.
//!
//! In a recursive function the caller inlines the fast path, and calls the function's own code otherwise.

use crate::Unit;
use crate::abi::{REGISTER_ARGS, REGISTER_RESULTS};
use crate::control_flow::{jump_target, next_pc};
use crate::slot_kinds::SlotKind;
use crate::translate::{Flow, Translator, call_signature};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    Block, ExtFuncData, ExternalName, FuncRef, InstBuilder, SourceLoc, UserExternalName,
};
use minigo_bytecode::operand::Use;
use minigo_bytecode::ops::{Effects, Op};
use minigo_bytecode::uses::uses_of;
use std::collections::{BTreeMap, BTreeSet};

/// The most instructions of a fast path.
const MAX_FAST_PATH_INSTRUCTIONS: usize = 24;

/// A fast path under translation.
pub(super) struct FastPath {
    /// The block that continues with the function itself.
    bail_block: Block,
    /// The block to which the fast path returns, if a caller inlines it.
    return_block: Option<Block>,
}

/// Reports whether an instruction may be executed twice: it changes nothing but slots.
fn is_repeatable(op: Op) -> bool {
    let changes = Effects::WRITES
        .or(Effects::ALLOCATES)
        .or(Effects::TAKES_BUDGET)
        .or(Effects::ANY_EFFECT_BUT_POINTERS)
        .or(Effects::PASSES_POINTERS)
        .or(Effects::SLOT_PARTS);
    !op.effects().has(changes)
}

/// The instructions of a fast path through the function: empty if there is none, or if it is not needed.
pub(super) fn find_fast_path(code: &[Op], kinds: &[SlotKind]) -> BTreeSet<usize> {
    let none = BTreeSet::new();
    let (mut reached, mut returns, mut ends) = (BTreeSet::new(), false, false);
    let mut open = vec![0];
    while let Some(pc) = open.pop() {
        let op = code[pc];
        if !is_repeatable(op) {
            ends = true;
            continue;
        }
        if !reached.insert(pc) {
            continue;
        }
        if reached.len() > MAX_FAST_PATH_INSTRUCTIONS {
            return none;
        }
        returns |= op.effects().has(Effects::RETURNS);
        if let Some(to) = jump_target(code, pc) {
            if to <= pc {
                return none;
            }
            open.push(to);
        }
        if !op.ends_control_flow() {
            open.push(next_pc(code, pc));
        }
    }
    let in_registers = kinds.iter().all(|kind| *kind != SlotKind::Memory);
    if !(returns && ends && in_registers) {
        return none;
    }
    // Instructions that lead to no return would only be executed twice, so leave them out. Jumps lead forward.
    let mut useful = BTreeSet::new();
    for &pc in reached.iter().rev() {
        let falls = !code[pc].ends_control_flow() && useful.contains(&next_pc(code, pc));
        let jumps = jump_target(code, pc).is_some_and(|to| useful.contains(&to));
        if code[pc].effects().has(Effects::RETURNS) || falls || jumps {
            useful.insert(pc);
        }
    }
    useful
}

/// The end of the slots that the instructions of a fast path name.
pub(super) fn fast_path_slot_end(unit: &Unit<'_>, places: &BTreeSet<usize>) -> usize {
    let mut end = unit.func.arg_slots.max(unit.func.result_slots) as usize;
    for &pc in places {
        uses_of(unit.tables, unit.types, unit.code(), pc, |operand| match operand {
            Use::Read(slot, n) | Use::Write(slot, n) => {
                end = end.max(usize::from(slot.0) + n as usize);
            }
            Use::Update(slot) => end = end.max(usize::from(slot.0) + 1),
            _ => {}
        });
    }
    end
}

impl Translator<'_> {
    /// Translates the fast path, in the function that has just begun; it continues with the function itself.
    pub(super) fn build_fast_path(&mut self, places: &BTreeSet<usize>) {
        let body = self.import_body();
        self.builder.set_srcloc(SourceLoc::new(0));
        let entry = self.builder.current_block().expect("the fast path has its first block");
        let given = self.builder.block_params(entry).to_vec();
        let bail = self.builder.create_block();
        self.builder.set_cold_block(bail);
        self.set_register_args(&given[2..]);
        let left = self.builder.ins().iadd_imm_s(given[1], -1);
        self.set_budget(left);
        let over = self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, left, 0);
        let first = self.builder.create_block();
        self.builder.ins().brif(over, bail, &[], first, &[]);
        self.continue_in(first);
        self.translated_fast_path = Some(FastPath { bail_block: bail, return_block: None });
        self.load_live_slots(0, REGISTER_ARGS.min(self.unit.func.arg_slots as usize));
        let blocks = self.blocks_of(places, bail);
        self.blocks = blocks;
        self.convert_to_block_kinds(0);
        let begin = self.blocks[&0];
        self.builder.ins().jump(begin, &[]);
        self.translate_fast_path(places);
        self.translated_fast_path = None;
        self.continue_in(bail);
        self.builder.ins().return_call(body, &given);
    }

    /// The blocks to which jumps of a fast path lead: a block for each of its own instructions, and `bail` for all
    /// others.
    fn blocks_of(&mut self, places: &BTreeSet<usize>, bail: Block) -> BTreeMap<usize, Block> {
        let block_of = |&at: &usize| match places.contains(&at) {
            true => (at, self.builder.create_block()),
            false => (at, bail),
        };
        self.control_flow.leaders.iter().map(block_of).collect()
    }

    /// Translates the instructions of the fast path.
    fn translate_fast_path(&mut self, places: &BTreeSet<usize>) {
        let mut open = false;
        for &pc in places {
            if let Some(&block) = self.blocks.get(&pc) {
                if open {
                    self.convert_to_block_kinds(pc);
                    self.builder.ins().jump(block, &[]);
                }
                self.builder.switch_to_block(block);
                if self.inline_return_block().is_none() {
                    // Each return stores the results for which there is no register, even if the code of another return
                    // has stored them.
                    let results = self.unit.func.result_slots as usize;
                    (0..results).for_each(|slot| self.dirty_slots.insert(slot));
                }
                self.forget_value_facts();
                self.registers.begin_block(pc);
            } else if !open {
                continue;
            }
            self.pc = pc;
            if self.inline_return_block().is_none() {
                self.builder.set_srcloc(SourceLoc::new(pc as u32));
            }
            open = self.translate_instruction(pc) == Flow::Next;
            if open && !places.contains(&next_pc(self.unit.code(), pc)) {
                let bail = self.bail_block().expect("the code is a fast path");
                self.builder.ins().jump(bail, &[]);
                open = false;
            }
        }
    }

    /// Inlines the fast path into a recursive call whose frame begins at `window`: jumps to `returns` with the results,
    /// or to `bail`, with arguments that may have changed.
    pub(super) fn inline_fast_path(
        &mut self,
        places: &BTreeSet<usize>,
        window: usize,
        bail: Block,
        returns: Block,
    ) {
        let pc = self.pc;
        let blocks = self.blocks_of(places, bail);
        self.builder.ins().jump(blocks[&0], &[]);
        let blocks = std::mem::replace(&mut self.blocks, blocks);
        let (not_nil, in_bounds) = (self.non_nil_addresses.clone(), self.checked_indexes.clone());
        self.translated_fast_path =
            Some(FastPath { bail_block: bail, return_block: Some(returns) });
        self.registers.inlined_frame_start = window;
        self.begin_new_side_exit();
        self.translate_fast_path(places);
        self.begin_new_side_exit();
        self.registers.inlined_frame_start = 0;
        self.translated_fast_path = None;
        self.blocks = blocks;
        (self.non_nil_addresses, self.checked_indexes) = (not_nil, in_bounds);
        self.pc = pc;
    }

    fn import_body(&mut self) -> FuncRef {
        let results = (self.unit.func.result_slots as usize).min(REGISTER_RESULTS);
        let signature = self.builder.import_signature(call_signature(REGISTER_ARGS, results));
        let name = self.builder.func.declare_imported_user_function(UserExternalName::new(0, 1));
        self.builder.import_function(ExtFuncData {
            name: ExternalName::user(name),
            signature,
            colocated: true,
            patchable: false,
        })
    }

    /// The block to which a fast path jumps where it cannot continue.
    pub(super) fn bail_block(&self) -> Option<Block> {
        self.translated_fast_path.as_ref().map(|guard| guard.bail_block)
    }

    /// The block to which an inlined fast path returns.
    pub(super) fn inline_return_block(&self) -> Option<Block> {
        self.translated_fast_path.as_ref().and_then(|guard| guard.return_block)
    }
}
