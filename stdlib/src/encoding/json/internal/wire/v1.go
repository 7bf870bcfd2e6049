package wire

import "reflect"

// A Failure has the fields of v2's SemanticError.
type Failure struct {
	Kind    byte
	Value   []byte
	Type    reflect.Type
	Offset  int64
	Pointer string
	Err     error

	// IsCycle and the others say that Err is one of the errors for which encoding/json has its own text.
	IsCycle, IsReference, IsUnknown, IsNilType bool
}

// V1 has the functions of encoding/json that v2 calls, once a program uses one of the options of encoding/json.
var V1 struct {
	// Marshal and Unmarshal are those of encoding/json.
	Marshal   func(any) ([]byte, error)
	Unmarshal func([]byte, any) error
	// MarshalError and UnmarshalError convert an error of v2, which may be a Failure, to an error of encoding/json.
	MarshalError   func(err error, f *Failure) error
	UnmarshalError func(root any, err error, f *Failure) error
	// MethodError converts the error of a type's method to an error of encoding/json.
	MethodError func(t reflect.Type, err error, method string) error
}

// V2 has the functions of v2 and jsontext that encoding/json calls once there is an encoder or decoder; a program
// without one does not link them.
var V2 struct {
	// Error converts a Failure to v2's error, if the program has v2.
	Error func(*Failure) error
	// WriteNumber writes a Number, ReadNumber reads one; t is the type Number.
	WriteNumber func(w *Writer, text string) error
	ReadNumber  func(r *Reader, to *string, t reflect.Type) error
}
