//! Why nothing can go on: a deadlock told as who waits for what, who has that, and what that one waits for.
//!
//! A module of its own because Go's own report, which comes before it, tells only where everybody stands.
//!
//! What is said is what the stopped world shows. The holder of a mutex is known: whoever takes one leaves his number in it.
//! Who could use a channel is found by reachability: a goroutine whose live variables or deferred calls lead to it, or one of
//! whose functions names the package-level variable that it is in. That is "could", not "would"; where only memory leads there
//! (through maps or functions, or just into the same object) it is "perhaps".

use crate::goroutine::Goroutine;
use crate::leak_report::{origin, place};
use crate::leaks::{self, Stopped, awaited, leads_to, raw_frames};
use crate::machine::Shared;
use crate::names::{self, Named};
use crate::object::chan::chan_of;
use crate::types::DESC_CHAN;
use minigo_bytecode::operand::{TypeId, Use};
use minigo_bytecode::ops::Op;
use minigo_bytecode::rtype::Kind;
use minigo_bytecode::uses::uses_of;
use minigo_sched::{Handle, Reason, StoppedWorld};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

/// How many goroutines' waits are told.
const TOLD: usize = 1000;
/// From how many is searched what they lead to: that takes a walk through memory for each.
const SEARCHED: usize = 64;
/// How many are named in a list.
const NAMED: usize = 8;

/// What one goroutine waits for.
struct Thing {
    address: u64,
    /// Its name and nature: `done, a chan bool made at ./a.go:9`.
    text: String,
    named: Option<Named>,
    /// Who holds it, for locks: a goroutine's id.
    holder: Option<u64>,
    /// Who could use it: places in the list of goroutines.
    users: Vec<usize>,
    /// Who leads to it by ways that are no variable's: perhaps they could.
    maybe: Vec<usize>,
}

struct Waiter<'w> {
    stopped: Stopped<'w>,
    reason: Reason,
    things: Vec<Thing>,
    /// Whether it is one of those whose memory is searched.
    searched: bool,
}

/// Appends the explanation of a deadlock.
pub(crate) fn deadlock(
    handle: &Handle<Goroutine>,
    world: &mut StoppedWorld<'_, Goroutine>,
    shared: &Shared,
    out: &mut String,
) {
    let all = leaks::all(world, handle);
    let semas = leaks::semaphores(shared);
    let mut waiters: Vec<Waiter<'_>> = Vec::new();
    for stopped in all.iter().take(TOLD) {
        let (Some(addresses), Some(standing)) =
            (awaited(shared, stopped, &semas), stopped.standing)
        else {
            continue;
        };
        let thing = |&address: &u64| {
            let named = name(shared, stopped.g, address);
            let text = describe(shared, address, named.as_ref());
            let holder = holder(shared, named.as_ref());
            Thing { address, text, named, holder, users: Vec::new(), maybe: Vec::new() }
        };
        let things = addresses.iter().map(thing).collect();
        let reason = standing.reason;
        waiters.push(Waiter { stopped: *stopped, reason, things, searched: false });
    }
    choose_searched(shared, &mut waiters);
    find_users(shared, &mut waiters);
    out.push_str("\nminigo: who waits for whom\n");
    write_waiters(shared, &waiters, &all.iter().map(|s| s.g.id).collect(), out);
    if all.len() > TOLD {
        writeln!(out, "… and {} more goroutines", all.len() - TOLD).expect("strings take all");
    }
    if waiters.len() > SEARCHED {
        writeln!(out, "(who could help was searched among {SEARCHED} of {})", all.len())
            .expect("strings take all");
    }
    write_cycles(&waiters, out);
}

/// What the program calls the channel or lock at an address, seen from a goroutine that waits for it.
pub(crate) fn name(shared: &Shared, g: &Goroutine, address: u64) -> Option<Named> {
    names::in_frames(shared, g, address).or_else(|| names::in_globals(shared, address))
}

/// A channel or lock in words.
pub(crate) fn describe(shared: &Shared, address: u64, named: Option<&Named>) -> String {
    let types = &shared.image.types;
    let path = named.map(|n| format!("{}, ", n.path)).unwrap_or_default();
    let object = shared.heap.object_at(address as usize);
    if object.is_some_and(|o| o.desc == DESC_CHAN)
        && let Some(chan) = chan_of(address)
    {
        let made = made_type(shared, chan.made_at);
        let ty = made.or(named.map(|n| n.ty)).map_or("channel", |ty| &types.get(ty).string);
        let (cap, len) = (chan.channel.capacity(), chan.channel.len());
        let room = match cap {
            0 => String::from("unbuffered"),
            _ => format!("{len} of {cap} places taken"),
        };
        let at = origin(&shared.image, chan.made_at);
        let at = at.map(|(_, file, line)| format!(", made at {file}:{line}")).unwrap_or_default();
        return format!("{path}a {ty} ({room}{at})");
    }
    match named {
        Some(named) => format!("{path}a {}{}", types.get(named.ty).string, state(shared, named)),
        None => String::from("a lock"),
    }
}

