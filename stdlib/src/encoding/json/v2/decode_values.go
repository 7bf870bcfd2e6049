package json

import (
	"encoding/base64"
	"encoding/json/internal/wire"
	"encoding/json/internal/wire/jsonopts"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unsafe"
)

// null reads null.
func (d *reading) null(p unsafe.Pointer, pl *plan) error {
	if d.on&jsonopts.MergeWithLegacySemantics != 0 {
		switch pl.kind {
		case reflect.Map, reflect.Slice, reflect.Pointer, reflect.Interface:
		default:
			return d.r.Skipped('n')
		}
	}
	pl.value(p).SetZero()
	return d.r.Skipped('n')
}

func (d *reading) rare(p unsafe.Pointer, pl *plan, c byte, how how) error {
	switch pl.special {
	case isDuration:
		if d.on&jsonopts.FormatDurationAsNano == 0 {
			return d.reject(pl, c, 0, nil, errNoDuration)
		}
		return d.number(p, pl, c, how)
	case isTime:
		return d.time((*time.Time)(p), pl, c, how)
	}
	return d.reject(pl, c, 0, nil, nil)
}

// number reads a number, perhaps in a string.
func (d *reading) number(p unsafe.Pointer, pl *plan, c byte, how how) error {
	r := d.r
	quoted := how&asTag != 0 || d.on&jsonopts.StringifyNumbers != 0
	switch {
	case c == 'n':
		return d.null(p, pl)
	case quoted && c == '"':
		s, end := wire.StringAt(r.Buf, r.Pos)
		text := r.Buf[r.Pos:end]
		if d.on&jsonopts.StringifyWithLegacySemantics != 0 && s == "null" {
			if d.on&jsonopts.MergeWithLegacySemantics == 0 {
				pl.value(p).SetZero()
			}
			r.Took(end)
			return nil
		}
		if err := numberOf(p, pl, s); err != nil {
			return d.reject(pl, c, '"', text, err)
		}
		r.Took(end)
		return nil
	case !quoted && wire.Kind(c) == '0':
		if pl.kind == reflect.Float64 {
			if f, end, ok := wire.FloatAt(r.Buf, r.Pos, 64); ok {
				*(*float64)(p) = f
				r.Took(end)
				return nil
			}
		}
		end := r.ValueEnd()
		text := r.Buf[r.Pos:end]
		if err := numberOf(p, pl, string(text)); err != nil {
			return d.reject(pl, c, '0', text, err)
		}
		r.Took(end)
		return nil
	}
	return d.mismatch(pl, c, nil)
}

// numberOf parses a text as a number and stores it.
func numberOf(p unsafe.Pointer, pl *plan, text string) error {
	if !wire.IsNumber([]byte(text)) {
		return strconv.ErrSyntax
	}
	bits := int(pl.size) * 8
	switch k := pl.kind; {
	case isFloat(k):
		f, err := strconv.ParseFloat(text, bits)
		if err != nil {
			return strconv.ErrRange
		}
		if k == reflect.Float64 {
			*(*float64)(p) = f
		} else {
			*(*float32)(p) = float32(f)
		}
	case isUnsigned(k):
		n, err := strconv.ParseUint(text, 10, bits)
		if err != nil {
			return errors.Unwrap(err)
		}
		setInteger(pl.size, p, n)
	default:
		n, err := strconv.ParseInt(text, 10, bits)
		if err != nil {
			return errors.Unwrap(err)
		}
		setInteger(pl.size, p, uint64(n))
	}
	return nil
}

// taggedString reads a string whose contents are a JSON string.
func (d *reading) taggedString(p unsafe.Pointer, pl *plan, c byte) error {
	switch {
	case d.on&jsonopts.StringifyWithLegacySemantics == 0:
		return d.misused(pl, c)
	case c == 'n':
		return d.null(p, pl)
	case c != '"':
		return d.mismatch(pl, c, nil)
	}
	s, end := wire.StringAt(d.r.Buf, d.r.Pos)
	if s != "null" {
		inner, err := jsontext.AppendUnquote(nil, s)
		if err != nil {
			return d.mismatch(pl, c, err)
		}
		*(*string)(p) = string(inner)
	}
	d.r.Took(end)
	return nil
}

