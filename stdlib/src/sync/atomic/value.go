package atomic

import "unsafe"

// A Value holds a value of one type, loaded and stored atomically. The zero Value is empty.
type Value struct {
	v any
}

// words is the memory layout of an interface value.
type words struct {
	typ  unsafe.Pointer
	data unsafe.Pointer
}

func wordsOf(v *any) *words { return (*words)(unsafe.Pointer(v)) }

// busy is the address that replaces the type while the first store writes both words.
var busy byte

// Load returns the stored value, nil if there is none.
func (v *Value) Load() (val any) {
	stored, loaded := wordsOf(&v.v), wordsOf(&val)
	switch typ := LoadPointer(&stored.typ); typ {
	case nil, unsafe.Pointer(&busy):
	default:
		loaded.typ, loaded.data = typ, LoadPointer(&stored.data)
	}
	return val
}

// settled waits until the type word is final, and returns it; nil if the Value is empty.
func (at *words) settled() unsafe.Pointer {
	typ := LoadPointer(&at.typ)
	for typ == unsafe.Pointer(&busy) {
		typ = LoadPointer(&at.typ)
	}
	return typ
}

// enter makes sure that at holds values of the type of val: if it was empty, enter stores val, and first is true. For
// another type it panics; operation is the name of the caller's operation for the panic.
func (at *words) enter(val *words, operation string) (first bool) {
	for {
		switch at.settled() {
		case val.typ:
			return false
		default:
			panic("sync/atomic: " + operation + " of inconsistently typed value into Value")
		case nil:
			if CompareAndSwapPointer(&at.typ, nil, unsafe.Pointer(&busy)) {
				StorePointer(&at.data, val.data)
				StorePointer(&at.typ, val.typ) // stored last, because others wait for this word
				return true
			}
		}
	}
}

// Store sets the value; all stores must be of one type and not nil.
func (v *Value) Store(val any) {
	if val == nil {
		panic("sync/atomic: store of nil value into Value")
	}
	at, next := wordsOf(&v.v), wordsOf(&val)
	if LoadPointer(&at.typ) == next.typ || !at.enter(next, "store") {
		StorePointer(&at.data, next.data)
	}
}

// Swap sets the value and returns the former one, nil if there was none.
func (v *Value) Swap(new any) (old any) {
	if new == nil {
		panic("sync/atomic: swap of nil value into Value")
	}
	at, next := wordsOf(&v.v), wordsOf(&new)
	if LoadPointer(&at.typ) == next.typ || !at.enter(next, "swap") {
		before := wordsOf(&old)
		data := SwapPointer(&at.data, next.data)
		before.typ, before.data = next.typ, data
	}
	return old
}

// CompareAndSwap sets new if the value is old.
func (v *Value) CompareAndSwap(old, new any) (swapped bool) {
	if new == nil {
		panic("sync/atomic: compare and swap of nil value into Value")
	}
	at, next := wordsOf(&v.v), wordsOf(&new)
	if old != nil && wordsOf(&old).typ != next.typ {
		panic("sync/atomic: compare and swap of inconsistently typed values")
	}
	if LoadPointer(&at.typ) != next.typ {
		if old != nil && at.settled() == nil {
			return false // an empty Value is filled only if old is nil
		}
		if at.enter(next, "compare and swap") {
			return true
		}
	}
	var current any
	data, w := LoadPointer(&at.data), wordsOf(&current)
	w.typ, w.data = next.typ, data
	return current == old && CompareAndSwapPointer(&at.data, data, next.data)
}
