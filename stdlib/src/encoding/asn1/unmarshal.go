package asn1

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// A header is the tag and length before an element's content.
type header struct {
	class, tag, length int
	compound           bool
}

type invalidUnmarshalError struct{ t reflect.Type }

func (e *invalidUnmarshalError) Error() string {
	switch {
	case e.t == nil:
		return "asn1: Unmarshal recipient value is nil"
	case e.t.Kind() != reflect.Pointer:
		return "asn1: Unmarshal recipient value is non-pointer " + e.t.String()
	}
	return "asn1: Unmarshal recipient value is nil " + e.t.String()
}

// Unmarshal decodes an element into the value that val points to, and returns the bytes after it.
func Unmarshal(b []byte, val any) (rest []byte, err error) { return UnmarshalWithParams(b, val, "") }

// UnmarshalWithParams is Unmarshal for a value with the parameters of a field's tag.
func UnmarshalWithParams(b []byte, val any, params string) (rest []byte, err error) {
	v := reflect.ValueOf(val)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return nil, &invalidUnmarshalError{reflect.TypeOf(val)}
	}
	offset, err := parseField(v.Elem(), b, 0, parseParams(params))
	if err != nil {
		return nil, err
	}
	return b[offset:], nil
}

// base128 reads a number in groups of seven bits.
func base128(b []byte, offset int) (n, next int, err error) {
	for shifted := 0; offset < len(b); shifted++ {
		if shifted == 5 {
			return 0, 0, StructuralError{"base 128 integer too large"}
		}
		c := b[offset]
		if shifted == 0 && c == 0x80 {
			return 0, 0, SyntaxError{"integer is not minimally encoded"}
		}
		n = n<<7 | int(c&0x7f)
		offset++
		if c&0x80 == 0 {
			if n > math.MaxInt32 {
				return 0, 0, StructuralError{"base 128 integer too large"}
			}
			return n, offset, nil
		}
	}
	return 0, 0, SyntaxError{"truncated base 128 integer"}
}

func parseHeader(b []byte, offset int) (h header, next int, err error) {
	if offset >= len(b) {
		return h, 0, errors.New("asn1: internal error in parseTagAndLength")
	}
	c := b[offset]
	offset++
	h = header{class: int(c >> 6), compound: c&0x20 != 0, tag: int(c & 0x1f)}
	if h.tag == 0x1f {
		if h.tag, offset, err = base128(b, offset); err != nil {
			return h, 0, err
		}
		if h.tag < 0x1f {
			return h, 0, SyntaxError{"non-minimal tag"}
		}
	}
	if offset >= len(b) {
		return h, 0, SyntaxError{"truncated tag or length"}
	}
	c = b[offset]
	offset++
	if c&0x80 == 0 {
		h.length = int(c)
		return h, offset, nil
	}
	count := int(c & 0x7f)
	if count == 0 {
		return h, 0, SyntaxError{"indefinite length found (not DER)"}
	}
	for range count {
		if offset >= len(b) {
			return h, 0, SyntaxError{"truncated tag or length"}
		}
		if h.length >= 1<<23 {
			return h, 0, StructuralError{"length too large"}
		}
		h.length = h.length<<8 | int(b[offset])
		offset++
		if h.length == 0 {
			return h, 0, StructuralError{"superfluous leading zeros in length"}
		}
	}
	if h.length < 0x80 {
		return h, 0, StructuralError{"non-minimal length"}
	}
	return h, offset, nil
}

func checkInteger(b []byte) error {
	if len(b) == 0 {
		return StructuralError{"empty integer"}
	}
	if len(b) > 1 && (b[0] == 0 && b[1]&0x80 == 0 || b[0] == 0xff && b[1]&0x80 != 0) {
		return StructuralError{"integer not minimally-encoded"}
	}
	return nil
}

func parseInt64(b []byte) (n int64, err error) {
	if err := checkInteger(b); err != nil {
		return 0, err
	}
	if len(b) > 8 {
		return 0, StructuralError{"integer too large"}
	}
	for _, c := range b {
		n = n<<8 | int64(c)
	}
	shift := 64 - uint(len(b))*8
	return n << shift >> shift, nil
}

