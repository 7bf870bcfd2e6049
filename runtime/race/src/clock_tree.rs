//! A persistent map from slots to ticks: versions share their common parts.
//!
//! A module of its own because it is only the data structure: [`Clock`](crate::clock::Clock) decides when to change it.
//!
//! Leaves hold the ticks of 32 slots, inner nodes have 32 children: four levels for 2^20 slots. There is not one root
//! that grows, but a root for each magnitude of slot numbers, so a program with few goroutines has single leaves.
//! A missing node is all zeros. A node is changed in place if only one tree has it, otherwise copied with its path.
//! Joining skips nodes that both trees share, and takes the other tree's node if that is nowhere smaller: after a join
//! both trees share as much as they can.

use crate::cell::{ClockSlot, SLOT_BITS, Tick};
use std::sync::Arc;

const FAN_OUT: usize = 32;
const FAN_OUT_BITS: u32 = FAN_OUT.trailing_zeros();

const _: () = assert!(SLOT_BITS <= 4 * FAN_OUT_BITS);

type Link<N> = Option<Arc<N>>;

/// The ticks by slot; zero where none was set.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClockTree {
    /// The root for slots below 32.
    leaf: Link<Leaf>,
    /// The root for slots from 32 to below 32^2; the next roots continue likewise.
    second_level: Link<Inner<Leaf>>,
    third_level: Link<Inner<Inner<Leaf>>>,
    fourth_level: Link<Inner<Inner<Inner<Leaf>>>>,
}

impl ClockTree {
    #[inline]
    pub(crate) fn get(&self, slot: ClockSlot) -> Tick {
        match root_index_of(slot) {
            0 => get(&self.leaf, slot),
            1 => get(&self.second_level, slot),
            2 => get(&self.third_level, slot),
            _ => get(&self.fourth_level, slot),
        }
    }

    pub(crate) fn set(&mut self, slot: ClockSlot, tick: Tick) {
        match root_index_of(slot) {
            0 => set(&mut self.leaf, slot, tick),
            1 => set(&mut self.second_level, slot, tick),
            2 => set(&mut self.third_level, slot, tick),
            _ => set(&mut self.fourth_level, slot, tick),
        }
    }

    /// Raises each tick to that of the other tree. Returns whether any tick has changed.
    pub(crate) fn join(&mut self, other: &Self) -> bool {
        let mut changed = join(&mut self.leaf, &other.leaf);
        changed |= join(&mut self.second_level, &other.second_level);
        changed |= join(&mut self.third_level, &other.third_level);
        changed | join(&mut self.fourth_level, &other.fourth_level)
    }
}

/// The root to which a slot belongs.
const fn root_index_of(slot: ClockSlot) -> u32 {
    let bits = u32::BITS - slot.0.leading_zeros();
    bits.saturating_sub(1) / FAN_OUT_BITS
}

/// The node with the larger of two nodes' ticks, slot by slot.
enum JoinResult<N> {
    /// The two nodes to be joined are equal.
    Same,
    /// The first node: none of its ticks is smaller.
    First,
    /// The second node, which is nowhere smaller.
    Second,
    New(Arc<N>),
}

trait Node: Clone + Default {
    /// How many bits of a slot's number choose a place below this node.
    const BITS: u32;

    fn get(&self, slot: ClockSlot) -> Tick;
    fn set(&mut self, slot: ClockSlot, tick: Tick);
    fn join_with(&self, other: &Self) -> JoinResult<Self>;
}

fn get<N: Node>(link: &Link<N>, slot: ClockSlot) -> Tick {
    link.as_ref().map_or(Tick(0), |node| node.get(slot))
}

fn set<N: Node>(link: &mut Link<N>, slot: ClockSlot, tick: Tick) {
    Arc::make_mut(link.get_or_insert_default()).set(slot, tick);
}

fn join_links<N: Node>(first: &Link<N>, second: &Link<N>) -> JoinResult<N> {
    match (first, second) {
        (None, None) => JoinResult::Same,
        (_, None) => JoinResult::First,
        (None, _) => JoinResult::Second,
        (Some(first), Some(second)) if Arc::ptr_eq(first, second) => JoinResult::Same,
        (Some(first), Some(second)) => first.join_with(second),
    }
}

fn join<N: Node>(link: &mut Link<N>, other: &Link<N>) -> bool {
    match join_links(link, other) {
        JoinResult::First => return false,
        // Equal nodes become one, so that the next join skips them.
        JoinResult::Same => {
            link.clone_from(other);
            return false;
        }
        JoinResult::Second => link.clone_from(other),
        JoinResult::New(node) => *link = Some(node),
    }
    true
}

#[derive(Clone, Debug, Default)]
struct Leaf([Tick; FAN_OUT]);

impl Node for Leaf {
    const BITS: u32 = FAN_OUT_BITS;

