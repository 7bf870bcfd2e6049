package template

import (
	"errors"
	"fmt"
	"reflect"
	"unicode"
)

// FuncMap maps names in templates to functions. Each function has one result, or two of which the second is an
// error; a non-nil error ends the execution.
type FuncMap map[string]any

var (
	errorType    = reflect.TypeFor[error]()
	stringerType = reflect.TypeFor[fmt.Stringer]()
	valueType    = reflect.TypeFor[reflect.Value]()
)

// builtins returns the functions that all templates have. It is not a variable, because call would make it refer to itself.
func builtins() FuncMap {
	return FuncMap{
		"and":      and,
		"call":     call,
		"html":     HTMLEscaper,
		"index":    index,
		"js":       JSEscaper,
		"len":      length,
		"not":      not,
		"or":       or,
		"print":    fmt.Sprint,
		"printf":   fmt.Sprintf,
		"println":  fmt.Sprintln,
		"slice":    slice,
		"urlquery": URLQueryEscaper,

		"eq": eq,
		"ge": ge,
		"gt": gt,
		"le": le,
		"lt": lt,
		"ne": ne,
	}
}

func builtinNames() map[string]any { return builtins() }

func goodName(name string) bool {
	for i, r := range name {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return name != ""
}

// goodResults returns an error if the results of a function type are not allowed.
func goodResults(name string, typ reflect.Type) error {
	switch n := typ.NumOut(); {
	case n == 1, n == 2 && typ.Out(1) == errorType:
		return nil
	case n == 2:
		return fmt.Errorf("invalid function signature for %s: second return value should be error; is %s", name, typ.Out(1))
	default:
		return fmt.Errorf("function %s has %d return values; should be 1 or 2", name, n)
	}
}

// argument converts value to an argument of type typ.
func argument(value reflect.Value, typ reflect.Type) (reflect.Value, error) {
	if !value.IsValid() {
		if !canBeNil(typ) {
			return value, fmt.Errorf("value is nil; should be of type %s", typ)
		}
		value = reflect.Zero(typ)
	}
	if value.Type().AssignableTo(typ) {
		return value, nil
	}
	if isInt(value.Kind()) && isInt(typ.Kind()) && value.Type().ConvertibleTo(typ) {
		return value.Convert(typ), nil
	}
	return value, fmt.Errorf("value has type %s; should be %s", value.Type(), typ)
}

func isInt(k reflect.Kind) bool { return reflect.Int <= k && k <= reflect.Uintptr }

// place converts an index to a number from 0 to limit.
func place(index reflect.Value, limit int) (int, error) {
	var x int64
	switch k := index.Kind(); {
	case reflect.Int <= k && k <= reflect.Int64:
		x = index.Int()
	case reflect.Uint <= k && k <= reflect.Uintptr:
		x = int64(index.Uint())
	case k == reflect.Invalid:
		return 0, errors.New("cannot index slice/array with nil")
	default:
		return 0, fmt.Errorf("cannot index slice/array with type %s", index.Type())
	}
	if x < 0 || int(x) < 0 || int(x) > limit {
		return 0, fmt.Errorf("index out of range: %d", x)
	}
	return int(x), nil
}

// index returns item[indexes[0]][indexes[1]]…
func index(item reflect.Value, indexes ...reflect.Value) (reflect.Value, error) {
	item = held(item)
	if !item.IsValid() {
		return item, errors.New("index of untyped nil")
	}
	for _, i := range indexes {
		var err error
		if item, err = element(item, held(i)); err != nil {
			return reflect.Value{}, err
		}
	}
	return item, nil
}

// element returns container[i].
func element(container, i reflect.Value) (found reflect.Value, err error) {
	container, isNil := indirect(container)
	if isNil {
		return found, errors.New("index of nil pointer")
	}
	switch container.Kind() {
	case reflect.Map:
		if i, err = argument(i, container.Type().Key()); err != nil {
			return found, err
		}
		if found = container.MapIndex(i); !found.IsValid() {
			found = reflect.Zero(container.Type().Elem())
		}
		return found, nil
	case reflect.Slice, reflect.Array, reflect.String:
		at, err := place(i, container.Len()-1)
		if err != nil {
			return found, err
		}
		return container.Index(at), nil
	}
	return found, fmt.Errorf("can't index item of type %s", container.Type())
}

// slice returns item[indexes[0]:indexes[1]:indexes[2]].
func slice(item reflect.Value, indexes ...reflect.Value) (reflect.Value, error) {
	item = held(item)
	if !item.IsValid() {
		return item, errors.New("slice of untyped nil")
	}
	item, isNil := indirect(item)
	if isNil {
		return reflect.Value{}, errors.New("slice of nil pointer")
	}
	limit, err := sliceLimit(item, len(indexes))
	if err != nil {
		return reflect.Value{}, err
	}
	bounds := [3]int{0, item.Len(), limit}
	for i, index := range indexes {
		if bounds[i], err = place(held(index), limit); err != nil {
			return reflect.Value{}, err
		}
		if below := bounds[max(i-1, 0)]; below > bounds[i] {
			return reflect.Value{}, fmt.Errorf("invalid slice index: %d > %d", below, bounds[i])
		}
	}
	switch low, high := bounds[0], bounds[1]; {
	case low > high:
		return reflect.Value{}, fmt.Errorf("invalid slice index: %d > %d", low, high)
	case len(indexes) == 3:
		return item.Slice3(low, high, bounds[2]), nil
	default:
		return item.Slice(low, high), nil
	}
}

// sliceLimit returns the largest of the indexes that item can be sliced with.
func sliceLimit(item reflect.Value, indexes int) (int, error) {
	kind := item.Kind()
	switch {
	case indexes > 3:
		return 0, fmt.Errorf("too many slice indexes: %d", indexes)
	case kind == reflect.Slice || kind == reflect.Array:
		return item.Cap(), nil
	case kind != reflect.String:
		return 0, fmt.Errorf("can't slice item of type %s", item.Type())
	case indexes == 3:
		return 0, errors.New("cannot 3-index slice a string")
	}
	return item.Len(), nil
}

func length(arg reflect.Value) (int, error) {
	arg, isNil := indirect(arg)
	switch kind := arg.Kind(); {
	case isNil:
		return 0, errors.New("len of nil pointer")
	case kind == reflect.String, kind == reflect.Slice, kind == reflect.Map, kind == reflect.Array, kind == reflect.Chan:
		return arg.Len(), nil
	}
	return 0, fmt.Errorf("len of type %s", arg.Type())
}

// call calls fn; name is its name in the template.
func call(name string, fn reflect.Value, args ...reflect.Value) (reflect.Value, error) {
	fn = held(fn)
	switch fn.Kind() {
	case reflect.Func:
	case reflect.Invalid:
		return fn, errors.New("call of nil")
	default:
		return reflect.Value{}, fmt.Errorf("non-function %s of type %s", name, fn.Type())
	}
	f := newFunction(name, fn)
	if f.wrong != nil {
		return reflect.Value{}, f.wrong
	}
	if fixed := f.params - 1; f.variadic && len(args) < fixed {
		return reflect.Value{}, fmt.Errorf("wrong number of args for %s: got %d want at least %d", name, len(args), fixed)
	} else if !f.variadic && len(args) != f.params {
		return reflect.Value{}, fmt.Errorf("wrong number of args for %s: got %d want %d", name, len(args), f.params)
	}
	in := make([]reflect.Value, len(args))
	for i, arg := range args {
		var err error
		if in[i], err = argument(held(arg), f.param(i)); err != nil {
			return reflect.Value{}, fmt.Errorf("arg %d: %w", i, err)
		}
	}
	return f.call(in)
}

func isTrueValue(v reflect.Value) bool {
	truth, _ := isTrue(held(v))
	return truth
}

// and returns the first empty argument, or the last one. Templates do not evaluate the arguments after that.
func and(arg0 reflect.Value, args ...reflect.Value) reflect.Value {
	panic("unreachable: the execution evaluates and and or")
}

// or returns the first argument that is not empty, or the last one.
func or(arg0 reflect.Value, args ...reflect.Value) reflect.Value {
	panic("unreachable: the execution evaluates and and or")
}

func not(arg reflect.Value) bool { return !isTrueValue(arg) }
