package jsontext

import (
	"encoding/json/internal/wire"
	"encoding/json/internal/wire/jsonopts"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"sync"
)

// numbers tells encoding/json how to write and read its type Number.
var numbers = sync.OnceFunc(func() { wire.V2.WriteNumber, wire.V2.ReadNumber = writeNumber, readNumber })

// quotes reports whether a number must be quoted: because of the option, or because it is the name of a member.
func quotes(options *jsonopts.Set, wantsName bool) bool {
	return options.Is(jsonopts.StringifyNumbers) || wantsName
}

// writeNumber writes the text of a number; an empty text is written as 0.
func writeNumber(w *wire.Writer, text string) error {
	if text == "" {
		text = "0"
	}
	value := append(w.Available(), text...)
	if quotes(&w.Opts, w.WantsName()) {
		value = append(append(append(value[:0], '"'), text...), '"')
	}
	if !wire.IsNumber([]byte(text)) {
		return fmt.Errorf("cannot parse %q as JSON number: %w", value, strconv.ErrSyntax)
	}
	return w.Value(value)
}

// readNumber reads the text of a number, which may be in a string.
func readNumber(r *wire.Reader, to *string, t reflect.Type) error {
	quoted := quotes(&r.Opts, r.WantsName())
	value, err := r.Value()
	if err != nil {
		return err
	}
	kind := wire.Kind(value[0])
	switch {
	case kind == 'n':
		if !r.Opts.Is(jsonopts.MergeWithLegacySemantics) {
			*to = ""
		}
		return nil
	case kind == '"':
		text := wire.Unquoted(value)
		if wire.IsNumber([]byte(text)) {
			*to = text
			return nil
		}
		return numberFailure(&wire.Failure{Kind: kind, Value: Value(value).Clone(), Type: t, Err: strconv.ErrSyntax})
	case kind == '0' && !quoted:
		*to = string(value)
		return nil
	}
	return numberFailure(&wire.Failure{Kind: kind, Type: t})
}

// numberFailure returns the error for a value that is no number.
func numberFailure(f *wire.Failure) error {
	switch {
	case wire.V2.Error != nil:
		return wire.V2.Error(f)
	case f.Err != nil:
		return f.Err
	}
	return errors.New("json: cannot unmarshal JSON " + Kind(f.Kind).String() + " into Go " + f.Type.String())
}
