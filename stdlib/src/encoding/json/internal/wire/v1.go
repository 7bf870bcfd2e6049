package wire

import "reflect"

// V1 is what encoding/json does for the others, if the program has it: nil otherwise.
var V1 struct {
	// Marshal and Unmarshal are those of encoding/json.
	Marshal   func(any) ([]byte, error)
	Unmarshal func([]byte, any) error
	// MarshalError and UnmarshalError turn errors of v2 into those of encoding/json; MethodError makes the error of a
	// method one.
	MarshalError, UnmarshalError func(root any, err error) error
	MethodError                  func(t reflect.Type, err error, method string) error
}
