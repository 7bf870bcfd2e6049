//! The pools of package sync that a collection must age.

use minigo_heap::Marker;
use parking_lot::Mutex;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// A `sync.Pool`, as its Go file declares it; its func follows.
#[repr(C)]
pub(crate) struct Pool {
    /// Addresses of tables, or 0.
    pub(crate) local: AtomicU64,
    pub(crate) victim: AtomicU64,
}

/// The pools that have tables: they get older with every collection.
#[derive(Default)]
pub(crate) struct Pools(pub(crate) Mutex<Lists>);

#[derive(Clone, Default)]
pub(crate) struct Lists {
    /// Addresses of pools with local tables, and of those that only have victims.
    pub(crate) filled: Vec<u64>,
    pub(crate) old: Vec<u64>,
}

impl Pools {
    /// A marking begins, and the world stands still: what was local becomes the victim, what was the victim is dropped.
    pub(crate) fn turn(&self) {
        let mut lists = self.0.lock();
        let Lists { filled, old } = &mut *lists;
        for &pool in old.iter() {
            pool_at(pool).victim.store(0, Relaxed);
        }
        for &pool in filled.iter() {
            let pool = pool_at(pool);
            pool.victim.store(pool.local.swap(0, Relaxed), Relaxed);
        }
        old.clear();
        std::mem::swap(filled, old);
    }

    /// Marks the pools in the lists, which `turn` will touch: before marking goes on.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        let lists = self.0.lock();
        lists.filled.iter().chain(&lists.old).for_each(|&pool| marker.mark(pool));
    }
}

pub(crate) fn pool_at<'a>(address: u64) -> &'a Pool {
    // SAFETY: a Go variable of this type, which the caller holds or the lists keep.
    unsafe { &*(address as *const Pool) }
}
