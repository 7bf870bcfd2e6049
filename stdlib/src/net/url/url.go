// Package url parses and formats URLs (RFC 3986) and their queries.
package url

import (
	"fmt"
	"path"
	"strings"
)

// An Error is an operation on a URL that failed.
type Error struct {
	Op  string
	URL string
	Err error
}

func (e *Error) Unwrap() error { return e.Err }
func (e *Error) Error() string { return fmt.Sprintf("%s %q: %s", e.Op, e.URL, e.Err) }

// Timeout reports whether Err is a timeout.
func (e *Error) Timeout() bool {
	t, ok := e.Err.(interface{ Timeout() bool })
	return ok && t.Timeout()
}

// Temporary reports whether Err may go away.
func (e *Error) Temporary() bool {
	t, ok := e.Err.(interface{ Temporary() bool })
	return ok && t.Temporary()
}

// A URL is scheme:opaque?query#fragment or scheme://user@host/path?query#fragment. Path and Fragment are unescaped;
// RawPath and RawFragment are set only if escaping these would give another text than the parsed one.
type URL struct {
	Scheme      string
	Opaque      string
	User        *Userinfo
	Host        string // with the port, if there is one
	Path        string
	Fragment    string
	RawQuery    string // without ?
	RawPath     string
	RawFragment string
	ForceQuery  bool // write ? even before an empty query
	OmitHost    bool // write no // write no // before an empty host
}

// A Userinfo is a name and perhaps a password. A Userinfo never changes.
type Userinfo struct {
	username    string
	password    string
	passwordSet bool
}

// User returns a name without a password.
func User(username string) *Userinfo { return &Userinfo{username: username} }

// UserPassword returns a name and a password.
func UserPassword(username, password string) *Userinfo { return &Userinfo{username, password, true} }

// Username returns the name.
func (u *Userinfo) Username() string {
	if u == nil {
		return ""
	}
	return u.username
}

// Password returns the password and whether there is one.
func (u *Userinfo) Password() (string, bool) {
	if u == nil {
		return "", false
	}
	return u.password, u.passwordSet
}

// String returns "name" or "name:password", escaped.
func (u *Userinfo) String() string {
	if u == nil {
		return ""
	}
	s := escape(u.username, inUser)
	if u.passwordSet {
		s += ":" + escape(u.password, inUser)
	}
	return s
}

// setPath sets Path, and RawPath if it is needed, from an escaped path.
func (u *URL) setPath(p string) error {
	text, err := unescape(p, inPath)
	if err != nil {
		return err
	}
	u.Path = text
	u.RawPath = ""
	if escape(text, inPath) != p {
		u.RawPath = p
	}
	return nil
}

// EscapedPath returns RawPath if it matches Path, else Path escaped.
func (u *URL) EscapedPath() string {
	if u.RawPath != "" && validEncoded(u.RawPath, inPath) {
		if p, err := unescape(u.RawPath, inPath); err == nil && p == u.Path {
			return u.RawPath
		}
	}
	if u.Path == "*" {
		return "*"
	}
	return escape(u.Path, inPath)
}

func (u *URL) setFragment(f string) error {
	text, err := unescape(f, inFragment)
	if err != nil {
		return err
	}
	u.Fragment = text
	u.RawFragment = ""
	if escape(text, inFragment) != f {
		u.RawFragment = f
	}
	return nil
}

// EscapedFragment returns RawFragment if it matches Fragment, else Fragment escaped.
func (u *URL) EscapedFragment() string {
	if u.RawFragment != "" && validEncoded(u.RawFragment, inFragment) {
		if f, err := unescape(u.RawFragment, inFragment); err == nil && f == u.Fragment {
			return u.RawFragment
		}
	}
	return escape(u.Fragment, inFragment)
}

// String formats the URL.
func (u *URL) String() string {
	var b strings.Builder
	if u.Scheme != "" {
		b.WriteString(u.Scheme)
		b.WriteByte(':')
	}
	if u.Opaque != "" {
		b.WriteString(u.Opaque)
	} else {
		u.writeHierarchy(&b)
	}
	if u.ForceQuery || u.RawQuery != "" {
		writeAfter(&b, '?', u.RawQuery)
	}
	if u.Fragment != "" {
		writeAfter(&b, '#', u.EscapedFragment())
	}
	return b.String()
}

// writeAfter writes a separator and a part of a URL.
func writeAfter(b *strings.Builder, separator byte, part string) {
	b.WriteByte(separator)
	b.WriteString(part)
}

