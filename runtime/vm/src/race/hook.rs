//! Instructions under the race detector: each reports its accesses and releases before it runs, and its acquires
//! afterwards.
//!
//! The fast path is inlined into each instruction. The rules for handlers apply: out-of-line functions take and return
//! words, so a found race is a word.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::registers::VmRegisters;
use crate::interp::accesses::{AccessResolver, AccessVisitor, each_access, each_access_by};
use crate::memory::recorded_accesses::AccessedBytes;
use crate::race::locks::Lock;
use crate::race::places::Place;
use crate::race::sites::AccessSite;
use crate::race::{Races, locks, tag};
use crate::report;
use minigo_bytecode::ops::{MemoryAccessKind, Op};
use minigo_race::cell::AccessKind;
use minigo_race::{Goroutine, Race, Site, SyncObjectKey, WORD_BYTES};

/// An object that an instruction acquires when it has run: its address, and flags in the bits above. 0 for none.
type AcquireWord = u64;
/// The instruction also acquires what readers have released.
const ACQUIRES_READERS_FLAG: AcquireWord = 1 << 62;
/// The instruction acquires only if it jumps.
const ACQUIRES_ONLY_IF_JUMPED_FLAG: AcquireWord = 1 << 63;
/// The instruction acquires a lock for reading.
const READ_LOCK_FLAG: AcquireWord = 1 << 60;
/// The instruction acquires nothing, but adds this number to a group's counter: the first to do so must be ordered with
/// `Wait`.
const GROUP_ADD_FLAG: AcquireWord = 1 << 61;
const GROUP_ADDEND_SHIFT: u32 = 48;
const MAX_GROUP_ADDEND: AcquireWord = (1 << 13) - 1;
/// The bits of the address.
const ADDRESS_MASK: AcquireWord = (1 << GROUP_ADDEND_SHIFT) - 1;

/// A race as a word: a `Box<Race>`, or 0.
type FoundRace = usize;

fn race_to_word(found: Option<Box<Race>>) -> FoundRace {
    found.map_or(0, |race| Box::into_raw(race) as usize)
}

