//! Random traces, judged by the detector and by the plain definition of a race ([`model`]).
//!
//! 1. **No false alarm**: each race that the detector reports is one by definition, and its other access was made by
//!    the goroutine, in the way and at the position that the report names.
//! 2. **Nothing is missed while four cells suffice**: [`model::Model`] counts the cells that a word would need if it
//!    had room for any number of them (one for each access that no later access subsumes). While that number was never
//!    above four, each racing access is reported at once, unless it repeats an access of its goroutine since its last
//!    release.
//! 3. Above four, cells are replaced at random: the share of racing words that are found has a floor.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod model;

use minigo_race::{
    AccessKind, Detector, Goroutine, Position, Race, Region, SlotLimits, SyncObjectKey,
};
use model::{ExpectedRaces, MAX_GOROUTINES, Model};
use std::collections::BTreeSet;

const REGION_START: usize = 0x5_0000;
const WORDS: usize = 3;
const MAX_LIVE_GOROUTINES: usize = 6;
/// The most steps of a trace.
const STEPS: usize = MAX_LIVE_GOROUTINES * 40;

/// SplitMix64: a generator of the tests' own, so that the code under test does not choose the tests.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * n as u128) >> 64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Counts over many traces.
#[derive(Default, Debug)]
struct Counts {
    racing_words: usize,
    found_words: usize,
    /// Racing accesses that do not repeat an access of their goroutine since its last release.
    racing_accesses: usize,
    found_accesses: usize,
    /// The racing accesses that the detector had to find.
    guaranteed_accesses: usize,
}

struct Trace<'a> {
    detector: Detector,
    model: Model,
    /// The goroutines by number.
    goroutines: Vec<Option<Box<Goroutine>>>,
    /// The holder of each word's lock.
    locks: [Option<usize>; WORDS],
    random: Random,
    seed: u64,
    /// Whether slots suffice, so that no race may be missed.
    must_find_all_races: bool,
    /// One access in this many is made without the word's lock.
    unlocked_odds: usize,
    racing_words: BTreeSet<usize>,
    found_words: BTreeSet<usize>,
    counts: &'a mut Counts,
}

fn lock_key(word: usize) -> SyncObjectKey {
    SyncObjectKey { addr: 0x100 + 8 * word, tag: 0 }
}

/// The two clocks of a word that is accessed atomically.
fn atomic_key(word: usize, tag: u8) -> SyncObjectKey {
    SyncObjectKey { addr: REGION_START + 8 * word, tag }
}

