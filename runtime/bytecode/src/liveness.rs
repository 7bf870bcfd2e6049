//! Liveness: the slots of a frame whose values may still be read after an instruction.
//!
//! A pointer in a dead slot keeps nothing alive: its object may be garbage, or a channel that is never used again.
//!
//! The analysis derives from the instruction table alone, by the usual backward iteration. Where a width is unknown,
//! the analysis counts more slots as live rather than fewer.

use crate::func::{Func, HEADER_SLOTS, VarLocation};
use crate::operand::{Slot, TypeId, Use};
use crate::ops::{Effects, Op};
use crate::program::Tables;
use crate::rtype::RType;
use crate::uses::{ext_at, uses_of};

/// The live slots of one function, before each of its instructions.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// How many words of 64 bits a set of slots takes.
    words_per_set: usize,
    /// How many slots the frame has; the bit after them stands for the running closure.
    slot_count: u32,
    live_sets: Vec<u64>,
}

/// The set of live slots while the analysis passes an instruction, from its end to its beginning.
struct LiveSet<'s> {
    words: &'s mut [u64],
    slot_count: u32,
}

impl LiveSet<'_> {
    fn set_live(&mut self, from: u32, n: u32, live: bool) {
        for slot in from..from.saturating_add(n).min(self.slot_count + 1) {
            let (word, bit) = (slot as usize / 64, 1 << (slot % 64));
            if live {
                self.words[word] |= bit;
            } else {
                self.words[word] &= !bit;
            }
        }
    }
}

impl LiveSet<'_> {
    /// Marks the slots that an instruction writes, in the direction of execution. A call leaves nothing in its window
    /// but its results, which may be variables whose scopes begin at `next` or later.
    fn mark_written_slots(
        &mut self,
        operands: &[Use],
        types: &[RType],
        vars: &[VarLocation],
        next: usize,
    ) {
        for operand in operands {
            let Use::Window(Slot(s)) = *operand else { continue };
            let header = u32::from(s.saturating_sub(HEADER_SLOTS));
            self.set_live(header, self.slot_count - header.min(self.slot_count), false);
            for var in vars.iter().filter(|v| v.slot.0 >= s && v.scope_start_pc as usize >= next) {
                self.set_live(u32::from(var.slot.0), variable_slots(types, var), true);
            }
        }
        for operand in operands {
            if let Use::Write(Slot(s), n) = *operand {
                self.set_live(u32::from(s), n, true);
            }
        }
    }

    /// Moves from the end of an instruction to its beginning: the slots that the instruction writes become dead, then
    /// the slots that it reads become live.
    fn update_backward(&mut self, operands: &[Use]) {
        // A select executes only one of its receives; but each case receives into slots of its own, which only that
        // case reads.
        for operand in operands {
            match *operand {
                Use::Write(Slot(s), n) => self.set_live(u32::from(s), n, false),
                Use::Window(Slot(s)) => {
                    let header = u32::from(s.saturating_sub(HEADER_SLOTS));
                    self.set_live(header, self.slot_count - header.min(self.slot_count), false);
                }
                _ => {}
            }
        }
        for operand in operands {
            match *operand {
                Use::Read(Slot(s), n) => self.set_live(u32::from(s), n, true),
                Use::Update(Slot(s)) => self.set_live(u32::from(s), 1, true),
                _ => {}
            }
        }
    }
}

