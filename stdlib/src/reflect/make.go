package reflect

import rt "internal/rtype"

// PointerTo returns the type *t.
func PointerTo(t Type) Type { return ref(rt.Make(rt.Pointer, 0, []rt.ID{t.id()})) }

// PtrTo returns the old name of PointerTo.
func PtrTo(t Type) Type { return PointerTo(t) }

// SliceOf returns the type []t.
func SliceOf(t Type) Type { return ref(rt.Make(rt.Slice, 0, []rt.ID{t.id()})) }

// ArrayOf returns the type [length]elem.
func ArrayOf(length int, elem Type) Type {
	if length < 0 {
		panic("reflect: negative length passed to ArrayOf")
	}
	if size := elem.Size(); size > 0 && uintptr(length) > ^uintptr(0)/size {
		panic("reflect.ArrayOf: array size would exceed virtual address space")
	}
	return ref(rt.Make(rt.Array, length, []rt.ID{elem.id()}))
}

// ChanOf returns the channel type of that direction and element type.
func ChanOf(dir ChanDir, t Type) Type {
	if dir < RecvDir || dir > BothDir {
		panic("reflect.ChanOf: invalid dir")
	}
	if t.Size() >= 1<<16 {
		panic("reflect.ChanOf: element size too large")
	}
	return ref(rt.Make(rt.Chan, int(dir), []rt.ID{t.id()}))
}

// MapOf returns the type map[key]elem.
func MapOf(key, elem Type) Type {
	if !key.Comparable() {
		panic("reflect.MapOf: invalid key type " + key.String())
	}
	return ref(rt.Make(rt.Map, 0, []rt.ID{key.id(), elem.id()}))
}

// FuncOf returns the func type with those parameters and results.
func FuncOf(in, out []Type, variadic bool) Type {
	if variadic && (len(in) == 0 || in[len(in)-1].Kind() != Slice) {
		panic("reflect.FuncOf: last arg of variadic func must be slice")
	}
	if len(in)+len(out) > 128 {
		panic("reflect.FuncOf: too many arguments")
	}
	parts := make([]rt.ID, 0, len(in)+len(out))
	for _, t := range in {
		parts = append(parts, t.id())
	}
	for _, t := range out {
		parts = append(parts, t.id())
	}
	n := len(in)
	if variadic {
		n |= 1 << 32
	}
	return ref(rt.Make(rt.Func, n, parts))
}
