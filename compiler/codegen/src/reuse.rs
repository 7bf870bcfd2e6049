//! Values that are there already: a function with loops is looked through once its code is written, and what computes or loads
//! a value that some slot holds anyway is left out.
//!
//! A module of its own since it knows nothing of Go: it works on instructions, after the one-pass generator, whose temporaries know nothing
//! of each other. Values are numbered: an instruction on operands with the same numbers gives the same number, and of memory
//! as long as nothing is stored. Blocks are gone through in an order in which each comes after those that lead to it, but
//! for backward jumps; where such a one leads to nothing is known. Then who reads a copy reads what it is a copy of, and
//! what nobody reads is taken out.
//!
//! An instruction that may panic is only left out where the same one has been executed on every way to it. Named variables
//! keep their values in their scopes, for those who look at frames. Functions that defer stay as they are: any call in them may
//! lead to their end.

use crate::blocks::Blocks;
use crate::effects::{Class, class};
use crate::rename::rename;
use minigo_bytecode::assembler::Assembler;
use minigo_bytecode::func::{HEADER_SLOTS, MAX_FRAME_SLOTS};
use minigo_bytecode::operand::{Slot, Use};
use minigo_bytecode::ops::Op;
use minigo_bytecode::uses::{ExtKind, ext, ext_count, ext_kind};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Longer functions, and more slots times blocks, are left as they are.
const MAX_CODE: usize = 4_000;
const MAX_STATE: usize = 300_000;

/// Frames become larger by at most so many slots.
const MAX_RENAMED: u32 = 12;

/// The number of a value.
type Value = u32;

/// What a slot holds.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Held {
    value: Value,
    /// The slot that it was found in when it was to be computed.
    copy_of: Option<u16>,
}

/// What is known at a place.
#[derive(Clone)]
struct State {
    slots: Vec<Held>,
    memory: Value,
    /// Per check (the instructions that may panic), whether it has been made on every way here.
    made: Vec<u64>,
}

/// What a value is made of.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    /// The instruction, zeros for slots; which word of its result.
    bits: u64,
    word: u32,
    ext: (u16, u32),
    memory: Value,
    operands: [Value; 5],
}

impl Key {
    /// A word of memory.
    fn of_word(address: Value, off: u32, memory: Value) -> Self {
        let bits = Op::Load64 { dst: Slot(0), ptr: Slot(0), off: 0 }.to_bits();
        Self { bits, word: off, ext: (0, 0), memory, operands: [address, 0, 0, 0, 0] }
    }
}

/// A multiplicative hash: keys are few and made here.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
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

/// What becomes of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Fate {
    #[default]
    Stays,
    /// Nobody misses it if nobody reads its result.
    Optional,
    /// The same; and its result is a copy of what lies in these slots.
    Copies(Slot),
    Goes,
}

