package json

import (
	"reflect"
	"strconv"
	"strings"
)

// UnmarshalTypeError is a value that does not fit where it shall go.
type UnmarshalTypeError struct {
	// Value is what stands in the text: "bool", "array", "number -5".
	Value string
	Type  reflect.Type
	// Offset is how many bytes were read.
	Offset int64
	// Struct is the name of the type that was read into, Field the way from there.
	Struct string
	Field  string
	Err    error
}

func (e *UnmarshalTypeError) Error() string {
	into := "Go value"
	if e.Struct != "" || e.Field != "" {
		into = "Go struct field " + e.Struct + "." + e.Field
		last := e.Field[strings.LastIndexByte(e.Field, '.')+1:]
		if last != "" && strings.Trim(last, "0123456789") == "" {
			// An element of an array is no field.
			into = e.Struct + "." + e.Field
		}
	}
	text := "json: cannot unmarshal " + e.Value + " into " + into + " of type " + e.Type.String()
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

func (e *UnmarshalTypeError) Unwrap() error { return e.Err }

// UnmarshalFieldError is not used any more.
type UnmarshalFieldError struct {
	Key   string
	Type  reflect.Type
	Field reflect.StructField
}

func (e *UnmarshalFieldError) Error() string {
	return "json: cannot unmarshal object key " + strconv.Quote(e.Key) + " into unexported field " + e.Field.Name +
		" of type " + e.Type.String()
}

// InvalidUnmarshalError is a target that is no pointer.
type InvalidUnmarshalError struct{ Type reflect.Type }

func (e *InvalidUnmarshalError) Error() string {
	switch {
	case e.Type == nil:
		return "json: Unmarshal(nil)"
	case e.Type.Kind() != reflect.Pointer:
		return "json: Unmarshal(non-pointer " + e.Type.String() + ")"
	}
	return "json: Unmarshal(nil " + e.Type.String() + ")"
}