impl Trace<'_> {
    fn run(&mut self, restarts: bool) {
        self.start(None);
        // Most traces are short, because in short traces four cells suffice for each word.
        let steps = STEPS / [8, 8, 8, 4, 2, 1][self.random.below(6)];
        for _ in 0..steps {
            let alive: Vec<usize> =
                (0..self.goroutines.len()).filter(|g| self.goroutines[*g].is_some()).collect();
            if alive.is_empty() {
                break;
            }
            if restarts && (self.random.one_in(100) || self.detector.needs_restart()) {
                self.detector.restart(self.goroutines.iter_mut().flatten().map(|g| &mut **g));
                self.model.restart();
            }
            let g = alive[self.random.below(alive.len())];
            match self.random.below(20) {
                0 | 1
                    if alive.len() < MAX_LIVE_GOROUTINES
                        && self.goroutines.len() < MAX_GOROUTINES =>
                {
                    self.start(Some(g));
                }
                2 if !self.locks.contains(&Some(g)) && self.random.one_in(2) => {
                    self.detector.end_goroutine(self.goroutines[g].take().unwrap());
                }
                3 => {
                    let other = alive[self.random.below(alive.len())];
                    self.rendezvous(g, other);
                }
                4 => self.step_atomic(g),
                5 if self.random.one_in(3) => self.reset(),
                _ => self.access(g),
            }
        }
        self.counts.racing_words += self.racing_words.len();
        self.counts.found_words += self.found_words.len();
    }

    fn start(&mut self, maker: Option<usize>) {
        let (number, origin) = (self.goroutines.len(), self.random.below(9) as u64);
        let g = {
            let maker = maker.map(|maker| &mut **self.goroutines[maker].as_mut().unwrap());
            self.detector.start_goroutine(maker, number as u64 + 1, origin)
        };
        self.goroutines.push(Some(g));
        self.model.start(maker, number);
    }

    fn rendezvous(&mut self, a: usize, b: usize) {
        if a == b {
            return;
        }
        let (mut first, mut second) =
            (self.goroutines[a].take().unwrap(), self.goroutines[b].take().unwrap());
        if self.random.one_in(2) {
            self.detector.join_goroutines(&mut first, &mut second);
            self.model.rendezvous(a, b);
        } else {
            self.detector.join_from(&mut first, &mut second);
            self.model.join_from(a, b);
        }
        (self.goroutines[a], self.goroutines[b]) = (Some(first), Some(second));
    }

    /// An operation on one of a word's clocks, without an access.
    fn step_atomic(&mut self, g: usize) {
        let key = atomic_key(self.random.below(WORDS), self.random.below(2) as u8);
        let goroutine = self.goroutines[g].as_mut().unwrap();
        match self.random.below(5) {
            0 => {
                self.detector.acquire(goroutine, key);
                self.model.acquire(g, key);
            }
            1 => {
                self.detector.release(goroutine, key);
                self.model.release(g, key);
            }
            2 => {
                self.detector.release_store(goroutine, key);
                self.model.release_store(g, key);
            }
            3 => {
                self.detector.acquire_release(goroutine, key);
                self.model.acquire(g, key);
                self.model.release(g, key);
            }
            _ => {
                self.detector.forget_object(key);
                self.model.forget(key);
            }
        }
    }

    fn reset(&mut self) {
        let from = self.random.below(8 * WORDS);
        let end = from + self.random.below(8 * WORDS - from) + 1;
        self.detector.reset_memory(REGION_START + from, end - from);
        for (word, bytes) in words(from, end) {
            self.model.reset(word, bytes);
        }
        self.model.forget_keys(|key| (REGION_START + from..REGION_START + end).contains(&key.addr));
    }

    /// An access, mostly under the word's lock.
    fn access(&mut self, g: usize) {
        let word = self.random.below(WORDS);
        let careless = self.random.one_in(self.unlocked_odds);
        match self.locks[word] {
            None if !careless => {
                self.locks[word] = Some(g);
                self.detector.acquire(self.goroutines[g].as_mut().unwrap(), lock_key(word));
                self.model.acquire(g, lock_key(word));
            }
            Some(holder) if holder != g && !careless => return,
            _ => {}
        }
        for _ in 0..1 + self.random.below(3) {
            self.access_word(g, word);
        }
        if self.locks[word] == Some(g) && !self.random.one_in(3) {
            self.locks[word] = None;
            self.detector.release_store(self.goroutines[g].as_mut().unwrap(), lock_key(word));
            self.model.release_store(g, lock_key(word));
        }
    }

    fn access_word(&mut self, g: usize, word: usize) {
        let kinds = [
            AccessKind::Read,
            AccessKind::Read,
            AccessKind::Write,
            AccessKind::AtomicRead,
            AccessKind::AtomicWrite,
        ];
        let (kind, position) = (kinds[self.random.below(5)], self.random.below(3) as u32);
        let at = Position::new(position);
        let goroutine = self.goroutines[g].as_mut().unwrap();
        let (from, end, race);
        if self.random.one_in(8) {
            // Also touch bytes before and behind the words, which are not watched.
            (from, end) = (self.random.below(8 * WORDS), 8 * WORDS + 3);
            race = self.detector.record_bytes(goroutine, REGION_START + from, end - from, kind, at);
        } else {
            let size = 1 << self.random.below(4);
            from = 8 * word + self.random.below(8 / size) * size;
            end = from + size;
            race = self.detector.record_access(goroutine, REGION_START + from, size, kind, at);
        }
        let mut judged = Vec::new();
        for (word, bytes) in words(from, end.min(8 * WORDS)) {
            judged.push((word, self.model.access(g, word, bytes, kind, position)));
        }
        self.compare(kind, race.as_deref(), &judged);
    }

    fn compare(
        &mut self,
        kind: AccessKind,
        race: Option<&Race>,
        judged: &[(usize, ExpectedRaces)],
    ) {
        let seed = self.seed;
        for (word, judgement) in judged {
            if judgement.races.is_empty() {
                continue;
            }
            self.racing_words.insert(*word);
            if judgement.is_repeated {
                continue;
            }
            self.counts.racing_accesses += 1;
            self.counts.found_accesses += usize::from(race.is_some());
            if self.must_find_all_races && !judgement.overflowed {
                self.counts.guaranteed_accesses += 1;
                assert!(race.is_some(), "seed {seed}: missed {judgement:?}");
            }
        }
        let Some(race) = race else { return };
        let (word, byte) = ((race.addr - REGION_START) / 8, 1 << (race.addr % 8));
        let previous = &race.previous;
        let (_, judgement) = judged
            .iter()
            .find(|(w, _)| *w == word)
            .unwrap_or_else(|| panic!("seed {seed}: {race:?}"));
        // Several cells of a full word may have been united into one.
        let was_full = previous.position == Position::UNKNOWN && judgement.overflowed;
        let is_it = |access: &&model::Access| {
            access.bytes & byte != 0
                && access.kind == previous.kind
                && (access.position == previous.position.index() || was_full)
                && previous.owner.is_none_or(|owner| owner.id == access.goroutine as u64 + 1)
        };
        assert!(
            race.current_kind == kind && previous.touched_bytes & byte != 0,
            "seed {seed}: {race:?}"
        );
        assert!(
            judgement.races.iter().any(|access| is_it(&access)),
            "seed {seed}: {race:?} is none of {judgement:?}"
        );
        self.found_words.insert(word);
    }
}

