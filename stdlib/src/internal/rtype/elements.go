package rtype

import "unsafe"

// Elements are the elements of a slice, which Swap exchanges.
type Elements struct {
	first Word
	size  uintptr
	form  form
}

// form says how to exchange two elements: for most types Go's assignment can do it.
type form uint8

const (
	bytes form = iota
	pointer
	text
	word
	twoWords
	threeWords
)

// part is the most bytes that one call of the native swap exchanges: the scheduler can preempt a goroutine between two calls.
const part = 64 << 10

// ElementsOf returns the elements of the slice at p, whose type is t.
func ElementsOf(t ID, p Word) Elements {
	elem := At(Elem(t))
	e := Elements{first: LoadPointer(p), size: elem.Size}
	switch {
	case elem.TFlag&Direct != 0:
		e.form = pointer
	case elem.Kind == String:
		e.form = text
	case elem.PtrBytes != 0 || elem.Align != 8:
	case elem.Size == 8:
		e.form = word
	case elem.Size == 16:
		e.form = twoWords
	case elem.Size == 24:
		e.form = threeWords
	}
	return e
}

// Swap exchanges elements i and j; both indices must be valid.
func (e *Elements) Swap(i, j int) {
	a, b := unsafe.Add(e.first, uintptr(i)*e.size), unsafe.Add(e.first, uintptr(j)*e.size)
	switch e.form {
	case word:
		a, b := (*uint64)(a), (*uint64)(b)
		*a, *b = *b, *a
	case pointer:
		a, b := (*Word)(a), (*Word)(b)
		*a, *b = *b, *a
	case text:
		a, b := (*string)(a), (*string)(b)
		*a, *b = *b, *a
	case twoWords:
		a, b := (*[2]uint64)(a), (*[2]uint64)(b)
		*a, *b = *b, *a
	case threeWords:
		a, b := (*[3]uint64)(a), (*[3]uint64)(b)
		*a, *b = *b, *a
	default:
		if e.size <= part {
			swap(a, b, e.size)
		} else {
			swapLarge(a, b, e.size)
		}
	}
}