impl Liveness {
    /// Analyses `func`, a function of `program`, whose types are `types` (the caller may have moved them out of the
    /// program).
    #[must_use]
    pub fn of(program: Tables<'_>, types: &[RType], func: &Func) -> Self {
        let slots = func.frame_slots.max(func.arg_slots).max(func.result_slots);
        let words = slots as usize / 64 + 1;
        let mut this = Self {
            words_per_set: words,
            slot_count: slots,
            live_sets: vec![0; func.code.len() * words],
        };
        let mut places = Vec::new();
        let mut pc = 0;
        while pc < func.code.len() {
            places.push(pc);
            pc += 1 + func.code[pc].ext_count();
        }
        let (mut set, mut operands) = (vec![0; words], Vec::new());
        loop {
            let mut changed = false;
            for &pc in places.iter().rev() {
                operands.clear();
                uses_of(program, types, &func.code, pc, |operand| operands.push(operand));
                this.transfer_backward(program, types, func, pc, &operands, &mut set);
                let old = &mut this.live_sets[pc * words..][..words];
                changed |= *old != *set;
                old.copy_from_slice(&set);
            }
            if !changed {
                break;
            }
        }
        if let Some(recover) = func.recover_pc {
            // A panic in any call may lead to the recovery point.
            let there = this.live_set(recover as usize).to_vec();
            for at in this.live_sets.chunks_mut(words) {
                at.iter_mut().zip(&there).for_each(|(to, from)| *to |= from);
            }
        }
        this
    }

    /// Analyses like [`of`](Self::of), but the slots of a named variable are live in its whole scope, once the variable
    /// has a value: for debuggers, which show variables that no code reads any more.
    #[must_use]
    pub fn with_variables(program: Tables<'_>, types: &[RType], func: &Func) -> Self {
        let mut this = Self::of(program, types, func);
        if func.vars.is_empty() {
            return this;
        }
        let assigned = this.assigned_slots(program, types, func);
        for var in &func.vars {
            let first = u32::from(var.slot.0);
            for pc in var.scope_start_pc as usize..(var.scope_end_pc as usize).min(func.code.len())
            {
                for slot in first..first + variable_slots(types, var) {
                    let (word, bit) = (slot as usize / 64, 1 << (slot % 64));
                    let at = pc * this.words_per_set + word;
                    if slot < this.slot_count && assigned[at] & bit != 0 {
                        this.live_sets[at] |= bit;
                    }
                }
            }
        }
        this
    }

    /// The slots that have been written on every path to an instruction, for each instruction. A slot in the window of
    /// a call counts as not written after the call.
    fn assigned_slots(&self, program: Tables<'_>, types: &[RType], func: &Func) -> Vec<u64> {
        let words = self.words_per_set;
        let mut before = vec![u64::MAX; self.live_sets.len()];
        let mut entry = vec![0_u64; words];
        let mut start = LiveSet { words: &mut entry, slot_count: self.slot_count };
        start.set_live(0, func.arg_slots, true);
        let (mut set, mut operands) = (vec![0_u64; words], Vec::new());
        let meet = |before: &mut [u64], at: i64, set: &[u64]| {
            let there = usize::try_from(at).ok().and_then(|at| before.get_mut(at * words..));
            let mut changed = false;
            for (to, from) in there.into_iter().flatten().zip(set) {
                changed |= *to & from != *to;
                *to &= from;
            }
            changed
        };
        meet(&mut before, 0, &entry);
        loop {
            let (mut changed, mut pc) = (false, 0);
            while pc < func.code.len() {
                operands.clear();
                uses_of(program, types, &func.code, pc, |operand| operands.push(operand));
                set.copy_from_slice(&before[pc * words..][..words]);
                let mut effect = LiveSet { words: &mut set, slot_count: self.slot_count };
                let next = pc + 1 + func.code[pc].ext_count();
                effect.mark_written_slots(&operands, types, &func.vars, next);
                for operand in &operands {
                    if let Use::Jump(distance) = operand {
                        let to = pc as i64 + 1 + i64::from(*distance);
                        changed |= meet(&mut before, to, &set);
                    }
                }
                if !func.code[pc].ends_control_flow() {
                    changed |= meet(&mut before, next as i64, &set);
                }
                pc = next;
            }
            if !changed {
                break;
            }
        }
        if let Some(recover) = func.recover_pc {
            // A panic in any call may lead to the recovery point, so nothing is known to be assigned there but
            // arguments and results, and the code behind that point only returns.
            for at in before.chunks_mut(words).skip(recover as usize) {
                at.iter_mut().zip(&entry).for_each(|(to, from)| *to &= from);
            }
        }
        before
    }

