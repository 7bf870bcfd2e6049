//! The pools of package sync that a collection must age.

use minigo_heap::Marker;
use parking_lot::Mutex;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// A `sync.Pool`, as the library's Go file declares it; its func follows.
#[repr(C)]
pub(crate) struct Pool {
    /// The addresses of the pool's tables, or 0.
    pub(crate) local_table: AtomicU64,
    pub(crate) victim_table: AtomicU64,
}

/// The pools that have tables: every collection ages them.
#[derive(Default)]
pub(crate) struct Pools(pub(crate) Mutex<PoolLists>);

#[derive(Clone, Default)]
pub(crate) struct PoolLists {
    /// The addresses of pools with local tables, and of pools that only have victims.
    pub(crate) filled_pools: Vec<u64>,
    pub(crate) victim_pools: Vec<u64>,
}

impl Pools {
    /// Ages the pools when a marking begins, with the world stopped: the local tables become the victims, the old
    /// victims are dropped.
    pub(crate) fn age_tables(&self) {
        let mut lists = self.0.lock();
        let PoolLists { filled_pools: filled, victim_pools: old } = &mut *lists;
        for &pool in old.iter() {
            pool_at(pool).victim_table.store(0, Relaxed);
        }
        for &pool in filled.iter() {
            let pool = pool_at(pool);
            pool.victim_table.store(pool.local_table.swap(0, Relaxed), Relaxed);
        }
        old.clear();
        std::mem::swap(filled, old);
    }

    /// Marks the pools in the lists, which `age_tables` will access. Called once in each marking, for its roots.
    pub(crate) fn mark_pools(&self, marker: &mut Marker) {
        let lists = self.0.lock();
        lists
            .filled_pools
            .iter()
            .chain(&lists.victim_pools)
            .for_each(|&pool| marker.mark_word(pool));
    }
}

pub(crate) fn pool_at<'a>(address: u64) -> &'a Pool {
    // SAFETY: a Go variable of this type, which the caller or the lists keep alive.
    unsafe { &*(address as *const Pool) }
}
