//! The page heap: free ranges of pages, by size and by address. The page heap knows neither spans nor objects: ranges
//! are added, joined with their neighbours, and taken again.

use crate::size::PAGE;
use std::collections::{BTreeMap, BTreeSet};

/// Free ranges of one kind.
#[derive(Default)]
struct Ranges {
    by_base: BTreeMap<usize, usize>,
    by_size: BTreeSet<(usize, usize)>,
    bytes: usize,
}

impl Ranges {
    /// Adds a range and joins it with its neighbours.
    fn add(&mut self, mut base: usize, mut size: usize) {
        self.bytes += size;
        if let Some((&before, &len)) = self.by_base.range(..base).next_back()
            && before + len == base
        {
            self.remove_range(before, len);
            base = before;
            size += len;
        }
        if let Some(&len) = self.by_base.get(&(base + size)) {
            self.remove_range(base + size, len);
            size += len;
        }
        self.by_base.insert(base, size);
        self.by_size.insert((size, base));
    }

    fn remove_range(&mut self, base: usize, size: usize) {
        self.by_base.remove(&base);
        self.by_size.remove(&(size, base));
    }

    /// Takes `bytes` bytes from the smallest range that is large enough.
    fn take_range(&mut self, bytes: usize) -> Option<usize> {
        let &(size, base) = self.by_size.range((bytes, 0)..).next()?;
        self.remove_range(base, size);
        if size > bytes {
            self.by_base.insert(base + bytes, size - bytes);
            self.by_size.insert((size - bytes, base + bytes));
        }
        self.bytes -= bytes;
        Some(base)
    }

    /// Takes at most `most` bytes from the largest range.
    fn take_largest(&mut self, most: usize) -> Option<(usize, usize)> {
        let &(size, base) = self.by_size.last()?;
        self.remove_range(base, size);
        let taken = size.min(most);
        if size > taken {
            self.by_base.insert(base + taken, size - taken);
            self.by_size.insert((size - taken, base + taken));
        }
        self.bytes -= taken;
        Some((base, taken))
    }
}

/// All free pages. Pages that were used and not freed since are kept separately: they are resident, and not zero.
#[derive(Default)]
pub(crate) struct FreePages {
    dirty_ranges: Ranges,
    clean_ranges: Ranges,
}

impl FreePages {
    /// Adds pages that are not resident and read as zero.
    pub(crate) fn add_clean(&mut self, base: usize, size: usize) {
        self.clean_ranges.add(base, size);
    }

    /// Adds pages that were used.
    pub(crate) fn add_used(&mut self, base: usize, size: usize) {
        self.dirty_ranges.add(base, size);
    }

    /// Takes `bytes` bytes; returns their address and whether they must be zeroed.
    pub(crate) fn take_pages(&mut self, bytes: usize) -> Option<(usize, bool)> {
        if let Some(base) = self.dirty_ranges.take_range(bytes) {
            return Some((base, true));
        }
        self.clean_ranges.take_range(bytes).map(|base| (base, false))
    }

    /// Calls `visit` for each free range.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(usize, usize)) {
        let all = self.dirty_ranges.by_base.iter().chain(&self.clean_ranges.by_base);
        all.for_each(|(&base, &size)| visit(base, size));
    }

    /// The bytes that are free but still resident.
    pub(crate) fn retained_bytes(&self) -> usize {
        self.dirty_ranges.bytes
    }

    /// Returns memory to the operating system through `give`, until at most `keep` bytes are retained.
    pub(crate) fn release_above(&mut self, keep: usize, mut give: impl FnMut(usize, usize)) {
        while self.dirty_ranges.bytes > keep {
            let most = self.dirty_ranges.bytes - keep;
            let Some((base, size)) = self.dirty_ranges.take_largest(most.next_multiple_of(PAGE))
            else {
                return;
            };
            give(base, size);
            self.clean_ranges.add(base, size);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_joined_and_the_smallest_fit_is_taken() {
        let mut pages = FreePages::default();
        pages.add_used(0, 10);
        pages.add_used(20, 10);
        pages.add_used(10, 10);
        pages.add_used(100, 12);
        assert_eq!(pages.take_pages(11), Some((100, true)));
        assert_eq!(pages.take_pages(30), Some((0, true)));
        assert_eq!(pages.take_pages(2), None);
        assert_eq!(pages.retained_bytes(), 1);
    }

    #[test]
    fn released_pages_read_as_zero() {
        let mut pages = FreePages::default();
        pages.add_used(0, 10);
        pages.add_clean(10, 10);
        assert_eq!(pages.take_pages(20), None);
        let mut given = Vec::new();
        pages.release_above(0, |base, size| given.push((base, size)));
        assert_eq!(given, [(0, 10)]);
        assert_eq!(pages.take_pages(20), Some((0, false)));
    }
}
