//! Collects random graphs while several threads change them, and compares the result with a model of reachability.
//!
//! The threads behave like the VM's goroutines: they are scanned before they continue in a marking, mark the pointers
//! that they overwrite, and assist. The model is a second copy of every object, changed under the same lock as the
//! object itself.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo_heap::{Cache, Desc, Heap, Marker, Object};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, RwLock};

const MUTATORS: usize = 3;
const STRIPES: usize = 64;
const GLOBALS: usize = 32;
const STACK_SLOTS: usize = 12;
/// Fewer cycles under Miri, which takes some thousand times as long.
const CYCLES: usize = if cfg!(miri) { 3 } else { 40 };
const SIZES: [usize; 7] = [8, 16, 32, 64, 200, 1000, if cfg!(miri) { 24 } else { 40_000 }];

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) as usize % n
    }
}

/// Word `i` of the object at `at`.
fn word(at: u64, i: usize) -> &'static AtomicU64 {
    // SAFETY: callers pass words of objects that are reachable, or of globals; the heap lives as long as the test.
    unsafe { AtomicU64::from_ptr((at as *mut u64).add(i)) }
}

fn scan(m: &mut Marker, o: Object) {
    (0..o.size / 8).for_each(|i| m.mark_word(word(o.base as u64, i).load(Ordering::Relaxed)));
}

/// The state of a thread: its allocation cache and its stack.
struct Mutator {
    cache: Cache,
    stack: Vec<u64>,
    scanned_cycle: u32,
    new_objects: Vec<u64>,
}

struct World {
    heap: Heap,
    /// Held for reading while a thread changes objects.
    mutation_lock: RwLock<()>,
    mutators: Vec<Mutex<Mutator>>,
    /// Every object's words, by address; each lock guards a part of these copies, and the objects' own words.
    model: Vec<Mutex<HashMap<u64, Vec<u64>>>>,
    globals: Vec<Mutex<u64>>,
    should_end: AtomicBool,
}

impl World {
    fn stripe(&self, at: u64) -> &Mutex<HashMap<u64, Vec<u64>>> {
        &self.model[(at >> 3) as usize % STRIPES]
    }

    fn scan_stack(&self, m: &mut Mutator) {
        if self.heap.is_marking() && m.scanned_cycle != self.heap.cycle_number() {
            m.stack.iter().for_each(|&at| m.cache.marker().mark_word(at));
            m.scanned_cycle = self.heap.cycle_number();
            m.cache.marker().share_grey_objects();
        }
    }

    /// Does some steps of a thread.
    fn run_slice(&self, number: usize, dice: &mut Rng) {
        let _running = self.mutation_lock.read().unwrap();
        let m = &mut *self.mutators[number].lock().unwrap();
        self.scan_stack(m);
        for _ in 0..dice.below(60) {
            self.step(m, dice);
        }
        if self.heap.is_marking() && dice.below(4) == 0 {
            m.cache.marker().begin_help();
            m.cache.marker().scan_some(2000, scan);
            m.cache.marker().end_help();
        } else if dice.below(8) == 0 {
            self.heap.sweep_some();
        }
    }

    fn step(&self, m: &mut Mutator, dice: &mut Rng) {
        let (slot, other) = (dice.below(STACK_SLOTS), dice.below(STACK_SLOTS));
        let (at, value) = (m.stack[slot], m.stack[other]);
        match dice.below(10) {
            0..3 => {
                let size = SIZES[dice.below(SIZES.len())];
                let new = m.cache.alloc(size, Desc(1)).unwrap() as u64;
                assert!((0..size / 8).all(|i| word(new, i).load(Ordering::Relaxed) == 0));
                let old = self.stripe(new).lock().unwrap().insert(new, vec![0; size / 8]);
                assert!(old.is_none(), "{new:#x} was still in use");
                m.new_objects.push(new);
                m.stack[slot] = new;
            }
            3..7 if at != 0 => {
                let mut model = self.stripe(at).lock().unwrap();
                let words = model.get_mut(&at).unwrap();
                let i = dice.below(words.len());
                let place = word(at, i);
                assert_eq!(place.load(Ordering::Relaxed), words[i], "overwritten");
                if m.cache.is_marking() {
                    m.cache.marker().mark_word(words[i]);
                }
                place.store(value, Ordering::Relaxed);
                words[i] = value;
            }
            7..9 if at != 0 => {
                let model = self.stripe(at).lock().unwrap();
                let words = &model[&at];
                let i = dice.below(words.len());
                assert_eq!(word(at, i).load(Ordering::Relaxed), words[i], "overwritten");
                m.stack[other] = words[i];
            }
            7 => m.stack[other] = 0,
            _ => {
                let mut global = self.globals[dice.below(GLOBALS)].lock().unwrap();
                if m.cache.is_marking() {
                    m.cache.marker().mark_word(*global);
                }
                m.stack[slot] = std::mem::replace(&mut global, value);
            }
        }
    }

