//! Shadow memory: four cells for each 8-byte word of watched memory.
//!
//! A module of its own because only here an address is turned into a place in a mapping.

use crate::cell::Cell;
use crate::os::Mapping;
use parking_lot::Mutex;
use std::io;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// How many bytes a word has.
pub const WORD_BYTES: usize = 8;
/// How many cells a word has.
pub const CELLS_PER_WORD: usize = 4;
/// How many bytes of shadow memory a byte of memory needs.
const SHADOW_SCALE: usize = CELLS_PER_WORD * size_of::<AtomicU64>() / WORD_BYTES;

/// The size in bytes from which [`Shadow::reset_words`] frees shadow pages instead of writing zeros.
const MIN_FREED_BYTES: usize = 64 << 10;

/// The address of the first region's cells, if it is free: machine code that contains their address can then be kept
/// from one run to the next. The address is far above all heaps, and below the end of the address space of user
/// programs on x86-64 (2^47); where that end is lower (2^39 on some aarch64), the kernel chooses the address.
const FIRST_CELLS_ADDRESS: usize = 16 << 40;

/// A range of addresses whose accesses the detector checks: `bytes` bytes from address `start` on. The memory need not
/// be mapped yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    /// The address of the first byte.
    pub start: usize,
    /// The size in bytes.
    pub bytes: usize,
}

impl Region {
    /// The start and size, with both ends rounded to words; `None` if the region exceeds the address space.
    fn rounded_to_words(&self) -> Option<(usize, usize)> {
        let start = self.start / WORD_BYTES * WORD_BYTES;
        let end = self.start.checked_add(self.bytes)?.checked_next_multiple_of(WORD_BYTES)?;
        Some((start, end - start))
    }
}

/// The cells of a word. Zero is an empty cell; the cells are used in any order.
pub(crate) type Word = [AtomicU64; CELLS_PER_WORD];

/// A region and the mapping of its cells.
#[derive(Debug)]
struct WatchedRegion {
    start: usize,
    bytes: usize,
    /// The address, in `mapping`, of the cells of the first word.
    cells: NonNull<Word>,
    mapping: Mapping,
}

// SAFETY: `cells` points into `mapping`, which is `Send` and `Sync`, and is only read as atomics.
unsafe impl Send for WatchedRegion {}
// SAFETY: as above.
unsafe impl Sync for WatchedRegion {}

impl WatchedRegion {
    /// Watches a region, with both ends rounded to words. The cells lie at address `at` if that is free.
    fn new(region: Region, at: usize) -> io::Result<Self> {
        let too_large = || io::Error::from(io::ErrorKind::InvalidInput);
        let (start, bytes) = region.rounded_to_words().ok_or_else(too_large)?;
        let mapping = Mapping::reserve(at, bytes.checked_mul(SHADOW_SCALE).ok_or_else(too_large)?)?;
        Ok(Self { start, bytes, cells: mapping.start().cast(), mapping })
    }

    #[inline(always)]
    fn word_at(&self, addr: usize) -> Option<&Word> {
        let at = addr.wrapping_sub(self.start);
        if at < self.bytes {
            // SAFETY: the mapping has a `Word` for each word of the region, zeroed, which all access as atomics.
            Some(unsafe { self.cells.add(at / WORD_BYTES).as_ref() })
        } else {
            None
        }
    }

    /// The cells of the words that the bytes `from..end` of the region touch.
    fn words_between(&self, from: usize, end: usize) -> &[Word] {
        let first = (from - self.start) / WORD_BYTES;
        let count = (end - self.start).div_ceil(WORD_BYTES) - first;
        // SAFETY: as in `word_at`; `common_part` has made `from..end` lie in the region.
        unsafe { std::slice::from_raw_parts(self.cells.add(first).as_ptr(), count) }
    }

    /// The part of `bytes` bytes from `addr` on that lies in this region: first address and end.
    fn common_part(&self, addr: usize, bytes: usize) -> Option<(usize, usize)> {
        let from = addr.max(self.start);
        let end = addr.saturating_add(bytes).min(self.start + self.bytes);
        (from < end).then_some((from, end))
    }

    fn reset_words(&self, from: usize, end: usize) {
        let (first, last) = (from.next_multiple_of(WORD_BYTES), end / WORD_BYTES * WORD_BYTES);
        if first > last {
            // The range lies within one word.
            return self.reset_bytes(from, end);
        }
        self.reset_bytes(from, first);
        self.reset_bytes(last, end);
        if last - first >= MIN_FREED_BYTES {
            self.mapping
                .give_back((first - self.start) * SHADOW_SCALE, (last - first) * SHADOW_SCALE);
            return;
        }
        for place in self.words_between(first, last).iter().flatten() {
            place.store(0, Relaxed);
        }
    }

