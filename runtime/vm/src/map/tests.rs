//! Random operations against the standard library's map, and iteration under mutation.

use super::*;
use crate::map::iter::MapIter;
use crate::map::table::entries_of;
use crate::types::Types;
use minigo_heap::Heap;
use std::collections::{HashMap, HashSet};

fn types() -> Vec<RType> {
    let mut int = RType::new(Kind::Int, 8, 8, "int");
    int.is_regular_memory = true;
    let float = RType::new(Kind::Float64, 8, 8, "float64");
    let string = RType::new(Kind::String, 16, 8, "string");
    let map = |key: u32, name: &str| {
        let mut map = RType::new(Kind::Map, 8, 8, name);
        (map.key, map.elem) = (TypeId(key), TypeId(1));
        map
    };
    let none = RType::new(Kind::Invalid, 0, 1, "");
    let maps = [map(1, "map[int]int"), map(2, "map[float64]int"), map(3, "map[string]int")];
    [none, int, float, string].into_iter().chain(maps).collect()
}

struct Fixture {
    types: Vec<RType>,
    cache: Cache,
    layout: MapLayout,
    map: *mut Map,
}

impl Fixture {
    fn new(ty: u32) -> Self {
        let types = types();
        let mut cache = Heap::new(usize::MAX).cache();
        let layout = MapLayout::new(&types, TypeId(ty), Desc(1), Desc(2));
        let map = map_new(&mut cache, &layout, 0, 42).unwrap();
        Self { types, cache, layout, map }
    }

    fn set(&mut self, key: &[u64], value: u64) {
        // SAFETY: keys of the tests have the slots of their map's type.
        unsafe {
            let key = key.as_ptr();
            let at = map_set(&mut self.cache, &self.types, &self.layout, self.map, key);
            *at.unwrap() = value;
        }
    }

    fn get(&self, key: &[u64]) -> Option<u64> {
        // SAFETY: as in `set`.
        unsafe {
            map_get(&self.types, &self.layout, self.map, key.as_ptr()).unwrap().as_ref().copied()
        }
    }

    fn delete(&mut self, key: &[u64]) {
        // SAFETY: as in `set`.
        unsafe {
            let key = key.as_ptr();
            let done = map_delete(&mut self.cache, &self.types, &self.layout, self.map, key);
            done.unwrap();
        }
    }

    fn len(&self) -> usize {
        // SAFETY: the map is the fixture's own.
        unsafe { map_len(self.map) as usize }
    }
}

#[test]
fn words_behave_like_the_standard_map() {
    let mut f = Fixture::new(4);
    let mut model = HashMap::new();
    let mut random = 88_172_645_463_325_252u64;
    for step in 0..200_000u64 {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let key = random >> 40 & 0x7ff;
        match random % 5 {
            0 | 1 => {
                f.set(&[key], step);
                model.insert(key, step);
            }
            2 => {
                f.delete(&[key]);
                model.remove(&key);
            }
            _ => assert_eq!(f.get(&[key]), model.get(&key).copied()),
        }
        assert_eq!(f.len(), model.len());
    }
}

#[test]
fn strings_are_compared_by_their_bytes() {
    let mut f = Fixture::new(6);
    let texts: Vec<String> = (0..1000).map(|i| format!("key number {i}")).collect();
    let slots = |s: &str| [s.as_ptr() as u64, s.len() as u64];
    for (i, text) in texts.iter().enumerate() {
        f.set(&slots(text), i as u64);
    }
    for (i, text) in texts.iter().enumerate() {
        assert_eq!(f.get(&slots(&text.clone())), Some(i as u64));
    }
    assert_eq!(f.get(&slots("key number 1000")), None);
}

#[test]
fn floats_know_nan_and_negative_zero() {
    let mut f = Fixture::new(5);
    f.set(&[0f64.to_bits()], 1);
    f.set(&[(-0f64).to_bits()], 2);
    assert_eq!((f.len(), f.get(&[0f64.to_bits()])), (1, Some(2)));
    f.set(&[f64::NAN.to_bits()], 3);
    f.set(&[f64::NAN.to_bits()], 4);
    assert_eq!((f.len(), f.get(&[f64::NAN.to_bits()])), (3, None));
}

#[test]
fn iteration_survives_growth_and_deletion() {
    for start in 0..40 {
        let mut f = Fixture::new(4);
        (0..20).for_each(|i| f.set(&[i], i));
        // SAFETY: the map and its layout are the fixture's own.
        unsafe {
            let iter = MapIter::new(f.map, start << 26);
            let mut seen = HashSet::new();
            while iter.next(&f.types, &f.layout).unwrap() {
                let key = *iter.key();
                assert!(seen.insert(key), "twice");
                assert!(key != 7 || seen.len() == 1, "deleted");
                if seen.len() == 1 {
                    f.delete(&[7]);
                    (100..200).for_each(|i| f.set(&[i], i));
                }
            }
            assert!((0..20).filter(|k| *k != 7).all(|k| seen.contains(&k)), "missing");
        }
    }
}

