//! Mappings that a program with a memory limit makes by system calls: the memory that the program writes to is charged.
//!
//! # Why touched memory
//! Programs reserve much more than they use (a WebAssembly runtime reserves 8 GB for an instance), so the size of a
//! mapping says nothing. The kernel reports resident memory only afterwards, and a loop that touches one page every 4
//! KB takes 10 GB/s: a thread that polls comes too late. So the first write to a page must cause a fault, which the
//! handler counts.
//!
//! # The protocol
//! Memory that the program may write is mapped, or set by mprotect(2), without the right to write. The first write to a
//! chunk of it faults; the SIGSEGV handler calls [`handle_fault`](Mappings::handle_fault), which charges the chunk to
//! the ledger and unlocks it, and the instruction runs again. Reading takes no memory: the kernel maps its page of
//! zeros. Memory that the program gives back (munmap, madvise, mremap) is credited. Shared file mappings are not
//! watched, nor are mappings that are not writable; private file mappings are, since their written pages are copies.
//!
//! The kernel does not fault when a system call writes into such memory: the call fails with EFAULT. So native
//! functions first [touch](Mappings::touch_all) the buffers that they pass to writing system calls.
//!
//! # Locks
//! This module has one lock, the innermost in the lock order. The fault handler takes it, and
//! may allocate: a fault at an address of these mappings is an access of the program's code or of a native function's
//! copy, never of the allocator or of this module.

use crate::ledger::Ledger;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many bytes one fault charges and unlocks. A smaller chunk would cost more faults; a larger one would charge
/// programs that use memory sparsely for memory that they do not touch.
const CHARGE_CHUNK_BYTES: usize = 64 << 10;

const PAGE: usize = 4 << 10;

/// The kind of a mapping.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The program's own memory.
    Private,
    /// Memory that the program shares with child processes.
    Shared,
    /// A private file mapping: written pages are copies.
    FileCopy,
}

/// A watched range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Region {
    end: usize,
    kind: Kind,
    /// The rights that the program asked for (`PROT_…`).
    protection: i32,
}

/// The result of handling a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultOutcome {
    /// No watched mapping allows such an access.
    NotOurs,
    /// The pages are writable now, and the instruction can be executed again.
    Unlocked,
    /// The limit has no room for this many more bytes.
    Refused(usize),
}

/// The watched mappings of a program.
#[derive(Debug, Default)]
pub struct Mappings {
    /// Whether there have ever been watched mappings.
    has_any: AtomicBool,
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    /// The watched regions by their first byte; they do not overlap.
    regions: BTreeMap<usize, Region>,
    /// The charged and unlocked ranges: first byte and end, within regions, neither overlapping nor adjacent.
    charged_ranges: BTreeMap<usize, usize>,
}

/// The rights `prot` without the right to write.
#[must_use]
pub fn without_write(prot: i32) -> i32 {
    prot & !libc::PROT_WRITE
}

fn is_writable(prot: i32) -> bool {
    prot & libc::PROT_WRITE != 0
}

/// The whole pages that a range covers.
fn page_range(at: usize, len: usize) -> Range<usize> {
    at..at.saturating_add(len).checked_next_multiple_of(PAGE).unwrap_or(usize::MAX / PAGE * PAGE)
}

