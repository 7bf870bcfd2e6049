// Package cookiejar keeps cookies for HTTP clients, as RFC 6265 says.
package cookiejar

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/internal/punycode"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// A PublicSuffixList knows below which domains anybody can have one; cookies of such a domain are refused.
type PublicSuffixList interface {
	PublicSuffix(domain string) string
	String() string
}

// Options are those of a Jar.
type Options struct{ PublicSuffixList PublicSuffixList }

// A Jar keeps cookies in memory.
type Jar struct {
	suffixes PublicSuffixList
	mu       sync.Mutex
	sites    map[string]map[id]*kept // by the domain below which hosts share cookies
	count    uint64
}

// An id tells one cookie from another.
type id struct{ domain, path, name string }

// A kept cookie.
type kept struct {
	id
	value    string
	quoted   bool
	secure   bool
	hostOnly bool
	forever  bool // until the program ends
	expires  time.Time
	created  time.Time
	number   uint64
}

// New makes a Jar; nil options are good.
func New(o *Options) (*Jar, error) {
	jar := &Jar{sites: map[string]map[id]*kept{}}
	if o != nil {
		jar.suffixes = o.PublicSuffixList
	}
	return jar, nil
}

var (
	errIllegalDomain   = errors.New("cookiejar: illegal cookie domain attribute")
	errMalformedDomain = errors.New("cookiejar: malformed cookie domain attribute")
)

// below tells whether a name is in a domain, and not the domain itself.
func below(name, domain string) bool { return strings.HasSuffix(name, "."+domain) }

func (k *kept) matchesPath(path string) bool {
	if path == k.path {
		return true
	}
	return strings.HasPrefix(path, k.path) && (k.path[len(k.path)-1] == '/' || path[len(k.path)] == '/')
}

// goesTo tells whether the cookie is sent to a URL.
func (k *kept) goesTo(host, path string, secure bool) bool {
	if host != k.domain && (k.hostOnly || !below(host, k.domain)) || !k.matchesPath(path) {
		return false
	}
	return secure || !k.secure || local(k.domain)
}

