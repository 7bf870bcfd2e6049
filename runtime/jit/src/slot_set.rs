//! Sets of slots of a frame.

/// A set of slots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SlotSet(Vec<u64>);

impl SlotSet {
    /// An empty set of slots below `slots`.
    pub(crate) fn new(slots: usize) -> Self {
        Self(vec![0; slots / 64 + 1])
    }

    pub(crate) fn contains(&self, slot: usize) -> bool {
        self.0.get(slot / 64).is_some_and(|word| word >> (slot % 64) & 1 != 0)
    }

    pub(crate) fn insert(&mut self, slot: usize) {
        if let Some(word) = self.0.get_mut(slot / 64) {
            *word |= 1 << (slot % 64);
        }
    }

    pub(crate) fn remove(&mut self, slot: usize) {
        if let Some(word) = self.0.get_mut(slot / 64) {
            *word &= !(1 << (slot % 64));
        }
    }

    /// Adds all slots of another set; returns whether the set has grown.
    pub(crate) fn join(&mut self, other: &Self) -> bool {
        let mut grew = false;
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            grew |= *theirs & !*mine != 0;
            *mine |= theirs;
        }
        grew
    }
}
