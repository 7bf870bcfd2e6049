//! The goroutines of a stopped world, what each waits for, and which goroutines have that.
//!
//! Reports of deadlocks, of leaks and of a signal word these facts differently.
//!
//! An *object* is a channel or a lock, known by its address. It may have several names, and several objects one name:
//! then a number tells them apart, the same number wherever the object is spoken of in one report.

use crate::channel::chan_of;
use crate::goroutine::alarm;
use crate::goroutine::state::{Goroutine, Wait};
use crate::image::lines::{self, LIBRARY, TraceFrame};
use crate::report::leaks::{self, Stopped, awaited};
use crate::report::names::{self, Named};
use crate::report::{explain, holders, traceback};
use crate::shared::Shared;
use crate::shared::locks::{self, Holder};
use crate::types::DESC_CHAN;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::ops::Op;
use minigo_sched::{Handle, Reason, TaskRef};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;

/// In which way a goroutine has a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// It has locked it.
    Locked,
    /// It has locked it for reading.
    Reads,
    /// It has asked to write, and waits for the readers that were there; new ones wait for it.
    WaitsToWrite,
    /// It has locked another, of which this is a copy.
    LockedOriginal,
}

/// A goroutine that has a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hold {
    pub(crate) holder: Holder,
    pub(crate) how: How,
}

/// What one goroutine waits for.
pub(crate) struct Thing {
    /// What it waits at: an address in the object.
    pub(crate) address: u64,
    /// The channel or lock.
    pub(crate) object: u64,
    pub(crate) named: Option<Named>,
    /// Of a case of a select: whether that sends.
    pub(crate) sends: Option<bool>,
    /// The goroutines that hold it, for locks.
    pub(crate) holds: Vec<Hold>,
    /// How many more readers there are than are known.
    pub(crate) unknown: usize,
}

/// A goroutine.
pub(crate) struct Node<'w> {
    pub(crate) stopped: Stopped<'w>,
    /// Why it is blocked, if it is for something inside the program.
    pub(crate) reason: Option<Reason>,
    pub(crate) things: Vec<Thing>,
    /// In a select: how many cases have a nil channel, which are never ready.
    pub(crate) nil_cases: usize,
}

/// All goroutines, and what is known of the objects.
pub(crate) struct Waits<'w> {
    pub(crate) nodes: Vec<Node<'w>>,
    by_id: HashMap<u64, usize>,
    numbers: HashMap<u64, usize>,
    /// The channels of timers that are armed.
    armed: hashbrown::HashSet<u64>,
    /// Whether the goroutines go on when the world starts again, so that none is stuck because it waits.
    pub(crate) live: bool,
}

