//! Global value numbering: finds instructions whose result some slot already contains.
//!
//! Each value has a number. Instructions with the same operation and operands of the same numbers produce the same
//! number; so do loads, as long as no store is between them. Blocks are visited in reverse postorder: each block after
//! all its predecessors except those of backward jumps. At the target of a backward jump the content of every slot
//! counts as unknown.

use crate::invariant::panic_broken_invariant;
use crate::opt::InstructionDisposition;
use crate::opt::flow::{Flow, touches_unnamed_slots};
use crate::opt::instruction_class::{InstructionClass, MAX_OPERAND_SLOTS, class};
use crate::opt::passes::{Pass, Passes};
use minigo_bytecode::blocks::Blocks;
use minigo_bytecode::func::HEADER_SLOTS;
use minigo_bytecode::operand::{Slot, Use};
use minigo_bytecode::ops::Op;
use minigo_bytecode::uses::ext_at;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The number of a value.
type Value = u32;

/// The content of a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct SlotContent {
    pub(crate) value: Value,
    /// The slot that already contained the value when this slot was written.
    pub(crate) copy_of: Option<u16>,
}

/// The values that are known at a point of the code.
#[derive(Clone, Default)]
pub(crate) struct KnownValues {
    pub(crate) slots: Vec<SlotContent>,
    pub(crate) memory: Value,
    /// For each instruction that may panic, whether every path to this point executes it.
    pub(crate) executed_checks: Vec<u64>,
}

/// The key of a value: the operation and the operands that compute it.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    /// The instruction, with zeros for its slots; for a result of several words also the number of the word.
    instruction_bits: u64,
    word_number: u32,
    ext: (u16, u32),
    memory: Value,
    operands: [Value; MAX_OPERAND_SLOTS],
}

impl Key {
    /// The key of a word of memory.
    fn of_word(address: Value, off: u32, memory: Value) -> Self {
        let bits = Op::Load64 { dst: Slot(0), ptr: Slot(0), off: 0 }.to_bits();
        Self {
            instruction_bits: bits,
            word_number: off,
            ext: (0, 0),
            memory,
            operands: [address, 0, 0, 0, 0],
        }
    }
}

/// A multiplicative hash function. The hash need not resist attacks: keys are few, and users cannot choose them.
#[derive(Default)]
struct MultiplicativeHash(u64);

impl Hasher for MultiplicativeHash {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.write_u64(b.into()));
    }
    fn write_u16(&mut self, n: u16) {
        self.write_u64(n.into());
    }
    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(23) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}

pub(crate) struct Numbering {
    pub(crate) code: Vec<Op>,
    pub(crate) dispositions: Vec<InstructionDisposition>,
    /// The number of slots of the frame.
    frame_slots: u32,
    pub(crate) state: KnownValues,
    values: HashMap<Key, Value, BuildHasherDefault<MultiplicativeHash>>,
    /// For each value that a checked instruction computes, the index of that instruction in
    /// [`KnownValues::executed_checks`].
    check_indices_by_value: HashMap<Value, usize, BuildHasherDefault<MultiplicativeHash>>,
    next_value: Value,
    /// Whether any instruction can be removed or replaced.
    pub(crate) has_changes: bool,
    /// For each overwritten value, the instruction that last overwrote it.
    last_overwrites: HashMap<Value, u32, BuildHasherDefault<MultiplicativeHash>>,
    /// The instructions that overwrote a value which is computed again later.
    pub(crate) clobbering_defs: Vec<u32>,
    /// Whether operands that are copies are replaced by the original slots.
    pub(super) propagates_copies: bool,
}

