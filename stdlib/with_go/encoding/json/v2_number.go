package json

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"reflect"
	"strconv"
)

// inQuotes reports whether a number is to stand in quotes: as the option says, or as the name of a member.
func inQuotes(options Options, in jsontext.Kind, members int64) bool {
	on, _ := json.GetOption(options, json.StringifyNumbers)
	return on || in == '{' && members%2 == 0
}

// MarshalJSONTo writes the number as functions of encoding/json/v2 write it.
func (n Number) MarshalJSONTo(enc *jsontext.Encoder) error {
	text := string(n)
	if text == "" {
		text = "0"
	}
	in, members := enc.StackIndex(enc.StackDepth())
	value := append(enc.AvailableBuffer(), text...)
	if inQuotes(enc.Options(), in, members) {
		value = append(append(append(value[:0], '"'), text...), '"')
	}
	if !isNumber(text) {
		return fmt.Errorf("cannot parse %q as JSON number: %w", value, strconv.ErrSyntax)
	}
	return enc.WriteValue(value)
}

// UnmarshalJSONFrom reads a number as functions of encoding/json/v2 read it.
func (n *Number) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	in, members := dec.StackIndex(dec.StackDepth())
	quotes := inQuotes(dec.Options(), in, members)
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	switch kind := value.Kind(); {
	case kind == 'n':
		if keep, _ := json.GetOption(dec.Options(), MergeWithLegacySemantics); !keep {
			*n = ""
		}
		return nil
	case kind == '"':
		text, err := jsontext.AppendUnquote(nil, value)
		if err != nil || !isNumber(string(text)) {
			return &json.SemanticError{JSONKind: kind, JSONValue: value.Clone(), GoType: reflect.TypeFor[Number](), Err: strconv.ErrSyntax}
		}
		*n = Number(text)
		return nil
	case kind == '0' && !quotes:
		*n = Number(value)
		return nil
	default:
		return &json.SemanticError{JSONKind: kind, GoType: reflect.TypeFor[Number]()}
	}
}
