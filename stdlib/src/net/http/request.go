package http

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/textproto"
	"net/url"
	"strings"
)

const defaultMaxMemory = 32 << 20

// A ProtocolError was once returned for what is no HTTP.
type ProtocolError struct{ ErrorString string }

func (e *ProtocolError) Error() string { return e.ErrorString }

// Is makes ErrNotSupported errors.ErrUnsupported.
func (e *ProtocolError) Is(err error) bool {
	return e == ErrNotSupported && err == errors.ErrUnsupported
}

// Errors of requests and responses.
var (
	ErrNotSupported         = &ProtocolError{"feature not supported"}
	ErrUnexpectedTrailer    = &ProtocolError{"trailer header without chunked transfer encoding"}
	ErrMissingBoundary      = &ProtocolError{"no multipart boundary param in Content-Type"}
	ErrNotMultipart         = &ProtocolError{"request Content-Type isn't multipart/form-data"}
	ErrHeaderTooLong        = &ProtocolError{"header too long"}
	ErrShortBody            = &ProtocolError{"entity body too short"}
	ErrMissingContentLength = &ProtocolError{"missing ContentLength in HEAD response"}
	ErrMissingFile          = errors.New("http: no such file")
	ErrNoCookie             = errors.New("http: named cookie not present")
	ErrNoLocation           = errors.New("http: no Location header in response")
)

var errMissingHost = errors.New("http: Request.Write on Request with no Host or URL set")

func badString(what, val string) error { return fmt.Errorf("%s %q", what, val) }

// A Request is what a server has received or a client is to send.
type Request struct {
	Method           string
	URL              *url.URL
	Proto            string
	ProtoMajor       int
	ProtoMinor       int
	Header           Header
	Body             io.ReadCloser
	GetBody          func() (io.ReadCloser, error)
	ContentLength    int64
	TransferEncoding []string
	Close            bool
	Host             string
	Form             url.Values
	PostForm         url.Values
	MultipartForm    *multipart.Form
	Trailer          Header
	RemoteAddr       string
	RequestURI       string
	TLS              *tls.ConnectionState
	Cancel           <-chan struct{}
	Response         *Response
	Pattern          string

	ctx     context.Context
	pat     *pattern
	matches []string
	others  map[string]string // path values that were set
}

// Context is the request's context, never nil.
func (r *Request) Context() context.Context {
	if r.ctx != nil {
		return r.ctx
	}
	return context.Background()
}

// WithContext is a shallow copy with another context.
func (r *Request) WithContext(ctx context.Context) *Request {
	if ctx == nil {
		panic("nil context")
	}
	r2 := new(Request)
	*r2 = *r
	r2.ctx = ctx
	return r2
}

// Clone is a deep copy, but for the body, with another context.
func (r *Request) Clone(ctx context.Context) *Request {
	r2 := r.WithContext(ctx)
	r2.URL = cloneURL(r.URL)
	r2.Header = r.Header.Clone()
	r2.Trailer = r.Trailer.Clone()
	if s := r.TransferEncoding; s != nil {
		r2.TransferEncoding = append([]string(nil), s...)
	}
	r2.Form = url.Values(Header(r.Form).Clone())
	r2.PostForm = url.Values(Header(r.PostForm).Clone())
	r2.MultipartForm = cloneForm(r.MultipartForm)
	if r.matches != nil {
		r2.matches = append([]string(nil), r.matches...)
	}
	r2.others = maps.Clone(r.others)
	return r2
}

func cloneURL(u *url.URL) *url.URL {
	if u == nil {
		return nil
	}
	u2 := *u
	if u.User != nil {
		user := *u.User
		u2.User = &user
	}
	return &u2
}

func cloneForm(f *multipart.Form) *multipart.Form {
	if f == nil {
		return nil
	}
	f2 := &multipart.Form{Value: map[string][]string(Header(f.Value).Clone())}
	if f.File != nil {
		f2.File = map[string][]*multipart.FileHeader{}
		for k, list := range f.File {
			list2 := make([]*multipart.FileHeader, len(list))
			for i, fh := range list {
				c := *fh
				c.Header = textproto.MIMEHeader(Header(fh.Header).Clone())
				list2[i] = &c
			}
			f2.File[k] = list2
		}
	}
	return f2
}

// ProtoAtLeast tells whether the protocol is of this version or a later one.
func (r *Request) ProtoAtLeast(major, minor int) bool {
	return r.ProtoMajor > major || r.ProtoMajor == major && r.ProtoMinor >= minor
}

