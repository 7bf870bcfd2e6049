//! `select` statements: channels and values are evaluated in order, then one instruction selects a case.

use crate::func::FuncGen;
use crate::func::jump_targets::Target;
use crate::invariant::{OrBrokenInvariant, panic_broken_invariant};
use crate::program::location::Location;
use minigo_bytecode::assembler::Label;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::{SelectCase, SelectTable};
use minigo_syntax::source::Pos;
use minigo_types::program::{Comm, CompareOp, Expr, Select, SelectClause, VarId};
use minigo_types::ty::Type;

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn select(&mut self, select: &'p Select, pos: Pos) {
        let end = self.label();
        self.targets.insert(select.target, Target { break_label: end, continue_label: None });
        if let [clause] = &select.clauses[..]
            && !matches!(clause.comm, Comm::Default)
        {
            // A single communication without default is a plain operation, as in gc; dumps show it as such.
            self.gen_single_case(clause);
            return self.asm.bind(end);
        }
        let chosen = self.regs.alloc(1);
        let mut table = SelectTable::default();
        for clause in &select.clauses {
            // All operands are evaluated, whichever case is selected. Only operands whose evaluation can be observed,
            // in a call or a panic, have the line of their case.
            let own_line = match &clause.comm {
                Comm::Default => false,
                Comm::Send(ch, value) => {
                    self.is_evaluation_observable(ch) || self.is_evaluation_observable(value)
                }
                Comm::Recv(ch, ..) => self.is_evaluation_observable(ch),
            };
            self.set_pos(if own_line { clause.pos } else { pos });
            match &clause.comm {
                Comm::Default => table.has_default = true,
                comm => table.cases.push(self.gen_case(comm)),
            }
        }
        let id = self.program_gen.tables.base_sizes.selects
            + self.program_gen.bytecode.selects.len() as u32;
        self.program_gen.bytecode.selects.push(table.clone());
        self.set_pos(pos);
        let (dst, which) = (chosen, Wide::new(id));
        let one = table.has_default && table.cases.len() == 1;
        self.emit(if one {
            Op::SelectOne { dst, table: which }
        } else {
            Op::Select { dst, table: which }
        });
        let bodies: Vec<Label> = select.clauses.iter().map(|_| self.label()).collect();
        self.branch_to_chosen(select, chosen, &bodies);
        self.select_bodies(select, &table, &bodies, end);
    }

    /// Reports whether the evaluation of an operand can be observed: whether it calls a function or may panic.
    fn is_evaluation_observable(&mut self, e: &'p Expr) -> bool {
        self.has_call(e) || self.may_panic(e)
    }

    /// Jumps to the body of the case whose number is in `chosen`, or to that of `default`.
    fn branch_to_chosen(&mut self, select: &'p Select, chosen: Slot, bodies: &[Label]) {
        let mut default = None;
        let mut index = 0;
        for (clause, &body) in select.clauses.iter().zip(bodies) {
            if matches!(clause.comm, Comm::Default) {
                default = Some(body);
            } else {
                self.branch_imm(CompareOp::Eq, chosen, index, body);
                index += 1;
            }
        }
        match default {
            Some(body) => self.jump(body),
            None => self.emit(Op::Unreachable {}),
        }
    }

    /// Generates the bodies of the clauses, each with the variables that its case receives.
    fn select_bodies(
        &mut self,
        select: &'p Select,
        table: &SelectTable,
        bodies: &[Label],
        end: Label,
    ) {
        let mut cases = table.cases.iter();
        for (clause, &body) in select.clauses.iter().zip(bodies) {
            self.asm.bind(body);
            let (scope, mark) = (self.open_scope(), self.regs.height());
            if !matches!(clause.comm, Comm::Default) {
                let case = cases
                    .next()
                    .or_broken_invariant("`bodies` has one entry for each communication");
                if let Comm::Recv(_, value, ok) = &clause.comm {
                    self.store_received(*value, case.value);
                    self.store_received(*ok, case.ok_slot.unwrap_or(case.value));
                }
            }
            self.block(&clause.body);
            self.close_scope(scope);
            self.regs.release(mark);
            if self.is_reachable() {
                self.jump(end);
            }
        }
        self.asm.bind(end);
    }

    fn gen_single_case(&mut self, clause: &'p SelectClause) {
        self.set_pos(clause.pos);
        let case = self.gen_case(&clause.comm);
        let SelectCase { channel: ch, value: val, value_slots: n, .. } = case;
        self.emit(match (case.is_send, case.ok_slot) {
            (true, _) => Op::Send { ch, val, n },
            // `ok` is in the slot after the value.
            (false, Some(_)) => Op::RecvOk { dst: val, ch, n },
            (false, None) => Op::Recv { dst: val, ch, n },
        });
        let scope = self.open_scope();
        if let Comm::Recv(_, value, ok) = &clause.comm {
            self.store_received(*value, case.value);
            self.store_received(*ok, case.ok_slot.unwrap_or(case.value));
        }
        self.block(&clause.body);
        self.close_scope(scope);
    }

    fn gen_case(&mut self, comm: &'p Comm) -> SelectCase {
        match comm {
            Comm::Send(ch, value) => {
                let words = self.slots(value.ty) as u16;
                let ch = self.operand(ch);
                let val = self.operand(value);
                SelectCase {
                    channel: ch,
                    is_send: true,
                    value: val,
                    value_slots: words,
                    ok_slot: None,
                }
            }
            Comm::Recv(ch, _, ok) => {
                let Type::Chan(_, elem) = *self.program.types.underlying_structure(ch.ty) else {
                    panic_broken_invariant("the operand of a receive is a channel")
                };
                let words = self.slots(elem);
                let ch = self.operand(ch);
                let val = self.regs.alloc(words);
                let ok = ok.map(|_| self.regs.alloc(1));
                SelectCase {
                    channel: ch,
                    is_send: false,
                    value: val,
                    value_slots: words as u16,
                    ok_slot: ok,
                }
            }
            Comm::Default => panic_broken_invariant("a `default` clause has no communication"),
        }
    }

    /// Declares the variable of a received value.
    fn store_received(&mut self, var: Option<VarId>, slot: Slot) {
        let Some(var) = var else { return };
        if self.program_gen.is_boxed(var) {
            let ty = self.program.var(var).ty;
            self.zero_value_if_null(slot, ty);
            self.declare_cell(var);
            let lvalue = self.var_lvalue(var);
            self.store(lvalue, ty, slot);
        } else {
            self.set_location(var, Location::Slots(slot));
        }
    }
}
