// Package jsonopts holds the options that encoding/json, encoding/json/v2 and jsontext share.
package jsonopts

// Options is an option, or a set of options.
type Options interface {
	// JSONOptions returns the set of the options. Only types of this package implement it.
	JSONOptions() *Set
}

// A Flag is the bit of a boolean option.
type Flag uint64

// The options of jsontext.
const (
	AllowDuplicateNames Flag = 1 << iota
	AllowInvalidUTF8
	EscapeForHTML
	EscapeForJS
	PreserveRawStrings
	CanonicalizeRawInts
	CanonicalizeRawFloats
	ReorderRawObjects
	SpaceAfterColon
	SpaceAfterComma
	Multiline

	// The options of encoding/json/v2.
	StringifyNumbers
	Deterministic
	FormatNilMapAsNull
	FormatNilSliceAsNull
	OmitZeroStructFields
	MatchCaseInsensitiveNames
	RejectUnknownMembers

	// The options of encoding/json.
	CallMethodsWithLegacySemantics
	FormatByteArrayAsArray
	FormatBytesWithLegacySemantics
	FormatDurationAsNano
	MatchCaseSensitiveDelimiter
	MergeWithLegacySemantics
	OmitEmptyWithLegacySemantics
	ParseBytesWithLooseRFC4648
	ParseTimeWithLooseRFC3339
	ReportErrorsWithLegacySemantics
	StringifyWithLegacySemantics
	UnmarshalArrayFromAnyLength

	// The options with a value: Has says whether they are set.
	Indent
	IndentPrefix
	Marshalers
	Unmarshalers

	// OfTag tells a method that StringifyNumbers holds for its value only, because of the option string of a field.
	OfTag
)

// valued are the options whose values a Set stores beside the flags.
const valued = Indent | IndentPrefix | Marshalers | Unmarshalers

// V1 are the options with which functions of v2 behave like functions of encoding/json.
const V1 = Deterministic | FormatNilMapAsNull | FormatNilSliceAsNull | MatchCaseInsensitiveNames |
	AllowDuplicateNames | AllowInvalidUTF8 | EscapeForHTML | EscapeForJS | PreserveRawStrings | legacy

const legacy = CallMethodsWithLegacySemantics | FormatByteArrayAsArray | FormatBytesWithLegacySemantics |
	FormatDurationAsNano | MatchCaseSensitiveDelimiter | MergeWithLegacySemantics | OmitEmptyWithLegacySemantics |
	ParseBytesWithLooseRFC4648 | ParseTimeWithLooseRFC3339 | ReportErrorsWithLegacySemantics |
	StringifyWithLegacySemantics | UnmarshalArrayFromAnyLength

// Whitespace are the options that insert white space between tokens.
const Whitespace = SpaceAfterColon | SpaceAfterComma | Multiline

// A Set is a set of options.
type Set struct {
	// Has are the options that are set, On those of them that are true.
	Has, On              Flag
	Indent, IndentPrefix string
	// Marshalers and Unmarshalers are the functions for types; only v2 knows their type.
	Marshalers, Unmarshalers any
}

// JSONOptions returns the set itself.
func (s *Set) JSONOptions() *Set { return s }

// Is reports whether an option is on.
func (s *Set) Is(f Flag) bool { return s.On&f != 0 }

// Put sets the options f to a value.
func (s *Set) Put(f Flag, on bool) {
	s.Has |= f
	s.On &^= f
	if on {
		s.On |= f
	}
}

// Join sets the options of all of others; later ones replace earlier ones.
func (s *Set) Join(others ...Options) {
	for _, o := range others {
		if o == nil {
			continue
		}
		from := o.JSONOptions()
		if from == nil {
			continue
		}
		s.On = s.On&^from.Has | from.On
		s.Has |= from.Has
		if from.Has&valued == 0 {
			continue
		}
		if from.Has&Indent != 0 {
			s.Indent = from.Indent
		}
		if from.Has&IndentPrefix != 0 {
			s.IndentPrefix = from.IndentPrefix
		}
		if from.Has&Marshalers != 0 {
			s.Marshalers = from.Marshalers
		}
		if from.Has&Unmarshalers != 0 {
			s.Unmarshalers = from.Unmarshalers
		}
	}
}

// Reset replaces the set by options, which may contain the set itself.
func (s *Set) Reset(options []Options) {
	if len(options) == 0 {
		if s.Has|s.On != 0 {
			*s = Set{}
		}
		return
	}
	var set Set
	set.Join(options...)
	*s = set
}

// Of returns the set of options in o; nil if o is nil.
func Of(o Options) *Set {
	if o == nil {
		return nil
	}
	return o.JSONOptions()
}

// Bool returns the option f.
func Bool(f Flag, on bool) Options {
	s := &Set{Has: f}
	if on {
		s.On = f
	}
	return s
}
