package template

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
)

var (
	errBadType    = errors.New("invalid type for comparison")
	errNoArgument = errors.New("missing argument for comparison")
)

// classOf returns the first of the kinds that are compared in the same way, Invalid for those without an order.
func classOf(k reflect.Kind) reflect.Kind {
	switch k {
	case reflect.Bool, reflect.String:
		return k
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return reflect.Int
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return reflect.Uint
	case reflect.Float32, reflect.Float64:
		return reflect.Float64
	case reflect.Complex64, reflect.Complex128:
		return reflect.Complex128
	}
	return reflect.Invalid
}

// compareInts compares an int with an uint by their values.
func compareInts(i int64, u uint64) int {
	if i < 0 {
		return -1
	}
	return cmp.Compare(uint64(i), u)
}

func isNil(v reflect.Value) bool { return !v.IsValid() || hasNil(v.Kind()) && v.IsNil() }

func incompatible(a, b reflect.Value) error {
	return fmt.Errorf("incompatible types for comparison: %v and %v", a.Type(), b.Type())
}

// eq reports whether arg1 is equal to one of the others.
func eq(arg1 reflect.Value, arg2 ...reflect.Value) (bool, error) {
	arg1 = held(arg1)
	if len(arg2) == 0 {
		return false, errNoArgument
	}
	for _, arg := range arg2 {
		if truth, err := equal(arg1, held(arg)); truth || err != nil {
			return truth, err
		}
	}
	return false, nil
}

func equal(a, b reflect.Value) (bool, error) {
	ca, cb := classOf(a.Kind()), classOf(b.Kind())
	switch {
	case ca == reflect.Int && cb == reflect.Uint:
		return compareInts(a.Int(), b.Uint()) == 0, nil
	case ca == reflect.Uint && cb == reflect.Int:
		return compareInts(b.Int(), a.Uint()) == 0, nil
	case ca != cb:
		if a.IsValid() && b.IsValid() {
			return false, incompatible(a, b)
		}
		return false, nil
	}
	switch ca {
	case reflect.Bool:
		return a.Bool() == b.Bool(), nil
	case reflect.Int:
		return a.Int() == b.Int(), nil
	case reflect.Uint:
		return a.Uint() == b.Uint(), nil
	case reflect.Float64:
		return a.Float() == b.Float(), nil
	case reflect.Complex128:
		return a.Complex() == b.Complex(), nil
	case reflect.String:
		return a.String() == b.String(), nil
	}
	if a.IsValid() && b.IsValid() && a.Kind() != b.Kind() {
		return false, fmt.Errorf("non-comparable types %s: %v, %s: %v", a, a.Type(), b.Type(), b)
	}
	if isNil(a) || isNil(b) {
		return isNil(a) == isNil(b), nil
	}
	if !b.Type().Comparable() {
		return false, fmt.Errorf("non-comparable type %s: %v", b, b.Type())
	}
	return a.Interface() == b.Interface(), nil
}

func ne(arg1, arg2 reflect.Value) (bool, error) {
	truth, err := eq(arg1, arg2)
	return !truth, err
}

// compare compares strings, or numbers that have the same class or are integers.
func compare(a, b reflect.Value) (int, error) {
	a, b = held(a), held(b)
	ca, cb := classOf(a.Kind()), classOf(b.Kind())
	switch {
	case ca == reflect.Invalid || cb == reflect.Invalid:
		return 0, errBadType
	case ca == reflect.Int && cb == reflect.Uint:
		return compareInts(a.Int(), b.Uint()), nil
	case ca == reflect.Uint && cb == reflect.Int:
		return -compareInts(b.Int(), a.Uint()), nil
	case ca != cb:
		return 0, incompatible(a, b)
	}
	switch ca {
	case reflect.Int:
		return cmp.Compare(a.Int(), b.Int()), nil
	case reflect.Uint:
		return cmp.Compare(a.Uint(), b.Uint()), nil
	case reflect.String:
		return cmp.Compare(a.String(), b.String()), nil
	case reflect.Float64:
		x, y := a.Float(), b.Float()
		if x != x || y != y {
			return unordered, nil
		}
		return cmp.Compare(x, y), nil
	}
	return 0, errBadType
}

// NaN is not less than anything: so lt and le are false, and gt and ge are their negations.
const unordered = 1

func lt(arg1, arg2 reflect.Value) (bool, error) {
	c, err := compare(arg1, arg2)
	return c < 0 && err == nil, err
}

func le(arg1, arg2 reflect.Value) (bool, error) {
	c, err := compare(arg1, arg2)
	return c <= 0 && err == nil, err
}

func gt(arg1, arg2 reflect.Value) (bool, error) {
	c, err := compare(arg1, arg2)
	return c > 0 && err == nil, err
}

func ge(arg1, arg2 reflect.Value) (bool, error) {
	c, err := compare(arg1, arg2)
	return c >= 0 && err == nil, err
}

// keyOrder compares two keys of a map in the order of package fmt.
func keyOrder(a, b reflect.Value) int {
	switch classOf(a.Kind()) {
	case reflect.Int:
		return cmp.Compare(a.Int(), b.Int())
	case reflect.Uint:
		return cmp.Compare(a.Uint(), b.Uint())
	case reflect.String:
		return cmp.Compare(a.String(), b.String())
	case reflect.Float64:
		return cmp.Compare(a.Float(), b.Float())
	case reflect.Complex128:
		x, y := a.Complex(), b.Complex()
		return cmp.Or(cmp.Compare(real(x), real(y)), cmp.Compare(imag(x), imag(y)))
	case reflect.Bool:
		switch {
		case a.Bool() == b.Bool():
			return 0
		case b.Bool():
			return -1
		}
		return 1
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.UnsafePointer, reflect.Chan:
		return cmp.Compare(a.Pointer(), b.Pointer())
	case reflect.Struct:
		for i := range a.NumField() {
			if c := keyOrder(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
	case reflect.Array:
		for i := range a.Len() {
			if c := keyOrder(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
	case reflect.Interface:
		switch {
		case a.IsNil() && b.IsNil():
			return 0
		case a.IsNil():
			return -1
		case b.IsNil():
			return 1
		case a.Elem().Type() == b.Elem().Type():
			return keyOrder(a.Elem(), b.Elem())
		}
		return cmp.Compare(a.Elem().Type().String(), b.Elem().Type().String())
	}
	return 0
}
