//! Natives of sync/atomic. The natives of package sync belong to the machine, since they park goroutines.

use AtomicAccess::{Load, Store, Update};
use minigo_vm::native::{AtomicAccess, GoError, Native, NativeCx, Outcome};
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU32, AtomicU64, Ordering::SeqCst};

/// Runs `work` on the word at `p`, or panics as any dereference of a nil pointer does.
fn with_atomic_word<A, R>(
    cx: &mut NativeCx,
    p: *mut A,
    access: AtomicAccess,
    work: impl FnOnce(&mut NativeCx, &A) -> R,
) -> Outcome<R> {
    if p.is_null() {
        return Outcome::Panic(GoError::Runtime(
            "invalid memory address or nil pointer dereference".into(),
        ));
    }
    cx.before_atomic(p as usize, size_of::<A>(), access);
    // SAFETY: pointers come from Go variables, which are aligned and live as long as the frame that holds the pointer.
    let result = work(cx, unsafe { &*p });
    cx.after_atomic(p as usize, access);
    Outcome::Return(result)
}

/// Returns the natives for the seven operations on one type of word.
macro_rules! word {
    ($ty:ty, $atomic:ty: $load:literal $store:literal $add:literal $swap:literal $cas:literal $and:literal $or:literal) => {{
        fn with_atomic<R>(
            cx: &mut NativeCx,
            p: *mut $ty,
            access: AtomicAccess,
            work: impl FnOnce(&$atomic) -> R,
        ) -> Outcome<R> {
            with_atomic_word(cx, p.cast(), access, |_, word| work(word))
        }
        vec![
            Native::constant_time($load, |cx: &mut NativeCx, p: *mut $ty| {
                with_atomic(cx, p, Load, |w| w.load(SeqCst))
            }),
            Native::constant_time($store, |cx: &mut NativeCx, p: *mut $ty, new: $ty| {
                with_atomic(cx, p, Store, |w| w.store(new, SeqCst))
            }),
            Native::constant_time($add, |cx: &mut NativeCx, p: *mut $ty, delta: $ty| {
                with_atomic(cx, p, Update, |w| w.fetch_add(delta, SeqCst).wrapping_add(delta))
            }),
            Native::constant_time($swap, |cx: &mut NativeCx, p: *mut $ty, new: $ty| {
                with_atomic(cx, p, Update, |w| w.swap(new, SeqCst))
            }),
            Native::constant_time($cas, |cx: &mut NativeCx, p: *mut $ty, old: $ty, new: $ty| {
                with_atomic(cx, p, Update, |w| w.compare_exchange(old, new, SeqCst, SeqCst).is_ok())
            }),
            Native::constant_time($and, |cx: &mut NativeCx, p: *mut $ty, mask: $ty| {
                with_atomic(cx, p, Update, |w| w.fetch_and(mask, SeqCst))
            }),
            Native::constant_time($or, |cx: &mut NativeCx, p: *mut $ty, mask: $ty| {
                with_atomic(cx, p, Update, |w| w.fetch_or(mask, SeqCst))
            }),
        ]
    }};
}

/// Returns the natives of package sync/atomic, by the names of their Go funcs.
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

/// Returns the natives for operations on pointers. The pointer natives report each pointer that they replace to the
/// collector (the write barrier).
fn pointer_natives() -> Vec<Native> {
    fn with_pointer<R>(
        cx: &mut NativeCx,
        p: *mut u64,
        access: AtomicAccess,
        work: impl FnOnce(&mut NativeCx, &AtomicU64) -> R,
    ) -> Outcome<R> {
        with_atomic_word(cx, p.cast(), access, work)
    }
    vec![
        Native::constant_time("LoadPointer", |cx: &mut NativeCx, p: *mut u64| {
            with_pointer(cx, p, Load, |_, w| w.load(SeqCst))
        }),
        Native::constant_time("StorePointer", |cx: &mut NativeCx, p: *mut u64, new: u64| {
            with_pointer(cx, p, Store, |cx, w| cx.shade_word(w.swap(new, SeqCst)))
        }),
        Native::constant_time("SwapPointer", |cx: &mut NativeCx, p: *mut u64, new: u64| {
            with_pointer(cx, p, Update, |cx, w| {
                let old = w.swap(new, SeqCst);
                cx.shade_word(old);
                old
            })
        }),
        Native::constant_time(
            "CompareAndSwapPointer",
            |cx: &mut NativeCx, p: *mut u64, old: u64, new: u64| {
                with_pointer(cx, p, Update, |cx, w| {
                    let done = w.compare_exchange(old, new, SeqCst, SeqCst).is_ok();
                    if done {
                        cx.shade_word(old);
                    }
                    done
                })
            },
        ),
    ]
}