impl Mappings {
    /// Reports whether there has never been a watched mapping.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.has_any.load(Ordering::Relaxed)
    }

    /// Maps memory: `map` makes the system call with the rights that it is given, and returns the address. Without a
    /// kind the mapping is not watched. The system call removes earlier mappings in the range.
    ///
    /// # Errors
    /// Returns the error of `map`.
    pub fn map<E>(
        &self,
        ledger: &Ledger,
        len: usize,
        kind: Option<Kind>,
        prot: i32,
        map: impl FnOnce(i32) -> Result<u64, E>,
    ) -> Result<u64, E> {
        let mut table = self.table.lock();
        let at = map(if kind.is_some() { without_write(prot) } else { prot })?;
        let range = page_range(at as usize, len);
        table.remove(ledger, &range);
        if let Some(kind) = kind {
            self.has_any.store(true, Ordering::Relaxed);
            table.regions.insert(range.start, Region { end: range.end, kind, protection: prot });
        }
        Ok(at)
    }

    /// Unmaps memory: `unmap` makes the system call.
    ///
    /// # Errors
    /// Returns the error of `unmap`.
    pub fn unmap<E>(
        &self,
        ledger: &Ledger,
        at: usize,
        len: usize,
        unmap: impl FnOnce() -> Result<u64, E>,
    ) -> Result<u64, E> {
        let mut table = self.table.lock();
        let done = unmap()?;
        table.remove(ledger, &page_range(at, len));
        Ok(done)
    }

    /// Sets the program's rights for a range. `set` makes the system call with the rights that it is given, which lack
    /// the right to write for untouched memory.
    ///
    /// # Errors
    /// Returns the error of `set`.
    pub fn protect<E>(
        &self,
        at: usize,
        len: usize,
        prot: i32,
        set: impl FnOnce(i32) -> Result<u64, E>,
    ) -> Result<u64, E> {
        let mut table = self.table.lock();
        let range = page_range(at, len);
        let watched = table.regions_in(&range);
        // If the range is all touched, or not watched, no part of it has to be locked.
        if !is_writable(prot) || watched.is_empty() {
            let done = set(prot)?;
            table.set_recorded_protection(&range, prot);
            return Ok(done);
        }
        let done = set(without_write(prot))?;
        table.set_recorded_protection(&range, prot);
        let mut free = range.start;
        for (start, region) in watched {
            make_writable(free..start, prot);
            free = region.end;
        }
        make_writable(free..range.end, prot);
        for part in table.touched_within(&range) {
            make_writable(part, prot);
        }
        Ok(done)
    }

    /// Discards the contents of pages: `advise` makes the system call. The first write to each of the pages faults
    /// again.
    ///
    /// # Errors
    /// Returns the error of `advise`.
    pub fn discard_pages<E>(
        &self,
        ledger: &Ledger,
        at: usize,
        len: usize,
        includes_shared: bool,
        advise: impl FnOnce() -> Result<u64, E>,
    ) -> Result<u64, E> {
        let mut table = self.table.lock();
        let done = advise()?;
        let range = page_range(at, len);
        for (start, region) in table.regions_in(&range) {
            if region.kind == Kind::Shared && !includes_shared {
                continue;
            }
            for part in table.take_touched(ledger, &(start..region.end)) {
                // The discarded part stays mapped, but loses the right to write, so that the next write to it faults.
                set_protection(&part, without_write(region.protection));
            }
        }
        Ok(done)
    }

    /// Moves or resizes a mapping; `remap` makes the system call, which returns the new address.
    ///
    /// # Errors
    /// Returns the error of `remap`.
    pub fn remap<E>(
        &self,
        ledger: &Ledger,
        (old, old_len): (usize, usize),
        new_len: usize,
        remap: impl FnOnce() -> Result<u64, E>,
    ) -> Result<u64, E> {
        let mut table = self.table.lock();
        let from = page_range(old, old_len);
        let (regions, touched) = (table.regions_in(&from), table.touched_within(&from));
        // The kernel moves one mapping at a time: if all parts have equal rights, they are one mapping.
        let each = |moved: &dyn Fn(usize) -> usize, lock: bool| {
            for part in &touched {
                let of =
                    |(start, region): &&(usize, Region)| (*start..region.end).contains(&part.start);
                let prot = regions.iter().find(of).map_or(0, |(_, region)| region.protection);
                make_writable(
                    moved(part.start)..moved(part.end),
                    if lock { without_write(prot) } else { prot },
                );
            }
        };
        each(&|at| at, true);
        let new = remap().inspect_err(|_| each(&|at| at, false))?;
        let to = page_range(new as usize, new_len);
        table.remove(ledger, &from);
        table.remove(ledger, &to);
        let moved = |at: usize| (at - from.start).saturating_add(to.start).min(to.end);
        each(&moved, false);
        let last = regions.len().saturating_sub(1);
        for (number, (start, region)) in regions.into_iter().enumerate() {
            // A mapping grows at its end.
            let grown =
                if number == last && to.len() > from.len() { to.end } else { moved(region.end) };
            if moved(start) < grown {
                table.regions.insert(moved(start), Region { end: grown, ..region });
            }
        }
        for part in &touched {
            table.charge_range(ledger, moved(part.start)..moved(part.end));
        }
        Ok(new)
    }

    /// Handles the fault of a thread that wrote at `address`: charges a chunk there and unlocks it.
    ///
    /// `must`: the memory is charged even beyond the limit.
    #[must_use]
    pub fn handle_fault(&self, ledger: &Ledger, address: usize, must: bool) -> FaultOutcome {
        if self.is_empty() {
            return FaultOutcome::NotOurs;
        }
        let mut table = self.table.lock();
        table.unprotect_page_at(ledger, address, must)
    }

    /// Charges and unlocks all watched memory of a range, before the kernel writes there.
    ///
    /// # Errors
    /// Returns the number of bytes for which the limit has no room.
    pub fn touch_all(&self, ledger: &Ledger, at: usize, len: usize) -> Result<(), usize> {
        if self.is_empty() || len == 0 {
            return Ok(());
        }
        let mut table = self.table.lock();
        let range = at & !(PAGE - 1)..at.saturating_add(len);
        for (start, region) in table.regions_in(&range) {
            let mut at = start;
            while at < region.end {
                if let FaultOutcome::Refused(bytes) = table.unprotect_page_at(ledger, at, false) {
                    return Err(bytes);
                }
                at = (at + CHARGE_CHUNK_BYTES) & !(CHARGE_CHUNK_BYTES - 1);
            }
        }
        Ok(())
    }

    /// How many bytes from `address` on the program may write, at once or after a touch.
    #[must_use]
    pub fn writable_from(&self, address: usize) -> usize {
        let table = self.table.lock();
        let region = table.regions.range(..=address).next_back();
        let region =
            region.filter(|(_, region)| address < region.end && is_writable(region.protection));
        region.map_or(0, |(_, region)| region.end - address)
    }
}

