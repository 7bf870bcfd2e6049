package json

import (
	"encoding/json/internal/wire"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unsafe"
)

// These register this package's Marshal, Unmarshal and errors with package v2, once. Functions that call v2 call them first.
var marshalKnown, unmarshalKnown, errorsKnown sync.Once

func marshalForV2()   { marshalKnown.Do(func() { wire.V1.Marshal = Marshal }) }
func unmarshalForV2() { unmarshalKnown.Do(func() { wire.V1.Unmarshal = Unmarshal }) }

func forV2() {
	marshalForV2()
	unmarshalForV2()
	errorsKnown.Do(func() {
		wire.V1.MarshalError, wire.V1.UnmarshalError, wire.V1.MethodError = marshalError, unmarshalError, methodError
	})
}

// methodError converts the error of a method of type t to this package's error.
func methodError(t reflect.Type, err error, method string) error {
	if s, ok := err.(*jsontext.SyntacticError); ok && s.Err == wire.ErrNonStringName {
		err = s.Err
	}
	return &MarshalerError{t, syntaxError(err), method}
}

// marshalError converts v2's error of writing to this package's error.
func marshalError(err error, f *wire.Failure) error {
	switch {
	case f == nil:
		return syntaxError(err)
	case f.Err == nil:
		return &UnsupportedTypeError{f.Type}
	}
	text := f.Err.Error()
	if f.IsCycle {
		text += " via " + f.Type.String()
	}
	return &UnsupportedValueError{reflect.Value{}, strings.TrimPrefix(text, "unsupported value: ")}
}

// kindNames are the names of JSON kinds in an UnmarshalTypeError.
var kindNames = map[byte]string{
	'n': "null", '"': "string", '0': "number", 'f': "bool", 't': "bool", '[': "array", ']': "array", '{': "object", '}': "object",
}

// unmarshalError converts v2's error of reading into root to this package's error.
func unmarshalError(root any, err error, f *wire.Failure) error {
	switch {
	case f == nil:
		return syntaxError(err)
	case f.IsReference:
		return &InvalidUnmarshalError{f.Type}
	case f.IsUnknown:
		return fmt.Errorf("json: unknown field %q", jsontext.Pointer(f.Pointer).LastToken())
	}
	cause := f.Err
	if f.IsNilType {
		cause = nil
	}
	value := kindNames[f.Kind]
	if text := f.Value; len(text) > 0 {
		if (cause == strconv.ErrRange || cause == strconv.ErrSyntax) && isNumeric(f.Type) {
			if f.Kind == '"' {
				text, _ = jsontext.AppendUnquote(nil, text)
			}
			value, cause = "number", nil
		}
		value += " " + string(text)
	}
	result := &UnmarshalTypeError{Value: value, Type: f.Type, Offset: f.Offset, Err: syntaxError(cause)}
	if f.Pointer != "" {
		result.Field = strings.ReplaceAll(strings.TrimPrefix(f.Pointer, "/"), "/", ".")
		if t := reflect.TypeOf(root); t != nil && t.Kind() == reflect.Pointer {
			result.Struct = t.Elem().Name()
		} else if t != nil {
			result.Struct = t.Name()
		}
	}
	return result
}

func isNumeric(t reflect.Type) bool {
	if t == nil {
		return false
	}
	k := t.Kind()
	return reflect.Int <= k && k <= reflect.Float64
}

// words maps v2's words in syntax errors to this package's words.
var words = strings.NewReplacer(
	"object name", "object key", "at start of value", "looking for beginning of value",
	"at start of string", "looking for beginning of object key string", "after object value", "after object key:value pair",
	"in number", "in numeric literal",
)

// syntaxError converts an error of jsontext to this package's error; it leaves errors of readers and writers unchanged.
func syntaxError(err error) error {
	syntactic, ok := err.(*jsontext.SyntacticError)
	if !ok {
		if failed, ok := err.(*wire.IOError); ok {
			return failed.Err
		}
		return err
	}
	if failed, ok := syntactic.Err.(*wire.IOError); ok {
		return failed.Err
	}
	if syntactic.Err == io.ErrUnexpectedEOF {
		return &SyntaxError{errEnd, syntactic.ByteOffset}
	}
	text := syntactic.Err.Error()
	if at := strings.Index(text, " (expecting"); at >= 0 && !strings.Contains(text, " in literal") {
		text = text[:at]
	}
	return &SyntaxError{words.Replace(text), syntactic.ByteOffset}
}

// errNoV2 is the error of a method of Number if the program does not import encoding/json/v2, and the encoder
// or decoder is not from there.
var errNoV2 = errors.New("json: the methods of Number for streams need package encoding/json/v2")

// MarshalJSONTo writes the number as functions of encoding/json/v2 write it.
func (n Number) MarshalJSONTo(enc *jsontext.Encoder) error {
	if wire.V2.WriteNumber == nil {
		return errNoV2
	}
	return wire.V2.WriteNumber((*wire.Writer)(unsafe.Pointer(enc)), string(n))
}

// UnmarshalJSONFrom reads a number as functions of encoding/json/v2 read it.
func (n *Number) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if wire.V2.ReadNumber == nil {
		return errNoV2
	}
	return wire.V2.ReadNumber((*wire.Reader)(unsafe.Pointer(dec)), (*string)(n), numberType)
}
