package reflect

import (
	rt "internal/rtype"
	"unsafe"
)

// NumField returns the number of fields of the struct v.
func (v Value) NumField() int {
	v.must(Struct, "NumField")
	return rt.Len(v.typ)
}

// Field returns the i'th field of the struct v.
func (v Value) Field(i int) Value {
	v.must(Struct, "Field")
	if uint(i) >= uint(rt.Len(v.typ)) {
		panic("reflect: Field index out of range")
	}
	_, pkgPath, _, typ, offset, embedded := rt.Field(v.typ, i)
	f := v.flag & (flagStickyRO | flagAddr)
	if pkgPath != "" {
		if embedded {
			f |= flagEmbedRO
		} else {
			f |= flagStickyRO
		}
	}
	if v.flag&flagIndir == 0 {
		if rt.IsDirect(typ) {
			return direct(typ, v.ptr, f)
		}
		return at(typ, unsafe.Pointer(&zeroes), f) // a zero-size field beside the pointer
	}
	return at(typ, rt.Add(v.ptr, offset), f)
}

// FieldByIndex returns the nested field for the index sequence; it panics at a nil embedded pointer.
func (v Value) FieldByIndex(index []int) Value {
	f, err := v.FieldByIndexErr(index)
	if err != nil {
		panic("reflect: indirection through nil pointer to embedded struct")
	}
	return f
}

type nilEmbedded string

func (e nilEmbedded) Error() string {
	return "reflect: indirection through nil pointer to embedded struct field " + string(e)
}

// FieldByIndexErr is FieldByIndex with an error in place of the panic.
func (v Value) FieldByIndexErr(index []int) (Value, error) {
	for i, x := range index {
		if i > 0 && v.Kind() == Pointer && Kind(rt.Kind(rt.Elem(v.typ))) == Struct {
			if v.IsNil() {
				return Value{}, nilEmbedded(rt.Name(rt.Elem(v.typ)))
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v, nil
}

// FieldByName returns the field of that name, the zero Value if there is none.
func (v Value) FieldByName(name string) Value {
	v.must(Struct, "FieldByName")
	if f, ok := ref(v.typ).FieldByName(name); ok {
		return v.FieldByIndex(f.Index)
	}
	return Value{}
}

// FieldByNameFunc returns the field whose name matches, the zero Value if there is not exactly one.
func (v Value) FieldByNameFunc(match func(string) bool) Value {
	v.must(Struct, "FieldByNameFunc")
	if f, ok := ref(v.typ).FieldByNameFunc(match); ok {
		return v.FieldByIndex(f.Index)
	}
	return Value{}
}
