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
	// A Number is written and read otherwise, although it has such methods for encoding/json/v2.
	numberPointer = reflect.PointerTo(numberType)
)

// isStream reports whether values of a type write (toStream) or read (fromStream) themselves by a method of theirs or of
// their address.
func isStream(t, iface reflect.Type) bool {
	return t != numberType && t != numberPointer && (t.Implements(iface) || reflect.PointerTo(t).Implements(iface))
}

// stream calls MarshalJSONTo of the value, or of its address; done tells whether there was one.
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
	// An encoder is a wire.Writer, and this one needs no function of its package: programs without such methods have
	// none.
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

// streamReader is a value with UnmarshalJSONFrom, as an Unmarshaler.
type streamReader struct{ v any }

func (s streamReader) UnmarshalJSON(text []byte) error {
	unmarshalForV2()
	in := wire.Reader{Buf: text, Opts: jsonopts.Set{Has: jsonopts.V1, On: jsonopts.V1}}
	return s.v.(streamSource).UnmarshalJSONFrom((*jsontext.Decoder)(unsafe.Pointer(&in)))
}
