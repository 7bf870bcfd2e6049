//! Instructions: each tells the detector its accesses and releases before it runs, and its acquires behind it.
//!
//! The fast path is inlined into each instruction; a race that was found is a word there, since nothing with a
//! destructor may live in the loop.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::Exit;
use crate::goroutine::registers::S;
use crate::interp::accesses::each_access;
use crate::memory::accessed::Accessed;
use crate::race::places::Place;
use crate::race::{Races, tag};
use crate::report;
use minigo_bytecode::ops::{Access, Op};
use minigo_race::cell::Kind;
use minigo_race::{Goroutine, Key, Race, WORD};

/// An object that an instruction acquires behind it: its address, and how in the bits above. 0 is none.
type Order = u64;
/// It also acquires what readers have released.
const AND_READERS: Order = 1 << 62;
/// It acquires if it jumps.
const IF_JUMPED: Order = 1 << 63;
/// It acquires nothing, but adds to a group's counter, and how much: the first to do so must be ordered with `Wait`.
const ADDS: Order = 1 << 61;
const ADDED_SHIFT: u32 = 48;
const MOST_ADDED: Order = (1 << 13) - 1;
/// The address.
const ADDRESS: Order = (1 << ADDED_SHIFT) - 1;

/// A race as a word: a `Box<Race>`, or 0.
type Found = usize;

fn word_of(found: Option<Box<Race>>) -> Found {
    found.map_or(0, |race| Box::into_raw(race) as usize)
}

/// To be called before the instruction `op`, with the registers behind it; gives what [`behind`] gets, or [`left`].
///
/// # Safety
/// As for [`each_access`].
#[inline(always)]
pub(crate) unsafe fn before(s: S, op: Op, cx: &mut Cx) -> Order {
    let me = cx.race;
    if me.is_null() {
        return 0;
    }
    let (mut found, mut order) = (0, 0);
    // SAFETY: a goroutine has its part only if the machine has a detector; what the registers are the caller promises.
    unsafe {
        let it: &Cx = cx;
        let races = it.shared().race.as_deref().unwrap_unchecked();
        let at = (s.pc as usize - it.code as usize) / size_of::<Op>();
        each_access(s, op, it, |accessed| {
            let Some(kind) = kind_of(accessed.access) else { return };
            let place = races.places.of(&it.shared().image, at);
            let one = access(races, &mut *me, place, accessed, kind);
            if one != 0 {
                found = first(found, one);
            }
            if accessed.access.synchronises() {
                order = before_order(races, me, s.pc, s.r, place, accessed);
            }
        });
    }
    if found != 0 {
        // SAFETY: the registers are those of the running goroutine.
        unsafe { tell(s.pc, s.r, s.n, cx, found) };
    }
    order
}

/// How the detector calls an access; none: it has no memory of its own.
#[inline(always)]
fn kind_of(access: Access) -> Option<Kind> {
    Some(match access {
        // As in Go, a send reads the channel and closing writes it.
        Access::Reads | Access::Sends => Kind::Read,
        Access::Writes | Access::Updates | Access::Closes => Kind::Write,
        Access::Loads => Kind::AtomicRead,
        Access::Stores
        | Access::Swaps
        | Access::Locks
        | Access::Unlocks
        | Access::ReadLocks
        | Access::ReadUnlocks => Kind::AtomicWrite,
        Access::Receives | Access::Selects | Access::Counts | Access::Calls => return None,
    })
}

#[inline(always)]
fn access(races: &Races, g: &mut Goroutine, place: Place, accessed: Accessed, kind: Kind) -> Found {
    let Some(position) = place.shown() else { return 0 };
    let (addr, bytes) = (accessed.address as usize, accessed.bytes as usize);
    let detector = &races.detector;
    word_of(match bytes {
        1 | 2 | 4 | 8 if addr % WORD + bytes <= WORD => {
            detector.access(g, addr, bytes, kind, position)
        }
        _ => detector.range(g, addr, bytes, kind, position),
    })
}

/// Keeps the first of two races.
#[cold]
#[inline(never)]
extern "C" fn first(found: Found, another: Found) -> Found {
    if found == 0 {
        return another;
    }
    // SAFETY: a box that `word_of` has made, and nobody else has.
    drop(unsafe { Box::from_raw(another as *mut Race) });
    found
}

