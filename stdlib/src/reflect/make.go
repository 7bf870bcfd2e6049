package reflect

import (
	rt "internal/rtype"
	"strconv"
	"unicode"
)

// PointerTo returns the type *t.
func PointerTo(t Type) Type { return rtype(rt.Make(rt.Pointer, 0, []rt.ID{t.id()})) }

// PtrTo is the old name of PointerTo.
func PtrTo(t Type) Type { return PointerTo(t) }

// SliceOf returns the type []t.
func SliceOf(t Type) Type { return rtype(rt.Make(rt.Slice, 0, []rt.ID{t.id()})) }

// ArrayOf returns the type [length]elem.
func ArrayOf(length int, elem Type) Type {
	if length < 0 {
		panic("reflect: negative length passed to ArrayOf")
	}
	if size := elem.Size(); size > 0 && uintptr(length) > ^uintptr(0)/size {
		panic("reflect.ArrayOf: array size would exceed virtual address space")
	}
	return rtype(rt.Make(rt.Array, length, []rt.ID{elem.id()}))
}

// ChanOf returns the channel type of that direction and element type.
func ChanOf(dir ChanDir, t Type) Type {
	if dir < RecvDir || dir > BothDir {
		panic("reflect.ChanOf: invalid dir")
	}
	if t.Size() >= 1<<16 {
		panic("reflect.ChanOf: element size too large")
	}
	return rtype(rt.Make(rt.Chan, int(dir), []rt.ID{t.id()}))
}

// MapOf returns the type map[key]elem.
func MapOf(key, elem Type) Type {
	if !key.Comparable() {
		panic("reflect.MapOf: invalid key type " + key.String())
	}
	return rtype(rt.Make(rt.Map, 0, []rt.ID{key.id(), elem.id()}))
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
	return rtype(rt.Make(rt.Func, n, parts))
}

// isFieldName reports whether s is an identifier.
func isFieldName(s string) bool {
	for i, c := range s {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return s != ""
}

// StructOf returns the struct type with those fields; Offset and Index are ignored.
func StructOf(fields []StructField) Type {
	names := make([]string, len(fields))
	tags := make([]string, len(fields))
	types := make([]rt.ID, len(fields))
	embedded := make([]bool, len(fields))
	pkgPath := ""
	seen := map[string]bool{}
	var size uintptr
	largest := uintptr(1) // alignment
	for i, f := range fields {
		if f.Name == "" {
			panic("reflect.StructOf: field " + strconv.Itoa(i) + " has no name")
		}
		if !isFieldName(f.Name) {
			panic("reflect.StructOf: field " + strconv.Itoa(i) + " has invalid name")
		}
		if f.Type == nil {
			panic("reflect.StructOf: field " + strconv.Itoa(i) + " has no type")
		}
		if seen[f.Name] && f.Name != "_" {
			panic("reflect.StructOf: duplicate field " + f.Name)
		}
		if f.Anonymous && f.PkgPath != "" {
			panic("reflect.StructOf: field \"" + f.Name + "\" is anonymous but has PkgPath set")
		}
		if !f.IsExported() {
			if pkgPath != "" && pkgPath != f.PkgPath {
				panic("reflect.StructOf: fields with different PkgPath " + pkgPath + " and " + f.PkgPath)
			}
			pkgPath = f.PkgPath
		} else if c := f.Name[0]; c == '_' || 'a' <= c && c <= 'z' {
			panic("reflect.StructOf: field \"" + f.Name + "\" is unexported but missing PkgPath")
		}
		seen[f.Name] = true
		align := uintptr(f.Type.Align())
		offset := (size + align - 1) &^ (align - 1)
		if offset < size || offset+f.Type.Size() < offset {
			panic("reflect.StructOf: struct size would exceed virtual address space")
		}
		size = offset + f.Type.Size()
		if i == len(fields)-1 && f.Type.Size() == 0 && size > 0 {
			size++ // a pointer to the last field must not point behind the struct
		}
		if largest = max(largest, align); size+largest-1 < offset {
			panic("reflect.StructOf: struct size would exceed virtual address space")
		}
		names[i], tags[i], types[i], embedded[i] = f.Name, string(f.Tag), f.Type.id(), f.Anonymous
	}
	return rtype(rt.MakeStruct(names, tags, types, embedded, pkgPath))
}
