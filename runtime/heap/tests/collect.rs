//! Collects random graphs of objects and compares the result with a model of reachability.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo_heap::{Cache, Desc, Heap, MarkTotals, Marker, Object, PAGE};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex};

/// A small random generator: the test is the same every time.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) as usize % n
    }
}

/// All words of marked objects are pointers.
fn scan(m: &mut Marker, o: Object) {
    for word in 0..o.size / 8 {
        // SAFETY: the address lies within the object.
        m.mark_word(unsafe { (o.base as *const u64).add(word).read() });
    }
}

fn add_totals(sum: &mut MarkTotals, part: MarkTotals) {
    sum.marked_objects = sum.marked_objects.wrapping_add(part.marked_objects);
    sum.marked_bytes = sum.marked_bytes.wrapping_add(part.marked_bytes);
}

/// Marks and sweeps; returns the marked counts.
fn collect(heap: &Heap, caches: &mut [Cache], roots: &[u64], workers: usize) -> MarkTotals {
    heap.sweep();
    let freed = heap.begin_marking();
    caches.iter_mut().for_each(Cache::begin_marking);
    drop(freed);
    heap.expect_workers(workers);
    let mut first = heap.marker(workers == 1);
    roots.iter().for_each(|&r| first.mark_word(r));
    let mut marked = MarkTotals::default();
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..workers)
            .map(|_| {
                scope.spawn(|| {
                    let mut marker = heap.marker(false);
                    marker.drain_grey(scan);
                    marker.take_marked()
                })
            })
            .collect();
        first.drain_grey(scan);
        for other in others {
            add_totals(&mut marked, other.join().unwrap());
        }
    });
    add_totals(&mut marked, first.take_marked());
    for cache in caches {
        add_totals(&mut marked, cache.end_marking());
    }
    heap.end_marking();
    heap.allow_sweep();
    marked
}

/// Addresses in objects, including dead ones, for which the heap has not reported reuse.
type UnreportedAddresses = Arc<Mutex<BTreeSet<usize>>>;

/// One address for each cache line of an object stands for all addresses.
const CACHE_LINE: usize = 64;

/// Allocates an object and checks that it is zero, overlaps no other one, and that the heap has reported the reuse of
/// its memory.
fn make_object(
    cache: &mut Cache,
    size: usize,
    model: &mut HashMap<u64, Vec<u64>>,
    cells: &UnreportedAddresses,
) -> u64 {
    let at = cache.alloc(size, Desc(1)).unwrap().cast::<u64>();
    for cell in (at as usize..at as usize + size).step_by(CACHE_LINE) {
        assert!(cells.lock().unwrap().insert(cell), "{size} bytes at {at:p}, {cell:#x}");
    }
    for word in 0..size / 8 {
        // SAFETY: the address lies within the new object.
        assert_eq!(unsafe { at.add(word).read() }, 0);
    }
    assert!(model.insert(at as u64, vec![0; size / 8]).is_none());
    at as u64
}

fn reachable(model: &HashMap<u64, Vec<u64>>, roots: &[u64]) -> HashSet<u64> {
    let mut seen = HashSet::new();
    let mut todo = roots.to_vec();
    while let Some(at) = todo.pop() {
        if at != 0 && seen.insert(at) {
            todo.extend(&model[&at]);
        }
    }
    seen
}

/// Fewer rounds under Miri, which takes some thousand times as long.
const ROUNDS: usize = if cfg!(miri) { 4 } else { 40 };
const OBJECTS: usize = if cfg!(miri) { 40 } else { 500 };
const SIZES: [usize; 8] = [8, 16, 24, 64, 200, 1000, 5000, if cfg!(miri) { 24 } else { 40_000 }];

fn random_graph(workers: usize, seed: u64) {
    let heap = Heap::new(usize::MAX);
    let cells = UnreportedAddresses::default();
    let told = cells.clone();
    heap.watch_reuse(Box::new(move |base, bytes| {
        let mut cells = told.lock().unwrap();
        let gone: Vec<usize> = cells.range(base..base + bytes).copied().collect();
        gone.iter().for_each(|cell| assert!(cells.remove(cell)));
    }));
    let mut caches = [heap.cache(), heap.cache()];
    let mut dice = Rng(seed);
    let mut model = HashMap::new();
    let mut roots = vec![0u64; 16];
    for round in 0..ROUNDS {
        let mut known: Vec<u64> = model.keys().copied().collect();
        known.sort_unstable();
        for _ in 0..OBJECTS {
            let size = SIZES[dice.below(SIZES.len())] & !7;
            let new = make_object(&mut caches[dice.below(2)], size, &mut model, &cells);
            known.push(new);
            for _ in 0..2 {
                let from = known[dice.below(known.len())];
                let word = dice.below(model[&from].len());
                // SAFETY: the address lies within a live object.
                unsafe { (from as *mut u64).add(word).write(new) };
                model.get_mut(&from).unwrap()[word] = new;
            }
            if dice.below(20) == 0 {
                roots[dice.below(16)] = new;
            }
        }
        if round % 4 == 3 {
            roots[..12].fill(0);
        }
        let marked = collect(&heap, &mut caches, &roots, workers);
        if round % 3 == 0 {
            // In other rounds caches sweep the spans that they need, and the rest is swept before the next marking.
            heap.sweep();
        }
        let live = reachable(&model, &roots);
        model.retain(|at, _| live.contains(at));
        assert_eq!(marked.marked_objects, live.len() as u64, "round {round}");
        for (at, words) in &model {
            for (i, word) in words.iter().enumerate() {
                // SAFETY: the address lies within a live object.
                assert_eq!(unsafe { (*at as *const u64).add(i).read() }, *word);
            }
        }
        if round % 2 == 0 {
            heap.release_free_memory(1 << 20);
        }
        for _ in 0..dice.below(3) {
            heap.sweep_some();
        }
    }
}

