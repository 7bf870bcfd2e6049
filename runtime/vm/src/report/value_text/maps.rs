//! Maps as text: entries in the order of their keys, whatever order the map has.
//!
//! A report shows the entries of a large map that come first in the order of the keys. The reader therefore reads all
//! keys, but only as far as their order requires: numbers, strings and booleans determine the order at once, other keys
//! only by their text.

use super::{MAX_COMPONENTS, MAX_ELEMENTS, Reader, nil_value};
use crate::map::Map;
use crate::map::iter::MapIter;
use crate::shared::Shared;
use crate::types::shown_value::ShownValue;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RType};
use std::cmp::Ordering;

/// The most entries of a map that are sorted: of a larger map, the entries that come first in the map.
const MAX_SORTED_ENTRIES: usize = 1 << 20;

/// The most entries that are sorted if the keys are sorted by their texts.
const MAX_ENTRIES_SORTED_BY_TEXT: usize = 2_000;

/// The bytes of a string key that determine its place.
const KEY_PREFIX_BYTES: usize = 64;

/// The sort key of a map key.
enum SortKey {
    Int(i128),
    Float(f64),
    Bytes(Vec<u8>),
    Text(String),
}

impl SortKey {
    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a.cmp(b),
            (Self::Float(a), Self::Float(b)) => a.total_cmp(b),
            (Self::Bytes(a), Self::Bytes(b)) => a.cmp(b),
            (Self::Text(a), Self::Text(b)) => match (a.parse::<f64>(), b.parse::<f64>()) {
                (Ok(x), Ok(y)) => x.total_cmp(&y),
                _ => a.cmp(b),
            },
            // Keys of one type have sort keys of one kind.
            _ => Ordering::Equal,
        }
    }
}

/// The addresses of the keys and values of a map, in the order of the keys.
///
/// # Safety
/// `map` is a map of this type, and no goroutine runs.
pub(crate) unsafe fn sorted_entries(
    shared: &Shared,
    id: TypeId,
    map: u64,
) -> Vec<(*const u64, *const u64)> {
    // SAFETY: the caller's promise.
    let mut entries = unsafe { Reader::new(shared).entries(id, map as *const Map) };
    entries.sort_by(|a, b| a.sort_key.compare(&b.sort_key));
    entries.into_iter().map(|entry| (entry.key, entry.value)).collect()
}

/// An entry of a map.
struct Entry {
    sort_key: SortKey,
    key: *const u64,
    value: *const u64,
}

impl Reader<'_> {
    /// The map at an address, of this type.
    ///
    /// # Safety
    /// As for [`value`](Self::value).
    pub(super) unsafe fn read_map(&mut self, id: TypeId, map: u64, top: bool) -> ShownValue {
        let ty = self.image.types.get(id);
        if map == 0 {
            return nil_value(ty, top);
        }
        // SAFETY: the caller's promise.
        let mut entries = unsafe { self.entries(id, map as *const Map) };
        entries.sort_by(|a, b| a.sort_key.compare(&b.sort_key));
        // SAFETY: as above.
        let all = unsafe { crate::map::map_len(map as *const Map) } as usize;
        let mut list = Vec::new();
        for entry in &entries {
            if list.len() == MAX_ELEMENTS || self.components_read > MAX_COMPONENTS {
                break;
            }
            // SAFETY: the addresses are those of a live entry's key and value.
            let (key, value) = unsafe {
                (self.read_slot(ty.key, entry.key), self.read_slot(ty.elem, entry.value))
            };
            list.push(ShownValue::Entry(Box::new(key), Box::new(value)));
        }
        let more = all.saturating_sub(list.len());
        if more > 0 {
            list.push(ShownValue::Text(format!("… ({more} more)")));
        }
        ShownValue::List(ty.string.to_string(), list)
    }

    /// The entries of a map, or as many as are sorted.
    ///
    /// # Safety
    /// `map` is a map of this type, and no goroutine runs.
    unsafe fn entries(&mut self, id: TypeId, map: *const Map) -> Vec<Entry> {
        let (image, ty) = (self.image, self.image.types.get(id));
        let key_type = image.types.get(ty.key);
        let mut found: Vec<Entry> = Vec::new();
        // SAFETY: the caller's promise.
        let entries = unsafe { MapIter::new(map, 0) };
        // SAFETY: as above; the layout is the one of the map's type.
        while unsafe { entries.next(image.types.current_types(), image.map_layout(id)) } == Ok(true)
        {
            let (key, value) = (entries.key(), entries.value());
            // SAFETY: the address is that of a live entry's key.
            let order = unsafe { self.sort_key(ty.key, key_type, key) };
            let most = if matches!(order, SortKey::Text(_)) {
                MAX_ENTRIES_SORTED_BY_TEXT
            } else {
                MAX_SORTED_ENTRIES
            };
            found.push(Entry { sort_key: order, key, value });
            if found.len() >= most {
                break;
            }
        }
        found
    }

    /// The sort key of a map key: computed from its components, not from its methods.
    ///
    /// # Safety
    /// The slots of a value of this type lie at `at`.
    unsafe fn sort_key(&mut self, id: TypeId, ty: &RType, at: *const u64) -> SortKey {
        // SAFETY: the caller's promise; a string's words point to its bytes.
        unsafe {
            match ty.kind {
                Kind::Int | Kind::Int64 => SortKey::Int(i128::from(*at.cast::<i64>())),
                Kind::Int8 => SortKey::Int(i128::from(*at.cast::<i8>())),
                Kind::Int16 => SortKey::Int(i128::from(*at.cast::<i16>())),
                Kind::Int32 => SortKey::Int(i128::from(*at.cast::<i32>())),
                Kind::Uint | Kind::Uint64 | Kind::Uintptr => SortKey::Int(i128::from(*at)),
                Kind::Bool | Kind::Uint8 => SortKey::Int(i128::from(*at.cast::<u8>())),
                Kind::Uint16 => SortKey::Int(i128::from(*at.cast::<u16>())),
                Kind::Uint32 => SortKey::Int(i128::from(*at.cast::<u32>())),
                Kind::Float32 => SortKey::Float(f64::from(*at.cast::<f32>())),
                Kind::Float64 => SortKey::Float(*at.cast::<f64>()),
                Kind::String => {
                    let len = self.existing_elements(*at, *at.add(1), 1).min(KEY_PREFIX_BYTES);
                    SortKey::Bytes(match len {
                        0 => Vec::new(),
                        n => std::slice::from_raw_parts(*at as *const u8, n).to_vec(),
                    })
                }
                _ => {
                    let (asked, parts) = (self.text_requests.take(), self.components_read);
                    let text = self.read_slot(id, at).layout_text();
                    (self.text_requests, self.components_read) = (asked, parts);
                    SortKey::Text(text)
                }
            }
        }
    }
}