// UserAgent is that field.
func (r *Request) UserAgent() string { return r.Header.Get("User-Agent") }

// Referer is that field.
func (r *Request) Referer() string { return r.Header.Get("Referer") }

// Cookies are the cookies sent.
func (r *Request) Cookies() []*Cookie { return readCookies(r.Header, "") }

// CookiesNamed are the cookies of a name.
func (r *Request) CookiesNamed(name string) []*Cookie {
	if name == "" {
		return []*Cookie{}
	}
	return readCookies(r.Header, name)
}

// Cookie is the first cookie of a name, or ErrNoCookie.
func (r *Request) Cookie(name string) (*Cookie, error) {
	if name != "" {
		for _, c := range readCookies(r.Header, name) {
			return c, nil
		}
	}
	return nil, ErrNoCookie
}

// AddCookie adds a cookie to the one Cookie field.
func (r *Request) AddCookie(c *Cookie) {
	if !validName(c.Name) {
		return
	}
	s := c.Name + "=" + sanitizedValue(c.Value, c.Quoted)
	if old := r.Header.Get("Cookie"); old != "" {
		s = old + "; " + s
	}
	r.Header.Set("Cookie", s)
}

// BasicAuth is the user and password of basic authentication.
func (r *Request) BasicAuth() (username, password string, ok bool) {
	auth := r.Header.Get("Authorization")
	const prefix = "Basic "
	if len(auth) < len(prefix) || !strings.EqualFold(auth[:len(prefix)], prefix) {
		return "", "", false
	}
	c, err := base64.StdEncoding.DecodeString(auth[len(prefix):])
	if err != nil {
		return "", "", false
	}
	username, password, ok = strings.Cut(string(c), ":")
	if !ok {
		return "", "", false
	}
	return username, password, true
}

// SetBasicAuth sets the user and password of basic authentication.
func (r *Request) SetBasicAuth(username, password string) {
	r.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(username+":"+password)))
}

// NewRequest makes a request for a client.
func NewRequest(method, url string, body io.Reader) (*Request, error) {
	return NewRequestWithContext(context.Background(), method, url, body)
}

// NewRequestWithContext makes a request for a client; the context governs all of it.
func NewRequestWithContext(ctx context.Context, method, target string, body io.Reader) (*Request, error) {
	if method == "" {
		method = MethodGet
	}
	switch {
	case !validName(method):
		return nil, fmt.Errorf("net/http: invalid method %q", method)
	case ctx == nil:
		return nil, errors.New("net/http: nil Context")
	}
	u, err := url.Parse(target)
	if err != nil {
		return nil, err
	}
	u.Host = withoutEmptyPort(u.Host)
	r := &Request{
		ctx: ctx, Method: method, URL: u, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: make(Header), Host: u.Host,
	}
	if closer, ok := body.(io.ReadCloser); ok {
		r.Body = closer
	} else if body != nil {
		r.Body = io.NopCloser(body)
	}
	switch v := body.(type) {
	case *strings.Reader:
		state := *v
		r.repeatable(v.Len(), func() (io.ReadCloser, error) {
			again := state
			return io.NopCloser(&again), nil
		})
	case *bytes.Reader:
		state := *v
		r.repeatable(v.Len(), func() (io.ReadCloser, error) {
			again := state
			return io.NopCloser(&again), nil
		})
	case *bytes.Buffer:
		content := v.Bytes()
		r.repeatable(len(content), func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil })
	}
	return r, nil
}

// repeatable notes the length of a body and how it is made once more. An empty one becomes NoBody.
func (r *Request) repeatable(length int, again func() (io.ReadCloser, error)) {
	if length == 0 {
		r.Body = NoBody
		again = func() (io.ReadCloser, error) { return NoBody, nil }
	}
	r.ContentLength, r.GetBody = int64(length), again
}

func withoutEmptyPort(host string) string {
	if hasPort(host) {
		return strings.TrimSuffix(host, ":")
	}
	return host
}

func hasPort(s string) bool { return strings.LastIndex(s, ":") > strings.LastIndex(s, "]") }

// PathValue is what a wildcard of the pattern stands for in the path.
func (r *Request) PathValue(name string) string {
	if i := r.wildcard(name); i >= 0 {
		return r.matches[i]
	}
	return r.others[name]
}

// SetPathValue sets what PathValue tells.
func (r *Request) SetPathValue(name, value string) {
	if i := r.wildcard(name); i >= 0 {
		r.matches[i] = value
		return
	}
	if r.others == nil {
		r.others = map[string]string{}
	}
	r.others[name] = value
}

