//! The memory accesses that an instruction is about to make: the column of accesses in the table of instructions,
//! combined with the values of the registers.

use crate::goroutine::context::Cx;
use crate::goroutine::registers::VmRegisters;
use crate::interp::memory::load64;
use crate::map::iter::MapIter;
use crate::memory::recorded_accesses::AccessedBytes;
use minigo_bytecode::NIL_PAGE_SIZE;
use minigo_bytecode::operand::{SelectId, Slot};
use minigo_bytecode::ops::{ElementCount, Extent, MemoryAccess, MemoryAccessKind, Op, Place};

/// Gets the accesses of an instruction. Code that must be inlined into each handler implements this trait: calls of
/// closures are not always inlined.
pub(crate) trait AccessVisitor {
    /// Gets one access.
    fn visit(&mut self, accessed: AccessedBytes);
}

/// Calls `visit` for each memory access that the instruction before the registers' `pc` is about to make, in order, up
/// to the access at which it panics. Accesses of natives are left out; a channel counts as its first word.
///
/// # Safety
/// The registers are those of a goroutine of the context's machine that is about to execute `op`, except that `pc` is
/// behind the instruction already.
pub(crate) unsafe fn each_access(
    s: VmRegisters,
    op: Op,
    cx: &Cx,
    mut visit: impl FnMut(AccessedBytes),
) {
    let mut behind = s;
    // SAFETY: an `Ext` follows every instruction that takes one.
    let ext = if op.ext_count() > 0 { unsafe { behind.read_ext_operands() } } else { (0, 0) };
    let mut panics = false;
    op.visit_memory_accesses(ext, |touch| {
        if panics {
            return;
        }
        if let Place::Cases(table) = touch.place {
            return each_case_access(s, cx, table).for_each(&mut visit);
        }
        // SAFETY: the caller's promise; the accesses before this one do not panic.
        match unsafe { resolve_access_out_of_line(s, cx, touch) } {
            Some(accessed) if accessed.bytes > 0 => visit(accessed),
            Some(_) => {}
            None => panics = true,
        }
    });
}

/// Like [`each_access`], for a handler: `row`, the instruction's row of the table (`ops::rows`), calls its second
/// argument for each access; `has_ext`: the instruction takes an `Ext`.
///
/// # Safety
/// As for [`each_access`].
#[inline(always)]
pub(crate) unsafe fn each_access_by<V: AccessVisitor>(
    s: VmRegisters,
    row: impl FnOnce((u16, u32), &mut AccessResolver<'_, V>),
    has_ext: bool,
    cx: &Cx,
    visit: &mut V,
) {
    let mut behind = s;
    // SAFETY: an `Ext` follows every instruction that takes one.
    let ext = if has_ext { unsafe { behind.read_ext_operands() } } else { (0, 0) };
    row(
        ext,
        &mut AccessResolver { registers: s, context: cx, panics_early: false, visitor: visit },
    );
}

/// The accesses of an instruction as they are combined with the values of the registers.
pub(crate) struct AccessResolver<'a, V> {
    registers: VmRegisters,
    context: &'a Cx,
    /// Whether the instruction panics before its remaining accesses.
    panics_early: bool,
    visitor: &'a mut V,
}

impl<V: AccessVisitor> minigo_bytecode::ops::AccessVisitor for AccessResolver<'_, V> {
    #[inline(always)]
    fn visit(&mut self, touch: MemoryAccess) {
        if self.panics_early {
            return;
        }
        if let Place::Cases(table) = touch.place {
            for one in each_case_access(self.registers, self.context, table) {
                self.visitor.visit(one);
            }
            return;
        }
        // SAFETY: the promise of `each_access_by`'s caller; the accesses before this one do not panic.
        match unsafe { resolve_access(self.registers, self.context, touch) } {
            Some(accessed) if accessed.bytes > 0 => self.visitor.visit(accessed),
            Some(_) => {}
            None => self.panics_early = true,
        }
    }
}

/// The channels of a select's cases.
#[inline(always)]
fn each_case_access(
    s: VmRegisters,
    cx: &Cx,
    table: SelectId,
) -> impl Iterator<Item = AccessedBytes> {
    let cases = &cx.shared().image.program.select_tables[table.0 as usize].cases;
    cases.iter().filter_map(move |case| {
        let access =
            if case.is_send { MemoryAccessKind::Sends } else { MemoryAccessKind::Receives };
        // SAFETY: the table names slots of the frame.
        let address = unsafe { s.get(case.channel) };
        (address != 0).then_some(AccessedBytes { access, address, bytes: CHANNEL_ACCESS_BYTES })
    })
}

/// The bytes that an access to a channel counts as.
const CHANNEL_ACCESS_BYTES: u64 = 8;

/// Resolves an access of any instruction: a function of its own, since [`resolve_access`] is inlined into handlers.
#[inline(never)]
unsafe fn resolve_access_out_of_line(
    s: VmRegisters,
    cx: &Cx,
    touch: MemoryAccess,
) -> Option<AccessedBytes> {
    // SAFETY: the caller's promise.
    unsafe { resolve_access(s, cx, touch) }
}

