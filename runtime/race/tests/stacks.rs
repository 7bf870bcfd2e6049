//! Tests of the calls under which earlier accesses were made: reports show the right calls, or none.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo_race::{
    AccessKind, CELLS_PER_WORD, Call, Detector, Frames, Goroutine, MAX_CALLS, SlotLimits,
    SyncObjectKey,
};
use minigo_race::{Position, Race, Region, Site};
use std::sync::atomic::Ordering::Relaxed;

const REGION_START: usize = 0xc0_0000_0000;
const REGION: Region = Region { start: REGION_START, bytes: 1 << 20 };
const KEY: SyncObjectKey = SyncObjectKey { addr: REGION_START + 4000, tag: 0 };

/// A stack: each frame's base and the return place of its call, the outermost first.
type Stack = Vec<(u32, u32)>;

/// An access at a position under a stack.
#[derive(Clone, Copy)]
struct SiteUnderStack<'a, const CAN_MERGE: bool = false>(u32, &'a [(u32, u32)]);

impl<'a, const MERGED: bool> Site for SiteUnderStack<'a, MERGED> {
    type Frames = Self;

    fn position(self) -> Position {
        Position::new(self.0)
    }

    fn frames(self) -> Self {
        self
    }
}

impl<const MERGED: bool> Frames for SiteUnderStack<'_, MERGED> {
    const CAN_MERGE_ACCESSES: bool = MERGED;

    fn innermost_base(self) -> Option<u32> {
        Some(self.1.last().map_or(0, |frame| frame.0))
    }

    fn calls_match_frames(self) -> bool {
        true
    }

    fn holds_call(self, call: Call) -> bool {
        self.1.contains(&(call.base, call.return_place))
    }

    fn each_call(self, mut visit: impl FnMut(Call) -> bool) {
        self.1.iter().rev().all(|&(base, place)| visit(Call { base, return_place: place }));
    }
}

fn return_places(stack: &Stack) -> Option<Vec<u32>> {
    (stack.len() <= MAX_CALLS).then(|| stack.iter().rev().map(|frame| frame.1).collect())
}

fn write(
    detector: &Detector,
    g: &mut Goroutine,
    word: usize,
    at: SiteUnderStack<'_>,
) -> Option<Box<Race>> {
    detector.record_access(g, REGION_START + 8 * word, 8, AccessKind::Write, at)
}

fn write_byte(detector: &Detector, g: &mut Goroutine, byte: usize, at: impl Site) {
    assert_eq!(detector.record_access(g, REGION_START + byte, 1, AccessKind::Write, at), None);
}

/// The calls of the earlier access with which a stranger's read of a byte races.
fn calls_of(detector: &Detector, byte: usize) -> Option<Vec<u32>> {
    let mut stranger = detector.start_goroutine(None, 99, 0);
    let race = detector.record_access(
        &mut stranger,
        REGION_START + byte,
        1,
        AccessKind::Read,
        Position::new(99),
    );
    race.unwrap().previous.call_places
}

fn new_detector() -> Detector {
    let detector = Detector::new(&[REGION]).unwrap();
    detector.expect_concurrency();
    detector
}

/// A generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// The shape of a random test: how many words the goroutine accesses, how deep it calls, and one of how many steps is a
/// release.
struct WorkloadParameters {
    words: usize,
    depth: usize,
    release_odds: usize,
}

/// Epoch, position and calls of a write.
type RecordedWrite = (usize, u32, Option<Vec<u32>>);

/// A goroutine calls, returns, writes and releases at random; a stranger then writes all words. Returns the number of
/// found stacks that are known, and the number of all found stacks: each known one must be that of the first write in
/// the word's last epoch.
fn count_known_stacks(
    detector: &Detector,
    random: &mut Random,
    shape: &WorkloadParameters,
) -> (usize, usize) {
    let mut g = detector.start_goroutine(None, 1, 0);
    let (mut stack, mut epoch): (Stack, usize) = (Vec::new(), 0);
    let mut first: Vec<Option<RecordedWrite>> = vec![None; shape.words];
    for _ in 0..if cfg!(miri) { 300 } else { 6000 } {
        match random.below(10) {
            0..4 if stack.len() < shape.depth => {
                let base = stack.last().map_or(2, |frame| frame.0) + 3;
                stack.push((base, random.below(3) as u32));
            }
            0..6 => stack.truncate(stack.len().saturating_sub(1 + random.below(3))),
            _ if random.below(shape.release_odds) == 0 => {
                detector.release(&mut g, KEY);
                epoch += 1;
            }
            _ => {
                let (word, position) = (random.below(shape.words), random.below(4) as u32);
                assert_eq!(write(detector, &mut g, word, SiteUnderStack(position, &stack)), None);
                if first[word].as_ref().is_none_or(|first| first.0 != epoch) {
                    first[word] = Some((epoch, position, return_places(&stack)));
                }
            }
        }
    }
    let mut stranger = detector.start_goroutine(None, 2, 0);
    let (mut known, mut all) = (0, 0);
    for (word, first) in first.into_iter().enumerate() {
        let Some((_, position, calls)) = first else { continue };
        let previous =
            write(detector, &mut stranger, word, SiteUnderStack(9, &[])).unwrap().previous;
        assert_eq!(previous.position.index(), position);
        all += usize::from(calls.is_some());
        if previous.call_places.is_some() {
            assert_eq!(previous.call_places, calls, "word {word}");
            known += 1;
        }
    }
    detector.end_goroutine(g);
    detector.end_goroutine(stranger);
    (known, all)
}

