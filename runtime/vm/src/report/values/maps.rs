//! Maps as text: entries in the order of their keys, whatever order the map has.
//!
//! A report shows the entries of a large map that come first in the order of the keys. The reader therefore reads all
//! keys, but only as far as their order requires: numbers, strings and booleans determine the order at once, other keys
//! only by their text.

use super::{ELEMENTS, PARTS, Reader, nil_value};
use crate::map::Map;
use crate::map::iter::MapIter;
use crate::shared::Shared;
use crate::types::shown_value::ShownValue;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RType};
use std::cmp::Ordering;

/// The most entries of a map that are sorted: of a larger map, the entries that come first in the map.
const ORDERED: usize = 1 << 20;

/// The most entries that are sorted if the keys are sorted by their texts.
const ORDERED_TEXTS: usize = 2_000;

/// The bytes of a string key that determine its place.
const PREFIX: usize = 64;

/// The sort key of a map key.
enum Key {
    Int(i128),
    Float(f64),
    Bytes(Vec<u8>),
    Text(String),
}

impl Key {
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
    sort_key: Key,
    key: *const u64,
    value: *const u64,
}

impl Reader<'_> {
    /// The map at an address, of this type.
    ///
    /// # Safety
    /// As for [`value`](Self::value).
    pub(super) unsafe fn map(&mut self, id: TypeId, map: u64, top: bool) -> ShownValue {
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
            if list.len() == ELEMENTS || self.components_read > PARTS {
                break;
            }
            // SAFETY: the addresses are those of a live entry's key and value.
            let (key, value) =
                unsafe { (self.in_slot(ty.key, entry.key), self.in_slot(ty.elem, entry.value)) };
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
            let order = unsafe { self.order(ty.key, key_type, key) };
            let most = if matches!(order, Key::Text(_)) { ORDERED_TEXTS } else { ORDERED };
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
    unsafe fn order(&mut self, id: TypeId, ty: &RType, at: *const u64) -> Key {
        // SAFETY: the caller's promise; a string's words point to its bytes.
        unsafe {
            match ty.kind {
                Kind::Int | Kind::Int64 => Key::Int(i128::from(*at.cast::<i64>())),
                Kind::Int8 => Key::Int(i128::from(*at.cast::<i8>())),
                Kind::Int16 => Key::Int(i128::from(*at.cast::<i16>())),
                Kind::Int32 => Key::Int(i128::from(*at.cast::<i32>())),
                Kind::Uint | Kind::Uint64 | Kind::Uintptr => Key::Int(i128::from(*at)),
                Kind::Bool | Kind::Uint8 => Key::Int(i128::from(*at.cast::<u8>())),
                Kind::Uint16 => Key::Int(i128::from(*at.cast::<u16>())),
                Kind::Uint32 => Key::Int(i128::from(*at.cast::<u32>())),
                Kind::Float32 => Key::Float(f64::from(*at.cast::<f32>())),
                Kind::Float64 => Key::Float(*at.cast::<f64>()),
                Kind::String => {
                    let len = self.existing_elements(*at, *at.add(1), 1).min(PREFIX);
                    Key::Bytes(match len {
                        0 => Vec::new(),
                        n => std::slice::from_raw_parts(*at as *const u8, n).to_vec(),
                    })
                }
                _ => {
                    let (asked, parts) = (self.text_requests.take(), self.components_read);
                    let text = self.in_slot(id, at).laid_out();
                    (self.text_requests, self.components_read) = (asked, parts);
                    Key::Text(text)
                }
            }
        }
    }
}
