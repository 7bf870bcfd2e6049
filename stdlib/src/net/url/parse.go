package url

import (
	"cmp"
	"errors"
	"fmt"
	"internal/settings"
	"net/netip"
	"strings"
)

// Parse parses a URL, which may be relative.
func Parse(rawURL string) (*URL, error) {
	text, fragment, _ := strings.Cut(rawURL, "#")
	u, err := parse(text, false)
	if err != nil {
		return nil, &Error{"parse", text, err}
	}
	if fragment != "" {
		if err := u.setFragment(fragment); err != nil {
			return nil, &Error{"parse", rawURL, err}
		}
	}
	return u, nil
}

// ParseRequestURI parses the URL of a request: absolute, or a path from the root; it has no fragment.
func ParseRequestURI(rawURL string) (*URL, error) {
	u, err := parse(rawURL, true)
	if err != nil {
		return nil, &Error{"parse", rawURL, err}
	}
	return u, nil
}

// Parse reads a URL relative to u.
func (u *URL) Parse(ref string) (*URL, error) {
	parsed, err := Parse(ref)
	if err != nil {
		return nil, err
	}
	return u.ResolveReference(parsed), nil
}

func hasControl(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == 0x7f {
			return true
		}
	}
	return false
}

func parse(rawURL string, request bool) (*URL, error) {
	switch {
	case hasControl(rawURL):
		return nil, errors.New("net/url: invalid control character in URL")
	case rawURL == "" && request:
		return nil, errors.New("empty url")
	case rawURL == "*":
		return &URL{Path: "*"}, nil
	}
	scheme, rest, err := cutScheme(rawURL)
	if err != nil {
		return nil, err
	}
	u := &URL{Scheme: strings.ToLower(scheme)}
	rest, u.RawQuery, u.ForceQuery = strings.Cut(rest, "?")
	u.ForceQuery = u.ForceQuery && u.RawQuery == ""
	if !strings.HasPrefix(rest, "/") {
		if u.Scheme != "" {
			u.Opaque = rest
			return u, nil
		}
		if request {
			return nil, errors.New("invalid URI for request")
		}
		// By RFC 3986, 3.3, the segment would be a scheme.
		if segment, _, _ := strings.Cut(rest, "/"); strings.Contains(segment, ":") {
			return nil, errors.New("first path segment in URL cannot contain colon")
		}
	}
	if rest, err = u.cutAuthority(rest, request); err != nil {
		return nil, err
	}
	if err := u.setPath(rest); err != nil {
		return nil, err
	}
	return u, nil
}

// cutScheme cuts off "scheme:"; without a scheme, it returns s.
func cutScheme(s string) (scheme, rest string, err error) {
	for i := range len(s) {
		c := s[i]
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		case c != ':':
			return "", s, nil
		case i == 0:
			return "", "", errors.New("missing protocol scheme")
		default:
			return s[:i], s[i+1:], nil
		}
	}
	return "", s, nil
}

// cutAuthority sets user and host, if there are any, and returns the path.
func (u *URL) cutAuthority(rest string, request bool) (string, error) {
	relative := !request && !strings.HasPrefix(rest, "///")
	if !strings.HasPrefix(rest, "//") || u.Scheme == "" && !relative {
		u.OmitHost = u.Scheme != "" && strings.HasPrefix(rest, "/")
		return rest, nil
	}
	authority, p := rest[2:], ""
	if slash := strings.IndexByte(authority, '/'); slash >= 0 {
		authority, p = authority[:slash], authority[slash:]
	}
	host := authority
	at := strings.LastIndexByte(authority, '@')
	if at >= 0 {
		host = authority[at+1:]
	}
	var err error
	if u.Host, err = parseHost(u.Scheme, host); err != nil || at < 0 {
		return p, err
	}
	u.User, err = parseUser(authority[:at])
	return p, err
}

func parseUser(text string) (*Userinfo, error) {
	for _, r := range text {
		if r >= 0x80 || plain[r]&inUser == 0 && !strings.ContainsRune("!'()*:%@", r) {
			return nil, errors.New("net/url: invalid userinfo")
		}
	}
	name, password, has := strings.Cut(text, ":")
	name, err := unescape(name, inUser)
	if err != nil {
		return nil, err
	}
	if password, err = unescape(password, inUser); err != nil {
		return nil, err
	}
	return &Userinfo{name, password, has}, nil
}

