//! Tables that grow at their end while goroutines read them.
//!
//! A complete program has tables of a fixed size. In a session each table lies at the begin of a range of addresses
//! that is large enough for all later entries: memory is only used once it is touched. So an entry never moves, and a
//! pointer to the table's begin, such as each slice has, stays valid.
//!
//! # The protocol
//! One thread at a time adds entries ([`TableWriter`] proves that the thread may). That thread writes an entry, then
//! stores the new length with release; `len`, which all readers of the length load with acquire, is its partner. The
//! interpreter does not read lengths: code or values name the entries that it reads, and these are published after the
//! entries that they name (the code by the queue through which a goroutine that runs it is started, or while the world
//! is stopped).
//!
//! A program that many machines run has its tables once: the machines' tables are [shared](Table::shared).

use memmap2::{MmapMut, MmapOptions};
use std::any::Any;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Proof that the thread may add to the tables of an image; there is one at a time.
pub(crate) struct TableWriter(());

impl TableWriter {
    /// # Safety
    /// The caller holds the lock of the image.
    pub(crate) unsafe fn new() -> Self {
        Self(())
    }
}

/// The error of a table that has no more room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableFull;

/// A table that may grow while it is read.
pub(crate) struct Table<T> {
    first_entry: *mut T,
    len: AtomicUsize,
    capacity: usize,
    memory: Memory,
}

/// The memory of a table.
enum Memory {
    /// The memory of a vector with the table's capacity.
    Vector,
    /// The address range of a table that grows.
    Range(#[expect(dead_code, reason = "the field keeps the addresses reserved")] MmapMut),
    /// The memory of another table, whose owner this value keeps.
    Shared(#[expect(dead_code, reason = "the field keeps the memory alive")] Owner),
}

/// A value that holds tables.
pub(crate) type Owner = Arc<dyn Any + Send + Sync>;

// SAFETY: a table owns its entries, as a vector does; shared entries are read only, except the entries beyond `len`,
// which only the one writer accesses.
unsafe impl<T: Send> Send for Table<T> {}

// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Table<T> {}

impl<T> Table<T> {
    /// A table that does not grow.
    pub(crate) fn fixed(entries: Vec<T>) -> Self {
        let mut entries = ManuallyDrop::new(entries);
        let (len, room) = (AtomicUsize::new(entries.len()), entries.capacity());
        Self { first_entry: entries.as_mut_ptr(), len, capacity: room, memory: Memory::Vector }
    }

    /// A second table with the same entries, which does not grow.
    ///
    /// # Safety
    /// The owner holds the table for as long as the owner lives.
    pub(crate) unsafe fn shared(&self, owner: &Owner) -> Self {
        assert!(matches!(self.memory, Memory::Vector), "only a vector can be shared");
        let len = AtomicUsize::new(self.len());
        Self {
            first_entry: self.first_entry,
            len,
            capacity: self.capacity,
            memory: Memory::Shared(owner.clone()),
        }
    }

    /// A table that may grow to `room` entries.
    ///
    /// # Panics
    /// Panics when the process has no such range of addresses left.
    pub(crate) fn growing(entries: Vec<T>, room: usize) -> Self {
        let room = room.max(entries.len());
        let range =
            MmapOptions::new().len(room * size_of::<T>().max(1)).no_reserve_swap().map_anon();
        let range = range.expect("the system has addresses for a session");
        let begin = range.as_ptr().cast_mut().cast::<T>();
        let table = Self {
            first_entry: begin,
            len: AtomicUsize::new(0),
            capacity: room,
            memory: Memory::Range(range),
        };
        for (at, entry) in entries.into_iter().enumerate() {
            // SAFETY: the range has room for the entries, and nothing refers to the table yet.
            unsafe { begin.add(at).write(entry) };
            table.len.store(at + 1, Ordering::Relaxed);
        }
        table
    }

    /// A fixed table, or one that grows to `room` entries if that is given.
    pub(crate) fn new(entries: Vec<T>, room: Option<usize>) -> Self {
        match room {
            None => Self::fixed(entries),
            Some(room) => Self::growing(entries, room),
        }
    }

    /// Adds entries.
    pub(crate) fn append_entries(
        &self,
        _: &TableWriter,
        entries: impl IntoIterator<Item = T>,
    ) -> Result<(), TableFull> {
        let mut at = self.len.load(Ordering::Relaxed);
        for entry in entries {
            if at == self.capacity || !matches!(self.memory, Memory::Range(_)) {
                return Err(TableFull);
            }
            // SAFETY: the place is within the room, beyond all entries that are read, and this is the only writer.
            unsafe { self.first_entry.add(at).write(entry) };
            at += 1;
            self.len.store(at, Ordering::Release);
        }
        Ok(())
    }

    /// The address of the first entry.
    #[inline(always)]
    pub(crate) fn first_entry(&self) -> *mut T {
        self.first_entry
    }
}

impl<T> Deref for Table<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        let len = self.len.load(Ordering::Acquire);
        // SAFETY: that many entries have been written, and none of them changes.
        unsafe { std::slice::from_raw_parts(self.first_entry, len) }
    }
}

