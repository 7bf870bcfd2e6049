package reflectlite

import "internal/rtype"

// Value is a value, or a variable that a pointer points to.
type Value struct {
	id rtype.ID
	// p points to the memory of the value; it may be written only if the value is a variable.
	p        rtype.Word
	variable bool
}

// A ValueError is the panic of a method that the value's kind does not support.
type ValueError struct {
	Method string
	Kind   Kind
}

func (e *ValueError) Error() string {
	if e.Kind == 0 {
		return "reflect: call of " + e.Method + " on zero Value"
	}
	return "reflect: call of " + e.Method + " on " + e.Kind.String() + " Value"
}

// ValueOf returns the value in v, the zero Value if v is nil.
func ValueOf(v any) Value {
	id, p := rtype.Unpack(v)
	return Value{id: id, p: p}
}

func (v Value) IsValid() bool { return v.id != 0 }
func (v Value) CanSet() bool  { return v.variable }

// Type returns the type of the value.
func (v Value) Type() Type {
	if v.id == 0 {
		panic(&ValueError{"reflectlite.Value.Type", 0})
	}
	return typ{v.id}
}

// Kind returns the kind of the value, 0 for the zero Value.
func (v Value) Kind() Kind {
	if v.id == 0 {
		return 0
	}
	return Kind(rtype.Kind(v.id))
}

// IsNil reports whether the value is nil. IsNil panics for kinds whose values cannot be nil.
func (v Value) IsNil() bool {
	switch int(v.Kind()) {
	case rtype.Chan, rtype.Func, rtype.Interface, rtype.Map, rtype.Pointer, rtype.Slice, rtype.UnsafePointer:
		return rtype.IsZero(v.p, rtype.Size(rtype.Of(0)))
	}
	panic(&ValueError{"reflectlite.Value.IsNil", v.Kind()})
}

// Elem returns the value in an interface, or the variable that a pointer points to.
func (v Value) Elem() Value {
	switch int(v.Kind()) {
	case rtype.Interface:
		return ValueOf(rtype.Pack(v.id, v.p))
	case rtype.Pointer:
		if p := rtype.LoadPointer(v.p); p != nil {
			return Value{rtype.Elem(v.id), p, true}
		}
		return Value{}
	}
	panic(&ValueError{"reflectlite.Value.Elem", v.Kind()})
}

// Len returns the length of an array, a channel, a map, a slice or a string.
func (v Value) Len() int {
	switch int(v.Kind()) {
	case rtype.Array:
		return rtype.Len(v.id)
	case rtype.Chan:
		return rtype.ChanLen(rtype.LoadPointer(v.p))
	case rtype.Map:
		return rtype.MapLen(rtype.LoadPointer(v.p))
	case rtype.Slice:
		return len(*(*[]struct{})(v.p))
	case rtype.String:
		return len(*(*string)(v.p))
	}
	panic(&ValueError{"reflect.Value.Len", v.Kind()})
}

// Set assigns x to the variable v.
func (v Value) Set(x Value) {
	if !v.variable {
		panic("reflect: reflectlite.Set using unaddressable value")
	}
	if x.id == 0 || !rtype.Assign(v.id, v.p, rtype.Pack(x.id, x.p)) {
		panic("reflect.Set: value is not assignable to type " + rtype.Text(v.id))
	}
}

// Swapper returns a function that swaps elements of a slice.
func Swapper(slice any) func(i, j int) {
	v := ValueOf(slice)
	if v.Kind() != Slice {
		panic(&ValueError{"Swapper", v.Kind()})
	}
	elements, n := rtype.ElementsOf(v.id, v.p), v.Len()
	return func(i, j int) {
		if uint(i) >= uint(n) || uint(j) >= uint(n) {
			panic("reflect: slice index out of range")
		}
		elements.Swap(i, j)
	}
}
