//! Accesses to memory, reported to the race detector before they are made.
//!
//! An access that repeats one of its epoch, as nearly every access does, is compared here with the first two cells of
//! its word (see `minigo_race::cell`). Any other access is recorded by the VM; if it is a race, compiled code takes a
//! side exit, so that the race is reported with complete frames. After the report the interpreter repeats the
//! instruction, whose access is then a recorded one.
//!
//! An access to a part of a word may be merged with a recorded one without being reported, and then its calls are not
//! recorded. While calls are recorded, an access is merged only if an access of this activation by the same instruction
//! to the same word was recorded in this epoch; the note of that access then stands for all bytes of the word.
//!
//! On a fast path, control continues with the function's own code if an access is not recorded yet.

use crate::abi::{DIGEST_FACTOR, Helper, pack_access};
use crate::translate::Translator;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::{Extent, MemoryAccess, MemoryAccessKind, Op, Place};
use minigo_race::cell::{
    AccessKind, BYTE_MASK_BITS, BYTE_MASK_SHIFT, EPOCH_MASK, POSITION_SHIFT, byte_mask,
};
use minigo_race::{CELLS_PER_WORD, Goroutine, WORD_BYTES};

/// The most bytes of an access that is compared word by word.
const MAX_COMPARED_ACCESS_BYTES: u32 = 24;

/// The distance between the cells of neighbouring words, divided by the distance between the words.
const CELL_SCALE: u64 = (CELLS_PER_WORD * size_of::<u64>() / WORD_BYTES) as u64;

/// The bits of a cell that hold the byte mask.
const BYTE_MASK: i64 = ((1 << BYTE_MASK_BITS) - 1) << BYTE_MASK_SHIFT;

const _: () = assert!(CELLS_PER_WORD == 4);
const _: () = assert!(CELL_SCALE.is_power_of_two() && WORD_BYTES == 8);

/// An access to `bytes` bytes at `off` bytes from `base`, or from its element `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct WatchedAccess {
    base_address: Value,
    index: Option<Value>,
    offset: i64,
    bytes: u32,
    kind: AccessKind,
}