impl<'w> Waits<'w> {
    /// As [`of`](Self::of), in a machine that is not at its end.
    pub(crate) fn of_live(
        shared: &Shared,
        handle: &Handle<Goroutine>,
        all: &[Stopped<'w>],
        most: usize,
    ) -> Self {
        Self { live: true, ..Self::of(shared, handle, all, most) }
    }

    /// Of these goroutines; what the first `most` of them wait for.
    pub(crate) fn of(
        shared: &Shared,
        handle: &Handle<Goroutine>,
        all: &[Stopped<'w>],
        most: usize,
    ) -> Self {
        let semas = leaks::semaphores(shared);
        let mut held = HashMap::new();
        let node = |(i, stopped): (usize, &Stopped<'w>)| {
            let things = (i < most).then(|| things(shared, stopped, all, &semas, &mut held));
            let things = things.flatten();
            let reason = things.as_ref().and(stopped.standing).map(|s| s.reason);
            let nil_cases = nil_cases(shared, stopped.g);
            Node { stopped: *stopped, reason, things: things.unwrap_or_default(), nil_cases }
        };
        let nodes: Vec<Node<'w>> = all.iter().enumerate().map(node).collect();
        let by_id = nodes.iter().enumerate().map(|(i, n)| (n.stopped.g.id, i)).collect();
        let numbers = numbers(shared, &nodes);
        let armed = alarm::armed_channels(handle);
        Self { nodes, by_id, numbers, armed, live: false }
    }

    /// Whether a channel is one of a timer that will send to it: `None` if it is no timer's, or it is not known, since
    /// the timer goes by the clock of a bubble.
    pub(crate) fn is_armed(&self, shared: &Shared, address: u64) -> Option<bool> {
        let chan = is_chan(shared, address).then(|| chan_of(address)).flatten()?;
        (chan.timer.load(Ordering::Relaxed) && chan.bubble == 0)
            .then(|| self.armed.contains(&address))
    }

    /// The index of a goroutine in the list; `None`: it has ended.
    pub(crate) fn index_of(&self, id: u64) -> Option<usize> {
        self.by_id.get(&id).copied()
    }

    /// How the object is told from others of its name: ` #3`, or nothing where there are none.
    pub(crate) fn number(&self, thing: &Thing) -> String {
        self.numbers.get(&thing.object).map_or_else(String::new, |n| format!(" #{n}"))
    }

    /// The object as the waiting goroutine calls it: `right #2`; by its type if it has no name.
    pub(crate) fn short(&self, shared: &Shared, thing: &Thing) -> String {
        match path(thing) {
            "" => format!("a {}{}", type_text(shared, thing), self.number(thing)),
            path => format!("{path}{}", self.number(thing)),
        }
    }

    /// The description without the number.
    pub(crate) fn describe_alike(&self, shared: &Shared, thing: &Thing) -> String {
        let (ty, about) = (type_text(shared, thing), explain::about(shared, self, thing));
        match path(thing) {
            "" => format!("a {ty}{about}"),
            path => format!("{path}, a {ty}{about}"),
        }
    }

    /// The object in words: `right #2, a sync.Mutex`.
    pub(crate) fn describe(&self, shared: &Shared, thing: &Thing) -> String {
        let (ty, about) = (type_text(shared, thing), explain::about(shared, self, thing));
        match path(thing) {
            "" => format!("a {ty}{}{about}", self.number(thing)),
            path => format!("{path}{}, a {ty}{about}", self.number(thing)),
        }
    }
}

fn path(thing: &Thing) -> &str {
    thing.named.as_ref().map_or("", |n| &n.path)
}

/// The numbers of the objects that need one: those of several names, and those whose name others have too.
fn numbers(shared: &Shared, nodes: &[Node<'_>]) -> HashMap<u64, usize> {
    let name = |thing: &Thing| match path(thing) {
        "" => format!("a {}", type_text(shared, thing)),
        path => path.to_owned(),
    };
    let mut objects: HashMap<String, HashSet<u64>> = HashMap::new();
    let mut names: HashMap<u64, HashSet<String>> = HashMap::new();
    let things = || nodes.iter().flat_map(|n| &n.things);
    for thing in things() {
        let name = name(thing);
        objects.entry(name.clone()).or_default().insert(thing.object);
        names.entry(thing.object).or_default().insert(name);
    }
    let mut numbers = HashMap::new();
    for thing in things() {
        let names = &names[&thing.object];
        if names.len() > 1 || names.iter().any(|n| objects[n].len() > 1) {
            let next = numbers.len() + 1;
            numbers.entry(thing.object).or_insert(next);
        }
    }
    numbers
}

/// What a goroutine waits for; `None` if it is not blocked, or not for something inside the program.
fn things(
    shared: &Shared,
    stopped: &Stopped<'_>,
    all: &[Stopped<'_>],
    semas: &HashMap<TaskRef, u64>,
    held: &mut HashMap<u64, (Vec<Hold>, usize)>,
) -> Option<Vec<Thing>> {
    let reason = stopped.standing?.reason;
    let sends = sends(shared, stopped.g);
    let addresses = awaited(shared, stopped, semas)?;
    let thing = |(i, address): (usize, u64)| {
        let named = name(shared, stopped.g, address, reason);
        let lock = named.as_ref().filter(|_| !is_chan(shared, address));
        let object = lock.map_or(address, |n| n.at);
        let of = |l: &Named| held.entry(l.at).or_insert_with(|| holds(shared, all, l)).clone();
        let (holds, unknown) = lock.map(of).unwrap_or_default();
        let sends = sends.get(i).copied();
        Thing { address, object, named, sends, holds, unknown }
    };
    Some(addresses.into_iter().enumerate().map(thing).collect())
}

/// Which cases of the select that a goroutine waits in send: those whose channel is not nil.
fn sends(shared: &Shared, g: &Goroutine) -> Vec<bool> {
    let Wait::Select { table, .. } = g.wait else { return Vec::new() };
    let cases = &shared.image.program.selects[table.0 as usize].cases;
    let words = g.words();
    let there = cases.iter().filter(|case| words[g.r as usize + usize::from(case.ch.0)] != 0);
    there.map(|case| case.send).collect()
}

/// How many cases of the select that a goroutine waits in have a nil channel.
fn nil_cases(shared: &Shared, g: &Goroutine) -> usize {
    let Wait::Select { table, .. } = g.wait else { return 0 };
    let cases = &shared.image.program.selects[table.0 as usize].cases;
    let words = g.words();
    cases.iter().filter(|case| words[g.r as usize + usize::from(case.ch.0)] == 0).count()
}

pub(crate) fn is_chan(shared: &Shared, address: u64) -> bool {
    shared.heap.object_at(address as usize).is_some_and(|o| o.desc == DESC_CHAN)
}

/// What the program calls the channel or lock at an address, seen from a goroutine that waits for it. One that has no
/// name is known by what waits: the path is empty then.
fn name(shared: &Shared, g: &Goroutine, address: u64, reason: Reason) -> Option<Named> {
    let found = names::in_frames(shared, g, address).or_else(|| names::in_globals(shared, address));
    if found.is_some() || is_chan(shared, address) {
        return found;
    }
    let (ty, offset) = match (waits_in(shared, g)?, reason) {
        ("sync.(*Mutex).Lock", _) => ("sync.Mutex", 0),
        ("sync.(*RWMutex).Lock", Reason::RWMutexLock) => ("sync.RWMutex", 8),
        ("sync.(*RWMutex).Lock", _) => ("sync.RWMutex", 0),
        ("sync.(*RWMutex).RLock", _) => ("sync.RWMutex", 12),
        ("sync.(*WaitGroup).Wait", _) => ("sync.WaitGroup", 8),
        _ => return None,
    };
    let types = shared.image.types.all();
    let ty = TypeId(types.iter().position(|t| &*t.string == ty)? as u32);
    Some(Named { path: String::new(), ty, at: address - offset })
}

/// The outermost of the library's functions that a goroutine has called from the user's code.
fn waits_in<'s>(shared: &'s Shared, g: &Goroutine) -> Option<&'s str> {
    let image = &shared.image;
    let frames = traceback::frames(image, g, g.position(), g.r as usize, 16);
    let is_library = |f: &&TraceFrame| lines::position(image, **f).0.starts_with(LIBRARY);
    let last = frames.iter().take_while(is_library).last()?;
    Some(&image.program.funcs[last.func.0 as usize].name)
}

fn type_text<'s>(shared: &'s Shared, thing: &Thing) -> &'s str {
    let types = &shared.image.types;
    let named = thing.named.as_ref().map(|n| n.ty);
    if is_chan(shared, thing.address) {
        let made = chan_of(thing.address).and_then(|c| made_type(shared, c.made_at));
        return made.or(named).map_or("channel", |ty| &types.get(ty).string);
    }
    named.map_or("lock", |ty| &types.get(ty).string)
}

