//! Finds the goroutines that could end a goroutine's endless wait: by a send to its channel, or by unlocking its lock.
//!
//! This module decides what is reported; [`possible_effects`](super::possible_effects), [`waits`](super::waits) and
//! [`object_names`](super::object_names) find the facts.
//!
//! A goroutine is reported as able to help if its code has a helping effect on this very object (see
//! [`possible_effects`](super::possible_effects)). If its code has the effect on an unknown object, and a variable that
//! it still uses refers to this one, the report says that it is unknown whether the goroutine could help. The report
//! only says that no goroutine could help if each goroutine's code has no such effect, or only on other objects, or the
//! goroutine's memory does not refer to this object.

use crate::channel::chan_of;
use crate::goroutine::state::Goroutine;
use crate::report::leaks::{find_reached_objects, has_word, reached_from_globals};
use crate::report::object_names::{self, NamedObject};
use crate::report::possible_effects::effects::SyncEffects;
use crate::report::possible_effects::{EffectsReader, PossibleEffects};
use crate::report::waits::{AwaitedThing, Waits, is_chan};
use crate::shared::Shared;
use hashbrown::HashMap;
use minigo_sched::Reason;
use std::sync::atomic::Ordering::Relaxed;

/// The most goroutines whose reachable memory is searched: each search walks through memory.
const MAX_SEARCHED_GOROUTINES: usize = 64;

/// The goroutines that could end the wait for an object.
#[derive(Default)]
pub(crate) struct WaitHelpers {
    /// The goroutines whose code could end the wait: indexes in the list of goroutines.
    pub(crate) could_help: Vec<usize>,
    /// The goroutines of which it is unknown whether they could end the wait: their memory refers to the object, and
    /// their code has the wanted effect on an unknown object.
    pub(crate) doubtful_helpers: Vec<usize>,
    /// The goroutines that have the cancel function of the context to which the channel belongs.
    pub(crate) cancelling_goroutines: Vec<usize>,
    /// Whether it is certain that no other goroutine could end the wait.
    pub(crate) is_certain: bool,
}

impl WaitHelpers {
    /// Adds the answer for the goroutine `at`.
    fn add(&mut self, at: usize, answer: HelpAnswer) {
        match answer {
            HelpAnswer::Yes => self.could_help.push(at),
            HelpAnswer::No => {}
            HelpAnswer::Doubtful => {
                self.is_certain = false;
                self.doubtful_helpers.push(at);
            }
            HelpAnswer::Unknown => self.is_certain = false,
        }
    }

    /// Adds the goroutine `at`, which can cancel the context.
    fn add_cancel(&mut self, at: usize) {
        self.is_certain = false;
        self.cancelling_goroutines.push(at);
        self.doubtful_helpers.retain(|other| *other != at);
    }

    fn sort_helpers(mut self) -> Self {
        self.could_help.sort_unstable();
        self.cancelling_goroutines.sort_unstable();
        self.doubtful_helpers.sort_unstable();
        self
    }
}

/// Chooses the goroutines to search: one at each place in the program, then a second one at each, and so on.
pub(crate) fn choose_searched_goroutines(
    shared: &Shared,
    waits: &Waits<'_>,
    blocked: &[usize],
) -> Vec<usize> {
    let mut at_place: HashMap<Vec<usize>, usize> = HashMap::new();
    let mut rounds: Vec<(usize, usize)> = Vec::new();
    for &i in blocked {
        let frames = waits.nodes[i].stopped_goroutine.goroutine.frames(&shared.image);
        let round = at_place.entry(frames.map(|f| f.pc as usize).collect()).or_default();
        rounds.push((*round, i));
        *round += 1;
    }
    rounds.sort_unstable();
    rounds.iter().take(MAX_SEARCHED_GOROUTINES).map(|&(_, i)| i).collect()
}

/// The effects that would end such a wait.
fn wanted_effects(reason: Reason, thing: &AwaitedThing) -> SyncEffects {
    match (reason, thing.is_send) {
        (Reason::ChanReceive, _) | (Reason::Select, Some(false)) => {
            SyncEffects::SEND.or(SyncEffects::CLOSE)
        }
        (Reason::ChanSend, _) | (Reason::Select, Some(true)) => SyncEffects::RECEIVE,
        (Reason::WaitGroupWait, _) => SyncEffects::DONE,
        (Reason::CondWait, _) => SyncEffects::SIGNAL,
        _ => SyncEffects::UNLOCK.or(SyncEffects::READ_UNLOCK),
    }
}

/// A searched goroutine.
struct HelperCandidate<'w> {
    goroutine_index: usize,
    goroutine: &'w Goroutine,
    effects: PossibleEffects,
    /// The effects of the goroutine's deferred calls.
    deferred_effects: PossibleEffects,
    /// For each object at `bases`: whether pointers lead from the goroutine's memory to the object.
    reached_objects: Vec<bool>,
    /// The contexts whose cancel functions the goroutine has.
    cancellable_contexts: Vec<usize>,
}

