package atomic

import "unsafe"

// A Value holds a value of one type, loaded and stored atomically. The zero Value is empty.
type Value struct {
	v any
}

// words is how an interface lies in memory.
type words struct {
	typ  unsafe.Pointer
	data unsafe.Pointer
}

// busy is the address that stands as the type while the first Store writes both words.
var busy byte

// Load returns the stored value, nil if there is none.
func (v *Value) Load() (val any) {
	stored, loaded := (*words)(unsafe.Pointer(v)), (*words)(unsafe.Pointer(&val))
	switch typ := LoadPointer(&stored.typ); typ {
	case nil, unsafe.Pointer(&busy):
	default:
		loaded.typ, loaded.data = typ, LoadPointer(&stored.data)
	}
	return val
}

// claim takes the empty v for the first store and publishes val; false if another type word is there already or comes.
func claim(vp, np *words) bool {
	if !CompareAndSwapPointer(&vp.typ, nil, unsafe.Pointer(&busy)) {
		return false
	}
	StorePointer(&vp.data, np.data)
	StorePointer(&vp.typ, np.typ)
	return true
}

// settled waits until the type word is there for good, or nil.
func settled(vp *words) unsafe.Pointer {
	for {
		if typ := LoadPointer(&vp.typ); typ != unsafe.Pointer(&busy) {
			return typ
		}
	}
}

// Store sets the value; all stores must be of one type and not nil.
func (v *Value) Store(val any) {
	if val == nil {
		panic("sync/atomic: store of nil value into Value")
	}
	vp := (*words)(unsafe.Pointer(v))
	np := (*words)(unsafe.Pointer(&val))
	for {
		typ := settled(vp)
		if typ == nil {
			if claim(vp, np) {
				return
			}
			continue
		}
		if typ != np.typ {
			panic("sync/atomic: store of inconsistently typed value into Value")
		}
		StorePointer(&vp.data, np.data)
		return
	}
}

// Swap sets the value and returns the one before, nil if there was none.
func (v *Value) Swap(new any) (old any) {
	if new == nil {
		panic("sync/atomic: swap of nil value into Value")
	}
	vp := (*words)(unsafe.Pointer(v))
	np := (*words)(unsafe.Pointer(&new))
	for {
		typ := settled(vp)
		if typ == nil {
			if claim(vp, np) {
				return nil
			}
			continue
		}
		if typ != np.typ {
			panic("sync/atomic: swap of inconsistently typed value into Value")
		}
		op := (*words)(unsafe.Pointer(&old))
		data := SwapPointer(&vp.data, np.data)
		op.typ = np.typ
		op.data = data
		return old
	}
}

// CompareAndSwap sets new if the value is old.
func (v *Value) CompareAndSwap(old, new any) (swapped bool) {
	if new == nil {
		panic("sync/atomic: compare and swap of nil value into Value")
	}
	vp := (*words)(unsafe.Pointer(v))
	np := (*words)(unsafe.Pointer(&new))
	op := (*words)(unsafe.Pointer(&old))
	if op.typ != nil && op.typ != np.typ {
		panic("sync/atomic: compare and swap of inconsistently typed values")
	}
	for {
		typ := settled(vp)
		if typ == nil {
			if old != nil {
				return false
			}
			if claim(vp, np) {
				return true
			}
			continue
		}
		if typ != np.typ {
			panic("sync/atomic: compare and swap of inconsistently typed value into Value")
		}
		data := LoadPointer(&vp.data)
		var now any
		w := (*words)(unsafe.Pointer(&now))
		w.typ = typ
		w.data = data
		if now != old {
			return false
		}
		return CompareAndSwapPointer(&vp.data, data, np.data)
	}
}
