// Package reflectlite is the part of package reflect that packages below it need. Minigo's own packages use
// internal/rtype; this one is for packages of an installed Go: errors, context and sort.
package reflectlite

import "internal/rtype"

// Kind is the kind of a type, numbered as in package reflect.
type Kind uint

// The kinds that the importing packages use.
const (
	Interface Kind = rtype.Interface
	Ptr       Kind = rtype.Pointer
	Slice     Kind = rtype.Slice
	String    Kind = rtype.String
	Struct    Kind = rtype.Struct
)

// The names of the kinds, in their order.
var kinds = [...]string{
	"invalid", "bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr", "float32", "float64",
	"complex64", "complex128", "array", "chan", "func", "interface", "map", "ptr", "slice", "string", "struct", "unsafe.Pointer",
}

func (k Kind) String() string { return kinds[k] }

// Type is a run-time type. Equal types are equal as interface values.
type Type interface {
	// Name returns the name of a named type without its package, else "".
	Name() string
	// PkgPath returns the import path of the package that declares a named type.
	PkgPath() string
	// Size returns the size of a value in bytes.
	Size() uintptr
	Kind() Kind
	// Implements reports whether the type has all methods of the interface u.
	Implements(u Type) bool
	// AssignableTo reports whether a value of the type can be assigned to a variable of type u.
	AssignableTo(u Type) bool
	Comparable() bool
	String() string
	// Elem returns the element type; it panics for a type that has none.
	Elem() Type
}

type typ struct{ id rtype.ID }

func (t typ) Name() string     { return rtype.Name(t.id) }
func (t typ) PkgPath() string  { return rtype.PkgPath(t.id) }
func (t typ) Size() uintptr    { return rtype.Size(t.id) }
func (t typ) Kind() Kind       { return Kind(rtype.Kind(t.id)) }
func (t typ) Comparable() bool { return rtype.Comparable(t.id) }
func (t typ) String() string   { return rtype.Text(t.id) }

func (t typ) Implements(u Type) bool {
	if u == nil {
		panic("reflect: nil type passed to Type.Implements")
	}
	if u.Kind() != Interface {
		panic("reflect: non-interface type passed to Type.Implements")
	}
	return rtype.Implements(t.id, u.(typ).id)
}

func (t typ) AssignableTo(u Type) bool {
	if u == nil {
		panic("reflect: nil type passed to Type.AssignableTo")
	}
	// Package errors only calls it for types with methods. Two different types of that kind are assignable only if they
	// are structs that embed the same type, which this method does not report.
	to := u.(typ)
	return t == to || to.Kind() == Interface && rtype.Implements(t.id, to.id)
}

func (t typ) Elem() Type {
	if e := rtype.Elem(t.id); e != 0 {
		return typ{e}
	}
	panic("reflect: Elem of invalid type " + t.String())
}

// TypeOf returns the dynamic type of v, nil if v is nil.
func TypeOf(v any) Type {
	if v == nil {
		return nil
	}
	return typ{rtype.Of(v)}
}
