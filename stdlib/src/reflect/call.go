package reflect

import (
	rt "internal/rtype"
	"unsafe"
)

// NumMethod returns the number of methods of v that Method can return.
func (v Value) NumMethod() int {
	if v.typ == 0 {
		panic(&ValueError{"reflect.Value.NumMethod", Invalid})
	}
	if v.flag&flagMethod != 0 {
		return 0
	}
	return rt.NumMethod(v.typ)
}

// Method returns the i'th method of v, bound to v.
func (v Value) Method(i int) Value {
	if v.typ == 0 {
		panic(&ValueError{"reflect.Value.Method", Invalid})
	}
	if v.flag&flagMethod != 0 || uint(i) >= uint(rt.NumMethod(v.typ)) {
		panic("reflect: Method index out of range")
	}
	if v.Kind() == Interface && v.IsNil() {
		panic("reflect: Method on nil interface value")
	}
	f := v.flag.ro() | v.flag&flagIndir | flag(Func) | flagMethod | flag(i)<<methodShift
	return Value{v.typ, v.ptr, f}
}

// MethodByName returns the method of that name, bound to v; the zero Value if there is none.
func (v Value) MethodByName(name string) Value {
	if v.typ == 0 {
		panic(&ValueError{"reflect.Value.MethodByName", Invalid})
	}
	if v.flag&flagMethod != 0 {
		return Value{}
	}
	if i := methodIndex(v.typ, name); i >= 0 {
		return v.Method(i)
	}
	return Value{}
}

// bound returns the method value v as a func value; op is the calling method's name for panics.
func (v Value) bound(op string) Value {
	i := int(v.flag >> methodShift)
	name, pkgPath, typ := rt.Method(v.typ, i)
	receiver := v.packed()
	if rt.Kind(v.typ) == rt.Interface {
		if pkgPath != "" {
			panic("reflect: " + op + " of unexported method")
		}
		if receiver == nil {
			panic("reflect: " + op + " of method on nil interface value")
		}
		i = methodIndex(rt.Of(receiver), name)
	}
	return direct(typ, rt.MethodValue(receiver, i), v.flag.ro())
}

// Call calls the func v with the arguments in and returns its results.
func (v Value) Call(in []Value) []Value { return v.call("Call", in, false) }

// CallSlice is Call of a variadic func whose last argument is the slice.
func (v Value) CallSlice(in []Value) []Value { return v.call("CallSlice", in, true) }

func (v Value) call(op string, in []Value, isSlice bool) []Value {
	if v.Kind() != Func {
		v.wrongKind(op)
	}
	v.mustBeExported(op)
	if v.flag&flagMethod != 0 {
		v = v.bound(op)
	}
	t, fn := v.typ, v.word()
	if fn == nil {
		panic("reflect.Value.Call: call of nil function")
	}
	return invoke(op, t, fn, in, isSlice)
}

// invoke calls fn of the func type t; isSlice says that the last argument is the slice of a variadic func.
func invoke(op string, t rt.ID, fn unsafe.Pointer, args []Value, isSlice bool) []Value {
	in, out, variadic := rt.Signature(t)
	n := in
	if variadic && !isSlice {
		n--
	}
	switch exact := isSlice || !variadic; {
	case isSlice && !variadic:
		panic("reflect: CallSlice of non-variadic function")
	case len(args) < n:
		panic("reflect: " + op + " with too few input arguments")
	case exact && len(args) > n:
		panic("reflect: " + op + " with too many input arguments")
	}
	for _, x := range args {
		if x.Kind() == Invalid {
			panic("reflect: " + op + " using zero Value argument")
		}
		x.mustBeExported(op)
	}
	if variadic && !isSlice {
		st := rt.Param(t, n)
		rest := MakeSlice(ref(st), len(args)-n, len(args)-n)
		for i := n; i < len(args); i++ {
			x := args[i]
			if !assignable(x.Type().id(), rt.Elem(st)) {
				panic("reflect: cannot use " + x.Type().String() + " as type " + rt.Text(rt.Elem(st)) + " in " + op)
			}
			rest.Index(i - n).Set(x)
		}
		args = append(args[:n:n], rest)
	}
	argPtrs := make([]unsafe.Pointer, in)
	for i := range argPtrs {
		pt := rt.Param(t, i)
		if x := args[i]; !assignable(x.Type().id(), pt) {
			panic("reflect: " + op + " using " + x.Type().String() + " as type " + rt.Text(pt))
		}
		argPtrs[i] = args[i].assignTo("reflect.Value.Call", pt).memory()
	}
	results := make([]Value, out)
	resultPtrs := make([]unsafe.Pointer, out)
	for i := range results {
		rtyp := rt.Param(t, in+i)
		resultPtrs[i] = rt.New(rtyp, 1)
	}
	call(t, fn, argPtrs, resultPtrs)
	for i, p := range resultPtrs {
		results[i] = loaded(rt.Param(t, in+i), p, 0)
	}
	return results
}

// MakeFunc returns a func of type typ that calls fn with its arguments and returns fn's results.
func MakeFunc(typ Type, fn func(args []Value) (results []Value)) Value {
	if typ.Kind() != Func {
		panic("reflect: call of MakeFunc with non-Func type")
	}
	t := typ.id()
	f := makeFunc(t, func(args, results []unsafe.Pointer) { serve(t, fn, args, results) })
	return direct(t, f, 0)
}

// serve runs when a program calls a func that MakeFunc made: args point to its arguments, results to memory for its results.
func serve(t rt.ID, fn func([]Value) []Value, args, results []unsafe.Pointer) {
	in, out, _ := rt.Signature(t)
	values := make([]Value, in)
	for i := range values {
		values[i] = copied(rt.Param(t, i), args[i], 0)
	}
	returned := fn(values)
	if len(returned) != out {
		panic("reflect: wrong return count from function created by MakeFunc")
	}
	for i, r := range returned {
		rtyp := rt.Param(t, in+i)
		if r.typ == 0 {
			panic("reflect: function created by MakeFunc using closure returned zero Value")
		}
		if r.flag&flagRO != 0 {
			panic("reflect: function created by MakeFunc using closure returned value obtained from unexported field")
		}
		rt.Move(rtyp, results[i], r.assignTo("reflect.MakeFunc", rtyp).memory())
	}
}