// validPort reports whether s is empty or a colon with digits.
func validPort(s string) bool {
	if s == "" {
		return true
	}
	return s[0] == ':' && strings.Trim(s[1:], "0123456789") == ""
}

// parseHost checks host, which may have a port, and unescapes it.
func parseHost(scheme, host string) (string, error) {
	if open := strings.LastIndexByte(host, '['); open > 0 {
		return "", errors.New("invalid IP-literal")
	} else if open == 0 {
		return parseLiteral(host)
	}
	colon := strings.IndexByte(host, ':')
	if last := strings.LastIndexByte(host, ':'); colon != last {
		// For schemes other than HTTP's, the last colon separates the port, and others belong to the host.
		if scheme != "http" && scheme != "https" || settings.Of("urlstrictcolons") == "0" {
			colon = last
		}
	}
	if colon >= 0 && !validPort(host[colon:]) {
		return "", fmt.Errorf("invalid port %q after host", host[colon:])
	}
	return unescape(host, inHost)
}

// parseLiteral is parseHost for "[IPv6 address%25zone]:port".
func parseLiteral(host string) (string, error) {
	end := strings.LastIndexByte(host, ']')
	if end < 0 {
		return "", errors.New("missing ']' in host")
	}
	port := host[end+1:]
	if !validPort(port) {
		return "", fmt.Errorf("invalid port %q after host", port)
	}
	name, zone := host[1:end], ""
	if at := strings.Index(name, "%25"); at >= 0 {
		name, zone = name[:at], name[at:]
	}
	name, err := unescape(name, inHost)
	if err != nil {
		return "", err
	}
	// RFC 6874 allows more escapes in zones than in hosts.
	if zone, err = unescape(zone, inZone); err != nil {
		return "", err
	}
	ip, err := netip.ParseAddr(name + zone)
	if err != nil {
		return "", fmt.Errorf("invalid host: %w", err)
	}
	if ip.Is4() {
		return "", errors.New("invalid IP-literal")
	}
	return "[" + name + zone + "]" + port, nil
}

// resolvePath applies a reference's path to the base's path, and removes "." and ".." (RFC 3986, 5.2.4).
func resolvePath(base, ref string) string {
	full := ref
	switch {
	case ref == "":
		full = base
	case ref[0] != '/':
		full = base[:strings.LastIndexByte(base, '/')+1] + ref
	}
	if full == "" {
		return ""
	}
	out := []byte{'/'}
	atRoot := true // out has no element, not even an empty one
	elem, rest, more := "", full, true
	for more {
		elem, rest, more = strings.Cut(rest, "/")
		switch elem {
		case ".":
			atRoot = false
		case "..":
			out = out[:max(strings.LastIndexByte(string(out[1:]), '/')+1, 1)]
			atRoot = len(out) == 1
		default:
			if !atRoot {
				out = append(out, '/')
			}
			out = append(out, elem...)
			atRoot = false
		}
	}
	if elem == "." || elem == ".." {
		out = append(out, '/')
	}
	// full began with a slash, so out has two at the beginning.
	if len(out) > 1 && out[1] == '/' {
		out = out[1:]
	}
	return string(out)
}

// ResolveReference returns the absolute URL of ref, a reference in a document at u.
func (u *URL) ResolveReference(ref *URL) *URL {
	c := *ref
	c.Scheme = cmp.Or(ref.Scheme, u.Scheme)
	switch hasHost := ref.Host != "" || ref.User != nil; {
	case ref.Scheme != "" || hasHost:
		// If the path cannot be escaped, it stays unchanged.
		c.setPath(resolvePath(ref.EscapedPath(), ""))
		return &c
	case ref.Opaque != "":
		c.User, c.Host, c.Path = nil, "", ""
		return &c
	}
	if ref.Path == "" && !ref.ForceQuery && ref.RawQuery == "" {
		c.RawQuery = u.RawQuery
		if ref.Fragment == "" {
			c.Fragment, c.RawFragment = u.Fragment, u.RawFragment
		}
	}
	if ref.Path == "" && u.Opaque != "" {
		c.Opaque = u.Opaque
		c.User, c.Host, c.Path = nil, "", ""
		return &c
	}
	c.Host, c.User = u.Host, u.User
	c.setPath(resolvePath(u.EscapedPath(), ref.EscapedPath()))
	return &c
}
