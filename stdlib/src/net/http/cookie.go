package http

import (
	"errors"
	"internal/settings"
	"log"
	"net"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// A Cookie is what Set-Cookie sets or Cookie sends.
type Cookie struct {
	Name        string
	Value       string
	Quoted      bool // the value stood in quotes
	Path        string
	Domain      string
	Expires     time.Time
	RawExpires  string
	MaxAge      int // seconds; 0: not said, less: delete at once
	Secure      bool
	HttpOnly    bool
	SameSite    SameSite
	Partitioned bool
	Raw         string
	Unparsed    []string
}

// SameSite says whether requests of other sites carry the cookie.
type SameSite int

// The kinds.
const (
	SameSiteDefaultMode SameSite = iota + 1
	SameSiteLaxMode
	SameSiteStrictMode
	SameSiteNoneMode
)

// A CookieJar keeps cookies for a client.
type CookieJar interface {
	SetCookies(u *url.URL, cookies []*Cookie)
	Cookies(u *url.URL) []*Cookie
}

var (
	errBlankCookie           = errors.New("http: blank cookie")
	errEqualNotFoundInCookie = errors.New("http: '=' not found in cookie")
	errInvalidCookieName     = errors.New("http: invalid cookie name")
	errInvalidCookieValue    = errors.New("http: invalid cookie value")
	errCookieNumLimit        = errors.New("http: number of cookies exceeded limit")
)

// tooManyCookies tells whether a header may not have that many: 3000 are the most, unless GODEBUG=httpcookiemaxnum=N sets
// another limit (0 is none).
func tooManyCookies(n int) bool {
	most := settings.Int("httpcookiemaxnum", 3000)
	return most != 0 && n > most
}

// ParseCookie reads a Cookie field.
func ParseCookie(line string) ([]*Cookie, error) {
	if tooManyCookies(strings.Count(line, ";") + 1) {
		return nil, errCookieNumLimit
	}
	parts := strings.Split(textproto.TrimString(line), ";")
	if len(parts) == 1 && parts[0] == "" {
		return nil, errBlankCookie
	}
	cookies := make([]*Cookie, 0, len(parts))
	for _, s := range parts {
		s = textproto.TrimString(s)
		name, value, found := strings.Cut(s, "=")
		if !found {
			return nil, errEqualNotFoundInCookie
		}
		if !validName(name) {
			return nil, errInvalidCookieName
		}
		value, quoted, ok := cookieValue(value, true)
		if !ok {
			return nil, errInvalidCookieValue
		}
		cookies = append(cookies, &Cookie{Name: name, Value: value, Quoted: quoted})
	}
	return cookies, nil
}

// ParseSetCookie reads a Set-Cookie field.
func ParseSetCookie(line string) (*Cookie, error) {
	parts := strings.Split(textproto.TrimString(line), ";")
	if len(parts) == 1 && parts[0] == "" {
		return nil, errBlankCookie
	}
	name, value, ok := strings.Cut(textproto.TrimString(parts[0]), "=")
	if !ok {
		return nil, errEqualNotFoundInCookie
	}
	name = textproto.TrimString(name)
	if !validName(name) {
		return nil, errInvalidCookieName
	}
	value, quoted, ok := cookieValue(value, true)
	if !ok {
		return nil, errInvalidCookieValue
	}
	c := &Cookie{Name: name, Value: value, Quoted: quoted, Raw: line}
	for _, part := range parts[1:] {
		if part = textproto.TrimString(part); part != "" && !c.attribute(part) {
			c.Unparsed = append(c.Unparsed, part)
		}
	}
	return c, nil
}

// attribute takes an attribute of Set-Cookie; false when it is not understood.
func (c *Cookie) attribute(part string) bool {
	key, text, _ := strings.Cut(part, "=")
	key, ascii := asciiLower(key)
	if !ascii {
		return true
	}
	text, _, ok := cookieValue(text, false)
	if !ok {
		return false
	}
	switch key {
	case "samesite":
		lower, ascii := asciiLower(text)
		c.SameSite = SameSiteDefaultMode
		if !ascii {
			return true
		}
		switch lower {
		case "lax":
			c.SameSite = SameSiteLaxMode
		case "strict":
			c.SameSite = SameSiteStrictMode
		case "none":
			c.SameSite = SameSiteNoneMode
		}
	case "secure":
		c.Secure = true
	case "httponly":
		c.HttpOnly = true
	case "domain":
		c.Domain = text
	case "max-age":
		secs, err := strconv.Atoi(text)
		if err != nil || secs != 0 && text[0] == '0' {
			return false
		}
		if secs <= 0 {
			secs = -1
		}
		c.MaxAge = secs
	case "expires":
		c.RawExpires = text
		t, err := time.Parse(time.RFC1123, text)
		if err != nil {
			if t, err = time.Parse("Mon, 02-Jan-2006 15:04:05 MST", text); err != nil {
				c.Expires = time.Time{}
				return false
			}
		}
		c.Expires = t.UTC()
	case "path":
		c.Path = text
	case "partitioned":
		c.Partitioned = true
	default:
		return false
	}
	return true
}

// readSetCookies reads all Set-Cookie fields, without those that are wrong.
func readSetCookies(h Header) []*Cookie {
	lines := h["Set-Cookie"]
	if len(lines) == 0 {
		return []*Cookie{}
	}
	cookies := make([]*Cookie, 0, len(lines))
	for _, line := range lines {
		if c, err := ParseSetCookie(line); err == nil {
			cookies = append(cookies, c)
		}
	}
	return cookies
}

// readCookies reads all Cookie fields, only those with a name unless that is empty.
func readCookies(h Header, name string) []*Cookie {
	lines := h["Cookie"]
	if len(lines) == 0 {
		return []*Cookie{}
	}
	n := 0
	for _, line := range lines {
		n += strings.Count(line, ";") + 1
	}
	if tooManyCookies(n) {
		return []*Cookie{}
	}
	cookies := make([]*Cookie, 0, n)
	for _, line := range lines {
		for part := range strings.SplitSeq(textproto.TrimString(line), ";") {
			if part = textproto.TrimString(part); part == "" {
				continue
			}
			key, value, _ := strings.Cut(part, "=")
			key = textproto.TrimString(key)
			if !validName(key) || name != "" && key != name {
				continue
			}
			if value, quoted, ok := cookieValue(value, true); ok {
				cookies = append(cookies, &Cookie{Name: key, Value: value, Quoted: quoted})
			}
		}
	}
	return cookies
}

// SetCookie adds a Set-Cookie field; an invalid cookie is dropped.
func SetCookie(w ResponseWriter, cookie *Cookie) {
	if v := cookie.String(); v != "" {
		w.Header().Add("Set-Cookie", v)
	}
}

// String is the cookie for a Cookie field, or with attributes for Set-Cookie; empty when its name is invalid.
func (c *Cookie) String() string {
	if c == nil || !validName(c.Name) {
		return ""
	}
	var b strings.Builder
	b.WriteString(c.Name + "=" + sanitizedValue(c.Value, c.Quoted))
	if c.Path != "" {
		b.WriteString("; Path=" + sanitized("Cookie.Path", validPathByte, c.Path))
	}
	if c.Domain != "" {
		if validDomain(c.Domain) {
			b.WriteString("; Domain=" + strings.TrimPrefix(c.Domain, "."))
		} else {
			log.Printf("net/http: invalid Cookie.Domain %q; dropping domain attribute", c.Domain)
		}
	}
	if c.Expires.Year() >= 1601 {
		b.WriteString("; Expires=" + c.Expires.UTC().Format(TimeFormat))
	}
	if c.MaxAge > 0 {
		b.WriteString("; Max-Age=" + strconv.Itoa(c.MaxAge))
	} else if c.MaxAge < 0 {
		b.WriteString("; Max-Age=0")
	}
	if c.HttpOnly {
		b.WriteString("; HttpOnly")
	}
	if c.Secure {
		b.WriteString("; Secure")
	}
	switch c.SameSite {
	case SameSiteNoneMode:
		b.WriteString("; SameSite=None")
	case SameSiteLaxMode:
		b.WriteString("; SameSite=Lax")
	case SameSiteStrictMode:
		b.WriteString("; SameSite=Strict")
	}
	if c.Partitioned {
		b.WriteString("; Partitioned")
	}
	return b.String()
}

// Valid says what is wrong with the cookie.
func (c *Cookie) Valid() error {
	if c == nil {
		return errors.New("http: nil Cookie")
	}
	if !validName(c.Name) {
		return errors.New("http: invalid Cookie.Name")
	}
	if !c.Expires.IsZero() && c.Expires.Year() < 1601 {
		return errors.New("http: invalid Cookie.Expires")
	}
	for i := 0; i < len(c.Value); i++ {
		if !validCookieByte(c.Value[i]) {
			return errors.New("http: invalid byte " + strconv.QuoteRune(rune(c.Value[i])) + " in Cookie.Value")
		}
	}
	for i := 0; i < len(c.Path); i++ {
		if !validPathByte(c.Path[i]) {
			return errors.New("http: invalid byte " + strconv.QuoteRune(rune(c.Path[i])) + " in Cookie.Path")
		}
	}
	if c.Domain != "" && !validDomain(c.Domain) {
		return errors.New("http: invalid Cookie.Domain")
	}
	if c.Partitioned && !c.Secure {
		return errors.New("http: partitioned cookies must be set with Secure")
	}
	return nil
}

func validCookieByte(b byte) bool { return 0x20 <= b && b < 0x7f && b != '"' && b != ';' && b != '\\' }
func validPathByte(b byte) bool   { return 0x20 <= b && b < 0x7f && b != ';' }

// cookieValue takes the quotes off; false when a byte may not stand there.
func cookieValue(raw string, quotes bool) (value string, quoted, ok bool) {
	if quotes && len(raw) > 1 && raw[0] == '"' && raw[len(raw)-1] == '"' {
		raw, quoted = raw[1:len(raw)-1], true
	}
	for i := 0; i < len(raw); i++ {
		if !validCookieByte(raw[i]) {
			return "", quoted, false
		}
	}
	return raw, quoted, true
}

func sanitizedValue(v string, quoted bool) string {
	v = sanitized("Cookie.Value", validCookieByte, v)
	if v != "" && strings.ContainsAny(v, " ,") || quoted {
		return `"` + v + `"`
	}
	return v
}

// sanitized drops the bytes that are not valid.
func sanitized(field string, valid func(byte) bool, v string) string {
	for i := 0; i < len(v); i++ {
		if valid(v[i]) {
			continue
		}
		log.Printf("net/http: invalid byte %q in %s; dropping invalid bytes", v[i], field)
		b := make([]byte, 0, len(v))
		for j := 0; j < len(v); j++ {
			if valid(v[j]) {
				b = append(b, v[j])
			}
		}
		return string(b)
	}
	return v
}

func validDomain(v string) bool {
	return domainName(v) || net.ParseIP(v) != nil && !strings.Contains(v, ":")
}

// domainName tells whether a text is a name as cookies may have: labels of letters, digits and -, at least one letter.
func domainName(s string) bool {
	if s == "" || len(s) > 255 {
		return false
	}
	s = strings.TrimPrefix(s, ".")
	last, letters, size := byte('.'), false, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			letters = true
			size++
		case '0' <= c && c <= '9':
			size++
		case c == '-':
			if last == '.' {
				return false
			}
			size++
		case c == '.':
			if last == '.' || last == '-' || size > 63 || size == 0 {
				return false
			}
			size = 0
		default:
			return false
		}
		last = s[i]
	}
	return last != '-' && size <= 63 && letters
}
