//! Memory that represents types, in the layout of Go's type descriptors: a `*reflect.rtype` of the library and a
//! `reflect.Value` point to it, and so do the words of interfaces in programs that read these words.
//!
//! Two values of type `reflect.Type` are equal if their types are identical, and Go's are pointers. The VM's own
//! descriptors move when types are made, so each type has a place in this module's address region, which never moves
//! (see [type_word](minigo_bytecode::type_word)). A place is filled when its address is first requested; pages of the
//! region without such a place use no memory.

use crate::goroutine::out_of_memory::raise_out_of_memory;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RType};
use minigo_bytecode::type_word::{ITAB_OFFSET, MAX_TYPES, REGION_SIZE, TYPE_STRIDE};
use parking_lot::Mutex;
use std::mem::offset_of;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The memory of a type: `abi.Type`, the fields that follow it for some kinds, the type's number, `abi.ITab`.
#[repr(C)]
struct DescriptorPlace {
    size: u64,
    /// Bytes up to the end of the last pointer.
    pointer_bytes: u64,
    hash: u32,
    flags: u8,
    align: u8,
    field_align: u8,
    go_kind: u8,
    /// `Equal`, `GCData`, `Str` and `PtrToThis`, which only Go's compiler and runtime use: zero.
    runtime_fields: [u64; 3],
    /// The element type of a pointer, slice, array or channel; the key and element types of a map.
    element_types: [u64; 2],
    /// The length of an array.
    len: u64,
    unused: [u64; 2],
    /// The number of the type; 0 until the place is filled.
    id: AtomicU64,
    itab: Itab,
}

/// An itab: the first word of a value of an interface type with methods points to it.
#[repr(C)]
struct Itab {
    /// The interface type: zero, since all interfaces share this itab.
    interface_type: u64,
    ty: u64,
    hash: u32,
    unused: u32,
    first_method: u64,
}

const _: () = assert!(size_of::<DescriptorPlace>() as u64 == TYPE_STRIDE);
const _: () = assert!(offset_of!(DescriptorPlace, itab) as u64 == ITAB_OFFSET);

/// Go's `TFlagNamed`, `TFlagRegularMemory`, `TFlagDirectIface`.
const NAMED_FLAG: u8 = 1 << 2;
const REGULAR_FLAG: u8 = 1 << 3;
const DIRECT_FLAG: u8 = 1 << 5;

/// The places of all types.
#[derive(Default)]
pub(crate) struct Descriptors {
    /// The address of the region. The region is reserved when it is first needed: by a goroutine, which ends for lack
    /// of memory if there are no addresses, or when the machine begins.
    base_address: OnceLock<usize>,
    /// Held while a place is filled.
    filling_lock: Mutex<()>,
}

impl Descriptors {
    /// The address of the place of the type `id`, which is `ty`.
    #[inline]
    pub(super) fn descriptor_address(&self, id: TypeId, ty: &RType) -> u64 {
        let base = self.base_address();
        let at = base + u64::from(id.0) * TYPE_STRIDE;
        // SAFETY: a place of the region; zero bytes are a valid place.
        let place = unsafe { &(*(at as *const DescriptorPlace)).id };
        // This acquire is the partner of the release in `fill_place`.
        if place.load(Ordering::Acquire) == 0 {
            self.fill_place(base, id, ty);
        }
        at
    }

    /// Fills the place of a changed type again, if it was filled.
    ///
    /// # Safety
    /// No goroutine reads the place.
    pub(super) unsafe fn refill_changed(&self, id: TypeId, ty: &RType) {
        let Some(&base) = self.base_address.get() else { return };
        let place = (base as u64 + u64::from(id.0) * TYPE_STRIDE) as *const DescriptorPlace;
        // SAFETY: the address is a place of the region.
        let known = unsafe { &(*place).id };
        if known.swap(0, Ordering::Relaxed) != 0 {
            self.fill_place(base as u64, id, ty);
        }
    }

    /// Empties the places of these types. No goroutine reads these places any more.
    pub(super) fn clear_places(&self, ids: Range<u32>) {
        let Some(&base) = self.base_address.get() else { return };
        for id in ids {
            let place = (base as u64 + u64::from(id) * TYPE_STRIDE) as *const DescriptorPlace;
            // SAFETY: the address is a place of the region.
            unsafe { (*place).id.store(0, Ordering::Relaxed) };
        }
    }

