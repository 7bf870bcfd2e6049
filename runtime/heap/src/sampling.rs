//! Samples of allocations for a heap profile: on average one for each `rate` bytes, by a Poisson process.
//!
//! A Poisson process has no memory: so each class of each cache has a process of its own, and a cache need not count
//! what it allocates. A run of free objects ends before the object on which the next sample falls; that object is a run
//! by itself. So allocations that are not sampled take their usual path.

use crate::arena::Heap;
use crate::cache::Cache;
use crate::size::CLASSES;
use std::sync::atomic::{AtomicI64, Ordering};

/// An allocation that was sampled.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The address of the object.
    pub address: usize,
    /// The size of the object in bytes.
    pub size: usize,
}

/// The state of a cache's sampling.
#[derive(Clone, Debug)]
pub(crate) struct Sampling {
    /// The rate for which the distances were drawn.
    rate: i64,
    /// How many bytes are to be allocated before the next sample, for each class without and with descriptions; class 0
    /// stands for large objects.
    bytes_to_next_sample: [[u64; CLASSES]; 2],
    /// The state of a generator of random numbers.
    random_state: u64,
    pub(crate) samples: Vec<Sample>,
}

impl Sampling {
    pub(crate) fn new() -> Self {
        let distances = [[0; CLASSES]; 2];
        Self {
            rate: 0,
            bytes_to_next_sample: distances,
            random_state: 0x9e37_79b9_7f4a_7c15,
            samples: Vec::new(),
        }
    }

    /// Draws the distance to the next sample: exponentially distributed, with mean `rate` bytes. With rate 1 every
    /// object is sampled.
    fn draw_sample_distance(&mut self) -> u64 {
        if self.rate <= 1 {
            return 0;
        }
        self.random_state ^= self.random_state << 13;
        self.random_state ^= self.random_state >> 7;
        self.random_state ^= self.random_state << 17;
        let unit = ((self.random_state >> 11) + 1) as f64 / (1_u64 << 53) as f64;
        (-unit.ln() * self.rate as f64) as u64
    }

    /// Sets the rate; returns false if the cache had this rate already.
    pub(crate) fn change_rate(&mut self, rate: i64) -> bool {
        if self.rate == rate {
            return false;
        }
        self.rate = rate;
        for kind in 0..2 {
            for class in 0..CLASSES {
                self.bytes_to_next_sample[kind][class] = self.draw_sample_distance();
            }
        }
        true
    }

    /// Returns how many of `objects` free objects at `at` the next run may have. If the run is one object because it is
    /// sampled, records the sample.
    pub(crate) fn unsampled_run_len(
        &mut self,
        class: usize,
        scan: bool,
        at: usize,
        size: usize,
        objects: usize,
    ) -> usize {
        if self.rate <= 0 {
            return objects;
        }
        let distance = self.bytes_to_next_sample[usize::from(scan)][class];
        let before = distance / size as u64;
        if before == 0 {
            self.samples.push(Sample { address: at, size });
            self.bytes_to_next_sample[usize::from(scan)][class] = self.draw_sample_distance();
            return 1;
        }
        let objects = objects.min(usize::try_from(before).unwrap_or(usize::MAX));
        self.bytes_to_next_sample[usize::from(scan)][class] = distance - (objects * size) as u64;
        objects
    }
}

impl Heap {
    /// Turns sampling on: on average one sample for each `rate` bytes; every object at rate 1, none at 0 and below.
    ///
    /// # Safety
    /// `rate` must stay readable as long as the heap is allocated from.
    pub unsafe fn enable_sampling(&self, rate: *const AtomicI64) {
        self.0.sample_rate.store(rate.cast_mut(), Ordering::Release);
    }

    /// The sampling rate; `None`: samples were never requested.
    pub(crate) fn sample_rate(&self) -> Option<i64> {
        // Acquire pairs with the release in `enable_sampling`.
        let rate = self.0.sample_rate.load(Ordering::Acquire);
        // SAFETY: the promise of `enable_sampling`'s caller.
        unsafe { rate.as_ref() }.map(|rate| rate.load(Ordering::Relaxed))
    }
}

impl Cache {
    /// Reports whether samples wait to be taken. Until they are taken, only objects that belong to the same
    /// language-level allocation as the sampled object may be allocated.
    #[inline(always)]
    #[must_use]
    pub fn has_samples(&self) -> bool {
        self.has_samples
    }

    /// Takes the samples since the last call.
    pub fn take_samples(&mut self) -> Vec<Sample> {
        self.has_samples = false;
        self.sampling.as_mut().map(|s| std::mem::take(&mut s.samples)).unwrap_or_default()
    }

    /// Returns how many of `objects` free objects of a class at `at` may be allocated before the heap checks for a
    /// sample again.
    pub(crate) fn unsampled_run_len(
        &mut self,
        (class, scan): (usize, bool),
        at: usize,
        size: usize,
        objects: usize,
    ) -> usize {
        let Some(rate) = self.heap.sample_rate() else { return objects };
        let sampling = self.sampling.get_or_insert_with(|| Box::new(Sampling::new()));
        if sampling.change_rate(rate) {
            self.release_unused_runs();
        }
        let sampling = self.sampling.as_mut().expect("the sampling state was created above");
        let run = sampling.unsampled_run_len(class, scan, at, size, objects);
        self.has_samples = !sampling.samples.is_empty();
        run
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::span::Desc;

    #[test]
    #[cfg_attr(miri, ignore = "a million allocations take Miri an hour")]
    fn samples_come_as_often_as_the_rate_says() {
        let rate = Box::leak(Box::new(AtomicI64::new(4096)));
        let heap = Heap::new(usize::MAX);
        // SAFETY: the memory is never freed.
        unsafe { heap.enable_sampling(rate) };
        let mut cache = heap.cache();
        for size in [16, 96, 1000, 200_000] {
            let count = 16_000_000 / size;
            for _ in 0..count {
                cache.alloc(size, Desc::NO_SCAN).unwrap();
            }
            let samples = cache.take_samples();
            // The number of objects for which a sample stands: see `scaleHeapSample` of Go's pprof.
            let size = samples[0].size as f64;
            let weight = 1.0 / (1.0 - (-size / 4096.0).exp());
            let bytes = samples.len() as f64 * size * weight;
            assert!((bytes / 16e6 - 1.0).abs() < 0.15, "{size}: {bytes}");
        }
        rate.store(1, Ordering::Relaxed);
        // The cache notices a new rate when a run of free objects ends, and then gives up all its other runs.
        cache.alloc(100_000, Desc::NO_SCAN).unwrap();
        cache.take_samples();
        let made: Vec<usize> =
            (0..100).map(|_| cache.alloc(96, Desc::NO_SCAN).unwrap() as usize).collect();
        let samples: Vec<usize> = cache.take_samples().iter().map(|s| s.address).collect();
        assert_eq!(made, samples);
        rate.store(0, Ordering::Relaxed);
        for _ in 0..10_000 {
            cache.alloc(96, Desc::NO_SCAN).unwrap();
        }
        assert!(cache.take_samples().len() <= 1);
    }
}