/// The type of the channel that the `make.chan` before `made_at` made.
fn made_type(shared: &Shared, made_at: *const Op) -> Option<TypeId> {
    if made_at.is_null() {
        return None;
    }
    let at = shared.image.offset_of(made_at);
    match shared.image.code.get(at.checked_sub(2)?..at)? {
        [Op::MakeChan { .. }, Op::Ext { b, .. }] => Some(TypeId(b.get())),
        _ => None,
    }
}

/// A 32-bit field of a lock.
fn field(shared: &Shared, lock: &Named, path: &[&str]) -> Option<i32> {
    let types = &shared.image.types;
    let (mut ty, mut at) = (lock.ty, lock.at);
    for name in path {
        let field = types.get(ty).fields.iter().find(|f| &*f.name == *name)?;
        (ty, at) = (field.ty, at + field.offset);
    }
    // SAFETY: the lock was found in readable memory, and its fields lie in it.
    Some(unsafe { (at as *const i32).read_unaligned() })
}

/// What the words of a lock say.
fn state(shared: &Shared, lock: &Named) -> String {
    let field = |path: &[&str]| field(shared, lock, path);
    match &*shared.image.types.get(lock.ty).string {
        "sync.WaitGroup" => {
            // SAFETY: the counter is the high half of the group's first word.
            let count = unsafe { (lock.at as *const i64).read_unaligned() } >> 32;
            format!(" whose counter is {count}")
        }
        "sync.RWMutex" => {
            const WRITING: i32 = 1 << 30;
            let (Some(count), Some(left)) = (field(&["readerCount"]), field(&["readerWait"]))
            else {
                return String::new();
            };
            let readers = if count < 0 && left > 0 { left } else { count.rem_euclid(WRITING) };
            match (count < 0, left > 0) {
                (true, true) => format!(" held for reading by {readers}, with a writer waiting"),
                (true, false) => String::from(" held for writing"),
                (false, _) => format!(" held for reading by {readers}"),
            }
        }
        _ => String::new(),
    }
}

/// Who holds a lock for himself: the number that it left there.
fn holder(shared: &Shared, lock: Option<&Named>) -> Option<u64> {
    const LOCKED: i32 = 1;
    let lock = lock?;
    let path: &[&str] = match &*shared.image.types.get(lock.ty).string {
        "sync.Mutex" => &[],
        "sync.RWMutex" if field(shared, lock, &["readerWait"])? == 0 => &["w"],
        "sync.Once" => &["m"],
        _ => return None,
    };
    let of = |name: &'static str| field(shared, lock, &[path, &[name]].concat());
    // The field behind the word, which is blank so that `==` leaves it out.
    let id = of("_")? as u32;
    (of("word")? & LOCKED != 0 && id != 0).then_some(u64::from(id))
}

