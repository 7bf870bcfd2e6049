//! The ticks that goroutines use up of the embedder's fuel.
//!
//! The interpreter counts the budget in a register alone: [`Cx::granted_budget`] is the budget that was given last, so
//! the difference was used. The difference is taken from the fuel at each safepoint that ends a budget and at the end
//! of each slice. A goroutine gets at most the fuel that is left as its budget, so it is stopped at the first safepoint
//! behind the last unit of fuel, wherever the goroutine's slices began: the same program stops at the same place.

use crate::goroutine::context::Cx;

impl Cx {
    /// Gives up the rest of the budget: the next safepoint is reached at the next tick. The rest does not count as
    /// used.
    #[inline]
    pub(crate) fn give_up_budget(&mut self) {
        self.granted_budget -= self.registers.budget;
        self.registers.budget = 0;
    }

    /// Takes the used part of the budget from the fuel. Returns false if the goroutine has used more fuel than there
    /// was.
    pub(crate) fn account_fuel(&mut self) -> bool {
        let used = std::mem::replace(&mut self.granted_budget, self.registers.budget)
            - self.registers.budget;
        let Some(embedding) = self.shared().embedding.as_deref() else { return true };
        embedding.use_fuel(used);
        embedding.fuel() >= 0
    }

    /// Returns the part of a budget that the fuel allows. A goroutine that must end needs no fuel.
    pub(crate) fn grant_budget(&mut self, budget: i64) -> i64 {
        let fuel =
            self.shared().embedding.as_deref().map_or(i64::MAX, |embedding| embedding.fuel());
        self.granted_budget =
            if self.must_end_goroutine() { budget } else { budget.min(fuel.max(0)) };
        self.granted_budget
    }
}
