//! The goroutines of a stopped world, the objects that each waits for, and the goroutines that hold them.
//!
//! Reports of deadlocks, of leaks and for signals word these facts differently.
//!
//! An *object* is a channel or a lock, identified by its address. An object may have several names, and several objects
//! one name: then a number distinguishes the objects, the same number everywhere in one report.

use crate::channel::chan_of;
use crate::goroutine::alarm;
use crate::goroutine::state::{Goroutine, Wait};
use crate::image::lines::{self, LIBRARY_PREFIX, TraceFrame};
use crate::report::leaks::{self, StoppedGoroutine, awaited_objects};
use crate::report::object_names::{self, NamedObject};
use crate::report::{explain, holders, traceback};
use crate::shared::Shared;
use crate::shared::locks::{self, Holder};
use crate::types::DESC_CHAN;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::ops::Op;
use minigo_sched::{Handle, Reason, TaskRef};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;

/// How a goroutine holds a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HoldMode {
    /// The goroutine has locked the lock.
    Locked,
    /// The goroutine has locked the lock for reading.
    Reads,
    /// The goroutine wants to write, and waits for earlier readers; readers that come later wait for this goroutine.
    WaitsToWrite,
    /// The goroutine has locked another lock, of which this is a copy.
    LockedOriginal,
}

/// A goroutine that holds a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hold {
    pub(crate) holder: Holder,
    pub(crate) mode: HoldMode,
}

/// An object that a goroutine waits for.
pub(crate) struct AwaitedThing {
    /// The address at which the goroutine waits, inside the object.
    pub(crate) address: u64,
    /// The address of the channel or lock.
    pub(crate) object_address: u64,
    pub(crate) name: Option<NamedObject>,
    /// For a case of a select: whether the case sends.
    pub(crate) is_send: Option<bool>,
    /// For a lock: the goroutines that hold the lock.
    pub(crate) holders: Vec<Hold>,
    /// The number of readers that are not in `holders`.
    pub(crate) unknown_reader_count: usize,
}

/// A goroutine with its waits.
pub(crate) struct Node<'w> {
    pub(crate) stopped_goroutine: StoppedGoroutine<'w>,
    /// Why the goroutine is blocked, if it waits for something inside the program.
    pub(crate) reason: Option<Reason>,
    pub(crate) awaited_things: Vec<AwaitedThing>,
    /// For a select: the number of cases with a nil channel, which are never ready.
    pub(crate) nil_case_count: usize,
}

/// All goroutines, and the facts known of the objects.
pub(crate) struct Waits<'w> {
    pub(crate) nodes: Vec<Node<'w>>,
    by_id: HashMap<u64, usize>,
    object_numbers: HashMap<u64, usize>,
    /// The channels of armed timers.
    armed_timers: hashbrown::HashSet<u64>,
    /// Whether the goroutines continue when the world starts again, so that a wait does not mean being stuck.
    pub(crate) is_machine_running: bool,
}

