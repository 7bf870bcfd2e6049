//! A shadow cell: one access to a word of Go memory, in 64 bits.
//!
//! A module of its own because the layout is a contract: machine code of the native tier builds and compares cells.
//!
//! The fields from the top: slot, clock, position, bytes, write, plain. An atomic access lacks the bit `PLAIN_BIT`. The
//! two bits of the kind are chosen so that more bits mean a stronger access: an access subsumes each access whose bits
//! are a subset of its own, because every access that conflicts with the weaker one conflicts with the stronger one
//! too. Two accesses conflict if together they have both bits: one of them writes, and one of them is not atomic.

use std::fmt;

/// How many bits a slot's number has.
pub const SLOT_BITS: u32 = 20;
/// How many bits a slot's clock has.
pub const CLOCK_BITS: u32 = 16;
/// How many bits a position has.
pub const POSITION_BITS: u32 = 18;
/// How many bits the byte mask has: one for each byte of a word.
pub const BYTE_MASK_BITS: u32 = 8;
/// How many bits the kind of access has.
pub const KIND_BITS: u32 = 2;

/// The lowest bit of the byte mask.
pub const BYTE_MASK_SHIFT: u32 = KIND_BITS;
/// The lowest bit of the position.
pub const POSITION_SHIFT: u32 = BYTE_MASK_SHIFT + BYTE_MASK_BITS;
/// The lowest bit of the clock.
pub const CLOCK_SHIFT: u32 = POSITION_SHIFT + POSITION_BITS;
/// The lowest bit of the slot.
pub const SLOT_SHIFT: u32 = CLOCK_SHIFT + CLOCK_BITS;

const _: () = assert!(SLOT_SHIFT + SLOT_BITS == u64::BITS);

/// The bits of the kind and of the byte mask: a cell covers another cell of its epoch if it has all of that cell's bits
/// among these.
pub const COVERAGE_MASK: u64 = (1 << POSITION_SHIFT) - 1;
/// The bits of slot and clock.
pub const EPOCH_MASK: u64 = u64::MAX << CLOCK_SHIFT;

const PLAIN_BIT: u64 = 1;
const WRITE_BIT: u64 = 2;
const KIND_MASK: u64 = PLAIN_BIT | WRITE_BIT;
const BYTE_MASK: u64 = ((1 << BYTE_MASK_BITS) - 1) << BYTE_MASK_SHIFT;

/// A slot of the detector: a goroutine's index in vector clocks. Below 2^20.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ClockSlot(pub u32);

/// A value of one slot's clock; 0 is before all accesses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Tick(pub u16);

/// An index that the detector's user chooses for a place in the program: an index of its table of watched instructions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position(u32);

impl Position {
    /// The position of an access whose place is not known.
    pub const UNKNOWN: Self = Self((1 << POSITION_BITS) - 1);

    /// Returns the position with this index; [`UNKNOWN`](Self::UNKNOWN) if the index does not fit into 18 bits.
    #[inline(always)]
    #[must_use]
    pub const fn new(index: u32) -> Self {
        if index < Self::UNKNOWN.0 { Self(index) } else { Self::UNKNOWN }
    }

    /// The position's index in the user's table.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u32 {
        self.0
    }
}

/// How memory is accessed. The numbers are the low bits of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum AccessKind {
    /// An atomic load.
    AtomicRead = 0,
    /// A load.
    Read = PLAIN_BIT as u8,
    /// An atomic store, or an atomic update.
    AtomicWrite = WRITE_BIT as u8,
    /// A store.
    Write = KIND_MASK as u8,
}

impl AccessKind {
    /// Reports whether the access changes memory.
    #[must_use]
    pub const fn is_write(self) -> bool {
        self as u64 & WRITE_BIT != 0
    }

    /// Reports whether the access is atomic.
    #[must_use]
    pub const fn is_atomic(self) -> bool {
        self as u64 & PLAIN_BIT == 0
    }

    /// Reports whether an access of this kind subsumes an access of kind `other` to the same bytes.
    #[must_use]
    pub const fn covers_kind(self, other: Self) -> bool {
        other as u64 & !(self as u64) == 0
    }

    /// Reports whether two accesses of these kinds to the same byte race if neither happened before the other.
    #[must_use]
    pub const fn conflicts_with(self, other: Self) -> bool {
        (self as u64 | other as u64) == KIND_MASK
    }

