//! Which goroutines could help one that is blocked for ever: send what it waits to receive, or unlock what it wants.
//!
//! This judges what is said; [`could`](super::could), [`waits`](super::waits) and [`names`](super::names) find the
//! facts.
//!
//! A goroutine is named as one that could where its code does that to this very object (see [`could`](crate::could)).
//! Where its code does it to an object that is not known, and a variable that it still uses leads to this one, it is
//! said that it is not known. That none could is said only where it is so of each: its code does not do that, or to
//! other objects, or nothing that it has leads to this one.

use crate::channel::chan_of;
use crate::goroutine::state::Goroutine;
use crate::report::could::effects::SyncEffects;
use crate::report::could::{Able, Reader};
use crate::report::leaks::{globals_lead_to, has_word, leads_to};
use crate::report::names::{self, Named};
use crate::report::waits::{Thing, Waits, is_chan};
use crate::shared::Shared;
use hashbrown::HashMap;
use minigo_sched::Reason;
use std::sync::atomic::Ordering::Relaxed;

/// From how many goroutines is searched what they lead to: that takes a walk through memory for each.
const SEARCHED: usize = 64;

/// The goroutines that could help with a thing.
#[derive(Default)]
pub(crate) struct Help {
    /// Those whose code could: places in the list of goroutines.
    pub(crate) users: Vec<usize>,
    /// Those of which it is not known, though they have the thing and do that to some.
    pub(crate) doubtful: Vec<usize>,
    /// Those that have the function which cancels the context whose channel it is.
    pub(crate) cancels: Vec<usize>,
    /// Whether it is sure that no other could.
    pub(crate) sure: bool,
}

impl Help {
    /// Whether the goroutine `at` could.
    fn add(&mut self, at: usize, answer: Answer) {
        match answer {
            Answer::Yes => self.users.push(at),
            Answer::No => {}
            Answer::Doubtful => {
                self.sure = false;
                self.doubtful.push(at);
            }
            Answer::Unknown => self.sure = false,
        }
    }

    /// The goroutine `at` can cancel the context.
    fn add_cancel(&mut self, at: usize) {
        self.sure = false;
        self.cancels.push(at);
        self.doubtful.retain(|other| *other != at);
    }

    fn sorted(mut self) -> Self {
        self.users.sort_unstable();
        self.cancels.sort_unstable();
        self.doubtful.sort_unstable();
        self
    }
}

/// Chooses whom to search: one of each place in the program, then the second of each, and so on.
pub(crate) fn choose_searched(shared: &Shared, waits: &Waits<'_>, blocked: &[usize]) -> Vec<usize> {
    let mut at_place: HashMap<Vec<usize>, usize> = HashMap::new();
    let mut rounds: Vec<(usize, usize)> = Vec::new();
    for &i in blocked {
        let frames = waits.nodes[i].stopped.g.frames(&shared.image);
        let round = at_place.entry(frames.map(|f| f.pc as usize).collect()).or_default();
        rounds.push((*round, i));
        *round += 1;
    }
    rounds.sort_unstable();
    rounds.iter().take(SEARCHED).map(|&(_, i)| i).collect()
}

/// What would help a goroutine that waits so.
fn wanted(reason: Reason, thing: &Thing) -> SyncEffects {
    match (reason, thing.sends) {
        (Reason::ChanReceive, _) | (Reason::Select, Some(false)) => {
            SyncEffects::SEND.or(SyncEffects::CLOSE)
        }
        (Reason::ChanSend, _) | (Reason::Select, Some(true)) => SyncEffects::RECEIVE,
        (Reason::WaitGroupWait, _) => SyncEffects::DONE,
        (Reason::CondWait, _) => SyncEffects::SIGNAL,
        _ => SyncEffects::UNLOCK.or(SyncEffects::READ_UNLOCK),
    }
}

/// One of those that are searched.
struct Candidate<'w> {
    at: usize,
    g: &'w Goroutine,
    able: Able,
    /// What the calls could do that it has deferred.
    deferred: Able,
    /// Which of the objects' bases its memory leads to.
    reach: Vec<bool>,
    /// The contexts whose cancel functions it has.
    contexts: Vec<usize>,
}