    /// The address of the region. The first place of the region belongs to no type, and stays zero.
    #[inline]
    pub(super) fn base_address(&self) -> u64 {
        *self.base_address.get_or_init(|| {
            reserve_region().unwrap_or_else(|| raise_out_of_memory(REGION_SIZE as usize))
        }) as u64
    }

    /// Reports whether there are addresses for the region.
    pub(super) fn has_region(&self) -> bool {
        self.base_address.get().is_some()
            || reserve_region().is_some_and(|base| self.base_address.set(base).is_ok())
    }

    #[cold]
    fn fill_place(&self, base: u64, id: TypeId, ty: &RType) {
        assert!(u64::from(id.0) < MAX_TYPES, "the region has a place for each type");
        let _guard = self.filling_lock.lock();
        let address = |id: TypeId| if id.0 == 0 { 0 } else { base + u64::from(id.0) * TYPE_STRIDE };
        let place = address(id) as *mut DescriptorPlace;
        // SAFETY: a place of the region; its other fields are written once: under the lock, before its id.
        unsafe {
            if (*place).id.load(Ordering::Relaxed) != 0 {
                return;
            }
            let hash = id.0.wrapping_mul(0x9e37_79b1);
            (&raw mut (*place).size).write(ty.size);
            (&raw mut (*place).pointer_bytes).write(pointer_bytes(ty));
            (&raw mut (*place).hash).write(hash);
            (&raw mut (*place).flags).write(type_flags(ty));
            (&raw mut (*place).align).write(ty.align as u8);
            (&raw mut (*place).field_align).write(ty.align as u8);
            (&raw mut (*place).go_kind).write(ty.kind as u8);
            let parts = match ty.kind {
                Kind::Map => [address(ty.key), address(ty.elem)],
                Kind::Chan => [address(ty.elem), ty.chan_dir.into()],
                _ => [address(ty.elem), 0],
            };
            (&raw mut (*place).element_types).write(parts);
            (&raw mut (*place).len).write(ty.len);
            (&raw mut (*place).itab.ty).write(place as u64);
            (&raw mut (*place).itab.hash).write(hash);
            (*place).id.store(id.0.into(), Ordering::Release);
        }
    }
}

impl Drop for Descriptors {
    fn drop(&mut self) {
        if let Some(&base) = self.base_address.get() {
            unmap(base, REGION_SIZE as usize);
        }
    }
}

fn type_flags(ty: &RType) -> u8 {
    let flag = |is: bool, flag: u8| if is { flag } else { 0 };
    let regular = ty.is_regular_memory && ty.is_comparable;
    flag(!ty.name.is_empty(), NAMED_FLAG)
        | flag(regular, REGULAR_FLAG)
        | flag(ty.is_pointer_shaped(), DIRECT_FLAG)
}

fn pointer_bytes(ty: &RType) -> u64 {
    match ty.pointer_words.last() {
        Some(&last) => (u64::from(last) + 1) * 8,
        None if ty.has_pointers => ty.size,
        None => 0,
    }
}

/// Reserves addresses for all places, at a multiple of their size.
fn reserve_region() -> Option<usize> {
    let size = REGION_SIZE as usize;
    // SAFETY: a new private mapping touches no memory that exists.
    let start = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            2 * size,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    if start == libc::MAP_FAILED {
        return None;
    }
    let start = start as usize;
    let base = start.next_multiple_of(size);
    unmap(start, base - start);
    unmap(base + size, start + size - base);
    // Smaller addresses could be mistaken for ids.
    (base >> 32 != 0).then_some(base)
}

fn unmap(at: usize, size: usize) {
    if size != 0 {
        // SAFETY: callers pass parts of mappings of their own that nothing uses any more.
        unsafe { libc::munmap(at as *mut libc::c_void, size) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minigo_bytecode::type_word;

    #[test]
    fn each_type_id_can_be_read_from_its_descriptor_address() {
        let places = Descriptors::default();
        let ty = RType::new(Kind::Int, 8, 8, "int");
        for id in [1, 2, 511, 5000, MAX_TYPES as u32 - 1].map(TypeId) {
            let at = places.descriptor_address(id, &ty);
            assert_eq!(places.descriptor_address(id, &ty), at);
            assert_eq!(type_word::type_of(at), id);
            assert_eq!(type_word::type_of(at + ITAB_OFFSET), id);
            assert_eq!(type_word::type_of(id.0.into()), id);
            // SAFETY: the address is a filled place.
            let place = unsafe { &*(at as *const DescriptorPlace) };
            assert_eq!((place.size, place.go_kind, place.itab.ty), (8, Kind::Int as u8, at));
        }
    }
}
