//! Explains in words why a goroutine waits: the object that it waits for, the goroutines that hold the object or could
//! end the wait, the objects that those wait for, and so on.
//!
//! The facts and most words are those of the deadlock report. Unlike in a deadlock report, the goroutines may continue,
//! and future code (an input of a session, the function of a timer) may help as well.

use crate::goroutine::state::Goroutine;
use crate::inspect::goroutine_views::{
    HelpersByWait, MAX_INSPECTED_GOROUTINES, find_live_wait_helpers, is_hidden, state_of,
};
use crate::inspect::scheduler::ProcPlaces;
use crate::inspect::view::State;
use crate::report::explain::{self, WaitGraphEdge, edges_of, shortest_cycle};
use crate::report::leak_report::{armed_timer_count, user_location};
use crate::report::leaks;
use crate::report::waits::{Node, Waits};
use crate::shared::Shared;
use minigo_sched::{Handle, Reason, StoppedWorld};

/// The most goroutines in a chain.
const MAX_GOROUTINES: usize = 12;

/// Explains why goroutine `id` does not continue, line by line; `None` if there is no such goroutine.
pub(crate) fn explain_wait(
    handle: &Handle<Goroutine>,
    world: &mut StoppedWorld<'_, Goroutine>,
    places: &ProcPlaces,
    shared: &Shared,
    id: u64,
) -> Option<Vec<String>> {
    let all = leaks::all_goroutines(world, handle);
    let waits = Waits::of_live(shared, handle, &all, MAX_INSPECTED_GOROUTINES);
    let start = waits.index_of(id)?;
    if is_hidden(&shared.image, waits.nodes[start].stopped_goroutine.goroutine) {
        return None;
    }
    let timers = armed_timer_count(handle) > 0;
    let chain = WaitChain {
        shared,
        waits: &waits,
        places,
        wait_helpers: find_live_wait_helpers(shared, &waits),
    };
    let mut lines = chain.describe_chain(start, timers);
    if leaks::find_leaked_goroutines(shared, handle, None, &all, &|_| false).contains(&id) {
        lines.push(format!(
            "goroutine {id} is leaked: nothing that could still run leads to what it waits for"
        ));
    }
    Some(lines)
}

/// A goroutine that waits for another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitEdge {
    /// The id of the goroutine that waits.
    pub waiting: u64,
    /// The id of the goroutine that could end the wait.
    pub waited_for: u64,
    /// The object of the wait, and how the other goroutine is concerned: `mutex mu, held by`.
    pub reason: String,
}

/// Which goroutines of the program wait for which, as far as that is known.
pub(crate) fn wait_edges(
    handle: &Handle<Goroutine>,
    world: &mut StoppedWorld<'_, Goroutine>,
    shared: &Shared,
) -> Vec<WaitEdge> {
    let all = leaks::all_goroutines(world, handle);
    let waits = Waits::of_live(shared, handle, &all, MAX_INSPECTED_GOROUTINES);
    let helpers = find_live_wait_helpers(shared, &waits);
    let goroutine = |i: usize| waits.nodes[i].stopped_goroutine.goroutine;
    let shown = |i: &usize| !is_hidden(&shared.image, goroutine(*i));
    let mut found = Vec::new();
    for i in (0..waits.nodes.len()).filter(shown) {
        let edges = edges_of(shared, &waits, i, &helpers).into_iter();
        found.extend(edges.filter(|edge| shown(&edge.waited_for)).map(|edge| WaitEdge {
            waiting: goroutine(i).id,
            waited_for: goroutine(edge.waited_for).id,
            reason: edge.reason,
        }));
    }
    found
}

fn is_frozen(node: &Node<'_>) -> bool {
    node.stopped_goroutine.status.is_some_and(|s| s.is_frozen)
}

struct WaitChain<'c> {
    shared: &'c Shared,
    waits: &'c Waits<'c>,
    places: &'c ProcPlaces,
    wait_helpers: HelpersByWait,
}