impl<'w> Waits<'w> {
    /// Like [`of_goroutines`](Self::of_goroutines), in a machine that has not ended.
    pub(crate) fn of_live(
        shared: &Shared,
        handle: &Handle<Goroutine>,
        all: &[StoppedGoroutine<'w>],
        max_inspected: usize,
    ) -> Self {
        Self { is_machine_running: true, ..Self::of_goroutines(shared, handle, all, max_inspected) }
    }

    /// The waits of these goroutines; only the first `max_inspected` goroutines get their objects.
    pub(crate) fn of_goroutines(
        shared: &Shared,
        handle: &Handle<Goroutine>,
        all: &[StoppedGoroutine<'w>],
        max_inspected: usize,
    ) -> Self {
        let semas = leaks::awaited_semaphores(shared);
        let mut held = HashMap::new();
        let node = |(i, stopped): (usize, &StoppedGoroutine<'w>)| {
            let things = (i < max_inspected)
                .then(|| things_awaited_by(shared, stopped, all, &semas, &mut held));
            let things = things.flatten();
            let reason = things.as_ref().and(stopped.status).map(|s| s.reason);
            let nil_cases = nil_case_count(shared, stopped.goroutine);
            Node {
                stopped_goroutine: *stopped,
                reason,
                awaited_things: things.unwrap_or_default(),
                nil_case_count: nil_cases,
            }
        };
        let nodes: Vec<Node<'w>> = all.iter().enumerate().map(node).collect();
        let by_id =
            nodes.iter().enumerate().map(|(i, n)| (n.stopped_goroutine.goroutine.id, i)).collect();
        let numbers = number_objects(shared, &nodes);
        let armed = alarm::armed_channels(handle);
        Self {
            nodes,
            by_id,
            object_numbers: numbers,
            armed_timers: armed,
            is_machine_running: false,
        }
    }

    /// Reports whether a channel belongs to a timer that will send to the channel. `None` if the channel belongs to no
    /// timer, or the answer is unknown, since the timer uses the clock of a bubble.
    pub(crate) fn is_armed(&self, shared: &Shared, address: u64) -> Option<bool> {
        let chan = is_chan(shared, address).then(|| chan_of(address)).flatten()?;
        (chan.is_timer.load(Ordering::Relaxed) && chan.bubble == 0)
            .then(|| self.armed_timers.contains(&address))
    }

    /// The index of a goroutine in the list; `None` if the goroutine has ended.
    pub(crate) fn index_of(&self, id: u64) -> Option<usize> {
        self.by_id.get(&id).copied()
    }

    /// The number that distinguishes the object from others with its name: ` #3`, or nothing if there are none.
    pub(crate) fn number_of(&self, thing: &AwaitedThing) -> String {
        self.object_numbers
            .get(&thing.object_address)
            .map_or_else(String::new, |n| format!(" #{n}"))
    }

    /// The object's name for the waiting goroutine: `right #2`; its type if it has no name.
    pub(crate) fn short_name(&self, shared: &Shared, thing: &AwaitedThing) -> String {
        match name_path(thing) {
            "" => format!("a {}{}", type_text(shared, thing), self.number_of(thing)),
            path => format!("{path}{}", self.number_of(thing)),
        }
    }

    /// The object's description without the number.
    pub(crate) fn describe_without_number(&self, shared: &Shared, thing: &AwaitedThing) -> String {
        let (ty, about) = (type_text(shared, thing), explain::describe_state(shared, self, thing));
        match name_path(thing) {
            "" => format!("a {ty}{about}"),
            path => format!("{path}, a {ty}{about}"),
        }
    }

    /// The object's description: `right #2, a sync.Mutex`.
    pub(crate) fn describe_thing(&self, shared: &Shared, thing: &AwaitedThing) -> String {
        let (ty, about) = (type_text(shared, thing), explain::describe_state(shared, self, thing));
        match name_path(thing) {
            "" => format!("a {ty}{}{about}", self.number_of(thing)),
            path => format!("{path}{}, a {ty}{about}", self.number_of(thing)),
        }
    }
}

fn name_path(thing: &AwaitedThing) -> &str {
    thing.name.as_ref().map_or("", |n| &n.path)
}

/// The numbers of the objects that need one: objects with several names, and objects that share their name.
fn number_objects(shared: &Shared, nodes: &[Node<'_>]) -> HashMap<u64, usize> {
    let name = |thing: &AwaitedThing| match name_path(thing) {
        "" => format!("a {}", type_text(shared, thing)),
        path => path.to_owned(),
    };
    let mut objects: HashMap<String, HashSet<u64>> = HashMap::new();
    let mut names: HashMap<u64, HashSet<String>> = HashMap::new();
    let things = || nodes.iter().flat_map(|n| &n.awaited_things);
    for thing in things() {
        let name = name(thing);
        objects.entry(name.clone()).or_default().insert(thing.object_address);
        names.entry(thing.object_address).or_default().insert(name);
    }
    let mut numbers = HashMap::new();
    for thing in things() {
        let names = &names[&thing.object_address];
        if names.len() > 1 || names.iter().any(|n| objects[n].len() > 1) {
            let next = numbers.len() + 1;
            numbers.entry(thing.object_address).or_insert(next);
        }
    }
    numbers
}

/// The objects that a goroutine waits for; `None` if it is not blocked, or not by something inside the program.
fn things_awaited_by(
    shared: &Shared,
    stopped: &StoppedGoroutine<'_>,
    all: &[StoppedGoroutine<'_>],
    semas: &HashMap<TaskRef, u64>,
    held: &mut HashMap<u64, (Vec<Hold>, usize)>,
) -> Option<Vec<AwaitedThing>> {
    let reason = stopped.status?.reason;
    let sends = send_cases(shared, stopped.goroutine);
    let addresses = awaited_objects(shared, stopped, semas)?;
    let thing = |(i, address): (usize, u64)| {
        let named = awaited_name(shared, stopped.goroutine, address, reason);
        let lock = named.as_ref().filter(|_| !is_chan(shared, address));
        let object = lock.map_or(address, |n| n.address);
        let of = |l: &NamedObject| {
            held.entry(l.address).or_insert_with(|| holds_of(shared, all, l)).clone()
        };
        let (holds, unknown) = lock.map(of).unwrap_or_default();
        let sends = sends.get(i).copied();
        AwaitedThing {
            address,
            object_address: object,
            name: named,
            is_send: sends,
            holders: holds,
            unknown_reader_count: unknown,
        }
    };
    Some(addresses.into_iter().enumerate().map(thing).collect())
}

/// For each case with a non-nil channel of the select in which a goroutine waits: whether the case sends.
fn send_cases(shared: &Shared, g: &Goroutine) -> Vec<bool> {
    let Wait::Select { table, .. } = g.wait else { return Vec::new() };
    let cases = &shared.image.program.select_tables[table.0 as usize].cases;
    let words = g.frame_words();
    let there =
        cases.iter().filter(|case| words[g.frame_base as usize + usize::from(case.channel.0)] != 0);
    there.map(|case| case.is_send).collect()
}

/// The number of cases with a nil channel of the select in which a goroutine waits.
fn nil_case_count(shared: &Shared, g: &Goroutine) -> usize {
    let Wait::Select { table, .. } = g.wait else { return 0 };
    let cases = &shared.image.program.select_tables[table.0 as usize].cases;
    let words = g.frame_words();
    cases
        .iter()
        .filter(|case| words[g.frame_base as usize + usize::from(case.channel.0)] == 0)
        .count()
}

pub(crate) fn is_chan(shared: &Shared, address: u64) -> bool {
    shared.heap.object_at(address as usize).is_some_and(|o| o.desc == DESC_CHAN)
}

/// The program's name of the channel or lock at an address, from the view of a goroutine that waits for it. For an
/// object without a name the path is empty, and the type follows from the kind of wait.
fn awaited_name(
    shared: &Shared,
    g: &Goroutine,
    address: u64,
    reason: Reason,
) -> Option<NamedObject> {
    let found = object_names::name_in_frames(shared, g, address)
        .or_else(|| object_names::name_in_globals(shared, address));
    if found.is_some() || is_chan(shared, address) {
        return found;
    }
    let (ty, offset) = match (outermost_library_function(shared, g)?, reason) {
        ("sync.(*Mutex).Lock", _) => ("sync.Mutex", 0),
        ("sync.(*RWMutex).Lock", Reason::RWMutexLock) => ("sync.RWMutex", 8),
        ("sync.(*RWMutex).Lock", _) => ("sync.RWMutex", 0),
        ("sync.(*RWMutex).RLock", _) => ("sync.RWMutex", 12),
        ("sync.(*WaitGroup).Wait", _) => ("sync.WaitGroup", 8),
        _ => return None,
    };
    let types = shared.image.types.current_types();
    let ty = TypeId(types.iter().position(|t| &*t.string == ty)? as u32);
    Some(NamedObject { path: String::new(), ty, address: address - offset })
}

/// The outermost library function that a goroutine has called from the user's code.
fn outermost_library_function<'s>(shared: &'s Shared, g: &Goroutine) -> Option<&'s str> {
    let image = &shared.image;
    let frames = traceback::goroutine_frames(image, g, g.position(), g.frame_base as usize, 16);
    let is_library = |f: &&TraceFrame| lines::position(image, **f).0.starts_with(LIBRARY_PREFIX);
    let last = frames.iter().take_while(is_library).last()?;
    Some(&image.program.funcs[last.func.0 as usize].name)
}

fn type_text<'s>(shared: &'s Shared, thing: &AwaitedThing) -> &'s str {
    let types = &shared.image.types;
    let named = thing.name.as_ref().map(|n| n.ty);
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
    match [shared.image.op_at_index(first), shared.image.op_at_index(at - 1)] {
        [Op::MakeChan { .. }, Op::Ext { b, .. }] => Some(TypeId(b.get())),
        _ => None,
    }
}

