//! Recording an access: comparing it with its word's cells, and storing it among them.
//!
//! A module of its own because of its invariant: after an access, some cell stands for each earlier access and each
//! byte of it, unless a cell had to be replaced. The cell that stands for an access is the access itself, or a later
//! access that is at least as strong and that the earlier one happened before. So each access that would race with the
//! earlier one races with the one that stands for it.
//!
//! Goroutines on several threads read and write the cells of a word without a lock; the crate's header explains why
//! that is safe. An empty cell is taken by an exchange: of two accesses at the same time to a word that no goroutine
//! has accessed before, the later exchange fails, and finds the other access. This is no rare case: both threads wait
//! for the same new page of the shadow memory, and go on together.

use crate::cell::Cell;
use crate::goroutine::Goroutine;
use crate::shadow::{CELLS_PER_WORD, Word};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Compares an access with the cells of its word, and stores it. Returns the first cell that it races with, or the
/// empty cell.
#[inline]
pub(crate) fn record_access(g: &mut Goroutine, word: &Word, new: Cell) -> Cell {
    g.note_access_in_epoch();
    if record_unshared(g, word, new) {
        return Cell::EMPTY;
    }
    // The fast path has checked the first two cells.
    if word[2..].iter().any(|place| Cell(place.load(Relaxed)).covers_cell(new)) {
        return Cell::EMPTY;
    }
    loop {
        let mut scan = CellComparison::of(new);
        for i in 0..CELLS_PER_WORD {
            scan.compare_cell(g, word, i);
        }
        if scan.store_cell(g, word) {
            return scan.race_cell;
        }
    }
}

/// Stores a cell in an empty place; returns false if another thread has taken the place.
#[inline(always)]
fn try_store_cell(place: &AtomicU64, cell: Cell) -> bool {
    place.compare_exchange(Cell::EMPTY.0, cell.0, Relaxed, Relaxed).is_ok()
}

/// Fast path: stores the access in a word whose cells are empty or the goroutine's own, as most words belong to one
/// goroutine. Returns false if the access has not been stored. The result is the same as that of [`CellComparison`], in
/// 8 instead of 12 ns.
#[inline(always)]
fn record_unshared(g: &Goroutine, word: &Word, new: Cell) -> bool {
    let [first, others @ ..] = word;
    let old = Cell(first.load(Relaxed));
    let is_alone = others.iter().fold(0, |all, place| all | place.load(Relaxed)) == 0;
    if !is_alone || old != Cell::EMPTY && old.slot() != g.slot() {
        return false;
    }
    if old.merges_with(new) {
        first.store(old.merge_with(new).0, Relaxed);
        return true;
    }
    if old == Cell::EMPTY {
        return try_store_cell(first, new);
    }
    let left =
        if new.kind().covers_kind(old.kind()) { old.without_bytes(new.bytes()) } else { old };
    if left == Cell::EMPTY {
        first.store(new.0, Relaxed);
        return true;
    }
    if left != old {
        first.store(left.0, Relaxed);
    }
    try_store_cell(&word[1], new)
}

/// For each set of places, as bits, a table from which a random number selects one of the places. A search for the n-th
/// bit would end at an unpredictable branch. (A table has 12 entries, since 12 is divisible by the size of each set.)
const PLACE_CHOICES_BY_SET: [[u8; 12]; 1 << CELLS_PER_WORD] = {
    let mut table = [[0; 12]; 1 << CELLS_PER_WORD];
    let mut set = 1;
    while set < table.len() {
        let (mut i, mut place) = (0, 0);
        while i < table[set].len() {
            if set >> place & 1 != 0 {
                table[set][i] = place as u8;
                i += 1;
            }
            place = (place + 1) % CELLS_PER_WORD;
        }
        set += 1;
    }
    table
};