impl Numbering {
    /// Numbers the values of a function's code.
    pub(crate) fn of(code: Vec<Op>, flow: &Flow, passes: Passes) -> Self {
        let fates = vec![InstructionDisposition::Keep; code.len()];
        let mut this = Self {
            code,
            dispositions: fates,
            frame_slots: flow.frame_slots,
            state: KnownValues::default(),
            values: HashMap::default(),
            check_indices_by_value: HashMap::default(),
            next_value: 1,
            has_changes: false,
            last_overwrites: HashMap::default(),
            clobbering_defs: Vec::new(),
            propagates_copies: passes.has(Pass::CopyPropagation),
        };
        if passes.has(Pass::Numbering) {
            this.visit_blocks(&flow.blocks);
        }
        this
    }

    fn new_value(&mut self) -> Value {
        self.next_value += 1;
        self.next_value - 1
    }

    fn visit_blocks(&mut self, blocks: &Blocks) {
        let mut ends: Vec<Option<KnownValues>> = vec![None; blocks.len()];
        for &block in blocks.order() {
            let before = blocks.predecessors(block);
            self.begin_block(before.iter().map(|&b| ends[b as usize].as_ref()).collect());
            let (mut pc, end) = blocks.range(block);
            while pc < end {
                self.number_instruction(pc);
                pc += 1 + self.code[pc].ext_count();
            }
            ends[block as usize] = Some(std::mem::take(&mut self.state));
        }
    }

    /// The state at the beginning of a block: the facts on which all predecessors agree. `None`: not all predecessors
    /// are known, so no fact is known.
    fn begin_block(&mut self, predecessors: Option<Vec<&KnownValues>>) {
        let predecessors = predecessors.unwrap_or_default();
        let Some((&first, others)) = predecessors.split_first() else { return self.forget_all() };
        let mut state = first.clone();
        for other in others {
            for (a, b) in state.slots.iter_mut().zip(&other.slots) {
                if a.value != b.value {
                    *a = SlotContent { value: self.new_value(), copy_of: None };
                } else if a.copy_of != b.copy_of {
                    a.copy_of = None;
                }
            }
            if state.memory != other.memory {
                state.memory = self.new_value();
            }
            state.executed_checks.truncate(other.executed_checks.len());
            state.executed_checks.iter_mut().zip(&other.executed_checks).for_each(|(a, b)| *a &= b);
        }
        self.state = state;
    }

    fn forget_all(&mut self) {
        let unknown = |value| SlotContent { value, copy_of: None };
        let first = self.next_value;
        self.next_value += self.frame_slots + 1;
        let slots = (first..first + self.frame_slots).map(unknown).collect();
        self.state =
            KnownValues { slots, memory: first + self.frame_slots, executed_checks: Vec::new() };
    }

    fn invalidate(&mut self, from: u32, n: u32) {
        let len = self.state.slots.len();
        let end = (from.saturating_add(n) as usize).min(len);
        for slot in (from as usize).min(len)..end {
            self.state.slots[slot] = SlotContent { value: self.new_value(), copy_of: None };
        }
    }

    fn number_instruction(&mut self, pc: usize) {
        let class = class(self.code[pc]);
        match class {
            InstructionClass::Move(n) => {
                self.propagate_copies(pc);
                self.number_move(pc, n);
            }
            InstructionClass::Pure
            | InstructionClass::Checked
            | InstructionClass::Load
            | InstructionClass::LoadWords(_) => {
                self.propagate_copies(pc);
                self.number_result(pc, class);
            }
            InstructionClass::Test => self.propagate_copies(pc),
            InstructionClass::Store => {
                self.propagate_copies(pc);
                self.state.memory = self.new_value();
                self.remember_store(pc);
            }
            InstructionClass::Slots => {
                self.propagate_copies(pc);
                self.forget_overwritten_values(pc);
            }
            InstructionClass::Parts => self.forget_overwritten_values(pc),
            InstructionClass::Any => {
                self.forget_overwritten_values(pc);
                self.state.memory = self.new_value();
            }
        }
    }

