//! Tests of each operation: the accesses that it orders, and the contents of the report of a race.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo_race::{
    AccessKind, Detector, Goroutine, HeldLock, Position, Race, Region, SlotLimits, SyncObjectKey,
};

const REGION_START: usize = 0xc0_0000_0000;
const REGION_BYTES: usize = if cfg!(miri) { 4096 } else { 1 << 20 };
const MUTEX: SyncObjectKey = SyncObjectKey { addr: REGION_START + 512, tag: 0 };

fn detector() -> Detector {
    Detector::new(&[Region { start: REGION_START, bytes: REGION_BYTES }]).unwrap()
}

fn access(
    detector: &Detector,
    g: &mut Goroutine,
    at: usize,
    kind: AccessKind,
) -> Option<Box<Race>> {
    detector.record_access(g, REGION_START + at, 8, kind, Position::new(at as u32))
}

/// Two goroutines that know nothing of each other; the first has written.
fn writer_and_other(detector: &Detector) -> (Box<Goroutine>, Box<Goroutine>) {
    let (mut a, b) = (detector.start_goroutine(None, 1, 0), detector.start_goroutine(None, 2, 0));
    assert_eq!(access(detector, &mut a, 0, AccessKind::Write), None);
    (a, b)
}

#[test]
fn a_race_report_names_goroutines_and_positions() {
    let detector = detector();
    let mut main = detector.start_goroutine(None, 1, 70);
    let mut a = detector.start_goroutine(Some(&mut main), 2, 71);
    detector.record_access(
        &mut a,
        REGION_START + 16,
        4,
        AccessKind::AtomicWrite,
        Position::new(99),
    );
    let race = detector
        .record_access(&mut main, REGION_START + 18, 4, AccessKind::Read, Position::new(5))
        .unwrap();
    assert_eq!((race.addr, race.current_kind), (REGION_START + 18, AccessKind::Read));
    let previous = race.previous;
    let owner = previous.owner.unwrap();
    assert_eq!((owner.id, owner.creation_place, owner.creator), (2, 71, 1));
    assert_eq!(
        (previous.kind, previous.position.index(), previous.touched_bytes),
        (AccessKind::AtomicWrite, 99, 0x0f)
    );
    // The goroutine is known after its end.
    detector.end_goroutine(a);
    let race = detector
        .record_access(&mut main, REGION_START + 16, 1, AccessKind::Write, Position::new(5))
        .unwrap();
    assert_eq!(race.previous.owner, Some(owner));
}

/// The locks that were held at the earlier access, according to a report.
fn locks_of(race: Option<Box<Race>>) -> Option<Vec<usize>> {
    let held = race.expect("a race").previous.held_locks?;
    Some(held.iter().map(|held| held.addr).collect())
}

#[test]
fn a_race_report_names_the_held_locks() {
    let detector = detector();
    let (mut a, mut b) =
        (detector.start_goroutine(None, 1, 0), detector.start_goroutine(None, 2, 0));
    let held = HeldLock { addr: MUTEX.addr, lock_place: 7, for_reading: false };
    access(&detector, &mut a, 0, AccessKind::Write);
    detector.acquire(&mut a, MUTEX);
    detector.note_lock(&mut a, held);
    access(&detector, &mut a, 8, AccessKind::Write);
    assert_eq!(detector.held_locks(&a), [held]);
    assert!(!detector.note_unlock(&mut a, MUTEX.addr, true), "the mutex is not held for reading");
    assert!(detector.note_unlock(&mut a, MUTEX.addr, false));
    detector.release(&mut a, MUTEX);
    access(&detector, &mut a, 16, AccessKind::Write);
    detector.end_goroutine(a);
    let [before, under, behind] =
        [0, 8, 16].map(|at| access(&detector, &mut b, at, AccessKind::Read));
    assert_eq!(locks_of(before), Some(vec![]));
    assert_eq!(locks_of(under), Some(vec![MUTEX.addr]));
    assert_eq!(locks_of(behind), Some(vec![]));
}

#[test]
fn accesses_under_a_lock_are_released_with_it() {
    let detector = detector();
    let (mut a, mut b) =
        (detector.start_goroutine(None, 1, 0), detector.start_goroutine(None, 2, 0));
    for g in [&mut a, &mut b] {
        detector.acquire(g, MUTEX);
        detector.note_lock(g, HeldLock { addr: MUTEX.addr, lock_place: 0, for_reading: false });
        assert_eq!(access(&detector, g, 0, AccessKind::Write), None);
        detector.note_unlock(g, MUTEX.addr, false);
        detector.release_store(g, MUTEX);
    }
}

