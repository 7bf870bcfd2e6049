package http

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"
)

// Error answers with a text and a status.
func Error(w ResponseWriter, text string, code int) {
	h := w.Header()
	h.Del("Content-Length")
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(code)
	fmt.Fprintln(w, text)
}

// NotFound answers 404.
func NotFound(w ResponseWriter, r *Request) { Error(w, "404 page not found", StatusNotFound) }

// NotFoundHandler answers everything with 404.
func NotFoundHandler() Handler { return HandlerFunc(NotFound) }

// StripPrefix takes a prefix off the paths that h gets; without it the answer is 404.
func StripPrefix(prefix string, h Handler) Handler {
	if prefix == "" {
		return h
	}
	return HandlerFunc(func(w ResponseWriter, r *Request) {
		u := *r.URL
		var plain, raw bool
		u.Path, plain = strings.CutPrefix(u.Path, prefix)
		u.RawPath, raw = strings.CutPrefix(u.RawPath, prefix)
		if !plain || !raw && u.RawPath != "" {
			NotFound(w, r)
			return
		}
		h.ServeHTTP(w, r.withURL(&u))
	})
}

// withURL is a copy of the request with another URL.
func (r *Request) withURL(u *url.URL) *Request {
	other := new(Request)
	*other = *r
	other.URL = u
	return other
}

// Redirect answers with another URL, which may be relative to the request's path.
func Redirect(w ResponseWriter, r *Request, target string, code int) {
	if u, err := url.Parse(target); err == nil && u.Scheme == "" && u.Host == "" {
		old := r.URL.Path
		if old == "" {
			old = "/"
		}
		if target == "" || target[0] != '/' {
			dir, _ := path.Split(old)
			target = dir + target
		}
		query := ""
		if i := strings.Index(target, "?"); i != -1 {
			target, query = target[:i], target[i:]
		}
		slash := strings.HasSuffix(target, "/")
		target = path.Clean(target)
		if slash && !strings.HasSuffix(target, "/") {
			target += "/"
		}
		target += query
	}
	h := w.Header()
	h.Set("Location", hexEscaped(target))
	page := ""
	if _, typed := h["Content-Type"]; !typed {
		switch r.Method {
		case "GET":
			page = `<a href="` + htmlReplacer.Replace(target) + `">` + StatusText(code) + "</a>.\n\n"
			fallthrough
		case "HEAD":
			h.Set("Content-Type", "text/html; charset=utf-8")
		}
	}
	w.WriteHeader(code)
	if page != "" {
		w.Write([]byte(page))
	}
}

var htmlReplacer = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

func hexEscaped(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			b = fmt.Appendf(b, "%%%02x", s[i])
		} else {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// RedirectHandler redirects everything.
func RedirectHandler(url string, code int) Handler {
	return HandlerFunc(func(w ResponseWriter, r *Request) { Redirect(w, r, url, code) })
}

// AllowQuerySemicolons makes & of ; in queries.
func AllowQuerySemicolons(h Handler) Handler {
	return HandlerFunc(func(w ResponseWriter, r *Request) {
		if strings.Contains(r.URL.RawQuery, ";") {
			u := *r.URL
			u.RawQuery = strings.ReplaceAll(u.RawQuery, ";", "&")
			r = r.withURL(&u)
		}
		h.ServeHTTP(w, r)
	})
}

// MaxBytesHandler limits the bodies that h gets.
func MaxBytesHandler(h Handler, n int64) Handler {
	return HandlerFunc(func(w ResponseWriter, r *Request) {
		limited := r.withURL(r.URL)
		limited.Body = MaxBytesReader(w, r.Body, n)
		h.ServeHTTP(w, limited)
	})
}

// ErrHandlerTimeout is the error of writes after the time of a TimeoutHandler.
var ErrHandlerTimeout = errors.New("http: Handler timeout")

// TimeoutHandler answers 503 with a text when h takes longer than dt.
func TimeoutHandler(h Handler, dt time.Duration, msg string) Handler {
	return HandlerFunc(func(w ResponseWriter, r *Request) { serveInTime(h, dt, msg, w, r) })
}

func serveInTime(h Handler, dt time.Duration, msg string, w ResponseWriter, r *Request) {
	ctx, cancel := context.WithTimeout(r.Context(), dt)
	defer cancel()
	r = r.WithContext(ctx)
	done := make(chan struct{})
	tw := &timeoutWriter{w: w, h: make(Header), r: r}
	panics := make(chan any, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				panics <- p
			}
		}()
		h.ServeHTTP(tw, r)
		close(done)
	}()
	select {
	case p := <-panics:
		panic(p)
	case <-done:
		tw.mu.Lock()
		defer tw.mu.Unlock()
		for k, vv := range tw.h {
			w.Header()[k] = vv
		}
		if !tw.began {
			tw.code = StatusOK
		}
		w.WriteHeader(tw.code)
		w.Write(tw.buf.Bytes())
	case <-ctx.Done():
		tw.mu.Lock()
		defer tw.mu.Unlock()
		tw.err = ctx.Err()
		if tw.err == context.DeadlineExceeded {
			tw.err = ErrHandlerTimeout
		}
		w.WriteHeader(StatusServiceUnavailable)
		if msg == "" {
			msg = "<html><head><title>Timeout</title></head><body><h1>Timeout</h1></body></html>"
		}
		io.WriteString(w, msg)
	}
}

