//! Liveness: the slots of a frame whose values may still be read after an instruction.
//!
//! A pointer in a dead slot keeps nothing alive: its object may be garbage, or a channel that is never used again.
//!
//! The analysis derives from the instruction table alone, by the usual backward iteration. Where a width is unknown the
//! answer errs towards "live".

use crate::func::{Func, HEADER_SLOTS};
use crate::operand::{Slot, TypeId, Use};
use crate::ops::{Effects, Op};
use crate::program::Tables;
use crate::rtype::RType;
use crate::uses::{ext_at, uses_of};

/// The live slots of one function, before each of its instructions.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// How many words a set has.
    words_per_set: usize,
    /// How many slots the frame has; the bit after them stands for the running closure.
    slots: u32,
    sets: Vec<u64>,
}

/// The set of live slots while the analysis passes an instruction, from its end to its beginning.
struct Effect<'s> {
    set: &'s mut [u64],
    slots: u32,
}

impl Effect<'_> {
    fn set_live(&mut self, from: u32, n: u32, live: bool) {
        for slot in from..from.saturating_add(n).min(self.slots + 1) {
            let (word, bit) = (slot as usize / 64, 1 << (slot % 64));
            if live {
                self.set[word] |= bit;
            } else {
                self.set[word] &= !bit;
            }
        }
    }
}