#[test]
fn locks_are_known_after_a_change_of_slot() {
    let limits = SlotLimits { last_tick: 3, ..SlotLimits::default() };
    let detector =
        Detector::with_limits(&[Region { start: REGION_START, bytes: REGION_BYTES }], limits)
            .unwrap();
    let mut a = detector.start_goroutine(None, 1, 0);
    detector.note_lock(&mut a, HeldLock { addr: 8, lock_place: 0, for_reading: true });
    for _ in 0..5 {
        access(&detector, &mut a, 0, AccessKind::Write);
        detector.release(&mut a, MUTEX);
    }
    access(&detector, &mut a, 8, AccessKind::Write);
    let mut b = detector.start_goroutine(None, 2, 0);
    assert_eq!(locks_of(access(&detector, &mut b, 8, AccessKind::Read)), Some(vec![8]));
}

#[test]
fn a_go_statement_orders_earlier_accesses_before_the_goroutine() {
    let detector = detector();
    let mut main = detector.start_goroutine(None, 1, 0);
    access(&detector, &mut main, 0, AccessKind::Write);
    let mut child = detector.start_goroutine(Some(&mut main), 2, 0);
    assert_eq!(access(&detector, &mut child, 0, AccessKind::Write), None);
    access(&detector, &mut main, 8, AccessKind::Write);
    assert!(
        access(&detector, &mut child, 8, AccessKind::Read).is_some(),
        "written behind the go statement"
    );
    assert!(access(&detector, &mut main, 0, AccessKind::Read).is_some(), "the child's write");
}

#[test]
fn release_and_acquire() {
    let detector = detector();
    let (mut a, mut b) = writer_and_other(&detector);
    detector.acquire(&mut b, MUTEX);
    detector.release(&mut a, MUTEX);
    detector.acquire(&mut b, SyncObjectKey { tag: 1, ..MUTEX });
    assert!(access(&detector, &mut b, 0, AccessKind::Read).is_some(), "another key");
    detector.acquire(&mut b, MUTEX);
    assert_eq!(access(&detector, &mut b, 0, AccessKind::Write), None);
    access(&detector, &mut a, 8, AccessKind::Write);
    assert!(access(&detector, &mut b, 8, AccessKind::Read).is_some(), "written behind the release");
}

#[test]
fn release_keeps_and_release_store_replaces() {
    for store in [false, true] {
        let detector = detector();
        let (mut a, mut b) = writer_and_other(&detector);
        let mut c = detector.start_goroutine(None, 3, 0);
        detector.release(&mut a, MUTEX);
        access(&detector, &mut c, 8, AccessKind::Write);
        if store {
            detector.release_store(&mut c, MUTEX);
        } else {
            detector.release(&mut c, MUTEX);
        }
        detector.acquire(&mut b, MUTEX);
        assert_eq!(access(&detector, &mut b, 8, AccessKind::Read), None);
        assert_eq!(access(&detector, &mut b, 0, AccessKind::Read).is_some(), store);
    }
}

#[test]
fn acquire_release_does_both() {
    let detector = detector();
    let (mut a, mut b) = writer_and_other(&detector);
    let mut c = detector.start_goroutine(None, 3, 0);
    detector.release(&mut a, MUTEX);
    access(&detector, &mut b, 8, AccessKind::Write);
    detector.acquire_release(&mut b, MUTEX);
    assert_eq!(access(&detector, &mut b, 0, AccessKind::Read), None);
    detector.acquire(&mut c, MUTEX);
    assert_eq!(access(&detector, &mut c, 0, AccessKind::AtomicRead), None);
    assert_eq!(access(&detector, &mut c, 8, AccessKind::Write), None);
}

#[test]
fn a_channel_rendezvous_orders_both_goroutines() {
    let detector = detector();
    let (mut a, mut b) = writer_and_other(&detector);
    access(&detector, &mut b, 8, AccessKind::Write);
    detector.join_goroutines(&mut a, &mut b);
    assert_eq!(access(&detector, &mut a, 8, AccessKind::Write), None);
    assert_eq!(access(&detector, &mut b, 0, AccessKind::Write), None);
    assert!(
        access(&detector, &mut a, 0, AccessKind::Write).is_some(),
        "written behind the meeting"
    );
}

