//! Maps of Go whose entries the embedder adds or reads, while no goroutine of the machine runs.

use crate::goroutine::out_of_memory;
use crate::map::iter::MapIter;
use crate::map::{Map, MapError, map_len, map_new, map_set};
use crate::native::NativeCx;
use minigo_bytecode::operand::TypeId;

/// A map of Go, or nil.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct GoMap(*mut Map);

/// A map's key that has no `==`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnhashableKey;

impl GoMap {
    /// The number of entries.
    ///
    /// # Safety
    /// The map belongs to a machine that exists.
    #[must_use]
    pub unsafe fn entry_count(self) -> usize {
        // SAFETY: the caller's promise.
        unsafe { map_len(self.0) as usize }
    }
}

impl NativeCx {
    /// Makes a map of this type with room for `n` entries.
    pub fn make_map(&mut self, ty: TypeId, n: usize) -> GoMap {
        let seed = self.task().random(u32::MAX);
        let shared = self.shared;
        // SAFETY: the machine outlives its slices.
        let layout = unsafe { &*shared }.image.map_layout(ty);
        match map_new(self.cache(), layout, n, seed) {
            Ok(map) => GoMap(map),
            Err(error) => out_of_memory::raise_out_of_memory(error.requested),
        }
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// [`UnhashableKey`] if the key, or an interface value in it, has no `==`.
    ///
    /// # Safety
    /// `map` was made by [`make_map`](Self::make_map) in this native; the slots hold a key of its type and a value.
    pub unsafe fn set_map_entry(
        &mut self,
        map: GoMap,
        key: &[u64],
        value: &[u64],
    ) -> Result<(), UnhashableKey> {
        let shared = self.shared;
        // SAFETY: the machine outlives its slices.
        let image = unsafe { &(*shared).image };
        // SAFETY: the caller's promise.
        let layout = image.map_layout(unsafe { (*map.0).ty });
        // SAFETY: the caller's promise.
        match unsafe {
            map_set(self.cache(), image.types.current_types(), layout, map.0, key.as_ptr())
        } {
            // SAFETY: the entry has the slots of a value.
            Ok(at) => unsafe { at.copy_from_nonoverlapping(value.as_ptr(), value.len()) },
            Err(MapError::Unhashable(_) | MapError::UnhashableLookup(_) | MapError::TooDeep) => {
                return Err(UnhashableKey);
            }
            Err(MapError::OutOfMemory(error)) => {
                out_of_memory::raise_out_of_memory(error.requested)
            }
            Err(other) => unreachable!("no goroutine uses the map: {other:?}"),
        }
        Ok(())
    }

    /// Calls `visit` with the slots of the key and of the value of each entry.
    ///
    /// # Safety
    /// `map` is a map of the machine, in whose heap nothing happens during the call.
    pub unsafe fn each_map_entry(&self, map: GoMap, mut visit: impl FnMut(*const u64, *const u64)) {
        if map.0.is_null() {
            return;
        }
        let image = &self.shared().image;
        // SAFETY: the caller's promise.
        let (layout, entries) = unsafe { (image.map_layout((*map.0).ty), MapIter::new(map.0, 0)) };
        // SAFETY: the map has this layout.
        while unsafe { entries.next(image.types.current_types(), layout) } == Ok(true) {
            visit(entries.key(), entries.value());
        }
    }
}
