//! Go values as Rust types of the same layout: strings, slices, interfaces and func values.

use crate::types::equality;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::type_word;
use std::ops::Deref;

/// A Go string: its bytes never change.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct GoStr {
    ptr: *const u8,
    len: usize,
}

/// A Go slice of `T`s in Go's layout.
#[derive(Debug)]
#[repr(C)]
pub struct GoSlice<T> {
    pub(crate) ptr: *mut T,
    pub(crate) len: usize,
    cap: usize,
}

impl<T> Clone for GoSlice<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for GoSlice<T> {}

/// An interface value (also `any`): type word and data word. A value that [lies in the
/// word](minigo_bytecode::rtype::RType::is_in_data_word) is the data word itself; other values lie at the address in
/// the data word.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Iface {
    /// The word that [stands for](minigo_bytecode::type_word) the type; 0 for nil.
    pub ty: u64,
    /// The data word.
    pub data: u64,
}

impl Iface {
    /// The id of the dynamic type; 0 for nil.
    #[inline(always)]
    #[must_use]
    pub fn type_id(self) -> TypeId {
        type_word::type_of(self.ty)
    }
}

/// A func value.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct GoFunc(pub u64);

// SAFETY: these are words that point into a heap that outlives all tasks of its machine; races are the Go program's
// responsibility.
unsafe impl Send for GoStr {}

// SAFETY: as above.
unsafe impl<T> Send for GoSlice<T> {}

impl GoStr {
    /// The empty string.
    pub const EMPTY: Self = Self { ptr: std::ptr::null(), len: 0 };

    /// A string of these bytes.
    ///
    /// # Safety
    /// `len` bytes lie at `ptr`, and nothing writes to them: they lie in an object of the Go heap, or stay unchanged as
    /// long as the machine.
    #[must_use]
    pub const unsafe fn from_raw(ptr: *const u8, len: usize) -> Self {
        Self { ptr, len }
    }

    /// A string that lives as long as the process.
    #[must_use]
    pub const fn of_static(text: &'static str) -> Self {
        Self { ptr: text.as_ptr(), len: text.len() }
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        if self.len == 0 {
            return equality::empty_bytes();
        }
        // SAFETY: a Go string points to `len` bytes that are never changed.
        unsafe { std::slice::from_raw_parts(self.ptr, self.len) }
    }

    /// The substring from `lo` to `hi`, sharing memory.
    #[must_use]
    pub fn slice(&self, lo: usize, hi: usize) -> Self {
        assert!(lo <= hi && hi <= self.len, "a part of the string");
        Self { ptr: part_address(self.ptr, lo, hi - lo), len: hi - lo }
    }

    /// The bytes as text, with invalid UTF-8 replaced.
    #[must_use]
    pub fn lossy(&self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }

    /// The address of the first byte.
    #[must_use]
    pub fn ptr(&self) -> *const u8 {
        self.ptr
    }
}

/// The address of a part, of `room` elements, of a string or slice at `base`. A part without room does not point behind
/// the whole: another object lies behind the whole, and the part would keep that object alive.
fn part_address<T>(base: *const T, from: usize, room: usize) -> *const T {
    if room == 0 { base } else { base.wrapping_add(from) }
}

impl Deref for GoStr {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        self.bytes()
    }
}

impl<T> GoSlice<T> {
    /// A slice of this memory.
    ///
    /// # Safety
    /// `cap` elements lie at `ptr` in an object of the Go heap, and `len` is at most `cap`.
    #[must_use]
    pub const unsafe fn from_raw(ptr: *mut T, len: usize, cap: usize) -> Self {
        Self { ptr, len, cap }
    }

    /// The nil slice.
    #[must_use]
    pub const fn nil() -> Self {
        Self { ptr: std::ptr::null_mut(), len: 0, cap: 0 }
    }

    /// The address of the first element.
    #[must_use]
    pub fn ptr(&self) -> *mut T {
        self.ptr
    }

    /// The capacity.
    #[must_use]
    pub fn cap(&self) -> usize {
        self.cap
    }

    /// Reports whether the elements share memory with those of another slice.
    #[must_use]
    pub fn overlaps<O>(&self, other: &GoSlice<O>) -> bool {
        let (a, b) = (self.ptr as usize, other.ptr as usize);
        let ends = (a + self.len * size_of::<T>(), b + other.len * size_of::<O>());
        a < ends.1 && b < ends.0
    }

    /// The elements from index `from` to `to`, without further capacity.
    ///
    /// # Panics
    /// Panics when there are fewer elements.
    #[must_use]
    pub fn part(&self, from: usize, to: usize) -> Self {
        assert!(from <= to && to <= self.len, "a part of the slice");
        let len = to - from;
        Self { ptr: part_address(self.ptr, from, len).cast_mut(), len, cap: len }
    }

    /// The elements from index `from` on.
    ///
    /// # Panics
    /// Panics when there are fewer elements.
    #[must_use]
    pub fn tail(&self, from: usize) -> Self {
        assert!(from <= self.len, "a part of the slice");
        let cap = self.cap - from;
        Self { ptr: part_address(self.ptr, from, cap).cast_mut(), len: self.len - from, cap }
    }

    /// The first `len` elements, where `len` is at most the capacity.
    #[must_use]
    pub fn with_len(&self, len: usize) -> Self {
        assert!(len <= self.cap, "a length within the capacity");
        Self { len, ..*self }
    }
}

impl<T> Deref for GoSlice<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        if self.len == 0 {
            // SAFETY: no element is read at this address, which is aligned for any type.
            return unsafe {
                std::slice::from_raw_parts(equality::empty_bytes().as_ptr().cast(), 0)
            };
        }
        // SAFETY: a Go slice points to `len` elements; races are the program's responsibility.
        unsafe { std::slice::from_raw_parts(self.ptr, self.len) }
    }
}