/// The slots of a named variable, and the instructions that are in its scope.
pub(crate) struct Named {
    pub(crate) slot: u32,
    pub(crate) width: u32,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// Leaves out of a function's code what is there already; `arguments` tells how many slots a call's take. Gives the slots that the frame has then.
pub(crate) fn reuse(
    asm: &mut Assembler,
    (mut frame, results): (u32, u32),
    mut named: Vec<Named>,
    arguments: impl Fn(Op, u16) -> Option<u32>,
) -> u32 {
    if asm.code().len() > MAX_CODE || !asm.has_backward_jump() {
        return frame;
    }
    let blocks = Blocks::of(asm, arguments);
    if blocks.len() * frame as usize > MAX_STATE {
        return frame;
    }
    let mut numbering = Numbering::new(asm.code().to_vec(), frame as usize);
    numbering.go_through(&blocks);
    if !numbering.culprits.is_empty() && frame + MAX_RENAMED < MAX_FRAME_SLOTS {
        let mut culprits = std::mem::take(&mut numbering.culprits);
        culprits.sort_unstable();
        culprits.dedup();
        let mut code = asm.code().to_vec();
        culprits.retain(|&pc| !keeps_variable(&blocks, &code, pc, &named));
        let wider = give_slots(&blocks, &mut code, &culprits, (frame, results));
        if wider > frame {
            frame = wider;
            numbering = Numbering::new(code, frame as usize);
            numbering.go_through(&blocks);
            numbering.found = true;
        }
    }
    let Numbering { mut code, mut fates, mut found, .. } = numbering;
    if found {
        named.sort_unstable_by_key(|var| var.from);
        leave_out(&blocks, &mut code, &mut fates, (frame, results), &named);
    }
    found |= merge_moves(&blocks, &mut code, &mut fates);
    if found {
        let keep = kept(asm.code(), &code, &fates);
        asm.replace(code, &keep);
    }
    frame
}

/// Whether the result of an instruction may be the value of a named variable in the rest of its block.
fn keeps_variable(blocks: &Blocks, code: &[Op], pc: u32, named: &[Named]) -> bool {
    let (_, end) = blocks.range(blocks.block_of(pc));
    named.iter().any(|var| {
        var.from <= end as u32 && pc < var.to && writes(code[pc as usize], var.slot, var.width)
    })
}

/// Gives the results of these instructions slots of their own, where that can be. Tells how large the frame is then.
fn give_slots(blocks: &Blocks, code: &mut [Op], pcs: &[u32], (frame, results): (u32, u32)) -> u32 {
    let live = blocks.live_at_ends(code, frame, results);
    let mut next = frame;
    for &pc in pcs {
        let block = blocks.block_of(pc);
        if next + 3 <= frame + MAX_RENAMED {
            next += rename(blocks, code, pc as usize, &live[block as usize], next);
        }
    }
    next
}

/// Which instructions stay; those with other ones in their place have no `Ext` any more.
fn kept(before: &[Op], code: &[Op], fates: &[Fate]) -> Vec<bool> {
    let mut keep = vec![true; code.len()];
    let mut pc = 0;
    while pc < code.len() {
        let n = 1 + ext_count(code[pc]);
        if fates[pc] == Fate::Goes {
            keep[pc..pc + n].fill(false);
        }
        pc += n;
        while pc < code.len() && code[pc] == (Op::Nop {}) && before[pc] != (Op::Nop {}) {
            keep[pc] = false;
            pc += 1;
        }
    }
    keep
}

/// Decides what goes.
fn leave_out(
    blocks: &Blocks,
    code: &mut [Op],
    fates: &mut [Fate],
    (frame, results): (u32, u32),
    named: &[Named],
) {
    for (pc, fate) in fates.iter_mut().enumerate() {
        if let Fate::Copies(src) = *fate {
            *fate = Fate::Optional;
            if let Some(op) = as_move(code[pc], src) {
                for n in 1..=ext_count(code[pc]) {
                    code[pc + n] = Op::Nop {};
                }
                code[pc] = op;
            }
        }
        let is_named = |var: &Named| {
            (var.from..var.to).contains(&(pc as u32)) && writes(code[pc], var.slot, var.width)
        };
        if *fate == Fate::Optional && named.iter().any(is_named) {
            *fate = Fate::Stays;
        }
    }
    blocks.drop_unread(code, fates, (frame, results), named);
}

/// Moves beside each other, of slots beside each other, become one.
fn merge_moves(blocks: &Blocks, code: &mut [Op], fates: &mut [Fate]) -> bool {
    let mut found = false;
    for &block in blocks.order() {
        let (mut pc, end) = blocks.range(block);
        let mut last: Option<(usize, [u16; 3])> = None;
        while pc < end {
            let at = pc;
            pc += 1 + ext_count(code[at]);
            if fates[at] == Fate::Goes || code[at] == (Op::Nop {}) {
                continue;
            }
            let Some(this) = as_slots(code[at]) else {
                last = None;
                continue;
            };
            let merged = last.and_then(|(before, last)| Some((before, merge(last, this)?)));
            last = Some((at, this));
            if let Some((before, [dst, src, n])) = merged {
                let (dst, src) = (Slot(dst), Slot(src));
                fates[before] = Fate::Goes;
                code[at] = if n == 2 { Op::Mov2 { dst, src } } else { Op::Mov3 { dst, src } };
                last = Some((at, [dst.0, src.0, n]));
                found = true;
            }
        }
    }
    found
}

/// Where a move goes to and comes from, and of how many slots.
fn as_slots(op: Op) -> Option<[u16; 3]> {
    match op {
        Op::Mov { dst, src } => Some([dst.0, src.0, 1]),
        Op::Mov2 { dst, src } => Some([dst.0, src.0, 2]),
        _ => None,
    }
}

/// The one move that does what two do one after the other.
fn merge([to, from, n]: [u16; 3], [dst, src, m]: [u16; 3]) -> Option<[u16; 3]> {
    let intact = src >= to + n || src + m <= to;
    if !intact || n + m > 3 {
        None
    } else if dst == to + n && src == from + n {
        Some([to, from, n + m])
    } else if dst + m == to && src + m == from {
        Some([dst, src, n + m])
    } else {
        None
    }
}

/// Whether an instruction writes one of `n` slots from `slot` on.
fn writes(op: Op, slot: u32, n: u32) -> bool {
    let mut found = false;
    op.operands(|operand| {
        if let Use::Write(Slot(to), width) = operand {
            let to = u32::from(to);
            found |= to < slot + n && slot < to + width.max(1);
        }
    });
    found
}

/// The move that does for an instruction whose result lies in `src`, if that is less work.
fn as_move(op: Op, src: Slot) -> Option<Op> {
    let mut to = None;
    op.operands(|operand| {
        if let Use::Write(dst, n) = operand {
            to = Some((dst, n));
        }
    });
    match (class(op), to?) {
        (Class::Load | Class::Words(_) | Class::Checked, (dst, 1)) => Some(Op::Mov { dst, src }),
        (Class::Load | Class::Words(_), (dst, 2)) => Some(Op::Mov2 { dst, src }),
        (Class::Load | Class::Words(_), (dst, 3)) => Some(Op::Mov3 { dst, src }),
        _ => None,
    }
}

struct Numbering {
    code: Vec<Op>,
    fates: Vec<Fate>,
    state: State,
    values: HashMap<Key, Value, BuildHasherDefault<Mix>>,
    /// Which check a value is the result of.
    checks: HashMap<Value, usize, BuildHasherDefault<Mix>>,
    next: Value,
    /// Whether anything was there already.
    found: bool,
    /// The instruction that last overwrote a value.
    overwritten: HashMap<Value, u32, BuildHasherDefault<Mix>>,
    /// Those that have overwritten what is computed again later.
    culprits: Vec<u32>,
}

impl Numbering {
    fn new(code: Vec<Op>, frame: usize) -> Self {
        let nothing = Held { value: 0, copy_of: None };
        let state = State { slots: vec![nothing; frame], memory: 0, made: Vec::new() };
        let fates = vec![Fate::Stays; code.len()];
        Self {
            code,
            fates,
            state,
            values: HashMap::default(),
            checks: HashMap::default(),
            next: 1,
            found: false,
            overwritten: HashMap::default(),
            culprits: Vec::new(),
        }
    }

