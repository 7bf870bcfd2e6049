//! Weak pointers: words that lead to an object until it is unreachable.
//!
//! These hold addresses that are no roots, which the collector must treat in its own order.
//!
//! As in Go, a weak pointer is a pointer to a small object, its *handle*, which holds the address. One handle serves
//! all weak pointers to the same address, so that comparing them compares the addresses, also after the object is gone.
//! The table keeps the handle while the object lives; afterwards only the weak pointers do. The collector empties the
//! handles of what it has not reached before finalizers bring anything back.

use hashbrown::HashMap;
use minigo_heap::{Heap, Marker};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The handles of all objects that have one, by the address that was asked for.
#[derive(Default)]
pub(crate) struct Weaks(pub(crate) Mutex<HashMap<u64, u64>>);

/// The word of a handle.
pub(crate) fn word_of<'a>(handle: u64) -> &'a AtomicU64 {
    // SAFETY: handles come from `handle_of`, and the holder of one keeps it alive.
    unsafe { AtomicU64::from_ptr(handle as *mut u64) }
}

impl Weaks {
    /// Marks the handles: before marking goes on.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        self.0.lock().values().for_each(|&handle| marker.mark(handle));
    }

    /// Empties the handles whose objects no marking has reached: when marking is over, and before finalizers are looked
    /// at. The program goes on meanwhile.
    pub(crate) fn clear(&self, heap: &Heap) {
        let mut handles = self.0.lock();
        handles.retain(|&address, handle| {
            let stays = !heap.is_unreachable(address as usize);
            if !stays {
                word_of(*handle).store(0, Ordering::Release);
            }
            stays
        });
        if handles.capacity() > 4 * handles.len() + 64 {
            handles.shrink_to_fit();
        }
    }
}