#[cold]
#[inline(never)]
unsafe extern "C" fn tell(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx, found: Found) {
    cx.s = S { pc, r, n };
    // SAFETY: a box that `word_of` has made.
    let race = unsafe { Box::from_raw(found as *mut Race) };
    report::race::report(cx, &race);
}

/// Releases what the operation is about to release; gives what it acquires.
#[inline(never)]
fn before_order(
    races: &Races,
    me: *mut Goroutine,
    pc: *const Op,
    r: *mut u64,
    place: Place,
    Accessed { access, address, .. }: Accessed,
) -> Order {
    if !place.orders() {
        return 0;
    }
    let release = |tag| {
        // SAFETY: the running goroutine's part.
        races.detector.release(unsafe { &mut *me }, Key { addr: address as usize, tag });
    };
    match access {
        Access::Loads => address,
        Access::Swaps if place.is_of_group() => {
            // SAFETY: the instruction lies before the registers, `r` is its frame.
            match unsafe { added(pc, r) } {
                Some(count @ 1..) => {
                    address | ADDS | (count as Order).min(MOST_ADDED) << ADDED_SHIFT
                }
                _ => {
                    release(tag::ALL);
                    0
                }
            }
        }
        Access::Swaps => {
            release(tag::ALL);
            address | AND_READERS
        }
        Access::Stores | Access::Unlocks => {
            release(tag::ALL);
            0
        }
        Access::Locks | Access::ReadLocks => address | IF_JUMPED,
        Access::ReadUnlocks => {
            release(tag::READERS);
            0
        }
        _ => 0,
    }
}

/// The operand of the atomic update of a group's counter before `pc`: before the update the number that it adds, behind
/// it the counter, both in the high half of a slot. None for another update, which is taken for `Done`: to release more
/// invents nothing.
unsafe fn added(pc: *const Op, r: *mut u64) -> Option<i64> {
    // SAFETY: the caller's promises.
    unsafe {
        match *pc.sub(1) {
            Op::AtomicAdd64 { dst, .. } => Some(*r.add(usize::from(dst.0)) as i64 >> 32),
            _ => None,
        }
    }
}

/// Behind an `Add` of a group: the one that finds a counter of zero reads what the first `Wait` writes, as in Go.
#[cold]
fn behind_add(cx: &mut Cx, s: S, order: Order) {
    // SAFETY: the registers are those behind the instruction.
    let count = unsafe { added(s.pc, s.r) };
    if count == Some((order >> ADDED_SHIFT & MOST_ADDED) as i64) {
        cx.race_read(group_start((order & ADDRESS) as usize), GROUP_START);
    }
}

/// The memory that stands for the beginning of a group's round: its `sema`, behind the counter at `addr`.
pub(crate) fn group_start(addr: usize) -> *const u8 {
    (addr + 8) as *const u8
}

/// How many bytes that has.
pub(crate) const GROUP_START: usize = 4;

/// To be called behind an instruction that has ended, with the registers as for [`before`]; `jumped`: it does not go on
/// behind itself.
#[inline(never)]
pub(crate) fn behind(cx: &mut Cx, s: S, order: Order, jumped: bool) {
    if order & ADDS != 0 {
        return behind_add(cx, s, order);
    }
    if order & IF_JUMPED != 0 && !jumped {
        return;
    }
    acquire(cx, order);
}

/// To be called when an instruction has left the interpreter: it has taken a lock for reading, of which the goroutine's
/// list is full.
#[cold]
#[inline(never)]
pub(crate) fn left(cx: &mut Cx, order: Order) {
    if matches!(cx.exit, Exit::Reads(..)) {
        acquire(cx, order);
    }
}

fn acquire(cx: &mut Cx, order: Order) {
    let me = cx.race;
    let Some(races) = cx.shared().race.as_deref() else { return };
    let addr = (order & ADDRESS) as usize;
    // SAFETY: the running goroutine's part: an instruction that acquires has not queued it anywhere.
    let me = unsafe { &mut *me };
    races.detector.acquire(me, Key { addr, tag: tag::ALL });
    if order & AND_READERS != 0 {
        races.detector.acquire(me, Key { addr, tag: tag::READERS });
    }
}
