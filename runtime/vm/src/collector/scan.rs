//! Finds the pointers in an object by the object's descriptor.

use crate::channel::GoChan;
use crate::map::table::entries_of;
use crate::types::{DESC_ANY, DESC_CHAN, Types, table_of};
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::Kind;
use minigo_heap::{Desc, Marker, Object};
use std::sync::atomic::{AtomicU64, Ordering};

/// Larger objects are scanned in parts of this size, by several threads, and so that no thread scans one object for
/// long: 2048 pointers to uncached objects take about 0.3 ms.
const PART: usize = 16 << 10;

/// Larger tables of maps, which only occur with entries of more than a kilobyte, are scanned in parts too.
const LARGEST_TABLE: usize = 32 << 10;

/// Marks the objects that an object points to; scans the first part of a large object and leaves the rest for later.
pub(crate) fn scan(types: &Types, marker: &mut Marker, object: Object) {
    let Object { base, size, mut desc } = object;
    if table_of(desc).is_some() {
        if size <= LARGEST_TABLE {
            return each_pointer(types, object, |w| marker.mark(w));
        }
        // The position of entries in a part of a table is unknown.
        desc = DESC_ANY;
    }
    if size <= PART || desc == DESC_CHAN {
        return each_pointer(types, object, |w| marker.mark(w));
    }
    let step = step_of(types, desc).map_or(8, |(step, _)| step * 8);
    let part = (PART / step).max(1) * step;
    if part + step <= size {
        marker.postpone(Object { base: base + part, size: size - part, desc });
    }
    each_pointer(types, Object { base, size: part.min(size), desc }, |w| marker.mark(w));
}

/// The size in words of an object's elements, and which of their words are pointers; `None`: any word may be a pointer.
fn step_of(types: &Types, desc: Desc) -> Option<(usize, &[u32])> {
    if desc.0 & 3 != 1 {
        return None;
    }
    let mut ty = types.get(TypeId(desc.0 >> 2));
    while ty.pointers.is_empty() && ty.kind == Kind::Array {
        ty = types.get(ty.elem);
    }
    let step = (ty.size / 8) as usize;
    (!ty.pointers.is_empty() && step != 0).then_some((step, &ty.pointers))
}

/// Calls `visit` for each word of an object that may be a pointer.
pub(crate) fn each_pointer(types: &Types, object: Object, mut visit: impl FnMut(u64)) {
    if object.desc == DESC_CHAN {
        // SAFETY: an object with this descriptor is a channel from `new_chan` that has not been dropped.
        let chan = unsafe { &*(object.base as *const GoChan) };
        chan.channel.each_element(|words| words.iter().copied().for_each(&mut visit));
        return;
    }
    if let Some(map) = table_of(object.desc) {
        return each_entry_pointer(types, map, object, visit);
    }
    let words = object.base as *const u64;
    // SAFETY: offsets below come from the object's size. The program may be writing there, and writes whole words.
    let mut at = |word: usize| visit(unsafe { racing_word(words.add(word)) });
    let count = object.size / 8;
    if let Some((step, pointers)) = step_of(types, object.desc) {
        let mut base = 0;
        while base + step <= count {
            pointers.iter().for_each(|&p| at(base + p as usize));
            base += step;
        }
        return;
    }
    (0..count).for_each(at);
}

/// Loads a word that other threads may be writing.
///
/// # Safety
/// The word lies in an object of the heap, aligned.
#[inline(always)]
unsafe fn racing_word(at: *const u64) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { AtomicU64::from_ptr(at.cast_mut()) }.load(Ordering::Relaxed)
}

/// Calls `visit` for each word of a map's table that may be a pointer. The table's index is skipped: it could look like
/// one.
fn each_entry_pointer(types: &Types, map: TypeId, table: Object, mut visit: impl FnMut(u64)) {
    let map = types.get(map);
    let key_slots = types.get(map.key).slots() as usize;
    // SAFETY: an object with this descriptor is a table of such a map, whose head was written before any other thread
    // could see it, or was such a table once and is free: words that are no pointers, or outdated pointers, may refer
    // to it too.
    let entries = unsafe { entries_of(types, map, table.base as *const u64, table.size / 8) };
    for entry in entries {
        // SAFETY: entries lie in the table. The program may be writing there, and writes whole words.
        let mut at = |word: usize| visit(unsafe { racing_word(entry.add(word)) });
        each_pointer_word(types, map.key, 0, &mut at);
        each_pointer_word(types, map.elem, key_slots, &mut at);
    }
}

/// Calls `visit` for each word of a value of type `ty` at word `base` that may be a pointer.
fn each_pointer_word(types: &Types, ty: TypeId, base: usize, visit: &mut impl FnMut(usize)) {
    let ty = types.get(ty);
    if ty.is_indirect() {
        return visit(base);
    }
    if !ty.has_pointers {
        return;
    }
    if !ty.pointers.is_empty() {
        return ty.pointers.iter().for_each(|&p| visit(base + p as usize));
    }
    let step = (types.get(ty.elem).size / 8) as usize;
    let words = (ty.size / 8) as usize;
    if ty.kind == Kind::Array && step > 0 {
        (0..words / step).for_each(|i| each_pointer_word(types, ty.elem, base + i * step, visit));
    } else {
        (0..words).for_each(|word| visit(base + word));
    }
}