#[test]
fn a_collection_frees_exactly_the_unreachable_objects() {
    random_graph(1, 1);
    random_graph(1, 2);
    random_graph(3, 3);
}

#[test]
fn tiny_objects_die_alone() {
    let heap = Heap::new(usize::MAX);
    let mut caches = [heap.cache()];
    let mut dice = Rng(5);
    let mut kept: Vec<(u64, usize, u8)> = Vec::new();
    let (rounds, objects) = if cfg!(miri) { (2, 400) } else { (10, 20_000) };
    for _ in 0..rounds {
        for i in 0..objects {
            let size = dice.below(7) + 1;
            let at = caches[0].alloc(size, Desc::NO_SCAN).unwrap();
            // SAFETY: the object has `size` bytes and nobody else knows it.
            let bytes = unsafe { std::slice::from_raw_parts_mut(at, size) };
            assert!(bytes.iter().all(|&b| b == 0));
            bytes.fill(i as u8);
            kept.push((at as u64, size, i as u8));
        }
        kept.retain(|_| dice.below(3) == 0);
        // A root to any byte keeps its object, and no other object.
        let roots: Vec<u64> = kept.iter().map(|k| k.0 + dice.below(k.1) as u64).collect();
        let marked = collect(&heap, &mut caches, &roots, 1);
        assert_eq!(marked.marked_objects, kept.len() as u64);
        assert_eq!(marked.marked_bytes, kept.iter().map(|k| k.1 as u64).sum::<u64>());
        for &(at, size, mark) in &kept {
            // SAFETY: the pointer is a live object.
            let bytes = unsafe { std::slice::from_raw_parts(at as *const u8, size) };
            assert!(bytes.iter().all(|&b| b == mark));
        }
    }
}

#[test]
fn freed_memory_is_reused() {
    let heap = Heap::new(8 << 20);
    let mut cache = heap.cache();
    let rounds = if cfg!(miri) { 2 } else { 100 };
    for _ in 0..rounds {
        for size in [16, 4096, 100 * PAGE] {
            let at = cache.alloc(size, Desc(1)).unwrap().cast::<u64>();
            // SAFETY: a new object of more than a word.
            unsafe {
                assert_eq!(at.read(), 0);
                at.write(7);
            }
        }
        assert_eq!(collect(&heap, std::slice::from_mut(&mut cache), &[], 1).marked_objects, 0);
        heap.sweep();
        assert_eq!(heap.used_bytes(), 0);
    }
    let stats = cache.stats();
    assert_eq!(stats.objects, 3 * rounds);
}

#[test]
fn after_an_out_of_memory_error_the_heap_works_on() {
    let heap = Heap::new(1 << 20);
    let mut cache = heap.cache();
    let error = cache.alloc(2 << 20, Desc::NO_SCAN).unwrap_err();
    assert_eq!((error.requested, error.in_use), (2 << 20, 0));
    assert!(cache.alloc(1 << 19, Desc::NO_SCAN).is_ok());
    assert!(cache.alloc(1 << 20, Desc::NO_SCAN).is_err());
}

#[test]
fn a_collection_is_due_after_the_allowance() {
    let heap = Heap::new(usize::MAX);
    heap.set_allocation_allowance(1 << 20);
    let mut cache = heap.cache();
    while !cache.wants_gc() {
        let _ = cache.alloc(64, Desc(1)).unwrap();
    }
    let bytes = cache.stats().bytes;
    assert!(((1 << 20) - (1 << 16)..=(1 << 20) + PAGE as u64).contains(&bytes), "{bytes}");
}

#[test]
fn a_few_objects_of_each_size_start_no_collection() {
    let heap = Heap::new(usize::MAX);
    heap.set_allocation_allowance(256 << 10);
    let mut caches = [heap.cache(), heap.cache()];
    for cache in &mut caches {
        for size in (1..=1024).step_by(8) {
            let _ = cache.alloc(size, Desc::NO_SCAN).unwrap();
            let _ = cache.alloc(size.next_multiple_of(8), Desc(1)).unwrap();
        }
        assert!(!cache.wants_gc());
    }
    // The whole size of a large object counts towards the next collection.
    let _ = caches[0].alloc(256 << 10, Desc::NO_SCAN).unwrap();
    assert!(caches[0].wants_gc());
}

#[test]
fn a_goroutine_pays_its_own_assist_debt_and_a_share_of_unpaid_debt() {
    /// The size of an object that has a span of its own.
    const SIZE: u64 = 64 * PAGE as u64;
    let heap = Heap::new(usize::MAX);
    let mut cache = heap.cache();
    drop(heap.begin_marking());
    cache.begin_marking();
    let alloc = |cache: &mut Cache| {
        let _ = cache.alloc(SIZE as usize, Desc(1)).unwrap();
    };
    (0..16).for_each(|_| alloc(&mut cache));
    assert!(cache.wants_gc());
    cache.clear_gc_request();
    // Another goroutine runs: it pays nothing if it has allocated nothing, and pays a little for the others along with
    // its own debt.
    cache.begin_time_slice(0);
    assert_eq!(cache.take_assist_debt(), 0);
    alloc(&mut cache);
    assert_eq!(cache.take_assist_debt(), 2 * SIZE);
    // A goroutine that returns brings along the debt that it could not pay before.
    cache.begin_time_slice(16 * SIZE);
    assert!(cache.wants_gc());
    assert_eq!(cache.take_assist_debt(), 31 * SIZE);
    assert_eq!(cache.take_assist_debt(), 0);
}
