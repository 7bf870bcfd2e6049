//! Every interleaving of making slots with reading them: a thread that sees a slot sees its chunk, its shared part and
//! its task completely.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sched --lib`

use super::{FIRST_CHUNK_LEN, Slab, Slot};
use crate::task::state::Phase;

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;

/// A value of which loom knows when it was written.
struct TrackedValue(UnsafeCell<u32>);

// SAFETY: the cell is what the model checks: loom reports a read that does not see the write.
unsafe impl Sync for TrackedValue {}
// SAFETY: as above.
unsafe impl Send for TrackedValue {}

impl TrackedValue {
    fn of(value: u32) -> Self {
        let cell = UnsafeCell::new(0);
        // SAFETY: no other thread has the value; loom notes the write.
        cell.with_mut(|v| unsafe { *v = value });
        Self(cell)
    }

    fn read(&self) -> u32 {
        // SAFETY: loom checks that the value was written before.
        self.0.with(|v| unsafe { *v })
    }
}

impl Default for TrackedValue {
    fn default() -> Self {
        Self::of(1)
    }
}

struct ClosureTask(TrackedValue);

/// Reads a slot like a collector's thread, a dump or a stale wake.
fn read_slot(slot: &Slot<ClosureTask, TrackedValue>) {
    let phase = slot.state.read().0;
    if let Some(shared) = slot.shared() {
        assert_eq!(shared.read(), 1);
    }
    if phase == Phase::Queued {
        // SAFETY: the slot was filled before; no thread runs or ends the task in this model.
        assert_eq!(unsafe { (*slot.task.get()).assume_init_ref() }.0.read(), 2);
    }
}

fn fill_slots(slab: &Slab<ClosureTask, TrackedValue>, slots: u32) {
    let made = slab.reserve_some(slots);
    slab.init_free_slots(made.clone());
    // SAFETY: the slot was just made, and no other thread has its number.
    unsafe { slab.slot(made.start).fill_slot(ClosureTask(TrackedValue::of(2))) };
}

#[test]
fn a_visible_slot_is_complete() {
    loom::model(|| {
        let slab = Arc::new(Slab::new(FIRST_CHUNK_LEN));
        let maker = slab.clone();
        let maker = thread::spawn(move || fill_slots(&maker, 2));
        for number in 0..2 {
            if let Some(slot) = slab.get(number) {
                read_slot(slot);
            }
        }
        maker.join().expect("the thread does not panic");
    });
}

#[test]
fn two_reservations_get_different_slots() {
    loom::model(|| {
        let slab = Arc::new(Slab::<ClosureTask, TrackedValue>::new(FIRST_CHUNK_LEN));
        let other = slab.clone();
        let other = thread::spawn(move || {
            let made = other.reserve_some(1);
            other.init_free_slots(made.clone());
            made
        });
        let mine = slab.reserve_some(1);
        slab.init_free_slots(mine.clone());
        let theirs = other.join().expect("the thread does not panic");
        assert_ne!(mine, theirs);
        assert_eq!(slab.len(), 2);
        for number in 0..2 {
            read_slot(slab.slot(number));
        }
    });
}
