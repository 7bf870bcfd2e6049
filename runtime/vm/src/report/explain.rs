//! Explains a deadlock as chains of waits: a goroutine, the object that it waits for, the goroutine that holds the
//! object, and the object that this goroutine waits for in turn.
//!
//! Go's own report, which is printed before the explanation, only shows where each goroutine stands.
//!
//! The explanation only has facts of the stopped world. A goroutine that locks a lock leaves a note with its number and
//! the place ([`locks`](crate::shared::locks)); [`help`](super::help) finds the goroutines that could use a channel.

use crate::channel::chan_of;
use crate::goroutine::state::Goroutine;
use crate::image::Image;
use crate::image::lines::{self, LIBRARY_PREFIX};
use crate::report::leak_report::{creation_place, user_location};
use crate::report::object_names::NamedObject;
use crate::report::wait_help::{WaitHelpers, choose_searched_goroutines, find_wait_helpers};
use crate::report::waits::{
    AwaitedThing, Hold, HoldMode, Node, Waits, is_chan, lock_field, readers_of,
};
use crate::report::{leaks, traceback};
use crate::shared::Shared;
use crate::shared::locks::LockSite;
use hashbrown::{HashMap, HashSet};
use minigo_sched::{Handle, Reason, StoppedWorld};
use std::fmt::Write as _;
use std::sync::atomic::Ordering::Relaxed;

/// The most goroutines whose waits are explained.
const MAX_EXPLAINED_GOROUTINES: usize = 1000;

/// The most goroutines that are named in a list.
const MAX_NAMED_GOROUTINES: usize = 8;

/// The most groups, of goroutines that wait at the same line for different objects, that are explained one by one.
const MAX_GROUPS_PER_LINE: usize = 12;

/// Appends the explanation of a deadlock.
pub(crate) fn explain_deadlock(
    handle: &Handle<Goroutine>,
    world: &mut StoppedWorld<'_, Goroutine>,
    shared: &Shared,
    out: &mut String,
) {
    let all = leaks::all_goroutines(world, handle);
    let waits = Waits::of_goroutines(shared, handle, &all, MAX_EXPLAINED_GOROUTINES);
    let blocked: Vec<usize> = (0..all.len()).filter(|&i| waits.nodes[i].reason.is_some()).collect();
    let searched = choose_searched_goroutines(shared, &waits, &blocked);
    // The machine's own goroutines end no other goroutine's wait.
    let all_searched = searched.len() == blocked.len()
        && waits
            .nodes
            .iter()
            .all(|n| n.reason.is_some() || n.stopped_goroutine.goroutine.is_system());
    let help = find_wait_helpers(shared, &waits, &searched, all_searched);
    out.push_str("\nminigo: wait-for graph\n");
    write_waiters(shared, &waits, &blocked, &help, out);
    if all.len() > MAX_EXPLAINED_GOROUTINES {
        write_line(out, &format!("… and {} more goroutines", all.len() - MAX_EXPLAINED_GOROUTINES));
    }
    if blocked.len() > searched.len() {
        let (some, of) = (searched.len(), all.len());
        write_line(
            out,
            &format!("(goroutines that could help were searched for among {some} of {of})"),
        );
    }
    write_cycles(shared, &waits, &help, out);
}

/// Appends the known locks of a world that has not ended: the locks that goroutines wait for, and the goroutines that
/// hold them.
pub(crate) fn write_locks_held(shared: &Shared, waits: &Waits<'_>, out: &mut String) {
    let at_lock = |n: &Node<'_>| {
        n.awaited_things.iter().any(|t| !t.holders.is_empty() || t.unknown_reader_count > 0)
    };
    let some: Vec<usize> = (0..waits.nodes.len()).filter(|&i| at_lock(&waits.nodes[i])).collect();
    if some.is_empty() {
        return;
    }
    out.push_str("\nminigo: wait-for graph\n");
    write_waiters(shared, waits, &some, &HashMap::new(), out);
    write_cycles(shared, waits, &HashMap::new(), out);
}

