package http

import (
	"bufio"
	"io"
	"net/textproto"
	"slices"
	"strings"
	"time"
)

// A Header is the fields of a request or response, by canonical names.
type Header map[string][]string

// Add adds a value.
func (h Header) Add(key, value string) {
	key = CanonicalHeaderKey(key)
	h[key] = append(h[key], value)
}

// Set sets the only value.
func (h Header) Set(key, value string) { h[CanonicalHeaderKey(key)] = []string{value} }

// Get is the first value, or "".
func (h Header) Get(key string) string { return h.get(CanonicalHeaderKey(key)) }

// get is Get for a canonical key.
func (h Header) get(key string) string {
	if v := h[key]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// Values are all values.
func (h Header) Values(key string) []string { return h[CanonicalHeaderKey(key)] }

// has tells whether there is a value under a canonical key.
func (h Header) has(key string) bool {
	_, ok := h[key]
	return ok
}

// Del deletes all values.
func (h Header) Del(key string) { delete(h, CanonicalHeaderKey(key)) }

// Clone is a copy.
func (h Header) Clone() Header {
	if h == nil {
		return nil
	}
	total := 0
	for _, values := range h {
		total += len(values)
	}
	// The lists lie in one array, but none has room to grow into the next.
	clone, array := make(Header, len(h)), make([]string, 0, total)
	for key, values := range h {
		if values != nil {
			begin := len(array)
			array = append(array, values...)
			values = array[begin:len(array):len(array)]
		}
		clone[key] = values
	}
	return clone
}

// Write writes the fields, sorted by name.
func (h Header) Write(w io.Writer) error { return h.WriteSubset(w, nil) }

// WriteSubset writes the fields but those excluded.
func (h Header) WriteSubset(w io.Writer, exclude map[string]bool) error {
	ws, ok := w.(io.StringWriter)
	if !ok {
		ws = stringWriter{w}
	}
	return h.write(ws, func(key string) bool { return exclude[key] }, nil)
}

type stringWriter struct{ w io.Writer }

func (w stringWriter) WriteString(s string) (int, error) { return w.w.Write([]byte(s)) }

var newlinesToBlanks = strings.NewReplacer("\n", " ", "\r", " ")

// write writes the fields that skip does not name; seen is told of each.
func (h Header) write(w io.StringWriter, skip func(key string) bool, seen func(key, value string)) error {
	keys := make([]string, 0, len(h))
	for key := range h {
		if !skip(key) {
			keys = append(keys, key)
		}
	}
	if len(keys) > 1 {
		slices.Sort(keys)
	}
	for _, key := range keys {
		if !validName(key) {
			continue
		}
		for _, v := range h[key] {
			if strings.ContainsAny(v, "\r\n") {
				v = newlinesToBlanks.Replace(v)
			}
			v = textproto.TrimString(v)
			if seen != nil {
				seen(key, v)
			}
			if _, err := w.WriteString(key + ": " + v + "\r\n"); err != nil {
				return err
			}
		}
	}
	return nil
}

// CanonicalHeaderKey is the name with capitals where words begin; what is no name stays as it is.
func CanonicalHeaderKey(s string) string { return textproto.CanonicalMIMEHeaderKey(s) }

// TimeFormat is the format of times in headers; they are in UTC.
const TimeFormat = "Mon, 02 Jan 2006 15:04:05 GMT"

// ParseTime reads a time of a header in one of HTTP's three formats.
func ParseTime(text string) (t time.Time, err error) {
	for _, layout := range []string{TimeFormat, time.RFC850, time.ANSIC} {
		if t, err = time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	return t, err
}

// tokens has a bit for each byte that a name may have.
var tokens = func() (t [256]bool) {
	for c := '0'; c <= 'z'; c++ {
		t[c] = c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c
	}
	for _, c := range "!#$%&'*+-.^_`|~" {
		t[c] = true
	}
	return t
}()

// validName tells whether a text is a token: the name of a field, method or cookie.
func validName(s string) bool {
	for i := 0; i < len(s); i++ {
		if !tokens[s[i]] {
			return false
		}
	}
	return s != ""
}

// validValue tells whether a text may be the value of a field.
func validValue(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// validHost tells whether a text may be in a Host field.
func validHost(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
		if !letter && strings.IndexByte("!$%&()*+,-.:;=[]'_~", c) < 0 {
			return false
		}
	}
	return true
}

// hasToken tells whether a token stands in a text between commas or blanks; letters of either case are alike.
func hasToken(text, token string) bool {
	if text == "" {
		return false
	}
	for part := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == ',' || c == ' ' || c == '\t' }) {
		if strings.EqualFold(part, token) {
			return true
		}
	}
	return false
}

// anyHasToken tells whether one of some lists, divided by commas, has a token; letters of either case are alike.
func anyHasToken(lists []string, token string) bool {
	for _, list := range lists {
		for part := range strings.SplitSeq(list, ",") {
			if strings.EqualFold(textproto.TrimString(part), token) {
				return true
			}
		}
	}
	return false
}

// asciiLower is s with small letters; false when it is not ASCII that can be printed.
func asciiLower(s string) (string, bool) {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return "", false
		}
	}
	return strings.ToLower(s), true
}

// readHeader reads fields up to an empty line. limit counts down what may still be read.
func readHeader(r *bufio.Reader) (Header, error) {
	tp := textproto.NewReader(r)
	h, err := tp.ReadMIMEHeader()
	return Header(h), err
}