type timeoutWriter struct {
	w     ResponseWriter
	h     Header
	buf   bytes.Buffer
	r     *Request
	mu    sync.Mutex
	err   error
	began bool
	code  int
}

func (w *timeoutWriter) Header() Header { return w.h }

// Push is that of the writer below, if it has one.
func (w *timeoutWriter) Push(target string, opts *PushOptions) error {
	if p, ok := w.w.(Pusher); ok {
		return p.Push(target, opts)
	}
	return ErrNotSupported
}

func (w *timeoutWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return 0, w.err
	}
	if !w.began {
		w.began, w.code = true, StatusOK
	}
	return w.buf.Write(p)
}

func (w *timeoutWriter) WriteHeader(code int) {
	checkStatus(code)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil && !w.began {
		w.began, w.code = true, code
	}
}

// A ResponseController has what a ResponseWriter may offer besides.
type ResponseController struct{ rw ResponseWriter }

// NewResponseController makes one; a ResponseWriter that wraps another has a method Unwrap.
func NewResponseController(rw ResponseWriter) *ResponseController { return &ResponseController{rw} }

func notSupported() error { return fmt.Errorf("%w", ErrNotSupported) }

// below calls try with the writer and those that it wraps until one has what is wanted.
func (c *ResponseController) below(try func(rw ResponseWriter) bool) bool {
	for rw := c.rw; ; {
		if try(rw) {
			return true
		}
		u, ok := rw.(interface{ Unwrap() ResponseWriter })
		if !ok {
			return false
		}
		rw = u.Unwrap()
	}
}

// Flush sends what there is.
func (c *ResponseController) Flush() error {
	err := error(nil)
	if !c.below(func(rw ResponseWriter) bool {
		switch f := rw.(type) {
		case interface{ FlushError() error }:
			err = f.FlushError()
		case Flusher:
			f.Flush()
		default:
			return false
		}
		return true
	}) {
		return notSupported()
	}
	return err
}

// Hijack gives the connection away.
func (c *ResponseController) Hijack() (nc net.Conn, buf *bufio.ReadWriter, err error) {
	if !c.below(func(rw ResponseWriter) bool {
		h, ok := rw.(Hijacker)
		if ok {
			nc, buf, err = h.Hijack()
		}
		return ok
	}) {
		return nil, nil, notSupported()
	}
	return nc, buf, err
}

// SetReadDeadline limits the reading of the request.
func (c *ResponseController) SetReadDeadline(deadline time.Time) (err error) {
	if !c.below(func(rw ResponseWriter) bool {
		s, ok := rw.(interface{ SetReadDeadline(time.Time) error })
		if ok {
			err = s.SetReadDeadline(deadline)
		}
		return ok
	}) {
		return notSupported()
	}
	return err
}

// SetWriteDeadline limits the writing of the answer.
func (c *ResponseController) SetWriteDeadline(deadline time.Time) (err error) {
	if !c.below(func(rw ResponseWriter) bool {
		s, ok := rw.(interface{ SetWriteDeadline(time.Time) error })
		if ok {
			err = s.SetWriteDeadline(deadline)
		}
		return ok
	}) {
		return notSupported()
	}
	return err
}

// EnableFullDuplex lets the handler read the request while it answers.
func (c *ResponseController) EnableFullDuplex() (err error) {
	if !c.below(func(rw ResponseWriter) bool {
		s, ok := rw.(interface{ EnableFullDuplex() error })
		if ok {
			err = s.EnableFullDuplex()
		}
		return ok
	}) {
		return notSupported()
	}
	return err
}
