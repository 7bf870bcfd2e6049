package reflect

import (
	rt "internal/rtype"
	"iter"
	"unsafe"
)

// A Type is a Go type. Types can be compared with ==: equal Types are identical types. A method that does not support
// the type's kind panics.
type Type interface {
	// Align returns the alignment in bytes of a value of this type.
	Align() int
	// FieldAlign returns the alignment in bytes of a struct field of this type.
	FieldAlign() int
	// Method returns the i'th method of the type's method set, in the order of names; exported ones only, unless the type is an interface.
	Method(int) Method
	// MethodByName returns the method of that name.
	MethodByName(string) (Method, bool)
	// NumMethod returns the number of methods that Method can return.
	NumMethod() int
	// Name returns the name of a defined type within its package, "" for others.
	Name() string
	// PkgPath returns the import path of a defined type's package.
	PkgPath() string
	// Size returns the size in bytes of a value of this type.
	Size() uintptr
	// String returns the type as text.
	String() string
	// Kind returns the kind of the type.
	Kind() Kind
	// Implements reports whether the type implements the interface type u.
	Implements(u Type) bool
	// AssignableTo reports whether a value of the type can be assigned to u.
	AssignableTo(u Type) bool
	// ConvertibleTo reports whether a value of the type can be converted to u.
	ConvertibleTo(u Type) bool
	// Comparable reports whether values of the type can be compared with ==.
	Comparable() bool
	// Bits returns the size of a number type in bits.
	Bits() int
	// ChanDir returns the direction of a channel type.
	ChanDir() ChanDir
	// IsVariadic reports whether the last parameter of a func type is variadic.
	IsVariadic() bool
	// Elem returns the element type of an Array, Chan, Map, Pointer or Slice.
	Elem() Type
	// Field returns the i'th field of a struct type.
	Field(i int) StructField
	// FieldByIndex returns the nested field for the index sequence.
	FieldByIndex(index []int) StructField
	// FieldByName returns the field with that name, which may be promoted.
	FieldByName(name string) (StructField, bool)
	// FieldByNameFunc returns the only field at the shallowest depth whose name matches.
	FieldByNameFunc(match func(string) bool) (StructField, bool)
	// In returns the type of the i'th parameter of a func type.
	In(i int) Type
	// Key returns the key type of a map type.
	Key() Type
	// Len returns the length of an array type.
	Len() int
	// NumField returns the number of fields of a struct type.
	NumField() int
	// NumIn returns the number of parameters of a func type.
	NumIn() int
	// NumOut returns the number of results of a func type.
	NumOut() int
	// Out returns the type of the i'th result of a func type.
	Out(i int) Type
	// OverflowComplex reports whether x does not fit into the complex type.
	OverflowComplex(x complex128) bool
	// OverflowFloat reports whether x does not fit into the float type.
	OverflowFloat(x float64) bool
	// OverflowInt reports whether x does not fit into the int type.
	OverflowInt(x int64) bool
	// OverflowUint reports whether x does not fit into the uint type.
	OverflowUint(x uint64) bool
	// CanSeq reports whether a range loop over the type's values can have one variable.
	CanSeq() bool
	// CanSeq2 reports whether a range loop over the type's values can have two variables.
	CanSeq2() bool

	// Fields returns an iterator over the fields of a struct type.
	Fields() iter.Seq[StructField]
	// Methods returns an iterator over the methods that Method can return.
	Methods() iter.Seq[Method]
	// Ins returns an iterator over the parameters of a func type.
	Ins() iter.Seq[Type]
	// Outs returns an iterator over the results of a func type.
	Outs() iter.Seq[Type]

	id() rt.ID
}

// Method is a method of a type.
type Method struct {
	Name    string
	PkgPath string // "" for an exported method
	Type    Type   // with the receiver as first parameter, unless it is an interface's
	Func    Value  // func with the receiver as first parameter
	Index   int
}

// IsExported reports whether the method is exported.
func (m Method) IsExported() bool { return m.PkgPath == "" }

