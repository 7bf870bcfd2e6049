//! The assembler: emits instructions, labels and lines.
//!
//! Code generation and the VM's tests build functions with it. A conditional jump reaches 32,767 instructions; for a
//! longer distance the assembler combines a conditional jump with a long jump when it finishes.

use crate::func::{InlineId, LineEntry};
use crate::operand::Wide;
use crate::ops::{Effects, Op};

/// A position in the code that jumps may name before it is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label(u32);

impl Label {
    /// The label's index in [`AssembledCode::labels`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The finished code of a function.
#[derive(Debug)]
pub struct AssembledCode {
    /// The instructions.
    pub code: Vec<Op>,
    /// The line table.
    pub lines: Vec<LineEntry>,
    /// The unsigned indexes: see [`FuncDetail::unsigned_operands`](crate::func::FuncDetail::unsigned_operands).
    pub unsigned_operands: Vec<(u32, u8)>,
    /// The positions of the labels.
    pub labels: Vec<u32>,
}

/// A function's code while it is being assembled.
#[derive(Debug, Default)]
pub struct Assembler {
    code: Vec<Op>,
    lines: Vec<LineEntry>,
    unsigned_operands: Vec<(u32, u8)>,
    labels: Vec<Option<u32>>,
    jump_labels: Vec<(u32, Label)>,
    /// The position of the label that was bound last.
    last_label_pc: Option<u32>,
}

impl Assembler {
    /// Creates an assembler without code.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The index of the next instruction.
    #[must_use]
    pub fn next_pc(&self) -> u32 {
        self.code.len() as u32
    }

    /// The code so far; jump distances are not filled in yet.
    #[must_use]
    pub fn code(&self) -> &[Op] {
        &self.code
    }

    /// Appends an instruction and returns its index.
    pub fn emit(&mut self, op: Op) -> u32 {
        let at = self.next_pc();
        self.code.push(op);
        at
    }

    /// Replaces an instruction whose operands were not known before; it must not be a jump.
    pub fn set(&mut self, at: u32, op: Op) {
        self.code[at as usize] = op;
    }

    /// Appends an `Ext` with further operands of the last instruction.
    pub fn emit_ext(&mut self, a: u16, b: u32) {
        self.emit(Op::Ext { a, b: Wide::new(b) });
    }

    /// Creates a label that is not bound yet.
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// Binds `label` to the next instruction.
    pub fn bind(&mut self, label: Label) {
        let here = self.next_pc();
        self.labels[label.0 as usize] = Some(here);
        self.last_label_pc = Some(here);
    }

    /// The position of `label`, if it has been bound.
    #[must_use]
    pub fn try_label_pc(&self, label: Label) -> Option<u32> {
        self.labels[label.0 as usize]
    }

    /// Reports whether a label is bound to the next instruction.
    #[must_use]
    pub fn has_label_here(&self) -> bool {
        self.last_label_pc == Some(self.next_pc())
    }

    /// Appends the jump `op` to `label`, at any distance. For a jump that has its distance in an `Ext`, appends the
    /// `Ext` too.
    pub fn jump(&mut self, op: Op, label: Label) {
        let at = self.emit(op);
        if op.jumps_by_ext() {
            self.jump_labels.push((at + 1, label));
            self.emit_ext(0, 0);
        } else {
            self.jump_labels.push((at, label));
        }
    }

    /// Sets the line of the following code: `line` of `file`.
    pub fn set_line(&mut self, file: u32, line: u32) {
        self.set_inlined_line(file, line, None);
    }

    /// Sets the line of the following code: `line` of `file`, in an inlined call.
    pub fn set_inlined_line(&mut self, file: u32, line: u32, inlined: Option<InlineId>) {
        let new = LineEntry { pc: self.next_pc(), line, file, inlined };
        match self.lines.last_mut() {
            Some(last) if *last == (LineEntry { pc: last.pc, ..new }) => {}
            Some(last) if last.pc == new.pc => *last = new,
            _ => self.lines.push(new),
        }
    }

