package json

import (
	"reflect"
	"strconv"
	"strings"
)

// UnmarshalTypeError is a JSON value that does not fit its Go variable.
type UnmarshalTypeError struct {
	// Value describes the JSON value: "bool", "array", "number -5".
	Value string
	Type  reflect.Type
	// Offset is how many bytes were read before the error.
	Offset int64
	// Struct is the name of the root type, Field the path from there.
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
			// An element of an array has no field name.
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

// InvalidUnmarshalError means that the argument is not a pointer, or is nil.
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