    fn roots(&self) -> Vec<u64> {
        let mut roots: Vec<u64> = self.globals.iter().map(|g| *g.lock().unwrap()).collect();
        self.mutators.iter().for_each(|m| roots.extend(&m.lock().unwrap().stack));
        roots
    }

    /// The objects that can be reached; called while no thread runs.
    fn reachable(&self) -> HashSet<u64> {
        let (mut seen, mut todo) = (HashSet::new(), self.roots());
        while let Some(at) = todo.pop() {
            if at != 0 && seen.insert(at) {
                todo.extend(&self.stripe(at).lock().unwrap()[&at]);
            }
        }
        seen
    }

    fn each_cache(&self, mut visit: impl FnMut(&mut Mutator)) {
        self.mutators.iter().for_each(|m| visit(&mut m.lock().unwrap()));
    }

    fn collect(&self) {
        self.heap.sweep();
        let stop = self.mutation_lock.write().unwrap();
        let at_begin = self.reachable();
        let freed = self.heap.begin_marking();
        self.each_cache(|m| {
            m.cache.begin_marking();
            m.new_objects.clear();
        });
        drop((stop, freed));
        self.heap.expect_workers(2);
        std::thread::scope(|scope| {
            scope.spawn(|| self.heap.marker(false).drain_grey(scan));
            let mut marker = self.heap.marker(false);
            for global in &self.globals {
                marker.mark_word(*global.lock().unwrap());
            }
            self.each_cache(|m| self.scan_stack(m));
            marker.drain_grey(scan);
        });
        let _stop = self.mutation_lock.write().unwrap();
        self.each_cache(|m| m.cache.marker().share_grey_objects());
        self.heap.expect_workers(1);
        self.heap.marker(false).drain_grey(scan);
        let mut allowed = at_begin;
        self.each_cache(|m| {
            m.cache.end_marking();
            allowed.extend(&m.new_objects);
        });
        self.heap.end_marking();
        for at in self.reachable() {
            assert!(self.heap.is_marked(at as usize), "{at:#x} is missed");
        }
        for stripe in &self.model {
            stripe.lock().unwrap().retain(|&at, words| {
                let live = self.heap.is_marked(at as usize);
                assert!(!live || allowed.contains(&at), "{at:#x} was garbage at the begin");
                let same = |(i, w): (usize, &u64)| word(at, i).load(Ordering::Relaxed) == *w;
                assert!(words.iter().enumerate().all(same), "{at:#x} was overwritten");
                live
            });
        }
        self.heap.allow_sweep();
    }
}

fn mutate(seed: u64) {
    let heap = Heap::new(usize::MAX);
    heap.set_poison(true);
    let mutator = || {
        let (stack, born) = (vec![0; STACK_SLOTS], Vec::new());
        Mutex::new(Mutator { cache: heap.cache(), stack, scanned_cycle: 0, new_objects: born })
    };
    let world = World {
        mutation_lock: RwLock::new(()),
        mutators: (0..MUTATORS).map(|_| mutator()).collect(),
        model: (0..STRIPES).map(|_| Mutex::default()).collect(),
        globals: (0..GLOBALS).map(|_| Mutex::default()).collect(),
        should_end: AtomicBool::new(false),
        heap,
    };
    std::thread::scope(|scope| {
        let world = &world;
        for number in 0..MUTATORS {
            scope.spawn(move || {
                let mut dice = Rng(seed * 100 + number as u64);
                // A failed check of the collector ends the test.
                while !world.should_end.load(Ordering::Relaxed)
                    && !world.mutation_lock.is_poisoned()
                {
                    world.run_slice(number, &mut dice);
                    std::thread::yield_now();
                }
            });
        }
        for _ in 0..CYCLES {
            std::thread::sleep(std::time::Duration::from_millis(2));
            world.collect();
        }
        world.should_end.store(true, Ordering::Relaxed);
    });
}

#[test]
fn nothing_is_missed_while_threads_change_the_graph() {
    mutate(1);
    if !cfg!(miri) {
        mutate(2);
        mutate(3);
    }
}