/// The type of the channel that the `make.chan` before `made_at` made.
fn made_type(shared: &Shared, made_at: *const Op) -> Option<TypeId> {
    if made_at.is_null() {
        return None;
    }
    let at = shared.image.offset_of(made_at);
    let first = at.checked_sub(2)?;
    match [shared.image.op(first), shared.image.op(at - 1)] {
        [Op::MakeChan { .. }, Op::Ext { b, .. }] => Some(TypeId(b.get())),
        _ => None,
    }
}

/// A 32-bit field of a lock.
pub(crate) fn field(shared: &Shared, lock: &Named, path: &[&str]) -> Option<i32> {
    let (at, _) = field_address(shared, lock, path)?;
    // SAFETY: the lock was found in readable memory, and its fields lie in it.
    Some(unsafe { (at as *const i32).read_unaligned() })
}

/// Where a field of a lock lies, and its type.
fn field_address(shared: &Shared, lock: &Named, path: &[&str]) -> Option<(u64, TypeId)> {
    let types = &shared.image.types;
    let (mut ty, mut at) = (lock.ty, lock.at);
    for name in path {
        let field = types.get(ty).fields.iter().find(|f| &*f.name == *name)?;
        (ty, at) = (field.ty, at + field.offset);
    }
    Some((at, ty))
}

