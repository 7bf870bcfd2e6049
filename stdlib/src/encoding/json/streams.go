package json

import (
	"encoding/json/internal/wire"
	"encoding/json/internal/wire/jsonopts"
	"encoding/json/jsontext"
	"reflect"
	"unsafe"
)

type streamWriter interface {
	MarshalJSONTo(*jsontext.Encoder) error
}

type streamSource interface {
	UnmarshalJSONFrom(*jsontext.Decoder) error
}

var (
	toStream   = reflect.TypeFor[streamWriter]()
	fromStream = reflect.TypeFor[streamSource]()
	// A Number has these methods for encoding/json/v2 only; this package writes and reads it in another way.
	numberPointer = reflect.PointerTo(numberType)
)

// isStream reports whether a type, or its pointer type, has the method MarshalJSONTo (toStream) or UnmarshalJSONFrom
// (fromStream).
func isStream(t, iface reflect.Type) bool {
	return t != numberType && t != numberPointer && (t.Implements(iface) || reflect.PointerTo(t).Implements(iface))
}

// stream calls MarshalJSONTo of the value, or of its address; done is false if there is none.
func (w *writer) stream(v reflect.Value) (done bool, err error) {
	t := v.Type()
	if p := reflect.PointerTo(t); t.Kind() != reflect.Pointer && v.CanAddr() && !t.Implements(toStream) && p.Implements(toStream) {
		v, t = v.Addr(), p
	}
	if t == numberPointer || !t.Implements(toStream) {
		return false, nil
	}
	if (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil() {
		w.text("null")
		return true, nil
	}
	// An encoder is a wire.Writer, and this one calls no function of package jsontext: programs without such methods do
	// not link it.
	marshalForV2()
	out := wire.Writer{Opts: jsonopts.Set{Has: jsonopts.V1, On: jsonopts.V1}, Bare: true}
	err = v.Interface().(streamWriter).MarshalJSONTo((*jsontext.Encoder)(unsafe.Pointer(&out)))
	b := out.Buf
	if err == nil {
		if bad := checkNested(b, w.nested); bad != nil {
			err = bad
		}
	}
	if err != nil {
		return true, &MarshalerError{pointerTo(t), err, "MarshalJSONTo"}
	}
	w.out = compacted(w.out, b, w.html)
	return true, nil
}

// streamReader adapts UnmarshalJSONFrom to the interface Unmarshaler.
type streamReader struct{ v any }

func (s streamReader) UnmarshalJSON(text []byte) error {
	unmarshalForV2()
	in := wire.Reader{Buf: text, Opts: jsonopts.Set{Has: jsonopts.V1, On: jsonopts.V1}}
	return s.v.(streamSource).UnmarshalJSONFrom((*jsontext.Decoder)(unsafe.Pointer(&in)))
}
