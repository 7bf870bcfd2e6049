//! The locks held at the two accesses of a race, and a lock that would have ordered them.

use crate::goroutine::state::Goroutine;
use crate::image::Image;
use crate::image::lines::{TraceFrame, position, push_frames};
use crate::report::object_names;
use crate::report::race::is_user_frame;
use crate::shared::Shared;
use minigo_race::HeldLock;
use std::fmt::Write as _;

/// One of the two accesses of a race.
pub(super) struct LockedAccess<'a> {
    /// `read` or `write`.
    pub(super) verb: &'static str,
    /// The locks that the access's goroutine held.
    pub(super) held_locks: &'a [HeldLock],
}

/// The lock's name in the program, found through the running goroutine's variables, if its frames are whole, or through
/// package-level variables; its address if neither refers to it.
pub(super) fn lock_name(shared: &Shared, whole: Option<&Goroutine>, lock: &HeldLock) -> String {
    let named = object_names::named_word(shared, whole, lock.addr as u64, false);
    named.map_or_else(|| format!("the lock at {:#x}", lock.addr), |named| named.path)
}

/// Writes the locks held at the current and the previous access, and the conclusion from that.
pub(super) fn write_locks(
    image: &Image,
    [current, previous]: &[LockedAccess<'_>; 2],
    name: &dyn Fn(&HeldLock) -> String,
    out: &mut String,
) {
    let held = |access: &LockedAccess<'_>| -> String {
        let locks = access.held_locks.iter().map(|lock| {
            let reading = if lock.for_reading { " for reading" } else { "" };
            format!("{}{reading}{}", name(lock), taken_at_text(image, lock))
        });
        let locks: Vec<String> = locks.collect();
        if locks.is_empty() { "no lock".to_owned() } else { locks.join(" and ") }
    };
    if current.held_locks.is_empty() && previous.held_locks.is_empty() {
        out.push_str("locks: no lock was held at either access\n");
    } else {
        writeln!(
            out,
            "locks: this {} under {}, the previous {} under {}",
            current.verb,
            held(current),
            previous.verb,
            held(previous)
        )
        .expect("writing to a string cannot fail");
    }
    if let Some(order) = report_ordering_lock(current, previous, name) {
        writeln!(out, "order: {order}").expect("writing to a string cannot fail");
    }
}

/// The advice for accesses that have no lock in common.
const SEPARATION_ADVICE: &str = "one lock held at both accesses would keep them apart, whichever comes first; \
                     a channel or a WaitGroup would say which comes first";

/// The lock that would order the accesses. `None`: both accesses were made with one lock, which did not order them.
fn report_ordering_lock(
    current: &LockedAccess<'_>,
    previous: &LockedAccess<'_>,
    name: &dyn Fn(&HeldLock) -> String,
) -> Option<String> {
    let is_common = |a: &&HeldLock| previous.held_locks.iter().any(|b| a.addr == b.addr);
    if let Some(lock) = current.held_locks.iter().find(is_common) {
        let reads = |access: &LockedAccess<'_>| {
            access.held_locks.iter().all(|held| held.addr != lock.addr || held.for_reading)
        };
        return (reads(current) && reads(previous)).then(|| {
            format!("{} is held for reading only at both; a write needs Lock", name(lock))
        });
    }
    let also = |lock: &HeldLock, access: String| {
        let how = if lock.for_reading { "held for writing" } else { "held" };
        format!("{} {how} at {access} too would keep them apart", name(lock))
    };
    Some(match (current.held_locks, previous.held_locks) {
        ([], []) => format!("nothing orders them; {SEPARATION_ADVICE}"),
        ([lock, ..], []) => also(lock, format!("the previous {}", previous.verb)),
        ([], [lock, ..]) => also(lock, format!("this {}", current.verb)),
        _ => format!("different locks do not order them; {SEPARATION_ADVICE}"),
    })
}

/// The place where the user's code locked the lock, in parentheses.
fn taken_at_text(image: &Image, lock: &HeldLock) -> String {
    if lock.lock_place == 0 {
        return String::new();
    }
    let mut frames: Vec<TraceFrame> = Vec::new();
    push_frames(
        image,
        image.code.first_instruction().wrapping_add(lock.lock_place as usize),
        &mut frames,
    );
    let Some(frame) = frames.iter().find(|frame| is_user_frame(image, frame)) else {
        return String::new();
    };
    let (file, line) = position(image, *frame);
    format!(" ({file}:{line})")
}
