package json

import (
	"bytes"
	"encoding/json/jsontext"
	"reflect"
)

type streamWriter interface {
	MarshalJSONTo(*jsontext.Encoder) error
}

type streamSource interface {
	UnmarshalJSONFrom(*jsontext.Decoder) error
}

func init() {
	streams.to, streams.from = reflect.TypeFor[streamWriter](), reflect.TypeFor[streamSource]()
	streams.marshal = func(v any) ([]byte, error) {
		var b bytes.Buffer
		err := v.(streamWriter).MarshalJSONTo(jsontext.NewEncoder(&b, DefaultOptionsV1()))
		return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
	}
	streams.read = func(v any, text []byte) error {
		return v.(streamSource).UnmarshalJSONFrom(jsontext.NewDecoder(bytes.NewReader(text), DefaultOptionsV1()))
	}
}
