//! Natives of sync/atomic. Those of sync itself belong to the machine, since they park goroutines.

use minigo_vm::native::{Native, NativeCx};
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU32, AtomicU64, Ordering::SeqCst};

/// The seven operations on one type of word. The pointers come from Go variables, which are aligned and live as long as the
/// frame that holds the pointer; a nil pointer has been refused before the call.
macro_rules! word {
    ($ty:ty, $atomic:ty: $load:literal $store:literal $add:literal $swap:literal $cas:literal $and:literal $or:literal) => {{
        fn at<'a>(p: *mut $ty) -> &'a $atomic {
            // SAFETY: see above.
            unsafe { <$atomic>::from_ptr(p) }
        }
        vec![
            Native::new($load, |p: *mut $ty| at(p).load(SeqCst)),
            Native::new($store, |p: *mut $ty, new: $ty| at(p).store(new, SeqCst)),
            Native::new($add, |p: *mut $ty, delta: $ty| {
                at(p).fetch_add(delta, SeqCst).wrapping_add(delta)
            }),
            Native::new($swap, |p: *mut $ty, new: $ty| at(p).swap(new, SeqCst)),
            Native::new($cas, |p: *mut $ty, old: $ty, new: $ty| {
                at(p).compare_exchange(old, new, SeqCst, SeqCst).is_ok()
            }),
            Native::new($and, |p: *mut $ty, mask: $ty| at(p).fetch_and(mask, SeqCst)),
            Native::new($or, |p: *mut $ty, mask: $ty| at(p).fetch_or(mask, SeqCst)),
        ]
    }};
}

/// The natives of sync/atomic, by name.
pub(crate) fn atomic_natives() -> Vec<Native> {
    let mut all = vec![];
    all.extend(
        word!(i32, AtomicI32: "LoadInt32" "StoreInt32" "AddInt32" "SwapInt32" "CompareAndSwapInt32"
        "AndInt32" "OrInt32"),
    );
    all.extend(
        word!(i64, AtomicI64: "LoadInt64" "StoreInt64" "AddInt64" "SwapInt64" "CompareAndSwapInt64"
        "AndInt64" "OrInt64"),
    );
    all.extend(word!(u32, AtomicU32: "LoadUint32" "StoreUint32" "AddUint32" "SwapUint32" "CompareAndSwapUint32"
        "AndUint32" "OrUint32"));
    all.extend(word!(u64, AtomicU64: "LoadUint64" "StoreUint64" "AddUint64" "SwapUint64" "CompareAndSwapUint64"
        "AndUint64" "OrUint64"));
    all.extend(word!(u64, AtomicU64: "LoadUintptr" "StoreUintptr" "AddUintptr" "SwapUintptr" "CompareAndSwapUintptr"
        "AndUintptr" "OrUintptr"));
    all.extend(pointer_natives());
    all
}

/// The operations on pointers: what they replace, a collection must hear of.
fn pointer_natives() -> Vec<Native> {
    fn at<'a>(p: *mut u64) -> &'a AtomicU64 {
        // SAFETY: as for words.
        unsafe { AtomicU64::from_ptr(p) }
    }
    vec![
        Native::new("LoadPointer", |p: *mut u64| at(p).load(SeqCst)),
        Native::new("StorePointer", |cx: &mut NativeCx, p: *mut u64, new: u64| {
            let old = at(p).swap(new, SeqCst);
            cx.shade(old);
        }),
        Native::new("SwapPointer", |cx: &mut NativeCx, p: *mut u64, new: u64| {
            let old = at(p).swap(new, SeqCst);
            cx.shade(old);
            old
        }),
        Native::new(
            "CompareAndSwapPointer",
            |cx: &mut NativeCx, p: *mut u64, old: u64, new: u64| {
                let done = at(p).compare_exchange(old, new, SeqCst, SeqCst).is_ok();
                if done {
                    cx.shade(old);
                }
                done
            },
        ),
    ]
}
