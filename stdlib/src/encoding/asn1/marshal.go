package asn1

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"time"
	"unicode/utf8"
)

// Marshal returns the encoding of a value.
func Marshal(val any) ([]byte, error) { return MarshalWithParams(val, "") }

// MarshalWithParams is Marshal for a value with the parameters of a field's tag.
func MarshalWithParams(val any, params string) ([]byte, error) {
	out, err := appendField(nil, reflect.ValueOf(val), parseParams(params))
	if err != nil {
		return nil, err
	}
	return out, nil
}

func appendBase128(dst []byte, n int64) []byte {
	length := 1
	for rest := n >> 7; rest > 0; rest >>= 7 {
		length++
	}
	for i := length - 1; i >= 0; i-- {
		c := byte(n>>uint(i*7)) & 0x7f
		if i > 0 {
			c |= 0x80
		}
		dst = append(dst, c)
	}
	return dst
}

func appendHeader(dst []byte, class, tag int, compound bool, length int) []byte {
	c := byte(class << 6)
	if compound {
		c |= 0x20
	}
	if tag < 31 {
		dst = append(dst, c|byte(tag))
	} else {
		dst = appendBase128(append(dst, c|31), int64(tag))
	}
	if length < 128 {
		return append(dst, byte(length))
	}
	count := 0
	for rest := length; rest > 0; rest >>= 8 {
		count++
	}
	dst = append(dst, 0x80|byte(count))
	for i := count - 1; i >= 0; i-- {
		dst = append(dst, byte(length>>uint(8*i)))
	}
	return dst
}

func appendInt64(dst []byte, n int64) []byte {
	length := 1
	for rest := n; rest > 127 || rest < -128; rest >>= 8 {
		length++
	}
	for i := length - 1; i >= 0; i-- {
		dst = append(dst, byte(n>>uint(8*i)))
	}
	return dst
}

func appendBigInt(dst []byte, n *big.Int) []byte {
	if n.Sign() >= 0 {
		b := n.Bytes()
		if len(b) == 0 || b[0]&0x80 != 0 {
			dst = append(dst, 0)
		}
		return append(dst, b...)
	}
	// Two's complement of n: the inverted bits of -n-1.
	b := new(big.Int).Sub(new(big.Int).Neg(n), big.NewInt(1)).Bytes()
	for i := range b {
		b[i] ^= 0xff
	}
	if len(b) == 0 || b[0]&0x80 == 0 {
		dst = append(dst, 0xff)
	}
	return append(dst, b...)
}

func appendOID(dst []byte, oid ObjectIdentifier) ([]byte, error) {
	if len(oid) < 2 || oid[0] > 2 || oid[0] < 2 && oid[1] >= 40 {
		return nil, StructuralError{"invalid object identifier"}
	}
	dst = appendBase128(dst, int64(oid[0]*40+oid[1]))
	for _, n := range oid[2:] {
		dst = appendBase128(dst, int64(n))
	}
	return dst, nil
}

func fitsUTC(t time.Time) bool { return t.Year() >= 1950 && t.Year() < 2050 }

func appendTime(dst []byte, t time.Time, tag int) ([]byte, error) {
	if tag == TagGeneralizedTime {
		if t.Year() < 0 || t.Year() > 9999 {
			return nil, StructuralError{"cannot represent time as GeneralizedTime"}
		}
		dst = t.AppendFormat(dst, "20060102150405")
	} else {
		if !fitsUTC(t) {
			return nil, StructuralError{"cannot represent time as UTCTime"}
		}
		dst = t.AppendFormat(dst, "060102150405")
	}
	_, offset := t.Zone()
	if offset/60 == 0 {
		return append(dst, 'Z'), nil
	}
	sign := byte('+')
	if offset < 0 {
		sign, offset = '-', -offset
	}
	return fmt.Appendf(append(dst, sign), "%02d%02d", offset/3600, offset/60%60), nil
}

// stringTag chooses the tag of a string.
func stringTag(s string, p params) (int, error) {
	if p.stringType != 0 {
		return p.stringType, nil
	}
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf || !isPrintable(s[i], false, false) {
			if !utf8.ValidString(s) {
				return 0, errors.New("asn1: string not valid UTF-8")
			}
			return TagUTF8String, nil
		}
	}
	return TagPrintableString, nil
}

func checkString(s string, tag int) error {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case tag == TagPrintableString && !isPrintable(c, true, false):
			return StructuralError{"PrintableString contains invalid character"}
		case tag == TagIA5String && c > 127:
			return StructuralError{"IA5String contains invalid character"}
		case tag == TagNumericString && !isNumeric(c):
			return StructuralError{"NumericString contains invalid character"}
		}
	}
	return nil
}