    /// Records the content of memory after a store of whole words.
    fn remember_store(&mut self, pc: usize) {
        let (ptr, off, src, n) = match self.code[pc] {
            Op::Store64 { ptr, off, src } | Op::StorePtr { ptr, off, src } => (ptr, off, src, 1),
            Op::Store128 { ptr, off, src }
            | Op::StoreStr { ptr, off, src }
            | Op::StoreIface { ptr, off, src } => (ptr, off, src, 2),
            Op::Store192 { ptr, off, src } | Op::StoreSlice { ptr, off, src } => (ptr, off, src, 3),
            _ => return,
        };
        let address = self.state.slots[usize::from(ptr.0)].value;
        for i in 0..n {
            let value = self.state.slots[usize::from(src.0 + i)].value;
            let key = Key::of_word(address, u32::from(off) + u32::from(i) * 8, self.state.memory);
            self.values.insert(key, value);
            // The store has checked the address for nil.
            self.mark_checked(value);
        }
    }

    fn forget_overwritten_values(&mut self, pc: usize) {
        let mut changed = Vec::new();
        self.code[pc].operands(|operand| match operand {
            Use::Write(Slot(s), 0) => changed.push((u32::from(s), u32::MAX)),
            Use::Write(Slot(s), n) => changed.push((u32::from(s), n)),
            Use::Update(Slot(s)) => changed.push((u32::from(s), 1)),
            Use::Window(Slot(s)) => {
                changed.push((u32::from(s.saturating_sub(HEADER_SLOTS)), u32::MAX));
            }
            Use::Select(_) => changed.push((0, u32::MAX)),
            _ => {}
        });
        if touches_unnamed_slots(self.code[pc]) {
            changed.push((0, u32::MAX));
        }
        for (from, n) in changed {
            self.invalidate(from, n);
        }
    }

    fn number_move(&mut self, pc: usize, n: u16) {
        let (dst, src) = match self.code[pc] {
            Op::Mov { dst, src } | Op::Mov2 { dst, src } | Op::Mov3 { dst, src } => (dst.0, src.0),
            _ => panic_broken_invariant("the instruction is one of the moves"),
        };
        let apart = dst + n <= src || src + n <= dst;
        let held: Vec<SlotContent> =
            (0..n).map(|i| self.state.slots[usize::from(src + i)]).collect();
        let same = held
            .iter()
            .zip(dst..)
            .all(|(held, to)| self.state.slots[usize::from(to)].value == held.value);
        if same {
            self.dispositions[pc] = InstructionDisposition::Remove;
            self.has_changes = true;
            return;
        }
        for (i, held) in (0..).zip(held) {
            let copy_of = apart.then_some(src + i);
            self.state.slots[usize::from(dst + i)] = SlotContent { value: held.value, copy_of };
        }
        self.dispositions[pc] = InstructionDisposition::Removable;
    }

    /// The key of an instruction's result, its first result slot, and the number of result slots.
    fn key_of(&self, pc: usize, class: InstructionClass) -> (Key, usize, u32) {
        let op = self.code[pc];
        let mut key = Key {
            instruction_bits: op.to_bits(),
            word_number: 0,
            ext: if op.ext_count() > 0 { ext_at(&self.code, pc, 1) } else { (0, 0) },
            memory: if class == InstructionClass::Load { self.state.memory } else { 0 },
            operands: [0; MAX_OPERAND_SLOTS],
        };
        let (mut dst, mut width) = (0, 0);
        let (mut at, mut known) = (16, 0);
        op.operands(|operand| {
            match operand {
                Use::Write(Slot(s), n) => {
                    (dst, width) = (usize::from(s), n);
                    key.instruction_bits &= !(0xffff << at);
                }
                Use::Read(Slot(s), n) => {
                    key.instruction_bits &= !(0xffff << at);
                    for slot in usize::from(s)..usize::from(s) + n as usize {
                        key.operands[known] = self.state.slots[slot].value;
                        known += 1;
                    }
                }
                _ => {}
            }
            at += 16;
        });
        if op.reads_ext() {
            key.operands[known] = self.state.slots[usize::from(key.ext.0)].value;
            key.ext.0 = 0;
        }
        (key, dst, width)
    }