    fn live_set(&self, pc: usize) -> &[u64] {
        self.live_sets.get(pc * self.words_per_set..(pc + 1) * self.words_per_set).unwrap_or(&[])
    }

    /// Calls `visit` for each slot that is live before the instruction `pc`.
    pub fn for_each_live(&self, pc: usize, mut visit: impl FnMut(u32)) {
        for (word, &bits) in self.live_set(pc).iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let slot = word as u32 * 64 + bits.trailing_zeros();
                bits &= bits - 1;
                if slot < self.slot_count {
                    visit(slot);
                }
            }
        }
    }

    /// Reports whether the instruction at `pc` or one after it reads the running closure.
    #[must_use]
    pub fn needs_closure(&self, pc: usize) -> bool {
        self.live_set(pc)
            .get(self.slot_count as usize / 64)
            .is_some_and(|w| w >> (self.slot_count % 64) & 1 != 0)
    }

    /// Turns `set`, the slots live after the instruction at `pc`, into those live before it. `operands` are the
    /// operands of that instruction.
    fn transfer_backward(
        &self,
        program: Tables<'_>,
        types: &[RType],
        func: &Func,
        pc: usize,
        operands: &[Use],
        set: &mut [u64],
    ) {
        self.join_successors(func.code[pc], pc, operands, set);
        let mut effect = LiveSet { words: set, slot_count: self.slot_count };
        effect.update_backward(operands);
        self.add_implied_reads(program, types, func, pc, &mut effect);
    }

    /// Sets `set` to the slots live after the instruction at `pc`: the union over its successors.
    fn join_successors(&self, op: Op, pc: usize, operands: &[Use], set: &mut [u64]) {
        set.fill(0);
        let join = |set: &mut [u64], at: i64| {
            let from = usize::try_from(at).map_or(&[][..], |at| self.live_set(at));
            set.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
        };
        if !op.ends_control_flow() {
            join(set, (pc + 1 + op.ext_count()) as i64);
        }
        for operand in operands {
            if let Use::Jump(distance) = operand {
                join(set, pc as i64 + 1 + i64::from(*distance));
            }
        }
    }

    /// Adds the slots that the instruction at `pc` reads in addition to its operands: results, the running closure,
    /// arguments of calls.
    fn add_implied_reads(
        &self,
        program: Tables<'_>,
        types: &[RType],
        func: &Func,
        pc: usize,
        effect: &mut LiveSet<'_>,
    ) {
        let (code, op) = (&func.code, func.code[pc]);
        if op.effects().has(Effects::RETURNS) {
            // If the return instruction has operands, they provide the first slot of the results.
            let made = u32::from(!op.operand_kinds().is_empty());
            effect.set_live(made, func.result_slots.saturating_sub(made), true);
        }
        if op.effects().has(Effects::READS_CLOSURE) {
            effect.set_live(self.slot_count, 1, true);
        }
        match op {
            // The call may have one or two slots of arguments, so both count as read.
            Op::CallClosureArg { win, .. } => effect.set_live(u32::from(win.0) + 1, 1, true),
            Op::CallIface { win, .. } => {
                let n = argument_slot_count(program, types, ext_at(code, pc, 1).1);
                let n = n.unwrap_or_else(|| self.slot_count.saturating_sub(u32::from(win.0) + 1));
                effect.set_live(u32::from(win.0) + 1, n, true);
            }
            _ => {}
        }
    }
}

/// How many slots a variable takes.
fn variable_slots(types: &[RType], var: &VarLocation) -> u32 {
    match var.is_boxed {
        true => 1,
        false => types.get(var.ty.0 as usize).map_or(1, RType::slots),
    }
}

/// How many slots the arguments of an interface call take, without the receiver.
fn argument_slot_count(program: Tables<'_>, types: &[RType], site: u32) -> Option<u32> {
    let site = program.call_sites.get(site as usize)?;
    let ty = |id: TypeId| types.get(id.0 as usize);
    let method = ty(site.iface)?.methods.iter().find(|m| m.method == site.method)?;
    Some(ty(method.sig)?.params.iter().filter_map(|&p| ty(p)).map(RType::slots).sum())
}

