// Package rtype gives access to run-time types, and to memory whose type is known only at run time.
// Packages reflect, errors and sort access the machine only through it.
package rtype

import "unsafe"

// ID identifies a run-time type: it is the address of the type's descriptor. 0 is the type of a nil interface.
// Identical types have equal IDs, even if Make made one at run time. Descriptors are never freed, and are not in the
// collector's memory.
type ID uintptr

// Descriptor is the beginning of a type's descriptor, in Go's layout: packages that read descriptors through unsafe
// rely on it. Programs must not write to descriptors.
type Descriptor struct {
	Size       uintptr
	PtrBytes   uintptr // bytes up to and including the last pointer
	Hash       uint32
	TFlag      uint8
	Align      uint8
	FieldAlign uint8
	Kind       uint8
}

// Direct is the bit in TFlag of a type whose values are one pointer. Interfaces and reflect.Values contain these values
// themselves.
const Direct = 1 << 5

// At returns the descriptor of t, which is not 0.
func At(t ID) *Descriptor { return (*Descriptor)(unsafe.Pointer(t)) }

// Word is a pointer to the memory of a value.
type Word = unsafe.Pointer

// ReflectValue is the type reflect.Value, if the program has it: package reflect sets it, package fmt reads it.
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

// Kind returns the kind of t, numbered as in package reflect (Bool = 1 … UnsafePointer = 26), 0 for t = 0.
func Kind(t ID) int {
	if t == 0 {
		return Invalid
	}
	return int(At(t).Kind)
}

// Size returns unsafe.Sizeof a variable of type t. t is not 0, here and below.
func Size(t ID) uintptr { return At(t).Size }

// Align returns the alignment of t in bytes.
func Align(t ID) int { return int(At(t).Align) }

// IsDirect reports whether a value of type t is one pointer.
func IsDirect(t ID) bool { return At(t).TFlag&Direct != 0 }

// LoadPointer returns the pointer that is stored at p.
func LoadPointer(p Word) Word { return *(*unsafe.Pointer)(p) }