    /// Records which indexes of the next instruction have unsigned 64-bit types: see
    /// [`FuncDetail::unsigned_operands`](crate::func::FuncDetail::unsigned_operands).
    pub fn mark_unsigned_operands(&mut self, which: u8) {
        if which != 0 {
            self.unsigned_operands.push((self.next_pc(), which));
        }
    }

    /// Reports whether a label is bound to the last instruction or behind it.
    #[must_use]
    pub fn has_label_before_last(&self) -> bool {
        self.last_label_pc.is_some_and(|at| at + 1 >= self.next_pc())
    }

    /// Removes the last instruction and its `Ext`, so that another can replace it.
    ///
    /// # Panics
    /// If a label is bound after the last instruction: a mistake of the caller.
    pub fn pop_last(&mut self) {
        assert!(!self.has_label_here(), "no label is bound here");
        while let Some(Op::Ext { .. }) = self.code.pop() {}
        let here = self.next_pc();
        for line in &mut self.lines {
            line.pc = line.pc.min(here);
        }
        self.unsigned_operands.retain(|&(pc, _)| pc < here);
    }

    /// Sets the first operand of the last instruction's `Ext`.
    pub fn set_ext(&mut self, a: u16) {
        if let Some(Op::Ext { a: first, .. }) = self.code.last_mut() {
            *first = a;
        }
    }

    /// Removes a jump to `label` that is the last instruction, because the label will be bound here.
    pub fn pop_jump_to(&mut self, label: Label) {
        let here = self.next_pc();
        if here == 0 || self.jump_labels.last() != Some(&(here - 1, label)) {
            return;
        }
        if !matches!(self.code.last(), Some(Op::Jmp { .. })) {
            return;
        }
        self.code.pop();
        self.jump_labels.pop();
        for place in self.labels.iter_mut().flatten() {
            *place = (*place).min(here - 1);
        }
        self.last_label_pc = self.last_label_pc.map(|at| at.min(here - 1));
        for line in &mut self.lines {
            line.pc = line.pc.min(here - 1);
        }
    }

    /// The jumps in code order: the instruction that holds the distance, and the target.
    ///
    /// # Panics
    /// If the label of a jump was never bound: a mistake of the caller.
    #[must_use]
    pub fn jump_targets(&self) -> Vec<(u32, u32)> {
        let place = |label: Label| self.labels[label.0 as usize].expect("every label is bound");
        self.jump_labels.iter().map(|&(at, label)| (at, place(label))).collect()
    }

    /// Reports whether any jump is backward.
    #[must_use]
    pub fn has_backward_jump(&self) -> bool {
        let place = |label: Label| self.labels[label.0 as usize];
        self.jump_labels.iter().any(|&(at, label)| place(label).is_some_and(|to| to <= at))
    }

    /// Replaces the instructions by `code`, and removes those for which `keep` is false. Jumps still lead to the same
    /// instructions.
    pub fn replace(&mut self, code: Vec<Op>, keep: &[bool]) {
        let mut places = Vec::with_capacity(keep.len() + 1);
        let mut next = 0;
        for &kept in keep {
            places.push(next);
            next += u32::from(kept);
        }
        places.push(next);
        let moved = |at: u32| places[at as usize];
        self.code =
            code.into_iter().zip(keep).filter(|(_, kept)| **kept).map(|(op, _)| op).collect();
        self.labels.iter_mut().flatten().for_each(|at| *at = moved(*at));
        self.jump_labels.iter_mut().for_each(|(at, _)| *at = moved(*at));
        self.lines.iter_mut().for_each(|line| line.pc = moved(line.pc));
        self.unsigned_operands.retain(|&(pc, _)| keep[pc as usize]);
        self.unsigned_operands.iter_mut().for_each(|(pc, _)| *pc = moved(*pc));
        // If several line entries stand at one instruction, the last is valid.
        let mut lines: Vec<LineEntry> = Vec::with_capacity(self.lines.len());
        for line in self.lines.drain(..) {
            lines.pop_if(|last| last.pc == line.pc);
            lines.push(line);
        }
        self.lines = lines;
        self.last_label_pc = self.last_label_pc.map(moved);
    }

