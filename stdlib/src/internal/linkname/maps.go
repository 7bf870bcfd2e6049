package linkname

import (
	"internal/rtype"
	"unsafe"
)

//go:linkname makemap runtime.makemap
func makemap(t rtype.ID, hint int, m unsafe.Pointer) unsafe.Pointer {
	return rtype.MapNew(t, max(hint, 0))
}

//go:linkname makemapOf reflect.makemap
func makemapOf(t rtype.ID, hint int) unsafe.Pointer { return rtype.MapNew(t, max(hint, 0)) }

//go:linkname maplen reflect.maplen
//go:linkname maplen internal/reflectlite.maplen
func maplen(m unsafe.Pointer) int { return rtype.MapLen(m) }

// mapaccess returns nil if the map does not have the key.
//
//go:linkname mapaccess reflect.mapaccess
func mapaccess(t rtype.ID, m, key unsafe.Pointer) unsafe.Pointer { return rtype.MapGet(t, m, key) }

//go:linkname mapaccessText reflect.mapaccess_faststr
func mapaccessText(t rtype.ID, m unsafe.Pointer, key string) unsafe.Pointer {
	return rtype.MapGet(t, m, unsafe.Pointer(&key))
}

// mapaccess2 returns a pointer to a zero value if the map does not have the key.
//
//go:linkname mapaccess2 runtime.mapaccess1
//go:linkname mapaccess2 runtime.mapaccess2
func mapaccess2(t rtype.ID, m, key unsafe.Pointer) (unsafe.Pointer, bool) {
	if found := rtype.MapGet(t, m, key); found != nil {
		return found, true
	}
	elem := rtype.Elem(t)
	if rtype.Size(elem) > uintptr(len(zeroVal)) {
		return rtype.New(elem, 1), false
	}
	return unsafe.Pointer(&zeroVal), false
}

//go:linkname mapaccess32 runtime.mapaccess1_fast32
//go:linkname mapaccess32 runtime.mapaccess2_fast32
func mapaccess32(t rtype.ID, m unsafe.Pointer, key uint32) (unsafe.Pointer, bool) {
	return mapaccess2(t, m, unsafe.Pointer(&key))
}

//go:linkname mapaccess64 runtime.mapaccess1_fast64
//go:linkname mapaccess64 runtime.mapaccess2_fast64
func mapaccess64(t rtype.ID, m unsafe.Pointer, key uint64) (unsafe.Pointer, bool) {
	return mapaccess2(t, m, unsafe.Pointer(&key))
}

//go:linkname mapaccessStr runtime.mapaccess1_faststr
//go:linkname mapaccessStr runtime.mapaccess2_faststr
func mapaccessStr(t rtype.ID, m unsafe.Pointer, key string) (unsafe.Pointer, bool) {
	return mapaccess2(t, m, unsafe.Pointer(&key))
}

// mapassign returns a pointer to the element of the key, which it inserts if needed. A value that the caller writes
// there does not change copies of the element.
//
//go:linkname mapassign runtime.mapassign
func mapassign(t rtype.ID, m, key unsafe.Pointer) unsafe.Pointer {
	elem := rtype.Elem(t)
	fresh := rtype.New(elem, 1)
	if found := rtype.MapGet(t, m, key); found != nil {
		rtype.Move(elem, fresh, found)
	}
	rtype.MapSet(t, m, key, fresh)
	return rtype.MapGet(t, m, key)
}

//go:linkname mapassign32 runtime.mapassign_fast32
func mapassign32(t rtype.ID, m unsafe.Pointer, key uint32) unsafe.Pointer {
	return mapassign(t, m, unsafe.Pointer(&key))
}

//go:linkname mapassign64 runtime.mapassign_fast64
func mapassign64(t rtype.ID, m unsafe.Pointer, key uint64) unsafe.Pointer {
	return mapassign(t, m, unsafe.Pointer(&key))
}

