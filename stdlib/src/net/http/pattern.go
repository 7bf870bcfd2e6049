package http

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode"
)

// A pattern is what a ServeMux has a handler for: an optional method, an optional host, and a path.
type pattern struct {
	text     string
	method   string
	host     string
	segments []segment
	where    string // it was registered
}

// A segment is a part of a path: a text, or a wildcard for one part or, at the end, for all that is left. The text "/"
// stands for an end with a slash, where nothing follows.
type segment struct {
	s     string // the text, or the name of the wildcard
	wild  bool
	multi bool
}

func (p *pattern) last() segment { return p.segments[len(p.segments)-1] }

func parsePattern(s string) (_ *pattern, err error) {
	if s == "" {
		return nil, errors.New("empty pattern")
	}
	off := 0
	defer func() {
		if err != nil {
			err = fmt.Errorf("at offset %d: %w", off, err)
		}
	}()
	p := &pattern{text: s}
	method, rest, found := s, "", false
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		method, rest, found = s[:i], strings.TrimLeft(s[i+1:], " \t"), true
	}
	if !found {
		rest, method = method, ""
	}
	if found && !validName(method) {
		return nil, fmt.Errorf("invalid method %q", method)
	}
	p.method = method
	if found {
		off = len(method) + 1
	}
	i := strings.IndexByte(rest, '/')
	if i < 0 {
		return nil, errors.New("host/path missing /")
	}
	p.host = rest[:i]
	if j := strings.IndexByte(p.host, '{'); j >= 0 {
		off += j
		return nil, errors.New("host contains '{' (missing initial '/'?)")
	}
	off += i
	path := rest[i:]
	if method != "" && method != "CONNECT" && path != cleanPath(path) {
		return nil, errors.New("non-CONNECT pattern with unclean path can never match")
	}
	seen := map[string]bool{}
	for path != "" {
		path = path[1:]
		off = len(s) - len(path)
		if path == "" {
			p.segments = append(p.segments, segment{wild: true, multi: true})
			break
		}
		part, after := path, ""
		if i := strings.IndexByte(path, '/'); i >= 0 {
			part, after = path[:i], path[i:]
		}
		seg, err := parseSegment(part, after == "", seen)
		if err != nil {
			return nil, err
		}
		p.segments = append(p.segments, seg)
		path = after
	}
	return p, nil
}

func parseSegment(part string, last bool, seen map[string]bool) (seg segment, err error) {
	i := strings.IndexByte(part, '{')
	if i < 0 {
		if u, err := url.PathUnescape(part); err == nil {
			part = u
		}
		return segment{s: part}, nil
	}
	if i != 0 {
		return seg, errors.New("bad wildcard segment (must start with '{')")
	}
	if part[len(part)-1] != '}' {
		return seg, errors.New("bad wildcard segment (must end with '}')")
	}
	name := part[1 : len(part)-1]
	if name == "$" {
		if !last {
			return seg, errors.New("{$} not at end")
		}
		return segment{s: "/"}, nil
	}
	name, multi := strings.CutSuffix(name, "...")
	if multi && !last {
		return seg, errors.New("{...} wildcard not at end")
	}
	if name == "" {
		return seg, errors.New("empty wildcard")
	}
	for i, c := range name {
		if !unicode.IsLetter(c) && c != '_' && (i == 0 || !unicode.IsDigit(c)) {
			return seg, fmt.Errorf("bad wildcard name %q", name)
		}
	}
	if seen[name] {
		return seg, fmt.Errorf("duplicate wildcard name %q", name)
	}
	seen[name] = true
	return segment{s: name, wild: true, multi: multi}, nil
}

// A relation of two sets of requests: whether they meet, and whether either has some that the other lacks.
type relation struct {
	disjoint bool
	first    bool // has some that the second lacks
	second   bool
}

func (r relation) and(o relation) relation {
	return relation{r.disjoint || o.disjoint, r.first || o.first, r.second || o.second}
}

func compareMethods(p, q *pattern) relation {
	switch {
	case p.method == q.method:
		return relation{}
	case p.method == "", p.method == "GET" && q.method == "HEAD":
		return relation{first: true}
	case q.method == "", q.method == "GET" && p.method == "HEAD":
		return relation{second: true}
	}
	return relation{disjoint: true}
}

func comparePaths(p, q *pattern) (r relation) {
	n, m := len(p.segments), len(q.segments)
	for i := range min(n, m) {
		r = r.and(compareSegments(p.segments[i], q.segments[i]))
	}
	switch {
	case n < m && p.last().multi:
		r.first = true
	case m < n && q.last().multi:
		r.second = true
	case n != m:
		r.disjoint = true
	}
	return r
}

func compareSegments(a, b segment) relation {
	switch {
	case a.multi && b.multi:
		return relation{}
	case a.multi:
		return relation{first: true}
	case b.multi:
		return relation{second: true}
	case a.wild && b.wild:
		return relation{}
	case a.wild:
		return relation{first: true, disjoint: b.s == "/"}
	case b.wild:
		return relation{second: true, disjoint: a.s == "/"}
	}
	return relation{disjoint: a.s != b.s}
}

// conflict says why two patterns cannot both be registered; empty when they can.
func conflict(p, q *pattern) string {
	if p.host != q.host {
		return ""
	}
	methods, paths := compareMethods(p, q), comparePaths(p, q)
	both := methods.and(paths)
	switch {
	case both.disjoint || both.first != both.second:
		return ""
	case !both.first:
		return fmt.Sprintf("%s matches the same requests as %s", p.text, q.text)
	case paths.first && paths.second:
		return fmt.Sprintf("%[1]s and %[2]s both match some paths, like %[3]q.\nBut neither is more specific than the other.\n"+
			"%[1]s matches %[4]q, but %[2]s doesn't.\n%[2]s matches %[5]q, but %[1]s doesn't.",
			p.text, q.text, commonPath(p, q), onlyPath(p, q), onlyPath(q, p))
	case methods.first:
		return fmt.Sprintf("%s matches more methods than %s, but has a more specific path pattern", p.text, q.text)
	}
	return fmt.Sprintf("%s matches fewer methods than %s, but has a more general path pattern", p.text, q.text)
}

// example is a part of a path that a segment matches.
func (s segment) example() string {
	if s.multi || s.s == "/" {
		return "/"
	}
	return "/" + s.s
}

// commonPath is a path that both match.
func commonPath(p, q *pattern) string {
	path := ""
	for i := range max(len(p.segments), len(q.segments)) {
		switch {
		case i >= len(p.segments), i < len(q.segments) && p.segments[i].wild:
			path += q.segments[i].example()
		default:
			path += p.segments[i].example()
		}
	}
	return path
}

// onlyPath is a path that p matches and q does not.
func onlyPath(p, q *pattern) string {
	path := ""
	for i := range min(len(p.segments), len(q.segments)) {
		a, b := p.segments[i], q.segments[i]
		switch {
		case a.multi && b.multi:
			return path + "/"
		case a.multi:
			path += "/"
			if b.s == "/" {
				if a.s == "" {
					return path + "x"
				}
				return path + a.s
			}
			return path
		case b.multi:
			path += a.example()
		case a.wild && b.wild:
			path += a.example()
		case a.wild:
			s := a.s
			if s == b.s {
				s += "x"
			}
			path += "/" + s
		case b.wild:
			path += a.example()
		default:
			path += a.example()
		}
	}
	for _, s := range p.segments[min(len(p.segments), len(q.segments)):] {
		path += s.example()
	}
	return path
}