/// The value of a 32-bit field of a lock.
pub(crate) fn lock_field(shared: &Shared, lock: &NamedObject, path: &[&str]) -> Option<i32> {
    let (at, _) = field_address(shared, lock, path)?;
    // SAFETY: the lock was found in readable memory, and its fields lie inside it.
    Some(unsafe { (at as *const i32).read_unaligned() })
}

/// The address of a field of a lock, and the field's type.
fn field_address(shared: &Shared, lock: &NamedObject, path: &[&str]) -> Option<(u64, TypeId)> {
    let types = &shared.image.types;
    let (mut ty, mut at) = (lock.ty, lock.address);
    for name in path {
        let field = types.get(ty).fields.iter().find(|f| &*f.name == *name)?;
        (ty, at) = (field.ty, at + field.offset);
    }
    Some((at, ty))
}

/// The goroutines that hold a lock, and the number of further readers.
fn holds_of(
    shared: &Shared,
    all: &[StoppedGoroutine<'_>],
    lock: &NamedObject,
) -> (Vec<Hold>, usize) {
    let mutex = |path: &[&str]| -> Option<Hold> {
        let (at, _) = field_address(shared, lock, path)?;
        let (mut holder, copied) = holders::holder_of(shared, at)?;
        let mut those = all
            .iter()
            .map(|s| s.goroutine.id)
            .filter(|&id| locks::is_locker_number_of(holder.id, id));
        match (those.next(), those.next()) {
            (Some(id), None) => holder.id = id,
            // The holder has ended.
            (None, _) if !locks::are_locker_numbers_unique(shared.newest_goroutine_id()) => {
                return None;
            }
            (None, _) => {}
            (Some(_), Some(_)) => return None,
        }
        let how = if copied { HoldMode::LockedOriginal } else { HoldMode::Locked };
        Some(Hold { holder, mode: how })
    };
    match &*shared.image.types.get(lock.ty).string {
        "sync.Mutex" => (mutex(&[]).into_iter().collect(), 0),
        "sync.Once" => (mutex(&["m"]).into_iter().collect(), 0),
        "sync.RWMutex" => {
            let Some((count, waiting)) = readers_of(shared, lock) else { return (Vec::new(), 0) };
            let mut writer = mutex(&["w"]);
            if let Some(writer) = writer.as_mut().filter(|w| waiting && w.mode == HoldMode::Locked)
            {
                writer.mode = HoldMode::WaitsToWrite;
            }
            let at = field_address(shared, lock, &["readerCount"]).map_or(0, |(at, _)| at);
            let known = holders::readers_of(all.iter().map(|s| s.goroutine), &shared.orphans, at);
            let unknown = count.saturating_sub(known.len());
            // There are more notes than readers if a goroutine has unlocked for another: then it is unknown which of
            // the noted goroutines still read.
            let known = if known.len() > count { Vec::new() } else { known };
            let unknown = if known.is_empty() { count } else { unknown };
            let readers = known.into_iter().map(|holder| Hold { holder, mode: HoldMode::Reads });
            (readers.chain(writer).collect(), unknown)
        }
        _ => (Vec::new(), 0),
    }
}

/// The number of goroutines that hold an `RWMutex` for reading, and whether a writer waits for them.
pub(crate) fn readers_of(shared: &Shared, lock: &NamedObject) -> Option<(usize, bool)> {
    /// The number that a writer subtracts from the count.
    const WRITER_MARK: i32 = 1 << 30;
    let count = lock_field(shared, lock, &["readerCount"])?;
    let readers = if count < 0 { count + WRITER_MARK } else { count };
    Some((usize::try_from(readers).unwrap_or(0), count < 0 && readers > 0))
}
