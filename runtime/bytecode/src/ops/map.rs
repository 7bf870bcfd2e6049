//! Maps. Keys and values lie in slots.

/// Adds the rows of this family to the rows of the families before it, then expands the next family.
macro_rules! map_ops {
    ($then:ident [$($families:ident)*] $($before:tt)*) => { $then! { [$($families)*] $($before)*
    /// `dst = make(map[K]V, hint)`. Ext: b = the map's type.
    MakeMap { dst: Out, hint: In } + { b: Type } = "make.map", acts, (nothing);
    /// `dst = m[key]`, or zero. Ext: a = the number of slots of the value, b = the map's type.
    MapGet { dst: Out[ext a], m: In, key: In[ext key] } + { a: Count, b: Type } = "map.get", acts, (reads map m);
    /// `dst = m[key]`, or zero; the slot after the value becomes whether the key was present. Ext: as `map.get`.
    MapGetOk { dst: Out[ext a + 1], m: In, key: In[ext key] } + { a: Count, b: Type } = "map.getok", acts, (reads map m);
    /// `dst = m[key]`, or zero, for a key of one word and a value of one slot. Ext: as `map.get`.
    MapGetWord { dst: Out, m: In, key: In } + { a: Count, b: Type } = "map.get.word", acts, (reads map m);
    /// `m[key] = val`. Ext: as `map.get`.
    MapSet { m: In, key: In[ext key], val: In[ext a] } + { a: Count, b: Type } = "map.set", any, (writes map m);
    /// `m[key] = val`, for a key of one word and a value of one slot without pointers. Ext: as `map.get`.
    MapSetWord { m: In, key: In, val: In } + { a: Count, b: Type } = "map.set.word", any, (writes map m);
    /// `delete(m, key)`. Ext: b = the map's type.
    MapDelete { m: In, key: In[ext key] } + { b: Type } = "map.delete", any, (writes map m);
    /// `clear(m)`
    MapClear { m: In } = "map.clear", any, (writes map m);
    /// `dst = len(m)`
    MapLen { dst: Out, m: In } = "map.len", acts, (reads map m);
    /// `dst` = a new iterator over `m`, before its first entry.
    MapIter { dst: Out, m: In } = "map.iter", acts, (reads map m);
    /// Moves the iterator to the next entry, or jumps when there is none.
    MapNext { iter: In, to: Jump32 } = "map.next", acts, (reads iterated iter);
    /// `dst` = the key of the iterator's entry. Ext: a = the number of its slots, b = the map's type.
    MapIterKey { dst: Out[ext a], iter: In } + { a: Count, b: Type } = "map.iter.key", acts, (nothing);
    /// `dst` = the value of the iterator's entry. Ext: a = the number of its slots, b = the map's type.
    MapIterValue { dst: Out[ext a], iter: In } + { a: Count, b: Type } = "map.iter.value", acts, (nothing);
    } };
}
pub(super) use map_ops;
