package json

import (
	"cmp"
	"encoding/json/internal/wire"
	"encoding/json/jsontext"
	"errors"
	"io"
	"reflect"
	"strconv"
)

// ErrUnknownName means that a struct has no field for a member. A SemanticError that wraps it points to the member.
var ErrUnknownName = errors.New("unknown object member name")

var (
	errAmbiguous   = errors.New("ambiguous object member name")
	errTag         = errors.New("invalid use of `string` tag option")
	errSingular    = errors.New("must read or write exactly one value")
	errUntouched   = errors.New("unsupported calls must not read or write any tokens")
	errNamesRule   = errors.New("cannot change duplicate name checks after a JSON object has already begun processing")
	errUTF8Rule    = errors.New("cannot change UTF-8 checks after a JSON object has already begun processing")
	errSpaces      = errors.New("cannot change whitespace formatting within a MarshalEncode call")
	errCycle       = errors.New("encountered a cycle")
	errNilType     = errors.New("cannot derive concrete type for nil interface with finite type set")
	errNoDuration  = errors.New("no default representation")
	errUnder       = errors.New("too few array elements")
	errOver        = errors.New("too many array elements")
	errNoString    = errors.New("JSON value must be string type")
	errRawEmbed    = errors.New("embedded raw value must be a JSON object")
	errUnchecked   = errors.New("JSON value was not checked")
	errNoFields    = errors.New("Go struct has no exported fields")
	errUnsupported = func(what string) error { return errors.New(what + " may not return errors.ErrUnsupported") }
)

// An action is the operation of a SemanticError.
type action uint8

const (
	marshaling action = 1 + iota
	unmarshaling
)

// A SemanticError means that a Go value cannot be converted to JSON, or the reverse.
type SemanticError struct {
	action action

	// ByteOffset is the offset of the error, or of the token before it.
	ByteOffset int64
	// JSONPointer leads to the value that contains the error.
	JSONPointer jsontext.Pointer

	// JSONKind is the kind of the JSON value, 0 if it does not matter.
	JSONKind jsontext.Kind
	// JSONValue is the number or string that could not be read.
	JSONValue jsontext.Value
	// GoType is the type of the Go value, nil if it is not known.
	GoType reflect.Type

	// Err is the reason, which may be nil.
	Err error
}

// longType is the length above which a message shortens the name of a type.
const longType = 100

func (e *SemanticError) Error() string {
	out := "json: cannot "
	between := " with "
	switch e.action {
	case marshaling:
		out, between = out+"marshal", " from "
	case unmarshaling:
		out, between = out+"unmarshal", " into "
	default:
		out += "handle"
	}
	if e.JSONKind != 0 {
		out += " JSON " + kindName(e.JSONKind)
		if len(e.JSONValue) > 0 && len(e.JSONValue) < longType {
			out += " " + string(e.JSONValue)
		}
	} else if e.action == 0 {
		between = " "
	}
	if e.GoType != nil {
		name := e.GoType.String()
		if len(name) > longType {
			name = e.GoType.Kind().String()
		}
		out += between + "Go " + name
	}
	text := ""
	syntactic, ok := e.Err.(*jsontext.SyntacticError)
	switch {
	case ok:
		text = syntactic.Error()[len("jsontext: "):]
	case e.Err != nil:
		text = e.Err.Error()
	}
	pointer := e.JSONPointer
	if e.Err == ErrUnknownName || e.Err == errAmbiguous {
		text += " " + strconv.Quote(pointer.LastToken())
		if pointer = pointer.Parent(); pointer != "" {
			text += " within " + strconv.Quote(wire.Short(string(pointer)))
		}
	} else if pointer != "" {
		if !ok || !pointer.Contains(syntactic.JSONPointer) {
			out += " within " + strconv.Quote(wire.Short(string(pointer)))
		}
	} else if e.ByteOffset > 0 && !ok {
		out += " after offset " + strconv.FormatInt(e.ByteOffset, 10)
	}
	if text != "" {
		out += ": " + text
	}
	return out
}

func kindName(k jsontext.Kind) string {
	switch k {
	case 't', 'f':
		return "boolean"
	case '{', '}':
		return "object"
	case '[', ']':
		return "array"
	}
	return k.String()
}

// place adds to a method's error the fields that it lacks: the position of at, its type and action.
func (e *SemanticError) place(at *SemanticError) {
	if e.GoType == nil {
		e.GoType = at.GoType
	}
	if e.action == 0 {
		e.ByteOffset = cmp.Or(e.ByteOffset, at.ByteOffset)
		e.JSONPointer = cmp.Or(e.JSONPointer, at.JSONPointer)
		e.action = at.action
	}
}

// Unwrap returns Err.
func (e *SemanticError) Unwrap() error { return e.Err }

func isIO(err error) bool {
	_, ok := err.(*wire.IOError)
	return ok
}

// endless converts io.EOF to io.ErrUnexpectedEOF.
func endless(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func init() {
	// Making an encoder registers the functions with which encoding/json writes its Number.
	jsontext.NewEncoder(io.Discard)
	wire.V2.Error = func(f *wire.Failure) error {
		return &SemanticError{JSONKind: jsontext.Kind(f.Kind), JSONValue: f.Value, GoType: f.Type, Err: f.Err}
	}
}

// failureOf returns the fields of a SemanticError, nil for other errors.
func failureOf(err error) *wire.Failure {
	e, ok := err.(*SemanticError)
	if !ok {
		return nil
	}
	return &wire.Failure{
		Kind: byte(e.JSONKind), Value: e.JSONValue, Type: e.GoType, Offset: e.ByteOffset, Pointer: string(e.JSONPointer), Err: e.Err,
		IsCycle: e.Err == errCycle, IsReference: e.Err == errReference, IsUnknown: e.Err == ErrUnknownName, IsNilType: e.Err == errNilType,
	}
}
