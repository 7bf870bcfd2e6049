package json

import "reflect"

// streams are the methods that write to an encoder of package jsontext and read from a decoder, which comes from an installed
// Go: nothing in programs without it. The types are interfaces.
var streams struct {
	to, from reflect.Type
	marshal  func(v any) ([]byte, error)
	read     func(v any, text []byte) error
}

// isStream reports whether values of a type write (to) or read themselves so, by a method of theirs or of their address.
func isStream(t, iface reflect.Type) bool {
	return iface != nil && t != numberType && (t.Implements(iface) || reflect.PointerTo(t).Implements(iface))
}

// stream calls MarshalJSONTo of the value, or of its address; done tells whether there was one.
func (w *writer) stream(v reflect.Value) (done bool, err error) {
	t := v.Type()
	if p := reflect.PointerTo(t); t.Kind() != reflect.Pointer && v.CanAddr() && !t.Implements(streams.to) && p.Implements(streams.to) {
		v, t = v.Addr(), p
	}
	if !t.Implements(streams.to) {
		return false, nil
	}
	if (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil() {
		w.text("null")
		return true, nil
	}
	b, err := streams.marshal(v.Interface())
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

func (s streamReader) UnmarshalJSON(text []byte) error { return streams.read(s.v, text) }
