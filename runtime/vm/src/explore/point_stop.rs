//! The stops of goroutines in an explored machine: before points, and inside read-modify-writes of memory that races.
//!
//! The driver calls [`arrive_at_point`] before each instruction whose class requires it. A goroutine that stands before
//! a point ends its slice; when it is chosen again it passes the point, and its accesses are recorded.

use crate::explore::run_record::{
    ExploredRun, FILES_OBJECT, GOROUTINE_COUNT_OBJECT, WaitCondition,
};
use crate::explore::scheduling_points::{InstructionRole, PointClass};
use crate::explore::{initialisation, reflect_channels, story_recorder};
use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::registers::VmRegisters;
use crate::goroutine::state::{Goroutine, Wait};
use crate::image::Image;
use crate::image::lines::is_user_code;
use crate::interp::accesses::{each_access, updated_word};
use crate::interp::memory::load64;
use crate::memory::recorded_accesses::AccessedBytes;
use crate::race::hook;
use minigo_bytecode::ops::{MemoryAccessKind, Op};
use minigo_explore::Kind;
use std::sync::atomic::{AtomicU64, Ordering};

/// Called before an instruction that is not private, or before any instruction after a call that has printed. Reports
/// whether the slice ends before the instruction, or inside it.
#[cold]
#[inline(never)]
pub(crate) fn arrive_at_point(cx: &mut Cx, s: VmRegisters) -> bool {
    cx.registers = s;
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let Some(explored) = shared.explored.as_deref() else { return false };
    if explored.is_story_step() {
        story_recorder::add_written_value(shared, explored);
    }
    let passes = std::mem::take(&mut cx.passes_scheduling_point);
    if explored.has_stopped_choosing() {
        cx.has_printed = false;
        return false;
    }
    let at = shared.image.offset_of(s.pc);
    let class = explored.points.class_of(at);
    if class == PointClass::Begins {
        return initialisation::leaves_initialisation(cx, explored, at);
    }
    // A native that waited at channels now checks the result of the wait.
    if cx.is_retry && explored.points.role_of(at).is_reflect_operation() {
        return false;
    }
    // A native that waited for a socket and continues has not returned yet.
    let is_back =
        cx.has_printed && !cx.is_retry && is_user_code(&shared.image, s.pc.wrapping_add(1));
    // During initialisation the only goroutine stops where the collector may run first, and nowhere else.
    let initialises = explored.is_initialising();
    let is_varied = !initialises || explored.points.role_of(at) == InstructionRole::Follows;
    let stops = is_varied && !passes && cx.g().pin_count == 0;
    if stops
        && (is_back
            || is_scheduling_point(cx, explored, class) && !is_waitgroup_done(cx, explored, at))
    {
        end_slice_before(cx, explored, at);
        return true;
    }
    if stops
        && !cx.is_retry
        && class.affects_outside()
        && explored.stops_before_call(cx.task().current_task())
    {
        cx.g().wait = Wait::Point;
        cx.exit = InterpreterExit::Pause;
        return true;
    }
    if is_back {
        cx.has_printed = false;
    }
    let passes = passes
        || initialises && class != PointClass::Racy && is_scheduling_point(cx, explored, class);
    pass_point(cx, explored, class, at, passes)
}

/// Reports whether the goroutine must stop before the instruction.
fn is_scheduling_point(cx: &mut Cx, explored: &ExploredRun, class: PointClass) -> bool {
    match class {
        PointClass::Private
        | PointClass::Noted
        | PointClass::Own
        | PointClass::Prints
        | PointClass::Calls
        | PointClass::Begins => false,
        PointClass::Point | PointClass::Racy => true,
        PointClass::IfCalled => is_called_by_user(cx, explored),
    }
}

/// Reports whether the instruction is `Done` of a WaitGroup, which only makes other goroutines able to run.
fn is_waitgroup_done(cx: &Cx, explored: &ExploredRun, at: usize) -> bool {
    let mut is_done = false;
    if explored.points.role_of(at) == InstructionRole::CountsGroup {
        for_each_access(cx, explored, at, |_, kind| is_done |= kind == Kind::Release);
    }
    is_done
}