impl Table {
    /// The parts of regions that lie in `range`.
    fn regions_in(&self, range: &Range<usize>) -> Vec<(usize, Region)> {
        let first = self.regions.range(..range.start).next_back();
        let all = first.into_iter().chain(self.regions.range(range.clone()));
        all.map(|(start, region)| {
            let end = region.end.min(range.end);
            ((*start).max(range.start), Region { end, ..*region })
        })
        .filter(|(start, region)| *start < region.end)
        .collect()
    }

    /// The parts of touched memory that lie in `range`.
    fn touched_within(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        let first = self.charged_ranges.range(..range.start).next_back();
        let all = first.into_iter().chain(self.charged_ranges.range(range.clone()));
        all.map(|(start, end)| (*start).max(range.start)..(*end).min(range.end))
            .filter(|part| !part.is_empty())
            .collect()
    }

    /// Marks a range as touched, and charges the bytes that were not touched before.
    fn charge_range(&mut self, ledger: &Ledger, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let known: usize = self.touched_within(&range).iter().map(Range::len).sum();
        ledger.charge(range.len() - known);
        let (mut start, mut end) = (range.start, range.end);
        if let Some((before, until)) = self.charged_ranges.range(..range.start).next_back()
            && *until >= range.start
        {
            (start, end) = (*before, end.max(*until));
        }
        while let Some((at, until)) = self.charged_ranges.range(start..=end).next() {
            let (at, until) = (*at, *until);
            end = end.max(until);
            self.charged_ranges.remove(&at);
        }
        self.charged_ranges.insert(start, end);
    }

    /// Marks a range as untouched; returns the parts of it that were touched.
    fn take_touched(&mut self, ledger: &Ledger, range: &Range<usize>) -> Vec<Range<usize>> {
        let parts = self.touched_within(range);
        for part in &parts {
            let (start, end) = self
                .charged_ranges
                .range(..=part.start)
                .next_back()
                .map(|(s, e)| (*s, *e))
                .expect("the range is a part of a region");
            self.charged_ranges.remove(&start);
            if start < part.start {
                self.charged_ranges.insert(start, part.start);
            }
            if part.end < end {
                self.charged_ranges.insert(part.end, end);
            }
            ledger.discharge(part.len());
        }
        parts
    }

    /// Splits regions at the bounds of `range`.
    fn split_at_bounds(&mut self, range: &Range<usize>) {
        for at in [range.start, range.end] {
            if let Some((start, region)) = self.regions.range_mut(..at).next_back()
                && at < region.end
            {
                let (_, end) = (start, std::mem::replace(&mut region.end, at));
                let rest = Region { end, ..*region };
                self.regions.insert(at, rest);
            }
        }
    }

    fn remove(&mut self, ledger: &Ledger, range: &Range<usize>) {
        self.take_touched(ledger, range);
        self.split_at_bounds(range);
        let inside: Vec<usize> =
            self.regions.range(range.clone()).map(|(start, _)| *start).collect();
        for start in inside {
            self.regions.remove(&start);
        }
    }

    fn set_recorded_protection(&mut self, range: &Range<usize>, prot: i32) {
        self.split_at_bounds(range);
        for (_, region) in self.regions.range_mut(range.clone()) {
            region.protection = prot;
        }
    }