#[cfg(test)]
mod tests {
    use super::Liveness;
    use crate::func::{Func, VarLocation};
    use crate::operand::{Slot, TypeId, Wide};
    use crate::ops::Op;
    use crate::program::Program;

    fn func_of(code: Vec<Op>) -> Func {
        Func { code: code.into(), ..Func::default() }
    }

    fn live_slots(live: &Liveness, pc: usize) -> Vec<u32> {
        let mut all = Vec::new();
        live.for_each_live(pc, |slot| all.push(slot));
        all
    }

    #[test]
    fn variables_live_in_their_scopes_once_they_have_a_value() {
        let set = |to, imm| Op::LoadImm { dst: Slot(to), imm: Wide::new(imm) };
        let code = vec![
            set(0, 1),
            Op::JmpIf { a: Slot(0), to: Wide::new(1) },
            set(1, 2),
            set(2, 3),
            Op::Ret {},
        ];
        let var = |slot, from, to| VarLocation {
            name: "v".into(),
            ty: TypeId(0),
            slot: Slot(slot),
            is_boxed: true,
            scope_start_pc: from,
            scope_end_pc: to,
        };
        let vars = vec![var(0, 1, 4), var(1, 2, 5), var(2, 3, 5)];
        let mut func = Func { frame_slots: 3, ..func_of(code) };
        func.vars = vars;
        let program = Program::default();
        let known = Liveness::with_variables(program.tables(), &[], &func);
        assert!(live_slots(&known, 0).is_empty());
        assert_eq!(live_slots(&known, 1), vec![0]);
        // One path to the third assignment leaves variable 1 without a value.
        assert_eq!(live_slots(&known, 3), vec![0]);
        assert_eq!(live_slots(&known, 4), vec![2]);
        assert!(live_slots(&Liveness::of(program.tables(), &[], &func), 3).is_empty());
    }

    #[test]
    fn slots_live_from_their_write_to_their_last_read_around_loops() {
        let slot = Slot;
        let code = vec![
            Op::LoadImm { dst: slot(0), imm: Wide::new(7) },
            Op::LoadImm { dst: slot(1), imm: Wide::new(3) },
            Op::AddImm { dst: slot(1), a: slot(1), imm: -1 },
            Op::Mov { dst: slot(2), src: slot(0) },
            Op::Jmp { to: Wide::from_signed(-3) },
        ];
        let func = Func { frame_slots: 3, ..func_of(code) };
        let found = Liveness::of(Program::default().tables(), &[], &func);
        assert_eq!(live_slots(&found, 0), []);
        assert_eq!(live_slots(&found, 1), [0]);
        assert_eq!(live_slots(&found, 2), [0, 1]);
        assert_eq!(live_slots(&found, 4), [0, 1], "slot 2 is written before it is read");
    }

    #[test]
    fn a_call_kills_slots_above_its_window_and_reads_its_arguments() {
        let callee = Func { arg_slots: 1, ..Func::default() };
        let code = vec![
            Op::Call { win: Slot(4), func: Wide::new(0) },
            Op::Mov { dst: Slot(0), src: Slot(4) },
            Op::Ret {},
        ];
        let caller = Func { frame_slots: 8, result_slots: 1, ..func_of(code) };
        let program = Program { funcs: vec![callee, caller.clone()], ..Program::default() };
        let found = Liveness::of(program.tables(), &[], &caller);
        assert_eq!(live_slots(&found, 0), [4]);
        assert_eq!(live_slots(&found, 1), [4]);
        assert_eq!(live_slots(&found, 2), [0]);
    }

    #[test]
    fn a_call_of_a_closure_reads_no_more_than_its_arguments() {
        let code = vec![Op::CallClosure { win: Slot(4), f: Slot(1), n: 2 }, Op::Ret {}];
        let func = Func { frame_slots: 9, ..func_of(code) };
        let found = Liveness::of(Program::default().tables(), &[], &func);
        assert_eq!(live_slots(&found, 0), [1, 4, 5]);
    }
}