#[test]
fn a_found_stack_is_correct_or_absent() {
    let shapes = [
        WorkloadParameters { words: 100, depth: 8, release_odds: 5 },
        WorkloadParameters { words: 2000, depth: 12, release_odds: 200 },
        // The stack is deeper than the greatest number of calls that the detector records.
        WorkloadParameters { words: 100, depth: 400, release_odds: 10 },
        WorkloadParameters { words: 5, depth: 70, release_odds: 3 },
    ];
    for (seed, shape) in shapes.iter().enumerate() {
        let mut sum = (0, 0);
        for round in 0..if cfg!(miri) { 1 } else { 20 } {
            let limits = SlotLimits { last_tick: 50 + 1000 * round, ..SlotLimits::default() };
            let detector = Detector::with_limits(&[REGION], limits).unwrap();
            detector.expect_concurrency();
            let mut random = Random((1000 * seed + usize::from(round)) as u64);
            let (known, all) = count_known_stacks(&detector, &mut random, shape);
            sum = (sum.0 + known, sum.1 + all);
        }
        assert!(sum.0 * 10 >= sum.1 * 9 && sum.1 > 0 || cfg!(miri), "{seed}: {sum:?} are known");
    }
}

#[test]
fn a_deep_stack_is_unknown_while_it_is_deep() {
    let detector = new_detector();
    let mut g = detector.start_goroutine(None, 1, 0);
    let deep: Stack = (1..=100).map(|i| (3 * i, i)).collect();
    for (word, depth) in [64, 65, 100, 80, 64, 3].into_iter().enumerate() {
        write(&detector, &mut g, word, SiteUnderStack(7, &deep[..depth]));
        let wanted = return_places(&deep[..depth].to_vec());
        assert_eq!(calls_of(&detector, 8 * word), wanted, "{depth}");
    }
}

#[test]
fn each_word_of_an_epoch_has_its_stack() {
    let detector = new_detector();
    let mut a = detector.start_goroutine(None, 1, 0);
    let (one, other) = ([(3, 1)], [(3, 2)]);
    for word in 0..400 {
        write(
            &detector,
            &mut a,
            word,
            SiteUnderStack(7, if word % 2 == 0 { &one } else { &other }),
        );
    }
    let found = [200, 201].map(|word| calls_of(&detector, 8 * word));
    assert_eq!(found, [Some(vec![1]), Some(vec![2])]);
}

#[test]
fn stacks_are_recorded_for_the_bytes_accessed_under_them() {
    let detector = new_detector();
    let mut a = detector.start_goroutine(None, 1, 0);
    let (one, other) = ([(3, 1)], [(3, 2)]);
    for (byte, stack) in [(0, &one), (1, &one), (2, &other)] {
        write_byte(&detector, &mut a, byte, SiteUnderStack::<false>(7, stack));
        assert_eq!(calls_of(&detector, byte), Some(vec![stack[0].1]));
    }
    assert_eq!(calls_of(&detector, 0), None, "a later note has replaced this note");
    write_byte(&detector, &mut a, 9, SiteUnderStack::<false>(7, &one));
    write_byte(&detector, &mut a, 8, SiteUnderStack::<false>(7, &one));
    assert_eq!([8, 9].map(|byte| calls_of(&detector, byte)), [Some(vec![1]), Some(vec![1])]);
}

/// Machine code merges accesses to further bytes of a word into the cell of an access by the same activation of a
/// function.
#[test]
fn a_stack_is_known_for_merged_bytes() {
    let detector = new_detector();
    let mut a = detector.start_goroutine(None, 1, 0);
    let (one, other) = ([(3, 1)], [(3, 2)]);
    let merge = |byte: usize| {
        let (_, cells) = detector.first_region();
        // SAFETY: the cells are those of a watched word.
        let cell = unsafe { cells.add(byte / 8 * CELLS_PER_WORD).as_ref() };
        cell.fetch_or(1 << (minigo_race::cell::BYTE_MASK_SHIFT + byte as u32 % 8), Relaxed);
    };
    write_byte(&detector, &mut a, 0, SiteUnderStack::<true>(7, &one));
    merge(3);
    assert_eq!([0, 3].map(|byte| calls_of(&detector, byte)), [Some(vec![1]), Some(vec![1])]);
    // It is not known to which of the two calls a further merged access belongs.
    write_byte(&detector, &mut a, 4, SiteUnderStack::<true>(7, &other));
    merge(5);
    assert_eq!([0, 3, 4, 5].map(|byte| calls_of(&detector, byte)), [const { None }; 4]);
    // The calls are also unknown if the first access was not merged, or was made under unknown calls.
    write_byte(&detector, &mut a, 8, SiteUnderStack::<false>(7, &other));
    write_byte(&detector, &mut a, 9, SiteUnderStack::<true>(7, &one));
    assert_eq!([8, 9].map(|byte| calls_of(&detector, byte)), [const { None }; 2]);
    write_byte(&detector, &mut a, 16, Position::new(7));
    write_byte(&detector, &mut a, 17, SiteUnderStack::<true>(7, &one));
    assert_eq!([16, 17].map(|byte| calls_of(&detector, byte)), [const { None }; 2]);
    // If the calls are equal, merging does not matter.
    write_byte(&detector, &mut a, 24, SiteUnderStack::<false>(7, &one));
    write_byte(&detector, &mut a, 25, SiteUnderStack::<true>(7, &one));
    merge(26);
    assert_eq!(
        [24, 25, 26].map(|byte| calls_of(&detector, byte)),
        [const { 1 }; 3].map(|one| Some(vec![one]))
    );
}

