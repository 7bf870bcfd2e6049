package json

import (
	"encoding/json/jsontext"
	"reflect"
	"sync"
	"unsafe"
)

// A typed is a function for the values of a type, or of types that implement it.
type typed[F any] struct {
	t       reflect.Type
	call    F
	toCoder bool
}

// functions is a list of functions, with a cache of the matches for each type.
type functions[F any] struct {
	list  []typed[F]
	known sync.Map
}

// A match is a function that applies to a type: to its values, or to pointers to them.
type match[F any] struct {
	*typed[F]
	pointer bool
}

// of returns the functions for a type, in order.
func (f *functions[F]) of(t reflect.Type) []match[F] {
	if f == nil || len(f.list) == 0 {
		return nil
	}
	if known, ok := f.known.Load(t); ok {
		return known.([]match[F])
	}
	var found []match[F]
	p := reflect.PointerTo(t)
	for i := range f.list {
		fn := &f.list[i]
		switch {
		case fn.t == t && t.Kind() != reflect.Interface && t.Kind() != reflect.Pointer:
			found = append(found, match[F]{fn, false})
		case fn.t == p, fn.t.Kind() == reflect.Interface && p.Implements(fn.t):
			found = append(found, match[F]{fn, true})
		}
	}
	f.known.Store(t, found)
	return found
}

func join[F any](lists []*functions[F]) *functions[F] {
	all := new(functions[F])
	for _, l := range lists {
		if l != nil {
			all.list = append(all.list, l.list...)
		}
	}
	return all
}

func one[T, F any](call F, toCoder bool) *functions[F] {
	return &functions[F]{list: []typed[F]{{reflect.TypeFor[T](), call, toCoder}}}
}

type (
	writeFunc = func(e *jsontext.Encoder, v reflect.Value) ([]byte, error)
	readFunc  = func(d *jsontext.Decoder, text []byte, v reflect.Value) error

	typedMarshalers   = functions[writeFunc]
	typedUnmarshalers = functions[readFunc]
)

// Marshalers are functions that write values of certain types.
type Marshalers = typedMarshalers

// Unmarshalers are functions that read values of certain types.
type Unmarshalers = typedUnmarshalers

// JoinMarshalers returns the functions of all of ms; if several apply to a type, the first is called first.
func JoinMarshalers(ms ...*Marshalers) *Marshalers { return join(ms) }

// JoinUnmarshalers returns the functions of all of us; if several apply to a type, the first is called first.
func JoinUnmarshalers(us ...*Unmarshalers) *Unmarshalers { return join(us) }

// as returns the value of type T that v is.
func as[T any](v reflect.Value) T {
	if v.Kind() == reflect.Interface && v.IsNil() {
		var none T
		return none
	}
	return v.Interface().(T)
}

// MarshalFunc returns a function that writes values of type T as Marshaler does. T must not be a named pointer type.
func MarshalFunc[T any](fn func(T) ([]byte, error)) *Marshalers {
	allow[T](true)
	return one[T](writeFunc(func(_ *jsontext.Encoder, v reflect.Value) ([]byte, error) { return fn(as[T](v)) }), false)
}

// MarshalToFunc returns a function that writes values of type T as MarshalerTo does. T must not be a named pointer type.
func MarshalToFunc[T any](fn func(*jsontext.Encoder, T) error) *Marshalers {
	allow[T](true)
	return one[T](writeFunc(func(e *jsontext.Encoder, v reflect.Value) ([]byte, error) { return nil, fn(e, as[T](v)) }), true)
}

// UnmarshalFunc returns a function that reads into values of type T as Unmarshaler does. T is an unnamed pointer or an
// interface.
func UnmarshalFunc[T any](fn func([]byte, T) error) *Unmarshalers {
	allow[T](false)
	return one[T](readFunc(func(_ *jsontext.Decoder, text []byte, v reflect.Value) error { return fn(text, as[T](v)) }), false)
}

// UnmarshalFromFunc returns a function that reads into values of type T as UnmarshalerFrom does. T is an unnamed
// pointer or an interface.
func UnmarshalFromFunc[T any](fn func(*jsontext.Decoder, T) error) *Unmarshalers {
	allow[T](false)
	return one[T](readFunc(func(d *jsontext.Decoder, _ []byte, v reflect.Value) error { return fn(d, as[T](v)) }), true)
}

// allow panics if T is not allowed for a function.
func allow[T any](values bool) {
	t := reflect.TypeFor[T]()
	switch {
	case t.Kind() == reflect.Interface, t.Kind() == reflect.Pointer && t.Name() == "", values && t.Kind() != reflect.Pointer:
		return
	case values:
		panic("input type " + t.String() + " must be an interface type, an unnamed pointer type, or a non-pointer type")
	}
	panic("input type " + t.String() + " must be an interface type or an unnamed pointer type")
}

// valueAt returns the value of type t at p.
func valueAt(t reflect.Type, p unsafe.Pointer) reflect.Value { return reflect.NewAt(t, p).Elem() }
