package reflect

import (
	rt "internal/rtype"
	"unsafe"
)

// MakeMap returns a new map of type typ.
func MakeMap(typ Type) Value { return MakeMapWithSize(typ, 0) }

// MakeMapWithSize returns a new map of type typ with room for n entries.
func MakeMapWithSize(typ Type, n int) Value {
	if Kind(rt.Kind(typ.id())) != Map {
		panic("reflect.MakeMapWithSize of non-map type")
	}
	return direct(typ.id(), rt.MapNew(typ.id(), n), 0)
}

// copied returns a Value of type t with a copy of the value at p.
func copied(t rt.ID, p unsafe.Pointer, f flag) Value {
	if rt.IsDirect(t) {
		return loaded(t, p, f)
	}
	c := rt.New(t, 1)
	rt.Move(t, c, p)
	return at(t, c, f)
}

// MapIndex returns the element for key, the zero Value if there is none.
func (v Value) MapIndex(key Value) Value {
	v.must(Map, "MapIndex")
	key = key.assignTo("reflect.Value.MapIndex", rt.Key(v.typ))
	e := rt.MapGet(v.typ, v.word(), key.memory())
	if e == nil {
		return Value{}
	}
	return copied(rt.Elem(v.typ), e, (v.flag | key.flag).ro())
}

// MapKeys returns the keys of the map in no particular order.
func (v Value) MapKeys() []Value {
	v.must(Map, "MapKeys")
	keys, _, n := rt.MapEntries(v.typ, v.word())
	t := rt.Key(v.typ)
	size := rt.Size(t)
	out := make([]Value, n)
	for i := range out {
		out[i] = loaded(t, rt.Add(keys, uintptr(i)*size), v.flag.ro())
	}
	return out
}

// SetMapIndex stores elem for key; it deletes the entry if elem is the zero Value.
func (v Value) SetMapIndex(key, elem Value) {
	v.must(Map, "SetMapIndex")
	v.mustBeExported("SetMapIndex")
	key.mustBeExported("SetMapIndex")
	key = key.assignTo("reflect.Value.SetMapIndex", rt.Key(v.typ))
	if elem.typ == 0 {
		rt.MapDelete(v.typ, v.word(), key.memory())
		return
	}
	elem.mustBeExported("SetMapIndex")
	elem = elem.assignTo("reflect.Value.SetMapIndex", rt.Elem(v.typ))
	rt.MapSet(v.typ, v.word(), key.memory(), elem.memory())
}

// A MapIter iterates over the entries of a map. It skips an entry that is deleted before it is reached.
type MapIter struct {
	m           Value
	keys, elems unsafe.Pointer
	i, n        int // entry i-1 is the current one; i is 0 before the first Next
	elem        unsafe.Pointer
}

// MapRange returns an iterator over the map, before the first entry.
func (v Value) MapRange() *MapIter {
	if v.Kind() != Map {
		v.wrongKind("MapRange")
	}
	return &MapIter{m: v}
}

// Reset makes the iterator start again with the map v; the zero Value means no map.
func (iter *MapIter) Reset(v Value) {
	if v.IsValid() {
		v.must(Map, "MapIter.Reset")
	}
	*iter = MapIter{m: v}
}

// Next advances to the next entry and reports whether there is one.
func (iter *MapIter) Next() bool {
	if !iter.m.IsValid() {
		panic("MapIter.Next called on an iterator that does not have an associated map Value")
	}
	if iter.i == 0 {
		iter.keys, iter.elems, iter.n = rt.MapEntries(iter.m.typ, iter.m.word())
	} else if iter.i > iter.n {
		panic("MapIter.Next called on exhausted iterator")
	}
	for iter.i < iter.n {
		iter.i++
		key := iter.key()
		iter.elem = rt.MapGet(iter.m.typ, iter.m.word(), key)
		if iter.elem != nil {
			return true
		}
		if k := rt.Pack(rt.Key(iter.m.typ), key); k != k {
			// A key that does not equal itself can be neither looked up nor deleted.
			iter.elem = rt.Add(iter.elems, uintptr(iter.i-1)*rt.Size(rt.Elem(iter.m.typ)))
			return true
		}
	}
	iter.i = iter.n + 1
	return false
}

func (iter *MapIter) key() unsafe.Pointer {
	return rt.Add(iter.keys, uintptr(iter.i-1)*rt.Size(rt.Key(iter.m.typ)))
}

func (iter *MapIter) must(method string) {
	if iter.i == 0 {
		panic(method + " called before Next")
	}
	if iter.i > iter.n {
		panic(method + " called on exhausted iterator")
	}
}

// Key returns the key of the current entry.
func (iter *MapIter) Key() Value {
	iter.must("MapIter.Key")
	return loaded(rt.Key(iter.m.typ), iter.key(), iter.m.flag.ro())
}

// Value returns the element of the current entry.
func (iter *MapIter) Value() Value {
	iter.must("MapIter.Value")
	return copied(rt.Elem(iter.m.typ), iter.elem, iter.m.flag.ro())
}

// SetIterKey stores the iterator's key in v.
func (v Value) SetIterKey(iter *MapIter) {
	iter.must("reflect: Value.SetIterKey")
	v.setFrom(iter.Key(), "SetIterKey", "reflect.MapIter.SetKey")
}

// SetIterValue stores the iterator's element in v.
func (v Value) SetIterValue(iter *MapIter) {
	iter.must("reflect: Value.SetIterValue")
	v.setFrom(iter.Value(), "SetIterValue", "reflect.MapIter.SetValue")
}