// rtype is the only implementation of Type: the type's descriptor. There is one *rtype for each type.
type rtype struct{ t rt.Descriptor }

// ref returns the type t as a Type; t is not 0.
func ref(t rt.ID) *rtype { return (*rtype)(unsafe.Pointer(t)) }

func toType(t rt.ID) Type {
	if t == 0 {
		return nil
	}
	return ref(t)
}

// TypeOf returns the type of the value in i, nil if i is nil.
func TypeOf(i any) Type { return toType(rt.Of(i)) }

func (t *rtype) id() rt.ID       { return rt.ID(unsafe.Pointer(t)) }
func (t *rtype) Align() int      { return rt.Align(t.id()) }
func (t *rtype) FieldAlign() int { return rt.Align(t.id()) }
func (t *rtype) Name() string    { return rt.Name(t.id()) }
func (t *rtype) PkgPath() string { return rt.PkgPath(t.id()) }
func (t *rtype) Size() uintptr   { return rt.Size(t.id()) }
func (t *rtype) String() string  { return rt.Text(t.id()) }
func (t *rtype) Kind() Kind      { return Kind(rt.Kind(t.id())) }
func (t *rtype) NumMethod() int  { return rt.NumMethod(t.id()) }
func (t *rtype) Comparable() bool {
	return rt.Comparable(t.id())
}

func (t *rtype) must(k Kind, method string) {
	if t.Kind() != k {
		panic("reflect: " + method + " of non-" + k.String() + " type " + t.String())
	}
}

func (t *rtype) Method(i int) (m Method) {
	if i < 0 || i >= t.NumMethod() {
		panic("reflect: Method index out of range")
	}
	name, pkgPath, typ := rt.Method(t.id(), i)
	m = Method{Name: name, PkgPath: pkgPath, Type: toType(typ), Index: i}
	if t.Kind() != Interface {
		m.Type = withReceiver(t.id(), typ)
		m.Func = MakeFunc(m.Type, func(args []Value) []Value {
			if m.Type.IsVariadic() {
				return args[0].Method(i).CallSlice(args[1:])
			}
			return args[0].Method(i).Call(args[1:])
		})
	}
	return m
}

// withReceiver returns the func type f with t as an additional first parameter.
func withReceiver(t, f rt.ID) Type {
	in, out, variadic := rt.Signature(f)
	parts := make([]rt.ID, 0, 1+in+out)
	parts = append(parts, t)
	for i := 0; i < in+out; i++ {
		parts = append(parts, rt.Param(f, i))
	}
	n := 1 + in
	if variadic {
		n |= 1 << 32
	}
	return ref(rt.Make(rt.Func, n, parts))
}

func (t *rtype) MethodByName(name string) (Method, bool) {
	if i := methodIndex(t.id(), name); i >= 0 {
		return t.Method(i), true
	}
	return Method{}, false
}

// methodIndex returns the index of the method of that name, -1 if t has none.
func methodIndex(t rt.ID, name string) int { return rt.MethodIndex(t, name) }

func (t *rtype) Implements(u Type) bool {
	if u == nil {
		panic("reflect: nil type passed to Type.Implements")
	}
	if u.Kind() != Interface {
		panic("reflect: non-interface type passed to Type.Implements")
	}
	return rt.Implements(t.id(), u.id())
}

func (t *rtype) AssignableTo(u Type) bool {
	if u == nil {
		panic("reflect: nil type passed to Type.AssignableTo")
	}
	return assignable(t.id(), u.id())
}

func (t *rtype) ConvertibleTo(u Type) bool {
	if u == nil {
		panic("reflect: nil type passed to Type.ConvertibleTo")
	}
	return convertible(t.id(), u.id())
}

func (t *rtype) Bits() int {
	k := t.Kind()
	if k < Int || k > Complex128 {
		panic("reflect: Bits of non-arithmetic Type " + t.String())
	}
	return int(t.Size()) * 8
}

func (t *rtype) ChanDir() ChanDir {
	t.must(Chan, "ChanDir")
	return ChanDir(rt.Len(t.id()))
}

