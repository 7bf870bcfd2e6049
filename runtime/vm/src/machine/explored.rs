//! What a run has shown, of a machine whose interleavings are explored.

use crate::explore::snapshot::Snapshot;
use crate::explore::{Event, tell};
use crate::image::lines::{TraceFrame, position};
use crate::machine::Machine;
use crate::machine::options::Options;
use crate::race::HEAP_START;
use minigo_explore::Trace;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a run has shown.
#[derive(Debug)]
pub struct Shown {
    /// What it did.
    pub trace: Trace,
    /// The instructions that were found to race, by their numbers.
    pub races: BTreeSet<u32>,
    /// How many pairs of places were reported to race.
    pub race_count: u64,
    /// Whether all goroutines waited for each other.
    pub deadlock: bool,
    /// What it is told as, if that was wanted.
    pub told: Vec<Event>,
}

/// Where the run of a machine begins that is explored, if not at the beginning.
pub(super) fn snapshot(options: &Options) -> Option<Arc<Snapshot>> {
    let explore = options.explore.as_ref().filter(|explore| !explore.is_recorded)?;
    explore.common.snapshot(options.heap_start.unwrap_or(HEAP_START))
}

impl Machine {
    /// Where these instructions are in the sources: file, line, and which of the line's instructions that access memory
    /// it is.
    #[must_use]
    pub fn race_places(&self, instructions: &BTreeSet<u32>) -> Vec<String> {
        let mut places = Vec::new();
        self.each_place(|at, place| {
            if instructions.contains(&at) {
                places.push(place.to_owned());
            }
        });
        places
    }

    /// The instructions at such places, of those that there are.
    #[must_use]
    pub fn instructions_at(&self, places: &[String]) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        self.each_place(|at, place| {
            if places.iter().any(|it| it == place) {
                found.insert(at);
            }
        });
        found
    }

    fn each_place(&self, mut visit: impl FnMut(u32, &str)) {
        let image = &self.shared.image;
        let mut counts = std::collections::HashMap::new();
        for at in 0..image.code.len() {
            let mut accesses = false;
            image.op(at).touches((0, 0), |touch| accesses |= !touch.access.synchronises());
            let behind = image.code.begin().wrapping_add(at + 1);
            if !accesses || !image.has_pc(behind as u64) {
                continue;
            }
            let (file, line) = position(image, TraceFrame::innermost(image, behind));
            let count = counts.entry((file, line)).or_insert(0);
            *count += 1;
            visit(at as u32, &format!("{file}:{line}:{count}"));
        }
    }

    /// What the run has shown, behind [`run`](Self::run); nothing unless it is explored. Once only.
    #[must_use]
    pub fn shown(&self) -> Option<Shown> {
        let explored = self.shared.explored.as_deref()?;
        let exits = self.shared.status.lock().is_some();
        let is_cut = explored.is_cut();
        tell::settle(&self.shared, explored);
        let (mut trace, races, tale) = explored.end(exits);
        // Objects are named by their places on the heap: elsewhere the same ones have other names than in other runs.
        let began = self.shared.heap.began_at();
        trace.forced |= began.is_some_and(|at| at != explored.heap());
        Some(Shown {
            trace,
            races,
            race_count: self.shared.race.as_deref().map_or(0, crate::race::Races::count),
            deadlock: !exits && !is_cut,
            told: tale.map(|tale| tale.told).unwrap_or_default(),
        })
    }
}
