package reflect

import (
	rt "internal/rtype"
	"unsafe"
)

// MakeChan returns a new channel of type typ with that buffer.
func MakeChan(typ Type, buffer int) Value {
	if typ.Kind() != Chan {
		panic("reflect.MakeChan of non-chan type")
	}
	if buffer < 0 {
		panic("reflect.MakeChan: negative buffer size")
	}
	if typ.ChanDir() != BothDir {
		panic("reflect.MakeChan: unidirectional channel type")
	}
	p := new(unsafe.Pointer)
	*p = rt.ChanNew(typ.id(), buffer)
	return Value{typ.id(), unsafe.Pointer(p), flag(Chan)}
}

// Close closes the channel v.
func (v Value) Close() {
	v.must(Chan, "Close")
	v.mustBeExported("Close")
	if ChanDir(rt.Len(v.typ))&SendDir == 0 {
		panic("reflect: close of receive-only channel")
	}
	rt.ChanClose(v.word())
}
