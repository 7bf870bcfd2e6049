//! Converts Rust values to and from the slots of a native's arguments and results.
//!
//! This module is the whole correspondence of Rust types to Go types: it determines which parameter types a native may
//! have.

use crate::goroutine::frames_in_memory::FramesInMemory;
use crate::native::NativeCx;
pub use crate::types::value::{GoFunc, GoSlice, GoStr, Iface};
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::type_word;
use std::cell::Cell;
use std::ops::Deref;

/// The element types of slices that natives may change.
pub trait Element: Copy {
    /// Whether an element has pointers: then a marking must mark the overwritten pointers.
    const HAS_POINTERS: bool;
}

impl Element for GoStr {
    const HAS_POINTERS: bool = true;
}

/// Elements without pointers, which may be changed without a barrier; any bytes are a valid element.
pub trait PointerFree: Element {}

macro_rules! plain {
    ($($ty:ty)*) => { $(
        impl Element for $ty {
            const HAS_POINTERS: bool = false;
        }
        impl PointerFree for $ty {}
    )* };
}

plain! { u8 u32 u64 i64 f64 }

impl<T: Element> GoSlice<T> {
    /// Copies `elements` over the slice's elements from index `at` on; during a marking the overwritten pointers are
    /// marked.
    ///
    /// # Panics
    /// Panics when the slice has too few elements.
    pub fn copy_into(&self, cx: &NativeCx, at: usize, elements: &[T])
    where
        T: Copy,
    {
        assert!(at <= self.len && elements.len() <= self.len - at, "a part of the slice");
        let to = self.ptr.wrapping_add(at);
        // SAFETY: both have that many elements.
        unsafe {
            if T::HAS_POINTERS {
                cx.overwrite_values(to.cast(), elements.as_ptr().cast(), size_of_val(elements));
            } else {
                to.copy_from(elements.as_ptr(), elements.len());
            }
        }
    }
}

/// Go's slices may share memory, and other goroutines may access this memory. So no native holds a `&mut [T]` to
/// elements for longer than it takes to change them, and while one exists there is no other view of the same bytes.
impl<T: PointerFree> GoSlice<T> {
    /// The elements as cells: such views of slices that share memory may be used at the same time.
    #[must_use]
    #[inline]
    pub fn as_cells(&self) -> &[Cell<T>] {
        if self.len == 0 {
            return &[];
        }
        // SAFETY: a Go slice points to `len` elements, and a cell has the layout of its contents.
        unsafe { std::slice::from_raw_parts(self.ptr.cast::<Cell<T>>(), self.len) }
    }

    /// Calls `change` with the elements, for writing, and with the elements of other slices, for reading. A slice that
    /// shares memory with the first one is copied before. `change` must not access Go's memory in another way.
    #[inline]
    pub fn edit_with_others<O: PointerFree, R, const N: usize>(
        self,
        others: [GoSlice<O>; N],
        change: impl FnOnce(&mut [T], [&[O]; N]) -> R,
    ) -> R {
        let mut copies: [Vec<O>; N] = std::array::from_fn(|_| Vec::new());
        for (copy, other) in copies.iter_mut().zip(&others) {
            if self.overlaps(other) {
                copy.extend_from_slice(other);
            }
        }
        let views = std::array::from_fn(|i| match copies[i].as_slice() {
            [] => &*others[i],
            copy => copy,
        });
        if self.len == 0 {
            return change(&mut [], views);
        }
        // SAFETY: the elements are those of a Go slice. No other view overlaps these elements, and a goroutine runs one
        // native at a time; a race with another goroutine is a fault of the Go program.
        change(unsafe { std::slice::from_raw_parts_mut(self.ptr, self.len) }, views)
    }

    /// Calls `change` with the elements: see [`change`](Self::change).
    #[inline]
    pub fn edit_elements<R>(self, change: impl FnOnce(&mut [T]) -> R) -> R {
        self.edit_with_others([] as [Self; 0], |elements, []| change(elements))
    }

