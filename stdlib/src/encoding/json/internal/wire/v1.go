package wire

import "reflect"

// A Failure is what a SemanticError of v2 says.
type Failure struct {
	Kind    byte
	Value   []byte
	Type    reflect.Type
	Offset  int64
	Pointer string
	Err     error

	// IsCycle and the others tell that Err is one of the errors that encoding/json has other words for.
	IsCycle, IsReference, IsUnknown, IsNilType bool
}

// V1 is what encoding/json does for v2, once one of its options was asked for.
var V1 struct {
	// Marshal and Unmarshal are those of encoding/json.
	Marshal   func(any) ([]byte, error)
	Unmarshal func([]byte, any) error
	// MarshalError and UnmarshalError turn an error of v2, which may be a failure, into one of encoding/json.
	MarshalError   func(err error, f *Failure) error
	UnmarshalError func(root any, err error, f *Failure) error
	// MethodError is the error of encoding/json for one of a method of a type.
	MethodError func(t reflect.Type, err error, method string) error
}

// V2 is what v2 and jsontext do for encoding/json once there is an encoder or decoder: a program without has nothing of
// that.
var V2 struct {
	// Error returns the error of v2 for a failure, if the program has v2.
	Error func(*Failure) error
	// WriteNumber writes a Number, ReadNumber reads one, which is of that type.
	WriteNumber func(w *Writer, text string) error
	ReadNumber  func(r *Reader, to *string, t reflect.Type) error
}
