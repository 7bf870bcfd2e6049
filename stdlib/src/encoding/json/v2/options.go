package json

import (
	"encoding/json/internal/wire/jsonopts"
)

// Options say how values are written and read. Those of jsontext and encoding/json may stand beside those of this
// package.
type Options = jsonopts.Options

// JoinOptions returns the options of all of srcs; later ones take the place of earlier ones.
func JoinOptions(srcs ...Options) Options {
	var s jsonopts.Set
	s.Join(srcs...)
	return &s
}

// GetOption returns the value that opts have for an option, which setter makes, and whether there is one.
func GetOption[T any](opts Options, setter func(T) Options) (T, bool) {
	var none T
	set := jsonopts.Of(opts)
	like := jsonopts.Of(setter(none))
	if set == nil || like == nil {
		return none, false
	}
	var value any
	switch any(none).(type) {
	case bool:
		if set.Has&like.Has != like.Has {
			return none, false
		}
		value = set.On&like.Has != 0
	case string:
		value = set.Indent
		which := jsonopts.Indent
		if like.Has&which == 0 {
			value, which = set.IndentPrefix, jsonopts.IndentPrefix
		}
		if set.Has&which == 0 {
			return none, false
		}
	default:
		which := like.Has & (jsonopts.Marshalers | jsonopts.Unmarshalers)
		if which == 0 || set.Has&which == 0 {
			return none, false
		}
		value = set.Unmarshalers
		if which == jsonopts.Marshalers {
			value = set.Marshalers
		}
	}
	result, ok := value.(T)
	return result, ok
}

var defaults = &jsonopts.Set{Has: jsonopts.V1}

// DefaultOptionsV2 are the options of encoding/json, all of them off.
func DefaultOptionsV2() Options { return defaults }

// StringifyNumbers tells whether numbers stand in strings.
func StringifyNumbers(v bool) Options { return jsonopts.Bool(jsonopts.StringifyNumbers, v) }

// Deterministic tells whether the same value is always written in the same way: maps in the order of their keys.
func Deterministic(v bool) Options { return jsonopts.Bool(jsonopts.Deterministic, v) }

// FormatNilSliceAsNull tells whether nil slices are written as null.
func FormatNilSliceAsNull(v bool) Options { return jsonopts.Bool(jsonopts.FormatNilSliceAsNull, v) }

// FormatNilMapAsNull tells whether nil maps are written as null.
func FormatNilMapAsNull(v bool) Options { return jsonopts.Bool(jsonopts.FormatNilMapAsNull, v) }

// OmitZeroStructFields tells whether all fields have the option omitzero.
func OmitZeroStructFields(v bool) Options { return jsonopts.Bool(jsonopts.OmitZeroStructFields, v) }

// MatchCaseInsensitiveNames tells whether names match fields without regard to case, dashes and underscores.
func MatchCaseInsensitiveNames(v bool) Options {
	return jsonopts.Bool(jsonopts.MatchCaseInsensitiveNames, v)
}

// RejectUnknownMembers tells whether a member is an error that its struct has no field for.
func RejectUnknownMembers(v bool) Options { return jsonopts.Bool(jsonopts.RejectUnknownMembers, v) }

// WithMarshalers has functions that write values of their types.
func WithMarshalers(v *Marshalers) Options {
	return &jsonopts.Set{Has: jsonopts.Marshalers, Marshalers: v}
}

// WithUnmarshalers has functions that read values of their types.
func WithUnmarshalers(v *Unmarshalers) Options {
	return &jsonopts.Set{Has: jsonopts.Unmarshalers, Unmarshalers: v}
}