func (t *rtype) Elem() Type {
	e := rt.Elem(t.id())
	if e == 0 {
		panic("reflect: Elem of invalid type " + t.String())
	}
	return ref(e)
}

func (t *rtype) Key() Type {
	t.must(Map, "Key")
	return ref(rt.Key(t.id()))
}

func (t *rtype) Len() int {
	t.must(Array, "Len")
	return rt.Len(t.id())
}

func (t *rtype) NumField() int {
	t.must(Struct, "NumField")
	return rt.Len(t.id())
}

func (t *rtype) IsVariadic() bool {
	t.must(Func, "IsVariadic")
	_, _, variadic := rt.Signature(t.id())
	return variadic
}

func (t *rtype) NumIn() int {
	t.must(Func, "NumIn")
	in, _, _ := rt.Signature(t.id())
	return in
}

func (t *rtype) NumOut() int {
	t.must(Func, "NumOut")
	_, out, _ := rt.Signature(t.id())
	return out
}

func (t *rtype) In(i int) Type {
	t.must(Func, "In")
	in, _, _ := rt.Signature(t.id())
	_ = make([]struct{}, in)[i] // panics if there is no such parameter
	return ref(rt.Param(t.id(), i))
}

func (t *rtype) Out(i int) Type {
	t.must(Func, "Out")
	in, out, _ := rt.Signature(t.id())
	_ = make([]struct{}, out)[i] // panics if there is no such result
	return ref(rt.Param(t.id(), in+i))
}

func (t *rtype) OverflowInt(x int64) bool {
	switch t.Kind() {
	case Int, Int8, Int16, Int32, Int64:
		shift := 64 - t.Size()*8
		return x<<shift>>shift != x
	}
	panic("reflect: OverflowInt of non-int type " + t.String())
}

func (t *rtype) OverflowUint(x uint64) bool {
	switch t.Kind() {
	case Uint, Uint8, Uint16, Uint32, Uint64, Uintptr:
		shift := 64 - t.Size()*8
		return x<<shift>>shift != x
	}
	panic("reflect: OverflowUint of non-uint type " + t.String())
}

func (t *rtype) OverflowFloat(x float64) bool {
	switch t.Kind() {
	case Float32:
		return overflowFloat32(x)
	case Float64:
		return false
	}
	panic("reflect: OverflowFloat of non-float type " + t.String())
}

func (t *rtype) OverflowComplex(x complex128) bool {
	switch t.Kind() {
	case Complex64:
		return overflowFloat32(real(x)) || overflowFloat32(imag(x))
	case Complex128:
		return false
	}
	panic("reflect: OverflowComplex of non-complex type " + t.String())
}

func overflowFloat32(x float64) bool {
	if x < 0 {
		x = -x
	}
	return 3.40282346638528859811704183484516925440e+38 < x && x <= 1.79769313486231570814527423731704356798070e+308
}

func (t *rtype) CanSeq() bool {
	switch t.Kind() {
	case Int8, Int16, Int32, Int64, Int, Uint8, Uint16, Uint32, Uint64, Uint, Uintptr, Array, Slice, Chan, String, Map:
		return true
	case Func:
		return t.isIterator(1)
	case Pointer:
		return t.Elem().Kind() == Array
	}
	return false
}

func (t *rtype) CanSeq2() bool {
	switch t.Kind() {
	case Array, Slice, String, Map:
		return true
	case Func:
		return t.isIterator(2)
	case Pointer:
		return t.Elem().Kind() == Array
	}
	return false
}

// isIterator reports whether t is func(yield func(n values) bool).
func (t *rtype) isIterator(n int) bool {
	in, out, _ := rt.Signature(t.id())
	if in != 1 || out != 0 {
		return false
	}
	yield := ref(rt.Param(t.id(), 0))
	if yield.Kind() != Func {
		return false
	}
	in, out, _ = rt.Signature(yield.id())
	return in == n && out == 1 && ref(rt.Param(yield.id(), n)) == TypeFor[bool]()
}