// local tells whether a host is this machine.
func local(host string) bool {
	host = strings.TrimSuffix(host, ".")
	if strings.EqualFold(host[strings.LastIndexByte(host, '.')+1:], "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// Cookies are the cookies to send with a request to a URL: those of longer paths first.
func (j *Jar) Cookies(u *url.URL) (cookies []*http.Cookie) { return j.cookies(u, time.Now()) }

func (j *Jar) cookies(u *url.URL, now time.Time) (cookies []*http.Cookie) {
	host, ok := hostOf(u)
	if !ok {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	site := j.sites[j.siteOf(host)]
	path := u.Path
	if path == "" {
		path = "/"
	}
	var list []*kept
	for key, k := range site {
		if !k.forever && !k.expires.After(now) {
			delete(site, key)
		} else if k.goesTo(host, path, u.Scheme == "https") {
			list = append(list, k)
		}
	}
	slices.SortFunc(list, func(a, b *kept) int {
		return cmp.Or(-cmp.Compare(len(a.path), len(b.path)), -cmp.Compare(a.path, b.path), a.created.Compare(b.created),
			cmp.Compare(a.number, b.number))
	})
	for _, k := range list {
		cookies = append(cookies, &http.Cookie{Name: k.name, Value: k.value, Quoted: k.quoted})
	}
	return cookies
}

// SetCookies keeps the cookies of an answer to a request to a URL.
func (j *Jar) SetCookies(u *url.URL, cookies []*http.Cookie) { j.setCookies(u, cookies, time.Now()) }

func (j *Jar) setCookies(u *url.URL, cookies []*http.Cookie, now time.Time) {
	host, ok := hostOf(u)
	if !ok || len(cookies) == 0 {
		return
	}
	key := j.siteOf(host)
	path := "/"
	if i := strings.LastIndexByte(u.Path, '/'); i > 0 && u.Path[0] == '/' {
		path = u.Path[:i]
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	site := j.sites[key]
	for _, c := range cookies {
		k, err := j.keep(c, host, path)
		if err != nil {
			continue
		}
		switch {
		case c.MaxAge < 0 || c.MaxAge == 0 && !c.Expires.IsZero() && !c.Expires.After(now):
			delete(site, k.id)
			continue
		case c.MaxAge > 0:
			k.expires = now.Add(time.Duration(c.MaxAge) * time.Second)
		case c.Expires.IsZero():
			k.forever = true
		default:
			k.expires = c.Expires
		}
		if old := site[k.id]; old != nil {
			k.created, k.number = old.created, old.number
		} else {
			k.created, k.number = now, j.count
			j.count++
		}
		if site == nil {
			site = map[id]*kept{}
		}
		site[k.id] = k
	}
	if len(site) == 0 {
		delete(j.sites, key)
	} else {
		j.sites[key] = site
	}
}

// keep is the cookie as it is kept, or why it is refused.
func (j *Jar) keep(c *http.Cookie, host, path string) (*kept, error) {
	if c.Path != "" && c.Path[0] == '/' {
		path = c.Path
	}
	domain, hostOnly, err := j.domainOf(host, c.Domain)
	if err != nil {
		return nil, err
	}
	return &kept{id: id{domain, path, c.Name}, value: c.Value, quoted: c.Quoted, secure: c.Secure, hostOnly: hostOnly}, nil
}

// domainOf is the domain of a cookie, and whether it goes only to that host.
func (j *Jar) domainOf(host, domain string) (string, bool, error) {
	if domain == "" {
		return host, true, nil
	}
	if isIP(host) {
		if host != domain {
			return "", false, errIllegalDomain
		}
		return host, true, nil
	}
	domain = strings.TrimPrefix(domain, ".")
	if domain == "" || domain[0] == '.' || domain[len(domain)-1] == '.' {
		return "", false, errMalformedDomain
	}
	for i := 0; i < len(domain); i++ {
		if domain[i] < ' ' || domain[i] > '~' {
			return "", false, errMalformedDomain
		}
	}
	domain = strings.ToLower(domain)
	if j.suffixes != nil {
		if s := j.suffixes.PublicSuffix(domain); s != "" && !below(domain, s) {
			if host == domain {
				return host, true, nil
			}
			return "", false, errIllegalDomain
		}
	}
	if host != domain && !below(host, domain) {
		return "", false, errIllegalDomain
	}
	return domain, false, nil
}

func isIP(host string) bool { return strings.ContainsAny(host, ":%") || net.ParseIP(host) != nil }

// hostOf is the host of a URL of HTTP, in small letters and punycode.
func hostOf(u *url.URL) (string, bool) {
	if u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	host := u.Host
	if n := strings.Count(host, ":"); n == 1 || n > 1 && host[0] == '[' && strings.Contains(host, "]:") {
		h, _, err := net.SplitHostPort(host)
		if err != nil {
			return "", false
		}
		host = h
	}
	host, err := asciiName(strings.TrimSuffix(host, "."))
	return strings.ToLower(host), err == nil
}

// siteOf is the domain below which hosts share cookies.
func (j *Jar) siteOf(host string) string {
	if isIP(host) {
		return host
	}
	dot := strings.LastIndexByte(host, '.')
	if j.suffixes != nil {
		s := j.suffixes.PublicSuffix(host)
		if s == host {
			return host
		}
		dot = len(host) - len(s) - 1
		if dot >= 0 && host[dot] != '.' {
			return host
		}
	}
	if dot <= 0 {
		return host
	}
	return host[strings.LastIndexByte(host[:dot], '.')+1:]
}

// asciiName is a name with its labels in punycode.
func asciiName(s string) (string, error) {
	name, wrong := punycode.Name(s)
	if wrong != "" {
		return "", fmt.Errorf("cookiejar: invalid label %q", wrong)
	}
	return name, nil
}