func parseBigInt(b []byte) (*big.Int, error) {
	if err := checkInteger(b); err != nil {
		return nil, err
	}
	n := new(big.Int).SetBytes(b)
	if b[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return n, nil
}

func parseBool(b []byte) (bool, error) {
	if len(b) != 1 {
		return false, SyntaxError{"invalid boolean"}
	}
	if b[0] != 0 && b[0] != 0xff {
		return false, SyntaxError{"invalid boolean"}
	}
	return b[0] != 0, nil
}

func parseBitString(b []byte) (s BitString, err error) {
	if len(b) == 0 {
		return s, SyntaxError{"zero length BIT STRING"}
	}
	padding := int(b[0])
	if padding > 7 || len(b) == 1 && padding > 0 || b[len(b)-1]&(1<<b[0]-1) != 0 {
		return s, SyntaxError{"invalid padding bits in BIT STRING"}
	}
	return BitString{b[1:], (len(b)-1)*8 - padding}, nil
}

func parseOID(b []byte) (oid ObjectIdentifier, err error) {
	if len(b) == 0 {
		return nil, SyntaxError{"zero length OBJECT IDENTIFIER"}
	}
	n, offset, err := base128(b, 0)
	if err != nil {
		return nil, err
	}
	oid = append(make(ObjectIdentifier, 0, len(b)+1), min(n/40, 2), n-40*min(n/40, 2))
	for offset < len(b) {
		if n, offset, err = base128(b, offset); err != nil {
			return nil, err
		}
		oid = append(oid, n)
	}
	return oid, nil
}

func parseTime(tag int, b []byte) (t time.Time, err error) {
	layouts := []string{"060102150405Z0700", "0601021504Z0700"}
	if tag == TagGeneralizedTime {
		layouts = []string{"20060102150405.999999999Z0700"}
	}
	s := string(b)
	for _, layout := range layouts {
		if t, err = time.Parse(layout, s); err == nil {
			if got := t.Format(layout); got != s {
				return t, fmt.Errorf("asn1: time did not serialize back to the original value and may be invalid: given %q, but serialized as %q", s, got)
			}
			if tag == TagUTCTime && t.Year() >= 2050 {
				t = t.AddDate(-100, 0, 0)
			}
			return t, nil
		}
	}
	return t, err
}

// parseString decodes a string with this tag.
func parseString(tag int, b []byte) (string, error) {
	switch tag {
	case TagPrintableString:
		for _, c := range b {
			if !isPrintable(c, true, true) {
				return "", SyntaxError{"PrintableString contains invalid character"}
			}
		}
	case TagNumericString:
		for _, c := range b {
			if !isNumeric(c) {
				return "", SyntaxError{"NumericString contains invalid character"}
			}
		}
	case TagIA5String:
		for _, c := range b {
			if c >= utf8.RuneSelf {
				return "", SyntaxError{"IA5String contains invalid character"}
			}
		}
	case TagUTF8String:
		if !utf8.Valid(b) {
			return "", errors.New("asn1: invalid UTF-8 string")
		}
	case TagT61String, TagGeneralString:
		runes := make([]rune, len(b))
		for i, c := range b {
			runes[i] = rune(c)
		}
		return string(runes), nil
	case TagBMPString:
		return parseBMP(b)
	default:
		return "", SyntaxError{fmt.Sprintf("internal error: unknown string type %d", tag)}
	}
	return string(b), nil
}

func parseBMP(b []byte) (string, error) {
	if len(b)%2 != 0 {
		return "", errors.New("invalid BMPString")
	}
	if n := len(b); n >= 2 && b[n-1] == 0 && b[n-2] == 0 {
		b = b[:n-2]
	}
	units := make([]uint16, 0, len(b)/2)
	for ; len(b) > 0; b = b[2:] {
		c := uint16(b[0])<<8 | uint16(b[1])
		if c == 0xfffe || c == 0xffff || c >= 0xfdd0 && c <= 0xfdef || c >= 0xd800 && c <= 0xdfff {
			return "", errors.New("invalid BMPString")
		}
		units = append(units, c)
	}
	return string(utf16.Decode(units)), nil
}

func isStringTag(tag int) bool {
	switch tag {
	case TagIA5String, TagGeneralString, TagT61String, TagUTF8String, TagNumericString, TagBMPString, TagPrintableString:
		return true
	}
	return false
}

// parseAny decodes an element for an interface: into the Go type for its universal tag, nil for other tags.
func parseAny(h header, content []byte) (v any, err error) {
	if h.compound || h.class != ClassUniversal {
		return nil, nil
	}
	switch h.tag {
	case TagBoolean:
		return parseBool(content)
	case TagInteger:
		return parseInt64(content)
	case TagBitString:
		return parseBitString(content)
	case TagOID:
		return parseOID(content)
	case TagUTCTime, TagGeneralizedTime:
		return parseTime(h.tag, content)
	case TagOctetString:
		return content, nil
	}
	if isStringTag(h.tag) && h.tag != TagGeneralString {
		return parseString(h.tag, content)
	}
	return nil, nil
}

// setDefault sets the value of a missing element, if it may be missing.
func setDefault(v reflect.Value, p params) bool {
	if !p.optional {
		return false
	}
	if p.def != nil && v.CanInt() {
		v.SetInt(*p.def)
	}
	return true
}

func parseField(v reflect.Value, b []byte, offset int, p params) (next int, err error) {
	t := v.Type()
	if offset == len(b) {
		if !setDefault(v, p) {
			return offset, SyntaxError{"sequence truncated"}
		}
		return offset, nil
	}
	h, at, err := parseHeader(b, offset)
	if err != nil {
		return offset, err
	}
	truncated := SyntaxError{"data truncated"}
	if t.Kind() == reflect.Interface && t.NumMethod() == 0 {
		if h.length > len(b)-at {
			return offset, truncated
		}
		result, err := parseAny(h, b[at:at+h.length])
		if err == nil && result != nil {
			v.Set(reflect.ValueOf(result))
		}
		return at + h.length, err
	}
	if p.explicit {
		if at == len(b) {
			return offset, StructuralError{"explicit tag has no child"}
		}
		if h.class != p.class() || h.tag != *p.tag || h.length != 0 && !h.compound {
			if setDefault(v, p) {
				return offset, nil
			}
			return offset, StructuralError{"explicitly tagged member didn't match"}
		}
		switch {
		case t == rawValueType:
		case h.length > 0:
			if h, at, err = parseHeader(b, at); err != nil {
				return offset, err
			}
		default:
			if t != flagType {
				return offset, StructuralError{"zero length explicit tag was not an asn1.Flag"}
			}
			v.SetBool(true)
			return at, nil
		}
	}
	tag, compound, ok := kindOf(t)
	if !ok {
		return offset, StructuralError{fmt.Sprintf("unknown Go type: %v", t)}
	}
	wantClass, universal := ClassUniversal, tag
	switch {
	case tag == TagPrintableString:
		if h.class == ClassUniversal && isStringTag(h.tag) {
			universal = h.tag
		} else if p.stringType != 0 {
			universal = p.stringType
		}
	case tag == TagUTCTime:
		if h.tag == TagGeneralizedTime && h.class == ClassUniversal || p.timeType != 0 && h.class != ClassUniversal {
			universal = TagGeneralizedTime
			if h.class != ClassUniversal {
				universal = p.timeType
			}
		}
	case p.set:
		universal = TagSet
	}
	wantTag, any := universal, tag == -1
	if !p.explicit && p.tag != nil {
		wantClass, wantTag = p.class(), *p.tag
		any = false
	}
	if !any && (h.class != wantClass || h.tag != wantTag) || t != rawValueType && h.compound != compound {
		if setDefault(v, p) {
			return offset, nil
		}
		return offset, StructuralError{fmt.Sprintf("tags don't match (%d vs {class:%d tag:%d length:%d isCompound:%t}) %+v %s @%d",
			wantTag, h.class, h.tag, h.length, h.compound, p.shown(), t.Name(), at)}
	}
	if h.length > len(b)-at {
		return offset, truncated
	}
	end := at + h.length
	return end, setValue(v, h, universal, b[offset:end], b[at:end])
}

// shownParams prints the parameters as Go's error text does.
type shownParams struct {
	optional, explicit, application, private bool
	defaultValue                             *int64
	tag                                      *int
	stringType, timeType                     int
	set, omitEmpty                           bool
}

func (p params) shown() shownParams {
	return shownParams{p.optional, p.explicit, p.application, p.private, p.def, p.tag, p.stringType, p.timeType, p.set, p.omitEmpty}
}

func setValue(v reflect.Value, h header, universal int, full, content []byte) error {
	set := func(x any, err error) error {
		if err == nil {
			v.Set(reflect.ValueOf(x))
		}
		return err
	}
	switch t := v.Type(); t {
	case rawValueType:
		return set(RawValue{h.class, h.tag, h.compound, content, full}, nil)
	case oidType:
		return set(parseOID(content))
	case bitStringType:
		return set(parseBitString(content))
	case timeType:
		return set(parseTime(universal, content))
	case bigIntType:
		return set(parseBigInt(content))
	case flagType:
		v.SetBool(true)
		return nil
	}
	switch v.Kind() {
	case reflect.Bool:
		x, err := parseBool(content)
		if err == nil {
			v.SetBool(x)
		}
		return err
	case reflect.Int8, reflect.Int16:
		return StructuralError{"unsupported: " + v.Type().String()}
	case reflect.Int, reflect.Int32, reflect.Int64:
		x, err := parseInt64(content)
		if err == nil && (v.OverflowInt(x) || v.Type() == enumeratedType && x != int64(int32(x))) {
			err = StructuralError{"integer too large"}
		}
		if err == nil {
			v.SetInt(x)
		}
		return err
	case reflect.String:
		s, err := parseString(universal, content)
		if err == nil {
			v.SetString(s)
		}
		return err
	case reflect.Struct:
		return setStruct(v, full, content)
	}
	if v.Type().Elem().Kind() == reflect.Uint8 {
		v.SetBytes(append(make([]byte, 0, len(content)), content...))
		return nil
	}
	return setSlice(v, content)
}

func setStruct(v reflect.Value, full, content []byte) (err error) {
	t := v.Type()
	for f := range t.Fields() {
		if !f.IsExported() {
			return StructuralError{"struct contains unexported fields"}
		}
	}
	offset := 0
	for i := range t.NumField() {
		f := t.Field(i)
		if i == 0 && f.Type == rawContentType {
			v.Field(0).SetBytes(full)
			continue
		}
		if offset, err = parseField(v.Field(i), content, offset, parseParams(f.Tag.Get("asn1"))); err != nil {
			return err
		}
	}
	return nil
}

func setSlice(v reflect.Value, content []byte) (err error) {
	elem := v.Type().Elem()
	want, compound, ok := kindOf(elem)
	if !ok {
		return StructuralError{"unknown Go type for slice"}
	}
	count := 0
	for offset := 0; offset < len(content); count++ {
		h, next, err := parseHeader(content, offset)
		if err != nil {
			return err
		}
		tag := h.tag
		switch {
		case isStringTag(tag):
			tag = TagPrintableString
		case tag == TagGeneralizedTime:
			tag = TagUTCTime
		}
		if want != -1 && (h.class != ClassUniversal || h.compound != compound || tag != want) {
			return StructuralError{"sequence tag mismatch"}
		}
		if h.length > len(content)-next {
			return SyntaxError{"truncated sequence"}
		}
		offset = next + h.length
	}
	out := reflect.MakeSlice(v.Type(), count, count)
	offset := 0
	for i := range count {
		if offset, err = parseField(out.Index(i), content, offset, params{}); err != nil {
			return err
		}
	}
	v.Set(out)
	return nil
}