/// Appends the cycles of goroutines that wait for each other's locks.
pub(crate) fn write_wait_cycles(shared: &Shared, waits: &Waits<'_>, out: &mut String) {
    write_cycles(shared, waits, &HashMap::new(), out);
}

/// The goroutines that cannot continue unless a goroutine unlocks another's lock: the goroutines in cycles, and those
/// that wait for them.
pub(crate) fn stuck_at_locks(waits: &Waits<'_>) -> HashSet<u64> {
    let holders = |n: &Node<'_>| -> Vec<u64> {
        let [thing] = &n.awaited_things[..] else { return Vec::new() };
        let holds = blocking_holders(n, thing).filter(|h| h.mode != HoldMode::LockedOriginal);
        holds.map(|h| h.holder.id).collect()
    };
    let waiting = waits.nodes.iter().map(|n| (n.stopped_goroutine.goroutine.id, holders(n)));
    let mut stuck: HashMap<u64, Vec<u64>> = waiting.filter(|(_, of)| !of.is_empty()).collect();
    loop {
        let ids: HashSet<u64> = stuck.keys().copied().collect();
        stuck.retain(|_, of| of.iter().any(|id| ids.contains(id)));
        if stuck.len() == ids.len() {
            return ids;
        }
    }
}

/// Appends a line with the object that one goroutine waits for, and why the wait does not end.
pub(crate) fn explain_wait(shared: &Shared, waits: &Waits<'_>, i: usize, out: &mut String) {
    let group = describe_as_group(shared, waits, i, &HashMap::new());
    write_line(
        out,
        &format!("  goroutine {} {}", waits.nodes[i].stopped_goroutine.goroutine.id, group.text),
    );
    group.reasons.iter().for_each(|reason| write_line(out, &format!("    {reason}")));
}

/// The goroutines that keep a goroutine from the locks that it waits for, in words.
pub(crate) fn holder_texts(shared: &Shared, waits: &Waits<'_>, i: usize) -> Vec<String> {
    let things = &waits.nodes[i].awaited_things;
    things.iter().flat_map(|thing| reasons_of_wait(shared, waits, i, thing, None)).collect()
}

fn write_line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

/// The state of an object in words, to be put behind its type.
pub(crate) fn describe_state(shared: &Shared, waits: &Waits<'_>, thing: &AwaitedThing) -> String {
    if is_chan(shared, thing.address)
        && let Some(chan) = chan_of(thing.address)
    {
        let (cap, len) = (chan.channel.capacity(), chan.channel.len());
        let room = match cap {
            0 => String::from("unbuffered"),
            _ => format!("{len} of {cap} buffer slots used"),
        };
        let at = creation_place(&shared.image, chan.made_at);
        let at = at.map(|(_, file, line)| format!(", made at {file}:{line}")).unwrap_or_default();
        return match (chan.is_timer.load(Relaxed), waits.is_armed(shared, thing.address)) {
            (true, Some(false)) => {
                String::from(" (of a timer that is not armed: the timer was stopped, or has fired)")
            }
            (true, _) => String::from(" (a timer's)"),
            (false, _) => format!(" ({room}{at})"),
        };
    }
    thing.name.as_ref().map_or_else(String::new, |lock| lock_state(shared, lock))
}

/// The state of a lock in words.
fn lock_state(shared: &Shared, lock: &NamedObject) -> String {
    match &*shared.image.types.get(lock.ty).string {
        "sync.WaitGroup" => {
            // SAFETY: the counter is the high half of the group's first word.
            let count = unsafe { (lock.address as *const i64).read_unaligned() } >> 32;
            format!(" whose counter is {count}")
        }
        "sync.RWMutex" => {
            let (Some((readers, waits)), Some(count)) =
                (readers_of(shared, lock), lock_field(shared, lock, &["readerCount"]))
            else {
                return String::new();
            };
            match (count < 0, waits) {
                (true, true) => format!(" held for reading by {readers}, with a writer waiting"),
                (true, false) => String::from(" held for writing"),
                (false, _) => format!(" held for reading by {readers}"),
            }
        }
        _ => String::new(),
    }
}