// writeHierarchy writes the authority and the path.
func (u *URL) writeHierarchy(b *strings.Builder) {
	noAuthority := u.Host == "" && u.User == nil
	if !noAuthority || u.Scheme != "" && !u.OmitHost {
		if !noAuthority || u.Path != "" {
			b.WriteString("//")
		}
		if u.User != nil {
			b.WriteString(u.User.String())
			b.WriteByte('@')
		}
		b.WriteString(escape(u.Host, inHost))
	}
	p := u.EscapedPath()
	if u.OmitHost && noAuthority && strings.HasPrefix(p, "//") {
		// Otherwise the path would be parsed as a host.
		b.WriteString("%2F")
		p = p[1:]
	}
	isRelative := p != "" && p[0] != '/'
	switch {
	case isRelative && u.Host != "":
		b.WriteByte('/')
	case isRelative && b.Len() == 0 && strings.IndexByte(p, ':') >= 0:
		// A first segment with a colon would be parsed as a scheme.
		if segment, _, _ := strings.Cut(p, "/"); strings.IndexByte(segment, ':') >= 0 {
			b.WriteString("./")
		}
	}
	b.WriteString(p)
}

// Redacted is String with the password replaced by xxxxx.
func (u *URL) Redacted() string {
	if u == nil {
		return ""
	}
	c := *u
	if _, has := c.User.Password(); has {
		c.User = UserPassword(c.User.Username(), "xxxxx")
	}
	return c.String()
}

// IsAbs reports whether the URL has a scheme.
func (u *URL) IsAbs() bool { return u.Scheme != "" }

// Query returns the parsed query, without malformed settings.
func (u *URL) Query() Values {
	v, _ := ParseQuery(u.RawQuery)
	return v
}

// RequestURI returns the text for a request of the URL: path?query or opaque?query.
func (u *URL) RequestURI() string {
	uri := u.Opaque
	switch {
	case uri == "":
		if uri = u.EscapedPath(); uri == "" {
			uri = "/"
		}
	case strings.HasPrefix(uri, "//"):
		uri = u.Scheme + ":" + uri
	}
	if u.ForceQuery || u.RawQuery != "" {
		uri += "?" + u.RawQuery
	}
	return uri
}

// Hostname returns Host without port and brackets.
func (u *URL) Hostname() string {
	host, _ := splitPort(u.Host)
	return host
}

// Port returns the port in Host; "" if Host has no port.
func (u *URL) Port() string {
	_, port := splitPort(u.Host)
	return port
}

func splitPort(hostPort string) (host, port string) {
	host = hostPort
	if colon := strings.LastIndexByte(host, ':'); colon >= 0 && validPort(host[colon:]) {
		host, port = host[:colon], host[colon+1:]
	}
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		host = host[1 : len(host)-1]
	}
	return host, port
}

// MarshalBinary returns String.
func (u *URL) MarshalBinary() (text []byte, err error) { return u.AppendBinary(nil) }

// AppendBinary appends String.
func (u *URL) AppendBinary(b []byte) ([]byte, error) { return append(b, u.String()...), nil }

// UnmarshalBinary calls Parse.
func (u *URL) UnmarshalBinary(text []byte) error {
	parsed, err := Parse(string(text))
	if err == nil {
		*u = *parsed
	}
	return err
}

// Clone returns a deep copy.
func (u *URL) Clone() *URL {
	if u == nil {
		return nil
	}
	c := *u
	if u.User != nil {
		user := *u.User
		c.User = &user
	}
	return &c
}

// JoinPath returns the URL with elements appended to its path, which is cleaned.
func (u *URL) JoinPath(elem ...string) *URL {
	joined, _ := u.joinPath(elem)
	return joined
}

// JoinPath returns the URL base with elements appended to its path, which is cleaned.
func JoinPath(base string, elem ...string) (result string, err error) {
	u, err := Parse(base)
	if err != nil {
		return "", err
	}
	joined, err := u.joinPath(elem)
	if err != nil {
		return "", err
	}
	return joined.String(), nil
}

func (u *URL) joinPath(elem []string) (*URL, error) {
	first := u.EscapedPath()
	last := first
	if len(elem) > 0 {
		last = elem[len(elem)-1]
	}
	all := append([]string{first}, elem...)
	var p string
	if strings.HasPrefix(first, "/") {
		p = path.Join(all...)
	} else {
		// Relative to a root, so that ".." does not lead out of the path.
		all[0] = "/" + first
		p = path.Join(all...)[1:]
		if len(elem) == 0 {
			last = all[0]
		}
	}
	if strings.HasSuffix(last, "/") && !strings.HasSuffix(p, "/") {
		p += "/"
	}
	c := *u
	err := c.setPath(p)
	return &c, err
}