    /// Copies these elements, in Rust's memory, over the slice's elements.
    ///
    /// # Panics
    /// Panics when the slice has another length.
    #[inline]
    pub fn set(self, from: &[T]) {
        self.edit_elements(|to| to.copy_from_slice(from));
    }
}

/// A type that a native can have as a parameter.
pub trait FromSlots: Sized {
    /// The number of slots of a value.
    const SLOTS: usize;

    /// Whether only the interpreter may call a native with such a parameter: see [`FramesInMemory`].
    const NEEDS_FRAMES_IN_MEMORY: bool = false;

    /// Reads a value.
    ///
    /// # Safety
    /// `SLOTS` slots at `at` hold a value of the corresponding Go type.
    unsafe fn from_slots(at: *const u64) -> Self;

    /// Reports the memory that the native certainly reads to the race detector.
    ///
    /// # Safety
    /// As for [`from_slots`](Self::from_slots).
    #[inline(always)]
    unsafe fn report_read_to_race_detector(cx: &mut NativeCx, at: *const u64) {
        let _ = (cx, at);
    }
}

/// A slice of which a native reads all elements, whatever they are.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct FullyReadSlice<T>(pub GoSlice<T>);

impl<T> Deref for FullyReadSlice<T> {
    type Target = GoSlice<T>;
    #[inline]
    fn deref(&self) -> &GoSlice<T> {
        &self.0
    }
}

impl<T> FromSlots for FullyReadSlice<T> {
    const SLOTS: usize = <GoSlice<T> as FromSlots>::SLOTS;

    #[inline(always)]
    unsafe fn from_slots(at: *const u64) -> Self {
        // SAFETY: the caller's promise.
        Self(unsafe { GoSlice::from_slots(at) })
    }

    #[inline(always)]
    unsafe fn report_read_to_race_detector(cx: &mut NativeCx, at: *const u64) {
        // SAFETY: the caller's promise.
        let Self(slice) = unsafe { Self::from_slots(at) };
        cx.race_read(slice.ptr.cast(), slice.len * size_of::<T>());
    }
}

impl FromSlots for FramesInMemory {
    const SLOTS: usize = 0;
    const NEEDS_FRAMES_IN_MEMORY: bool = true;

    #[inline(always)]
    unsafe fn from_slots(_: *const u64) -> Self {
        // SAFETY: only the shims of natives read arguments, and they call `of` first.
        unsafe { Self::promised_by_caller() }
    }
}

/// A type that a native can have as a result.
pub trait IntoSlots {
    /// The number of slots of a value.
    const SLOTS: usize;

    /// Writes a value; allocates if necessary.
    ///
    /// # Safety
    /// `SLOTS` slots at `at` can be written.
    unsafe fn into_slots(self, cx: &mut NativeCx, at: *mut u64);
}

macro_rules! words {
    ($($ty:ty, $v:ident => $out:expr, $slot:ident => $in:expr;)*) => { $(
        impl FromSlots for $ty {
            const SLOTS: usize = 1;
            #[inline(always)]
            unsafe fn from_slots(at: *const u64) -> Self {
                // SAFETY: the caller's promise.
                let $slot = unsafe { *at };
                $in
            }
        }
        impl IntoSlots for $ty {
            const SLOTS: usize = 1;
            #[inline(always)]
            unsafe fn into_slots(self, _: &mut NativeCx, at: *mut u64) {
                let $v = self;
                // SAFETY: the caller's promise.
                unsafe { *at = $out }
            }
        }
    )* };
}

words! {
    i8, v => v as u64, s => s as i8;
    i16, v => v as u64, s => s as i16;
    i32, v => v as u64, s => s as i32;
    i64, v => v as u64, s => s as i64;
    isize, v => v as u64, s => s as isize;
    u8, v => u64::from(v), s => s as u8;
    u16, v => u64::from(v), s => s as u16;
    u32, v => u64::from(v), s => s as u32;
    u64, v => v, s => s;
    usize, v => v as u64, s => s as usize;
    bool, v => u64::from(v), s => s & 1 != 0;
    f32, v => u64::from(v.to_bits()), s => f32::from_bits(s as u32);
    f64, v => v.to_bits(), s => f64::from_bits(s);
    GoFunc, v => v.0, s => GoFunc(s);
}

