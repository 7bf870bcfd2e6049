package reflect

import (
	rt "internal/rtype"
	"unsafe"
)

// assignTo returns v as a value of type t for an assignment to a variable of type t.
func (v Value) assignTo(context string, t rt.ID) Value {
	if v.flag&flagMethod != 0 {
		v = v.bound(context)
	}
	switch {
	case v.typ == t:
		return v
	case Kind(rt.Kind(t)) == Interface && rt.Implements(v.typ, t):
		p := rt.New(t, 1)
		if !rt.Assign(t, p, v.any()) {
			panic(context + ": value of type " + rt.Text(v.typ) + " is not assignable to type " + rt.Text(t))
		}
		return at(t, p, v.flag.ro())
	case assignable(v.typ, t):
		return Value{t, v.ptr, v.flag&(flagRO|flagAddr|flagIndir) | flag(rt.Kind(t))}
	}
	panic(context + ": value of type " + rt.Text(v.typ) + " is not assignable to type " + rt.Text(t))
}

// Set stores x in the variable v.
func (v Value) Set(x Value) { v.setFrom(x, "Set", "reflect.Set") }

// setFrom is Set for a method; its panics contain the method's name and, for the assignment, context.
func (v Value) setFrom(x Value, method, context string) {
	v.mustBeAssignable(method)
	x.mustBeExported(method)
	x = x.assignTo(context, v.typ)
	if x.flag&flagIndir == 0 {
		*(*unsafe.Pointer)(v.ptr) = x.ptr
		return
	}
	rt.Move(v.typ, v.ptr, x.ptr)
}

// SetZero stores the zero value in v.
func (v Value) SetZero() {
	v.mustBeAssignable("SetZero")
	rt.Clear(v.typ, v.ptr, 1)
}

// SetBool stores x in v.
func (v Value) SetBool(x bool) {
	v.mustBeAssignable("SetBool")
	v.must(Bool, "SetBool")
	*(*bool)(v.ptr) = x
}

// SetInt stores x in v.
func (v Value) SetInt(x int64) {
	v.mustBeAssignable("SetInt")
	switch v.Kind() {
	case Int:
		*(*int)(v.ptr) = int(x)
	case Int8:
		*(*int8)(v.ptr) = int8(x)
	case Int16:
		*(*int16)(v.ptr) = int16(x)
	case Int32:
		*(*int32)(v.ptr) = int32(x)
	case Int64:
		*(*int64)(v.ptr) = x
	default:
		v.wrongKind("SetInt")
	}
}

// SetUint stores x in v.
func (v Value) SetUint(x uint64) {
	v.mustBeAssignable("SetUint")
	switch v.Kind() {
	case Uint:
		*(*uint)(v.ptr) = uint(x)
	case Uint8:
		*(*uint8)(v.ptr) = uint8(x)
	case Uint16:
		*(*uint16)(v.ptr) = uint16(x)
	case Uint32:
		*(*uint32)(v.ptr) = uint32(x)
	case Uint64:
		*(*uint64)(v.ptr) = x
	case Uintptr:
		*(*uintptr)(v.ptr) = uintptr(x)
	default:
		v.wrongKind("SetUint")
	}
}

// SetFloat stores x in v.
func (v Value) SetFloat(x float64) {
	v.mustBeAssignable("SetFloat")
	switch v.Kind() {
	case Float32:
		*(*float32)(v.ptr) = float32(x)
	case Float64:
		*(*float64)(v.ptr) = x
	default:
		v.wrongKind("SetFloat")
	}
}

// SetComplex stores x in v.
func (v Value) SetComplex(x complex128) {
	v.mustBeAssignable("SetComplex")
	switch v.Kind() {
	case Complex64:
		*(*complex64)(v.ptr) = complex64(x)
	case Complex128:
		*(*complex128)(v.ptr) = x
	default:
		v.wrongKind("SetComplex")
	}
}

// SetString stores x in v.
func (v Value) SetString(x string) {
	v.mustBeAssignable("SetString")
	v.must(String, "SetString")
	*(*string)(v.ptr) = x
}