#[test]
fn tables_are_split_and_found_again() {
    let mut f = Fixture::new(4);
    let scattered = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (0..100_000).for_each(|i| f.set(&[scattered(i)], i));
    assert_eq!(f.len(), 100_000);
    (0..100_000).for_each(|i| assert_eq!(f.get(&[scattered(i)]), Some(i)));
    (0..100_000).filter(|i| i % 3 != 0).for_each(|i| f.delete(&[scattered(i)]));
    (0..100_000).for_each(|i| assert_eq!(f.get(&[scattered(i)]), (i % 3 == 0).then_some(i)));
    (100_000..200_000).for_each(|i| f.set(&[scattered(i)], i));
    (100_000..200_000).for_each(|i| assert_eq!(f.get(&[scattered(i)]), Some(i)));
}

#[test]
fn a_hint_makes_room_for_as_many() {
    for hint in [1, 8, 9, 100, 1000, 2000, 50_000] {
        let mut f = Fixture::new(4);
        f.map = map_new(&mut f.cache, &f.layout, hint, 7).unwrap();
        // SAFETY: the map is the fixture's own.
        let root = unsafe { (*f.map).root.load(Relaxed) };
        (0..hint as u64).for_each(|i| f.set(&[i], i));
        (0..hint as u64).for_each(|i| assert_eq!(f.get(&[i]), Some(i)));
        // SAFETY: as above.
        assert_eq!(unsafe { (*f.map).root.load(Relaxed) }, root, "{hint}");
    }
}

#[test]
fn walks_through_many_tables_see_all_once() {
    for start in 0..20 {
        let mut f = Fixture::new(4);
        (0..4000).for_each(|i| f.set(&[i], i));
        // SAFETY: the map and its layout are the fixture's own.
        unsafe {
            let iter = MapIter::new(f.map, start << 27);
            let mut seen = HashSet::new();
            while iter.next(&f.types, &f.layout).unwrap() {
                assert_eq!(*iter.key(), *iter.value());
                assert!(seen.insert(*iter.key()), "twice");
                let at = seen.len() as u64;
                // During the iteration over the first table and some others the map grows to four times its size; then
                // many entries are deleted.
                (0..8).for_each(|i| f.set(&[4000 + at * 8 + i], 4000 + at * 8 + i));
                if at > 1500 && at < 2500 {
                    let key = at * 8 + 4003;
                    f.delete(&[key]);
                    assert!(seen.contains(&key) || f.get(&[key]).is_none());
                }
                if at == 3000 && start % 4 == 3 {
                    map_clear(&mut f.cache, f.map).unwrap();
                    (10_000_000..10_000_100).for_each(|i| f.set(&[i], i));
                    let mut more = 0;
                    while iter.next(&f.types, &f.layout).unwrap() {
                        assert!(*iter.key() >= 10_000_000 && seen.insert(*iter.key()));
                        more += 1;
                    }
                    assert!(more <= 100);
                    break;
                }
                if at > 20_000 {
                    break;
                }
            }
            if start % 4 != 3 && seen.len() <= 20_000 {
                assert!((0..4000).all(|k| seen.contains(&k)), "missing");
            }
        }
    }
}

#[test]
fn many_nans_are_spread() {
    let mut f = Fixture::new(5);
    (0..5000).for_each(|i| f.set(&[f64::NAN.to_bits()], i));
    assert_eq!(f.len(), 5000);
    // SAFETY: the map and its layout are the fixture's own.
    let iter = unsafe { MapIter::new(f.map, 1 << 30) };
    let mut values = HashSet::new();
    // SAFETY: as above.
    while unsafe { iter.next(&f.types, &f.layout) }.unwrap() {
        // SAFETY: the iterator has a current entry.
        assert!(values.insert(unsafe { *iter.value() }));
    }
    assert_eq!(values.len(), 5000);
}

#[test]
fn entries_of_stale_map_headers_stay_in_bounds() {
    let types = Types::new(types(), Vec::new());
    let map = types.get(TypeId(4));
    let mut words = [0u64; 12];
    // Capacity, buckets, entries used.
    let heads = [[0x7f23_4754_b870, 35, 0xc0_0007_4d38], [u64::MAX; 3], [8, 0, 8], [9, 1 << 63, 9]];
    for head in heads {
        words[..3].copy_from_slice(&head);
        // SAFETY: `words` has that length.
        let entries = unsafe { entries_of(&types, map, words.as_ptr(), words.len()) };
        let all = words.as_ptr_range();
        assert!(entries.fold(true, |ok, e| ok && all.start < e && e.wrapping_add(2) <= all.end));
    }
}
