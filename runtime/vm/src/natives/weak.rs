//! Natives of package `weak`: [handles](crate::shared::weak) of objects.

use crate::explore::collection_choice;
use crate::native::{Native, NativeCx};
use crate::shared::weak::handle_word;
use minigo_heap::Desc;
use std::sync::atomic::Ordering;

/// The natives of package `weak`.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![Native::constant_time("handleOf", handle_of), Native::constant_time("target", weak_target)]
}

fn handle_of(cx: &mut NativeCx, address: u64) -> u64 {
    collection_choice::note_weak_pointer(cx);
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let mut handles = unsafe { &*shared }.gc.weak_handles.0.lock();
    *handles.entry(address).or_insert_with(|| {
        let handle = cx.alloc(8, Desc::NO_SCAN) as u64;
        handle_word(handle).store(address, Ordering::Release);
        handle
    })
}

/// The object of a handle; 0 once it is gone. The caller holds the object from now on.
fn weak_target(cx: &mut NativeCx, handle: u64) -> u64 {
    let word = handle_word(handle);
    let address = cx.shared().heap.follow_weak(|| word.load(Ordering::Acquire));
    // A marking in progress may find no other reference to the object.
    cx.shade_word(address);
    address
}