fn wait_verb(shared: &Shared, reason: Reason, things: &[AwaitedThing]) -> &'static str {
    let of_rw = |t: &AwaitedThing| {
        let ty = t.name.as_ref().map(|n| &*shared.image.types.get(n.ty).string);
        ty == Some("sync.RWMutex")
    };
    match reason {
        Reason::MutexLock | Reason::RWMutexLock if things.iter().any(of_rw) => {
            "wants to write under"
        }
        Reason::ChanReceive => "waits to receive from",
        Reason::ChanSend => "waits to send to",
        Reason::ChanReceiveNil => "receives from a nil channel: no goroutine can ever wake it",
        Reason::ChanSendNil => "sends to a nil channel: no goroutine can ever wake it",
        Reason::SelectNoCases => "is in a select without cases: no goroutine can ever wake it",
        Reason::Select => "waits in a select for",
        Reason::WaitGroupWait => "waits for",
        Reason::CondWait => "waits to be woken by",
        Reason::RWMutexRLock => "wants to read under",
        _ => "wants",
    }
}

/// The sentence `text`, which says what one goroutine waits for, in the plural.
fn plural_of(text: &str) -> String {
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

/// Reports whether the goroutine waits to send to a channel; `None` if it does not wait for a channel.
pub(crate) fn waits_to_send(
    shared: &Shared,
    node: &Node<'_>,
    thing: &AwaitedThing,
) -> Option<bool> {
    match node.reason {
        Some(Reason::ChanSend) => Some(true),
        Some(Reason::ChanReceive) => Some(false),
        _ => thing.is_send.filter(|_| is_chan(shared, thing.address)),
    }
}

/// The operation that would end the wait, in words.
fn wait_ending_operation(reason: Reason, thing: &AwaitedThing) -> &'static str {
    match (reason, thing.is_send) {
        (Reason::ChanReceive, _) | (Reason::Select, Some(false)) => "send to it or close it",
        (Reason::ChanSend, _) | (Reason::Select, Some(true)) => "receive from it",
        (Reason::WaitGroupWait, _) => "call Done",
        (Reason::CondWait, _) => "call Signal or Broadcast",
        _ => "unlock it",
    }
}

fn list_ids(ids: &[u64]) -> String {
    let named: Vec<_> = ids.iter().take(MAX_NAMED_GOROUTINES).map(u64::to_string).collect();
    let word = if ids.len() == 1 { "goroutine" } else { "goroutines" };
    let more = ids.len().saturating_sub(MAX_NAMED_GOROUTINES);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{word} {}{rest}", named.join(", "))
}

/// Goroutines with the same description.
pub(crate) struct GoroutineGroup {
    /// The goroutines' position, and the description of the awaited objects without their numbers.
    description: String,
    pub(crate) text: String,
    pub(crate) reasons: Vec<String>,
    ids: Vec<u64>,
}

fn write_waiters(
    shared: &Shared,
    waits: &Waits<'_>,
    which: &[usize],
    help: &HashMap<(usize, usize), WaitHelpers>,
    out: &mut String,
) {
    let mut groups: Vec<GoroutineGroup> = Vec::new();
    for &i in which {
        let group = describe_as_group(shared, waits, i, help);
        match groups.iter_mut().find(|g| g.text == group.text && g.reasons == group.reasons) {
            Some(same) => same.ids.extend(group.ids),
            None => groups.push(group),
        }
    }
    let mut description: HashMap<&str, usize> = HashMap::new();
    let mut more: Vec<(&str, usize, usize)> = Vec::new();
    for group in &groups {
        let nth = description.entry(&group.description).or_default();
        *nth += 1;
        if *nth > MAX_GROUPS_PER_LINE {
            match more.iter_mut().find(|(description, ..)| *description == group.description) {
                Some((_, n, goroutines)) => {
                    (*n, *goroutines) = (*n + 1, *goroutines + group.ids.len());
                }
                None => more.push((&group.description, 1, group.ids.len())),
            }
            continue;
        }
        let text = if group.ids.len() == 1 { group.text.clone() } else { plural_of(&group.text) };
        write_line(out, &format!("{} {text}", list_ids(&group.ids)));
        group.reasons.iter().for_each(|reason| write_line(out, &format!("    {reason}")));
    }
    for (description, n, goroutines) in more {
        write_line(out, &format!("… and {goroutines} more {description}: for {n} other objects"));
    }
}