/// Those of the searched goroutines, with what their memory leads to of the objects at `bases`.
fn candidates<'w>(
    shared: &Shared,
    waits: &Waits<'w>,
    searched: &[usize],
    bases: &[usize],
) -> Vec<Candidate<'w>> {
    let mut reader = Reader::new(shared);
    // A package-level variable is within reach of every goroutine whose code may be any.
    let by_globals = std::cell::OnceCell::new();
    let candidate = |&at: &usize| {
        let stopped = &waits.nodes[at].stopped;
        let (able, deferred) = (reader.able(stopped.g), reader.deferred(stopped.g));
        let leads = leads_to(shared, stopped, &able.globals, bases);
        let (mut reach, contexts) = (leads.to, leads.contexts);
        if able.perhaps != SyncEffects::NONE {
            let by_globals = by_globals.get_or_init(|| globals_lead_to(shared, bases));
            reach.iter_mut().zip(by_globals).for_each(|(reach, by_global)| *reach |= by_global);
        }
        Candidate { at, g: stopped.g, able, deferred, reach, contexts }
    };
    searched.iter().map(candidate).collect()
}

/// For each goroutine and each thing that it waits for, the goroutines that could help.
pub(crate) fn find_help(
    shared: &Shared,
    waits: &Waits<'_>,
    searched: &[usize],
    whole: bool,
) -> HashMap<(usize, usize), Help> {
    let base = |t: &Thing| shared.heap.object_at(t.object as usize).map_or(0, |o| o.base);
    let mut bases: Vec<usize> = waits.nodes.iter().flat_map(|n| &n.things).map(base).collect();
    bases.sort_unstable();
    bases.dedup();
    let candidates = candidates(shared, waits, searched, &bases);
    let mut found = HashMap::new();
    for (i, node) in waits.nodes.iter().enumerate() {
        let Some(reason) = node.reason else { continue };
        for (k, thing) in node.things.iter().enumerate() {
            let n = bases.binary_search(&base(thing)).unwrap_or(0);
            let mut help = Help { sure: whole, ..Help::default() };
            for c in &candidates {
                let of = &waits.nodes[c.at];
                // What waits for the same in the same way cannot help, unless by a deferred call.
                let same = of.reason == Some(reason)
                    && matches!(&of.things[..], [t] if t.object == thing.object);
                let able = if same || c.at == i { &c.deferred } else { &c.able };
                let answer = can_help(shared, c.g, able, thing, wanted(reason, thing), c.reach[n]);
                help.add(c.at, answer);
                let has_cancel = |&base: &usize| has_word(shared, base, thing.address);
                if c.at != i && c.contexts.iter().any(has_cancel) && !help.users.contains(&c.at) {
                    help.add_cancel(c.at);
                }
            }
            found.insert((i, k), help.sorted());
        }
    }
    found
}

/// Whether a goroutine could help.
enum Answer {
    Yes,
    No,
    /// It is not known, but worth saying: it has the object.
    Doubtful,
    Unknown,
}

/// Whether a goroutine that could do this could do one of the wanted effects to an object, to which its memory leads or
/// not.
fn can_help(
    shared: &Shared,
    g: &Goroutine,
    able: &Able,
    thing: &Thing,
    wanted: SyncEffects,
    reaches: bool,
) -> Answer {
    let chan = is_chan(shared, thing.address).then(|| chan_of(thing.address)).flatten();
    let lock = thing.named.as_ref().filter(|_| chan.is_none());
    let size = lock.map_or(1, |lock| shared.image.types.get(lock.ty).size);
    if able.could(wanted, thing.object, size) {
        return Answer::Yes;
    }
    let unsure = able.unsure(wanted, chan.map(|c| c.channel.width() as u16));
    // A timer's channel gets values from what starts the timer anew.
    let timer = chan.is_some_and(|c| c.timer.load(Relaxed));
    let global = global_of(shared, thing.named.as_ref());
    let names_it = global.is_some_and(|offset| able.globals.contains(&offset));
    let by_any = global.is_some() && able.perhaps.meets(wanted);
    if !(reaches || names_it || by_any) || !(unsure || timer || able.perhaps.meets(wanted)) {
        return Answer::No;
    }
    let directions = if wanted.meets(SyncEffects::RECEIVE) { 1 } else { 2 };
    match unsure && names::uses(shared, g, thing.address, thing.named.as_ref(), directions) {
        true => Answer::Doubtful,
        false => Answer::Unknown,
    }
}

/// The package-level variable that a thing was found in: its offset.
fn global_of(shared: &Shared, named: Option<&Named>) -> Option<u32> {
    let path = &*named?.path;
    let vars = &shared.image.program.globals;
    let is_it = |name: &str| {
        path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    vars.iter().find(|v| is_it(&v.name)).map(|v| v.offset)
}
