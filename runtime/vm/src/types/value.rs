//! Go values as Rust types of the same layout: strings, slices, interfaces and func values.

use crate::types::equality;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::type_word;
use std::ops::Deref;

/// A Go string: bytes that are never changed.
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

/// An interface value (`any` too): type word and data word. Values that
/// [lie in the word](minigo_bytecode::rtype::RType::in_word) are the data word, others lie at the address in it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Iface {
    /// [Stands for](minigo_bytecode::type_word) the type; 0 for nil.
    pub ty: u64,
    /// The data word.
    pub data: u64,
}

impl Iface {
    /// The dynamic type; 0 for nil.
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

// SAFETY: they are words that point into a heap that outlives all tasks of its machine; the Go program answers for
// races.
unsafe impl Send for GoStr {}

// SAFETY: as above.
unsafe impl<T> Send for GoSlice<T> {}

impl GoStr {
    /// The empty string.
    pub const EMPTY: Self = Self { ptr: std::ptr::null(), len: 0 };

    /// A string of these bytes.
    ///
    /// # Safety
    /// `len` bytes lie at `ptr`, which nothing writes to: they lie in an object of the Go heap, or stay as they are as
    /// long as the machine.
    #[must_use]
    pub const unsafe fn from_raw(ptr: *const u8, len: usize) -> Self {
        Self { ptr, len }
    }

    /// A string that is as long-lived as the process.
    #[must_use]
    pub const fn of_static(text: &'static str) -> Self {
        Self { ptr: text.as_ptr(), len: text.len() }
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        if self.len == 0 {
            return equality::nothing();
        }
        // SAFETY: a Go string points to `len` bytes that are never changed.
        unsafe { std::slice::from_raw_parts(self.ptr, self.len) }
    }

    /// The part from `lo` to `hi`, sharing memory.
    #[must_use]
    pub fn slice(&self, lo: usize, hi: usize) -> Self {
        assert!(lo <= hi && hi <= self.len, "a part of the string");
        Self { ptr: part_address(self.ptr, lo, hi - lo), len: hi - lo }
    }

    /// The bytes as text, wrong ones replaced.
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

/// The address of a part, of `room` elements, of a string or slice at `base`. One without room does not point behind
/// the whole: there lies another object, which the part would keep alive.
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
    /// At `ptr` lie `cap` elements in an object of the Go heap, of which `len` are no more than all.
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

    /// Whether the elements share memory with those of another slice.
    #[must_use]
    pub fn overlaps<O>(&self, other: &GoSlice<O>) -> bool {
        let (a, b) = (self.ptr as usize, other.ptr as usize);
        let ends = (a + self.len * size_of::<T>(), b + other.len * size_of::<O>());
        a < ends.1 && b < ends.0
    }

    /// The elements from number `from` to `to`, with no room behind them.
    ///
    /// # Panics
    /// When there are fewer.
    #[must_use]
    pub fn part(&self, from: usize, to: usize) -> Self {
        assert!(from <= to && to <= self.len, "a part of the slice");
        let len = to - from;
        Self { ptr: part_address(self.ptr, from, len).cast_mut(), len, cap: len }
    }

    /// The elements from number `from` on.
    ///
    /// # Panics
    /// When there are fewer.
    #[must_use]
    pub fn tail(&self, from: usize) -> Self {
        assert!(from <= self.len, "a part of the slice");
        let cap = self.cap - from;
        Self { ptr: part_address(self.ptr, from, cap).cast_mut(), len: self.len - from, cap }
    }

    /// The first `len` elements; `len` at most the capacity.
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
            // SAFETY: no element is read there, and the address is aligned for any.
            return unsafe { std::slice::from_raw_parts(equality::nothing().as_ptr().cast(), 0) };
        }
        // SAFETY: a Go slice points to `len` elements; the program answers for races.
        unsafe { std::slice::from_raw_parts(self.ptr, self.len) }
    }
}
