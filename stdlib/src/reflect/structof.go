package reflect

import (
	rt "internal/rtype"
	"strconv"
	"unicode"
)

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
	largest := uintptr(1) // greatest alignment of a field
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
		if f.Anonymous {
			mayEmbed(f.Type.id(), i, len(fields))
		}
		if seen[f.Name] && f.Name != "_" {
			panic("reflect.StructOf: duplicate field " + f.Name)
		}
		seen[f.Name] = true
		align := uintptr(f.Type.Align())
		offset := (size + align - 1) &^ (align - 1)
		if offset < size || offset+f.Type.Size() < offset {
			panic("reflect.StructOf: struct size would exceed virtual address space")
		}
		size = offset + f.Type.Size()
		if i == len(fields)-1 && f.Type.Size() == 0 && size > 0 {
			size++ // a pointer to a zero-size last field must not point behind the struct
		}
		if largest = max(largest, align); size+largest-1 < offset {
			panic("reflect.StructOf: struct size would exceed virtual address space")
		}
		names[i], tags[i], types[i], embedded[i] = f.Name, string(f.Tag), f.Type.id(), f.Anonymous
	}
	return ref(rt.MakeStruct(names, tags, types, embedded, pkgPath, refuseOfInterface, refuseOfWord))
}

// mayEmbed panics unless field i of n, of type t, may be embedded: only methods of a first field are promoted.
func mayEmbed(t rt.ID, i, n int) {
	kind := Kind(rt.Kind(t))
	var elem rt.ID
	if kind == Pointer {
		elem = rt.Elem(t)
		if k := Kind(rt.Kind(elem)); k == Pointer || k == Interface {
			panic("reflect.StructOf: illegal embedded field type " + rt.Text(t))
		}
	}
	methods, foreign := rt.MethodSet(t)
	switch {
	case kind == Interface:
	case methods > 0 && i > 0:
		panic("reflect: embedded type with methods not implemented if type is not first field")
	case kind == Pointer && (methods > 0 || rt.Name(t) != "") && n > 1:
		panic("reflect: embedded type with methods not implemented if there is more than one field")
	case kind != Pointer && (methods > 0 || rt.Name(t) != "") && n > 1 && isPointerShaped(t):
		panic("reflect: embedded type with methods not implemented for non-pointer type")
	}
	if foreign {
		panic("reflect: embedded interface with unexported method(s) not implemented")
	}
}

// isPointerShaped reports whether a value of type t is one pointer.
func isPointerShaped(t rt.ID) bool {
	switch Kind(rt.Kind(t)) {
	case Pointer, Map, Chan, Func, UnsafePointer:
		return true
	case Array:
		return rt.Len(t) == 1 && isPointerShaped(rt.Elem(t))
	case Struct:
		if rt.Len(t) == 1 {
			_, _, _, field, _, _ := rt.Field(t, 0)
			return isPointerShaped(field)
		}
	}
	return false
}

// These functions replace promoted methods that cannot be called: those of an interface, as in Go, and, of a type that
// a session made before it used StructOf, methods whose receiver is the interface's word itself, because the struct has
// another layout. Like methods, they have a receiver.

func refuseOfInterface(uintptr) {
	panic("reflect: StructOf does not support methods of embedded interfaces")
}

func refuseOfWord(uintptr) {
	panic("reflect: StructOf does not support methods of embedded types that fit into a word")
}