impl<'t, T> IntoIterator for &'t Table<T> {
    type Item = &'t T;
    type IntoIter = std::slice::Iter<'t, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> Drop for Table<T> {
    fn drop(&mut self) {
        let len = *self.len.get_mut();
        match self.memory {
            // SAFETY: the table owns the entries; the range is released after this.
            Memory::Range(_) => unsafe {
                std::ptr::slice_from_raw_parts_mut(self.first_entry, len).drop_in_place();
            },
            Memory::Vector => {
                // SAFETY: these are the parts of a vector that was taken apart.
                drop(unsafe { Vec::from_raw_parts(self.first_entry, len, self.capacity) });
            }
            Memory::Shared(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn entries_are_read_while_others_are_added() {
        const COUNT: usize = if cfg!(miri) { 300 } else { 100_000 };
        let table = Arc::new(Table::growing(vec![Box::new(0_usize)], COUNT));
        let first: *const Box<usize> = &raw const table[0];
        std::thread::scope(|scope| {
            for _ in 0..2 {
                let table = table.clone();
                scope.spawn(move || {
                    let mut seen = 1;
                    while seen < COUNT {
                        let all: &[Box<usize>] = &table;
                        assert!(all.len() >= seen);
                        seen = all.len();
                        assert_eq!(*all[seen - 1], seen - 1);
                    }
                });
            }
            // SAFETY: this is the only thread that adds entries.
            let writer = unsafe { TableWriter::new() };
            for n in 1..COUNT {
                table.append_entries(&writer, [Box::new(n)]).unwrap();
            }
            assert_eq!(table.append_entries(&writer, [Box::new(0)]), Err(TableFull));
        });
        assert_eq!(first, &raw const table[0]);
    }

    #[test]
    fn a_shared_table_keeps_the_original_alive() {
        let table = Arc::new(Table::fixed(vec![String::from("a"), String::from("b")]));
        let owner: Owner = table.clone();
        // SAFETY: `owner` keeps the table alive.
        let shared = unsafe { table.shared(&owner) };
        drop((table, owner));
        assert_eq!(shared[..], ["a", "b"]);
        // SAFETY: no other thread adds entries.
        let writer = unsafe { TableWriter::new() };
        assert_eq!(shared.append_entries(&writer, [String::new()]), Err(TableFull));
    }

    #[test]
    fn a_fixed_table_is_a_vector() {
        let table = Table::fixed(vec![String::from("a"), String::from("b")]);
        assert_eq!(table[..], ["a", "b"]);
        // SAFETY: no other thread adds entries.
        let writer = unsafe { TableWriter::new() };
        assert_eq!(table.append_entries(&writer, [String::new()]), Err(TableFull));
    }
}
