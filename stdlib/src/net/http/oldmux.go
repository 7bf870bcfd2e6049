package http

import (
	"internal/settings"
	"net/url"
	"slices"
	"strings"
)

// oldMuxes tells whether every ServeMux is one of before Go 1.22: GODEBUG=httpmuxgo121=1 when the program begins.
var oldMuxes = settings.Of("httpmuxgo121") == "1"

// An oldMux takes patterns as plain paths, with a host before them or without. The mutex of the ServeMux guards it.
type oldMux struct {
	exact map[string]Handler
	trees []string // the patterns with a slash at the end, the longest first
	hosts bool     // whether one names a host
}

func (m *oldMux) add(pattern string, handler Handler) {
	if pattern == "" {
		panic("http: invalid pattern")
	}
	if handler == nil {
		panic("http: nil handler")
	}
	if m.exact[pattern] != nil {
		panic("http: multiple registrations for " + pattern)
	}
	if m.exact == nil {
		m.exact = map[string]Handler{}
	}
	m.exact[pattern] = handler
	m.hosts = m.hosts || pattern[0] != '/'
	if strings.HasSuffix(pattern, "/") {
		m.trees = append(m.trees, pattern)
		slices.SortStableFunc(m.trees, func(a, b string) int { return len(b) - len(a) })
	}
}

func (m *oldMux) match(path string) (Handler, string) {
	if h := m.exact[path]; h != nil {
		return h, path
	}
	for _, pattern := range m.trees {
		if strings.HasPrefix(path, pattern) {
			return m.exact[pattern], pattern
		}
	}
	return nil, ""
}

func (m *oldMux) handler(host, path string) (h Handler, pattern string) {
	if m.hosts {
		h, pattern = m.match(host + path)
	}
	if h == nil {
		h, pattern = m.match(path)
	}
	if h == nil {
		return NotFoundHandler(), ""
	}
	return h, pattern
}

// slashed tells whether nothing is registered for the path, but something for it with a slash behind it.
func (m *oldMux) slashed(host, path string) bool {
	if path == "" || path[len(path)-1] == '/' || m.exact[path] != nil || m.exact[host+path] != nil {
		return false
	}
	return m.exact[path+"/"] != nil || m.exact[host+path+"/"] != nil
}

func (m *oldMux) find(r *Request) (Handler, string) {
	host, path := withoutPort(r.Host), cleanPath(r.URL.Path)
	if r.Method == "CONNECT" {
		host, path = r.URL.Host, r.URL.Path
	}
	moved := func(to string) Handler {
		u := url.URL{Path: to, RawQuery: r.URL.RawQuery}
		return RedirectHandler(u.String(), StatusMovedPermanently)
	}
	if m.slashed(host, path) {
		return moved(path + "/"), path + "/"
	}
	if r.Method == "CONNECT" {
		host = r.Host
	}
	h, pattern := m.handler(host, path)
	if path != r.URL.Path {
		h = moved(path)
	}
	return h, pattern
}
