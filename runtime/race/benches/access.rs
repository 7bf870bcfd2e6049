//! Nanoseconds per access and per synchronisation: repeated accesses, first accesses of an epoch, loops over bytes and
//! words, locks, starts and ends of goroutines.
//!
//! `cargo bench -p minigo-race [-- NAME]`. Each figure is the best of five runs.

use minigo_race::{AccessKind, Detector, Goroutine, Position, Region, SyncObjectKey};
use std::hint::black_box;
use std::io::Write;
use std::time::Instant;

const REGION_START: usize = 0xc0_0000_0000;
const REGION_BYTES: usize = 64 << 20;

struct Bench {
    detector: Detector,
    g: Box<Goroutine>,
    other_goroutine: Box<Goroutine>,
}

impl Bench {
    fn access(&mut self, at: usize, size: usize, kind: AccessKind) {
        let race = self.detector.record_access(
            &mut self.g,
            REGION_START + at,
            size,
            kind,
            Position::new(7),
        );
        assert!(race.is_none());
    }

    fn begin_epoch(&mut self) {
        self.detector.join_goroutines(&mut self.g, &mut self.other_goroutine);
    }
}

type Run = fn(&mut Bench) -> usize;

const RUNS: &[(&str, Run)] = &[
    ("repeated write of a word", |b| {
        for _ in 0..1 << 20 {
            b.access(black_box(64), 8, AccessKind::Write);
        }
        1 << 20
    }),
    ("repeated read of 4 KB written in an earlier epoch", |b| {
        for at in (0..4096).step_by(8) {
            b.access(at, 8, AccessKind::Write);
        }
        b.begin_epoch();
        for _ in 0..1 << 11 {
            for at in (0..4096).step_by(8) {
                b.access(black_box(at), 8, AccessKind::Read);
            }
        }
        1 << 20
    }),
    ("first write of a word in an epoch (4 KB)", |b| {
        for _ in 0..1 << 11 {
            b.begin_epoch();
            for at in (0..4096).step_by(8) {
                b.access(black_box(at), 8, AccessKind::Write);
            }
        }
        1 << 20
    }),
    ("write of each byte, a new epoch each 4 KB", |b| {
        for _ in 0..1 << 8 {
            b.begin_epoch();
            for at in 0..4096 {
                b.access(black_box(at), 1, AccessKind::Write);
            }
        }
        1 << 20
    }),
    ("sieve: writes of bytes with strides, 256 KB", |b| {
        let (mut count, size) = (0, 256 << 10);
        b.begin_epoch();
        for i in 2..512 {
            for at in (i * i..size).step_by(i) {
                b.access(black_box(at), 1, AccessKind::Write);
                count += 1;
            }
        }
        count
    }),
    ("first touch of fresh shadow memory, a word", |b| {
        b.detector.reset_memory(REGION_START, REGION_BYTES);
        for at in (0..4 << 20).step_by(8) {
            b.access(black_box(at), 8, AccessKind::Write);
        }
        (4 << 20) / 8
    }),
    ("word of a repeated range of 4 KB", |b| {
        for _ in 0..1 << 11 {
            let position = Position::new(7);
            let race = b.detector.record_bytes(
                &mut b.g,
                REGION_START + black_box(0),
                4096,
                AccessKind::Write,
                position,
            );
            assert!(race.is_none());
        }
        1 << 20
    }),
    ("read of 4 KB that eight goroutines read", |b| {
        for at in (0..4096).step_by(8) {
            b.access(at, 8, AccessKind::Write);
        }
        let mut readers: Vec<_> =
            (0..8).map(|id| b.detector.start_goroutine(Some(&mut b.g), id, 0)).collect();
        for _ in 0..1 << 8 {
            for g in &mut readers {
                for at in (REGION_START..REGION_START + 4096).step_by(8) {
                    let at = black_box(at);
                    let race =
                        b.detector.record_access(g, at, 8, AccessKind::Read, Position::new(7));
                    assert!(race.is_none());
                }
            }
        }
        1 << 20
    }),
    ("lock, write, unlock by two goroutines in turn", |b| {
        let key = SyncObjectKey { addr: REGION_START + 4096, tag: 0 };
        for _ in 0..1 << 16 {
            b.detector.acquire(&mut b.g, key);
            b.access(black_box(64), 8, AccessKind::Write);
            b.detector.release_store(&mut b.g, key);
            std::mem::swap(&mut b.g, &mut b.other_goroutine);
        }
        1 << 16
    }),
    ("lock, write, unlock", |b| {
        let key = SyncObjectKey { addr: REGION_START + 4096, tag: 0 };
        for _ in 0..1 << 16 {
            b.detector.acquire(&mut b.g, key);
            b.access(black_box(64), 8, AccessKind::Write);
            b.detector.release_store(&mut b.g, key);
        }
        1 << 16
    }),
    ("start and end of a goroutine", |b| {
        for id in 0..1 << 14 {
            let mut child = b.detector.start_goroutine(Some(&mut b.g), id, 0);
            b.detector.join_from(&mut b.g, &mut child);
            b.detector.end_goroutine(child);
        }
        1 << 14
    }),
];

fn main() {
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let mut out = std::io::stdout();
    for (name, run) in RUNS {
        if wanted.as_ref().is_some_and(|wanted| !name.contains(wanted.as_str())) {
            continue;
        }
        let best = (0..5).map(|_| measure_once(*run)).fold(f64::INFINITY, f64::min);
        writeln!(out, "{best:8.2} ns  {name}").expect("stdout is open");
    }
}

fn measure_once(run: Run) -> f64 {
    let detector = Detector::new(&[Region { start: REGION_START, bytes: REGION_BYTES }])
        .expect("address space");
    let mut g = detector.start_goroutine(None, 1, 0);
    let other = detector.start_goroutine(Some(&mut g), 2, 0);
    let mut bench = Bench { detector, g, other_goroutine: other };
    let before = Instant::now();
    let count = run(&mut bench);
    before.elapsed().as_nanos() as f64 / count as f64
}
