package reflect

import (
	rt "internal/rtype"
	"strconv"
	"unsafe"
)

// A Value is a Go value of some type, or invalid if it is the zero Value. A method that does not support the value's kind panics.
//
// The layout is Go's: packages that read and make Values through unsafe rely on it. ptr is the value itself if that is
// one pointer (of a type with rt.Direct) and flagIndir is not set; else it points to the memory of the value.
type Value struct {
	typ  rt.ID
	ptr  unsafe.Pointer
	flag flag
}

func init() { rt.ReflectValue = rt.Of(Value{}) }

// flag has the Kind in the low bits, then the bits below, then the index of a method. The bits are Go's: packages such
// as go-spew rely on them.
type flag uintptr

const (
	flagKind     flag = 1<<5 - 1
	flagStickyRO flag = 1 << 5 // read from an unexported field that is not embedded
	flagEmbedRO  flag = 1 << 6 // read from an unexported embedded field
	flagIndir    flag = 1 << 7 // ptr points to the value
	flagAddr     flag = 1 << 8 // ptr is a variable's address
	flagMethod   flag = 1 << 9 // the value is a method of the value at ptr; the method's index is above methodShift
	flagRO            = flagStickyRO | flagEmbedRO
	methodShift       = 10
)

func (f flag) kind() Kind { return Kind(f & flagKind) }

func (f flag) ro() flag {
	if f&flagRO != 0 {
		return flagStickyRO
	}
	return 0
}

// A ValueError means that a method of Value was called on a Value of a kind that it does not support.
type ValueError struct {
	Method string
	Kind   Kind
}

func (e *ValueError) Error() string {
	if e.Kind == Invalid {
		return "reflect: call of " + e.Method + " on zero Value"
	}
	return "reflect: call of " + e.Method + " on " + e.Kind.String() + " Value"
}

func (v Value) wrongKind(method string) {
	panic(&ValueError{"reflect.Value." + method, v.Kind()})
}

func (v Value) must(k Kind, method string) {
	if v.flag.kind() != k {
		v.wrongKind(method)
	}
}

// mustBe is must for package-level functions.
func (v Value) mustBe(k Kind) {
	if v.Kind() != k {
		panic(&ValueError{"unknown method", v.Kind()})
	}
}

func (v Value) mustBeAssignable(method string) {
	if v.flag&flagRO != 0 {
		panic("reflect: reflect.Value." + method + " using value obtained using unexported field")
	}
	if v.flag&flagAddr == 0 {
		if v.flag == 0 {
			v.wrongKind(method)
		}
		panic("reflect: reflect.Value." + method + " using unaddressable value")
	}
}

// mustBeExported panics if v was read from an unexported field. method is the calling method's name; "" for a function.
func (v Value) mustBeExported(method string) {
	if v.flag == 0 {
		v.wrongKind(method)
	}
	if v.flag&flagRO != 0 {
		what := "reflect.Value." + method
		if method == "" {
			what = "unknown method"
		}
		panic("reflect: " + what + " using value obtained using unexported field")
	}
}

// ValueOf returns the value in i; the zero Value if i is nil.
func ValueOf(i any) Value {
	t, p := rt.Words(i)
	if t == 0 {
		return Value{}
	}
	f := flag(rt.Kind(t))
	if !rt.IsDirect(t) {
		f |= flagIndir
	}
	return Value{t, p, f}
}

// at returns the value of type t at p with the bits f.
func at(t rt.ID, p unsafe.Pointer, f flag) Value {
	return Value{t, p, f | flagIndir | flag(rt.Kind(t))}
}

// direct returns the pointer p, with the bits f, as a value of type t, whose values are one pointer.
func direct(t rt.ID, p unsafe.Pointer, f flag) Value { return Value{t, p, f | flag(rt.Kind(t))} }

// loaded is at for memory to which nothing else refers: if the value is one pointer, it loads it.
func loaded(t rt.ID, p unsafe.Pointer, f flag) Value {
	if rt.IsDirect(t) {
		return direct(t, *(*unsafe.Pointer)(p), f)
	}
	return at(t, p, f)
}

