package json

import (
	"encoding/json/internal/wire/jsonopts"
)

// Options say how values are written and read. Options of jsontext and encoding/json can be combined with those of this
// package.
type Options = jsonopts.Options

// JoinOptions returns the options of all of srcs; later ones take the place of earlier ones.
func JoinOptions(srcs ...Options) Options {
	var s jsonopts.Set
	s.Join(srcs...)
	return &s
}

// GetOption returns the value of an option in opts, and whether opts has it; setter is the function that makes the option.
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

// DefaultOptionsV2 returns the options of encoding/json, all of them off.
func DefaultOptionsV2() Options { return defaults }

// StringifyNumbers tells whether numbers are written in strings.
func StringifyNumbers(v bool) Options { return jsonopts.Bool(jsonopts.StringifyNumbers, v) }

// Deterministic tells whether equal values are always written in the same way: maps in the order of their keys.
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

// RejectUnknownMembers tells whether a member without a field in its struct is an error.
func RejectUnknownMembers(v bool) Options { return jsonopts.Bool(jsonopts.RejectUnknownMembers, v) }

// WithMarshalers sets functions that write values of their types.
func WithMarshalers(v *Marshalers) Options {
	return &jsonopts.Set{Has: jsonopts.Marshalers, Marshalers: v}
}

// WithUnmarshalers sets functions that read values of their types.
func WithUnmarshalers(v *Unmarshalers) Options {
	return &jsonopts.Set{Has: jsonopts.Unmarshalers, Unmarshalers: v}
}
