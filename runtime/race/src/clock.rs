//! Vector clocks: what has happened before, as a tick for each slot.
//!
//! A module of its own because it hides from all others how ticks are kept: the newest ones in a short list, the others
//! in a [`Tree`] that many clocks share. Most clocks differ from their origin in a few slots: those of 100,000 goroutines
//! in the tick of their maker. A tree for each version would copy a path (four nodes, 0.9 KB) for each; the list is
//! written to the tree when it is full, so one path serves eight changes, and a program with few goroutines has no tree
//! at all. A slot's tick is the larger one of list and tree.

use crate::cell::{Slot, Tick};
use crate::tree::Tree;

/// How many ticks are kept beside the tree.
const RECENT: usize = 8;

/// A vector clock. It only grows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    tree: Tree,
    /// The first `len` are in use, each slot once.
    recent: [(Slot, Tick); RECENT],
    len: u8,
}

impl Clock {
    /// Whether what `slot` did up to `tick` has happened before.
    pub(crate) fn covers(&self, slot: Slot, tick: Tick) -> bool {
        let recent = self.recent().iter().any(|(s, t)| *s == slot && *t >= tick);
        recent || self.tree.get(slot) >= tick
    }

    /// What `slot` did up to `tick` has happened before from now on.
    pub(crate) fn raise(&mut self, slot: Slot, tick: Tick) {
        let used = &mut self.recent[..usize::from(self.len)];
        if let Some((_, old)) = used.iter_mut().find(|(s, _)| *s == slot) {
            *old = tick.max(*old);
            return;
        }
        if self.tree.get(slot) >= tick {
            return;
        }
        if usize::from(self.len) == RECENT {
            self.write_to_tree();
        }
        self.recent[usize::from(self.len)] = (slot, tick);
        self.len += 1;
    }

    /// What has happened before for the other clock has for this one too.
    pub(crate) fn join(&mut self, other: &Self) {
        if self.tree.join(&other.tree) {
            self.drop_known();
        }
        for &(slot, tick) in other.recent() {
            self.raise(slot, tick);
        }
    }

    fn recent(&self) -> &[(Slot, Tick)] {
        &self.recent[..usize::from(self.len)]
    }

    fn write_to_tree(&mut self) {
        for (slot, tick) in &self.recent[..usize::from(self.len)] {
            if self.tree.get(*slot) < *tick {
                self.tree.set(*slot, *tick);
            }
        }
        self.len = 0;
    }

    /// Makes room in the list: drops ticks that the tree has too.
    fn drop_known(&mut self) {
        let mut kept = 0;
        for i in 0..usize::from(self.len) {
            let (slot, tick) = self.recent[i];
            if self.tree.get(slot) < tick {
                self.recent[kept] = (slot, tick);
                kept += 1;
            }
        }
        self.len = kept as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Slots that lie under each root, and share leaves or not.
    fn slot(rng: &mut Rng) -> usize {
        let base = [0, 0, 40, 1000, 1024, 32_000, 33_000, 34_000][rng.below(8)];
        base + rng.below(12)
    }

    #[test]
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
                        let (slot, tick) = (slot(&mut rng), rng.below(50) as u16);
                        clocks[a].raise(Slot(slot as u32), Tick(tick));
                        models[a][slot] = models[a][slot].max(tick.into());
                    }
                }
            }
            for (clock, model) in clocks.iter().zip(&models) {
                for (slot, tick) in model.iter().enumerate() {
                    let slot = Slot(slot as u32);
                    assert!(clock.covers(slot, Tick(*tick as u16)), "seed {seed}, {slot:?}");
                    assert!(!clock.covers(slot, Tick(*tick as u16 + 1)), "seed {seed}, {slot:?}");
                }
            }
        }
    }
}
