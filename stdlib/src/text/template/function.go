package template

import (
	"fmt"
	"reflect"
	"sync"
)

// A function is a function that templates can call.
type function struct {
	value    reflect.Value
	typ      reflect.Type
	params   int
	variadic bool
	builtin  bool
	wrong    error // the error if its results are not allowed
	// direct calls a function of a common type without reflection. An argument for a parameter of type reflect.Value is
	// passed as it is, not wrapped in a Value.
	direct func(in []reflect.Value) (reflect.Value, error)
}

func newFunction(name string, value reflect.Value) function {
	typ := value.Type()
	return function{
		value:    value,
		typ:      typ,
		params:   typ.NumIn(),
		variadic: typ.IsVariadic(),
		wrong:    goodResults(name, typ),
	}
}

// checkedFunc returns f as a function; it panics if f is not allowed, or name is not an identifier.
func checkedFunc(name string, f any) *function {
	if !goodName(name) {
		panic(fmt.Errorf("function name %q is not a valid identifier", name))
	}
	v := reflect.ValueOf(f)
	if v.Kind() != reflect.Func {
		panic("value for " + name + " not a function")
	}
	function := newFunction(name, v)
	if function.wrong != nil {
		panic(function.wrong)
	}
	if !v.IsNil() {
		function.direct = directly(f)
	}
	return &function
}

// The builtins for findFunction, set at the first call: an initialiser would refer to itself.
var (
	builtinOnce      sync.Once
	builtinFunctions map[string]*function
)

// findFunction returns a function of the template, or a builtin one, or nil.
func findFunction(name string, t *Template) *function {
	if t != nil && t.common != nil {
		t.funcMu.RLock()
		f := t.funcs[name]
		t.funcMu.RUnlock()
		if f != nil {
			return f
		}
	}
	builtinOnce.Do(func() {
		builtinFunctions = make(map[string]*function)
		for name, f := range builtins() {
			function := checkedFunc(name, f)
			function.builtin = true
			builtinFunctions[name] = function
		}
	})
	return builtinFunctions[name]
}

// directly returns a call of f without reflection if f has a common type, else nil.
func directly(f any) func(in []reflect.Value) (reflect.Value, error) {
	switch f := f.(type) {
	case func(reflect.Value) (int, error):
		return func(in []reflect.Value) (reflect.Value, error) {
			n, err := f(in[0])
			return reflect.ValueOf(n), err
		}
	case func(reflect.Value) bool:
		return func(in []reflect.Value) (reflect.Value, error) { return reflect.ValueOf(f(in[0])), nil }
	case func(reflect.Value, reflect.Value) (bool, error):
		return func(in []reflect.Value) (reflect.Value, error) {
			truth, err := f(in[0], in[1])
			return reflect.ValueOf(truth), err
		}
	case func(reflect.Value, ...reflect.Value) (bool, error):
		return func(in []reflect.Value) (reflect.Value, error) {
			truth, err := f(in[0], in[1:]...)
			return reflect.ValueOf(truth), err
		}
	case func(reflect.Value, ...reflect.Value) (reflect.Value, error):
		return func(in []reflect.Value) (reflect.Value, error) { return f(in[0], in[1:]...) }
	case func(...any) string:
		return func(in []reflect.Value) (reflect.Value, error) { return reflect.ValueOf(f(anys(in)...)), nil }
	case func(string, ...any) string:
		return func(in []reflect.Value) (reflect.Value, error) {
			return reflect.ValueOf(f(in[0].String(), anys(in[1:])...)), nil
		}
	case func(string) string:
		return func(in []reflect.Value) (reflect.Value, error) { return reflect.ValueOf(f(in[0].String())), nil }
	}
	return nil
}

func anys(in []reflect.Value) []any {
	values := make([]any, len(in))
	for i, v := range in {
		values[i] = v.Interface()
	}
	return values
}

// param returns the type of argument i.
func (f *function) param(i int) reflect.Type {
	if f.variadic && i >= f.params-1 {
		return f.typ.In(f.params - 1).Elem()
	}
	return f.typ.In(i)
}

// call calls f; it converts a panic to an error. It returns a result that is a reflect.Value unchanged.
func (f *function) call(in []reflect.Value) (result reflect.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(error); ok {
				err = e
			} else {
				err = fmt.Errorf("%v", r)
			}
		}
	}()
	if f.direct != nil {
		return f.direct(in)
	}
	out := f.value.Call(in)
	if len(out) == 2 && !out[1].IsNil() {
		err = out[1].Interface().(error)
	}
	return opened(out[0]), err
}