// word returns the only word of a pointer-like value, or the first word of a slice or string.
func (v Value) word() unsafe.Pointer {
	if v.flag&flagIndir == 0 {
		return v.ptr
	}
	return *(*unsafe.Pointer)(v.ptr)
}

// memory returns the memory of the value; if v contains the value itself, a copy.
func (v Value) memory() unsafe.Pointer {
	if v.flag&flagIndir != 0 {
		return v.ptr
	}
	p := new(unsafe.Pointer)
	*p = v.ptr
	return unsafe.Pointer(p)
}

// packed returns the value, or the receiver of a method value, as an interface value.
func (v Value) packed() any {
	if v.flag&flagIndir == 0 {
		return rt.PackDirect(v.typ, v.ptr)
	}
	return rt.Pack(v.typ, v.ptr)
}

// IsValid reports whether v holds a value.
func (v Value) IsValid() bool { return v.flag != 0 }

// Kind returns v's kind, Invalid for the zero Value.
func (v Value) Kind() Kind {
	return v.flag.kind()
}

// Type returns v's type.
func (v Value) Type() Type {
	if v.flag == 0 {
		panic(&ValueError{"reflect.Value.Type", Invalid})
	}
	if v.flag&flagMethod != 0 {
		_, _, typ := rt.Method(v.typ, int(v.flag>>methodShift))
		return ref(typ)
	}
	return ref(v.typ)
}

// CanAddr reports whether v is a variable.
func (v Value) CanAddr() bool { return v.flag&flagAddr != 0 }

// CanSet reports whether v can be changed.
func (v Value) CanSet() bool { return v.flag&(flagAddr|flagRO) == flagAddr }

// CanInterface reports whether Interface does not panic.
func (v Value) CanInterface() bool {
	if v.flag == 0 {
		panic(&ValueError{"reflect.Value.CanInterface", Invalid})
	}
	return v.flag&flagRO == 0
}

// Interface returns v as an interface value.
func (v Value) Interface() (i any) {
	if v.flag == 0 {
		panic(&ValueError{"reflect.Value.Interface", Invalid})
	}
	if v.flag&flagRO != 0 {
		panic("reflect.Value.Interface: cannot return value obtained from unexported field or method")
	}
	return v.any()
}

func (v Value) any() any {
	if v.flag&flagMethod != 0 {
		return v.bound("Interface").any()
	}
	return v.packed()
}

// Addr returns the address of v.
func (v Value) Addr() Value {
	if v.flag&flagAddr == 0 {
		panic("reflect.Value.Addr of unaddressable value")
	}
	// An embedded struct behind a pointer keeps its flag: the program may set its exported fields.
	return direct(rt.Make(rt.Pointer, 0, []rt.ID{v.typ}), v.ptr, v.flag&flagRO)
}

// UnsafeAddr returns the address of v.
func (v Value) UnsafeAddr() uintptr {
	if v.flag == 0 {
		panic(&ValueError{"reflect.Value.UnsafeAddr", Invalid})
	}
	if v.flag&flagAddr == 0 {
		panic("reflect.Value.UnsafeAddr of unaddressable value")
	}
	return uintptr(v.ptr)
}

// Elem returns what the interface v holds or the pointer v points to; the zero Value if v is nil.
func (v Value) Elem() Value {
	switch v.Kind() {
	case Interface:
		e := ValueOf(rt.Pack(v.typ, v.ptr))
		if e.flag != 0 {
			e.flag |= v.flag.ro()
		}
		return e
	case Pointer:
		p := v.word()
		if p == nil {
			return Value{}
		}
		return at(rt.Elem(v.typ), p, v.flag&flagRO|flagAddr)
	}
	v.wrongKind("Elem")
	return Value{}
}

// Indirect returns the variable that v points to, or v itself if v is not a pointer.
func Indirect(v Value) Value {
	if v.Kind() != Pointer {
		return v
	}
	return v.Elem()
}