#[test]
fn accesses_before_the_second_goroutine_are_not_recorded() {
    let detector = Detector::new(&[REGION]).unwrap();
    let mut a = detector.start_goroutine(None, 1, 0);
    write(&detector, &mut a, 0, SiteUnderStack(7, &[(3, 1)]));
    assert_eq!(calls_of(&detector, 0), None);
    let _b = detector.start_goroutine(Some(&mut a), 2, 0);
    write(&detector, &mut a, 1, SiteUnderStack(7, &[(3, 1)]));
    assert_eq!(calls_of(&detector, 8), Some(vec![1]));
}

#[test]
fn earlier_notes_are_forgotten() {
    let mut detector = new_detector();
    let mut a = detector.start_goroutine(None, 1, 0);
    write(&detector, &mut a, 0, SiteUnderStack(7, &[(3, 1)]));
    detector.restart([&mut *a]);
    // The goroutine has the same slot and tick again.
    detector.record_access(&mut a, REGION_START, 8, AccessKind::Write, Position::new(7));
    assert_eq!(calls_of(&detector, 0), None);
    write(&detector, &mut a, 1, SiteUnderStack(7, &[(3, 1)]));
    assert_eq!(calls_of(&detector, 8), Some(vec![1]), "the calls are still known");
    detector.end_goroutine(a);
    assert!(detector.renew_for(&[REGION]));
    detector.expect_concurrency();
    let mut a = detector.start_goroutine(None, 1, 0);
    detector.record_access(&mut a, REGION_START + 8, 8, AccessKind::Write, Position::new(7));
    assert_eq!(calls_of(&detector, 8), None);
}

#[test]
fn stacks_for_which_there_is_no_room_are_unknown() {
    let detector = new_detector();
    let mut a = detector.start_goroutine(None, 1, 0);
    let count = if cfg!(miri) { 2000 } else { 700_000 };
    for place in 0..count {
        write(&detector, &mut a, place as usize % 100, SiteUnderStack(7, &[(3, place)]));
        detector.release(&mut a, KEY);
    }
    let known = (0..100).filter(|word| calls_of(&detector, 8 * word).is_some());
    assert!(known.count() < 50);
    for place in [0, count + 7] {
        write(&detector, &mut a, 200, SiteUnderStack(7, &[(3, place)]));
        assert_eq!(calls_of(&detector, 1600), (place == 0).then(|| vec![place]));
        detector.release(&mut a, KEY);
    }
}

/// Two threads write notes at the same places.
#[test]
fn threads_do_not_mix_their_stacks() {
    let region = Region { start: REGION_START, bytes: 1 << 30 };
    let detector = Detector::new(&[region]).unwrap();
    detector.expect_concurrency();
    let rounds = if cfg!(miri) { 200 } else { 100_000 };
    let known: usize = std::thread::scope(|scope| {
        let detector = &detector;
        let threads = [1, 2].map(|id: u64| {
            scope.spawn(move || {
                let (mut g, mut random) = (detector.start_goroutine(None, id, 0), Random(id));
                let mut known = 0;
                for _ in 0..rounds {
                    let (word, position) = (random.below(8), random.below(4) as u32);
                    // In some rounds, use words whose notes have the same places.
                    let word = word << (18 * random.below(2));
                    let stack = [(3, id as u32 * 100 + position)];
                    if let Some(race) =
                        write(detector, &mut g, word, SiteUnderStack(position, &stack))
                    {
                        let Race { previous, .. } = *race;
                        let place = previous.owner.unwrap().id as u32 * 100;
                        let wanted = vec![place + previous.position.index()];
                        known += usize::from(previous.call_places.is_some());
                        assert_eq!(previous.call_places.unwrap_or(wanted.clone()), wanted);
                    }
                    if random.below(20) == 0 {
                        detector
                            .release(&mut g, SyncObjectKey { addr: REGION_START, tag: id as u8 });
                    }
                }
                known
            })
        });
        threads.map(|thread| thread.join().unwrap()).iter().sum()
    });
    assert!(known > 0);
}
