//! State that all machines of a search share.

use crate::explore::scheduling_points::SchedulingPoints;
use crate::explore::snapshot::Snapshot;
use crate::image::Image;
use crate::race::places::Places;
use hashbrown::HashMap;
use minigo_explore::ThreadNames;
use minigo_heap::ReusableMapping;
use minigo_race::{Detector, Region};
use parking_lot::Mutex;
use std::collections::BTreeSet;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

/// The version of schedule files, which determines how goroutines stop.
pub const SCHEDULE_VERSION: u32 = 3;

/// Names, points and detectors of the machines of a search, which run the same program.
#[derive(Default)]
pub struct Exploration {
    /// The names of the search's threads.
    pub thread_names: ThreadNames,
    /// The version of schedule files by which points are counted; 0 for the newest.
    schedule_version: AtomicU32,
    points: Mutex<Option<Arc<SchedulingPoints>>>,
    race_places: OnceLock<Places>,
    /// The detector of each worker, by the start of its heap. Reserving new shadow memory for each run would stop the
    /// other workers.
    detectors: Mutex<HashMap<usize, Arc<Detector>>>,
    /// The memory of each worker's heap, by the heap's address.
    heaps: Mutex<HashMap<usize, Arc<ReusableMapping>>>,
    /// The snapshots with which the runs of each worker begin, by the heap's address.
    snapshots: Mutex<HashMap<usize, Arc<Snapshot>>>,
    /// Whether it was found that no snapshot can be made of a run.
    has_no_snapshot: AtomicBool,
}

impl Exploration {
    /// An empty detector: if the detector of an earlier run whose machine is gone fits, that detector, cleared;
    /// otherwise a new one.
    pub(crate) fn detector(&self, regions: &[Region; 2]) -> io::Result<Arc<Detector>> {
        let start = regions[0].start;
        let mut kept = self.detectors.lock().remove(&start);
        let mine = kept.as_mut().and_then(Arc::get_mut);
        let is_renewed = mine.is_some_and(|detector| detector.renew_for(regions));
        let detector = match kept.filter(|_| is_renewed) {
            Some(detector) => detector,
            None => Arc::new(Detector::new(regions)?.into_renewable()?),
        };
        self.detectors.lock().insert(start, detector.clone());
        Ok(detector)
    }

    /// The positions of the program's instructions; `new` makes them for the first run.
    pub(crate) fn race_places(&self, new: impl FnOnce() -> Places) -> Places {
        self.race_places.get_or_init(new).clone()
    }

    /// The memory for a heap at address `start`.
    pub(crate) fn heap_at(&self, start: usize) -> Arc<ReusableMapping> {
        self.heaps.lock().entry(start).or_default().clone()
    }

    /// The snapshot with which the runs of a worker begin.
    pub(crate) fn snapshot(&self, start: usize) -> Option<Arc<Snapshot>> {
        self.snapshots.lock().get(&start).cloned()
    }

    /// Reports whether a snapshot of a worker's run must be made.
    pub(crate) fn wants_snapshot(&self, start: usize) -> bool {
        !self.has_no_snapshot.load(Ordering::Relaxed) && !self.snapshots.lock().contains_key(&start)
    }

    /// Sets the snapshot with which the runs of a worker begin from now on; `None`: no snapshot is possible.
    pub(crate) fn set_snapshot(&self, start: usize, snapshot: Option<Snapshot>) {
        match snapshot {
            Some(snapshot) => drop(self.snapshots.lock().insert(start, Arc::new(snapshot))),
            None => self.has_no_snapshot.store(true, Ordering::Relaxed),
        }
    }

    /// The current points.
    pub(crate) fn points(&self, image: &Image) -> Arc<SchedulingPoints> {
        let mut points = self.points.lock();
        points
            .get_or_insert_with(|| Arc::new(SchedulingPoints::new(image, self.schedule_version())))
            .clone()
    }

    /// The version of schedule files by which points are counted.
    #[must_use]
    pub fn schedule_version(&self) -> u32 {
        match self.schedule_version.load(Ordering::Relaxed) {
            0 => SCHEDULE_VERSION,
            version => version,
        }
    }

    /// Makes later machines count points as this version does. Forgets all known races.
    pub fn set_schedule_version(&self, version: u32) {
        self.schedule_version.store(version, Ordering::Relaxed);
        *self.points.lock() = None;
        self.snapshots.lock().clear();
    }

    /// Adds the races that a run has found. Reports whether any of the racing instructions is new: new ones change the
    /// points, so the search must begin again.
    pub fn add_races(&self, instructions: &BTreeSet<u32>) -> bool {
        let known = self.racing_instructions();
        let grown = !instructions.is_subset(&known);
        if grown {
            self.set_races(known.union(instructions).copied().collect());
        }
        grown
    }

    /// Makes exactly these instructions count as racing from now on. Only effective once a machine has been made.
    pub fn set_races(&self, instructions: BTreeSet<u32>) {
        let mut points = self.points.lock();
        if let Some(points) =
            points.as_mut().filter(|points| *points.racy_instructions() != instructions)
        {
            *points = Arc::new(points.with_racy_instructions(instructions));
        }
    }

    /// The instructions known to access memory that races.
    #[must_use]
    pub fn racing_instructions(&self) -> BTreeSet<u32> {
        self.points
            .lock()
            .as_ref()
            .map(|points| points.racy_instructions().clone())
            .unwrap_or_default()
    }
}

impl std::fmt::Debug for Exploration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Exploration").field("names", &self.thread_names).finish_non_exhaustive()
    }
}