func (r *Request) wildcard(name string) int {
	if r.pat == nil {
		return -1
	}
	i := 0
	for _, seg := range r.pat.segments {
		if seg.wild && seg.s != "" {
			if seg.s == name {
				return i
			}
			i++
		}
	}
	return -1
}

// ParseHTTPVersion reads HTTP/1.1 and the like.
func ParseHTTPVersion(vers string) (major, minor int, ok bool) {
	switch vers {
	case "HTTP/1.1":
		return 1, 1, true
	case "HTTP/1.0":
		return 1, 0, true
	}
	if !strings.HasPrefix(vers, "HTTP/") || len(vers) != len("HTTP/X.Y") || vers[6] != '.' {
		return 0, 0, false
	}
	a, b := vers[5]-'0', vers[7]-'0'
	if a > 9 || b > 9 {
		return 0, 0, false
	}
	return int(a), int(b), true
}

// ReadRequest reads a request as a server does.
func ReadRequest(b *bufio.Reader) (*Request, error) {
	req, err := readRequest(b)
	if err != nil {
		return nil, err
	}
	delete(req.Header, "Host")
	return req, nil
}

// isPreface tells whether a client begins so to speak HTTP/2: a handler may take the connection over.
func (r *Request) isPreface() bool {
	return r.Method == "PRI" && len(r.Header) == 0 && r.URL.Path == "*" && r.Proto == "HTTP/2.0"
}

// readRequest reads a request; its header keeps the Host.
func readRequest(b *bufio.Reader) (req *Request, err error) {
	tp := textproto.NewReader(b)
	line, err := tp.ReadLine()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
	}()
	req = new(Request)
	method, rest, ok1 := strings.Cut(line, " ")
	uri, proto, ok2 := strings.Cut(rest, " ")
	if !ok1 || !ok2 {
		return nil, badString("malformed HTTP request", line)
	}
	if !validName(method) {
		return nil, badString("invalid method", method)
	}
	req.Method, req.RequestURI, req.Proto = method, uri, proto
	var ok bool
	if req.ProtoMajor, req.ProtoMinor, ok = ParseHTTPVersion(proto); !ok {
		return nil, badString("malformed HTTP version", proto)
	}
	connectHost := method == "CONNECT" && !strings.HasPrefix(uri, "/")
	if connectHost {
		uri = "http://" + uri
	}
	if req.URL, err = url.ParseRequestURI(uri); err != nil {
		return nil, err
	}
	if connectHost {
		req.URL.Scheme = ""
	}
	h, err := tp.ReadMIMEHeader()
	if err != nil {
		return nil, err
	}
	req.Header = Header(h)
	if len(req.Header["Host"]) > 1 {
		return nil, fmt.Errorf("too many Host headers")
	}
	if req.Host = req.URL.Host; req.Host == "" {
		req.Host = req.Header.get("Host")
	}
	if v := req.Header["Pragma"]; len(v) > 0 && v[0] == "no-cache" && !req.Header.has("Cache-Control") {
		req.Header["Cache-Control"] = []string{"no-cache"}
	}
	if err := req.readTransfer(b); err != nil {
		return nil, err
	}
	if req.ProtoMajor == 2 && req.isPreface() {
		req.ContentLength, req.Close = -1, true
	}
	return req, nil
}

// MaxBytesReader ends the body of a request with an error after n bytes, and then closes the connection.
func MaxBytesReader(w ResponseWriter, r io.ReadCloser, n int64) io.ReadCloser {
	if n < 0 {
		n = 0
	}
	return &maxBytesReader{w: w, r: r, limit: n, left: n}
}

// A MaxBytesError is the error of a body that is too long.
type MaxBytesError struct{ Limit int64 }

func (e *MaxBytesError) Error() string { return "http: request body too large" }

type maxBytesReader struct {
	w           ResponseWriter
	r           io.ReadCloser
	limit, left int64
	err         error
}

func (l *maxBytesReader) Read(p []byte) (n int, err error) {
	if l.err != nil || len(p) == 0 {
		return 0, l.err
	}
	// A byte more than may come shows that the body is too long.
	n, err = l.r.Read(p[:min(int64(len(p)-1), l.left)+1])
	if l.left -= int64(n); l.left >= 0 {
		l.err = err
		return n, err
	}
	l.left, l.err = 0, &MaxBytesError{l.limit}
	if w, ok := l.w.(interface{ requestTooLarge() }); ok {
		w.requestTooLarge()
	}
	return n - 1, l.err
}

func (l *maxBytesReader) Close() error { return l.r.Close() }