/// The comparison of an access with a word's cells. Sets of places have one bit for each place.
struct CellComparison {
    new_cell: Cell,
    /// The access, extended by the bytes of cells with which it is merged.
    stored_cell: Cell,
    /// The first cell with which the access races.
    race_cell: Cell,
    free_cells: u32,
    /// The places of cells that `stored_cell` subsumes.
    subsumed_cells: u32,
    /// The places of weaker cells that have bytes which the access does not touch: cells whose accesses happened before
    /// this access, and other cells.
    weaker_earlier_cells: u32,
    weaker_concurrent_cells: u32,
}

impl CellComparison {
    const fn of(new: Cell) -> Self {
        Self {
            new_cell: new,
            stored_cell: new,
            race_cell: Cell::EMPTY,
            free_cells: 0,
            subsumed_cells: 0,
            weaker_earlier_cells: 0,
            weaker_concurrent_cells: 0,
        }
    }

    /// Compares the access with a cell.
    #[inline(always)]
    fn compare_cell(&mut self, g: &Goroutine, word: &Word, i: usize) {
        let (old, new, place) = (Cell(word[i].load(Relaxed)), self.new_cell, 1 << i);
        if old == Cell::EMPTY {
            self.free_cells |= place;
            return;
        }
        let weaker = new.kind().covers_kind(old.kind());
        if old.merges_with(new) {
            self.stored_cell = self.stored_cell.merge_with(old);
            self.subsumed_cells |= place;
        } else if !g.is_after(old) {
            if weaker {
                self.weaker_concurrent_cells |= place;
            }
            if self.race_cell == Cell::EMPTY && old.conflicts_with(new) {
                self.race_cell = old;
            }
        } else if weaker {
            // The access of the old cell happened before the new access.
            let left = old.without_bytes(new.bytes());
            if left == Cell::EMPTY {
                self.subsumed_cells |= place;
            } else {
                self.weaker_earlier_cells |= place;
                if left != old {
                    word[i].store(left.0, Relaxed);
                }
            }
        }
    }

    /// Stores the access. If no place is free, two cells that differ only in bytes and position are united into one,
    /// like the cells of bytes that were written one after the other. If there are no such two, a cell is lost. The
    /// lost cell is a weaker cell whose access happened before the new access, if there is one: most accesses that race
    /// with the lost one race with the new one too. If there is no such cell, the lost cell is any weaker cell, so that
    /// many readers do not replace the writer that they race with. If there is no weaker cell either, the lost cell is
    /// any cell. Returns false if another thread has taken the free place: the cells must be compared again.
    #[inline]
    fn store_cell(&self, g: &mut Goroutine, word: &Word) -> bool {
        if self.subsumed_cells == 0 && self.free_cells != 0 {
            return try_store_cell(
                &word[self.free_cells.trailing_zeros() as usize],
                self.stored_cell,
            );
        }
        let mut subsumed = self.subsumed_cells;
        let place = if subsumed != 0 {
            let first = subsumed.trailing_zeros();
            subsumed &= subsumed - 1;
            first as usize
        } else if let Some(place) = merge_cells_losing_position(g, word) {
            place
        } else {
            let all = (1 << CELLS_PER_WORD) - 1;
            let sets = [self.weaker_earlier_cells, self.weaker_concurrent_cells, all];
            let places = sets.into_iter().find(|places| *places != 0).unwrap_or(all);
            let choices = PLACE_CHOICES_BY_SET[places as usize];
            choices[g.rng.below(choices.len())].into()
        };
        word[place].store(self.stored_cell.0, Relaxed);
        while subsumed != 0 {
            word[subsumed.trailing_zeros() as usize].store(Cell::EMPTY.0, Relaxed);
            subsumed &= subsumed - 1;
        }
        true
    }
}