// Bool returns v's value.
func (v Value) Bool() bool {
	if v.Kind() != Bool {
		v.wrongKind("Bool")
	}
	return *(*bool)(v.ptr)
}

// CanInt reports whether Int does not panic.
func (v Value) CanInt() bool { return isInt(v.Kind()) }

// Int returns v's value.
func (v Value) Int() int64 {
	switch v.Kind() {
	case Int:
		return int64(*(*int)(v.ptr))
	case Int8:
		return int64(*(*int8)(v.ptr))
	case Int16:
		return int64(*(*int16)(v.ptr))
	case Int32:
		return int64(*(*int32)(v.ptr))
	case Int64:
		return *(*int64)(v.ptr)
	}
	v.wrongKind("Int")
	return 0
}

// CanUint reports whether Uint does not panic.
func (v Value) CanUint() bool { return isUint(v.Kind()) }

// Uint returns v's value.
func (v Value) Uint() uint64 {
	switch v.Kind() {
	case Uint:
		return uint64(*(*uint)(v.ptr))
	case Uint8:
		return uint64(*(*uint8)(v.ptr))
	case Uint16:
		return uint64(*(*uint16)(v.ptr))
	case Uint32:
		return uint64(*(*uint32)(v.ptr))
	case Uint64:
		return *(*uint64)(v.ptr)
	case Uintptr:
		return uint64(*(*uintptr)(v.ptr))
	}
	v.wrongKind("Uint")
	return 0
}

// CanFloat reports whether Float does not panic.
func (v Value) CanFloat() bool { return isFloat(v.Kind()) }

// Float returns v's value.
func (v Value) Float() float64 {
	switch v.Kind() {
	case Float32:
		return float64(*(*float32)(v.ptr))
	case Float64:
		return *(*float64)(v.ptr)
	}
	v.wrongKind("Float")
	return 0
}

// CanComplex reports whether Complex does not panic.
func (v Value) CanComplex() bool { return isComplex(v.Kind()) }

// Complex returns v's value.
func (v Value) Complex() complex128 {
	switch v.Kind() {
	case Complex64:
		return complex128(*(*complex64)(v.ptr))
	case Complex128:
		return *(*complex128)(v.ptr)
	}
	v.wrongKind("Complex")
	return 0
}

// String returns v's value if it is a string, else "<T Value>" with its type T.
func (v Value) String() string {
	switch v.Kind() {
	case String:
		return *(*string)(v.ptr)
	case Invalid:
		return "<invalid Value>"
	}
	return "<" + v.Type().String() + " Value>"
}

// Bytes returns v's value, a slice or an addressable array of bytes.
func (v Value) Bytes() []byte {
	switch v.Kind() {
	case Slice:
		if Kind(rt.Kind(rt.Elem(v.typ))) != Uint8 {
			panic("reflect.Value.Bytes of non-byte slice")
		}
		return *(*[]byte)(v.ptr)
	case Array:
		if Kind(rt.Kind(rt.Elem(v.typ))) != Uint8 {
			panic("reflect.Value.Bytes of non-byte array")
		}
		if !v.CanAddr() {
			panic("reflect.Value.Bytes of unaddressable byte array")
		}
		return unsafe.Slice((*byte)(v.ptr), rt.Len(v.typ))
	}
	v.wrongKind("Bytes")
	return nil
}

// IsNil reports whether v is nil; v must have a kind with nil.
func (v Value) IsNil() bool {
	switch v.Kind() {
	case Chan, Func, Map, Pointer, UnsafePointer, Slice:
		if v.flag&flagMethod != 0 {
			return false
		}
		return v.word() == nil
	case Interface:
		return *(*uintptr)(v.ptr) == 0
	}
	v.wrongKind("IsNil")
	return false
}

