package slog

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"
	"unicode"
	"unicode/utf8"
)

// A writer writes the attributes of one record.
type writer struct {
	*common
	buf    []byte
	sep    string   // separator before the next key
	prefix string   // prefix of keys, in text
	open   []string // the open groups, for ReplaceAttr
}

// behindAttr writes the separator before the next key.
func (s *writer) behindAttr() {
	s.sep = " "
	if s.json {
		s.sep = ","
	}
}

// separateBehind is behindAttr after preformatted attributes.
func (s *writer) separateBehind(before []byte) {
	if n := len(before); n > 0 {
		s.behindAttr()
		if s.json && before[n-1] == '{' {
			s.sep = ""
		}
	}
}

// openGroups opens those of the handler's groups that are not opened in its preformatted attributes.
func (s *writer) openGroups() {
	for _, name := range s.groups[s.opened:] {
		s.openGroup(name)
	}
}

func (s *writer) openGroup(name string) {
	if s.json {
		s.key(name)
		s.buf = append(s.buf, '{')
		s.sep = ""
	} else {
		s.prefix += name + "."
	}
	s.open = append(s.open, name)
}

// attrs writes attributes; it reports whether there were any.
func (s *writer) attrs(attrs []Attr) (some bool) {
	for _, a := range attrs {
		some = s.attr(a) || some
	}
	return some
}

// attr writes an attribute, unless it is the zero Attr.
func (s *writer) attr(a Attr) (some bool) {
	a.Value = a.Value.Resolve()
	if s.opts.ReplaceAttr != nil && a.Value.Kind() != KindGroup {
		a = s.opts.ReplaceAttr(s.open, a)
		a.Value = a.Value.Resolve()
	}
	if a.isEmpty() {
		return false
	}
	if source, ok := a.Value.any.(*Source); ok {
		if source == nil || *source == (Source{}) {
			return false
		}
		a.Value = source.group()
		if !s.json {
			a.Value = StringValue(fmt.Sprintf("%s:%d", source.File, source.Line))
		}
	}
	if a.Value.Kind() == KindGroup {
		return s.group(a.Key, a.Value.Group())
	}
	s.key(a.Key)
	s.value(a.Value)
	return true
}

// group writes a group, or only its attributes if it has no name. It does not write a group whose attributes are all
// empty.
func (s *writer) group(name string, attrs []Attr) bool {
	if len(attrs) == 0 {
		return true
	}
	at, prefix, open := len(s.buf), s.prefix, len(s.open)
	if name != "" {
		s.openGroup(name)
	}
	some := s.attrs(attrs)
	if !some {
		s.buf = s.buf[:at]
		return false
	}
	if name != "" {
		s.prefix, s.open = prefix, s.open[:open]
		if s.json {
			s.buf = append(s.buf, '}')
		}
		s.behindAttr()
	}
	return true
}

func (s *writer) key(key string) {
	s.buf = append(s.buf, s.sep...)
	s.text(s.prefix + key)
	if s.json {
		s.buf = append(s.buf, ':')
	} else {
		s.buf = append(s.buf, '=')
	}
	s.behindAttr()
}

// text writes a string, in quotes if need be.
func (s *writer) text(t string) {
	switch {
	case s.json:
		s.buf = append(appendJSONText(append(s.buf, '"'), t), '"')
	case needsQuotes(t):
		s.buf = strconv.AppendQuote(s.buf, t)
	default:
		s.buf = append(s.buf, t...)
	}
}

func (s *writer) failure(err error) { s.text(fmt.Sprintf("!ERROR:%v", err)) }

// value writes a value. If a method of it panics, it writes that instead.
func (s *writer) value(v Value) {
	defer func() {
		if r := recover(); r != nil {
			if p := reflect.ValueOf(v.any); p.Kind() == reflect.Pointer && p.IsNil() {
				s.text("<nil>")
			} else {
				s.text(fmt.Sprintf("!PANIC: %v", r))
			}
		}
	}()
	var err error
	if s.json {
		err = s.jsonValue(v)
	} else {
		err = s.textValue(v)
	}
	if err != nil {
		s.failure(err)
	}
}

