// Package weak has pointers that do not keep what they point to alive.
package weak

import "unsafe"

// A Pointer leads to a T as long as something else does. Two are equal exactly when the pointers that they were made of
// are, also when the object is gone. The zero value leads to nothing.
type Pointer[T any] struct {
	_      [0]*T
	handle unsafe.Pointer
}

// handleOf gives the object that stands for the address; always the same one while what lies there is alive.
func handleOf(ptr unsafe.Pointer) unsafe.Pointer

// target returns the address that a handle stands for; nil once what lay there is gone.
func target(handle unsafe.Pointer) unsafe.Pointer

// Make gives a weak pointer to what ptr points to; ptr may point into an object.
func Make[T any](ptr *T) Pointer[T] {
	if ptr == nil {
		return Pointer[T]{}
	}
	return Pointer[T]{handle: handleOf(unsafe.Pointer(ptr))}
}

// Value gives the pointer of which p was made; nil once the object is gone, which may be as soon as nothing leads to it
// and before its finalizer runs.
func (p Pointer[T]) Value() *T {
	if p.handle == nil {
		return nil
	}
	return (*T)(target(p.handle))
}