    fn unprotect_page_at(&mut self, ledger: &Ledger, address: usize, must: bool) -> FaultOutcome {
        let Some((start, region)) = self.regions.range(..=address).next_back() else {
            return FaultOutcome::NotOurs;
        };
        let (start, region) = (*start, *region);
        if address >= region.end || !is_writable(region.protection) {
            return FaultOutcome::NotOurs;
        }
        let first = address & !(CHARGE_CHUNK_BYTES - 1);
        let chunk = first.max(start)..(first + CHARGE_CHUNK_BYTES).min(region.end);
        let known: usize = self.touched_within(&chunk).iter().map(Range::len).sum();
        let new = chunk.len() - known;
        if new == 0 {
            // Another thread has unlocked the chunk already.
            return FaultOutcome::Unlocked;
        }
        if !must && !ledger.make_room(new) {
            return FaultOutcome::Refused(new);
        }
        if set_protection(&chunk, region.protection) {
            self.charge_range(ledger, chunk);
            return FaultOutcome::Unlocked;
        }
        // The kernel has no more mappings to give: merge the memory between touched chunks with them into one mapping.
        let whole = start..region.end;
        if (must || ledger.make_room(whole.len())) && set_protection(&whole, region.protection) {
            self.charge_range(ledger, whole);
            return FaultOutcome::Unlocked;
        }
        FaultOutcome::Refused(new)
    }
}

fn make_writable(range: Range<usize>, prot: i32) {
    if !range.is_empty() {
        set_protection(&range, prot);
    }
}

fn set_protection(range: &Range<usize>, prot: i32) -> bool {
    // SAFETY: the call sets the rights to pages that the program has mapped: to the rights that the program asked for,
    // or to fewer, which the fault handler restores.
    unsafe { libc::mprotect(range.start as *mut libc::c_void, range.len(), prot) == 0 }
}