/// The memory of an access; `None` where the instruction panics.
#[inline(always)]
unsafe fn resolve_access(s: VmRegisters, cx: &Cx, touch: MemoryAccess) -> Option<AccessedBytes> {
    let MemoryAccess { access, place, extent } = touch;
    let size = match extent {
        Extent::Bytes(n) => u64::from(n),
        // SAFETY: the type ids in instructions are indexes into the table `infos`.
        Extent::Type(ty) => unsafe { (*cx.type_infos.add(ty.0 as usize)).size },
        Extent::Whole => 0,
    };
    let nothing = AccessedBytes { access, address: 0, bytes: 0 };
    let at = |address: u64, bytes: u64| Some(AccessedBytes { access, address, bytes });
    // SAFETY: slots of the frame; the instruction reads headers in memory before this access is resolved.
    unsafe {
        match place {
            Place::Pointer { pointer: ptr, offset: off } => {
                at(pointer_in_slot(s, ptr)? + u64::from(off), size)
            }
            Place::Element { base: x, index: i, index_offset: off, size: each } => {
                let [base, len] = s.slot_pair(x);
                at(element_address(base, len, s.get(i).wrapping_add(off as u64), each)?, size)
            }
            Place::RowElement { base: x, row_index: i, column_index: j, size: each } => {
                const ROW_HEADER_BYTES: u32 = 24;
                let [base, len] = s.slot_pair(x);
                let row = element_address(base, len, s.get(i), ROW_HEADER_BYTES)?;
                at(header_element(row, s.get(j), each)?, size)
            }
            Place::HeaderElement { pointer: ptr, offset: off, index: i, size: each } => {
                at(header_element(pointer_in_slot(s, ptr)? + u64::from(off), s.get(i), each)?, size)
            }
            Place::ArrayElement { pointer: ptr, offset: off, len, index: i, size: each } => {
                let base = pointer_in_slot(s, ptr)? + u64::from(off);
                at(element_address(base, u64::from(len), s.get(i), each)?, size)
            }
            Place::Elements { base: x } => {
                let [base, len] = s.slot_pair(x);
                at(base, len * size)
            }
            Place::Common { base: x, other_base: with } => {
                let [base, len] = s.slot_pair(x);
                at(base, len.min(s.slot_pair(with)[1]) * size)
            }
            Place::Room { base: x, element_count: count } => {
                let [base, len] = s.slot_pair(x);
                let more = match count {
                    ElementCount::Number(n) => u64::from(n),
                    ElementCount::Slot(slot) | ElementCount::Length(slot) => s.get(slot),
                };
                let cap = s.get(Slot(x.0 + 2));
                match len.checked_add(more) {
                    Some(all) if all <= cap => at(base + len * size, more * size),
                    // The slice has no room: its elements are read and copied to new memory.
                    _ => Some(AccessedBytes {
                        access: MemoryAccessKind::Reads,
                        address: base,
                        bytes: len * size,
                    }),
                }
            }
            Place::Global(off) => at(cx.globals as u64 + u64::from(off), size),
            // A nil map has no entries; writing one panics.
            Place::Map { map: m } => match s.get(m) {
                0 => Some(nothing),
                map => at(map, size),
            },
            Place::Iterated { iter } => match (*(s.get(iter) as *const MapIter)).map as u64 {
                0 => Some(nothing),
                map => at(map, size),
            },
            // A nil channel has no memory.
            Place::Channel { channel: ch } => match s.get(ch) {
                0 => Some(nothing),
                channel => at(channel, CHANNEL_ACCESS_BYTES),
            },
            Place::Cases(_) | Place::Native { .. } => Some(nothing),
        }
    }
}

/// The pointer in a slot; `None` if it is nil.
#[inline(always)]
unsafe fn pointer_in_slot(s: VmRegisters, ptr: Slot) -> Option<u64> {
    // SAFETY: the address is a slot of the frame.
    let pointer = unsafe { s.get(ptr) };
    (pointer >= NIL_PAGE_SIZE).then_some(pointer)
}

/// The address of an element; `None` if the index is out of range.
#[inline(always)]
fn element_address(base: u64, len: u64, i: u64, size: u32) -> Option<u64> {
    (i < len).then(|| base.wrapping_add(i.wrapping_mul(u64::from(size))))
}

/// The address of an element of the slice or string whose header lies at `header`.
#[inline(always)]
unsafe fn header_element(header: u64, i: u64, size: u32) -> Option<u64> {
    // SAFETY: the instruction reads the header too, or faults there.
    let (base, len) = unsafe { (load64(header as *mut u8), load64((header + 8) as *mut u8)) };
    element_address(base, len, i, size)
}

/// The word that a read-modify-write instruction is about to update; `None` for other instructions, and if it panics.
pub(crate) fn updated_word(cx: &Cx, op: Op) -> Option<*mut u8> {
    let mut word = None;
    // SAFETY: the registers are those of a running goroutine, at this instruction.
    unsafe {
        let behind = VmRegisters { pc: cx.registers.pc.add(1), ..cx.registers };
        each_access(behind, op, cx, |it| {
            if it.access == MemoryAccessKind::Updates {
                word = Some(it.address as *mut u8);
            }
        });
    }
    word
}
