//! Weak pointers: words that refer to an object until the object is unreachable.
//!
//! The table holds addresses that are not roots; the collector treats them in an order of its own.
//!
//! As in Go, a weak pointer is a pointer to a small object, its *handle*, which holds the address. All weak pointers to
//! the same address share one handle, so that comparing them compares the addresses, also after the object is gone. The
//! table keeps the handle while the object lives; afterwards only the weak pointers keep it. The collector empties the
//! handles of unreached objects before finalizers keep any of these alive.

use hashbrown::HashMap;
use minigo_heap::{Heap, Marker};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The handles by the address of their object.
#[derive(Default)]
pub(crate) struct WeakHandles(pub(crate) Mutex<HashMap<u64, u64>>);

/// The word in a handle that holds the address.
pub(crate) fn handle_word<'a>(handle: u64) -> &'a AtomicU64 {
    // SAFETY: handles come from `handle_of`, and the holder of a handle keeps it alive.
    unsafe { AtomicU64::from_ptr(handle as *mut u64) }
}

impl WeakHandles {
    /// Marks the handles. Marks the pointers' handles that the table keeps; called once in each marking, for its roots.
    pub(crate) fn mark_handles(&self, marker: &mut Marker) {
        self.0.lock().values().for_each(|&handle| marker.mark_word(handle));
    }

    /// Empties the handles whose objects the marking has not reached: when marking is over, and before finalizers are
    /// considered. Goroutines run during the call.
    pub(crate) fn clear(&self, heap: &Heap) {
        let mut handles = self.0.lock();
        handles.retain(|&address, handle| {
            let stays = !heap.is_unreachable(address as usize);
            if !stays {
                handle_word(*handle).store(0, Ordering::Release);
            }
            stays
        });
        if handles.capacity() > 4 * handles.len() + 64 {
            handles.shrink_to_fit();
        }
    }
}
