//! Parallel assignments: `a, b = x, y`.

use crate::func::FuncGen;
use crate::program::boxing::root_var;
use crate::program::location::Location;
use crate::stmt::assign::AssignTarget;
use minigo_bytecode::operand::Slot;
use minigo_types::program::{Expr, ExprKind, VarId};

impl<'p> FuncGen<'_, 'p> {
    /// Generates `a, b = x, y`.
    pub(crate) fn assign_many(&mut self, to: &'p [Option<Expr>], from: &'p [Expr]) {
        if self.can_assign_sequentially(to, from) {
            for (to, e) in to.iter().zip(from) {
                match to {
                    Some(to) => self.assign(to, e),
                    None => self.gen_effects(e),
                }
            }
            return;
        }
        let vars: Vec<Option<VarId>> = to
            .iter()
            .map(|to| to.as_ref().and_then(|p| root_var(p, &mut self.program_gen.layouts)))
            .collect();
        let saved = std::mem::take(&mut self.volatile_vars);
        if from.iter().any(|e| self.has_call(e)) && !to.iter().flatten().any(|e| self.has_call(e)) {
            let values = self.values_of(from, &vars);
            let targets = self.targets_of(to, &vars);
            self.store_all(to, targets, &values);
        } else {
            let targets = self.targets_of(to, &vars);
            let values = self.values_of(from, &vars);
            self.store_all(to, targets, &values);
        }
        self.volatile_vars = saved;
    }

    /// Marks variables that must be copied because the operands after them are read only after the variables have been
    /// assigned.
    fn mark_assigned_later(&mut self, vars: &[Option<VarId>]) {
        self.volatile_vars.clear();
        self.volatile_vars.extend(vars.iter().flatten());
    }

    fn targets_of(
        &mut self,
        to: &'p [Option<Expr>],
        vars: &[Option<VarId>],
    ) -> Vec<Option<AssignTarget>> {
        let mut targets = Vec::new();
        for (i, to) in to.iter().enumerate() {
            self.mark_assigned_later(&vars[..i]);
            targets.push(to.as_ref().map(|to| self.assign_target(to)));
        }
        targets
    }

    fn values_of(&mut self, from: &'p [Expr], vars: &[Option<VarId>]) -> Vec<Slot> {
        let mut values = Vec::new();
        for (i, e) in from.iter().enumerate() {
            self.mark_assigned_later(&vars[..i]);
            values.push(self.operand(e));
        }
        values
    }

    fn store_all(
        &mut self,
        to: &'p [Option<Expr>],
        targets: Vec<Option<AssignTarget>>,
        values: &[Slot],
    ) {
        for ((to, target), &src) in to.iter().zip(targets).zip(values) {
            if let (Some(to), Some(target)) = (to, target) {
                self.store_target(target, to, src);
            }
        }
    }

    /// Reports whether sequential assignments have the same result: all targets are variables in slots, and no later
    /// value reads any of them.
    fn can_assign_sequentially(&mut self, to: &'p [Option<Expr>], from: &'p [Expr]) -> bool {
        to.iter().enumerate().all(|(i, to)| match to {
            None => true,
            Some(Expr { kind: ExprKind::Var(var), ty, .. }) => match self.location(*var) {
                // Deferred functions see the results that were assigned before a later value panicked.
                Location::Slots(_) if self.results_in_vars && self.is_result(*var) => false,
                Location::Slots(slot) => {
                    let n = self.slots(*ty);
                    !from[i + 1..].iter().any(|e| self.reads_slots(e, slot, n))
                }
                _ => false,
            },
            Some(_) => false,
        })
    }
}
