//! The memory accesses of instructions: the column in parentheses of the instruction table.
//!
//! A row with one of the facts `reads`, `writes` and `acts` lists the instruction's accesses, in the order in which it
//! makes them, or says `(nothing)`. An access is a verb, a place, and the number of bytes or the type of the value
//! there:
//!
//! | place | memory |
//! |---|---|
//! | `ptr + off` | the address in a slot plus a number; `ext`: the number is `b` of the `Ext` |
//! | `x[i]`, `x[i + ext]` | element `i` of the slice or string in two slots |
//! | `x[i by 24]` | element `i` of `x`, whose elements have 24 bytes |
//! | `x[i][ext]` | element `j` of the slice that is element `i` of `x`; `j` lies in slot `a` of the `Ext` |
//! | `(ptr + ext)[i]` | element `i` of the slice or string whose header lies at the address |
//! | `array(ptr + ext)[i]` | element `i` of the array at `ptr + a`, which has `b` elements |
//! | `elements x` | all elements of a slice; their type, or their size in bytes, follows |
//! | `common x y` | the first `min(len(x), len(y))` elements of `x` |
//! | `room x, …` | the elements that an append writes behind those of `x`, if the capacity suffices; else all of `x` |
//! | `global off` | a package-level variable |
//! | `map m`, `iterated it` | the first word of a map, or of the map of an iterator; it stands for the whole map |
//! | `channel ch`, `cases table` | a channel; the channels of a select's cases |
//!
//! Slots do not count as memory here: no pointer leads to a goroutine's stack. Other objects that do not count are new
//! objects, objects that never change (boxes of interfaces, the text of strings, descriptors), and objects that a
//! lock of the runtime guards.

use crate::operand::{NativeId, SelectId, Slot, TypeId};

/// The kind of an access: a plain read or write, or a synchronising operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryAccessKind {
    /// A plain read.
    Reads,
    /// A plain write.
    Writes,
    /// A plain read, a computation and a plain write of the result: three steps in Go, not one.
    Updates,
    /// An atomic load.
    Loads,
    /// An atomic store.
    Stores,
    /// An atomic read-modify-write.
    Swaps,
    /// Takes a mutex if it is free: an atomic update.
    Locks,
    /// Releases a mutex if no goroutine waits for it: an atomic update.
    Unlocks,
    /// Adds a reader to an `RWMutex`: an atomic update.
    ReadLocks,
    /// Removes a reader from an `RWMutex`: an atomic update.
    ReadUnlocks,
    /// Sends to a channel.
    Sends,
    /// Receives from a channel.
    Receives,
    /// Closes a channel.
    Closes,
    /// Waits for one of the cases of a select, or finds that none can proceed.
    Selects,
    /// Reads a channel's length or capacity, without establishing an order.
    Counts,
    /// A native function makes the accesses: its parameters name them.
    Calls,
}

/// A number of elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElementCount {
    /// A constant number of elements.
    Number(u16),
    /// The number in a slot.
    Slot(Slot),
    /// The length of a slice or string, which lies in this slot.
    Length(Slot),
}

/// The memory that an instruction accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Memory at a pointer plus an offset.
    Pointer {
        /// The slot of the pointer.
        pointer: Slot,
        /// The offset in bytes.
        offset: u32,
    },
    /// An element of a slice or string in slots (pointer, length), if the index is below the length.
    Element {
        /// The slot of the pointer; the length follows.
        base: Slot,
        /// The slot of the index.
        index: Slot,
        /// The number added to the index.
        index_offset: i32,
        /// The size of an element in bytes.
        size: u32,
    },
    /// An element of a slice of slices.
    RowElement {
        /// The slot of the pointer to the rows; the number of rows follows.
        base: Slot,
        /// The slot of the row's index.
        row_index: Slot,
        /// The slot of the index within the row.
        column_index: Slot,
        /// The size of an element in bytes.
        size: u32,
    },
    /// An element of the slice or string whose header lies in memory.
    HeaderElement {
        /// The slot of the pointer.
        pointer: Slot,
        /// The offset of the header from the pointer, in bytes.
        offset: u32,
        /// The slot of the index.
        index: Slot,
        /// The size of an element in bytes.
        size: u32,
    },
    /// An element of an array in memory.
    ArrayElement {
        /// The slot of the pointer.
        pointer: Slot,
        /// The offset of the array from the pointer, in bytes.
        offset: u32,
        /// The array's length.
        len: u32,
        /// The slot of the index.
        index: Slot,
        /// The size of an element in bytes.
        size: u32,
    },
    /// All elements of a slice in slots (pointer, length).
    Elements {
        /// The slot of the pointer; the length follows.
        base: Slot,
    },
    /// The elements of a slice at the indexes that a second slice has too.
    Common {
        /// The slot of the slice's pointer; the length follows.
        base: Slot,
        /// The slot of the second slice's pointer; the length follows.
        other_base: Slot,
    },
    /// The memory behind the elements of a slice in slots (pointer, length, capacity), if the capacity suffices for
    /// `count` more; else the slice's own elements, which are read.
    Room {
        /// The slot of the pointer; length and capacity follow.
        base: Slot,
        /// How many elements are added.
        element_count: ElementCount,
    },
    /// The package-level variable at this byte offset in their block.
    Global(u32),
    /// The first word of a map.
    Map {
        /// The slot of the map.
        map: Slot,
    },
    /// The first word of the map that an iterator is for.
    Iterated {
        /// The slot of the iterator.
        iter: Slot,
    },
    /// A channel.
    Channel {
        /// The slot of the channel.
        channel: Slot,
    },
    /// The channels of a select's cases.
    Cases(SelectId),
    /// The parameters of a native.
    Native {
        /// The first slot of the parameters.
        first_param: Slot,
        /// The native function.
        native: NativeId,
    },
}