/// Chooses whom to search: one of each place in the program, then the second of each, and so on.
fn choose_searched(shared: &Shared, waiters: &mut [Waiter<'_>]) {
    let mut at_place: HashMap<Vec<usize>, usize> = HashMap::new();
    let mut rounds: Vec<(usize, usize)> = Vec::new();
    for (i, waiter) in waiters.iter().enumerate() {
        let frames = raw_frames(&shared.image, waiter.stopped.g);
        let round = at_place.entry(frames.iter().map(|f| f.pc as usize).collect()).or_default();
        rounds.push((*round, i));
        *round += 1;
    }
    rounds.sort_unstable();
    for &(_, i) in rounds.iter().take(SEARCHED) {
        waiters[i].searched = true;
    }
}

/// Finds out who could use what is waited for.
fn find_users(shared: &Shared, waiters: &mut [Waiter<'_>]) {
    let base = |address: u64| shared.heap.object_at(address as usize).map_or(0, |o| o.base);
    let mut addresses: Vec<u64> =
        waiters.iter().flat_map(|w| &w.things).map(|t| t.address).collect();
    addresses.sort_unstable();
    addresses.dedup();
    let bases: Vec<usize> = addresses.iter().map(|&address| base(address)).collect();
    let searched: Vec<usize> = (0..waiters.len()).filter(|&i| waiters[i].searched).collect();
    let reach: Vec<Vec<bool>> =
        searched.iter().map(|&i| leads_to(shared, &waiters[i].stopped, &bases)).collect();
    let globals: Vec<Vec<u32>> =
        searched.iter().map(|&i| globals_of(shared, waiters[i].stopped.g)).collect();
    let waits: Vec<(Reason, Vec<u64>)> =
        waiters.iter().map(|w| (w.reason, w.things.iter().map(|t| t.address).collect())).collect();
    let goroutines: Vec<&Goroutine> = waiters.iter().map(|w| w.stopped.g).collect();
    for (i, waiter) in waiters.iter_mut().enumerate() {
        let reason = waiter.reason;
        for thing in &mut waiter.things {
            let n = addresses.binary_search(&thing.address).expect("all are in the list");
            let offset = global_of(shared, thing.named.as_ref());
            // Who waits for the same in the same way cannot help.
            let others = searched
                .iter()
                .enumerate()
                .filter(|&(_, &j)| j != i && waits[j] != (reason, vec![thing.address]));
            for (k, &j) in others {
                let names_it = offset.is_some_and(|o| globals[k].contains(&o));
                let lock = thing.named.as_ref();
                if names_it
                    || reach[k][n] && names::uses(shared, goroutines[j], thing.address, lock)
                {
                    thing.users.push(j);
                } else if reach[k][n] {
                    thing.maybe.push(j);
                }
            }
            // But he can who has deferred a call with the lock, also if he is one of those who wait, or the only one.
            for &j in &searched {
                if !thing.users.contains(&j)
                    && defers_with(shared, goroutines[j], thing.named.as_ref())
                {
                    thing.users.push(j);
                }
            }
            thing.users.sort_unstable();
        }
    }
}

/// Whether a goroutine has deferred a call that gets the lock's address: as an argument, or in the closure.
fn defers_with(shared: &Shared, g: &Goroutine, lock: Option<&Named>) -> bool {
    const CAPTURED: usize = 32;
    let Some(lock) = lock else { return false };
    let of = shared.image.types.get(lock.ty);
    if of.kind != Kind::Struct || &*of.string == "sync.Cond" {
        return false;
    }
    let captures = |closure: u64| {
        let object = shared.heap.object_at(closure as usize);
        object.is_some_and(|o| {
            let words = (o.size / 8).min(CAPTURED);
            // SAFETY: the words lie in the object, and nobody changes it while the world is stopped.
            let word = |i: usize| unsafe { (o.base as *const u64).add(i).read() };
            o.base as u64 == closure && (0..words).any(|i| word(i) == lock.at)
        })
    };
    let mut found = false;
    if let Some(unwind) = g.unwind_ref() {
        unwind.each_deferred_word(|word| found |= word == lock.at || captures(word));
    }
    found
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

/// The package-level variables that the functions on a goroutine's stack name.
fn globals_of(shared: &Shared, g: &Goroutine) -> Vec<u32> {
    let image = &shared.image;
    let mut all = Vec::new();
    for frame in raw_frames(image, g).iter().filter(|f| image.has_pc(f.pc as u64)) {
        let func = &image.program.funcs[image.func_at(frame.pc).0 as usize];
        for pc in 0..func.code.len() {
            if !matches!(func.code[pc], Op::Ext { .. }) {
                uses_of(&image.program, image.types.all(), &func.code, pc, |operand| {
                    if let Use::Global(offset) = operand {
                        all.push(offset);
                    }
                });
            }
        }
    }
    all
}

fn verb(reason: Reason) -> &'static str {
    match reason {
        Reason::ChanReceive => "waits to receive from",
        Reason::ChanSend => "waits to send to",
        Reason::ChanReceiveNil => "receives from a nil channel: nobody can ever wake it",
        Reason::ChanSendNil => "sends to a nil channel: nobody can ever wake it",
        Reason::SelectNoCases => "is in a select without cases: nobody can ever wake it",
        Reason::Select => "waits in a select for",
        Reason::WaitGroupWait => "waits for",
        Reason::CondWait => "waits to be woken by",
        Reason::RWMutexRLock => "wants to read under",
        _ => "wants",
    }
}

/// The sentence about several.
fn plural(text: &str) -> String {
    let verbs = [
        (" waits ", " wait "),
        (" wants ", " want "),
        (" receives ", " receive "),
        (" sends ", " send "),
        (" is in ", " are in "),
        ("wake it", "wake them"),
    ];
    verbs.iter().fold(text.to_owned(), |text, (one, many)| text.replacen(one, many, 1))
}

/// What would help.
fn help(reason: Reason) -> &'static str {
    match reason {
        Reason::ChanReceive => "send to it or close it",
        Reason::ChanSend => "receive from it",
        Reason::WaitGroupWait => "call Done",
        Reason::CondWait => "call Signal or Broadcast",
        Reason::Select => "use it",
        _ => "unlock it",
    }
}

fn list(ids: &[u64]) -> String {
    let named: Vec<_> = ids.iter().take(NAMED).map(u64::to_string).collect();
    let word = if ids.len() == 1 { "goroutine" } else { "goroutines" };
    let more = ids.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{word} {}{rest}", named.join(", "))
}

fn write_waiters(shared: &Shared, waiters: &[Waiter<'_>], alive: &HashSet<u64>, out: &mut String) {
    let mut told: Vec<(String, Vec<usize>)> = Vec::new();
    for (i, waiter) in waiters.iter().enumerate() {
        let (func, file, line) = place(&shared.image, waiter.stopped.g);
        let mut text = format!("in {func} at {file}:{line} {}", verb(waiter.reason));
        let things: Vec<&str> = waiter.things.iter().map(|t| &*t.text).collect();
        if !things.is_empty() {
            write!(text, " {}", things.join("; ")).expect("strings take all");
        } else if waiter.reason == Reason::Select {
            text.push_str(" nil channels only: nobody can ever wake it");
        }
        match told.iter_mut().find(|(t, _)| *t == text) {
            Some((_, who)) => who.push(i),
            None => told.push((text, vec![i])),
        }
    }
    for (text, who) in &told {
        let ids: Vec<u64> = who.iter().map(|&i| waiters[i].stopped.g.id).collect();
        let text = if ids.len() == 1 { text.clone() } else { plural(text) };
        writeln!(out, "{} {text}", list(&ids)).expect("strings take all");
        let first = &waiters[who[0]];
        for thing in &first.things {
            let which = match (first.things.len(), &thing.named) {
                (1, _) => String::new(),
                (_, Some(named)) => format!("{}: ", named.path),
                (_, None) => String::from("the other: "),
            };
            writeln!(out, "    {which}{}", reason_of(thing, first, waiters, alive))
                .expect("strings take all");
        }
    }
}

/// Why a thing does not come.
fn reason_of(
    thing: &Thing,
    of: &Waiter<'_>,
    waiters: &[Waiter<'_>],
    alive: &HashSet<u64>,
) -> String {
    if let Some(id) = thing.holder {
        return if id == of.stopped.g.id {
            String::from("which it holds itself")
        } else if alive.contains(&id) {
            format!("which goroutine {id} holds, and that is stuck too")
        } else {
            format!("which goroutine {id} has locked and never unlocked, and that has ended")
        };
    }
    let help = help(of.reason);
    let ids = |of: &[usize]| of.iter().map(|&i| waiters[i].stopped.g.id).collect::<Vec<_>>();
    let (sure, users) = match thing.users[..] {
        [] => (" perhaps", ids(&thing.maybe)),
        _ => ("", ids(&thing.users)),
    };
    match users.len() {
        1 if users[0] == of.stopped.g.id => format!("it could {help} itself, but is stuck here"),
        0 => format!("no goroutine is left that could {help}"),
        1 => format!("{} could{sure} {help}, but is stuck too", list(&users)),
        _ => format!("{} could{sure} {help}, but are stuck too", list(&users)),
    }
}

/// Names up to so many circles.
const CYCLES: usize = 3;

fn write_cycles(waiters: &[Waiter<'_>], out: &mut String) {
    let place_of = |id: u64| waiters.iter().position(|w| w.stopped.g.id == id);
    let edges: Vec<Vec<usize>> = waiters
        .iter()
        .map(|w| {
            let held = w.things.iter().filter_map(|t| t.holder.and_then(place_of));
            let free = w.things.iter().filter(|t| t.holder.is_none());
            held.chain(free.flat_map(|t| t.users.iter().copied())).collect()
        })
        .collect();
    let mut told: Vec<usize> = Vec::new();
    let mut count = 0;
    for start in 0..waiters.len() {
        if told.contains(&start) || count == CYCLES {
            continue;
        }
        let Some(cycle) = shortest_cycle(&edges, start) else { continue };
        count += 1;
        let ids = cycle.iter().skip(1).map(|&i| waiters[i].stopped.g.id);
        let chain: Vec<_> = ids.map(|id| format!("goroutine {id}")).collect();
        let chain = if cycle.len() == 2 { vec![String::from("itself")] } else { chain };
        let first = waiters[start].stopped.g.id;
        writeln!(out, "cycle: goroutine {first} waits for {}", chain.join(", which waits for "))
            .expect("strings take all");
        told.extend(cycle);
    }
}

/// The shortest way from `start` back to it, both ends included.
fn shortest_cycle(edges: &[Vec<usize>], start: usize) -> Option<Vec<usize>> {
    let mut from = vec![usize::MAX; edges.len()];
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for &next in &edges[at] {
            if next == start {
                let mut way = vec![start, at];
                let mut back = at;
                while back != start {
                    back = from[back];
                    way.push(back);
                }
                way.reverse();
                // One that waits for itself is on the way once at each end.
                way.dedup_by(|a, b| a == b && *a != start);
                return Some(if at == start { vec![start, start] } else { way });
            }
            if from[next] == usize::MAX {
                from[next] = at;
                queue.push_back(next);
            }
        }
    }
    None
}