/// The description of one goroutine, as a group.
pub(crate) fn describe_as_group(
    shared: &Shared,
    waits: &Waits<'_>,
    i: usize,
    help: &HashMap<(usize, usize), WaitHelpers>,
) -> GoroutineGroup {
    let node = &waits.nodes[i];
    let reason = node.reason.unwrap_or(Reason::Unknown);
    let (func, file, at) = user_location(&shared.image, node.stopped_goroutine.goroutine);
    let description = format!("in {func} at {file}:{at}");
    let mut text = format!("{description} {}", wait_verb(shared, reason, &node.awaited_things));
    let things: Vec<String> =
        node.awaited_things.iter().map(|t| waits.describe_thing(shared, t)).collect();
    if !things.is_empty() {
        write!(text, " {}", things.join("; ")).expect("strings take all");
        match node.nil_case_count {
            0 => {}
            1 => text.push_str("; the channel of another case is nil, which is never ready"),
            n => write!(text, "; the channels of {n} other cases are nil, which are never ready")
                .expect("strings take all"),
        }
    } else if reason == Reason::Select {
        text.push_str(" nil channels only: no goroutine can ever wake it");
    }
    let mut reasons = Vec::new();
    for (k, thing) in node.awaited_things.iter().enumerate() {
        let which = match node.awaited_things.len() {
            1 => String::new(),
            _ => format!("{}: ", waits.short_name(shared, thing)),
        };
        let described = reasons_of_wait(shared, waits, i, thing, help.get(&(i, k)));
        reasons.extend(described.into_iter().map(|reason| format!("{which}{reason}")));
    }
    GoroutineGroup { description, text, reasons, ids: vec![node.stopped_goroutine.goroutine.id] }
}

/// The reasons why the wait for an object does not end.
fn reasons_of_wait(
    shared: &Shared,
    waits: &Waits<'_>,
    i: usize,
    thing: &AwaitedThing,
    help: Option<&WaitHelpers>,
) -> Vec<String> {
    let node = &waits.nodes[i];
    let relevant: Vec<&Hold> = blocking_holders(node, thing).collect();
    if !relevant.is_empty() {
        let mut described: Vec<String> =
            relevant.iter().map(|hold| hold_text(shared, waits, node, hold)).collect();
        if thing.unknown_reader_count > 0 {
            let readers = thing.unknown_reader_count;
            described.push(format!("{readers} of the lock's readers are unknown: another goroutine may have locked or unlocked it for them"));
        }
        return described;
    }
    match help {
        Some(help) => helper_reasons(waits, i, thing, help),
        None => Vec::new(),
    }
}

/// The sentences about the goroutines that could end a goroutine's wait.
fn helper_reasons(
    waits: &Waits<'_>,
    i: usize,
    thing: &AwaitedThing,
    help: &WaitHelpers,
) -> Vec<String> {
    let node = &waits.nodes[i];
    let effect = wait_ending_operation(node.reason.unwrap_or(Reason::Unknown), thing);
    let ids_of = |of: &[usize]| -> Vec<u64> {
        of.iter().map(|&j| waits.nodes[j].stopped_goroutine.goroutine.id).collect()
    };
    let ids = ids_of(&help.could_help);
    let doubtful = ids_of(&help.doubtful_helpers);
    let doubt = format!("it is unknown whether {} could {effect}", list_ids(&doubtful));
    let surely = match (waits.is_machine_running, &ids[..]) {
        (false, []) if help.is_certain => Some(format!("no goroutine is left that could {effect}")),
        (true, []) if help.is_certain => Some(format!("no existing goroutine could {effect}")),
        (_, []) => None,
        (live, &[id]) if id == node.stopped_goroutine.goroutine.id => {
            let stuck = if live { "waits" } else { "is stuck" };
            Some(format!("the goroutine itself could {effect}, but {stuck} here"))
        }
        (true, _) => Some(format!("{} could {effect}", list_ids(&ids))),
        (false, [_]) => Some(format!("{} could {effect}, but is stuck too", list_ids(&ids))),
        (false, _) => Some(format!("{} could {effect}, but are stuck too", list_ids(&ids))),
    };
    let cancels = ids_of(&help.cancelling_goroutines);
    let have = if cancels.len() == 1 { "has" } else { "have" };
    let cancel = format!("{} {have} the function that cancels the context", list_ids(&cancels));
    let cancel = (!cancels.is_empty()).then_some(cancel);
    surely.into_iter().chain(cancel).chain((!doubtful.is_empty()).then_some(doubt)).collect()
}