func (s *writer) textValue(v Value) error {
	switch v.Kind() {
	case KindString:
		s.text(v.String())
	case KindTime:
		s.buf = appendMillis(s.buf, v.Time())
	case KindAny:
		return s.textAny(v.Any())
	default:
		s.buf = v.append(s.buf)
	}
	return nil
}

func (s *writer) textAny(x any) error {
	var t []byte
	var err error
	switch m := x.(type) {
	case encoding.TextAppender:
		t, err = m.AppendText(nil)
	case encoding.TextMarshaler:
		t, err = m.MarshalText()
	default:
		if bytes, ok := asBytes(x); ok {
			s.buf = strconv.AppendQuote(s.buf, string(bytes))
		} else {
			s.text(fmt.Sprintf("%+v", x))
		}
		return nil
	}
	if err == nil {
		s.text(string(t))
	}
	return err
}

// asBytes returns the bytes of a value whose type is []byte or defined as []byte.
func asBytes(x any) ([]byte, bool) {
	if t := reflect.TypeOf(x); t != nil && t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 {
		return reflect.ValueOf(x).Bytes(), true
	}
	return nil, false
}

func (s *writer) jsonValue(v Value) error {
	switch v.Kind() {
	case KindString:
		s.text(v.String())
	case KindInt64, KindUint64, KindBool:
		s.buf = v.append(s.buf)
	case KindDuration:
		s.buf = strconv.AppendInt(s.buf, int64(v.Duration()), 10)
	case KindTime:
		t := v.Time()
		if year := t.Year(); year < 0 || year > 9999 {
			return errors.New("time.Time year outside of range [0,9999]")
		}
		s.buf = append(t.AppendFormat(append(s.buf, '"'), time.RFC3339Nano), '"')
	default:
		x := v.Any()
		if _, own := x.(json.Marshaler); !own {
			if err, ok := x.(error); ok {
				s.text(err.Error())
				return nil
			}
		}
		var out bytes.Buffer
		e := json.NewEncoder(&out)
		e.SetEscapeHTML(false)
		if err := e.Encode(x); err != nil {
			return err
		}
		s.buf = append(s.buf, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...)
	}
	return nil
}

// isPlain reports whether an ASCII character needs no escape in JSON.
func isPlain(c byte) bool { return c >= ' ' && c != '"' && c != '\\' }

func appendJSONText(b []byte, t string) []byte {
	const digits = "0123456789abcdef"
	from := 0
	for i := 0; i < len(t); {
		c, width := rune(t[i]), 1
		if c >= utf8.RuneSelf {
			c, width = utf8.DecodeRuneInString(t[i:])
		}
		escape := ""
		switch {
		case c == '"' || c == '\\':
			escape = "\\" + string(c)
		case c == '\n':
			escape = `\n`
		case c == '\r':
			escape = `\r`
		case c == '\t':
			escape = `\t`
		case c < ' ':
			escape = `\u00` + digits[c>>4:c>>4+1] + digits[c&15:c&15+1]
		case c == utf8.RuneError && width == 1:
			escape = "\ufffd"
		case c == '\u2028' || c == '\u2029':
			escape = `\u202` + digits[c&15:c&15+1]
		}
		if escape != "" {
			b = append(append(b, t[from:i]...), escape...)
			from = i + width
		}
		i += width
	}
	return append(b, t[from:]...)
}

// needsQuotes reports whether a string must be quoted in a line of text.
func needsQuotes(t string) bool {
	if t == "" {
		return true
	}
	for i := 0; i < len(t); {
		if c := t[i]; c < utf8.RuneSelf {
			if c != '\\' && (c == ' ' || c == '=' || !isPlain(c)) {
				return true
			}
			i++
			continue
		}
		r, width := utf8.DecodeRuneInString(t[i:])
		if r == utf8.RuneError || unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return true
		}
		i += width
	}
	return false
}
