// Package jsonopts holds the options that encoding/json, its v2 and jsontext share.
package jsonopts

// Options is an option, or a set of options.
type Options interface {
	// JSONOptions returns the set that the value stands for. Only this package has types with it.
	JSONOptions() *Set
}

// A Flag is the bit of an option that is on or off.
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

	// The options with a value: Has tells whether they are set.
	Indent
	IndentPrefix
	Marshalers
	Unmarshalers

	// OfTag tells a method that StringifyNumbers is for its value only, as the option string of a field says.
	OfTag
)

// valued are the options that have a value, which a Set holds beside the flags.
const valued = Indent | IndentPrefix | Marshalers | Unmarshalers

// V1 are the options that make functions of v2 do what functions of encoding/json do.
const V1 = Deterministic | FormatNilMapAsNull | FormatNilSliceAsNull | MatchCaseInsensitiveNames |
	AllowDuplicateNames | AllowInvalidUTF8 | EscapeForHTML | EscapeForJS | PreserveRawStrings | legacy

const legacy = CallMethodsWithLegacySemantics | FormatByteArrayAsArray | FormatBytesWithLegacySemantics |
	FormatDurationAsNano | MatchCaseSensitiveDelimiter | MergeWithLegacySemantics | OmitEmptyWithLegacySemantics |
	ParseBytesWithLooseRFC4648 | ParseTimeWithLooseRFC3339 | ReportErrorsWithLegacySemantics |
	StringifyWithLegacySemantics | UnmarshalArrayFromAnyLength

// Whitespace are the options that put white space between tokens.
const Whitespace = SpaceAfterColon | SpaceAfterComma | Multiline

// A Set is a set of options.
type Set struct {
	// Has are the options that are present, On those of them that are true.
	Has, On              Flag
	Indent, IndentPrefix string
	// Marshalers and Unmarshalers are the functions for types, which only v2 knows.
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

// Join sets the options of all of others, those that come later last.
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

// Reset makes the set that of options, which may be the set itself.
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

// The result of Of is the set of options that o has; it is nil if o is nil.
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