// IsZero reports whether v is the zero value of its type.
func (v Value) IsZero() bool {
	switch v.Kind() {
	case Invalid:
		panic(&ValueError{"reflect.Value.IsZero", Invalid})
	case String:
		return *(*string)(v.ptr) == ""
	case Slice, Interface:
		return v.IsNil()
	case Func:
		return v.IsNil()
	case Float32, Float64:
		return v.Float() == 0 // negative zero too
	case Complex64, Complex128:
		return v.Complex() == 0
	case Array:
		for i := 0; i < v.Len(); i++ {
			if !v.Index(i).IsZero() {
				return false
			}
		}
		return true
	case Struct:
		for i := 0; i < v.NumField(); i++ {
			if name, _, _, _, _, _ := rt.Field(v.typ, i); name != "_" && !v.Field(i).IsZero() {
				return false
			}
		}
		return true
	}
	if v.flag&flagIndir == 0 {
		return v.ptr == nil
	}
	return rt.IsZero(v.ptr, rt.Size(v.typ))
}

// Pointer returns v's pointer as a number; v is a Chan, Func, Map, Pointer, Slice, String or UnsafePointer.
func (v Value) Pointer() uintptr { return uintptr(v.pointer("Pointer")) }

// UnsafePointer is Pointer with an unsafe.Pointer as result.
func (v Value) UnsafePointer() unsafe.Pointer { return v.pointer("UnsafePointer") }

// anyMethod is the code address that all bound methods return.
var anyMethod byte

func (v Value) pointer(method string) unsafe.Pointer {
	switch v.Kind() {
	case Func:
		if v.flag&flagMethod != 0 {
			// As in Go, all bound methods have the same code address.
			return unsafe.Pointer(&anyMethod)
		}
		p := v.word()
		if p != nil {
			p = *(*unsafe.Pointer)(p) // the code address, which runtime.FuncForPC knows
		}
		return p
	case Chan, Map, Pointer, Slice, String, UnsafePointer:
		return v.word()
	}
	v.wrongKind(method)
	return nil
}

// InterfaceData returns the two words of the interface v.
//
// Deprecated: their meaning is not defined.
func (v Value) InterfaceData() [2]uintptr {
	v.must(Interface, "InterfaceData")
	return *(*[2]uintptr)(v.ptr)
}

// Zero returns the zero value of type t.
func Zero(typ Type) Value {
	if typ == nil {
		panic("reflect: Zero(nil)")
	}
	t := typ.id()
	if rt.IsDirect(t) {
		return direct(t, nil, 0)
	}
	if rt.Size(t) <= unsafe.Sizeof(zeroes) {
		return at(t, unsafe.Pointer(&zeroes), 0)
	}
	return at(t, rt.New(t, 1), 0)
}

// zeroes is the memory of small zero values, which a program cannot change.
var zeroes [128]uintptr

// New returns a pointer to a new zero value of type t.
func New(typ Type) Value {
	if typ == nil {
		panic("reflect: New(nil)")
	}
	return NewAt(typ, rt.New(typ.id(), 1))
}

// NewAt returns p as a Value that points to a variable of type t.
func NewAt(typ Type, p unsafe.Pointer) Value {
	return direct(PointerTo(typ).id(), p, 0)
}

// OverflowInt reports whether x does not fit into v's type.
func (v Value) OverflowInt(x int64) bool {
	if !v.CanInt() {
		v.wrongKind("OverflowInt")
	}
	return ref(v.typ).OverflowInt(x)
}

// OverflowUint reports whether x does not fit into v's type.
func (v Value) OverflowUint(x uint64) bool {
	if !v.CanUint() {
		v.wrongKind("OverflowUint")
	}
	return ref(v.typ).OverflowUint(x)
}

// OverflowFloat reports whether x does not fit into v's type.
func (v Value) OverflowFloat(x float64) bool {
	if !v.CanFloat() {
		v.wrongKind("OverflowFloat")
	}
	return ref(v.typ).OverflowFloat(x)
}

// OverflowComplex reports whether x does not fit into v's type.
func (v Value) OverflowComplex(x complex128) bool {
	if !v.CanComplex() {
		v.wrongKind("OverflowComplex")
	}
	return ref(v.typ).OverflowComplex(x)
}

func itoa(i int) string { return strconv.Itoa(i) }