/// The holders that keep a goroutine from getting a lock. For a writer that waits for readers: the readers. For a
/// waiting reader: first the writer, then the readers that the writer waits for.
pub(crate) fn blocking_holders<'t>(
    node: &Node<'_>,
    thing: &'t AwaitedThing,
) -> impl Iterator<Item = &'t Hold> {
    let me = node.stopped_goroutine.goroutine.id;
    let mine = thing.holders.iter().any(|h| h.mode == HoldMode::WaitsToWrite && h.holder.id == me);
    let waits_for_writer = thing.holders.iter().any(|h| h.mode == HoldMode::WaitsToWrite) && !mine;
    let mut holds: Vec<&Hold> =
        thing.holders.iter().filter(|h| !(mine && h.mode == HoldMode::WaitsToWrite)).collect();
    if waits_for_writer {
        holds.sort_by_key(|h| h.mode != HoldMode::WaitsToWrite);
    }
    holds.into_iter()
}

/// The state of a goroutine that holds an awaited lock, in words.
fn hold_text(shared: &Shared, waits: &Waits<'_>, node: &Node<'_>, hold: &Hold) -> String {
    let Hold { holder, mode: how } = *hold;
    let (id, at) = (holder.id, site_text(&shared.image, holder.lock_site));
    let own = id == node.stopped_goroutine.goroutine.id;
    let other = waits.index_of(id).map(|at| &waits.nodes[at]);
    let fate = match other {
        None => String::from(" and never unlocked, and that has ended"),
        Some(n) if n.stopped_goroutine.status.is_some_and(|s| s.is_frozen) => {
            String::from(", and that is frozen")
        }
        Some(n) if n.reason.is_some() && waits.is_machine_running => {
            String::from(", and that waits too")
        }
        Some(n) if n.reason.is_some() => String::from(", and that is stuck too"),
        Some(n) => n.stopped_goroutine.status.map_or_else(String::new, |s| {
            format!(
                ", and that is in [{}]",
                traceback::state_text(&shared.image, n.stopped_goroutine.goroutine, &s, s.since)
            )
        }),
    };
    match (how, own) {
        (HoldMode::Locked, true) => format!("which it has locked itself {at}"),
        (HoldMode::Locked, false) => format!("which goroutine {id} has locked {at}{fate}"),
        (HoldMode::Reads, true) => format!("which it holds for reading itself, locked {at}"),
        (HoldMode::Reads, false) => {
            format!("which goroutine {id} has locked for reading {at}{fate}")
        }
        (HoldMode::WaitsToWrite, _) => {
            format!("goroutine {id} waits to write since it called Lock {at}, and comes first")
        }
        (HoldMode::LockedOriginal, _) => {
            format!(
                "which was locked when it was copied: goroutine {id} has locked the original {at}"
            )
        }
    }
}

/// The place where a lock was locked, in words.
pub(crate) fn site_text(image: &Image, site: LockSite) -> String {
    let Some(pc) = site.pc(image) else { return String::from("(at an unknown place)") };
    let mut frames = Vec::new();
    lines::push_frames(image, pc, &mut frames);
    let position = |frame| lines::position(image, frame);
    let own = frames.iter().find(|f| !position(**f).0.starts_with(LIBRARY_PREFIX));
    let Some(&frame) = own.or_else(|| frames.last()) else {
        return String::from("(at an unknown place)");
    };
    let (file, line) = position(frame);
    let name = &image.program.funcs[frame.func.0 as usize].name;
    match own {
        Some(_) => format!("in {name} at {file}:{line}"),
        None => format!("in {name}, called from an unknown place"),
    }
}