    fn fresh(&mut self) -> Value {
        self.next += 1;
        self.next - 1
    }

    fn go_through(&mut self, blocks: &Blocks) {
        let mut ends: Vec<Option<State>> = vec![None; blocks.len()];
        for &block in blocks.order() {
            self.begin(blocks.before(block).iter().map(|&b| ends[b as usize].as_ref()));
            let (mut pc, end) = blocks.range(block);
            while pc < end {
                self.instruction(pc);
                pc += 1 + ext_count(self.code[pc]);
            }
            ends[block as usize] = Some(self.state.clone());
        }
    }

    /// The state at a block's beginning: what those that lead to it agree on.
    fn begin<'s>(&mut self, mut before: impl Iterator<Item = Option<&'s State>>) {
        let first = before.next().flatten().cloned();
        let Some(mut state) = first else { return self.forget_all() };
        for other in before {
            let Some(other) = other else { return self.forget_all() };
            for (a, b) in state.slots.iter_mut().zip(&other.slots) {
                if a.value != b.value {
                    *a = Held { value: self.fresh(), copy_of: None };
                } else if a.copy_of != b.copy_of {
                    a.copy_of = None;
                }
            }
            if state.memory != other.memory {
                state.memory = self.fresh();
            }
            state.made.truncate(other.made.len());
            state.made.iter_mut().zip(&other.made).for_each(|(a, b)| *a &= b);
        }
        self.state = state;
    }

    fn forget_all(&mut self) {
        self.forget(0, u32::MAX);
        self.state.memory = self.fresh();
        self.state.made.clear();
    }

    fn forget(&mut self, from: u32, n: u32) {
        let len = self.state.slots.len();
        let end = (from.saturating_add(n) as usize).min(len);
        for slot in (from as usize).min(len)..end {
            self.state.slots[slot] = Held { value: self.fresh(), copy_of: None };
        }
    }