/// Called before an instruction is executed: reports to the detector the accesses that `row`, the instruction's row of
/// the table, lists. The `pc` of `s` is behind the instruction already; `has_ext`: the instruction takes an `Ext`.
/// Returns the argument for [`behind`] or [`acquire_after_exit`]. Only handlers of instructions call this.
///
/// # Safety
/// As for [`each_access_by`].
#[inline(always)]
pub(crate) unsafe fn before_instruction(
    s: VmRegisters,
    row: impl FnOnce((u16, u32), &mut AccessResolver<'_, AccessReporter>),
    has_ext: bool,
    cx: &mut Cx,
) -> AcquireWord {
    if cx.race_state.is_null() {
        return 0;
    }
    // SAFETY: a goroutine has detector state only if the machine has a detector; the rest is the caller's promise.
    unsafe {
        let mut report = AccessReporter::new(s, cx);
        each_access_by(s, row, has_ext, cx, &mut report);
        report.finish_report(cx)
    }
}

/// Like [`before_instruction`], for any instruction: a function that is not inlined.
///
/// # Safety
/// As for [`each_access`].
#[inline(never)]
pub(crate) unsafe fn before_any_instruction(s: VmRegisters, op: Op, cx: &mut Cx) -> AcquireWord {
    if cx.race_state.is_null() {
        return 0;
    }
    // SAFETY: as in `before_instruction`.
    unsafe {
        let mut report = AccessReporter::new(s, cx);
        each_access(s, op, cx, |accessed| report.visit(accessed));
        report.finish_report(cx)
    }
}

/// Reports the accesses of an instruction to the detector.
pub(crate) struct AccessReporter {
    cx: *const Cx,
    races: *const Races,
    /// The registers behind the instruction.
    registers: VmRegisters,
    /// The index of the instruction's successor in the code.
    successor_index: usize,
    found_race: FoundRace,
    acquire_word: AcquireWord,
}

impl AccessReporter {
    /// # Safety
    /// The goroutine has state of the machine's detector. The context outlives this value.
    #[inline(always)]
    unsafe fn new(s: VmRegisters, cx: &Cx) -> Self {
        // SAFETY: the caller's promise.
        let races = unsafe { cx.shared().race.as_deref().unwrap_unchecked() };
        let at = (s.pc as usize - cx.code as usize) / size_of::<Op>();
        Self { cx, races, registers: s, successor_index: at, found_race: 0, acquire_word: 0 }
    }

    /// Reports a race that was found; returns the order.
    ///
    /// # Safety
    /// The registers are those of the context's running goroutine.
    #[inline(always)]
    unsafe fn finish_report(self, cx: &mut Cx) -> AcquireWord {
        let Self { registers: s, found_race: found, acquire_word: order, .. } = self;
        if found != 0 {
            // SAFETY: the caller's promise.
            unsafe { report_races(s.pc, s.frame_base, s.budget, cx, found) };
        }
        order
    }
}

impl AccessVisitor for AccessReporter {
    #[inline(always)]
    fn visit(&mut self, accessed: AccessedBytes) {
        let Some(kind) = kind_of(accessed.access) else { return };
        let Self { registers: s, successor_index: at, .. } = *self;
        // SAFETY: both outlive this value: see `new`.
        let (cx, races) = unsafe { (&*self.cx, &*self.races) };
        let place = races.race_places.place_of(&cx.shared().image, at);
        if let Some(position) = place.shown_position() {
            let AccessedBytes { address, bytes, .. } = accessed;
            // SAFETY: the pointers are the running goroutine's detector state and frame.
            let (me, here) = unsafe {
                (&mut *cx.race_state, AccessSite::<false>::new(cx, s.frame_base, position))
            };
            let one = race_to_word(record_access(races, me, address, bytes, kind, here));
            if one != 0 {
                self.found_race = first(self.found_race, one);
            }
        }
        if accessed.access.synchronises() {
            let AccessedBytes { access, address, .. } = accessed;
            self.acquire_word =
                perform_releases(races, cx.race_state, s.pc, s.frame_base, place, access, address);
        }
    }
}

/// The detector's kind of an access; `None`: the access has no memory of its own.
#[inline(always)]
fn kind_of(access: MemoryAccessKind) -> Option<AccessKind> {
    Some(match access {
        // As in Go, a send counts as reading the channel, and closing as writing it.
        MemoryAccessKind::Reads | MemoryAccessKind::Sends => AccessKind::Read,
        MemoryAccessKind::Writes | MemoryAccessKind::Updates | MemoryAccessKind::Closes => {
            AccessKind::Write
        }
        MemoryAccessKind::Loads => AccessKind::AtomicRead,
        MemoryAccessKind::Stores
        | MemoryAccessKind::Swaps
        | MemoryAccessKind::Locks
        | MemoryAccessKind::Unlocks
        | MemoryAccessKind::ReadLocks
        | MemoryAccessKind::ReadUnlocks => AccessKind::AtomicWrite,
        MemoryAccessKind::Receives
        | MemoryAccessKind::Selects
        | MemoryAccessKind::Counts
        | MemoryAccessKind::Calls => return None,
    })
}

/// Makes the detector record an access.
#[inline(always)]
pub(crate) fn record_access(
    races: &Races,
    g: &mut Goroutine,
    address: u64,
    bytes: u64,
    kind: AccessKind,
    site: impl Site,
) -> Option<Box<Race>> {
    let (addr, bytes) = (address as usize, bytes as usize);
    let detector = &races.detector;
    let is_aligned = addr % WORD_BYTES == 0;
    match bytes {
        1 | 2 | 4 | 8 if addr % WORD_BYTES + bytes <= WORD_BYTES => {
            detector.record_access(g, addr, bytes, kind, site)
        }
        // Strings, interfaces, slices.
        16 if is_aligned => detector.record_words::<2>(g, addr, kind, site),
        24 if is_aligned => detector.record_words::<3>(g, addr, kind, site),
        _ => detector.record_bytes(g, addr, bytes, kind, site),
    }
}

/// Keeps the first of two races, and drops the other.
#[cold]
#[inline(never)]
extern "C" fn first(found: FoundRace, another: FoundRace) -> FoundRace {
    if found == 0 {
        return another;
    }
    // SAFETY: a box that `race_to_word` has made, and that nothing else owns.
    drop(unsafe { Box::from_raw(another as *mut Race) });
    found
}

#[cold]
#[inline(never)]
unsafe extern "C" fn report_races(
    pc: *const Op,
    r: *mut u64,
    n: i64,
    cx: &mut Cx,
    found: FoundRace,
) {
    cx.registers = VmRegisters { pc, frame_base: r, budget: n };
    // SAFETY: the word is a box that `race_to_word` has made.
    let race = unsafe { Box::from_raw(found as *mut Race) };
    if cx.is_in_compiled {
        cx.found_race = cx.found_race.take().or(Some(race));
    } else {
        report::race::report_race(cx, &race);
    }
}

/// Performs the operation's releases; returns the object that the operation acquires.
#[inline(never)]
fn perform_releases(
    races: &Races,
    me: *mut Goroutine,
    pc: *const Op,
    r: *mut u64,
    place: Place,
    access: MemoryAccessKind,
    address: u64,
) -> AcquireWord {
    if !place.is_ordering() {
        return 0;
    }
    let release = |tag| {
        // SAFETY: the pointer is the running goroutine's detector state.
        races.detector.release(unsafe { &mut *me }, SyncObjectKey { addr: address as usize, tag });
    };
    let note_unlock = |lock| {
        // SAFETY: as above.
        locks::note_unlock(races, unsafe { &mut *me }, lock);
    };
    match access {
        MemoryAccessKind::Loads => address,
        MemoryAccessKind::Swaps if place.changes_wait_group() => {
            // SAFETY: the instruction lies before the registers, `r` is its frame.
            match unsafe { group_addend(pc, r) } {
                Some(count @ 1..) => {
                    address
                        | GROUP_ADD_FLAG
                        | (count as AcquireWord).min(MAX_GROUP_ADDEND) << GROUP_ADDEND_SHIFT
                }
                _ => {
                    release(tag::NON_READERS_KEY);
                    0
                }
            }
        }
        MemoryAccessKind::Swaps => {
            release(tag::NON_READERS_KEY);
            address | ACQUIRES_READERS_FLAG
        }
        MemoryAccessKind::Stores => {
            release(tag::NON_READERS_KEY);
            0
        }
        MemoryAccessKind::Unlocks => {
            note_unlock(Lock::at_word(address));
            release(tag::NON_READERS_KEY);
            0
        }
        MemoryAccessKind::Locks => address | ACQUIRES_ONLY_IF_JUMPED_FLAG,
        MemoryAccessKind::ReadLocks => address | ACQUIRES_ONLY_IF_JUMPED_FLAG | READ_LOCK_FLAG,
        MemoryAccessKind::ReadUnlocks => {
            note_unlock(Lock::held_by_readers(address));
            release(tag::READERS_KEY);
            0
        }
        _ => 0,
    }
}

/// Reads the operand slot of the instruction before `pc`, which updates a WaitGroup's counter: before the update the
/// slot's high half is the number that the instruction adds, afterwards the new counter. `None` for an update of
/// another form, which is treated as `Done`: an additional release cannot cause a false report.
unsafe fn group_addend(pc: *const Op, r: *mut u64) -> Option<i64> {
    // SAFETY: the caller's promises.
    unsafe {
        match *pc.sub(1) {
            Op::AtomicAdd64 { dst, .. } => Some(*r.add(usize::from(dst.0)) as i64 >> 32),
            _ => None,
        }
    }
}

/// Handles an `Add` of a WaitGroup: for the detector, an `Add` that finds a counter of zero reads the memory that the
/// first `Wait` writes, as in Go.
#[cold]
fn after_waitgroup_add(cx: &mut Cx, pc: *const Op, r: *mut u64, order: AcquireWord) {
    // SAFETY: the registers are those behind the instruction.
    let count = unsafe { group_addend(pc, r) };
    if count == Some((order >> GROUP_ADDEND_SHIFT & MAX_GROUP_ADDEND) as i64) {
        cx.race_read(wait_group_start_address((order & ADDRESS_MASK) as usize), GROUP_START_BYTES);
    }
}

/// The memory that represents the beginning of a group's round: its `sema`, behind the counter at `addr`.
pub(crate) fn wait_group_start_address(addr: usize) -> *const u8 {
    (addr + 8) as *const u8
}

/// The size of that memory in bytes.
pub(crate) const GROUP_START_BYTES: usize = 4;

/// Called after an instruction has completed; `pc` and `r` are those that [`before_instruction`] got; `jumped`: the
/// instruction does not continue at the next one.
#[inline(never)]
pub(crate) extern "C" fn behind(
    cx: &mut Cx,
    pc: *const Op,
    r: *mut u64,
    order: AcquireWord,
    jumped: bool,
) {
    if order & GROUP_ADD_FLAG != 0 {
        return after_waitgroup_add(cx, pc, r, order);
    }
    if order & ACQUIRES_ONLY_IF_JUMPED_FLAG != 0 && !jumped {
        return;
    }
    acquire(cx, order, pc, r);
}

/// Called when an instruction has left the interpreter: if the instruction has taken a lock for reading while the
/// goroutine's list of locks was full, reports to the detector that the goroutine acquires the lock.
#[cold]
#[inline(never)]
pub(crate) fn acquire_after_exit(cx: &mut Cx, order: AcquireWord) {
    if matches!(cx.exit, InterpreterExit::Reads(..)) {
        acquire(cx, order, cx.registers.pc, cx.registers.frame_base);
    }
}

fn acquire(cx: &mut Cx, order: AcquireWord, pc: *const Op, r: *mut u64) {
    let me = cx.race_state;
    let Some(races) = cx.shared().race.as_deref() else { return };
    let addr = (order & ADDRESS_MASK) as usize;
    // SAFETY: the running goroutine's detector state: an instruction that acquires has not queued the goroutine
    // anywhere.
    let me = unsafe { &mut *me };
    races.detector.acquire(me, SyncObjectKey { addr, tag: tag::NON_READERS_KEY });
    if order & ACQUIRES_READERS_FLAG != 0 {
        races.detector.acquire(me, SyncObjectKey { addr, tag: tag::READERS_KEY });
    }
    if order & ACQUIRES_ONLY_IF_JUMPED_FLAG != 0 {
        let is_read = order & READ_LOCK_FLAG != 0;
        let lock = if is_read { Lock::held_by_readers } else { Lock::at_word }(addr as u64);
        locks::note_lock(cx, lock, pc, r);
    }
}
