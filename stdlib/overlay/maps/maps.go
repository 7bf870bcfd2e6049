package maps

import "internal/rtype"

// clone copies a map. What is in its entries it does not copy.
func clone(m any) any {
	id, p := rtype.Unpack(m)
	from := rtype.LoadPointer(p)
	keys, elems, n := rtype.MapEntries(id, from)
	to := rtype.MapNew(id, n)
	key, elem := rtype.Size(rtype.Key(id)), rtype.Size(rtype.Elem(id))
	for i := range uintptr(n) {
		rtype.MapSet(id, to, rtype.Add(keys, i*key), rtype.Add(elems, i*elem))
	}
	return rtype.Pack(id, rtype.Word(&to))
}