// appendBody appends the content of an element with a universal tag.
func appendBody(dst []byte, v reflect.Value, tag int, p params) ([]byte, error) {
	switch x := v.Interface().(type) {
	case BitString:
		return append(append(dst, byte((8-x.BitLength%8)%8)), x.Bytes...), nil
	case ObjectIdentifier:
		return appendOID(dst, x)
	case time.Time:
		return appendTime(dst, x, tag)
	case *big.Int:
		if x == nil {
			return nil, StructuralError{"nil *big.Int"}
		}
		return appendBigInt(dst, x), nil
	case Flag:
		return dst, nil
	}
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(dst, 255), nil
		}
		return append(dst, 0), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return appendInt64(dst, v.Int()), nil
	case reflect.String:
		if err := checkString(v.String(), tag); err != nil {
			return nil, err
		}
		return append(dst, v.String()...), nil
	case reflect.Struct:
		return appendStruct(dst, v)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return append(dst, v.Bytes()...), nil
		}
		return appendElements(dst, v, tag)
	}
	return nil, StructuralError{"unknown Go type"}
}

func appendStruct(dst []byte, v reflect.Value) (_ []byte, err error) {
	t := v.Type()
	for f := range t.Fields() {
		if !f.IsExported() {
			return nil, StructuralError{"struct contains unexported fields"}
		}
	}
	first := 0
	if t.NumField() > 0 && t.Field(0).Type == rawContentType {
		if raw := v.Field(0).Bytes(); len(raw) > 0 {
			// raw is a whole element: only its content is appended.
			_, at, err := parseHeader(raw, 0)
			if err != nil {
				return nil, err
			}
			return append(dst, raw[at:]...), nil
		}
		first = 1
	}
	for i := first; i < t.NumField(); i++ {
		if dst, err = appendField(dst, v.Field(i), parseParams(t.Field(i).Tag.Get("asn1"))); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

func appendElements(dst []byte, v reflect.Value, tag int) ([]byte, error) {
	var parts [][]byte
	for i := range v.Len() {
		part, err := appendField(nil, v.Index(i), params{})
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	if tag == TagSet {
		slices.SortFunc(parts, bytes.Compare)
	}
	return append(dst, bytes.Join(parts, nil)...), nil
}

func appendField(dst []byte, v reflect.Value, p params) ([]byte, error) {
	if !v.IsValid() {
		return nil, errors.New("asn1: cannot marshal nil value")
	}
	if v.Kind() == reflect.Interface && v.Type().NumMethod() == 0 {
		return appendField(dst, v.Elem(), p)
	}
	if v.Kind() == reflect.Slice && v.Len() == 0 && p.omitEmpty {
		return dst, nil
	}
	if p.optional && p.def != nil && v.CanInt() && v.Int() == *p.def {
		return dst, nil
	}
	if p.optional && p.def == nil && v.IsZero() {
		return dst, nil
	}
	if v.Type() == rawValueType {
		raw := v.Interface().(RawValue)
		if len(raw.FullBytes) != 0 {
			return append(dst, raw.FullBytes...), nil
		}
		return append(appendHeader(dst, raw.Class, raw.Tag, raw.IsCompound, len(raw.Bytes)), raw.Bytes...), nil
	}
	tag, compound, known := kindOf(v.Type())
	switch {
	case !known:
		return nil, StructuralError{"unknown Go type: " + v.Type().String()}
	case tag != TagUTCTime && p.timeType != 0:
		return nil, StructuralError{"explicit time type given to non-time member"}
	case tag != TagPrintableString && p.stringType != 0:
		return nil, StructuralError{"explicit string type given to non-string member"}
	}
	switch tag {
	case TagPrintableString:
		var err error
		if tag, err = stringTag(v.String(), p); err != nil {
			return nil, err
		}
	case TagUTCTime:
		if p.timeType == TagGeneralizedTime || !fitsUTC(v.Interface().(time.Time)) {
			tag = TagGeneralizedTime
		}
	case TagSequence:
		if p.set {
			tag = TagSet
		}
	}
	if p.set && tag != TagSet {
		return nil, StructuralError{"non sequence tagged as set"}
	}
	body, err := appendBody(nil, v, tag, p)
	if err != nil {
		return nil, err
	}
	class := ClassUniversal
	if p.tag != nil {
		if p.explicit {
			inner := append(appendHeader(nil, ClassUniversal, tag, compound, len(body)), body...)
			return append(appendHeader(dst, p.class(), *p.tag, true, len(inner)), inner...), nil
		}
		class, tag = p.class(), *p.tag
	}
	return append(appendHeader(dst, class, tag, compound, len(body)), body...), nil
}