/// Go code passes a type as the address of its descriptor (0: no type), or as the first word of an interface value.
impl FromSlots for TypeId {
    const SLOTS: usize = 1;
    #[inline(always)]
    unsafe fn from_slots(at: *const u64) -> Self {
        // SAFETY: the caller's promise.
        type_word::type_of(unsafe { *at })
    }
}

impl IntoSlots for TypeId {
    const SLOTS: usize = 1;
    #[inline(always)]
    unsafe fn into_slots(self, cx: &mut NativeCx, at: *mut u64) {
        let handle = cx.types().descriptor_address_of(self);
        // SAFETY: the caller's promise.
        unsafe { *at = handle }
    }
}

impl<T> FromSlots for *mut T {
    const SLOTS: usize = 1;
    #[inline(always)]
    unsafe fn from_slots(at: *const u64) -> Self {
        // SAFETY: the caller's promise.
        unsafe { *at as Self }
    }
}

impl<T> IntoSlots for *mut T {
    const SLOTS: usize = 1;
    #[inline(always)]
    unsafe fn into_slots(self, _: &mut NativeCx, at: *mut u64) {
        // SAFETY: the caller's promise.
        unsafe { *at = self as u64 }
    }
}

macro_rules! raw_layout {
    ($slots:expr, [$($gen:ident)?] $ty:ty) => {
        impl $(<$gen>)? FromSlots for $ty {
            const SLOTS: usize = $slots;
            #[inline(always)]
            unsafe fn from_slots(at: *const u64) -> Self {
                // SAFETY: the caller's promise; the layouts are the same.
                unsafe { at.cast::<Self>().read() }
            }
        }
        impl $(<$gen>)? IntoSlots for $ty {
            const SLOTS: usize = $slots;
            #[inline(always)]
            unsafe fn into_slots(self, _: &mut NativeCx, at: *mut u64) {
                // SAFETY: the caller's promise; the layouts are the same.
                unsafe { at.cast::<Self>().write(self) }
            }
        }
    };
}

raw_layout!(2, [] GoStr);

raw_layout!(2, [] Iface);

raw_layout!(3, [T] GoSlice<T>);

macro_rules! allocated {
    ($($slots:literal, $ty:ty, $v:ident, $cx:ident => $make:expr;)*) => { $(
        impl IntoSlots for $ty {
            const SLOTS: usize = $slots;
            #[inline]
            unsafe fn into_slots(self, $cx: &mut NativeCx, at: *mut u64) {
                let $v = self;
                let made = $make;
                // SAFETY: the caller's promise.
                unsafe { made.into_slots($cx, at) }
            }
        }
    )* };
}

allocated! {
    2, String, v, cx => cx.string(v.as_bytes());
    2, &str, v, cx => cx.string(v.as_bytes());
    3, Vec<u8>, v, cx => cx.bytes(&v);
    3, Vec<String>, v, cx => {
        let parts: Vec<GoStr> = v.iter().map(|s| cx.string(s.as_bytes())).collect();
        cx.strings(parts.len(), |part| parts.iter().for_each(|p| part(*p)))
    };
}

macro_rules! tuples {
    ($(($($t:ident $i:tt),*))*) => { $(
        impl<$($t: IntoSlots),*> IntoSlots for ($($t,)*) {
            const SLOTS: usize = 0 $(+ $t::SLOTS)*;
            #[inline(always)]
            #[allow(unused, reason = "the empty tuple uses nothing")]
            unsafe fn into_slots(self, cx: &mut NativeCx, at: *mut u64) {
                let mut next = 0;
                $(
                    // SAFETY: the caller's promise covers all parts, which lie one after the other.
                    unsafe { self.$i.into_slots(cx, at.add(next)) };
                    next += $t::SLOTS;
                )*
            }
        }
    )* };
}

tuples! {
    ()
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, G 5)
    (A 0, B 1, C 2, D 3, E 4, G 5, H 6)
}
