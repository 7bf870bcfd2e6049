//! Vector clocks: for each slot the tick up to which its accesses have happened before those of the clock's owner.
//!
//! A module of its own because it hides how ticks are stored: the newest ones in a short list, the others in a
//! [`ClockTree`] that many clocks share. Most clocks differ from their origin in a few slots: the clocks of 100,000
//! goroutines differ in the tick of their creator. A tree for each version would copy a path (four nodes, 0.9 KB) for
//! each; the list is written to the tree when it is full, so one path serves eight changes, and a program with few
//! goroutines has no tree at all. A slot's tick is the larger of the list's and the tree's.

use crate::cell::{ClockSlot, Tick};
use crate::clock_tree::ClockTree;

/// How many ticks are stored outside the tree.
const RECENT_SLOTS: usize = 8;

/// Marks a free place of the list: no goroutine has this slot.
const NO_SLOT: ClockSlot = ClockSlot(u32::MAX);

/// A vector clock, whose ticks only grow.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    tree: ClockTree,
    /// The first `len` places are in use, each slot once.
    slots: [ClockSlot; RECENT_SLOTS],
    ticks: [Tick; RECENT_SLOTS],
    len: u8,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            tree: ClockTree::default(),
            slots: [NO_SLOT; RECENT_SLOTS],
            ticks: [Tick(0); RECENT_SLOTS],
            len: 0,
        }
    }
}

impl Clock {
    /// Reports whether the accesses of `slot` up to `tick` have happened before those of the clock's owner.
    #[inline]
    pub(crate) fn has_happened(&self, slot: ClockSlot, tick: Tick) -> bool {
        // The loop has no branch per place, so that it compiles to vector instructions; the slow path of accesses waits
        // for the result.
        let mut recent = false;
        for i in 0..RECENT_SLOTS {
            recent |= (self.slots[i] == slot) & (self.ticks[i] >= tick);
        }
        recent || self.tree.get(slot) >= tick
    }

    /// Records that the accesses of `slot` up to `tick` have happened before the further accesses of the clock's owner.
    pub(crate) fn raise_to(&mut self, slot: ClockSlot, tick: Tick) {
        if let Some(i) = self.slots.iter().position(|s| *s == slot) {
            self.ticks[i] = tick.max(self.ticks[i]);
            return;
        }
        if self.tree.get(slot) >= tick {
            return;
        }
        if usize::from(self.len) == RECENT_SLOTS {
            self.write_to_tree();
        }
        self.slots[usize::from(self.len)] = slot;
        self.ticks[usize::from(self.len)] = tick;
        self.len += 1;
    }

    /// Raises each tick to that of the other clock.
    pub(crate) fn join(&mut self, other: &Self) {
        if self.tree.join(&other.tree) {
            self.drop_ticks_in_tree();
        }
        for (slot, tick) in other.recent_ticks() {
            self.raise_to(slot, tick);
        }
    }

    fn recent_ticks(&self) -> impl Iterator<Item = (ClockSlot, Tick)> + use<> {
        self.slots.into_iter().zip(self.ticks).take(self.len.into())
    }

    fn write_to_tree(&mut self) {
        for (slot, tick) in self.recent_ticks() {
            if self.tree.get(slot) < tick {
                self.tree.set(slot, tick);
            }
        }
        (self.slots, self.len) = ([NO_SLOT; RECENT_SLOTS], 0);
    }

    /// Makes room in the list: drops ticks that the tree covers.
    fn drop_ticks_in_tree(&mut self) {
        let all = self.recent_ticks();
        (self.slots, self.len) = ([NO_SLOT; RECENT_SLOTS], 0);
        for (slot, tick) in all {
            self.raise_to(slot, tick);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Returns slots under each root of the tree; some of them share leaves.
    fn random_slot(rng: &mut Rng) -> usize {
        let base = [0, 0, 40, 1000, 1024, 32_000, 33_000, 34_000][rng.below(8)];
        base + rng.below(12)
    }

    #[test]
    #[cfg_attr(miri, ignore = "the test takes long, and the code is safe")]
    fn random_joins_are_those_of_plain_vectors() {
        const CLOCKS: usize = 6;
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut clocks: [Clock; CLOCKS] = Default::default();
            let mut models: [Vec<u32>; CLOCKS] = std::array::from_fn(|_| vec![0; 34_100]);
            for _ in 0..600 {
                let (a, b) = (rng.below(CLOCKS), rng.below(CLOCKS));
                match rng.below(8) {
                    0 => {
                        let other = clocks[b].clone();
                        clocks[a].join(&other);
                        let other = models[b].clone();
                        models[a].iter_mut().zip(other).for_each(|(x, y)| *x = y.max(*x));
                    }
                    1 if rng.below(4) == 0 => {
                        clocks[a] = clocks[b].clone();
                        models[a] = models[b].clone();
                    }
                    _ => {
                        let (slot, tick) = (random_slot(&mut rng), rng.below(50) as u16);
                        clocks[a].raise_to(ClockSlot(slot as u32), Tick(tick));
                        models[a][slot] = models[a][slot].max(tick.into());
                    }
                }
            }
            for (clock, model) in clocks.iter().zip(&models) {
                for (slot, tick) in model.iter().enumerate() {
                    let slot = ClockSlot(slot as u32);
                    assert!(clock.has_happened(slot, Tick(*tick as u16)), "seed {seed}, {slot:?}");
                    assert!(
                        !clock.has_happened(slot, Tick(*tick as u16 + 1)),
                        "seed {seed}, {slot:?}"
                    );
                }
            }
        }
    }
}