#[cfg(all(test, not(miri)))]
#[allow(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use super::*;

    const RW: i32 = libc::PROT_READ | libc::PROT_WRITE;

    /// Maps `chunks` locked chunks; returns the first byte, at the beginning of a chunk.
    fn mapping(ledger: &Ledger, chunks: usize) -> usize {
        // SAFETY: the range is a new mapping.
        let at = unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let len = (chunks + 1) * CHARGE_CHUNK_BYTES;
            libc::mmap(std::ptr::null_mut(), len, libc::PROT_READ, flags, -1, 0)
        } as usize;
        let at = at.next_multiple_of(CHARGE_CHUNK_BYTES);
        let map = |_| Ok::<_, ()>(at as u64);
        ledger
            .mappings()
            .map(ledger, chunks * CHARGE_CHUNK_BYTES, Some(Kind::Private), RW, map)
            .unwrap();
        at
    }

    fn ok_result() -> Result<u64, ()> {
        Ok(0)
    }

    fn touch_byte(at: usize) {
        // SAFETY: the test has unlocked the page.
        unsafe { (at as *mut u8).write_volatile(1) };
    }

    #[test]
    fn touched_chunks_count() {
        let ledger = Ledger::new(1 << 30, 1 << 30, true);
        let (at, maps) = (mapping(&ledger, 16), ledger.mappings());
        assert_eq!(ledger.external_bytes(), 0);
        assert_eq!(maps.handle_fault(&ledger, at + 5000, false), FaultOutcome::Unlocked);
        touch_byte(at + 5000);
        assert_eq!(maps.handle_fault(&ledger, at + 5001, false), FaultOutcome::Unlocked);
        assert_eq!(ledger.external_bytes(), CHARGE_CHUNK_BYTES as u64);
        assert_eq!(
            maps.handle_fault(&ledger, at + 15 * CHARGE_CHUNK_BYTES, false),
            FaultOutcome::Unlocked
        );
        assert_eq!(ledger.external_bytes(), 2 * CHARGE_CHUNK_BYTES as u64);
        assert_eq!(
            maps.handle_fault(&ledger, at + 16 * CHARGE_CHUNK_BYTES, false),
            FaultOutcome::NotOurs
        );
        assert_eq!(
            maps.touch_all(&ledger, at + CHARGE_CHUNK_BYTES - 1, CHARGE_CHUNK_BYTES),
            Ok(())
        );
        assert_eq!(ledger.external_bytes(), 3 * CHARGE_CHUNK_BYTES as u64);
        maps.discard_pages(&ledger, at, CHARGE_CHUNK_BYTES, false, ok_result).unwrap();
        assert_eq!(ledger.external_bytes(), 2 * CHARGE_CHUNK_BYTES as u64);
        maps.unmap(&ledger, at + CHARGE_CHUNK_BYTES + PAGE, CHARGE_CHUNK_BYTES, ok_result).unwrap();
        assert_eq!(ledger.external_bytes(), (CHARGE_CHUNK_BYTES + PAGE) as u64);
        assert_eq!(
            maps.handle_fault(&ledger, at + CHARGE_CHUNK_BYTES + PAGE, false),
            FaultOutcome::NotOurs
        );
        maps.unmap(&ledger, at, 16 * CHARGE_CHUNK_BYTES, ok_result).unwrap();
        assert_eq!(ledger.external_bytes(), 0);
    }

    #[test]
    fn mappings_beyond_the_limit_are_refused() {
        let ledger = Ledger::new(2 * CHARGE_CHUNK_BYTES, 2 * CHARGE_CHUNK_BYTES, true);
        let (at, maps) = (mapping(&ledger, 4), ledger.mappings());
        assert_eq!(maps.touch_all(&ledger, at, 2 * CHARGE_CHUNK_BYTES), Ok(()));
        assert_eq!(
            maps.handle_fault(&ledger, at + 3 * CHARGE_CHUNK_BYTES, false),
            FaultOutcome::Refused(CHARGE_CHUNK_BYTES)
        );
        assert_eq!(
            maps.touch_all(&ledger, at + 3 * CHARGE_CHUNK_BYTES, 1),
            Err(CHARGE_CHUNK_BYTES)
        );
        assert_eq!(ledger.external_bytes(), 2 * CHARGE_CHUNK_BYTES as u64);
        assert_eq!(
            maps.handle_fault(&ledger, at + 3 * CHARGE_CHUNK_BYTES, true),
            FaultOutcome::Unlocked
        );
        touch_byte(at + 3 * CHARGE_CHUNK_BYTES);
    }

    #[test]
    fn protection_changes_keep_charges() {
        let ledger = Ledger::new(1 << 30, 1 << 30, true);
        let (at, maps) = (mapping(&ledger, 4), ledger.mappings());
        let set = |prot: i32| {
            // SAFETY: the range is memory of the test.
            match unsafe { libc::mprotect(at as *mut libc::c_void, 4 * CHARGE_CHUNK_BYTES, prot) } {
                0 => Ok(0),
                _ => Err(()),
            }
        };
        assert_eq!(maps.touch_all(&ledger, at, CHARGE_CHUNK_BYTES), Ok(()));
        touch_byte(at);
        maps.protect(at, 4 * CHARGE_CHUNK_BYTES, libc::PROT_READ, set).unwrap();
        assert_eq!(maps.handle_fault(&ledger, at, false), FaultOutcome::NotOurs);
        assert_eq!(
            maps.handle_fault(&ledger, at + CHARGE_CHUNK_BYTES, false),
            FaultOutcome::NotOurs
        );
        maps.protect(at, 4 * CHARGE_CHUNK_BYTES, RW, set).unwrap();
        touch_byte(at);
        assert_eq!(maps.writable_from(at + 10), 4 * CHARGE_CHUNK_BYTES - 10);
        assert_eq!(ledger.external_bytes(), CHARGE_CHUNK_BYTES as u64);
        assert_eq!(
            maps.handle_fault(&ledger, at + CHARGE_CHUNK_BYTES, false),
            FaultOutcome::Unlocked
        );
        touch_byte(at + CHARGE_CHUNK_BYTES);
    }

    #[test]
    fn mremap_moves_the_charges_of_a_mapping() {
        let ledger = Ledger::new(1 << 30, 1 << 30, true);
        let (at, maps) = (mapping(&ledger, 4), ledger.mappings());
        assert_eq!(maps.touch_all(&ledger, at + CHARGE_CHUNK_BYTES, CHARGE_CHUNK_BYTES), Ok(()));
        let to = mapping(&ledger, 8) + PAGE;
        let moved =
            maps.remap(&ledger, (at, 4 * CHARGE_CHUNK_BYTES), 6 * CHARGE_CHUNK_BYTES, || {
                Ok::<_, ()>(to as u64)
            });
        assert_eq!(moved, Ok(to as u64));
        assert_eq!(ledger.external_bytes(), CHARGE_CHUNK_BYTES as u64);
        assert_eq!(maps.handle_fault(&ledger, at, false), FaultOutcome::NotOurs);
        assert_eq!(maps.writable_from(to), 6 * CHARGE_CHUNK_BYTES);
        maps.unmap(&ledger, to + CHARGE_CHUNK_BYTES, CHARGE_CHUNK_BYTES / 2, ok_result).unwrap();
        assert_eq!(ledger.external_bytes(), CHARGE_CHUNK_BYTES as u64 / 2);
        maps.unmap(&ledger, to, 6 * CHARGE_CHUNK_BYTES, ok_result).unwrap();
        assert_eq!(ledger.external_bytes(), 0);
    }
}