#[test]
fn join_from_orders_in_one_direction_only() {
    let detector = detector();
    let (mut a, mut b) = writer_and_other(&detector);
    access(&detector, &mut b, 8, AccessKind::Write);
    detector.join_from(&mut b, &mut a);
    assert_eq!(access(&detector, &mut b, 0, AccessKind::Write), None);
    assert!(access(&detector, &mut a, 8, AccessKind::Read).is_some());
    access(&detector, &mut a, 16, AccessKind::Write);
    assert!(access(&detector, &mut b, 16, AccessKind::Read).is_some(), "written behind");
}

#[test]
fn acquiring_a_forgotten_object_orders_nothing() {
    let forgets: [fn(&Detector); 4] = [
        |d| d.forget_object(MUTEX),
        |d| d.forget_range(MUTEX.addr - 3, 4),
        |d| d.reset_memory(MUTEX.addr, 8),
        |d| d.reset_memory(REGION_START + 256, REGION_BYTES - 256),
    ];
    for (i, forget) in forgets.into_iter().enumerate() {
        let detector = detector();
        let (mut a, mut b) = writer_and_other(&detector);
        detector.release(&mut a, MUTEX);
        assert_eq!(detector.object_count(), 1);
        forget(&detector);
        assert_eq!(detector.object_count(), 0, "{i}");
        detector.acquire(&mut b, MUTEX);
        assert!(access(&detector, &mut b, 0, AccessKind::Read).is_some(), "{i}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "the test needs much mapped memory")]
fn freed_memory_has_no_past() {
    // The last range is so large that its shadow pages are freed.
    for (from, bytes) in [(0, 8), (8, 64), (4096, 200_000)] {
        let detector = detector();
        let (mut a, mut b) =
            (detector.start_goroutine(None, 1, 0), detector.start_goroutine(None, 2, 0));
        let all = Position::UNKNOWN;
        assert_eq!(
            detector.record_bytes(&mut a, REGION_START, REGION_BYTES, AccessKind::Write, all),
            None
        );
        detector.reset_memory(REGION_START + from, bytes);
        assert_eq!(
            detector.record_bytes(&mut b, REGION_START + from, bytes, AccessKind::Write, all),
            None
        );
        let behind =
            detector.record_access(&mut b, REGION_START + from + bytes, 1, AccessKind::Write, all);
        assert!(behind.is_some(), "{bytes} bytes at {from}: the next word");
        if from > 0 {
            let before =
                detector.record_access(&mut b, REGION_START + from - 1, 1, AccessKind::Write, all);
            assert!(before.is_some(), "{bytes} bytes at {from}: the word before");
        }
    }
}

#[test]
fn freeing_bytes_keeps_the_cells_of_neighbouring_bytes() {
    for from in 0..9 {
        for bytes in 0..18 {
            let detector = detector();
            let (mut a, mut b) =
                (detector.start_goroutine(None, 1, 0), detector.start_goroutine(None, 2, 0));
            detector.record_bytes(&mut a, REGION_START, 32, AccessKind::Write, Position::UNKNOWN);
            detector.reset_memory(REGION_START + from, bytes);
            for byte in 0..32 {
                let race = detector.record_access(
                    &mut b,
                    REGION_START + byte,
                    1,
                    AccessKind::Read,
                    Position::UNKNOWN,
                );
                let freed = (from..from + bytes).contains(&byte);
                assert_eq!(race.is_none(), freed, "byte {byte}; {bytes} freed at {from}");
            }
        }
    }
}

#[test]
fn a_goroutine_changes_its_slot() {
    let limits = SlotLimits { slot_count: 1000, last_tick: 3 };
    let detector =
        Detector::with_limits(&[Region { start: REGION_START, bytes: REGION_BYTES }], limits)
            .unwrap();
    let mut a = detector.start_goroutine(None, 1, 10);
    let mut friend = detector.start_goroutine(None, 2, 0);
    let mut stranger = detector.start_goroutine(None, 3, 0);
    for i in 0..50 {
        assert_eq!(access(&detector, &mut a, 8 * i, AccessKind::Write), None);
        detector.release(&mut a, MUTEX);
    }
    detector.acquire(&mut friend, MUTEX);
    for i in 0..50 {
        // `a` races with none of its own accesses in the slots that it had, whether or not other goroutines learned of
        // them.
        assert_eq!(access(&detector, &mut a, 8 * i, AccessKind::Write), None, "{i}");
        detector.release(&mut a, MUTEX);
        detector.acquire(&mut friend, MUTEX);
        assert_eq!(access(&detector, &mut friend, 8 * i, AccessKind::Read), None, "{i}");
        let race = access(&detector, &mut stranger, 8 * i, AccessKind::Read).unwrap();
        assert_eq!(race.previous.owner.unwrap().id, 1, "{i}");
    }
}

#[test]
fn slots_that_run_out_ask_for_a_restart() {
    let limits = SlotLimits { slot_count: 64, ..SlotLimits::default() };
    let detector =
        Detector::with_limits(&[Region { start: REGION_START, bytes: REGION_BYTES }], limits)
            .unwrap();
    let mut main = detector.start_goroutine(None, 1, 0);
    let mut parked = detector.start_goroutine(Some(&mut main), 2, 0);
    access(&detector, &mut parked, 0, AccessKind::Write);
    // No goroutine learns of the ends of these goroutines.
    let mut id = 2;
    while !detector.needs_restart() && id < 1000 {
        id += 1;
        let mut g = detector.start_goroutine(Some(&mut main), id, 0);
        access(&detector, &mut g, 8, AccessKind::Write);
        detector.end_goroutine(g);
    }
    assert!((50..64).contains(&id), "{id}");
    detector.release(&mut parked, MUTEX);
    detector.restart([&mut *main, &mut *parked]);
    assert!(!detector.needs_restart());
    assert_eq!(detector.object_count(), 0);
    assert_eq!(
        access(&detector, &mut main, 8, AccessKind::Write),
        None,
        "earlier accesses are discarded"
    );
    let race = access(&detector, &mut parked, 8, AccessKind::Write).unwrap();
    assert_eq!(race.previous.owner.unwrap().id, 1);
}

#[test]
fn a_goroutine_that_a_restart_was_not_given_leaves_no_slot() {
    let detector = detector();
    let (old, mut main) =
        (detector.start_goroutine(None, 1, 0), detector.start_goroutine(None, 2, 0));
    detector.restart([&mut *main]);
    detector.end_goroutine(old);
    let mut other = detector.start_goroutine(None, 3, 0);
    access(&detector, &mut main, 0, AccessKind::Write);
    assert!(
        access(&detector, &mut other, 0, AccessKind::Write).is_some(),
        "the goroutines have different slots"
    );
}

#[test]
fn goroutines_without_slots_invent_nothing() {
    let limits = SlotLimits { slot_count: 3, ..SlotLimits::default() };
    let detector =
        Detector::with_limits(&[Region { start: REGION_START, bytes: REGION_BYTES }], limits)
            .unwrap();
    let mut all: Vec<_> = (1..6).map(|id| detector.start_goroutine(None, id, 0)).collect();
    let [a, _, c, d, e] = &mut all[..] else { panic!() };
    access(&detector, c, 0, AccessKind::Write);
    assert_eq!(
        access(&detector, d, 0, AccessKind::Write),
        None,
        "the race is missed: both goroutines have the same slot"
    );
    let race = access(&detector, a, 0, AccessKind::Read).unwrap();
    assert_eq!(race.previous.owner, None);
    // `e` repeats an access of `c` in the same epoch; a goroutine that learns from `e` knows of that access.
    access(&detector, c, 8, AccessKind::Write);
    access(&detector, e, 8, AccessKind::Write);
    detector.release(e, MUTEX);
    detector.acquire(a, MUTEX);
    assert_eq!(access(&detector, a, 8, AccessKind::Read), None);
}

#[test]
#[cfg_attr(miri, ignore = "the test needs much mapped memory")]
fn a_dropped_detector_releases_its_memory() {
    // 256 times 1 TB: twice the address space of a process.
    for _ in 0..256 {
        let region = Region { start: REGION_START, bytes: 1 << 38 };
        let detector = Detector::new(&[region]).unwrap();
        let mut g = detector.start_goroutine(None, 1, 0);
        detector.record_access(
            &mut g,
            REGION_START + (1 << 37),
            8,
            AccessKind::Write,
            Position::UNKNOWN,
        );
    }
}

#[test]
#[cfg_attr(miri, ignore = "the test needs much mapped memory")]
fn regions_that_cannot_be_watched() {
    assert!(Detector::new(&[]).is_err());
    assert!(Detector::new(&[Region { start: REGION_START, bytes: 0 }]).is_err());
    assert!(Detector::new(&[Region { start: 0, bytes: 1 << 60 }]).is_err());
    assert!(Detector::new(&[Region { start: 100, bytes: usize::MAX }]).is_err());
}

#[test]
fn machine_code_finds_cells_and_epochs() {
    let detector = detector();
    let mut g = detector.start_goroutine(None, 1, 0);
    detector.record_access(&mut g, REGION_START + 40, 8, AccessKind::Write, Position::new(3));
    let (region, cells) = detector.first_region();
    assert_eq!(region, Region { start: REGION_START, bytes: REGION_BYTES });
    // SAFETY: the cells of word 5, in a mapping that lives as long as the detector.
    let cell = unsafe { cells.add(5 * minigo_race::CELLS_PER_WORD).as_ref() };
    // SAFETY: the epoch is a word at this offset.
    let epoch = unsafe { (&raw const *g).byte_add(Goroutine::EPOCH_OFFSET).cast::<u64>().read() };
    let low =
        3 << minigo_race::cell::POSITION_SHIFT | 0xff << minigo_race::cell::BYTE_MASK_SHIFT | 3;
    assert_eq!(cell.load(std::sync::atomic::Ordering::Relaxed), epoch | low);
}

#[test]
fn goroutines_that_have_ended_release_for_finalizers() {
    let detector = detector();
    let key = SyncObjectKey { addr: 1, tag: 9 };
    let mut other = detector.start_goroutine(None, 2, 0);
    assert_eq!(access(&detector, &mut other, 0, AccessKind::Write), None);
    detector.end_goroutine(other);
    detector.release_for_ended_goroutines(key);
    let mut finalizer = detector.start_goroutine(None, 3, 0);
    let mut stranger = detector.start_goroutine(None, 4, 0);
    detector.acquire(&mut finalizer, key);
    assert_eq!(access(&detector, &mut finalizer, 0, AccessKind::Read), None);
    assert!(access(&detector, &mut stranger, 0, AccessKind::Read).is_some());
}

#[test]
fn a_timer_function_sees_writes_before_its_start() {
    let detector = detector();
    let key = SyncObjectKey { addr: REGION_START + 8, tag: 3 };
    let mut main = detector.start_goroutine(None, 1, 0);
    assert_eq!(access(&detector, &mut main, 0, AccessKind::Write), None);
    detector.release(&mut main, key);
    assert_eq!(access(&detector, &mut main, 8, AccessKind::Write), None);
    let mut timer = detector.start_goroutine_after(key, 2, 0);
    assert_eq!(access(&detector, &mut timer, 0, AccessKind::Write), None);
    assert!(access(&detector, &mut timer, 8, AccessKind::Write).is_some());
    assert_eq!(timer.owner().id, 2);
}

#[test]
fn a_renewed_detector_is_like_a_new_one() {
    check_renewed(Ok);
    check_renewed(Detector::into_renewable);
}

fn check_renewed(prepared: impl Fn(Detector) -> std::io::Result<Detector>) {
    let place =
        |start| [Region { start: REGION_START, bytes: REGION_BYTES }, Region { start, bytes: 64 }];
    let [old, new] = [REGION_START - 4096, REGION_START - 8192];
    let mut detector = prepared(Detector::new(&place(old)).unwrap()).unwrap();
    let write = |detector: &Detector, g: &mut Goroutine, addr| {
        detector.record_access(g, addr, 8, AccessKind::Write, Position::new(1))
    };
    let (mut a, mut b) =
        (detector.start_goroutine(None, 1, 0), detector.start_goroutine(None, 2, 0));
    for addr in [REGION_START, old] {
        write(&detector, &mut a, addr);
        assert!(write(&detector, &mut b, addr).is_some());
    }
    detector.end_goroutine(a);
    detector.end_goroutine(b);
    assert!(
        !detector
            .renew_for(&[Region { start: REGION_START, bytes: REGION_BYTES + 8 }, place(new)[1]])
    );
    assert!(detector.renew_for(&place(new)));
    let (mut a, mut b) =
        (detector.start_goroutine(None, 3, 0), detector.start_goroutine(None, 4, 0));
    for addr in [REGION_START, new] {
        assert_eq!(write(&detector, &mut a, addr), None, "accesses from before are forgotten");
        assert!(write(&detector, &mut b, addr).is_some());
    }
    write(&detector, &mut a, old);
    assert_eq!(write(&detector, &mut b, old), None, "the memory is not watched any more");
}
