//! The results of a run in a machine whose interleavings are explored.

use crate::explore::snapshot::Snapshot;
use crate::explore::{Event, story_recorder};
use crate::image::lines::{TraceFrame, position};
use crate::machine::Machine;
use crate::machine::options::Options;
use crate::race::HEAP_START;
use minigo_explore::Trace;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The results of an explored run.
#[derive(Debug)]
pub struct ExploredResults {
    /// The choices that the run made.
    pub trace: Trace,
    /// The numbers of the instructions found to race.
    pub racing_instructions: BTreeSet<u32>,
    /// The number of pairs of places that were reported to race.
    pub race_count: u64,
    /// Whether the run ended because all goroutines waited.
    pub is_deadlock: bool,
    /// The events of the run in the form that reports show, if they were requested.
    pub events: Vec<Event>,
}

/// The snapshot from which the run of an explored machine begins; `None` if it begins at the program's start.
pub(super) fn start_snapshot(options: &Options) -> Option<Arc<Snapshot>> {
    let explore = options.explore.as_ref().filter(|explore| !explore.begins_at_program_start)?;
    explore.exploration.snapshot(options.heap_start.unwrap_or(HEAP_START))
}

impl Machine {
    /// The places of these instructions in the sources: file, line, and the index among the line's instructions that
    /// access memory.
    #[must_use]
    pub fn race_places(&self, instructions: &BTreeSet<u32>) -> Vec<String> {
        let mut places = Vec::new();
        self.each_access_place(|at, place| {
            if instructions.contains(&at) {
                places.push(place.to_owned());
            }
        });
        places
    }

    /// The instructions at these places; places without an instruction are left out.
    #[must_use]
    pub fn instructions_at(&self, places: &[String]) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        self.each_access_place(|at, place| {
            if places.iter().any(|it| it == place) {
                found.insert(at);
            }
        });
        found
    }

    fn each_access_place(&self, mut visit: impl FnMut(u32, &str)) {
        let image = &self.shared.image;
        let mut counts = std::collections::HashMap::new();
        for at in 0..image.code.len() {
            let mut accesses = false;
            image
                .op_at_index(at)
                .visit_memory_accesses((0, 0), |touch| accesses |= !touch.access.synchronises());
            let behind = image.code.first_instruction().wrapping_add(at + 1);
            if !accesses || !image.has_pc(behind as u64) {
                continue;
            }
            let (file, line) = position(image, TraceFrame::innermost(image, behind));
            let count = counts.entry((file, line)).or_insert(0);
            *count += 1;
            visit(at as u32, &format!("{file}:{line}:{count}"));
        }
    }

    /// The results of the run, after [`run`](Self::run); `None` if the run was not explored. To be called once.
    #[must_use]
    pub fn take_results(&self) -> Option<ExploredResults> {
        let explored = self.shared.explored.as_deref()?;
        let exits = self.shared.status.lock().is_some();
        let is_cut = explored.is_cut();
        story_recorder::add_written_value(&self.shared, explored);
        let (mut trace, races, story) = explored.end_run(exits);
        // Objects are named by their heap addresses: on a heap at another address the names differ from those of other
        // runs.
        let began = self.shared.heap.base_address();
        trace.overrode_policy |= began.is_some_and(|at| at != explored.heap_address());
        Some(ExploredResults {
            trace,
            racing_instructions: races,
            race_count: self.shared.race.as_deref().map_or(0, crate::race::Races::reported_pairs),
            is_deadlock: !exits && !is_cut,
            events: story.map(|story| story.events).unwrap_or_default(),
        })
    }
}