// SetBytes stores x in v, a slice of bytes.
func (v Value) SetBytes(x []byte) {
	v.mustBeAssignable("SetBytes")
	v.must(Slice, "SetBytes")
	if Kind(rt.Kind(rt.Elem(v.typ))) != Uint8 {
		panic("reflect.Value.SetBytes of non-byte slice")
	}
	*(*[]byte)(v.ptr) = x
}

// SetPointer stores x in v, an unsafe.Pointer.
func (v Value) SetPointer(x unsafe.Pointer) {
	v.mustBeAssignable("SetPointer")
	v.must(UnsafePointer, "SetPointer")
	*(*unsafe.Pointer)(v.ptr) = x
}

// CanConvert reports whether Convert does not panic.
func (v Value) CanConvert(t Type) bool {
	if !v.Type().ConvertibleTo(t) {
		return false
	}
	switch {
	case v.Kind() == Slice && t.Kind() == Array && t.Len() > v.Len():
		return false
	case v.Kind() == Slice && t.Kind() == Pointer && t.Elem().Kind() == Array && t.Elem().Len() > v.Len():
		return false
	}
	return true
}

// Convert returns v converted to type t.
func (v Value) Convert(t Type) Value {
	if v.flag&flagMethod != 0 {
		v = v.bound("Convert")
	}
	way := conversion(v.Type().id(), t.id())
	if way == noConversion {
		panic("reflect.Value.Convert: value of type " + v.Type().String() + " cannot be converted to type " + t.String())
	}
	ro := v.flag.ro()
	if way == sameMemory {
		p := v.ptr
		if v.flag&flagAddr != 0 {
			p = rt.New(t.id(), 1)
			rt.Move(t.id(), p, v.ptr)
		}
		return Value{t.id(), p, ro | v.flag&flagIndir | flag(rt.Kind(t.id()))}
	}
	out := New(t).Elem()
	switch way {
	case numeric:
		out.setNumber(v)
	case intToString:
		r := rune(-1)
		if v.CanInt() {
			if x := v.Int(); int64(rune(x)) == x {
				r = rune(x)
			}
		} else if x := v.Uint(); uint64(rune(x)) == x {
			r = rune(x)
		}
		out.SetString(string(r))
	case stringToBytes:
		*(*[]byte)(out.ptr) = []byte(v.String())
	case stringToRunes:
		*(*[]rune)(out.ptr) = []rune(v.String())
	case bytesToString:
		out.SetString(string(*(*[]byte)(v.ptr)))
	case runesToString:
		out.SetString(string(*(*[]rune)(v.ptr)))
	case sliceToArray, sliceToArrayPointer:
		at := t
		if way == sliceToArrayPointer {
			at = t.Elem()
		}
		if n := rt.Len(at.id()); n > v.Len() {
			what := "array"
			if way == sliceToArrayPointer {
				what = "pointer to array"
			}
			panic("reflect: cannot convert slice with length " + itoa(v.Len()) + " to " + what + " with length " + itoa(n))
		}
		if way == sliceToArrayPointer {
			*(*unsafe.Pointer)(out.ptr) = v.word()
		} else {
			rt.Move(t.id(), out.ptr, v.word())
		}
	case toInterface:
		rt.Assign(t.id(), out.ptr, v.any())
	}
	return loaded(out.typ, out.ptr, ro)
}

// setNumber stores the number x, converted, in v.
func (v Value) setNumber(x Value) {
	switch k := v.Kind(); {
	case isInt(k):
		switch {
		case x.CanInt():
			v.SetInt(x.Int())
		case x.CanUint():
			v.SetInt(int64(x.Uint()))
		default:
			v.SetInt(int64(x.Float()))
		}
	case isUint(k):
		switch {
		case x.CanInt():
			v.SetUint(uint64(x.Int()))
		case x.CanUint():
			v.SetUint(x.Uint())
		default:
			v.SetUint(uint64(x.Float()))
		}
	case isFloat(k):
		switch {
		case k == Float32 && x.Kind() == Float32:
			// The bits of a NaN must not change.
			*(*uint32)(v.ptr) = *(*uint32)(x.ptr)
		case x.CanInt():
			v.SetFloat(float64(x.Int()))
		case x.CanUint():
			v.SetFloat(float64(x.Uint()))
		default:
			v.SetFloat(x.Float())
		}
	default:
		v.SetComplex(x.Complex())
	}
}