/// The words that the bytes `from..end` touch, each with the mask of its bytes.
fn words(from: usize, end: usize) -> Vec<(usize, u8)> {
    let mut words = Vec::new();
    for word in from / 8..end.div_ceil(8) {
        let bytes = (0..8).filter(|b| (from..end).contains(&(8 * word + b))).map(|b| 1 << b).sum();
        words.push((word, bytes));
    }
    words
}

fn run(traces: u64, limits: SlotLimits, exact: bool, restarts: bool) -> Counts {
    let mut counts = Counts::default();
    for seed in 0..traces {
        let region = Region { start: REGION_START, bytes: 8 * WORDS };
        let mut random = Random(seed << 20);
        let careless = [1, 2, 5, 20, 100][random.below(5)];
        Trace {
            detector: Detector::with_limits(&[region], limits).unwrap(),
            model: Model::default(),
            goroutines: Vec::new(),
            locks: [None; WORDS],
            random,
            seed,
            must_find_all_races: exact,
            unlocked_odds: careless,
            racing_words: BTreeSet::new(),
            found_words: BTreeSet::new(),
            counts: &mut counts,
        }
        .run(restarts);
    }
    counts
}

fn percent(part: usize, whole: usize) -> usize {
    100 * part / whole
}

#[test]
fn races_are_those_of_the_definition() {
    let counts = run(20_000, SlotLimits::default(), true, false);
    assert!(counts.guaranteed_accesses > 40_000, "{counts:?}");
    assert!(percent(counts.found_words, counts.racing_words) >= 97, "{counts:?}");
    assert!(percent(counts.found_accesses, counts.racing_accesses) >= 88, "{counts:?}");
}

#[test]
fn goroutines_change_their_slots() {
    let counts = run(6_000, SlotLimits { slot_count: 512, last_tick: 2 }, true, false);
    assert!(counts.guaranteed_accesses > 12_000, "{counts:?}");
}

#[test]
fn shared_slots_invent_no_races() {
    for slots in [1, 2, 4] {
        let counts = run(2_000, SlotLimits { slot_count: slots, last_tick: 4 }, false, false);
        assert_eq!(counts.found_words > 0, slots > 1, "{counts:?}");
    }
}

#[test]
fn restarts_invent_no_races() {
    let counts = run(6_000, SlotLimits { slot_count: 512, last_tick: 3 }, true, true);
    assert!(counts.guaranteed_accesses > 20_000, "{counts:?}");
    let counts = run(2_000, SlotLimits { slot_count: 32, last_tick: 3 }, false, true);
    assert!(percent(counts.found_words, counts.racing_words) >= 90, "{counts:?}");
}