/// Reports whether the frames around the instruction are the user's, apart from packages that synchronise for their
/// callers.
fn is_called_by_user(cx: &mut Cx, explored: &ExploredRun) -> bool {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let image: &Image = unsafe { &(*shared).image };
    // Positions are recorded for the address behind an instruction.
    let (pc, r) = (cx.registers.pc.wrapping_add(1), cx.registers.frame_base);
    let g: *const Goroutine = cx.g();
    // SAFETY: the running goroutine, which does not change during the call; the frame lies in its stack.
    let (g, base) = unsafe { (&*g, r.offset_from((*g).stack.base()) as usize) };
    for frame in g.frames_at(image, pc, base) {
        if !image.has_pc(frame.pc as u64) {
            return true;
        }
        let func = image.func_at(frame.pc);
        let f = &image.program.funcs[func.0 as usize];
        let index = image
            .offset_of(frame.pc)
            .saturating_sub(image.function_starts[func.0 as usize] as usize);
        for origin in f.origins_at((index as u32).saturating_sub(1)) {
            let file = image.program.files.get(origin.file as usize);
            if let Some(is_users) = file.and_then(|file| explored.points.is_called_by_user(file)) {
                return is_users;
            }
        }
    }
    true
}

/// The gate that must be open for a goroutine to make the access.
fn wait_condition_of(accessed: AccessedBytes, kind: Kind) -> Option<WaitCondition> {
    match kind {
        Kind::Acquire => Some(WaitCondition::Mutex(accessed.address as usize)),
        Kind::Await => Some(WaitCondition::Group(accessed.address as usize)),
        _ => None,
    }
}

/// Ends the slice before the instruction.
fn end_slice_before(cx: &mut Cx, explored: &ExploredRun, at: usize) {
    let mut next = Vec::new();
    let mut gate = None;
    for_each_access(cx, explored, at, |accessed, kind| {
        gate = wait_condition_of(accessed, kind).or(gate);
        next.push((accessed.address, accessed.bytes, kind));
    });
    cx.has_printed = false;
    explored.note_stop_before(cx.task().current_task(), &next, gate);
    cx.g().is_retry |= cx.is_retry;
    cx.g().wait = Wait::Point;
    cx.exit = InterpreterExit::Pause;
}

/// Records the instruction's accesses. Reports whether the slice ends inside the instruction, between its load and its
/// store.
fn pass_point(
    cx: &mut Cx,
    explored: &ExploredRun,
    class: PointClass,
    at: usize,
    passes: bool,
) -> bool {
    // SAFETY: the registers are those of a running goroutine.
    let op = unsafe { cx.shared().image.op_at(cx.registers.pc) };
    if class == PointClass::Prints {
        explored.note_file_access(cx.task().current_task(), true);
        cx.has_printed = true;
        return false;
    }
    if class == PointClass::Calls {
        explored.note_file_access(cx.task().current_task(), false);
        if explored.is_story_step() {
            story_recorder::record_call(cx, explored, op, FILES_OBJECT);
        }
        return false;
    }
    if class == PointClass::Racy
        && passes
        && let Some(word) = updated_word(cx, op)
    {
        begin_split_update(cx, explored, op, word);
        return true;
    }
    // The library's own pools (package fmt has one) only make runs faster, and the objects in them would order
    // goroutines that nothing else orders.
    if explored.points.role_of(at) == InstructionRole::Pools {
        cx.drops_pool_objects = !passes;
        if !passes {
            return false;
        }
    }
    match explored.points.role_of(at) {
        InstructionRole::Follows if passes => explored.note_weak_access(),
        InstructionRole::CountsGoroutines => {
            explored.note_goroutine_count_read();
            if passes && explored.is_story_step() {
                story_recorder::record_call(cx, explored, op, GOROUTINE_COUNT_OBJECT);
            }
        }
        _ => {}
    }
    let (mut tells, mut blocks) = (Vec::new(), false);
    let is_own = class == PointClass::Own || class == PointClass::IfCalled && !passes;
    for_each_access(cx, explored, at, |accessed, kind| {
        explored.record_access(accessed.address, accessed.bytes, kind, is_own);
        tells.push(accessed);
        blocks |= wait_condition_of(accessed, kind).is_some_and(|gate| !gate.is_satisfied());
    });
    if matches!(op, Op::Select { .. })
        || explored.points.role_of(at) == InstructionRole::ReflectedSelect
    {
        explored
            .note_select(cx.task().current_task(), tells.iter().map(|accessed| accessed.address));
    }
    if passes && explored.is_story_step() {
        let role = explored.points.role_of(at);
        tells.extend(atomic_native_access(cx, op).filter(|_| tells.is_empty()));
        story_recorder::record_scheduling_point(cx, explored, (op, role), &tells, blocks);
    }
    false
}

