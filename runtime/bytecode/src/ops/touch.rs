//! Memory that instructions touch: the column in parentheses of the table.
//!
//! A row with one of the facts `reads`, `writes` and `acts` lists its accesses, in the order in which it makes them, or
//! says `(nothing)`. An access is a verb, a place, and the number of bytes or the type of the value there:
//!
//! | place | memory |
//! |---|---|
//! | `ptr + off` | from the pointer in a slot plus a number; `ext`: the number is `b` of the `Ext` |
//! | `x[i]`, `x[i + ext]` | element `i` of the slice or string in two slots |
//! | `x[i by 24]` | the same, of elements of 24 bytes |
//! | `x[i][ext]` | element `j` of the slice that is element `i` of `x`; `j` lies in slot `a` of the `Ext` |
//! | `(ptr + ext)[i]` | element `i` of the slice or string whose header lies at the address |
//! | `array(ptr + ext)[i]` | element `i` of the array at `ptr + a`, which has `b` elements |
//! | `elements x` | all elements of a slice; their type, or their size in bytes, follows |
//! | `common x y` | as many elements of `x` as both have |
//! | `room x, …` | the elements that an append adds behind those of `x`, if there is room; else all of `x` |
//! | `global off` | a package-level variable |
//! | `map m`, `iterated it` | the first word of the map, which stands for all of it |
//! | `channel ch`, `cases table` | the channel, or those of a select's cases |
//!
//! Slots are no memory here: no pointer leads to a goroutine's stack. So are objects that are new, that never change
//! (boxes of interfaces, the text of strings, descriptors), or that a lock of the runtime's own guards.

use crate::operand::{NativeId, SelectId, Slot, TypeId};

/// Whether an access reads, writes or orders others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It reads.
    Reads,
    /// It writes.
    Writes,
    /// It reads, reckons and writes: not as one step in Go.
    Updates,
    /// An atomic load.
    Loads,
    /// An atomic store.
    Stores,
    /// An atomic load and store in one step.
    Swaps,
    /// It takes a mutex if that is free, an atomic update.
    Locks,
    /// It gives a mutex back if no goroutine waits for it, an atomic update.
    Unlocks,
    /// It counts a reader of an `RWMutex`, an atomic update.
    ReadLocks,
    /// It counts a reader of an `RWMutex` no more, an atomic update.
    ReadUnlocks,
    /// It sends to a channel.
    Sends,
    /// It receives from a channel.
    Receives,
    /// It closes a channel.
    Closes,
    /// It waits for one of the cases of a select, or finds that none can go on.
    Selects,
    /// It asks for a channel's length or capacity, without an order.
    Counts,
    /// A native does it: its parameters tell.
    Calls,
}

/// A number of elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// So many.
    Number(u16),
    /// As a slot says.
    Slot(Slot),
    /// As many as a slice or string has, whose length lies in a slot.
    Length(Slot),
}