/// The amount of memory that an instruction touches at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// A number of bytes (for [`Place::Elements`] and the like: of each element).
    Bytes(u32),
    /// A value of a type (for [`Place::Elements`] and the like: each element is one).
    Type(TypeId),
    /// The [`Place`] determines the amount.
    Whole,
}

/// One access of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryAccess {
    /// The kind of the access.
    pub access: MemoryAccessKind,
    /// The memory that is accessed.
    pub place: Place,
    /// The amount of memory.
    pub extent: Extent,
}

/// Receives the accesses of a row, one by one. Code that must be inlined into each handler of an instruction implements
/// this trait itself, because calls of closures are not always inlined.
pub trait AccessVisitor {
    /// Called with each access.
    fn visit(&mut self, touch: MemoryAccess);
}

impl<F: FnMut(MemoryAccess)> AccessVisitor for F {
    fn visit(&mut self, touch: MemoryAccess) {
        self(touch);
    }
}

impl MemoryAccessKind {
    /// Reports whether the access synchronises goroutines: atomic accesses, locks, channels.
    #[must_use]
    pub const fn synchronises(self) -> bool {
        !matches!(self, Self::Reads | Self::Writes | Self::Updates | Self::Calls)
    }
}

/// Turns an access of the table into a [`MemoryAccess`]; `$ext` is `(a, b)` of the first `Ext`.
macro_rules! touch {
    ($ext:ident, reads $($rest:tt)+) => { touch!(at $ext, Reads, $($rest)+) };
    ($ext:ident, writes $($rest:tt)+) => { touch!(at $ext, Writes, $($rest)+) };
    ($ext:ident, updates $($rest:tt)+) => { touch!(at $ext, Updates, $($rest)+) };
    ($ext:ident, loads $($rest:tt)+) => { touch!(at $ext, Loads, $($rest)+) };
    ($ext:ident, stores $($rest:tt)+) => { touch!(at $ext, Stores, $($rest)+) };
    ($ext:ident, swaps $($rest:tt)+) => { touch!(at $ext, Swaps, $($rest)+) };
    ($ext:ident, locks $($rest:tt)+) => { touch!(at $ext, Locks, $($rest)+) };
    ($ext:ident, unlocks $($rest:tt)+) => { touch!(at $ext, Unlocks, $($rest)+) };
    ($ext:ident, readlocks $($rest:tt)+) => { touch!(at $ext, ReadLocks, $($rest)+) };
    ($ext:ident, readunlocks $($rest:tt)+) => { touch!(at $ext, ReadUnlocks, $($rest)+) };
    ($ext:ident, sends $($rest:tt)+) => { touch!(at $ext, Sends, $($rest)+) };
    ($ext:ident, receives $($rest:tt)+) => { touch!(at $ext, Receives, $($rest)+) };
    ($ext:ident, closes $($rest:tt)+) => { touch!(at $ext, Closes, $($rest)+) };
    ($ext:ident, counts $($rest:tt)+) => { touch!(at $ext, Counts, $($rest)+) };
    ($ext:ident, selects $($rest:tt)+) => { touch!(at $ext, Selects, $($rest)+) };
    ($ext:ident, calls $native:ident $win:ident) => {
        touch!(is Calls, Place::Native { first_param: $win, native: NativeId($native.get()) }, Extent::Whole)
    };
    // The rules of this macro that produce a `Place`.
    (at $ext:ident, $access:ident, array($ptr:ident + ext)[$i:ident]: $n:literal) => {{
        let (off, len) = $ext;
        let place = Place::ArrayElement { pointer: $ptr, offset: u32::from(off), len, index: $i, size: $n };
        touch!(is $access, place, Extent::Bytes($n))
    }};
    (at $ext:ident, $access:ident, ($ptr:ident + ext)[$i:ident]: $n:literal) => {
        touch!(is $access, Place::HeaderElement { pointer: $ptr, offset: $ext.1, index: $i, size: $n }, Extent::Bytes($n))
    };
    (at $ext:ident, $access:ident, $x:ident[$i:ident][ext]: $n:literal) => {
        touch!(is $access, Place::RowElement { base: $x, row_index: $i, column_index: Slot($ext.0), size: $n }, Extent::Bytes($n))
    };
    (at $ext:ident, $access:ident, $x:ident[$i:ident + ext]: $n:literal) => {
        touch!(is $access, Place::Element { base: $x, index: $i, index_offset: $ext.1 as i32, size: $n }, Extent::Bytes($n))
    };
    (at $ext:ident, $access:ident, $x:ident[$i:ident by $size:literal]: $n:literal) => {
        touch!(is $access, Place::Element { base: $x, index: $i, index_offset: 0, size: $size }, Extent::Bytes($n))
    };
    (at $ext:ident, $access:ident, $x:ident[$i:ident]: $n:literal) => {
        touch!(is $access, Place::Element { base: $x, index: $i, index_offset: 0, size: $n }, Extent::Bytes($n))
    };
    (at $ext:ident, $access:ident, elements $x:ident: $($n:tt)+) => {
        touch!(is $access, Place::Elements { base: $x }, touch!(extent $ext, $($n)+))
    };
    (at $ext:ident, $access:ident, common $x:ident $with:ident: $($n:tt)+) => {
        touch!(is $access, Place::Common { base: $x, other_base: $with }, touch!(extent $ext, $($n)+))
    };
    (at $ext:ident, $access:ident, room $x:ident, ext: $($n:tt)+) => {
        touch!(is $access, Place::Room { base: $x, element_count: ElementCount::Number($ext.0) }, touch!(extent $ext, $($n)+))
    };
    (at $ext:ident, $access:ident, room $x:ident, len $y:ident: $($n:tt)+) => {
        touch!(is $access, Place::Room { base: $x, element_count: ElementCount::Length(Slot($y.0 + 1)) }, touch!(extent $ext, $($n)+))
    };
    (at $ext:ident, $access:ident, room $x:ident, $count:ident: $($n:tt)+) => {
        touch!(is $access, Place::Room { base: $x, element_count: ElementCount::Slot($count) }, touch!(extent $ext, $($n)+))
    };
    (at $ext:ident, $access:ident, global $off:ident: $n:literal) => {
        touch!(is $access, Place::Global($off.get()), Extent::Bytes($n))
    };
    (at $ext:ident, $access:ident, map $m:ident) => { touch!(is $access, Place::Map { map: $m }, Extent::Bytes(8)) };
    (at $ext:ident, $access:ident, iterated $iter:ident) => {
        touch!(is $access, Place::Iterated { iter: $iter }, Extent::Bytes(8))
    };
    (at $ext:ident, $access:ident, channel $ch:ident) => {
        touch!(is $access, Place::Channel { channel: $ch }, Extent::Bytes(8))
    };
    (at $ext:ident, $access:ident, cases $table:ident) => {
        touch!(is $access, Place::Cases(SelectId($table.get())), Extent::Whole)
    };
    (at $ext:ident, $access:ident, $ptr:ident + ext: $($n:tt)+) => {
        touch!(is $access, Place::Pointer { pointer: $ptr, offset: $ext.1 }, touch!(extent $ext, $($n)+))
    };
    (at $ext:ident, $access:ident, $ptr:ident + $off:ident: $($n:tt)+) => {
        touch!(is $access, Place::Pointer { pointer: $ptr, offset: u32::from($off) }, touch!(extent $ext, $($n)+))
    };
    (at $ext:ident, $access:ident, $ptr:ident: $($n:tt)+) => {
        touch!(is $access, Place::Pointer { pointer: $ptr, offset: 0 }, touch!(extent $ext, $($n)+))
    };
    // The rules of this macro that produce an `Extent`.
    (extent $ext:ident, $n:literal) => { Extent::Bytes($n) };
    (extent $ext:ident, type ext) => { Extent::Type(TypeId($ext.1)) };
    (extent $ext:ident, type $ty:ident) => { Extent::Type(TypeId($ty.get())) };
    (extent $ext:ident, $bytes:ident) => { Extent::Bytes(u32::from($bytes)) };
    (is $access:ident, $place:expr, $extent:expr) => {
        MemoryAccess { access: MemoryAccessKind::$access, place: $place, extent: $extent }
    };
}
pub(super) use touch;

/// Calls `$visit` with the accesses of a row; `(nothing)` is none.
macro_rules! touches {
    ($visit:ident, $ext:ident, (nothing)) => {};
    ($visit:ident, $ext:ident, $(($($touch:tt)+))+) => { $( $visit.visit(touch!($ext, $($touch)+)); )+ };
}
pub(super) use touches;