/// The access that a native of package sync/atomic is about to make to the variable at its first argument. The access
/// is only for the report: the native itself records the access.
fn atomic_native_access(cx: &Cx, op: Op) -> Option<AccessedBytes> {
    let Op::CallNative { native, win, .. } = op else { return None };
    let native = &cx.shared().image.program.natives[native.get() as usize];
    let name = Some(&*native.name).filter(|_| &*native.package == "sync/atomic")?;
    let access = match name {
        _ if name.starts_with("Load") => MemoryAccessKind::Loads,
        _ if name.starts_with("Store") => MemoryAccessKind::Stores,
        _ => MemoryAccessKind::Swaps,
    };
    // SAFETY: the arguments lie in the frame.
    let address = unsafe { cx.registers.get(win) };
    Some(AccessedBytes { access, address, bytes: 8 })
}

/// Calls `visit` for the accesses that the instruction at the registers is about to make, as the search sees them.
fn for_each_access(
    cx: &Cx,
    explored: &ExploredRun,
    at: usize,
    mut visit: impl FnMut(AccessedBytes, Kind),
) {
    // SAFETY: the registers are those of a running goroutine, before this instruction.
    unsafe {
        let op = cx.shared().image.op_at(cx.registers.pc);
        let behind = VmRegisters { pc: cx.registers.pc.add(1), ..cx.registers };
        let role = explored.points.role_of(at);
        if let (
            InstructionRole::Pools | InstructionRole::Touches | InstructionRole::Follows,
            Op::CallNative { win, .. },
        ) = (role, op)
        {
            // The first argument is the pool, the timer, or the target of the weak pointer.
            let accessed = AccessedBytes {
                access: MemoryAccessKind::Swaps,
                address: cx.registers.get(win),
                bytes: 8,
            };
            if accessed.address != 0 {
                visit(accessed, Kind::Write);
            }
            return;
        }
        if role.is_reflect_operation() {
            reflect_channels::each_channel(&cx.shared().image, cx.registers, op, |accessed| {
                if let Some(kind) = access_kind(cx, op, role, accessed, false) {
                    visit(accessed, kind);
                }
            });
            return;
        }
        let racy = explored.points.class_of(at) == PointClass::Racy;
        each_access(behind, op, cx, |accessed| {
            if let Some(kind) = access_kind(cx, op, role, accessed, racy) {
                visit(accessed, kind);
            }
        });
    }
}