    /// The key of the first word that a load of words loads, its first result slot, and the number of slots. Each word
    /// is a value of its own, whichever instruction loads it.
    fn key_of_words(&self, pc: usize) -> (Key, usize, u32) {
        let (dst, ptr, off, n) = match self.code[pc] {
            Op::Load64 { dst, ptr, off } => (dst, ptr, off, 1),
            Op::Load128 { dst, ptr, off } => (dst, ptr, off, 2),
            Op::Load192 { dst, ptr, off } => (dst, ptr, off, 3),
            _ => panic_broken_invariant("these load words"),
        };
        let address = self.state.slots[usize::from(ptr.0)].value;
        (Key::of_word(address, u32::from(off), self.state.memory), usize::from(dst.0), n)
    }

    /// Numbers the result of an instruction.
    fn number_result(&mut self, pc: usize, class: InstructionClass) {
        let words = matches!(class, InstructionClass::LoadWords(_));
        let (key, dst, width) = if words { self.key_of_words(pc) } else { self.key_of(pc, class) };
        let step = if words { 8 } else { 1 };
        let (mut values, mut checked) = (Vec::new(), class == InstructionClass::Pure);
        let first_new = self.next_value;
        for i in 0..width {
            let word = Key { word_number: key.word_number + i * step, ..key };
            let next = self.next_value;
            let value = *self.values.entry(word).or_insert(next);
            if value == next {
                self.next_value += 1;
            } else if i == 0 && !checked {
                checked = self.is_checked(value);
            }
            values.push(value);
        }
        if !checked {
            self.mark_checked(values[0]);
        }
        if values[0] < first_new
            && let Some(&definition) = self.last_overwrites.get(&values[0])
            && !self.state.slots.iter().any(|held| held.value == values[0])
        {
            self.clobbering_defs.push(definition);
        }
        self.define(pc, dst, &values, checked);
    }

    /// Records that the instruction at `pc` stores `values` in the slots from `dst` on.
    fn define(&mut self, pc: usize, dst: usize, values: &[Value], checked: bool) {
        let there = values.iter().zip(dst..).all(|(&v, to)| self.state.slots[to].value == v);
        if there && checked {
            self.dispositions[pc] = InstructionDisposition::Remove;
            self.has_changes = true;
            return;
        }
        let holder = if checked { self.holder_of(dst, values) } else { None };
        if checked {
            self.dispositions[pc] = match holder {
                Some(at) => InstructionDisposition::CopyOf(Slot(at)),
                None => InstructionDisposition::Removable,
            };
        }
        for (i, &value) in (0..).zip(values) {
            let copy_of = holder.map(|at| at + i);
            let slot = &mut self.state.slots[dst + usize::from(i)];
            self.last_overwrites.insert(slot.value, pc as u32);
            *slot = SlotContent { value, copy_of };
        }
    }

    /// The first of the slots that contain the values and do not overlap those from `dst` on.
    fn holder_of(&self, dst: usize, values: &[Value]) -> Option<u16> {
        let n = values.len();
        let slots = &self.state.slots;
        let holds = |&at: &usize| {
            let apart = at + n <= dst || dst + n <= at;
            apart && slots[at..at + n].iter().zip(values).all(|(held, &v)| held.value == v)
        };
        (0..=slots.len() - n).find(holds).map(|at| at as u16)
    }

    fn is_checked(&self, value: Value) -> bool {
        let check = self.check_indices_by_value.get(&value);
        check.is_some_and(|&c| {
            self.state.executed_checks.get(c / 64).is_some_and(|w| w >> (c % 64) & 1 != 0)
        })
    }

    fn mark_checked(&mut self, value: Value) {
        let next = self.check_indices_by_value.len();
        let check = *self.check_indices_by_value.entry(value).or_insert(next);
        let made = &mut self.state.executed_checks;
        if made.len() <= check / 64 {
            made.resize(check / 64 + 1, 0);
        }
        made[check / 64] |= 1 << (check % 64);
    }
}
