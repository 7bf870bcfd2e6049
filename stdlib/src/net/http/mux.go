package http

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// A ServeMux gives each request to the handler with the most specific pattern that matches.
type ServeMux struct {
	mu       sync.RWMutex
	hosts    map[string]*node
	patterns []*pattern
	old      oldMux // instead, if oldMuxes
}

// DefaultServeMux is what Handle and HandleFunc register with.
var DefaultServeMux = new(ServeMux)

// NewServeMux makes a ServeMux.
func NewServeMux() *ServeMux { return new(ServeMux) }

// A node is where paths with the same beginning divide.
type node struct {
	next  map[string]*node // by text
	wild  *node            // any one part
	multi *node            // all that is left
	leaf  map[string]*leaf // by method, what ends here
}

type leaf struct {
	pat     *pattern
	handler Handler
}

func (n *node) child(seg segment) *node {
	slot := &n.wild
	switch {
	case seg.multi:
		slot = &n.multi
	case !seg.wild:
		if n.next == nil {
			n.next = map[string]*node{}
		}
		if n.next[seg.s] == nil {
			n.next[seg.s] = new(node)
		}
		return n.next[seg.s]
	}
	if *slot == nil {
		*slot = new(node)
	}
	return *slot
}

// Handle registers a handler.
func Handle(pattern string, handler Handler) { DefaultServeMux.register(pattern, handler) }

// HandleFunc registers a function.
func HandleFunc(pattern string, handler func(ResponseWriter, *Request)) {
	if handler == nil {
		panic("http: nil handler")
	}
	DefaultServeMux.register(pattern, HandlerFunc(handler))
}

// Handle registers a handler; a pattern that conflicts with another one is a panic.
func (mux *ServeMux) Handle(pattern string, handler Handler) { mux.register(pattern, handler) }

// HandleFunc registers a function.
func (mux *ServeMux) HandleFunc(pattern string, handler func(ResponseWriter, *Request)) {
	if handler == nil {
		panic("http: nil handler")
	}
	mux.register(pattern, HandlerFunc(handler))
}

func (mux *ServeMux) register(text string, handler Handler) {
	if oldMuxes {
		mux.mu.Lock()
		defer mux.mu.Unlock()
		mux.old.add(text, handler)
		return
	}
	if err := mux.add(text, handler); err != nil {
		panic(err)
	}
}

func (mux *ServeMux) add(text string, handler Handler) error {
	if text == "" {
		return errors.New("http: invalid pattern")
	}
	if f, ok := handler.(HandlerFunc); handler == nil || ok && f == nil {
		return errors.New("http: nil handler")
	}
	p, err := parsePattern(text)
	if err != nil {
		return fmt.Errorf("parsing %q: %w", text, err)
	}
	p.where = "unknown location"
	if _, file, line, ok := runtime.Caller(3); ok {
		p.where = fmt.Sprintf("%s:%d", file, line)
	}
	mux.mu.Lock()
	defer mux.mu.Unlock()
	for _, q := range mux.patterns {
		if why := conflict(p, q); why != "" {
			return fmt.Errorf("pattern %q (registered at %s) conflicts with pattern %q (registered at %s):\n%s",
				p.text, p.where, q.text, q.where, why)
		}
	}
	mux.patterns = append(mux.patterns, p)
	if mux.hosts == nil {
		mux.hosts = map[string]*node{}
	}
	n := mux.hosts[p.host]
	if n == nil {
		n = new(node)
		mux.hosts[p.host] = n
	}
	for _, seg := range p.segments {
		n = n.child(seg)
	}
	if n.leaf == nil {
		n.leaf = map[string]*leaf{}
	}
	n.leaf[p.method] = &leaf{p, handler}
	return nil
}

// match finds the most specific leaf for a path, and what its wildcards stand for.
func (mux *ServeMux) match(host, method, path string) (*leaf, []string) {
	for _, host := range []string{host, ""} {
		if n := mux.hosts[host]; n != nil {
			if l, m := n.match(method, path, nil); l != nil {
				return l, m
			}
		}
		if host == "" {
			break
		}
	}
	return nil, nil
}

func (n *node) end(method string) *leaf {
	if l := n.leaf[method]; l != nil {
		return l
	}
	if method == "HEAD" {
		if l := n.leaf["GET"]; l != nil {
			return l
		}
	}
	return n.leaf[""]
}

func (n *node) match(method, path string, values []string) (*leaf, []string) {
	if path == "" {
		if l := n.end(method); l != nil {
			return l, values
		}
		return nil, nil
	}
	part, rest := "/", ""
	if len(path) > 1 {
		part = path[1:]
		if i := strings.IndexByte(part, '/'); i >= 0 {
			part, rest = part[:i], part[i:]
		}
		if strings.IndexByte(part, '%') >= 0 {
			if u, err := url.PathUnescape(part); err == nil {
				part = u
			}
		}
	}
	if next := n.next[part]; next != nil {
		if l, m := next.match(method, rest, values); l != nil {
			return l, m
		}
	}
	if n.wild != nil && part != "/" {
		if l, m := n.wild.match(method, rest, append(values[:len(values):len(values)], part)); l != nil {
			return l, m
		}
	}
	if n.multi != nil {
		if l := n.multi.end(method); l != nil {
			if l.pat.last().s != "" {
				all := path[1:]
				if u, err := url.PathUnescape(all); err == nil {
					all = u
				}
				values = append(values[:len(values):len(values)], all)
			}
			return l, values
		}
	}
	return nil, nil
}