    const fn of_bits(bits: u64) -> Self {
        match bits & KIND_MASK {
            0 => Self::AtomicRead,
            PLAIN_BIT => Self::Read,
            WRITE_BIT => Self::AtomicWrite,
            _ => Self::Write,
        }
    }
}

/// The mask of the bytes of a word that an access of `size` bytes at byte `offset` touches: a bit for each byte. Bytes
/// behind the word are left out.
#[inline(always)]
#[must_use]
pub const fn byte_mask(offset: usize, size: usize) -> u8 {
    ((0xff_u32 >> (8 - size)) << offset) as u8
}

/// A slot and its clock, at their places in a cell.
#[inline(always)]
pub(crate) const fn pack_epoch(slot: ClockSlot, tick: Tick) -> u64 {
    (slot.0 as u64) << SLOT_SHIFT | (tick.0 as u64) << CLOCK_SHIFT
}

/// An access. The empty cell is zero; no access is zero, because each touches a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell(pub(crate) u64);

impl Cell {
    pub(crate) const EMPTY: Self = Self(0);

    #[inline(always)]
    pub(crate) const fn new(epoch: u64, bytes: u8, kind: AccessKind, position: Position) -> Self {
        Self(
            epoch
                | (position.0 as u64) << POSITION_SHIFT
                | (bytes as u64) << BYTE_MASK_SHIFT
                | kind as u64,
        )
    }

    pub(crate) const fn slot(self) -> ClockSlot {
        ClockSlot((self.0 >> SLOT_SHIFT) as u32)
    }

    pub(crate) const fn tick(self) -> Tick {
        Tick((self.0 >> CLOCK_SHIFT) as u16)
    }

    pub(crate) const fn position(self) -> Position {
        Position((self.0 >> POSITION_SHIFT) as u32 & Position::UNKNOWN.0)
    }

    pub(crate) const fn bytes(self) -> u8 {
        (self.0 >> BYTE_MASK_SHIFT) as u8
    }

    pub(crate) const fn kind(self) -> AccessKind {
        AccessKind::of_bits(self.0)
    }

    /// Reports whether both cells are of one epoch and this one subsumes `other`.
    #[inline(always)]
    pub(crate) const fn covers_cell(self, other: Self) -> bool {
        (self.0 ^ other.0) & (EPOCH_MASK | other.0 & COVERAGE_MASK) == 0
    }

    /// Reports whether the cells differ in their bytes only, and so can be merged into one.
    #[inline(always)]
    pub(crate) const fn merges_with(self, other: Self) -> bool {
        (self.0 ^ other.0) & !BYTE_MASK == 0
    }

    /// Returns the one cell for two cells that [merge](Self::merges_with).
    #[inline(always)]
    pub(crate) const fn merge_with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cell's slot, position and kind.
    pub(crate) const fn site_bits(self) -> u64 {
        self.0 & !(BYTE_MASK | ((1 << CLOCK_BITS) - 1) << CLOCK_SHIFT)
    }

    /// Returns this access extended to all bytes of the word.
    pub(crate) const fn with_all_bytes(self) -> Self {
        Self(self.0 | BYTE_MASK)
    }

    /// Reports whether both cells are of one epoch and kind.
    pub(crate) const fn has_same_epoch_and_kind(self, other: Self) -> bool {
        (self.0 ^ other.0) & (EPOCH_MASK | KIND_MASK) == 0
    }

    /// Returns the one cell for two cells that are [alike](Self::has_same_epoch_and_kind). The position of the new cell
    /// is unknown, unless both cells have the same position.
    pub(crate) const fn merge_losing_position(self, other: Self) -> Self {
        let both = Self(self.0 | other.0);
        if self.merges_with(other) {
            return both;
        }
        Self(both.0 | (Position::UNKNOWN.0 as u64) << POSITION_SHIFT)
    }

    /// Reports whether the two accesses race if neither happened before the other.
    pub(crate) const fn conflicts_with(self, other: Self) -> bool {
        self.0 & other.0 & BYTE_MASK != 0 && (self.0 | other.0) & KIND_MASK == KIND_MASK
    }

