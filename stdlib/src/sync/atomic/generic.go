package atomic

import "unsafe"

// A Pointer is an atomic pointer to a T; the zero value is nil.
type Pointer[T any] struct {
	_ [0]*T // Pointer[A] must not convert to Pointer[B]
	_ noCopy
	v unsafe.Pointer
}

// Load reads the pointer.
func (x *Pointer[T]) Load() *T { return (*T)(LoadPointer(&x.v)) }

// Store writes the pointer.
func (x *Pointer[T]) Store(val *T) { StorePointer(&x.v, unsafe.Pointer(val)) }

// Swap writes the pointer and returns the former value.
func (x *Pointer[T]) Swap(new *T) (old *T) { return (*T)(SwapPointer(&x.v, unsafe.Pointer(new))) }

// CompareAndSwap writes new if the pointer is old.
func (x *Pointer[T]) CompareAndSwap(old, new *T) (swapped bool) {
	return CompareAndSwapPointer(&x.v, unsafe.Pointer(old), unsafe.Pointer(new))
}