/// The most cycles that are described.
const MAX_CYCLES: usize = 3;

/// An edge to a goroutine that another one waits for, with the reason.
pub(crate) struct WaitGraphEdge {
    pub(crate) waited_for: usize,
    pub(crate) reason: String,
}

/// The edges to the goroutines that a goroutine waits for.
pub(crate) fn edges_of(
    shared: &Shared,
    waits: &Waits<'_>,
    i: usize,
    help: &HashMap<(usize, usize), WaitHelpers>,
) -> Vec<WaitGraphEdge> {
    let node = &waits.nodes[i];
    let mut found = Vec::new();
    for (k, thing) in node.awaited_things.iter().enumerate() {
        let name = waits.short_name(shared, thing);
        let mut holds: Vec<&Hold> = blocking_holders(node, thing).collect();
        // The readers block only the first waiting writer, and only that writer waits for the readers.
        if holds.first().is_some_and(|h| h.mode == HoldMode::WaitsToWrite) {
            holds.truncate(1);
        }
        for hold in holds {
            let why = match hold.mode {
                HoldMode::Locked => format!("{name}, held by"),
                HoldMode::Reads => format!("{name}, held for reading by"),
                HoldMode::WaitsToWrite => format!("{name}, for which an earlier writer waits:"),
                HoldMode::LockedOriginal => continue,
            };
            found.extend(
                waits
                    .index_of(hold.holder.id)
                    .map(|to| WaitGraphEdge { waited_for: to, reason: why }),
            );
        }
        let users = help.get(&(i, k)).filter(|_| thing.holders.is_empty());
        for &to in users.iter().flat_map(|h| &h.could_help) {
            found.push(WaitGraphEdge {
                waited_for: to,
                reason: format!("{name}, for which it needs"),
            });
        }
    }
    found
}

fn write_cycles(
    shared: &Shared,
    waits: &Waits<'_>,
    help: &HashMap<(usize, usize), WaitHelpers>,
    out: &mut String,
) {
    let edges: Vec<Vec<WaitGraphEdge>> =
        (0..waits.nodes.len()).map(|i| edges_of(shared, waits, i, help)).collect();
    let mut described: Vec<usize> = Vec::new();
    let mut count = 0;
    for start in 0..waits.nodes.len() {
        if described.contains(&start) || count == MAX_CYCLES {
            continue;
        }
        let Some(cycle) = shortest_cycle(&edges, start) else { continue };
        count += 1;
        write_line(out, &cycle_text(waits, &edges, &cycle));
        described.extend(cycle);
    }
}

/// The description of a cycle.
pub(crate) fn cycle_text(
    waits: &Waits<'_>,
    edges: &[Vec<WaitGraphEdge>],
    cycle: &[usize],
) -> String {
    let id = |i: usize| waits.nodes[i].stopped_goroutine.goroutine.id;
    let steps = cycle.windows(2).map(|step| {
        let edge = edges[step[0]].iter().find(|e| e.waited_for == step[1]);
        let why = edge.map_or("", |e| &e.reason);
        let to = if step[0] == step[1] {
            String::from("itself")
        } else {
            format!("goroutine {}", id(step[1]))
        };
        format!("waits for {why} {to}")
    });
    let chain = steps.collect::<Vec<_>>().join(", which ");
    format!("cycle: goroutine {} {chain}", id(cycle[0]))
}

/// The shortest path from `start` back to it, including both ends.
pub(crate) fn shortest_cycle(edges: &[Vec<WaitGraphEdge>], start: usize) -> Option<Vec<usize>> {
    let mut from = vec![usize::MAX; edges.len()];
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for next in edges[at].iter().map(|e| e.waited_for) {
            if next == start {
                let mut way = vec![start, at];
                let mut back = at;
                while back != start {
                    back = from[back];
                    way.push(back);
                }
                way.reverse();
                // A goroutine that waits for itself stands at both ends of the path.
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
