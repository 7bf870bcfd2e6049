package textproto

// A MIMEHeader has the fields of a header: canonical names, each with its values.
type MIMEHeader map[string][]string

// Add appends a value of a field.
func (h MIMEHeader) Add(key, value string) {
	key = CanonicalMIMEHeaderKey(key)
	h[key] = append(h[key], value)
}

// Set makes value the only one of a field.
func (h MIMEHeader) Set(key, value string) { h[CanonicalMIMEHeaderKey(key)] = []string{value} }

// Get returns the first value of a field, "" if it has none.
func (h MIMEHeader) Get(key string) string {
	if values := h.Values(key); len(values) > 0 {
		return values[0]
	}
	return ""
}

// Values returns the values of a field, without copying them.
func (h MIMEHeader) Values(key string) []string { return h[CanonicalMIMEHeaderKey(key)] }

// Del removes a field.
func (h MIMEHeader) Del(key string) { delete(h, CanonicalMIMEHeaderKey(key)) }

// The characters allowed in the name of a field, and in a value.
const (
	nameChar = 1 << iota
	valueChar
)

var chars = headerChars()

func headerChars() (chars [256]uint8) {
	for c := byte(' '); c <= '~'; c++ {
		chars[c] = valueChar
	}
	chars['\t'] = valueChar
	names := "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for i := range len(names) {
		chars[names[i]] |= nameChar
	}
	return chars
}

// CanonicalMIMEHeaderKey returns a field's name with upper-case letters at the beginning and after hyphens, all others
// lower-case. A key that is not a valid name is returned unchanged.
func CanonicalMIMEHeaderKey(s string) string {
	upper := true
	change := false
	for i := range len(s) {
		c := s[i]
		if chars[c]&nameChar == 0 {
			return s
		}
		change = change || upper && 'a' <= c && c <= 'z' || !upper && 'A' <= c && c <= 'Z'
		upper = c == '-'
	}
	if !change {
		return s
	}
	return canonical([]byte(s))
}

// canonical is CanonicalMIMEHeaderKey for a valid name, in place.
func canonical(name []byte) string {
	upper := true
	for i, c := range name {
		if upper && 'a' <= c && c <= 'z' || !upper && 'A' <= c && c <= 'Z' {
			name[i] = c ^ 0x20
		}
		upper = c == '-'
	}
	return string(name)
}

// fieldName returns the canonical name of a parsed field. A name with blanks stays unchanged; ok is false for an
// invalid name.
func fieldName(name []byte) (_ string, ok bool) {
	blank := false
	for _, c := range name {
		if c == ' ' {
			blank = true
		} else if chars[c]&nameChar == 0 {
			return string(name), false
		}
	}
	if blank || len(name) == 0 {
		return string(name), blank
	}
	return canonical(name), true
}
