//! Checks that instructions access exactly the memory that the table of instructions says: with
//! [`Options::check_accesses`](crate::Options), in builds with debug assertions.
//!
//! The functions through which handlers access memory [note](accessed::note) each access while an instruction runs.
//! Before the instruction the driver gets the accesses from the table ([`each_access`]), after it the two lists are
//! compared. Instructions whose rows in the table do not say which memory they access are not checked: those on maps
//! and channels, calls of natives, and instructions that make or fill new objects.

use crate::goroutine::context::Cx;
use crate::goroutine::registers::VmRegisters;
use crate::interp::accesses::each_access;
use crate::memory::recorded_accesses::{self, AccessedBytes};
use crate::native::work_parts::WORK_PART_BYTES;
use minigo_bytecode::ops::{Effects, MemoryAccessKind, Op, Place};

/// The accesses that the table lists for one instruction.
pub(super) struct AccessCheck {
    op: Op,
    declared_accesses: Vec<AccessedBytes>,
}

impl AccessCheck {
    /// Called before the instruction `op` is executed; the `pc` of `s` is behind the instruction already. Returns
    /// `None` if the instruction is not checked.
    ///
    /// # Safety
    /// As for [`each_access`].
    pub(super) unsafe fn before_op(s: VmRegisters, op: Op, cx: &Cx) -> Option<Self> {
        if !cx.shared().check_accesses {
            return None;
        }
        // The previous instruction may have ended in a fault.
        recorded_accesses::end_access_list();
        // The second run of an interrupted instruction only makes the rest of its accesses.
        if cx.is_marking || cx.is_retry || !is_checked(op) {
            return None;
        }
        let mut declared = Vec::new();
        // SAFETY: the caller's promise.
        unsafe { each_access(s, op, cx, |accessed| declared.push(accessed)) };
        recorded_accesses::begin_access_list();
        Some(Self { op, declared_accesses: declared })
    }

    /// Called after the instruction; `completed`: the instruction has neither panicked nor left the interpreter.
    ///
    /// # Panics
    /// Panics when the instruction has accessed other memory than the table says.
    pub(super) fn after_op(self, cx: &Cx, completed: bool) {
        recorded_accesses::end_access_list();
        let Self { op, declared_accesses: declared } = self;
        recorded_accesses::with_accesses(|made| {
            let globals = cx.shared().image.global_words().as_ptr_range();
            let shared = |a: &&AccessedBytes| {
                let in_globals = (globals.start as u64..globals.end as u64).contains(&a.address);
                in_globals || cx.shared().heap.object_at(a.address as usize).is_some()
            };
            for one in made.iter().filter(shared) {
                let allowed = declared
                    .iter()
                    .any(|by| allows_access(by.access, one.access) && covers_bytes(by, one));
                assert!(allowed, "{}: {one:x?} is not among {declared:x?}", op.mnemonic());
            }
            let long = |a: &&AccessedBytes| a.bytes <= WORK_PART_BYTES as u64;
            for one in declared.iter().filter(|_| completed).filter(shared).filter(long) {
                let words = (one.address..one.address + one.bytes).step_by(8);
                for at in words {
                    let byte = AccessedBytes { address: at, bytes: 1, ..*one };
                    let is_made =
                        |wanted| made.iter().any(|m| m.access == wanted && covers_bytes(m, &byte));
                    let wanted = access_parts(one.access);
                    let all = wanted.iter().all(|wanted| is_made(*wanted));
                    assert!(all, "{}: {one:x?} is not made, but {made:x?}", op.mnemonic());
                }
            }
        });
    }
}

/// Reports whether the instruction's row in the table only lists accesses to memory that operands point to, or states
/// that the instruction makes no accesses.
fn is_checked(op: Op) -> bool {
    let (mut plain, mut some) = (true, false);
    op.visit_memory_accesses((0, 0), |touch| {
        some = true;
        plain &= matches!(
            touch.access,
            MemoryAccessKind::Reads | MemoryAccessKind::Writes | MemoryAccessKind::Updates
        );
        // An append that moves the elements to new memory reads them as a copy to a new slice does, through no function
        // that notes accesses.
        plain &=
            !matches!(touch.place, Place::Map { .. } | Place::Iterated { .. } | Place::Room { .. });
        plain &= !matches!(touch.place, Place::Elements { .. });
    });
    let pure = !op.effects().has(
        Effects::READS
            .or(Effects::WRITES)
            .or(Effects::ANY_EFFECT_BUT_POINTERS)
            .or(Effects::ALLOCATES),
    );
    plain && (some || pure) && !matches!(op, Op::EqMem { .. })
}

/// The reads and writes that make up an access: an update is both.
fn access_parts(access: MemoryAccessKind) -> &'static [MemoryAccessKind] {
    match access {
        MemoryAccessKind::Updates => &[MemoryAccessKind::Reads, MemoryAccessKind::Writes],
        MemoryAccessKind::Writes => &[MemoryAccessKind::Writes],
        _ => &[MemoryAccessKind::Reads],
    }
}

fn allows_access(declared: MemoryAccessKind, made: MemoryAccessKind) -> bool {
    access_parts(declared).contains(&made)
}

fn covers_bytes(whole: &AccessedBytes, part: &AccessedBytes) -> bool {
    whole.address <= part.address && part.address + part.bytes <= whole.address + whole.bytes
}
