package json

import "encoding/json/internal/wire/jsonopts"

// Options are those of encoding/json/v2 and jsontext. With the following, functions of v2 behave like this package.
type Options = jsonopts.Options

func option(flag jsonopts.Flag, on bool) Options {
	forV2()
	return jsonopts.Bool(flag, on)
}

// DefaultOptionsV1 returns the options with which functions of v2 behave like those of this package.
func DefaultOptionsV1() Options { return option(jsonopts.V1, true) }

// CallMethodsWithLegacySemantics tells whether methods are called as Marshal and Unmarshal of this package call them.
func CallMethodsWithLegacySemantics(v bool) Options {
	return option(jsonopts.CallMethodsWithLegacySemantics, v)
}

// FormatByteArrayAsArray tells whether arrays of bytes are arrays of numbers, not base64.
func FormatByteArrayAsArray(v bool) Options { return option(jsonopts.FormatByteArrayAsArray, v) }

// FormatBytesWithLegacySemantics tells whether slices of named byte types, and null, are written and read as in
// this package.
func FormatBytesWithLegacySemantics(v bool) Options {
	return option(jsonopts.FormatBytesWithLegacySemantics, v)
}

// FormatDurationAsNano tells whether a time.Duration is a number of nanoseconds.
func FormatDurationAsNano(v bool) Options { return option(jsonopts.FormatDurationAsNano, v) }

// MatchCaseSensitiveDelimiter tells whether underscores and dashes count when names are matched
// case-insensitively.
func MatchCaseSensitiveDelimiter(v bool) Options {
	return option(jsonopts.MatchCaseSensitiveDelimiter, v)
}

// MergeWithLegacySemantics tells whether values are merged into existing ones as Unmarshal of this package does.
func MergeWithLegacySemantics(v bool) Options { return option(jsonopts.MergeWithLegacySemantics, v) }

// OmitEmptyWithLegacySemantics tells whether omitempty omits false, 0, nil and values of length 0.
func OmitEmptyWithLegacySemantics(v bool) Options {
	return option(jsonopts.OmitEmptyWithLegacySemantics, v)
}

// ParseBytesWithLooseRFC4648 tells whether base64 may have line breaks.
func ParseBytesWithLooseRFC4648(v bool) Options {
	return option(jsonopts.ParseBytesWithLooseRFC4648, v)
}

// ParseTimeWithLooseRFC3339 tells whether times may have hours of one digit, commas and offsets out of range.
func ParseTimeWithLooseRFC3339(v bool) Options {
	return option(jsonopts.ParseTimeWithLooseRFC3339, v)
}

// ReportErrorsWithLegacySemantics tells whether errors are those of this package.
func ReportErrorsWithLegacySemantics(v bool) Options {
	return option(jsonopts.ReportErrorsWithLegacySemantics, v)
}

// StringifyWithLegacySemantics tells whether the option string quotes booleans and strings too.
func StringifyWithLegacySemantics(v bool) Options {
	return option(jsonopts.StringifyWithLegacySemantics, v)
}

// UnmarshalArrayFromAnyLength tells whether a JSON array and the Go array may have different lengths.
func UnmarshalArrayFromAnyLength(v bool) Options {
	return option(jsonopts.UnmarshalArrayFromAnyLength, v)
}