    fn get(&self, slot: ClockSlot) -> Tick {
        self.0[slot.0 as usize % FAN_OUT]
    }

    fn set(&mut self, slot: ClockSlot, tick: Tick) {
        self.0[slot.0 as usize % FAN_OUT] = tick;
    }

    fn join_with(&self, other: &Self) -> JoinResult<Self> {
        let (mut first_less, mut second_less) = (false, false);
        // There is no branch per tick, so this compiles to vector instructions.
        for (first, second) in self.0.iter().zip(&other.0) {
            first_less |= first < second;
            second_less |= second < first;
        }
        match (first_less, second_less) {
            (false, false) => JoinResult::Same,
            (false, true) => JoinResult::First,
            (true, false) => JoinResult::Second,
            (true, true) => {
                let ticks = std::array::from_fn(|i| self.0[i].max(other.0[i]));
                JoinResult::New(Arc::new(Self(ticks)))
            }
        }
    }
}

#[derive(Clone, Debug)]
struct Inner<N>([Link<N>; FAN_OUT]);

impl<N> Default for Inner<N> {
    fn default() -> Self {
        Self([const { None }; FAN_OUT])
    }
}

impl<N: Node> Inner<N> {
    fn child_index(slot: ClockSlot) -> usize {
        (slot.0 >> N::BITS) as usize % FAN_OUT
    }
}

impl<N: Node> Node for Inner<N> {
    const BITS: u32 = N::BITS + FAN_OUT_BITS;

    fn get(&self, slot: ClockSlot) -> Tick {
        get(&self.0[Self::child_index(slot)], slot)
    }

    fn set(&mut self, slot: ClockSlot, tick: Tick) {
        set(&mut self.0[Self::child_index(slot)], slot, tick);
    }

    fn join_with(&self, other: &Self) -> JoinResult<Self> {
        let (mut all_first, mut all_second) = (true, true);
        // `second`: a bit for each child of the second node that is larger. `new`: joined children, which equal neither
        // node's child.
        let mut second = 0_u32;
        let mut new: Vec<(usize, Arc<N>)> = Vec::new();
        for i in 0..FAN_OUT {
            match join_links(&self.0[i], &other.0[i]) {
                JoinResult::Same => {}
                JoinResult::First => all_second = false,
                JoinResult::Second => {
                    all_first = false;
                    second |= 1 << i;
                }
                JoinResult::New(child) => {
                    (all_first, all_second) = (false, false);
                    new.push((i, child));
                }
            }
        }
        match (all_first, all_second) {
            (true, true) => JoinResult::Same,
            (true, false) => JoinResult::First,
            (false, true) => JoinResult::Second,
            (false, false) => {
                let from = |i: usize| if second >> i & 1 == 0 { &self.0[i] } else { &other.0[i] };
                let mut node = Self(std::array::from_fn(|i| from(i).clone()));
                for (i, child) in new {
                    node.0[i] = Some(child);
                }
                JoinResult::New(Arc::new(node))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_of_each_root() {
        let mut tree = ClockTree::default();
        let slots = [0, 1, 31, 32, 63, 1023, 1024, 32767, 32768, 100_000, (1 << 20) - 1];
        for (i, slot) in slots.into_iter().enumerate() {
            tree.set(ClockSlot(slot), Tick(i as u16 + 1));
        }
        for (i, slot) in slots.into_iter().enumerate() {
            assert_eq!(tree.get(ClockSlot(slot)), Tick(i as u16 + 1), "slot {slot}");
        }
        assert_eq!(tree.get(ClockSlot(33)), Tick(0));
    }

    #[test]
    fn versions_of_a_persistent_clock_are_independent() {
        let mut first = ClockTree::default();
        first.set(ClockSlot(40_000), Tick(1));
        let mut second = first.clone();
        second.set(ClockSlot(40_001), Tick(2));
        assert_eq!(
            (first.get(ClockSlot(40_001)), second.get(ClockSlot(40_000))),
            (Tick(0), Tick(1))
        );
    }

    #[test]
    fn a_join_shares_nodes() {
        let mut small = ClockTree::default();
        small.set(ClockSlot(40_000), Tick(1));
        let mut large = small.clone();
        large.set(ClockSlot(40_001), Tick(2));
        assert!(small.join(&large) && !small.join(&large));
        let [a, b] = [&small, &large].map(|tree| Arc::as_ptr(tree.fourth_level.as_ref().unwrap()));
        assert_eq!(a, b, "the larger node is shared");
        // Two trees that are equal but were made separately share their nodes from then on.
        let mut apart = ClockTree::default();
        apart.set(ClockSlot(3), Tick(4));
        let mut again = ClockTree::default();
        again.set(ClockSlot(3), Tick(4));
        assert!(!apart.join(&again));
        assert!(Arc::ptr_eq(apart.leaf.as_ref().unwrap(), again.leaf.as_ref().unwrap()));
    }
}