impl Effect<'_> {
    /// Passes an instruction: slots that it writes are dead before it, then slots that it reads are live.
    fn step_back(&mut self, operands: &[Use]) {
        // A select executes only one of its receives; but each case receives into slots of its own, which only that
        // case reads.
        for operand in operands {
            match *operand {
                Use::Write(Slot(s), n) => self.set_live(u32::from(s), n, false),
                Use::Window(Slot(s)) => {
                    let header = u32::from(s.saturating_sub(HEADER_SLOTS));
                    self.set_live(header, self.slots - header.min(self.slots), false);
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
    /// Analyses `func`, a function of `program`, whose types are `types` (they may have moved out of the program).
    #[must_use]
    pub fn of(program: Tables<'_>, types: &[RType], func: &Func) -> Self {
        let slots = func.frame_slots.max(func.arg_slots).max(func.result_slots);
        let words = slots as usize / 64 + 1;
        let mut this = Self { words_per_set: words, slots, sets: vec![0; func.code.len() * words] };
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
                this.step_back(program, types, func, pc, &operands, &mut set);
                let old = &mut this.sets[pc * words..][..words];
                changed |= *old != *set;
                old.copy_from_slice(&set);
            }
            if !changed {
                break;
            }
        }
        if let Some(recover) = func.recover_pc {
            // A panic in any call may lead to the recovery point.
            let there = this.set(recover as usize).to_vec();
            for at in this.sets.chunks_mut(words) {
                at.iter_mut().zip(&there).for_each(|(to, from)| *to |= from);
            }
        }
        this
    }

    fn set(&self, pc: usize) -> &[u64] {
        self.sets.get(pc * self.words_per_set..(pc + 1) * self.words_per_set).unwrap_or(&[])
    }

    /// Calls `visit` for each slot that is live before the instruction `pc`.
    pub fn for_each_live(&self, pc: usize, mut visit: impl FnMut(u32)) {
        for (word, &bits) in self.set(pc).iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let slot = word as u32 * 64 + bits.trailing_zeros();
                bits &= bits - 1;
                if slot < self.slots {
                    visit(slot);
                }
            }
        }
    }

    /// Reports whether the instruction at `pc` or one after it reads the running closure.
    #[must_use]
    pub fn needs_closure(&self, pc: usize) -> bool {
        self.set(pc).get(self.slots as usize / 64).is_some_and(|w| w >> (self.slots % 64) & 1 != 0)
    }

    /// Turns `set`, the slots live after the instruction at `pc`, into those live before it. `operands` are the
    /// operands of that instruction.
    fn step_back(
        &self,
        program: Tables<'_>,
        types: &[RType],
        func: &Func,
        pc: usize,
        operands: &[Use],
        set: &mut [u64],
    ) {
        self.join_successors(func.code[pc], pc, operands, set);
        let mut effect = Effect { set, slots: self.slots };
        effect.step_back(operands);
        self.implied_reads(program, types, func, pc, &mut effect);
    }

    /// Sets `set` to the slots live after the instruction at `pc`: the union over its successors.
    fn join_successors(&self, op: Op, pc: usize, operands: &[Use], set: &mut [u64]) {
        set.fill(0);
        let join = |set: &mut [u64], at: i64| {
            let from = usize::try_from(at).map_or(&[][..], |at| self.set(at));
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
    fn implied_reads(
        &self,
        program: Tables<'_>,
        types: &[RType],
        func: &Func,
        pc: usize,
        effect: &mut Effect<'_>,
    ) {
        let (code, op) = (&func.code, func.code[pc]);
        if op.effects().has(Effects::RETURNS) {
            // The first slot of the results comes from the operands, if there are some.
            let made = u32::from(!op.operand_kinds().is_empty());
            effect.set_live(made, func.result_slots.saturating_sub(made), true);
        }
        if op.effects().has(Effects::CLOSURE) {
            effect.set_live(self.slots, 1, true);
        }
        match op {
            // The call may have one or two slots of arguments, so both count as read.
            Op::CallClosureArg { win, .. } => effect.set_live(u32::from(win.0) + 1, 1, true),
            Op::CallIface { win, .. } => {
                let n = arguments(program, types, ext_at(code, pc, 1).1);
                let n = n.unwrap_or_else(|| self.slots.saturating_sub(u32::from(win.0) + 1));
                effect.set_live(u32::from(win.0) + 1, n, true);
            }
            _ => {}
        }
    }
}

/// How many slots the arguments of an interface call take, without the receiver.
fn arguments(program: Tables<'_>, types: &[RType], site: u32) -> Option<u32> {
    let site = program.sites.get(site as usize)?;
    let ty = |id: TypeId| types.get(id.0 as usize);
    let method = ty(site.iface)?.methods.iter().find(|m| m.method == site.method)?;
    Some(ty(method.sig)?.params.iter().filter_map(|&p| ty(p)).map(RType::slots).sum())
}

#[cfg(test)]
mod tests {
    use super::Liveness;
    use crate::func::Func;
    use crate::operand::{Slot, Wide};
    use crate::ops::Op;
    use crate::program::Program;

    fn of(code: Vec<Op>) -> Func {
        Func { code: code.into(), ..Func::default() }
    }

    fn live(live: &Liveness, pc: usize) -> Vec<u32> {
        let mut all = Vec::new();
        live.for_each_live(pc, |slot| all.push(slot));
        all
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
        let func = Func { frame_slots: 3, ..of(code) };
        let found = Liveness::of(Program::default().tables(), &[], &func);
        assert_eq!(live(&found, 0), []);
        assert_eq!(live(&found, 1), [0]);
        assert_eq!(live(&found, 2), [0, 1]);
        assert_eq!(live(&found, 4), [0, 1], "slot 2 is written before it is read");
    }

    #[test]
    fn a_call_kills_slots_above_its_window_and_reads_its_arguments() {
        let callee = Func { arg_slots: 1, ..Func::default() };
        let code = vec![
            Op::Call { win: Slot(4), func: Wide::new(0) },
            Op::Mov { dst: Slot(0), src: Slot(4) },
            Op::Ret {},
        ];
        let caller = Func { frame_slots: 8, result_slots: 1, ..of(code) };
        let program = Program { funcs: vec![callee, caller.clone()], ..Program::default() };
        let found = Liveness::of(program.tables(), &[], &caller);
        assert_eq!(live(&found, 0), [4]);
        assert_eq!(live(&found, 1), [4]);
        assert_eq!(live(&found, 2), [0]);
    }

    #[test]
    fn a_call_of_a_closure_reads_no_more_than_its_arguments() {
        let code = vec![Op::CallClosure { win: Slot(4), f: Slot(1), n: 2 }, Op::Ret {}];
        let func = Func { frame_slots: 9, ..of(code) };
        let found = Liveness::of(Program::default().tables(), &[], &func);
        assert_eq!(live(&found, 0), [1, 4, 5]);
    }
}