/// Unites two cells of a full word, so that no byte is lost, but the positions of the accesses are; returns the place
/// that becomes free. The function chooses cells of another goroutine whose accesses happened before the current
/// access, if there are any: a race with these is least likely.
#[cold]
fn merge_cells_losing_position(g: &Goroutine, word: &Word) -> Option<usize> {
    let cells = word.each_ref().map(|place| Cell(place.load(Relaxed)));
    let pairs = (0..CELLS_PER_WORD).flat_map(|j| (0..j).map(move |i| (i, j)));
    let harm = |cell: Cell| match (g.is_after(cell), cell.slot() == g.slot()) {
        (true, false) => 0,
        (true, true) => 1,
        (false, _) => 2,
    };
    let alike = pairs.filter(|&(i, j)| cells[i].has_same_epoch_and_kind(cells[j]));
    let (i, j) = alike.min_by_key(|&(i, _)| harm(cells[i]))?;
    word[i].store(cells[i].merge_losing_position(cells[j]).0, Relaxed);
    Some(j)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::{AccessKind, Position};
    use crate::detector::Detector;
    use crate::shadow::Region;
    use AccessKind::{AtomicRead, AtomicWrite, Read, Write};

    const REGION_START: usize = 0x7000;
    const SEEDS: u64 = if cfg!(miri) { 20 } else { 50 };

    fn detector() -> Detector {
        let second = Region { start: 0x100_0003, bytes: 10 };
        Detector::new(&[Region { start: REGION_START, bytes: 64 }, second]).unwrap()
    }

    fn position_at(position: u32) -> Position {
        Position::new(position)
    }

    /// The cells in use of a word.
    fn cells(detector: &Detector, addr: usize) -> Vec<Cell> {
        let word = detector.shadow.word_at(addr).unwrap();
        word.iter().map(|p| Cell(p.load(Relaxed))).filter(|c| *c != Cell::EMPTY).collect()
    }

    /// The bytes, kinds and positions of the cells.
    fn recorded_accesses(detector: &Detector, addr: usize) -> Vec<(u8, AccessKind, u32)> {
        cells(detector, addr).iter().map(|c| (c.bytes(), c.kind(), c.position().index())).collect()
    }

    #[test]
    fn bytes_of_an_epoch_share_a_cell() {
        let detector = detector();
        let mut g = detector.start_goroutine(None, 1, 0);
        for i in 0..8 {
            assert_eq!(
                detector.record_access(&mut g, REGION_START + i, 1, Write, position_at(5)),
                None
            );
        }
        assert_eq!(recorded_accesses(&detector, REGION_START), [(0xff, Write, 5)]);
        detector.record_access(&mut g, REGION_START + 8, 1, Write, position_at(5));
        detector.record_access(&mut g, REGION_START + 9, 1, Write, position_at(6));
        detector.record_access(&mut g, REGION_START + 10, 1, Read, position_at(5));
        assert_eq!(
            recorded_accesses(&detector, REGION_START + 8),
            [(1, Write, 5), (2, Write, 6), (4, Read, 5)]
        );
        // A merged cell is compared with the others byte by byte.
        detector.record_access(&mut g, REGION_START + 9, 2, Write, position_at(5));
        assert_eq!(recorded_accesses(&detector, REGION_START + 8), [(7, Write, 5)]);
    }

    #[test]
    fn accesses_to_all_bytes_of_a_word_are_kept() {
        let detector = detector();
        let mut main = detector.start_goroutine(None, 1, 0);
        for byte in 0..8 {
            detector.record_access(
                &mut main,
                REGION_START + byte,
                1,
                Write,
                position_at(byte as u32),
            );
        }
        let mut g = detector.start_goroutine(Some(&mut main), 2, 0);
        detector.record_access(&mut g, REGION_START, 1, Read, position_at(10));
        detector.record_access(&mut g, REGION_START + 1, 1, Read, position_at(11));
        let kept = recorded_accesses(&detector, REGION_START);
        assert!(kept.contains(&(1, Read, 10)) && kept.contains(&(2, Read, 11)), "{kept:?}");
        for byte in 2..8 {
            detector.record_access(
                &mut g,
                REGION_START + byte,
                1,
                Read,
                position_at(10 + byte as u32),
            );
        }
        let writes = cells(&detector, REGION_START).into_iter().filter(|cell| cell.kind() == Write);
        assert_eq!(writes.fold(0, |bytes, cell| bytes | cell.bytes()), 0xff);
        for byte in 0..8 {
            let race = detector
                .record_access(&mut main, REGION_START + byte, 1, Write, position_at(30))
                .unwrap();
            assert_eq!(race.previous.kind, Read);
            let position = race.previous.position;
            assert!([position_at(10 + byte as u32), Position::UNKNOWN].contains(&position));
        }
    }

    #[test]
    fn a_write_subsumes_what_happened_before() {
        let detector = detector();
        let mut a = detector.start_goroutine(None, 1, 0);
        detector.record_access(&mut a, REGION_START, 8, Write, position_at(1));
        let mut b = detector.start_goroutine(Some(&mut a), 2, 0);
        detector.record_access(&mut b, REGION_START, 4, Read, position_at(2));
        detector.record_access(&mut b, REGION_START, 8, AtomicRead, position_at(3));
        assert_eq!(cells(&detector, REGION_START).len(), 3);
        assert_eq!(detector.record_access(&mut b, REGION_START, 4, Write, position_at(4)), None);
        let kept = [(0xf0, Write, 1), (0x0f, Write, 4), (0xf0, AtomicRead, 3)];
        let mut all = recorded_accesses(&detector, REGION_START);
        all.sort_by_key(|(_, _, position)| [0, 1, 9, 3, 2][*position as usize]);
        assert_eq!(all, kept, "the write leaves other cells the bytes that it does not write");
        detector.record_access(&mut b, REGION_START, 8, Write, position_at(4));
        assert_eq!(recorded_accesses(&detector, REGION_START), [(0xff, Write, 4)]);
    }

    #[test]
    fn concurrent_and_stronger_cells_stay() {
        let detector = detector();
        let mut a = detector.start_goroutine(None, 1, 0);
        let mut b = detector.start_goroutine(Some(&mut a), 2, 0);
        detector.record_access(&mut a, REGION_START, 8, Read, position_at(1));
        detector.record_access(&mut b, REGION_START, 8, Read, position_at(2));
        assert_eq!(recorded_accesses(&detector, REGION_START), [(0xff, Read, 1), (0xff, Read, 2)]);
        detector.record_access(&mut b, REGION_START + 8, 8, AtomicWrite, position_at(1));
        detector.record_access(&mut b, REGION_START + 8, 8, Read, position_at(2));
        assert_eq!(
            recorded_accesses(&detector, REGION_START + 8).len(),
            2,
            "both accesses are recorded"
        );
    }

    /// Fills a word with a write and three reads by goroutines that do not know of each other; two of the reads race
    /// with the write.
    fn full_word(detector: &Detector) -> Vec<Goroutine> {
        let mut main = detector.start_goroutine(None, 1, 0);
        let mut all: Vec<_> =
            (2..8).map(|id| *detector.start_goroutine(Some(&mut main), id, 0)).collect();
        detector.record_access(&mut all[0], REGION_START, 8, Write, position_at(0));
        for g in &mut all[1..4] {
            detector.record_access(g, REGION_START, 8, Read, position_at(1));
        }
        assert_eq!(cells(detector, REGION_START).len(), CELLS_PER_WORD);
        all
    }

    #[test]
    fn reads_replace_reads() {
        for seed in 0..SEEDS {
            let detector = detector();
            let mut all = full_word(&detector);
            all[4].rng = crate::rng::Rng::new(seed);
            let race =
                detector.record_access(&mut all[4], REGION_START, 8, Read, position_at(2)).unwrap();
            assert_eq!(race.previous.kind, Write);
            let mut kinds: Vec<_> =
                cells(&detector, REGION_START).iter().map(|c| c.kind()).collect();
            kinds.sort_by_key(|kind| kind.is_write());
            assert_eq!(kinds, [Read, Read, Read, Write]);
        }
    }

    #[test]
    fn accesses_that_happened_before_are_replaced_first() {
        for seed in 0..SEEDS {
            let detector = detector();
            let mut all = full_word(&detector);
            let [one, .., last] = &mut all[1..5] else { panic!() };
            detector.join_goroutines(one, last);
            last.rng = crate::rng::Rng::new(seed);
            // One byte of the read that happened before is left.
            detector.record_access(last, REGION_START + 1, 4, Read, position_at(2));
            let positions: Vec<_> = recorded_accesses(&detector, REGION_START);
            let lost = positions.iter().filter(|(bytes, ..)| *bytes == 0xe1).count();
            assert_eq!((positions.len(), lost), (CELLS_PER_WORD, 0), "{positions:?}");
            assert_eq!(positions.iter().filter(|(bytes, ..)| *bytes == 0xff).count(), 3);
        }
    }

    #[test]
    fn places_are_chosen_evenly() {
        for (set, places) in PLACE_CHOICES_BY_SET.iter().enumerate().skip(1) {
            for place in 0..CELLS_PER_WORD {
                let count = places.iter().filter(|p| usize::from(**p) == place).count();
                let share = 12 / set.count_ones() as usize;
                assert_eq!(count, if set >> place & 1 == 0 { 0 } else { share }, "{set:04b}");
            }
        }
    }

    #[test]
    fn random_replacement_reaches_all_places() {
        let mut places = std::collections::BTreeSet::new();
        for seed in 0..SEEDS {
            let detector = detector();
            let mut all = full_word(&detector);
            all[4].rng = crate::rng::Rng::new(seed);
            detector.record_access(&mut all[4], REGION_START, 8, Write, position_at(2));
            places.insert(
                cells(&detector, REGION_START).iter().position(|c| c.position() == position_at(2)),
            );
        }
        assert_eq!(places.len(), CELLS_PER_WORD);
    }

    #[test]
    fn ranges_touch_their_bytes_only() {
        // Miri takes a second for each case.
        let step = if cfg!(miri) { 6 } else { 1 };
        for from in (0..17).step_by(step) {
            for bytes in (0..20).step_by(step) {
                let detector = detector();
                let mut g = detector.start_goroutine(None, 1, 0);
                detector.record_bytes(&mut g, REGION_START + from, bytes, Write, position_at(0));
                for byte in 0..40 {
                    let cells = cells(&detector, REGION_START + byte);
                    let touched = cells.iter().any(|c| c.bytes() >> (byte % 8) & 1 != 0);
                    let expected = (from..from + bytes).contains(&byte);
                    assert_eq!(touched, expected, "byte {byte} of {bytes} at {from}");
                }
            }
        }
    }

    #[test]
    fn ranges_end_with_their_region() {
        let detector = detector();
        let mut g = detector.start_goroutine(None, 1, 0);
        detector.record_bytes(&mut g, REGION_START - 100, 1000, Write, position_at(0));
        assert_eq!(
            (
                recorded_accesses(&detector, REGION_START).len(),
                recorded_accesses(&detector, REGION_START + 63).len()
            ),
            (1, 1)
        );
        assert!(
            detector.record_access(&mut g, REGION_START + 64, 8, Write, position_at(0)).is_none()
        );
        assert!(detector.shadow.word_at(REGION_START + 64).is_none());
        assert!(detector.shadow.word_at(REGION_START - 1).is_none());
        // The second region, rounded to words.
        detector.record_bytes(&mut g, 0, usize::MAX, Read, position_at(0));
        assert_eq!(recorded_accesses(&detector, 0x100_0000), [(0xff, Read, 0)]);
        assert_eq!(recorded_accesses(&detector, 0x100_000f), [(0xff, Read, 0)]);
        assert!(detector.shadow.word_at(0x100_0010).is_none());
    }
}
