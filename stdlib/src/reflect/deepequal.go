package reflect

import (
	rt "internal/rtype"
	"unsafe"
)

// visit is a pair of references that are being compared; meeting it again means that no difference was found.
type visit struct {
	a, b unsafe.Pointer
	typ  rt.ID
}

// DeepEqual reports whether x and y are deeply equal: it compares arrays, structs, slices, maps and the targets of
// pointers and interfaces element by element; funcs are equal only if both are nil; all other values are compared with ==.
func DeepEqual(x, y any) bool {
	if x == nil || y == nil {
		return x == y
	}
	t := rt.Of(x)
	if t != rt.Of(y) {
		return false
	}
	flat := isFlat(t)
	if flat && rt.Comparable(t) {
		return x == y
	}
	var visited map[visit]bool
	if !flat {
		visited = map[visit]bool{}
	}
	return deepEqual(ValueOf(x), ValueOf(y), visited)
}

// isBasic reports whether values of the kind refer to nothing that is compared.
func isBasic(k Kind) bool { return Bool <= k && k <= Complex128 || k == String }

// isFlat reports whether t consists of slices and arrays of a basic type: its values contain no cycles.
func isFlat(t rt.ID) bool {
	for rt.Name(t) == "" && (Kind(rt.Kind(t)) == Slice || Kind(rt.Kind(t)) == Array) {
		t = rt.Elem(t)
	}
	return isBasic(Kind(rt.Kind(t)))
}

func deepEqual(v, w Value, visited map[visit]bool) bool {
	if !v.IsValid() || !w.IsValid() {
		return v.IsValid() == w.IsValid()
	}
	if v.typ != w.typ {
		return false
	}
	switch v.Kind() {
	case Pointer, Map, Slice:
		a, b := v.word(), w.word()
		if visited != nil && a != nil && b != nil && a != b {
			key := visit{a, b, v.typ}
			if visited[key] {
				return true
			}
			visited[key] = true
		}
	}
	switch v.Kind() {
	case Array:
		for i := 0; i < v.Len(); i++ {
			if !deepEqual(v.Index(i), w.Index(i), visited) {
				return false
			}
		}
		return true
	case Slice:
		if v.IsNil() != w.IsNil() || v.Len() != w.Len() {
			return false
		}
		if v.word() == w.word() {
			return true
		}
		if Kind(rt.Kind(rt.Elem(v.typ))) == Uint8 {
			return string(*(*[]byte)(v.ptr)) == string(*(*[]byte)(w.ptr))
		}
		for i := 0; i < v.Len(); i++ {
			if !deepEqual(v.Index(i), w.Index(i), visited) {
				return false
			}
		}
		return true
	case Interface:
		if v.IsNil() || w.IsNil() {
			return v.IsNil() == w.IsNil()
		}
		return deepEqual(v.Elem(), w.Elem(), visited)
	case Pointer:
		return v.word() == w.word() || deepEqual(v.Elem(), w.Elem(), visited)
	case Struct:
		for i, n := 0, v.NumField(); i < n; i++ {
			if !deepEqual(v.Field(i), w.Field(i), visited) {
				return false
			}
		}
		return true
	case Map:
		if v.IsNil() != w.IsNil() || v.Len() != w.Len() {
			return false
		}
		if v.word() == w.word() {
			return true
		}
		iter := v.MapRange()
		for iter.Next() {
			b := w.MapIndex(iter.Key())
			if !b.IsValid() || !deepEqual(iter.Value(), b, visited) {
				return false
			}
		}
		return true
	case Func:
		return v.IsNil() && w.IsNil()
	}
	switch v.Kind() {
	case String:
		return *(*string)(v.ptr) == *(*string)(w.ptr)
	case Complex128:
		return *(*complex128)(v.ptr) == *(*complex128)(w.ptr)
	}
	return v.any() == w.any()
}