// methods adds the methods for which something matches a path.
func (n *node) methods(path string, set map[string]bool) {
	add := func(n *node) {
		for m := range n.leaf {
			if m != "" {
				set[m] = true
			}
		}
	}
	if path == "" {
		add(n)
		return
	}
	part, rest := "/", ""
	if len(path) > 1 {
		part = path[1:]
		if i := strings.IndexByte(part, '/'); i >= 0 {
			part, rest = part[:i], part[i:]
		}
		if u, err := url.PathUnescape(part); err == nil {
			part = u
		}
	}
	if next := n.next[part]; next != nil {
		next.methods(rest, set)
	}
	if n.wild != nil && part != "/" {
		n.wild.methods(rest, set)
	}
	if n.multi != nil {
		add(n.multi)
	}
}

// cleanPath is the path without . and .., a slash at the end kept.
func cleanPath(p string) string {
	if p == "" {
		return "/"
	}
	if p[0] != '/' {
		p = "/" + p
	}
	clean := path.Clean(p)
	if p[len(p)-1] == '/' && clean != "/" {
		clean += "/"
	}
	return clean
}

func withoutPort(host string) string {
	if !strings.Contains(host, ":") {
		return host
	}
	if h, _, err := net.SplitHostPort(host); err == nil {
		return h
	}
	return host
}

// Handler is the handler for a request, and its pattern.
func (mux *ServeMux) Handler(r *Request) (h Handler, pattern string) {
	h, pattern, _, _ = mux.find(r)
	return h, pattern
}

// slashed tells whether the path would match with a slash behind it, and not without.
func (mux *ServeMux) slashed(l *leaf, host, method, path string) *leaf {
	if path == "" || path[len(path)-1] == '/' || l != nil && !(l.pat.last().multi && !hasSlash(l.pat, path)) {
		return nil
	}
	if l != nil && exact(l.pat, path) {
		return nil
	}
	other, _ := mux.match(host, method, path+"/")
	if other != nil && exact(other.pat, path+"/") {
		return other
	}
	return nil
}

func hasSlash(p *pattern, path string) bool { return exact(p, path) }

// exact tells whether the path is all that a pattern names: the wildcard at its end, if there is one, stands for
// nothing.
func exact(p *pattern, path string) bool {
	if !p.last().multi {
		return true
	}
	if path != "" && path[len(path)-1] != '/' {
		return false
	}
	return len(p.segments) == strings.Count(path, "/")
}

func (mux *ServeMux) find(r *Request) (h Handler, text string, pat *pattern, values []string) {
	if oldMuxes {
		mux.mu.RLock()
		defer mux.mu.RUnlock()
		h, text = mux.old.find(r)
		return h, text, nil, nil
	}
	host := withoutPort(r.Host)
	escaped := r.URL.EscapedPath()
	clean := cleanPath(escaped)
	if r.Method == "CONNECT" {
		host, clean = r.URL.Host, escaped
	}
	mux.mu.RLock()
	defer mux.mu.RUnlock()
	l, values := mux.match(host, r.Method, clean)
	if l == nil || !exact(l.pat, clean) {
		if other := mux.slashed(l, host, r.Method, clean); other != nil {
			u := escapedURL(clean+"/", r.URL.RawQuery)
			return RedirectHandler(u.String(), StatusTemporaryRedirect), other.pat.text, nil, nil
		}
	}
	if r.Method == "CONNECT" {
		l, values = mux.match(r.Host, r.Method, clean)
	} else if clean != escaped {
		if l != nil {
			text = l.pat.text
		}
		u := escapedURL(clean, r.URL.RawQuery)
		return RedirectHandler(u.String(), StatusTemporaryRedirect), text, nil, nil
	}
	if l != nil {
		return l.handler, l.pat.text, l.pat, values
	}
	if allowed := mux.allowed(host, clean); len(allowed) > 0 {
		return HandlerFunc(func(w ResponseWriter, r *Request) {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			Error(w, StatusText(StatusMethodNotAllowed), StatusMethodNotAllowed)
		}), "", nil, nil
	}
	return NotFoundHandler(), "", nil, nil
}

func escapedURL(path, query string) *url.URL {
	u := &url.URL{Path: path, RawQuery: query}
	if p, err := url.PathUnescape(path); err == nil {
		u.Path, u.RawPath = p, path
	}
	return u
}

// allowed are the methods for which there is a handler.
func (mux *ServeMux) allowed(host, path string) []string {
	set := map[string]bool{}
	for _, host := range []string{host, ""} {
		if n := mux.hosts[host]; n != nil {
			n.methods(path, set)
			if !strings.HasSuffix(path, "/") {
				n.methods(path+"/", set)
			}
		}
	}
	if set["GET"] {
		set["HEAD"] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// ServeHTTP gives the request to its handler.
func (mux *ServeMux) ServeHTTP(w ResponseWriter, r *Request) {
	if r.RequestURI == "*" {
		if r.ProtoAtLeast(1, 1) {
			w.Header().Set("Connection", "close")
		}
		w.WriteHeader(StatusBadRequest)
		return
	}
	var h Handler
	h, r.Pattern, r.pat, r.matches = mux.find(r)
	h.ServeHTTP(w, r)
}
