//! Rust values to and from the slots of a native's arguments and results.
//!
//! It is the whole correspondence of Rust types to Go types: what stands here decides what
//! the parameters of a native may be.

use crate::native::NativeCx;
pub use crate::types::value::{GoFunc, GoSlice, GoStr, Iface};
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::type_word;
use std::ops::DerefMut;

/// What natives may change in a slice.
pub trait Element: Copy {
    /// Whether it holds pointers: then a marking has to hear of those that are overwritten.
    const POINTERS: bool;
}

impl Element for GoStr {
    const POINTERS: bool = true;
}

/// Elements without pointers, which may be changed as they are.
pub trait Plain: Element {}

macro_rules! plain {
    ($($ty:ty)*) => { $(
        impl Element for $ty {
            const POINTERS: bool = false;
        }
        impl Plain for $ty {}
    )* };
}

plain! { u8 u32 u64 i64 f64 }

impl<T: Element> GoSlice<T> {
    /// Puts these elements over those from number `at` on; a marking that goes on is told what was there.
    ///
    /// # Panics
    /// When the slice has fewer.
    pub fn put(&mut self, cx: &NativeCx, at: usize, elements: &[T])
    where
        T: Copy,
    {
        let part = &mut self.all_mut()[at..at + elements.len()];
        if T::POINTERS {
            let (to, bytes) = (part.as_mut_ptr().cast(), size_of_val(part));
            // SAFETY: both have that many elements.
            unsafe { cx.replace(to, elements.as_ptr().cast(), bytes) };
        } else {
            part.copy_from_slice(elements);
        }
    }

    fn all_mut(&mut self) -> &mut [T] {
        if self.len == 0 {
            return &mut [];
        }
        // SAFETY: as for reading; natives run one at a time on their goroutine.
        unsafe { std::slice::from_raw_parts_mut(self.ptr, self.len) }
    }
}

/// Of pointers a marking must be told before they are overwritten: [`GoSlice::put`] does.
impl<T: Plain> DerefMut for GoSlice<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.all_mut()
    }
}

/// A type that a native can take.
pub trait FromSlots: Sized {
    /// How many slots a value takes.
    const SLOTS: usize;

    /// Reads a value.
    ///
    /// # Safety
    /// At `at` lie `SLOTS` slots that hold a value of the corresponding Go type.
    unsafe fn from_slots(at: *const u64) -> Self;
}

/// A type that a native can return.
pub trait IntoSlots {
    /// How many slots a value takes.
    const SLOTS: usize;

    /// Writes a value; allocates if it must.
    ///
    /// # Safety
    /// At `at` are `SLOTS` slots to write.
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

/// In Go it is the address of the type's descriptor (0: none), or the first word of an interface value.
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
        let handle = cx.types().handle(self);
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