/// The searched goroutines, each with the objects at `bases` to which pointers lead from the goroutine's memory.
fn candidates<'w>(
    shared: &Shared,
    waits: &Waits<'w>,
    searched: &[usize],
    bases: &[usize],
) -> Vec<HelperCandidate<'w>> {
    let mut reader = EffectsReader::new(shared);
    // Every goroutine whose code may call any function can reach a package-level variable.
    let by_globals = std::cell::OnceCell::new();
    let candidate = |&at: &usize| {
        let stopped = &waits.nodes[at].stopped_goroutine;
        let (effects, deferred) = (
            reader.possible_effects(stopped.goroutine),
            reader.deferred_effects(stopped.goroutine),
        );
        let leads = find_reached_objects(shared, stopped, &effects.globals, bases);
        let (mut reach, contexts) = (leads.is_reached, leads.cancellable_contexts);
        if effects.unknown_calls != SyncEffects::NONE {
            let by_globals = by_globals.get_or_init(|| reached_from_globals(shared, bases));
            reach.iter_mut().zip(by_globals).for_each(|(reach, by_global)| *reach |= by_global);
        }
        HelperCandidate {
            goroutine_index: at,
            goroutine: stopped.goroutine,
            effects,
            deferred_effects: deferred,
            reached_objects: reach,
            cancellable_contexts: contexts,
        }
    };
    searched.iter().map(candidate).collect()
}

/// Finds, for each goroutine and each object that it waits for, the goroutines that could help.
pub(crate) fn find_wait_helpers(
    shared: &Shared,
    waits: &Waits<'_>,
    searched: &[usize],
    whole: bool,
) -> HashMap<(usize, usize), WaitHelpers> {
    let base =
        |t: &AwaitedThing| shared.heap.object_at(t.object_address as usize).map_or(0, |o| o.base);
    let mut bases: Vec<usize> =
        waits.nodes.iter().flat_map(|n| &n.awaited_things).map(base).collect();
    bases.sort_unstable();
    bases.dedup();
    let candidates = candidates(shared, waits, searched, &bases);
    let mut found = HashMap::new();
    for (i, node) in waits.nodes.iter().enumerate() {
        let Some(reason) = node.reason else { continue };
        for (k, thing) in node.awaited_things.iter().enumerate() {
            let n = bases.binary_search(&base(thing)).unwrap_or(0);
            let mut help = WaitHelpers { is_certain: whole, ..WaitHelpers::default() };
            for c in &candidates {
                let of = &waits.nodes[c.goroutine_index];
                // A goroutine in the same wait for the same object cannot help, unless by a deferred call.
                let same = of.reason == Some(reason)
                    && matches!(&of.awaited_things[..], [t] if t.object_address == thing.object_address);
                let effects =
                    if same || c.goroutine_index == i { &c.deferred_effects } else { &c.effects };
                let answer = can_help(
                    shared,
                    c.goroutine,
                    effects,
                    thing,
                    wanted_effects(reason, thing),
                    c.reached_objects[n],
                );
                help.add(c.goroutine_index, answer);
                let has_cancel = |&base: &usize| has_word(shared, base, thing.address);
                if c.goroutine_index != i
                    && c.cancellable_contexts.iter().any(has_cancel)
                    && !help.could_help.contains(&c.goroutine_index)
                {
                    help.add_cancel(c.goroutine_index);
                }
            }
            found.insert((i, k), help.sort_helpers());
        }
    }
    found
}

/// The answer to the question whether a goroutine could end the wait of another.
enum HelpAnswer {
    Yes,
    No,
    /// The report says that it is unknown whether the goroutine could help: the goroutine refers to the object.
    Doubtful,
    Unknown,
}

/// Decides whether a goroutine with these effects could have one of the wanted effects on an object; `reaches`: its
/// memory refers to the object.
fn can_help(
    shared: &Shared,
    g: &Goroutine,
    effects: &PossibleEffects,
    thing: &AwaitedThing,
    wanted: SyncEffects,
    reaches: bool,
) -> HelpAnswer {
    let chan = is_chan(shared, thing.address).then(|| chan_of(thing.address)).flatten();
    let lock = thing.name.as_ref().filter(|_| chan.is_none());
    let size = lock.map_or(1, |lock| shared.image.types.get(lock.ty).size);
    if effects.could_affect(wanted, thing.object_address, size) {
        return HelpAnswer::Yes;
    }
    let unsure = effects.has_uncertain(wanted, chan.map(|c| c.channel.element_words() as u16));
    // A timer's channel gets values from goroutines that reset the timer.
    let timer = chan.is_some_and(|c| c.is_timer.load(Relaxed));
    let global = global_offset(shared, thing.name.as_ref());
    let names_it = global.is_some_and(|offset| effects.globals.contains(&offset));
    let by_any = global.is_some() && effects.unknown_calls.intersects(wanted);
    if !(reaches || names_it || by_any)
        || !(unsure || timer || effects.unknown_calls.intersects(wanted))
    {
        return HelpAnswer::No;
    }
    let directions = if wanted.intersects(SyncEffects::RECEIVE) { 1 } else { 2 };
    match unsure
        && object_names::will_use_object(shared, g, thing.address, thing.name.as_ref(), directions)
    {
        true => HelpAnswer::Doubtful,
        false => HelpAnswer::Unknown,
    }
}

/// The offset of the package-level variable in which an object was found.
fn global_offset(shared: &Shared, named: Option<&NamedObject>) -> Option<u32> {
    let path = &*named?.path;
    let vars = &shared.image.program.globals;
    let is_it = |name: &str| {
        path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    vars.iter().find(|v| is_it(&v.name)).map(|v| v.offset)
}