    fn instruction(&mut self, pc: usize) {
        let class = class(self.code[pc]);
        match class {
            Class::Move(n) => {
                self.read_originals(pc);
                self.moves(pc, n);
            }
            Class::Pure | Class::Checked | Class::Load | Class::Words(_) => {
                self.read_originals(pc);
                self.computes(pc, class);
            }
            Class::Test => self.read_originals(pc),
            Class::Store => {
                self.read_originals(pc);
                self.state.memory = self.fresh();
                self.stores(pc);
            }
            Class::Plain => {
                self.read_originals(pc);
                self.changes_slots(pc);
            }
            Class::Parts => self.changes_slots(pc),
            Class::Other => {
                self.changes_slots(pc);
                self.state.memory = self.fresh();
            }
        }
    }

    /// What whole words memory has now is known.
    fn stores(&mut self, pc: usize) {
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
            // The store has looked at the address.
            self.make(value);
        }
    }

    fn changes_slots(&mut self, pc: usize) {
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
        if matches!(self.code[pc], Op::PartCopy { .. }) {
            changed.push((0, u32::MAX));
        }
        for (from, n) in changed {
            self.forget(from, n);
        }
    }

    /// Operands that are copies become what they are copies of.
    fn read_originals(&mut self, pc: usize) {
        let op = self.code[pc];
        let (mut reads, mut written, mut updated) = (Vec::new(), (0, 0), None);
        let mut at = 0;
        op.operands(|operand| {
            match operand {
                Use::Read(slot, n) => reads.push((at, slot, n)),
                Use::Write(Slot(s), n) => written = (u32::from(s), n),
                Use::Update(slot) => updated = Some(slot),
                _ => {}
            }
            at += 1;
        });
        let mut bits = op.to_bits();
        for (at, slot, n) in reads {
            let Some(original) = self.original(slot, n) else { continue };
            let from = u32::from(original.0);
            // Who writes several slots may do so one by one.
            if written.1 > 1 && from < written.0 + written.1 && written.0 < from + n {
                continue;
            }
            // It has changed before it is read.
            if updated.is_some_and(|Slot(s)| (from..from + n).contains(&u32::from(s))) {
                continue;
            }
            let shift = 16 + 16 * at;
            bits = bits & !(0xffff << shift) | u64::from(original.0) << shift;
        }
        if bits != op.to_bits() {
            self.code[pc] = Op::from_bits(bits).expect("only slots have changed");
            self.found = true;
        }
        if reads_ext(op) {
            let (a, b) = ext(&self.code, pc, 1);
            if let Some(original) = self.original(Slot(a), 1) {
                self.code[pc + 1] =
                    Op::Ext { a: original.0, b: minigo_bytecode::operand::Wide::new(b) };
                self.found = true;
            }
        }
    }

    /// The slots that hold what `n` slots from `slot` on are copies of, if they still do.
    fn original(&self, slot: Slot, n: u32) -> Option<Slot> {
        if n == 0 || n > 3 {
            return None;
        }
        let first = self.state.slots[slot.0 as usize].copy_of?;
        let holds = (0..n as usize).all(|i| {
            let copy = self.state.slots[slot.0 as usize + i];
            let original = first as usize + i;
            copy.copy_of == Some(original as u16)
                && self.state.slots.get(original).is_some_and(|o| o.value == copy.value)
        });
        holds.then_some(Slot(first))
    }

    fn moves(&mut self, pc: usize, n: u16) {
        let (dst, src) = match self.code[pc] {
            Op::Mov { dst, src } | Op::Mov2 { dst, src } | Op::Mov3 { dst, src } => (dst.0, src.0),
            _ => unreachable!("there are no other moves"),
        };
        let apart = dst + n <= src || src + n <= dst;
        let held: Vec<Held> = (0..n).map(|i| self.state.slots[usize::from(src + i)]).collect();
        let same = held
            .iter()
            .zip(dst..)
            .all(|(held, to)| self.state.slots[usize::from(to)].value == held.value);
        if same {
            self.fates[pc] = Fate::Goes;
            self.found = true;
            return;
        }
        for (i, held) in (0..).zip(held) {
            let copy_of = apart.then_some(src + i);
            self.state.slots[usize::from(dst + i)] = Held { value: held.value, copy_of };
        }
        self.fates[pc] = Fate::Optional;
    }

    /// An instruction with a result.
    fn computes(&mut self, pc: usize, class: Class) {
        let op = self.code[pc];
        let mut key = Key {
            bits: op.to_bits(),
            word: 0,
            ext: if ext_count(op) > 0 { ext(&self.code, pc, 1) } else { (0, 0) },
            memory: 0,
            operands: [0; 5],
        };
        let (mut dst, mut width) = (0, 0);
        let (mut at, mut known) = (16, 0);
        op.operands(|operand| {
            match operand {
                Use::Write(Slot(s), n) => {
                    (dst, width) = (usize::from(s), n);
                    key.bits &= !(0xffff << at);
                }
                Use::Read(Slot(s), n) => {
                    key.bits &= !(0xffff << at);
                    for slot in usize::from(s)..usize::from(s) + n as usize {
                        key.operands[known] = self.state.slots[slot].value;
                        known += 1;
                    }
                }
                _ => {}
            }
            at += 16;
        });
        if reads_ext(op) {
            key.operands[known] = self.state.slots[usize::from(key.ext.0)].value;
            key.ext.0 = 0;
        }
        if matches!(class, Class::Load | Class::Words(_)) {
            key.memory = self.state.memory;
        }
        if let Class::Words(_) = class {
            // Each word is a value of its own, whichever instruction loads it.
            let (Op::Load64 { off, .. } | Op::Load128 { off, .. } | Op::Load192 { off, .. }) = op
            else {
                unreachable!("these load words")
            };
            key = Key::of_word(key.operands[0], u32::from(off), self.state.memory);
        }
        let step = if matches!(class, Class::Words(_)) { 8 } else { 1 };
        let (mut values, mut checked) = (Vec::new(), class == Class::Pure);
        let first_new = self.next;
        for i in 0..width {
            let word = Key { word: key.word + i * step, ..key };
            let next = self.next;
            let value = *self.values.entry(word).or_insert(next);
            if value == next {
                self.next += 1;
            } else if i == 0 && !checked {
                checked = self.is_made(value);
            }
            values.push(value);
        }
        if !checked {
            self.make(values[0]);
        }
        if values[0] < first_new
            && let Some(&culprit) = self.overwritten.get(&values[0])
            && !self.state.slots.iter().any(|held| held.value == values[0])
        {
            self.culprits.push(culprit);
        }
        self.put(pc, dst, &values, checked);
    }

    /// The values are the result of the instruction at `pc`, in slots from `dst` on.
    fn put(&mut self, pc: usize, dst: usize, values: &[Value], checked: bool) {
        let there = values.iter().zip(dst..).all(|(&v, to)| self.state.slots[to].value == v);
        if there && checked {
            self.fates[pc] = Fate::Goes;
            self.found = true;
            return;
        }
        let holder = if checked { self.holder(dst, values) } else { None };
        if checked {
            self.fates[pc] = match holder {
                Some(at) => Fate::Copies(Slot(at)),
                None => Fate::Optional,
            };
        }
        for (i, &value) in (0..).zip(values) {
            let copy_of = holder.map(|at| at + i);
            let slot = &mut self.state.slots[dst + usize::from(i)];
            self.overwritten.insert(slot.value, pc as u32);
            *slot = Held { value, copy_of };
        }
    }

    /// Slots apart from those from `dst` on that hold the values.
    fn holder(&self, dst: usize, values: &[Value]) -> Option<u16> {
        let n = values.len();
        let slots = &self.state.slots;
        let holds = |&at: &usize| {
            let apart = at + n <= dst || dst + n <= at;
            apart && slots[at..at + n].iter().zip(values).all(|(held, &v)| held.value == v)
        };
        (0..=slots.len() - n).find(holds).map(|at| at as u16)
    }

    fn is_made(&self, value: Value) -> bool {
        let check = self.checks.get(&value);
        check.is_some_and(|&c| self.state.made.get(c / 64).is_some_and(|w| w >> (c % 64) & 1 != 0))
    }

    fn make(&mut self, value: Value) {
        let next = self.checks.len();
        let check = *self.checks.entry(value).or_insert(next);
        let made = &mut self.state.made;
        if made.len() <= check / 64 {
            made.resize(check / 64 + 1, 0);
        }
        made[check / 64] |= 1 << (check % 64);
    }
}

/// Whether the instruction reads the slot that is its `Ext`'s first operand.
pub(crate) fn reads_ext(op: Op) -> bool {
    matches!(
        op,
        Op::IndexIndex64 { .. }
            | Op::Add3 { .. }
            | Op::Add3U32 { .. }
            | Op::MulAdd { .. }
            | Op::MulAddToF64 { .. }
    ) && ext_kind(op) == ExtKind::Number
}