/// The search's kind of an access; `None`: only the goroutine itself can observe the access.
fn access_kind(
    cx: &Cx,
    op: Op,
    role: InstructionRole,
    accessed: AccessedBytes,
    racy: bool,
) -> Option<Kind> {
    Some(match accessed.access {
        MemoryAccessKind::Reads if racy => Kind::Read,
        MemoryAccessKind::Writes | MemoryAccessKind::Updates if racy => Kind::Write,
        MemoryAccessKind::Reads
        | MemoryAccessKind::Writes
        | MemoryAccessKind::Updates
        | MemoryAccessKind::Calls => return None,
        MemoryAccessKind::Loads if role == InstructionRole::AwaitsGroup => Kind::Await,
        MemoryAccessKind::Loads | MemoryAccessKind::Counts => Kind::Read,
        MemoryAccessKind::Swaps if role == InstructionRole::CountsGroup => {
            group_update_kind(cx, op, accessed.address)
        }
        MemoryAccessKind::Locks if role == InstructionRole::Plain => Kind::Acquire,
        MemoryAccessKind::Unlocks | MemoryAccessKind::ReadUnlocks => Kind::Release,
        MemoryAccessKind::ReadLocks => Kind::Add,
        MemoryAccessKind::Stores
        | MemoryAccessKind::Swaps
        | MemoryAccessKind::Locks
        | MemoryAccessKind::Sends
        | MemoryAccessKind::Receives
        | MemoryAccessKind::Closes
        | MemoryAccessKind::Selects => Kind::Write,
    })
}

/// The search's kind of an update of a group's counter: `Done` only makes others able to run, `Add` commutes with other
/// updates unless the counter is zero.
fn group_update_kind(cx: &Cx, op: Op, counter: u64) -> Kind {
    let Op::AtomicAdd64 { dst, .. } = op else { return Kind::Write };
    // SAFETY: the instruction's operand lies in the frame, and `counter` points to the counter.
    let (adds, count) = unsafe {
        (
            cx.registers.get(dst) as i64 >> 32,
            (*(counter as *const AtomicU64)).load(Ordering::Relaxed) >> 32,
        )
    };
    match (adds, count) {
        (..0, _) => Kind::Release,
        (_, 0) => Kind::Write,
        _ => Kind::Add,
    }
}

/// Loads the word that the instruction updates, and ends the slice.
fn begin_split_update(cx: &mut Cx, explored: &ExploredRun, op: Op, word: *mut u8) {
    let here = cx.registers.pc;
    // SAFETY: the registers behind the instruction are those of the running goroutine.
    let _ = unsafe {
        hook::before_any_instruction(VmRegisters { pc: here.add(1), ..cx.registers }, op, cx)
    };
    // A fault of this load counts as the instruction's.
    // SAFETY: the address is not nil, so the instruction would load from it too; another instruction follows.
    let old = unsafe {
        cx.registers.pc = here.add(1);
        load64(word)
    };
    cx.registers.pc = here;
    let accessed =
        AccessedBytes { access: MemoryAccessKind::Reads, address: word as u64, bytes: 8 };
    explored.record_access(accessed.address, 8, Kind::Read, false);
    if explored.is_story_step() {
        story_recorder::record_scheduling_point(
            cx,
            explored,
            (op, InstructionRole::Plain),
            &[accessed],
            false,
        );
    }
    explored.note_stop_before(
        cx.task().current_task(),
        &[(accessed.address, 8, Kind::Write)],
        None,
    );
    cx.g().wait = Wait::SplitUpdate(old);
    cx.exit = InterpreterExit::Pause;
}

/// Called before the second half of an interrupted read-modify-write stores.
#[cold]
pub(crate) fn note_split_update_store(cx: &mut Cx) {
    // SAFETY: the registers are those of the goroutine, at the instruction.
    let op = unsafe { cx.shared().image.op_at(cx.registers.pc) };
    let (shared, Some(word)) = (cx.shared, updated_word(cx, op)) else { return };
    // SAFETY: the machine outlives its slices.
    let Some(explored) = (unsafe { (*shared).explored.as_deref() }) else { return };
    explored.record_access(word as u64, 8, Kind::Write, false);
    if explored.is_story_step() {
        // SAFETY: the machine outlives its slices.
        story_recorder::add_written_value(unsafe { &*shared }, explored);
        let accessed =
            AccessedBytes { access: MemoryAccessKind::Writes, address: word as u64, bytes: 8 };
        story_recorder::record_scheduling_point(
            cx,
            explored,
            (op, InstructionRole::Plain),
            &[accessed],
            false,
        );
    }
}