    /// Removes bytes of one word from its cells.
    fn reset_bytes(&self, from: usize, end: usize) {
        if from == end {
            return;
        }
        let bytes = crate::cell::byte_mask(from % WORD_BYTES, end - from);
        for place in self.word_at(from).into_iter().flatten() {
            let left = Cell(place.load(Relaxed)).without_bytes(bytes);
            place.store(left.0, Relaxed);
        }
    }
}

/// How many words have their cells in one page of the most common size.
const WORDS_OF_PAGE: u64 = 4096 / size_of::<Word>() as u64;

/// The most pages (16 MB of cells) that are emptied one by one; more are freed together.
const MAX_SINGLY_RESET_PAGES: usize = 4096;

/// The pages of cells that were written since all were emptied. Freeing memory stops all threads of the process for a
/// moment, which takes longer than a short run of a program.
#[derive(Debug)]
struct WrittenPages {
    /// For each page a byte: whether the page is in the list.
    listed_flags: Mapping,
    page_numbers: Mutex<Vec<u32>>,
}

impl WrittenPages {
    /// Creates the record for this many words.
    fn new(words: u64) -> io::Result<Self> {
        let pages = words.div_ceil(WORDS_OF_PAGE).max(1);
        Ok(Self {
            listed_flags: Mapping::reserve(0, pages as usize)?,
            page_numbers: Mutex::default(),
        })
    }

    fn listed_flag(&self, page: u32) -> &AtomicU8 {
        // SAFETY: the mapping has a byte for the page of each word, zero at first, and all access it as an atomic.
        unsafe { self.listed_flags.start().cast::<AtomicU8>().add(page as usize).as_ref() }
    }

    /// Lists the page of a word's cells. Relaxed: the list is read while no goroutine runs. Two threads may list a page
    /// twice.
    fn note_page(&self, word: u64) {
        let page = (word / WORDS_OF_PAGE) as u32;
        if self.listed_flag(page).load(Relaxed) == 0 {
            self.listed_flag(page).store(1, Relaxed);
            self.page_numbers.lock().push(page);
        }
    }

    fn take_pages(&self) -> Vec<u32> {
        let list = std::mem::take(&mut *self.page_numbers.lock());
        list.iter().for_each(|&page| self.listed_flag(page).store(0, Relaxed));
        list
    }
}

/// The cells of all watched memory.
#[derive(Debug)]
pub(crate) struct Shadow {
    /// The first region, without an indirection: nearly all accesses are to it.
    main_region: WatchedRegion,
    other_regions: Box<[WatchedRegion]>,
    /// The written pages, for a detector that is renewed often.
    written_pages: Option<Box<WrittenPages>>,
}

impl Shadow {
    pub(crate) fn new(regions: &[Region]) -> io::Result<Self> {
        let mut all = regions.iter().filter(|r| r.bytes != 0).copied();
        let first = WatchedRegion::new(
            all.next().ok_or(io::ErrorKind::InvalidInput)?,
            FIRST_CELLS_ADDRESS,
        )?;
        let all = all.map(|region| WatchedRegion::new(region, 0));
        Ok(Self {
            main_region: first,
            other_regions: all.collect::<io::Result<_>>()?,
            written_pages: None,
        })
    }

    /// Keeps a list of the written pages from now on. No page may be written yet.
    pub(crate) fn track_written_pages(&mut self) -> io::Result<()> {
        let words = self.regions().map(|watched| watched.bytes / WORD_BYTES).sum::<usize>() as u64;
        self.written_pages = Some(Box::new(WrittenPages::new(words)?));
        Ok(())
    }

    fn regions(&self) -> impl Iterator<Item = &WatchedRegion> {
        std::iter::once(&self.main_region).chain(&self.other_regions)
    }

    /// Called before a cell of the word at this address is written.
    #[inline(always)]
    pub(crate) fn note_written(&self, addr: usize) {
        if let Some(touched) = &self.written_pages {
            touched.note_page(self.word_number(addr));
        }
    }

    /// The cells of the word that contains this address, if it is watched.
    #[inline(always)]
    pub(crate) fn word_at(&self, addr: usize) -> Option<&Word> {
        match self.main_region.word_at(addr) {
            Some(word) => Some(word),
            None => self.word_in_other_regions(addr),
        }
    }