impl Translator<'_> {
    /// Reports the accesses of an instruction; `false`: its handler has to report them.
    pub(super) fn report_accesses(&mut self, op: Op) -> bool {
        let Some(watch) = self.unit.race_reporting else { return true };
        let ext = if op.ext_count() > 0 { self.ext_at(1) } else { (0, 0) };
        let mut touches = Vec::new();
        op.visit_memory_accesses(ext, |touch| touches.push(touch));
        let Some(kinds) = touches.iter().map(kind_of).collect::<Option<Vec<_>>>() else {
            return false;
        };
        // A position is the index behind the instruction.
        let at = self.unit.start() + self.pc as u32 + 1;
        let Some(position) = (watch.position)(at) else { return true };
        for (touch, (kind, bytes)) in touches.iter().zip(kinds) {
            if bytes == 0 || self.note_reported(touch.place, bytes, kind) {
                continue;
            }
            let at = self.accessed_address(touch.place);
            self.report_access(at, bytes, kind, position);
        }
        true
    }

    /// Returns whether this access, or one that subsumes it, was reported in this block; records it as reported.
    fn note_reported(&mut self, place: Place, bytes: u32, kind: AccessKind) -> bool {
        let (slot, i, off) = match place {
            Place::Pointer { pointer: ptr, offset: off } => (ptr, None, i64::from(off)),
            Place::Element { base: x, index: i, index_offset: off, size } => {
                (x, Some(i), i64::from(off) * i64::from(size))
            }
            _ => return false,
        };
        let (base, i) = (self.read(slot), i.map(|i| self.read(i)));
        let (base, off) = match i32::try_from(off) {
            Ok(off) if i.is_none() => {
                let (base, off) = self.base_and_distance(base, off);
                (base, i64::from(off))
            }
            _ => (base, off),
        };
        let access_of =
            |kind| WatchedAccess { base_address: base, index: i, offset: off, bytes, kind };
        // A write subsumes a read.
        if self.reported_accesses.contains(&access_of(AccessKind::Write)) {
            return true;
        }
        !self.reported_accesses.insert(access_of(kind))
    }

    /// The address of an access that the instruction is about to make. The emitted code takes a side exit wherever the
    /// instruction itself would take one.
    fn accessed_address(&mut self, place: Place) -> Value {
        match place {
            Place::Pointer { pointer: ptr, offset: off } => {
                let at = self.read_pointer(ptr);
                self.builder.ins().iadd_imm_s(at, i64::from(off))
            }
            Place::Element { base: x, index: i, index_offset: off, size } => {
                let [base, len, i] = [x, Slot(x.0 + 1), i].map(|slot| self.read(slot));
                let i = self.builder.ins().iadd_imm_s(i, i64::from(off));
                self.exit_unless_in_bounds(i, len);
                self.scaled_index(base, i, size.into())
            }
            Place::RowElement { base: x, row_index: i, column_index: j, size } => {
                let [base, len, i] = [x, Slot(x.0 + 1), i].map(|slot| self.read(slot));
                self.exit_unless_in_bounds(i, len);
                let row = self.scaled_index(base, i, 24);
                self.element_address_from_header(row, 0, j, size)
            }
            Place::HeaderElement { pointer: ptr, offset: off, index: i, size } => {
                let at = self.read_pointer(ptr);
                self.element_address_from_header(at, off as i32, i, size)
            }
            Place::ArrayElement { pointer: ptr, offset: off, len, index: i, size } => {
                let (at, i) = (self.read_pointer(ptr), self.read(i));
                let len = i64::from(len);
                let out = self.builder.ins().icmp_imm_s(IntCC::UnsignedGreaterThanOrEqual, i, len);
                self.side_exit_if(out);
                let at = self.scaled_index(at, i, size.into());
                self.builder.ins().iadd_imm_s(at, i64::from(off))
            }
            Place::Global(off) => self.global_address(off),
            _ => unreachable!("the handler makes these accesses"),
        }
    }

    /// The address of an element of the slice or string whose header lies at an address.
    fn element_address_from_header(
        &mut self,
        header: Value,
        off: i32,
        i: Slot,
        size: u32,
    ) -> Value {
        let word = |t: &mut Self, off| t.builder.ins().load(I64, t.heap_flags, header, off);
        let (base, len) = (word(self, off), word(self, off + 8));
        let i = self.read(i);
        self.exit_unless_in_bounds(i, len);
        self.scaled_index(base, i, size.into())
    }

    /// Reports an access, word by word.
    fn report_access(&mut self, at: Value, bytes: u32, kind: AccessKind, position: u32) {
        let is_words = bytes.is_multiple_of(8) && bytes <= MAX_COMPARED_ACCESS_BYTES;
        if !is_words && bytes > 8 {
            let unknown = self.builder.create_block();
            self.builder.ins().jump(unknown, &[]);
            return self.record_access(unknown, at, pack_access(bytes, kind as u8, position));
        }
        let mut rest = bytes;
        let mut at = at;
        loop {
            let bytes = rest.min(8);
            let unknown = self.builder.create_block();
            self.builder.set_cold_block(unknown);
            let go = self.compare_cells(at, bytes, kind, position, unknown);
            self.record_and_jump(unknown, at, pack_access(bytes, kind as u8, position), go);
            rest -= bytes;
            if rest == 0 {
                return;
            }
            at = self.builder.ins().iadd_imm_s(at, 8);
        }
    }

    /// Compares an access to one word with the first two of its cells. Jumps to the returned block if the access was
    /// recorded, else to `unknown`.
    ///
    /// An access to a part of a word is merged here with a recorded one that differs in its bytes only, if that is the
    /// word's only access: code that fills or reads a list byte by byte makes such accesses. (Several activations run
    /// the fast path, so it merges nothing.)
    fn compare_cells(
        &mut self,
        at: Value,
        bytes: u32,
        kind: AccessKind,
        position: u32,
        unknown: Block,
    ) -> Block {
        let watch =
            self.unit.race_reporting.expect("race detection is on where accesses are reported");
        let region = watch.region;
        debug_assert!(region.bytes.is_power_of_two() && region.start.is_multiple_of(region.bytes));
        let (inside, second, go) =
            (self.builder.create_block(), self.builder.create_block(), self.builder.create_block());
        let shift = i64::from(region.bytes.trailing_zeros());
        let number = self.builder.ins().ushr_imm_s(at, shift);
        let of_region = (region.start >> shift) as i64;
        let is_inside = self.builder.ins().icmp_imm_s(IntCC::Equal, number, of_region);
        self.builder.ins().brif(is_inside, inside, &[], unknown, &[]);
        self.continue_in(inside);
        let mask = i64::from(byte_mask(0, bytes as usize)) << BYTE_MASK_SHIFT;
        let (word, bits) = if bytes == 8 {
            (at, self.constant(mask | kind as i64))
        } else {
            let word = self.builder.ins().band_imm_s(at, -(WORD_BYTES as i64));
            let byte = self.builder.ins().band_imm_s(at, WORD_BYTES as i64 - 1);
            let mask = self.constant(mask);
            let mask = self.builder.ins().ishl(mask, byte);
            (word, self.builder.ins().bor_imm_s(mask, kind as i64))
        };
        let race = self.load_cx(self.layout.race_goroutine);
        let epoch =
            self.builder.ins().load(I64, self.constant_flags, race, Goroutine::EPOCH_OFFSET as i32);
        let wanted = self.builder.ins().bor(epoch, bits);
        let all = self.constant(EPOCH_MASK as i64);
        let compared = self.builder.ins().bor(all, bits);
        let off = self.builder.ins().ishl_imm_s(word, i64::from(CELL_SCALE.trailing_zeros()));
        let base =
            watch.first_cell_address.wrapping_sub((region.start as u64).wrapping_mul(CELL_SCALE));
        let base = self.constant(base as i64);
        let cells = self.builder.ins().iadd(base, off);
        let cell =
            |t: &mut Self, number: i32| t.builder.ins().load(I64, t.cell_flags, cells, number * 8);
        let differs = |t: &mut Self, cell: Value| {
            let other = t.builder.ins().bxor(cell, wanted);
            t.builder.ins().band(other, compared)
        };
        let first = cell(self, 0);
        let other = differs(self, first);
        self.builder.ins().brif(other, second, &[], go, &[]);
        self.continue_in(second);
        let next = cell(self, 1);
        let other = differs(self, next);
        if bytes == 8 || self.translated_fast_path.is_some() {
            self.builder.ins().brif(other, unknown, &[], go, &[]);
            return go;
        }
        let (alone, merge) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().brif(other, alone, &[], go, &[]);
        self.continue_in(alone);
        let new = self.builder.ins().bor_imm_s(wanted, i64::from(position) << POSITION_SHIFT);
        let other = self.builder.ins().bxor(first, new);
        let mut hinders = self.builder.ins().band_imm_s(other, !BYTE_MASK);
        for cell in [next, cell(self, 2), cell(self, 3)] {
            hinders = self.builder.ins().bor(hinders, cell);
        }
        self.merge_or_report(hinders, [epoch, word], [merge, unknown]);
        self.continue_in(merge);
        let merged = self.builder.ins().bor(first, new);
        self.builder.ins().store(self.cell_flags, merged, cells, 0);
        self.builder.ins().jump(go, &[]);
        go
    }

    /// Jumps to block `merge` if an access may be merged with a recorded one, else to `unknown`. The access may not be
    /// merged if `hinders` is not 0.
    fn merge_or_report(
        &mut self,
        hinders: Value,
        [epoch, word]: [Value; 2],
        [merge, unknown]: [Block; 2],
    ) {
        let (noted_block, free, note_block) =
            (self.builder.create_block(), self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(noted_block);
        self.builder.ins().brif(hinders, noted_block, &[], free, &[]);
        // The word and the epoch that this instruction has recorded last; zero before it has recorded an access.
        let recorded = self.builder.declare_var(I64);
        let this = |t: &mut Self| {
            let spread = t.builder.ins().imul_imm_s(epoch, DIGEST_FACTOR.cast_signed());
            t.builder.ins().bxor(spread, word)
        };
        self.continue_in(noted_block);
        let now = this(self);
        self.builder.def_var(recorded, now);
        self.builder.ins().jump(unknown, &[]);
        self.continue_in(free);
        let race = self.load_cx(self.layout.race_goroutine);
        let at = self.builder.ins().load(
            I64,
            self.constant_flags,
            race,
            Goroutine::RECORDING_FLAG_OFFSET as i32,
        );
        let is_noting = self.builder.ins().uload8(I64, self.cell_flags, at, 0);
        self.builder.ins().brif(is_noting, note_block, &[], merge, &[]);
        self.continue_in(note_block);
        let (before, now) = (self.builder.use_var(recorded), this(self));
        self.builder.def_var(recorded, now);
        let is_same = self.builder.ins().icmp(IntCC::Equal, before, now);
        self.builder.ins().brif(is_same, merge, &[], unknown, &[]);
    }

    /// Makes block `unknown` record an access and continue in `go`.
    fn record_and_jump(&mut self, unknown: Block, at: Value, access: u64, go: Block) {
        self.record_access(unknown, at, access);
        self.builder.ins().jump(go, &[]);
        self.continue_in(go);
    }

    /// Emits code in `block` that records an access, and leaves the compiled code if that fails. Translation continues
    /// in `block`.
    fn record_access(&mut self, block: Block, at: Value, access: u64) {
        self.continue_in(block);
        if let Some(bail) = self.bail_block() {
            self.builder.ins().jump(bail, &[]);
            let unreached = self.builder.create_block();
            return self.continue_in(unreached);
        }
        let (cx, access) = (self.context_pointer(), self.constant(access as i64));
        let found =
            self.call_helper_on_cold_path(Helper::Access, &[cx, at, access, self.frame_base]);
        self.side_exit_if(found);
    }
}

/// The kind and the size in bytes of an access that is reported here; `None` for others.
fn kind_of(touch: &MemoryAccess) -> Option<(AccessKind, u32)> {
    let kind = match touch.access {
        MemoryAccessKind::Reads => AccessKind::Read,
        MemoryAccessKind::Writes | MemoryAccessKind::Updates => AccessKind::Write,
        // A native function reports its accesses itself.
        MemoryAccessKind::Calls => return Some((AccessKind::Read, 0)),
        _ => return None,
    };
    let is_single = matches!(
        touch.place,
        Place::Pointer { .. }
            | Place::Element { .. }
            | Place::RowElement { .. }
            | Place::HeaderElement { .. }
            | Place::ArrayElement { .. }
            | Place::Global(_)
    );
    match touch.extent {
        Extent::Bytes(bytes) if is_single => Some((kind, bytes)),
        _ => None,
    }
}
