// Package weak has pointers that do not keep their target alive.
package weak

import "unsafe"

// A Pointer refers to a T without keeping it alive. Two are equal exactly if they were made from equal
// pointers, even when the object is gone. The zero value refers to nothing.
type Pointer[T any] struct {
	_      [0]*T
	handle unsafe.Pointer
}

// handleOf returns the object that represents the address; always the same one while the object at the address is alive.
func handleOf(ptr unsafe.Pointer) unsafe.Pointer

// target returns the address of a handle; nil once the object there is gone.
func target(handle unsafe.Pointer) unsafe.Pointer

// Make returns a weak pointer to the variable that ptr points to; ptr may point into an object.
func Make[T any](ptr *T) Pointer[T] {
	if ptr == nil {
		return Pointer[T]{}
	}
	return Pointer[T]{handle: handleOf(unsafe.Pointer(ptr))}
}

// Value returns the pointer from which p was made; nil once the object is gone, which may be as soon as it is
// unreachable and before its finalizer runs.
func (p Pointer[T]) Value() *T {
	if p.handle == nil {
		return nil
	}
	return (*T)(target(p.handle))
}