    /// Returns the cell without these bytes: the empty cell if no byte is left.
    pub(crate) const fn without_bytes(self, bytes: u8) -> Self {
        let left = Self(self.0 & !((bytes as u64) << BYTE_MASK_SHIFT));
        if left.0 & BYTE_MASK == 0 { Self::EMPTY } else { left }
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::EMPTY {
            return f.write_str("Cell(empty)");
        }
        f.debug_struct("Cell")
            .field("slot", &self.slot().0)
            .field("tick", &self.tick().0)
            .field("position", &self.position().0)
            .field("bytes", &format_args!("{:08b}", self.bytes()))
            .field("kind", &self.kind())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [AccessKind; 4] =
        [AccessKind::AtomicRead, AccessKind::Read, AccessKind::AtomicWrite, AccessKind::Write];

    #[test]
    fn packed_cell_fields_round_trip() {
        let (slot, tick) = (ClockSlot((1 << SLOT_BITS) - 1), Tick(u16::MAX - 1));
        for kind in KINDS {
            for (slot, tick, bytes, position) in [
                (slot, tick, 0x81, Position::new(0x2_5a5a)),
                (ClockSlot(0), Tick(1), 1, Position::new(0)),
                (ClockSlot(5), Tick(0x8001), 0xff, Position::UNKNOWN),
            ] {
                let cell = Cell::new(pack_epoch(slot, tick), bytes, kind, position);
                assert_eq!(
                    (cell.slot(), cell.tick(), cell.bytes(), cell.kind(), cell.position()),
                    (slot, tick, bytes, kind, position)
                );
            }
        }
        assert_eq!(Position::new(u32::MAX), Position::UNKNOWN);
        assert_eq!(Position::new(7).index(), 7);
    }

    #[test]
    fn masks_of_ranges() {
        for offset in 0..8 {
            for size in 0..=8 {
                let expected =
                    (0..8).filter(|b| (offset..offset + size).contains(b)).map(|b| 1u8 << b).sum();
                assert_eq!(byte_mask(offset, size), expected, "{size} bytes at {offset}");
            }
        }
    }

    /// The definition of a race, written without the bits.
    fn races(a: AccessKind, b: AccessKind) -> bool {
        (a.is_write() || b.is_write()) && !(a.is_atomic() && b.is_atomic())
    }

    #[test]
    fn kinds_conflict_and_cover() {
        for a in KINDS {
            for b in KINDS {
                assert_eq!(a.conflicts_with(b), races(a, b), "{a:?} {b:?}");
                let covers = KINDS.iter().all(|c| !races(b, *c) || races(a, *c));
                assert_eq!(a.covers_kind(b), covers, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn cells_cover_merge_and_shrink() {
        let at = |slot, tick, bytes, kind, position| {
            Cell::new(pack_epoch(ClockSlot(slot), Tick(tick)), bytes, kind, Position::new(position))
        };
        let write = at(3, 9, 0x0f, AccessKind::Write, 1);
        assert!(write.covers_cell(at(3, 9, 0x03, AccessKind::Read, 2)));
        assert!(!write.covers_cell(at(3, 9, 0x1f, AccessKind::Read, 1)), "one more byte");
        assert!(!write.covers_cell(at(3, 8, 0x0f, AccessKind::Read, 1)), "another clock");
        assert!(!write.covers_cell(at(2, 9, 0x0f, AccessKind::Read, 1)), "another slot");
        assert!(
            !at(3, 9, 0xff, AccessKind::Read, 1).covers_cell(write),
            "a read does not cover a write"
        );

        let next = at(3, 9, 0xf0, AccessKind::Write, 1);
        assert!(write.merges_with(next) && write.merge_with(next).bytes() == 0xff);
        assert!(!write.merges_with(at(3, 9, 0xf0, AccessKind::Write, 2)), "another position");
        assert!(!write.merges_with(at(3, 9, 0xf0, AccessKind::Read, 1)), "another kind");

        assert!(write.conflicts_with(at(4, 1, 0x08, AccessKind::Read, 0)));
        assert!(!write.conflicts_with(at(4, 1, 0x10, AccessKind::Write, 0)), "other bytes");
        assert_eq!(write.without_bytes(0x03), at(3, 9, 0x0c, AccessKind::Write, 1));
        assert_eq!(write.without_bytes(0x0f), Cell::EMPTY);
    }
}
