// Package asn1 reads and writes values in DER, the ASN.1 encoding of certificates and keys.
package asn1

import (
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// Tags of the universal class.
const (
	TagBoolean         = 1
	TagInteger         = 2
	TagBitString       = 3
	TagOctetString     = 4
	TagNull            = 5
	TagOID             = 6
	TagEnum            = 10
	TagUTF8String      = 12
	TagSequence        = 16
	TagSet             = 17
	TagNumericString   = 18
	TagPrintableString = 19
	TagT61String       = 20
	TagIA5String       = 22
	TagUTCTime         = 23
	TagGeneralizedTime = 24
	TagGeneralString   = 27
	TagBMPString       = 30
)

// Classes of tags.
const (
	ClassUniversal       = 0
	ClassApplication     = 1
	ClassContextSpecific = 2
	ClassPrivate         = 3
)

// NullBytes is the encoding of a NULL.
var NullBytes = []byte{TagNull, 0}

// NullRawValue is a NULL.
var NullRawValue = RawValue{Tag: TagNull}

// A StructuralError means that the data is valid but does not fit the Go value.
type StructuralError struct{ Msg string }

func (e StructuralError) Error() string { return "asn1: structure error: " + e.Msg }

// A SyntaxError means that the data is not valid DER.
type SyntaxError struct{ Msg string }

func (e SyntaxError) Error() string { return "asn1: syntax error: " + e.Msg }

// A BitString is a BIT STRING; the unused bits of the last byte are padding.
type BitString struct {
	Bytes     []byte
	BitLength int
}

// At returns the bit at i, 0 if i is out of range.
func (b BitString) At(i int) int {
	if i < 0 || i >= b.BitLength {
		return 0
	}
	return int(b.Bytes[i/8]>>(7-uint(i%8))) & 1
}

// RightAlign returns the bits with the padding before them.
func (b BitString) RightAlign() []byte {
	shift := uint(8 - b.BitLength%8)
	if shift == 8 || len(b.Bytes) == 0 {
		return b.Bytes
	}
	out := make([]byte, len(b.Bytes))
	for i, c := range b.Bytes {
		out[i] = c >> shift
		if i > 0 {
			out[i] |= b.Bytes[i-1] << (8 - shift)
		}
	}
	return out
}

// An ObjectIdentifier is an OBJECT IDENTIFIER.
type ObjectIdentifier []int

// Equal reports whether both are the same.
func (oi ObjectIdentifier) Equal(other ObjectIdentifier) bool {
	if len(oi) != len(other) {
		return false
	}
	for i, n := range oi {
		if n != other[i] {
			return false
		}
	}
	return true
}

// String returns the numbers with dots between them.
func (oi ObjectIdentifier) String() string {
	var s strings.Builder
	for i, n := range oi {
		if i > 0 {
			s.WriteByte('.')
		}
		s.WriteString(strconv.Itoa(n))
	}
	return s.String()
}

// An Enumerated is an ENUMERATED.
type Enumerated int

// A Flag is true if the element is present, whatever it contains.
type Flag bool

// A RawValue is an element that is not decoded.
type RawValue struct {
	Class, Tag int
	IsCompound bool
	Bytes      []byte
	FullBytes  []byte
}

// RawContent, as the type of a struct's first field, receives the whole encoding of the struct.
type RawContent []byte

var (
	bitStringType  = reflect.TypeFor[BitString]()
	oidType        = reflect.TypeFor[ObjectIdentifier]()
	enumeratedType = reflect.TypeFor[Enumerated]()
	flagType       = reflect.TypeFor[Flag]()
	timeType       = reflect.TypeFor[time.Time]()
	rawValueType   = reflect.TypeFor[RawValue]()
	rawContentType = reflect.TypeFor[RawContent]()
	bigIntType     = reflect.TypeFor[*big.Int]()
)

// params are the parameters in a field's tag.
type params struct {
	optional, explicit, application, private, omitEmpty, set bool
	def                                                      *int64
	tag                                                      *int
	stringType, timeType                                     int
}

func parseParams(s string) (p params) {
	for part := range strings.SplitSeq(s, ",") {
		if name, value, ok := strings.Cut(part, ":"); ok {
			p.setNumber(name, value)
		} else if tag := stringTags[part]; tag != 0 {
			p.stringType = tag
		} else {
			p.setWord(part)
		}
	}
	return p
}

// stringTags are the tags of the string types, by the words for them in struct tags.
var stringTags = map[string]int{
	"ia5": TagIA5String, "numeric": TagNumericString, "printable": TagPrintableString, "utf8": TagUTF8String,
}

func (p *params) setNumber(name, value string) {
	number, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return
	}
	switch name {
	case "default":
		p.def = &number
	case "tag":
		tag := int(number)
		p.tag = &tag
	}
}

func (p *params) setWord(word string) {
	switch word {
	case "optional":
		p.optional = true
	case "omitempty":
		p.omitEmpty = true
	case "set":
		p.set = true
	case "utc":
		p.timeType = TagUTCTime
	case "generalized":
		p.timeType = TagGeneralizedTime
	case "application", "private", "explicit":
		p.application = p.application || word == "application"
		p.private = p.private || word == "private"
		p.explicit = p.explicit || word == "explicit"
		p.needTag()
	}
}

func (p *params) needTag() {
	if p.tag == nil {
		p.tag = new(int)
	}
}

// class returns the class of the tag that the field's parameters set.
func (p *params) class() int {
	switch {
	case p.application:
		return ClassApplication
	case p.private:
		return ClassPrivate
	}
	return ClassContextSpecific
}

// kindOf returns the universal tag of a Go type, and whether its encoding is compound.
func kindOf(t reflect.Type) (tag int, compound, ok bool) {
	switch t {
	case rawValueType:
		return -1, false, true
	case oidType:
		return TagOID, false, true
	case bitStringType:
		return TagBitString, false, true
	case timeType:
		return TagUTCTime, false, true
	case enumeratedType:
		return TagEnum, false, true
	case bigIntType:
		return TagInteger, false, true
	}
	switch t.Kind() {
	case reflect.Bool:
		return TagBoolean, false, true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return TagInteger, false, true
	case reflect.Struct:
		return TagSequence, true, true
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return TagOctetString, false, true
		}
		if strings.HasSuffix(t.Name(), "SET") {
			return TagSet, true, true
		}
		return TagSequence, true, true
	case reflect.String:
		return TagPrintableString, false, true
	}
	return 0, false, false
}

func isPrintable(b byte, asterisk, ampersand bool) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || '\'' <= b && b <= ')' ||
		'+' <= b && b <= '/' || b == ' ' || b == ':' || b == '=' || b == '?' || asterisk && b == '*' ||
		ampersand && b == '&'
}

func isNumeric(b byte) bool { return '0' <= b && b <= '9' || b == ' ' }