impl WaitChain<'_> {
    /// Describes the goroutine with index `start`, and the goroutines that it waits for.
    fn describe_chain(&self, start: usize, timers: bool) -> Vec<String> {
        let mut lines = Vec::new();
        let (mut seen, mut order) = (vec![false; self.waits.nodes.len()], vec![start]);
        seen[start] = true;
        let mut next = 0;
        while let Some(&i) = order.get(next) {
            if next < MAX_GOROUTINES {
                self.describe_goroutine(i, timers, &mut lines);
            }
            for edge in edges_of(self.shared, self.waits, i, &self.wait_helpers) {
                if !std::mem::replace(&mut seen[edge.waited_for], true) {
                    order.push(edge.waited_for);
                }
            }
            next += 1;
        }
        match order.len().saturating_sub(MAX_GOROUTINES) {
            0 => {}
            1 => lines.push("… and 1 more goroutine".into()),
            more => lines.push(format!("… and {more} more goroutines")),
        }
        let must: Vec<Vec<WaitGraphEdge>> =
            (0..self.waits.nodes.len()).map(|i| self.certain_holders(i)).collect();
        let cycles = order.iter().filter_map(|&i| shortest_cycle(&must, i));
        lines.extend(cycles.take(1).map(|c| explain::cycle_text(self.waits, &must, &c)));
        lines
    }

    /// Describes the state or wait of one goroutine.
    fn describe_goroutine(&self, i: usize, timers: bool, lines: &mut Vec<String>) {
        let node = &self.waits.nodes[i];
        let id = node.stopped_goroutine.goroutine.id;
        if node.reason.is_none() {
            let (func, file, line) =
                user_location(&self.shared.image, node.stopped_goroutine.goroutine);
            let what = self.describe_activity(node);
            let frozen = if is_frozen(node) { ", but is frozen" } else { "" };
            lines.push(format!("goroutine {id} in {func} at {file}:{line} {what}{frozen}"));
            return;
        }
        let group = explain::describe_as_group(self.shared, self.waits, i, &self.wait_helpers);
        lines.push(format!("goroutine {id} {}", group.text));
        if is_frozen(node) {
            lines.push("    the goroutine is frozen, and does not go on until it is thawed".into());
        }
        lines.extend(group.reasons.into_iter().map(|reason| format!("    {reason}")));
        let none = |k: usize| {
            let help = self.wait_helpers.get(&(i, k));
            node.awaited_things[k].holders.is_empty()
                && help.is_some_and(|h| h.is_certain && h.could_help.is_empty())
        };
        if self.waits_for_timer(node) {
            lines.push("    the channel's timer will send when it is due".into());
        } else if timers && (0..node.awaited_things.len()).any(none) {
            lines.push("    (a timer is armed; the code that it will run is unknown)".into());
        }
    }

    /// Reports whether a goroutine waits for a channel of an armed timer.
    fn waits_for_timer(&self, node: &Node<'_>) -> bool {
        node.awaited_things
            .iter()
            .any(|t| self.waits.is_armed(self.shared, t.address) == Some(true))
    }

    /// Describes a goroutine that waits for nothing inside the program.
    fn describe_activity(&self, node: &Node<'_>) -> String {
        match state_of(&node.stopped_goroutine, self.places) {
            State::Running => "runs".into(),
            State::Runnable if is_frozen(node) => "could run".into(),
            State::Runnable => "is runnable, and waits in a run queue".into(),
            State::InCall => "is in a blocking call".into(),
            State::Waiting
                if node.stopped_goroutine.status.is_some_and(|s| s.reason == Reason::Coroutine) =>
            {
                "waits for the other half of an iter.Pull".into()
            }
            State::Waiting => {
                let reason = node.stopped_goroutine.status.map_or("waiting", |s| s.reason.text());
                format!("waits for an event from outside the program, or for a clock: {reason}")
            }
        }
    }

    /// The goroutines that a goroutine certainly waits for: the holders of the one lock that it waits for, or the only
    /// goroutine that could end its wait.
    fn certain_holders(&self, i: usize) -> Vec<WaitGraphEdge> {
        let node = &self.waits.nodes[i];
        let [thing] = &node.awaited_things[..] else { return Vec::new() };
        let alone = self.wait_helpers.get(&(i, 0)).is_some_and(|help| {
            help.is_certain && help.could_help.len() == 1 && help.doubtful_helpers.is_empty()
        });
        if thing.holders.is_empty() && !alone {
            return Vec::new();
        }
        edges_of(self.shared, self.waits, i, &self.wait_helpers)
    }
}
