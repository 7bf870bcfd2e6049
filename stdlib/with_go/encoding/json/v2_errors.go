package json

import (
	"encoding/json/internal"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// forThisPackage tells v2 what it needs to be able to do what this package does: its errors, and Number.
var forThisPackage = sync.OnceFunc(func() {
	internal.TransformMarshalError = marshalError
	internal.TransformUnmarshalError = unmarshalError
	internal.NewMarshalerError = func(value any, err error, function string) error {
		return &MarshalerError{reflect.TypeOf(value), err, function}
	}
	internal.NewRawNumber = func() any { return new(Number) }
	internal.RawNumberOf = func(text []byte) any { return Number(text) }
})

// marshalError is the error of this package for one of v2 in writing.
func marshalError(root any, err error) error {
	switch err := err.(type) {
	case *json.SemanticError:
		switch {
		case err == nil:
			return (*UnsupportedValueError)(nil)
		case err.Err == nil:
			return &UnsupportedTypeError{err.GoType}
		}
		text := err.Err.Error()
		if err.Err == internal.ErrCycle && err.GoType != nil {
			text += " via " + err.GoType.String()
		}
		var value reflect.Value
		if of, ok := errors.AsType[*internal.ValueError](err.Err); ok {
			value = reflect.ValueOf(of.Val)
		}
		return &UnsupportedValueError{value, strings.TrimPrefix(text, "unsupported value: ")}
	case *MarshalerError:
		if err != nil {
			err.Err = syntaxError(err.Err)
		}
		return err
	}
	return syntaxError(err)
}

// unmarshalError is the error of this package for one of v2 in reading.
func unmarshalError(root any, err error) error {
	semantic, ok := err.(*json.SemanticError)
	switch {
	case !ok:
		return syntaxError(err)
	case semantic == nil:
		return (*UnmarshalTypeError)(nil)
	case semantic.Err == internal.ErrNonNilReference:
		return &InvalidUnmarshalError{semantic.GoType}
	case semantic.Err == json.ErrUnknownName:
		return fmt.Errorf("json: unknown field %q", semantic.JSONPointer.LastToken())
	}
	cause := semantic.Err
	if cause == internal.ErrNilInterface {
		cause = nil
	}
	value := map[jsontext.Kind]string{
		'n': "null", '"': "string", '0': "number", 'f': "bool", 't': "bool", '[': "array", ']': "array", '{': "object", '}': "object",
	}[semantic.JSONKind]
	if text := semantic.JSONValue; len(text) > 0 {
		if (cause == strconv.ErrRange || cause == strconv.ErrSyntax) && isNumeric(semantic.GoType) {
			if semantic.JSONKind == '"' {
				text, _ = jsontext.AppendUnquote(nil, text)
			}
			value, cause = "number", nil
		}
		value += " " + string(text)
	}
	result := &UnmarshalTypeError{Value: value, Type: semantic.GoType, Offset: semantic.ByteOffset, Err: syntaxError(cause)}
	if at := string(semantic.JSONPointer); at != "" {
		result.Field = strings.ReplaceAll(strings.TrimPrefix(at, "/"), "/", ".")
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

// words are those of this package for those of v2 in messages about syntax.
var words = strings.NewReplacer(
	"object name", "object key", "at start of value", "looking for beginning of value",
	"at start of string", "looking for beginning of object key string", "after object value", "after object key:value pair",
	"in number", "in numeric literal",
)

// syntaxError is the error of this package for one of jsontext; errors of readers and writers are theirs.
func syntaxError(err error) error {
	ofText := jsontext.Internal.Export(&internal.AllowInternalUse)
	syntactic, ok := err.(*jsontext.SyntacticError)
	switch {
	case !ok && ofText.IsIOError(err):
		return errors.Unwrap(err)
	case !ok:
		return err
	case syntactic == nil:
		return (*SyntaxError)(nil)
	case ofText.IsIOError(syntactic.Err):
		return errors.Unwrap(syntactic.Err)
	case syntactic.Err == io.ErrUnexpectedEOF:
		return &SyntaxError{errEnd, syntactic.ByteOffset}
	}
	text := syntactic.Err.Error()
	if at := strings.Index(text, " (expecting"); at >= 0 && !strings.Contains(text, " in literal") {
		text = text[:at]
	}
	return &SyntaxError{words.Replace(text), syntactic.ByteOffset}
}
