//! The quick way through a function: code before its own that tries to come to a return without a frame, a call, or a
//! register to save.
//!
//! Many functions return early (`if n < 2`, `if t == nil`), and calls of them are most of the calls there are. The code
//! of the function itself saves registers for what it calls; so the instructions before that are translated once more,
//! as long as they change nothing. What cannot be done here is a jump to the function, which begins anew.

use crate::abi::{REGISTER_ARGS, REGISTER_RESULTS};
use crate::kinds::Kind;
use crate::shape::{behind, target};
use crate::translate::{Flow, Translator, call_signature};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    Block, ExtFuncData, ExternalName, FuncRef, InstBuilder, SourceLoc, UserExternalName, Value,
};
use minigo_bytecode::ops::{Effects, Op};
use std::collections::BTreeSet;

/// The most instructions of a quick way.
const MOST: usize = 24;

/// A quick way under translation.
pub(super) struct Guard {
    /// The instructions that are translated.
    pub(super) places: BTreeSet<usize>,
    /// The function itself.
    body: FuncRef,
    /// Goes on with it.
    bail: Block,
    given: Vec<Value>,
}

/// Whether an instruction may be executed twice: it changes nothing but slots.
fn is_harmless(op: Op) -> bool {
    let changes = Effects::WRITES
        .or(Effects::ALLOCATES)
        .or(Effects::BUDGET)
        .or(Effects::ACTS)
        .or(Effects::POINTERS)
        .or(Effects::PARTS);
    !op.effects().has(changes)
}

/// The instructions of a quick way through the function: empty if there is none, or if it needs none.
pub(super) fn places(code: &[Op], kinds: &[Kind]) -> BTreeSet<usize> {
    let none = BTreeSet::new();
    let (mut reached, mut returns, mut ends) = (BTreeSet::new(), false, false);
    let mut open = vec![0];
    while let Some(pc) = open.pop() {
        let op = code[pc];
        if !is_harmless(op) {
            ends = true;
            continue;
        }
        if !reached.insert(pc) {
            continue;
        }
        if reached.len() > MOST {
            return none;
        }
        returns |= op.effects().has(Effects::RETURNS);
        if let Some(to) = target(code, pc) {
            if to <= pc {
                return none;
            }
            open.push(to);
        }
        if !op.ends() {
            open.push(behind(code, pc));
        }
    }
    let in_registers = kinds.iter().all(|kind| *kind != Kind::Memory);
    if returns && ends && in_registers { reached } else { none }
}

impl Translator<'_> {
    /// Translates the quick way, in the function that has just begun. What it goes on with is the function itself.
    pub(super) fn run_guard(&mut self, places: BTreeSet<usize>) {
        let body = self.import_body();
        self.b.set_srcloc(SourceLoc::new(0));
        let entry = self.b.current_block().expect("the function has begun");
        let given = self.b.block_params(entry).to_vec();
        let bail = self.b.create_block();
        self.b.set_cold_block(bail);
        self.hold_args(&given[2..]);
        // Results beyond the registers are stored whatever is known of them.
        (0..self.unit.func.result_slots as usize).for_each(|slot| self.dirty.insert(slot));
        let left = self.b.ins().iadd_imm_s(given[1], -1);
        self.set_budget(left);
        let over = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, left, 0);
        let first = self.b.create_block();
        self.b.ins().brif(over, bail, &[], first, &[]);
        self.go_on(first);
        self.guard = Some(Guard { places, body, bail, given });
        self.load_live(0, REGISTER_ARGS.min(self.unit.func.arg_slots as usize));
        self.agree(0);
        let begin = self.blocks[&0];
        self.b.ins().jump(begin, &[]);
        let mut open = false;
        for &pc in &self.shape.places {
            if let Some(&block) = self.blocks.get(&pc) {
                if open {
                    self.agree(pc);
                    self.b.ins().jump(block, &[]);
                }
                self.b.switch_to_block(block);
                self.forget();
                self.registers.begin_block(pc);
                open = true;
            }
            if !open {
                continue;
            }
            self.pc = pc;
            self.b.set_srcloc(SourceLoc::new(pc as u32));
            let translated = self.guard.as_ref().is_some_and(|guard| guard.places.contains(&pc));
            open = translated && self.instruction(pc) == Flow::Next;
            if !translated {
                self.b.ins().jump(bail, &[]);
            }
        }
        self.finish_guard();
    }

    fn import_body(&mut self) -> FuncRef {
        let results = (self.unit.func.result_slots as usize).min(REGISTER_RESULTS);
        let signature = self.b.import_signature(call_signature(REGISTER_ARGS, results));
        let name = self.b.func.declare_imported_user_function(UserExternalName::new(0, 1));
        self.b.import_function(ExtFuncData {
            name: ExternalName::user(name),
            signature,
            colocated: true,
            patchable: false,
        })
    }

    fn finish_guard(&mut self) {
        let Some(Guard { body, bail, given, .. }) = self.guard.take() else { return };
        let end = self.unit.code().len();
        if let Some(&block) = self.blocks.get(&end) {
            self.b.switch_to_block(block);
            self.b.ins().jump(bail, &[]);
        }
        self.go_on(bail);
        self.b.ins().return_call(body, &given);
    }

    /// Where a quick way goes on that cannot be gone to its end.
    pub(super) fn bail(&self) -> Option<Block> {
        self.guard.as_ref().map(|guard| guard.bail)
    }
}
