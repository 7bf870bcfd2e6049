// Package gob sends Go values over a connection, with the descriptions of their types, to programs that may have other
// versions of these types. The package was written for minigo; it reads the streams that Go's package writes, and Go's
// package reads its streams.
//
// A stream is a sequence of messages, each a length and then the negated number of a type and its description, or the
// number of a type and a value. A struct is the sequence of its fields that are not zero, each a difference to the
// number of the field before and a value; sequences and maps are a count and all their elements.
//
// For each type, a plan for writing values (encPlan) and one for reading values (decPlan) are made once. A decPlan
// follows the description that came with the stream.
package gob

import (
	"fmt"
	"reflect"
	"sync"
)

// The names under which the types in interface values are sent, by name and by type.
var (
	registeredTypes sync.Map // from string to reflect.Type
	registeredNames sync.Map // from reflect.Type, without its pointers, to string
)

// Register records the type of value under the type's name, so that interface values of that type can be sent and
// received. Register panics if the type is registered under another name, or another type under this name.
func Register(value any) {
	t := reflect.TypeOf(value)
	name := t.String()
	if t.Name() != "" {
		name = t.Name()
		if t.PkgPath() != "" {
			name = t.PkgPath() + "." + name
		}
	}
	RegisterName(name, value)
}

// RegisterName is like Register, with a name that the caller chooses.
func RegisterName(name string, value any) {
	if name == "" {
		panic("attempt to register empty name")
	}
	t := reflect.TypeOf(value)
	base := mustShape(t).base
	if other, loaded := registeredTypes.LoadOrStore(name, t); loaded && other != t {
		panic(fmt.Sprintf("gob: registering duplicate types for %q: %s != %s", name, other, t))
	}
	if other, loaded := registeredNames.LoadOrStore(base, name); loaded && other != name {
		registeredTypes.Delete(name)
		panic(fmt.Sprintf("gob: registering duplicate names for %s: %q != %q", t, other, name))
	}
}

func init() {
	for _, value := range []any{
		0, int8(0), int16(0), int32(0), int64(0),
		uint(0), uint8(0), uint16(0), uint32(0), uint64(0), uintptr(0),
		float32(0), float64(0), complex64(0), complex128(0), false, "",
		[]int(nil), []int8(nil), []int16(nil), []int32(nil), []int64(nil),
		[]uint(nil), []uint8(nil), []uint16(nil), []uint32(nil), []uint64(nil), []uintptr(nil),
		[]float32(nil), []float64(nil), []complex64(nil), []complex128(nil), []bool(nil), []string(nil),
	} {
		Register(value)
	}
}
