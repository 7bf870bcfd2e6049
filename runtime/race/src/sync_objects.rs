//! The clocks of synchronisation objects.
//!
//! A module of its own because of its locks. Objects are found by their address, so that nothing has to be stored in a
//! mutex word or a channel; objects of one page (of 4 KB) are stored together, so that they are discarded with the
//! page's memory.
//!
//! **Locks**: one mutex for each shard, innermost; no two are held at once.

use crate::clock::Clock;
use hashbrown::HashMap;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The name of a clock: the address of the object that synchronises, and a number that distinguishes several clocks of
/// one address (the writers' and the readers' of an RWMutex).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SyncObjectKey {
    /// An address that belongs to the object alone while it lives: of a mutex word, or of an element's place in a
    /// channel.
    pub addr: usize,
    /// The number of the clock among those of the address.
    pub tag: u8,
}

const PAGE_BITS: u32 = 12;
const SHARDS: usize = 64;

/// The number of pages above which all shards are searched for objects in the pages, instead of looking up each page.
const MAX_PAGE_LOOKUPS: usize = 1024;

/// The clocks of a page, by offset and tag.
type Page = HashMap<(u16, u8), Clock>;
type Shard = Mutex<HashMap<usize, Page>>;

/// The clocks of all objects of a detector.
#[derive(Debug)]
pub(crate) struct SyncObjects {
    shards: Box<[Shard; SHARDS]>,
    /// The number of objects with a clock. Freed memory is only looked up if there are any. Relaxed: no object is
    /// created in memory that is being freed.
    object_count: AtomicUsize,
}

impl Default for SyncObjects {
    fn default() -> Self {
        Self {
            shards: Box::new(std::array::from_fn(|_| Mutex::default())),
            object_count: AtomicUsize::new(0),
        }
    }
}

const fn page_of(addr: usize) -> usize {
    addr >> PAGE_BITS
}

const fn offset_of(addr: usize) -> u16 {
    (addr & ((1 << PAGE_BITS) - 1)) as u16
}

impl SyncObjects {
    /// The shard of a page; neighbouring pages are in different shards.
    fn shard(&self, page: usize) -> &Shard {
        &self.shards[page % SHARDS]
    }

    /// Reads the clock of an object, if it has one.
    pub(crate) fn with_clock(&self, key: SyncObjectKey, read: impl FnOnce(&Clock)) {
        let page = page_of(key.addr);
        let shard = self.shard(page).lock();
        if let Some(clock) = shard.get(&page).and_then(|p| p.get(&(offset_of(key.addr), key.tag))) {
            read(clock);
        }
    }

    /// Changes the clock of an object, which may be new.
    pub(crate) fn change_clock(&self, key: SyncObjectKey, change: impl FnOnce(&mut Clock)) {
        let page = page_of(key.addr);
        let mut shard = self.shard(page).lock();
        let clocks = shard.entry(page).or_default();
        let clock = clocks.entry((offset_of(key.addr), key.tag)).or_insert_with(|| {
            self.object_count.fetch_add(1, Relaxed);
            Clock::default()
        });
        change(clock);
    }

    /// Drops the clock of an object.
    pub(crate) fn forget_clock(&self, key: SyncObjectKey) {
        let page = page_of(key.addr);
        let mut shard = self.shard(page).lock();
        self.retain_clocks(&mut shard, page, |at| at != (offset_of(key.addr), key.tag));
    }

    /// Drops the clocks of the objects at these addresses.
    pub(crate) fn forget_range(&self, addr: usize, bytes: usize) {
        if bytes == 0 || self.object_count.load(Relaxed) == 0 {
            return;
        }
        let end = addr.saturating_add(bytes);
        let is_kept = |page: usize, (offset, _): (u16, u8)| {
            let at = page << PAGE_BITS | usize::from(offset);
            at < addr || at >= end
        };
        let pages = page_of(addr)..=page_of(end - 1);
        if pages.end() - pages.start() < MAX_PAGE_LOOKUPS {
            for page in pages {
                let mut shard = self.shard(page).lock();
                self.retain_clocks(&mut shard, page, |at| is_kept(page, at));
            }
            return;
        }
        for shard in self.shards.iter() {
            let mut shard = shard.lock();
            let some: Vec<usize> = shard.keys().copied().filter(|p| pages.contains(p)).collect();
            for page in some {
                self.retain_clocks(&mut shard, page, |at| is_kept(page, at));
            }
        }
    }

    /// Drops the clocks of a page for which `is_kept` returns false, and the page's table with its last clock.
    fn retain_clocks(
        &self,
        shard: &mut HashMap<usize, Page>,
        page: usize,
        is_kept: impl Fn((u16, u8)) -> bool,
    ) {
        let Some(clocks) = shard.get_mut(&page) else { return };
        let before = clocks.len();
        clocks.retain(|at, _| is_kept(*at));
        self.object_count.fetch_sub(before - clocks.len(), Relaxed);
        if clocks.is_empty() {
            shard.remove(&page);
        }
    }

    /// Drops all clocks.
    pub(crate) fn forget_all(&self) {
        for shard in self.shards.iter() {
            *shard.lock() = HashMap::new();
        }
        self.object_count.store(0, Relaxed);
    }

    /// How many objects have a clock.
    pub(crate) fn object_count(&self) -> usize {
        self.object_count.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removing_a_range_forgets_its_objects() {
        let key = |addr| SyncObjectKey { addr, tag: 1 };
        let all = [0x1ff8, 0x2000, 0x2ff8, 0x3000, 0x9_0000, 0x5000_0000];
        let kept = |addr, bytes| -> Vec<usize> {
            let objects = SyncObjects::default();
            all.iter().for_each(|addr| objects.change_clock(key(*addr), |_| {}));
            objects.forget_range(addr, bytes);
            let has = |addr: &usize| {
                let mut has = false;
                objects.with_clock(key(*addr), |_| has = true);
                has
            };
            let kept: Vec<usize> = all.into_iter().filter(|addr| has(addr)).collect();
            assert_eq!(objects.object_count(), kept.len());
            objects.forget_range(0, usize::MAX);
            assert!(objects.shards.iter().all(|shard| shard.lock().is_empty()), "no tables stay");
            kept
        };
        assert_eq!(kept(0x2000, 0x1000), [0x1ff8, 0x3000, 0x9_0000, 0x5000_0000]);
        assert_eq!(kept(0x2001, 0xff7), all[..].to_vec(), "between two");
        assert_eq!(kept(0x1ff9, 0x1008), [0x1ff8, 0x9_0000, 0x5000_0000]);
        assert_eq!(kept(0x2000, 0x4000_0000), [0x1ff8, 0x5000_0000], "many pages");
        assert_eq!(kept(0x2000, 0), all[..].to_vec());
    }

    #[test]
    fn tags_are_objects_of_their_own() {
        let objects = SyncObjects::default();
        objects.change_clock(SyncObjectKey { addr: 8, tag: 0 }, |_| {});
        objects.change_clock(SyncObjectKey { addr: 8, tag: 1 }, |_| {});
        objects.forget_clock(SyncObjectKey { addr: 8, tag: 0 });
        assert_eq!(objects.object_count(), 1);
        objects.with_clock(SyncObjectKey { addr: 8, tag: 0 }, |_| panic!("forgotten"));
    }
}