    #[cold]
    #[inline(never)]
    fn word_in_other_regions(&self, addr: usize) -> Option<&Word> {
        self.other_regions.iter().find_map(|watched| watched.word_at(addr))
    }

    /// The number of the word at a watched address.
    #[inline(always)]
    pub(crate) fn word_number(&self, addr: usize) -> u64 {
        let at = addr.wrapping_sub(self.main_region.start);
        if at < self.main_region.bytes {
            return (at / WORD_BYTES) as u64;
        }
        self.word_number_in_other_regions(addr)
    }

    #[cold]
    #[inline(never)]
    fn word_number_in_other_regions(&self, addr: usize) -> u64 {
        let mut before = self.main_region.bytes;
        for watched in &self.other_regions {
            let at = addr.wrapping_sub(watched.start);
            if at < watched.bytes {
                return ((before + at) / WORD_BYTES) as u64;
            }
            before += watched.bytes;
        }
        unreachable!("{addr:#x} is not watched")
    }

    /// The cells of `N` words from this address on, if all are in the first region.
    #[inline(always)]
    pub(crate) fn consecutive_words<const N: usize>(&self, addr: usize) -> Option<&[Word; N]> {
        let at = addr.wrapping_sub(self.main_region.start);
        if at < self.main_region.bytes.saturating_sub((N - 1) * WORD_BYTES) {
            // SAFETY: as in `WatchedRegion::word_at`, for each of the words.
            Some(unsafe { self.main_region.cells.add(at / WORD_BYTES).cast().as_ref() })
        } else {
            None
        }
    }

    /// The watched parts of `bytes` bytes from `addr` on: first address, end, and their words' cells.
    pub(crate) fn watched_parts(
        &self,
        addr: usize,
        bytes: usize,
    ) -> impl Iterator<Item = (usize, usize, &[Word])> {
        std::iter::once(&self.main_region).chain(&self.other_regions).filter_map(move |watched| {
            let (from, end) = watched.common_part(addr, bytes)?;
            Some((from, end, watched.words_between(from, end)))
        })
    }

    /// The first region with the address of its first cell.
    pub(crate) fn first_region(&self) -> (Region, NonNull<AtomicU64>) {
        let WatchedRegion { start, bytes, cells, .. } = self.main_region;
        (Region { start, bytes }, cells.cast())
    }

    /// Watches these regions instead, with all cells empty; returns false if they have other sizes.
    pub(crate) fn watch_instead(&mut self, regions: &[Region]) -> bool {
        let wanted: Option<Vec<_>> = regions
            .iter()
            .filter(|region| region.bytes != 0)
            .map(Region::rounded_to_words)
            .collect();
        let Some(wanted) = wanted else { return false };
        if !self.regions().map(|watched| watched.bytes).eq(wanted.iter().map(|(_, bytes)| *bytes)) {
            return false;
        }
        self.reset_all();
        let all = std::iter::once(&mut self.main_region).chain(&mut self.other_regions);
        all.zip(wanted).for_each(|(watched, (start, _))| watched.start = start);
        true
    }

    /// Empties the cells of these bytes.
    pub(crate) fn reset_words(&self, addr: usize, bytes: usize) {
        for watched in self.regions() {
            if let Some((from, end)) = watched.common_part(addr, bytes) {
                watched.reset_words(from, end);
            }
        }
    }

    /// Empties all cells of all regions.
    pub(crate) fn reset_all(&self) {
        match self.written_pages.as_ref().map(|touched| touched.take_pages()) {
            Some(list) if list.len() <= MAX_SINGLY_RESET_PAGES => {
                list.into_iter().for_each(|page| self.reset_page(u64::from(page)));
            }
            _ => self.regions().for_each(|w| w.mapping.give_back(0, w.bytes * SHADOW_SCALE)),
        }
    }

    /// Empties one page of cells, whose words may be of one region or of several.
    fn reset_page(&self, page: u64) {
        let (first, end) = (page * WORDS_OF_PAGE, (page + 1) * WORDS_OF_PAGE);
        let mut before = 0;
        for watched in self.regions() {
            let words = (watched.bytes / WORD_BYTES) as u64;
            let from = first.max(before).min(before + words);
            let to = end.clamp(from, before + words);
            let address = |number: u64| watched.start + (number - before) as usize * WORD_BYTES;
            for cell in watched.words_between(address(from), address(to)).iter().flatten() {
                cell.store(0, Relaxed);
            }
            before += words;
        }
    }
}