/// Where an instruction touches memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// From the pointer in a slot plus a number on.
    Pointer {
        /// The pointer.
        ptr: Slot,
        /// The number.
        off: u32,
    },
    /// An element of a slice or string in slots (pointer, length), if the index is below the length.
    Element {
        /// The pointer; the length follows.
        x: Slot,
        /// The index.
        i: Slot,
        /// The number added to the index.
        off: i32,
        /// The size of an element in bytes.
        size: u32,
    },
    /// An element of a slice of slices.
    RowElement {
        /// The pointer to the rows; the number of rows follows.
        x: Slot,
        /// The row's index.
        i: Slot,
        /// The index in the row.
        j: Slot,
        /// The size of an element in bytes.
        size: u32,
    },
    /// An element of the slice or string whose header lies in memory.
    HeaderElement {
        /// The pointer.
        ptr: Slot,
        /// The offset of the header from the pointer, in bytes.
        off: u32,
        /// The index.
        i: Slot,
        /// The size of an element in bytes.
        size: u32,
    },
    /// An element of an array in memory.
    ArrayElement {
        /// The pointer.
        ptr: Slot,
        /// The offset of the array from the pointer, in bytes.
        off: u32,
        /// The array's length.
        len: u32,
        /// The index.
        i: Slot,
        /// The size of an element in bytes.
        size: u32,
    },
    /// All elements of a slice in slots (pointer, length).
    Elements {
        /// The pointer; the length follows.
        x: Slot,
    },
    /// As many elements of a slice as another one has too.
    Common {
        /// The pointer; the length follows.
        x: Slot,
        /// The other one.
        with: Slot,
    },
    /// Behind the elements of a slice in slots (pointer, length, capacity), if there is room for `count` more; else
    /// its elements, which are read.
    Room {
        /// The pointer; length and capacity follow.
        x: Slot,
        /// How many elements are added.
        count: Count,
    },
    /// From this byte of the block of package-level variables on.
    Global(u32),
    /// The first word of a map.
    Map {
        /// The map.
        m: Slot,
    },
    /// The first word of the map that an iterator is for.
    Iterated {
        /// The iterator.
        iter: Slot,
    },
    /// A channel.
    Channel {
        /// The channel.
        ch: Slot,
    },
    /// The channels of a select's cases.
    Cases(SelectId),
    /// The parameters of a native.
    Native {
        /// Where they begin.
        win: Slot,
        /// The native.
        native: NativeId,
    },
}

/// How much an instruction touches at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// So many bytes (of [`Place::Elements`] and the like: each element).
    Bytes(u32),
    /// A value of a type (of [`Place::Elements`] and the like: each element).
    Type(TypeId),
    /// The place says it.
    Whole,
}

/// One access of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    /// Whether it reads or writes.
    pub access: Access,
    /// Where.
    pub place: Place,
    /// How much.
    pub extent: Extent,
}

/// To be called for the accesses of a row. Code that must be a part of each handler of an instruction implements it:
/// calls of closures are not always inlined.
pub trait Visit {
    /// One access.
    fn visit(&mut self, touch: Touch);
}

impl<F: FnMut(Touch)> Visit for F {
    fn visit(&mut self, touch: Touch) {
        self(touch);
    }
}

impl Access {
    /// Whether it is between goroutines that synchronise: atomic accesses, locks, channels.
    #[must_use]
    pub const fn synchronises(self) -> bool {
        !matches!(self, Self::Reads | Self::Writes | Self::Updates | Self::Calls)
    }
}