// taggedBool reads a string whose contents are a JSON boolean.
func (d *reading) taggedBool(p unsafe.Pointer, pl *plan, c byte) error {
	switch {
	case d.on&jsonopts.StringifyWithLegacySemantics == 0:
		return d.misused(pl, c)
	case c == 'n':
		return d.null(p, pl)
	case c != '"':
		return d.mismatch(pl, c, nil)
	}
	s, end := wire.StringAt(d.r.Buf, d.r.Pos)
	switch s {
	case "true", "false":
		*(*bool)(p) = s == "true"
	case "null":
	default:
		return d.reject(pl, c, '"', d.r.Buf[d.r.Pos:end], strconv.ErrSyntax)
	}
	d.r.Took(end)
	return nil
}

// binary reads base64 into a slice or array of bytes.
func (d *reading) binary(p unsafe.Pointer, pl *plan, c byte) error {
	if c != '"' {
		return d.mismatch(pl, c, nil)
	}
	s, end := wire.StringAt(d.r.Buf, d.r.Pos)
	if i := strings.IndexAny(s, "\r\n"); i >= 0 && d.on&jsonopts.ParseBytesWithLooseRFC4648 == 0 {
		return d.mismatch(pl, c, fmt.Errorf("illegal character %q at offset %d", s[i], i))
	}
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return d.mismatch(pl, c, err)
	}
	if pl.kind == reflect.Array {
		n := pl.typ.Len()
		to := unsafe.Slice((*byte)(p), n)
		clear(to[copy(to, b):])
		if len(b) != n && d.on&jsonopts.UnmarshalArrayFromAnyLength == 0 {
			return d.mismatch(pl, c, fmt.Errorf("decoded length of %d mismatches array length of %d", len(b), n))
		}
	} else if to := (*[]byte)(p); *to == nil {
		*to = append(make([]byte, 0, len(b)), b...)
	} else {
		*to = append((*to)[:0], b...)
	}
	d.r.Took(end)
	return nil
}

// time reads a time.
func (d *reading) time(t *time.Time, pl *plan, c byte, how how) error {
	switch {
	case how&asTag != 0 && d.on&jsonopts.StringifyWithLegacySemantics == 0:
		return d.misused(pl, c)
	case c == 'n':
		if d.on&jsonopts.MergeWithLegacySemantics == 0 {
			*t = time.Time{}
		}
		return d.r.Skipped(c)
	case c != '"':
		return d.mismatch(pl, c, nil)
	}
	s, end := wire.StringAt(d.r.Buf, d.r.Pos)
	parsed, err := parseTime(s, d.on&jsonopts.ParseTimeWithLooseRFC3339 != 0)
	if err != nil {
		if d.on&jsonopts.ReportErrorsWithLegacySemantics != 0 {
			d.r.Took(end)
			return d.soft(err)
		}
		return d.mismatch(pl, c, err)
	}
	*t = parsed
	d.r.Took(end)
	return nil
}

// parseTime parses a time of RFC 3339; loose allows the deviations that package time allows.
func parseTime(s string, loose bool) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil || loose {
		return t, err
	}
	wrong := func(layout, value, message string) (time.Time, error) {
		return time.Time{}, &time.ParseError{Layout: time.RFC3339, Value: s, LayoutElem: layout, ValueElem: value, Message: message}
	}
	zone := s[len(s)-len("Z"):]
	if zone != "Z" && len(s) > len("+00:00") {
		zone = s[len(s)-len("+00:00"):]
	}
	switch {
	case s[len("2006-01-02T")+1] == ':':
		return wrong("15", s[len("2006-01-02T"):len("2006-01-02T")+1], "")
	case s[len("2006-01-02T15:04:05")] == ',':
		return wrong(".", ",", "")
	case zone != "Z" && zone[1:3] > "23":
		return wrong("Z07:00", zone, ": timezone hour out of range")
	case zone != "Z" && zone[4:6] > "59":
		return wrong("Z07:00", zone, ": timezone minute out of range")
	}
	return t, nil
}