//go:linkname mapassignPtr runtime.mapassign_fast32ptr
//go:linkname mapassignPtr runtime.mapassign_fast64ptr
func mapassignPtr(t rtype.ID, m, key unsafe.Pointer) unsafe.Pointer {
	return mapassign(t, m, unsafe.Pointer(&key))
}

//go:linkname mapassignStr runtime.mapassign_faststr
func mapassignStr(t rtype.ID, m unsafe.Pointer, key string) unsafe.Pointer {
	return mapassign(t, m, unsafe.Pointer(&key))
}

//go:linkname mapassignValue reflect.mapassign
//go:linkname mapassignValue reflect.mapassign0
func mapassignValue(t rtype.ID, m, key, elem unsafe.Pointer) { rtype.MapSet(t, m, key, elem) }

//go:linkname mapassignText reflect.mapassign_faststr
//go:linkname mapassignText reflect.mapassign_faststr0
func mapassignText(t rtype.ID, m unsafe.Pointer, key string, elem unsafe.Pointer) {
	rtype.MapSet(t, m, unsafe.Pointer(&key), elem)
}

//go:linkname mapdelete runtime.mapdelete
//go:linkname mapdelete reflect.mapdelete
func mapdelete(t rtype.ID, m, key unsafe.Pointer) { rtype.MapDelete(t, m, key) }

//go:linkname mapdeleteText runtime.mapdelete_faststr
//go:linkname mapdeleteText reflect.mapdelete_faststr
func mapdeleteText(t rtype.ID, m unsafe.Pointer, key string) {
	rtype.MapDelete(t, m, unsafe.Pointer(&key))
}

//go:linkname mapclear runtime.mapclear
//go:linkname mapclear reflect.mapclear
func mapclear(t rtype.ID, m unsafe.Pointer) { rtype.MapClear(t, m) }

// iterator is the beginning of a caller's variable. The caller reads key and elem: a nil key means the end.
type iterator struct {
	key, elem unsafe.Pointer
	t         rtype.ID
	rest      *entries
}

// entries is the rest of an iteration: copies of the keys and elements that the map had when the iteration began.
type entries struct {
	m, keys, elems unsafe.Pointer
	n              int
}

//go:linkname mapiterinit runtime.mapiterinit
//go:linkname mapiterinit reflect.mapiterinit
func mapiterinit(t rtype.ID, m unsafe.Pointer, it *iterator) {
	keys, elems, n := rtype.MapEntries(t, m)
	it.t, it.rest = t, &entries{m, keys, elems, n}
	mapiternext(it)
}

// mapiternext advances to the next entry that is still in the map, and reads its current element.
//
//go:linkname mapiternext runtime.mapiternext
//go:linkname mapiternext reflect.mapiternext
func mapiternext(it *iterator) {
	e := it.rest
	for e.n > 0 {
		key, elem := e.keys, e.elems
		e.n--
		if e.n > 0 {
			e.keys = unsafe.Add(key, rtype.Size(rtype.Key(it.t)))
			e.elems = unsafe.Add(elem, rtype.Size(rtype.Elem(it.t)))
		}
		now := rtype.MapGet(it.t, e.m, key)
		if now == nil && !isItself(it.t, key) {
			now = elem
		}
		if now != nil {
			it.key, it.elem = key, now
			return
		}
	}
	it.key, it.elem = nil, nil
}

// isItself reports whether the key equals itself: a key with a NaN in it does not, and is never found or deleted.
func isItself(t rtype.ID, key unsafe.Pointer) bool {
	k := rtype.Pack(rtype.Key(t), key)
	return k == k
}

//go:linkname mapiterkey reflect.mapiterkey
func mapiterkey(it *iterator) unsafe.Pointer { return it.key }

//go:linkname mapiterelem reflect.mapiterelem
func mapiterelem(it *iterator) unsafe.Pointer { return it.elem }