/// Turns an access of the table into a [`Touch`]; `$ext` is `(a, b)` of the first `Ext`.
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
        touch!(is Calls, Place::Native { win: $win, native: NativeId($native.get()) }, Extent::Whole)
    };
    // Places.
    (at $ext:ident, $access:ident, array($ptr:ident + ext)[$i:ident]: $n:literal) => {{
        let (off, len) = $ext;
        let place = Place::ArrayElement { ptr: $ptr, off: u32::from(off), len, i: $i, size: $n };
        touch!(is $access, place, Extent::Bytes($n))
    }};
    (at $ext:ident, $access:ident, ($ptr:ident + ext)[$i:ident]: $n:literal) => {
        touch!(is $access, Place::HeaderElement { ptr: $ptr, off: $ext.1, i: $i, size: $n }, Extent::Bytes($n))
    };
    (at $ext:ident, $access:ident, $x:ident[$i:ident][ext]: $n:literal) => {
        touch!(is $access, Place::RowElement { x: $x, i: $i, j: Slot($ext.0), size: $n }, Extent::Bytes($n))
    };
    (at $ext:ident, $access:ident, $x:ident[$i:ident + ext]: $n:literal) => {
        touch!(is $access, Place::Element { x: $x, i: $i, off: $ext.1 as i32, size: $n }, Extent::Bytes($n))
    };
    (at $ext:ident, $access:ident, $x:ident[$i:ident by $size:literal]: $n:literal) => {
        touch!(is $access, Place::Element { x: $x, i: $i, off: 0, size: $size }, Extent::Bytes($n))
    };
    (at $ext:ident, $access:ident, $x:ident[$i:ident]: $n:literal) => {
        touch!(is $access, Place::Element { x: $x, i: $i, off: 0, size: $n }, Extent::Bytes($n))
    };
    (at $ext:ident, $access:ident, elements $x:ident: $($n:tt)+) => {
        touch!(is $access, Place::Elements { x: $x }, touch!(extent $ext, $($n)+))
    };
    (at $ext:ident, $access:ident, common $x:ident $with:ident: $($n:tt)+) => {
        touch!(is $access, Place::Common { x: $x, with: $with }, touch!(extent $ext, $($n)+))
    };
    (at $ext:ident, $access:ident, room $x:ident, ext: $($n:tt)+) => {
        touch!(is $access, Place::Room { x: $x, count: Count::Number($ext.0) }, touch!(extent $ext, $($n)+))
    };
    (at $ext:ident, $access:ident, room $x:ident, len $y:ident: $($n:tt)+) => {
        touch!(is $access, Place::Room { x: $x, count: Count::Length(Slot($y.0 + 1)) }, touch!(extent $ext, $($n)+))
    };
    (at $ext:ident, $access:ident, room $x:ident, $count:ident: $($n:tt)+) => {
        touch!(is $access, Place::Room { x: $x, count: Count::Slot($count) }, touch!(extent $ext, $($n)+))
    };
    (at $ext:ident, $access:ident, global $off:ident: $n:literal) => {
        touch!(is $access, Place::Global($off.get()), Extent::Bytes($n))
    };
    (at $ext:ident, $access:ident, map $m:ident) => { touch!(is $access, Place::Map { m: $m }, Extent::Bytes(8)) };
    (at $ext:ident, $access:ident, iterated $iter:ident) => {
        touch!(is $access, Place::Iterated { iter: $iter }, Extent::Bytes(8))
    };
    (at $ext:ident, $access:ident, channel $ch:ident) => {
        touch!(is $access, Place::Channel { ch: $ch }, Extent::Bytes(8))
    };
    (at $ext:ident, $access:ident, cases $table:ident) => {
        touch!(is $access, Place::Cases(SelectId($table.get())), Extent::Whole)
    };
    (at $ext:ident, $access:ident, $ptr:ident + ext: $($n:tt)+) => {
        touch!(is $access, Place::Pointer { ptr: $ptr, off: $ext.1 }, touch!(extent $ext, $($n)+))
    };
    (at $ext:ident, $access:ident, $ptr:ident + $off:ident: $($n:tt)+) => {
        touch!(is $access, Place::Pointer { ptr: $ptr, off: u32::from($off) }, touch!(extent $ext, $($n)+))
    };
    (at $ext:ident, $access:ident, $ptr:ident: $($n:tt)+) => {
        touch!(is $access, Place::Pointer { ptr: $ptr, off: 0 }, touch!(extent $ext, $($n)+))
    };
    // Extents.
    (extent $ext:ident, $n:literal) => { Extent::Bytes($n) };
    (extent $ext:ident, type ext) => { Extent::Type(TypeId($ext.1)) };
    (extent $ext:ident, type $ty:ident) => { Extent::Type(TypeId($ty.get())) };
    (extent $ext:ident, $bytes:ident) => { Extent::Bytes(u32::from($bytes)) };
    (is $access:ident, $place:expr, $extent:expr) => {
        Touch { access: Access::$access, place: $place, extent: $extent }
    };
}
pub(super) use touch;

/// Calls `$visit` with the accesses of a row; `(nothing)` is none.
macro_rules! touches {
    ($visit:ident, $ext:ident, (nothing)) => {};
    ($visit:ident, $ext:ident, $(($($touch:tt)+))+) => { $( $visit.visit(touch!($ext, $($touch)+)); )+ };
}
pub(super) use touches;
