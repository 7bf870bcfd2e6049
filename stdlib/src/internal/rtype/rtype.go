// Package rtype is the door to run-time types and to memory of a type known only at run time.
// It is all that reflect, errors and sort know of the machine.
package rtype

import "unsafe"

// ID names a run-time type: the first word of an interface value. 0 is the type of a nil interface. Identical types
// have equal IDs, also types made at run time by Make.
type ID uintptr

// Word is a pointer to the memory of a value.
type Word = unsafe.Pointer

// ReflectValue is reflect.Value, if the program has that: package reflect sets it, fmt looks for it.
var ReflectValue ID

// The kinds, numbered as in package reflect.
const (
	Invalid = iota
	Bool
	Int
	Int8
	Int16
	Int32
	Int64
	Uint
	Uint8
	Uint16
	Uint32
	Uint64
	Uintptr
	Float32
	Float64
	Complex64
	Complex128
	Array
	Chan
	Func
	Interface
	Map
	Pointer
	Slice
	String
	Struct
	UnsafePointer
)

// LoadPointer returns the pointer that is stored at p.
func LoadPointer(p Word) Word { return *(*unsafe.Pointer)(p) }