/// The goroutines that hold a lock, and how many readers more there are than these.
fn holds(shared: &Shared, all: &[Stopped<'_>], lock: &Named) -> (Vec<Hold>, usize) {
    let mutex = |path: &[&str]| -> Option<Hold> {
        let (at, _) = field_address(shared, lock, path)?;
        let (mut holder, copied) = holders::holder(shared, at)?;
        let mut those = all.iter().map(|s| s.g.id).filter(|&id| locks::is_number_of(holder.id, id));
        match (those.next(), those.next()) {
            (Some(id), None) => holder.id = id,
            // It has ended.
            (None, _) if !locks::are_numbers_ids(shared.newest_id()) => return None,
            (None, _) => {}
            (Some(_), Some(_)) => return None,
        }
        let how = if copied { How::LockedOriginal } else { How::Locked };
        Some(Hold { holder, how })
    };
    match &*shared.image.types.get(lock.ty).string {
        "sync.Mutex" => (mutex(&[]).into_iter().collect(), 0),
        "sync.Once" => (mutex(&["m"]).into_iter().collect(), 0),
        "sync.RWMutex" => {
            let Some((count, waiting)) = readers(shared, lock) else { return (Vec::new(), 0) };
            let mut writer = mutex(&["w"]);
            if let Some(writer) = writer.as_mut().filter(|w| waiting && w.how == How::Locked) {
                writer.how = How::WaitsToWrite;
            }
            let at = field_address(shared, lock, &["readerCount"]).map_or(0, |(at, _)| at);
            let known = holders::readers(all.iter().map(|s| s.g), &shared.orphans, at);
            let unknown = count.saturating_sub(known.len());
            // More are noted than there are where one unlocks for another: then it is not known which of them still
            // read.
            let known = if known.len() > count { Vec::new() } else { known };
            let unknown = if known.is_empty() { count } else { unknown };
            let readers = known.into_iter().map(|holder| Hold { holder, how: How::Reads });
            (readers.chain(writer).collect(), unknown)
        }
        _ => (Vec::new(), 0),
    }
}

/// How many hold an `RWMutex` for reading, and whether a writer waits for them.
pub(crate) fn readers(shared: &Shared, lock: &Named) -> Option<(usize, bool)> {
    /// What a writer takes off the count.
    const WRITER: i32 = 1 << 30;
    let count = field(shared, lock, &["readerCount"])?;
    let readers = if count < 0 { count + WRITER } else { count };
    Some((usize::try_from(readers).unwrap_or(0), count < 0 && readers > 0))
}