    /// Fills in all jump distances.
    ///
    /// # Panics
    /// If the label of a jump was never bound: a mistake of the caller.
    #[must_use]
    pub fn finish(mut self) -> AssembledCode {
        let far = self.far_jumps();
        if far.contains(&true) {
            self.expand_far_jumps(&far);
        }
        for &(at, label) in &self.jump_labels {
            let distance = jump_distance(at, self.label_pc(label));
            set_distance(&mut self.code[at as usize], distance as i32);
        }
        let labels = self.labels.iter().map(|l| l.unwrap_or(u32::MAX)).collect();
        AssembledCode {
            code: self.code,
            lines: self.lines,
            unsigned_operands: self.unsigned_operands,
            labels,
        }
    }

    fn label_pc(&self, label: Label) -> u32 {
        self.labels[label.0 as usize].expect("every label is placed before finish")
    }

    /// Finds the jumps that do not reach their targets. Lengthening a jump can put others out of reach, so the search
    /// repeats until nothing changes; few rounds suffice, however many jumps there are.
    fn far_jumps(&self) -> Vec<bool> {
        let mut far = vec![false; self.jump_labels.len()];
        let mut moved: Option<Vec<u32>> = None;
        loop {
            let mut again = false;
            for (&(at, label), far) in self.jump_labels.iter().zip(&mut far) {
                if *far || !self.code[at as usize].jumps_short() {
                    continue;
                }
                let to = self.label_pc(label);
                let new = |pc: u32| moved.as_ref().map_or(pc, |moved| moved[pc as usize]);
                if i16::try_from(jump_distance(new(at), new(to))).is_err() {
                    (*far, again) = (true, true);
                }
            }
            if !again {
                return far;
            }
            moved = Some(self.relocated_pcs(&far));
        }
    }

    /// The new index of each instruction when two more instructions follow each far jump.
    fn relocated_pcs(&self, far: &[bool]) -> Vec<u32> {
        let mut grows = vec![false; self.code.len() + 1];
        for (&(at, _), &far) in self.jump_labels.iter().zip(far) {
            grows[at as usize] |= far;
        }
        let mut next = 0;
        let mut place = |grows: bool| {
            let at = next;
            next += if grows { 3 } else { 1 };
            at
        };
        grows.into_iter().map(&mut place).collect()
    }

    /// Turns each far `jcc L` into `jcc +1; jmp +1; jmp L`, which needs no inverse of the condition.
    fn expand_far_jumps(&mut self, far: &[bool]) {
        let moved = self.relocated_pcs(far);
        let new = |pc: u32| moved[pc as usize];
        let mut code = vec![Op::Nop {}; new(self.next_pc()) as usize];
        for (&op, &to) in self.code.iter().zip(&moved) {
            code[to as usize] = op;
        }
        for (index, &far) in far.iter().enumerate() {
            let (at, label) = self.jump_labels[index];
            let to = new(at);
            self.jump_labels[index].0 = to;
            if !far {
                continue;
            }
            let backward = self.label_pc(label) <= at;
            let at = to as usize;
            set_distance(&mut code[at], 1);
            code[at + 1] = Op::Jmp { to: Wide::from_signed(1) };
            code[at + 2] = if backward && !code[at].effects().has(Effects::TAKES_BUDGET) {
                Op::Loop { to: Wide::from_signed(0) }
            } else {
                Op::Jmp { to: Wide::from_signed(0) }
            };
            self.jump_labels[index].0 = to + 2;
        }
        self.code = code;
        self.labels.iter_mut().flatten().for_each(|at| *at = new(*at));
        self.lines.iter_mut().for_each(|line| line.pc = new(line.pc));
        self.unsigned_operands.iter_mut().for_each(|(pc, _)| *pc = new(*pc));
    }
}

fn jump_distance(at: u32, to: u32) -> i64 {
    i64::from(to) - i64::from(at) - 1
}

fn set_distance(op: &mut Op, distance: i32) {
    *op = match *op {
        Op::Ext { a, .. } => Op::Ext { a, b: Wide::from_signed(distance) },
        _ => op.with_distance(distance).expect("jumps too far for an instruction were lengthened"),
    };
}
