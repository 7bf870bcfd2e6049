package fmt

import rt "internal/rtype"

type entry struct {
	key, elem value
}

// sortedEntries returns the entries of a map in the order in which they are printed.
func sortedEntries(v value) []entry {
	keys, elems, n := rt.MapEntries(v.typ, v.word())
	key := value{rt.Key(v.typ), keys, v.flag}
	elem := value{rt.Elem(v.typ), elems, v.flag}
	keySize, elemSize := rt.Size(key.typ), rt.Size(elem.typ)
	entries := make([]entry, n)
	for i := range entries {
		entries[i] = entry{key.next(i, keySize), elem.next(i, elemSize)}
	}
	mergeSort(entries, make([]entry, n))
	return entries
}

func mergeSort(a, tmp []entry) {
	if len(a) <= 8 {
		for i := 1; i < len(a); i++ {
			for j := i; j > 0 && compare(a[j-1].key, a[j].key) > 0; j-- {
				a[j-1], a[j] = a[j], a[j-1]
			}
		}
		return
	}
	m := len(a) / 2
	mergeSort(a[:m], tmp[:m])
	mergeSort(a[m:], tmp[m:])
	copy(tmp, a)
	i, j := 0, m
	for k := range a {
		if j >= len(tmp) || i < m && compare(tmp[i].key, tmp[j].key) <= 0 {
			a[k] = tmp[i]
			i++
		} else {
			a[k] = tmp[j]
			j++
		}
	}
}

// compare returns -1, 0 or 1 as the map key a comes before, with or after b, two values of one type: numbers and strings in
// their order, NaN and false and nil first, pointers by address, structs and arrays by their parts, interfaces by type.
func compare(a, b value) int {
	switch a.kind() {
	case rt.Int, rt.Int8, rt.Int16, rt.Int32, rt.Int64:
		x, y := a.int(), b.int()
		return order(x < y, x > y)
	case rt.Uint, rt.Uint8, rt.Uint16, rt.Uint32, rt.Uint64, rt.Uintptr:
		x, y := a.uint(), b.uint()
		return order(x < y, x > y)
	case rt.String:
		x, y := a.string(), b.string()
		return order(x < y, x > y)
	case rt.Float32, rt.Float64:
		return compareFloats(a.float(), b.float())
	case rt.Complex64, rt.Complex128:
		x, y := a.complex(), b.complex()
		if c := compareFloats(real(x), real(y)); c != 0 {
			return c
		}
		return compareFloats(imag(x), imag(y))
	case rt.Bool:
		x, y := *(*bool)(a.ptr), *(*bool)(b.ptr)
		return order(!x && y, x && !y)
	case rt.Pointer, rt.UnsafePointer, rt.Chan:
		x, y := uintptr(a.word()), uintptr(b.word())
		return order(x < y, x > y)
	case rt.Struct:
		for i, n := 0, rt.Len(a.typ); i < n; i++ {
			_, x := a.field(i)
			_, y := b.field(i)
			if c := compare(x, y); c != 0 {
				return c
			}
		}
	case rt.Array:
		x, size, n := a.list()
		y, _, _ := b.list()
		for i := 0; i < n; i++ {
			if c := compare(x.next(i, size), y.next(i, size)); c != 0 {
				return c
			}
		}
	case rt.Interface:
		x, y := a.held(), b.held()
		if x.typ == 0 || y.typ == 0 {
			return order(x.typ == 0 && y.typ != 0, x.typ != 0 && y.typ == 0)
		}
		if x.typ == y.typ {
			return compare(x, y)
		}
		if c := rank(x.typ) - rank(y.typ); c != 0 {
			return c
		}
		s, t := rt.Text(x.typ), rt.Text(y.typ)
		return order(s < t, s > t)
	}
	return 0
}

// rank orders the types of keys that are interfaces. The order is not specified; this is the one of Go's linker.
func rank(t rt.ID) int {
	k := rt.Kind(t)
	switch {
	case k == rt.Struct:
		return 100
	case rt.PkgPath(t) != "" || rt.Name(t) == "":
		return 0
	case k == rt.String:
		return 1
	case rt.Int8 <= k && k <= rt.Int64:
		return k * 2
	case rt.Uint8 <= k && k <= rt.Uint64:
		return (k-rt.Uint8+rt.Int8)*2 + 1
	case k == rt.Int:
		return 20
	case k == rt.Uint:
		return 21
	case k == rt.Bool:
		return 60
	}
	return 30 + k
}

func order(less, greater bool) int {
	switch {
	case less:
		return -1
	case greater:
		return 1
	}
	return 0
}

func compareFloats(x, y float64) int {
	if x != x || y != y {
		return order(x != x && y == y, x == x && y != y)
	}
	return order(x < y, x > y)
}
