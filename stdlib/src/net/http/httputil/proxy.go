package httputil

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"net/url"
	"strings"
	"sync"
	"time"
)

// A ProxyRequest is a request that a ReverseProxy is to rewrite.
type ProxyRequest struct {
	In  *http.Request // as it came; not to be changed
	Out *http.Request // as it will be sent
}

// SetURL sends the request to another scheme, host and base path.
func (r *ProxyRequest) SetURL(target *url.URL) {
	retarget(r.Out, target)
	r.Out.Host = ""
}

// SetXForwarded sets X-Forwarded-For, -Host and -Proto; of the first the field of Out is extended.
func (r *ProxyRequest) SetXForwarded() {
	h := r.Out.Header
	if ip, _, err := net.SplitHostPort(r.In.RemoteAddr); err == nil {
		if prior := h["X-Forwarded-For"]; len(prior) > 0 {
			ip = strings.Join(prior, ", ") + ", " + ip
		}
		h.Set("X-Forwarded-For", ip)
	} else {
		h.Del("X-Forwarded-For")
	}
	h.Set("X-Forwarded-Host", r.In.Host)
	if r.In.TLS == nil {
		h.Set("X-Forwarded-Proto", "http")
	} else {
		h.Set("X-Forwarded-Proto", "https")
	}
}

// A BufferPool lends buffers for copying bodies.
type BufferPool interface {
	Get() []byte
	Put([]byte)
}

// A ReverseProxy sends requests on to another server.
type ReverseProxy struct {
	Rewrite        func(*ProxyRequest)
	Transport      http.RoundTripper
	FlushInterval  time.Duration
	ErrorLog       *log.Logger
	BufferPool     BufferPool
	ModifyResponse func(*http.Response) error
	ErrorHandler   func(http.ResponseWriter, *http.Request, error)
	Director       func(*http.Request)
}

// NewSingleHostReverseProxy sends all requests to one server, below the path of the URL.
func NewSingleHostReverseProxy(target *url.URL) *ReverseProxy {
	return &ReverseProxy{Director: func(req *http.Request) { retarget(req, target) }}
}

// joined is two paths with one slash between them.
func joined(a, b string) string {
	return strings.TrimSuffix(a, "/") + "/" + strings.TrimPrefix(b, "/")
}

func retarget(req *http.Request, target *url.URL) {
	u := req.URL
	u.Scheme, u.Host = target.Scheme, target.Host
	raw := ""
	if target.RawPath != "" || u.RawPath != "" {
		raw = joined(target.EscapedPath(), u.EscapedPath())
	}
	u.Path, u.RawPath = joined(target.Path, u.Path), raw
	switch {
	case target.RawQuery == "" || u.RawQuery == "":
		u.RawQuery = target.RawQuery + u.RawQuery
	default:
		u.RawQuery = target.RawQuery + "&" + u.RawQuery
	}
}

// hopFields are fields that concern one connection only.
var hopFields = []string{
	"Connection", "Proxy-Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Te", "Trailer",
	"Transfer-Encoding", "Upgrade",
}

func withoutHopFields(h http.Header) {
	for _, list := range h["Connection"] {
		for field := range strings.SplitSeq(list, ",") {
			if field = textproto.TrimString(field); field != "" {
				h.Del(field)
			}
		}
	}
	for _, field := range hopFields {
		h.Del(field)
	}
}

func hasToken(values []string, token string) bool {
	for _, v := range values {
		for part := range strings.SplitSeq(v, ",") {
			if strings.EqualFold(textproto.TrimString(part), token) {
				return true
			}
		}
	}
	return false
}

// upgradeOf is the protocol that a message wants to change to.
func upgradeOf(h http.Header) string {
	if !hasToken(h["Connection"], "upgrade") {
		return ""
	}
	return h.Get("Upgrade")
}

func printable(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

func add(dst, src http.Header) {
	for k, vv := range src {
		for _, v := range vv {
			dst.Add(k, v)
		}
	}
}

func (p *ReverseProxy) logf(format string, args ...any) {
	if p.ErrorLog != nil {
		p.ErrorLog.Printf(format, args...)
	} else {
		log.Printf(format, args...)
	}
}

func (p *ReverseProxy) fail(w http.ResponseWriter, req *http.Request, status int, err error) {
	if p.ErrorHandler != nil {
		p.ErrorHandler(w, req, err)
		return
	}
	p.logf("http: proxy error: %v", err)
	w.WriteHeader(status)
}

// modified lets ModifyResponse change the answer; false: it was refused.
func (p *ReverseProxy) modified(w http.ResponseWriter, res *http.Response, req *http.Request) bool {
	if p.ModifyResponse == nil {
		return true
	}
	err := p.ModifyResponse(res)
	if err != nil {
		res.Body.Close()
		p.fail(w, req, http.StatusBadGateway, err)
	}
	return err == nil
}

// outgoing is the request to be sent; nil when it was refused.
func (p *ReverseProxy) outgoing(w http.ResponseWriter, req *http.Request) *http.Request {
	out := req.Clone(req.Context())
	if req.ContentLength == 0 {
		out.Body = nil
	}
	if out.Header == nil {
		out.Header = make(http.Header)
	}
	if (p.Director != nil) == (p.Rewrite != nil) {
		p.fail(w, req, http.StatusBadGateway, errors.New("ReverseProxy must have exactly one of Director or Rewrite set"))
		return nil
	}
	if p.Director != nil {
		p.Director(out)
		if out.Form != nil {
			out.URL.RawQuery = cleanQuery(out.URL.RawQuery)
		}
	}
	out.Close = false
	upgrade := upgradeOf(out.Header)
	if !printable(upgrade) {
		p.fail(w, req, http.StatusBadGateway, fmt.Errorf("client tried to switch to invalid protocol %q", upgrade))
		return nil
	}
	withoutHopFields(out.Header)
	if hasToken(req.Header["Te"], "trailers") {
		out.Header.Set("Te", "trailers")
	}
	if upgrade != "" {
		out.Header.Set("Connection", "Upgrade")
		out.Header.Set("Upgrade", upgrade)
	}
	if p.Rewrite != nil {
		for _, field := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
			out.Header.Del(field)
		}
		out.URL.RawQuery = cleanQuery(out.URL.RawQuery)
		pr := &ProxyRequest{In: req, Out: out}
		p.Rewrite(pr)
		out = pr.Out
	} else if ip, _, err := net.SplitHostPort(req.RemoteAddr); err == nil {
		prior, ok := out.Header["X-Forwarded-For"]
		if len(prior) > 0 {
			ip = strings.Join(prior, ", ") + ", " + ip
		}
		if !ok || prior != nil {
			out.Header.Set("X-Forwarded-For", ip)
		}
	}
	if out.Method == "CONNECT" {
		p.fail(w, out, http.StatusMethodNotAllowed, errors.New("client sent unsupported CONNECT request"))
		return nil
	}
	if _, ok := out.Header["User-Agent"]; !ok {
		out.Header.Set("User-Agent", "") // the transport's own is not wanted
	}
	return out
}

// cleanQuery leaves out what one server may read otherwise than another.
func cleanQuery(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		switch s[i] {
		case ';':
			clean = false
		case '%':
			_, err := url.QueryUnescape(s[i:min(i+3, len(s))])
			clean = err == nil
		}
	}
	if clean {
		return s
	}
	q, _ := url.ParseQuery(s)
	return q.Encode()
}

// ServeHTTP sends the request on and its answer back.
func (p *ReverseProxy) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	out := p.outgoing(w, req)
	if out == nil {
		return
	}
	if out.Body != nil {
		defer out.Body.Close()
	}
	var mu sync.Mutex
	over := false
	trace := &httptrace.ClientTrace{Got1xxResponse: func(code int, header textproto.MIMEHeader) error {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			add(w.Header(), http.Header(header))
			w.WriteHeader(code)
			clear(w.Header())
		}
		return nil
	}}
	out = out.WithContext(httptrace.WithClientTrace(out.Context(), trace))
	transport := p.Transport
	if transport == nil {
		transport = http.DefaultTransport
	}
	res, err := transport.RoundTrip(out)
	mu.Lock()
	over = true
	mu.Unlock()
	if err != nil {
		p.fail(w, out, http.StatusBadGateway, err)
		return
	}
	if res.StatusCode == http.StatusSwitchingProtocols {
		if p.modified(w, res, out) {
			p.upgrade(w, out, res)
		}
		return
	}
	withoutHopFields(res.Header)
	if !p.modified(w, res, out) {
		return
	}
	p.answer(w, req, res)
}

// answer sends the answer back.
func (p *ReverseProxy) answer(w http.ResponseWriter, req *http.Request, res *http.Response) {
	add(w.Header(), res.Header)
	announced := len(res.Trailer)
	if announced > 0 {
		keys := make([]string, 0, announced)
		for k := range res.Trailer {
			keys = append(keys, k)
		}
		w.Header().Add("Trailer", strings.Join(keys, ", "))
	}
	w.WriteHeader(res.StatusCode)
	if err := p.copyBody(w, res); err != nil {
		defer res.Body.Close()
		if req.Context().Value(http.ServerContextKey) == nil {
			p.logf("suppressing panic for copyResponse error in test; copy error: %v", err)
			return
		}
		panic(http.ErrAbortHandler)
	}
	res.Body.Close() // which makes the trailer known
	trailer := res.Trailer
	if len(trailer) == 0 {
		return
	}
	http.NewResponseController(w).Flush()
	if len(trailer) == announced {
		add(w.Header(), trailer)
		return
	}
	for k, vv := range trailer {
		for _, v := range vv {
			w.Header().Add(http.TrailerPrefix+k, v)
		}
	}
}

func (p *ReverseProxy) copyBody(w http.ResponseWriter, res *http.Response) error {
	interval := p.FlushInterval
	if kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); kind == "text/event-stream" || res.ContentLength == -1 {
		interval = -1
	}
	var dst io.Writer = w
	if interval != 0 {
		f := &flusher{w: w, flush: http.NewResponseController(w).Flush, interval: interval}
		defer f.stop()
		dst = f
	}
	var buf []byte
	if p.BufferPool != nil {
		buf = p.BufferPool.Get()
		defer p.BufferPool.Put(buf)
	}
	if len(buf) == 0 {
		buf = make([]byte, 32<<10)
	}
	for {
		n, rerr := res.Body.Read(buf)
		if rerr != nil && rerr != io.EOF && !errors.Is(rerr, context.Canceled) {
			p.logf("httputil: ReverseProxy read error during body copy: %v", rerr)
		}
		if n > 0 {
			m, err := dst.Write(buf[:n])
			if err != nil {
				return err
			}
			if m != n {
				return io.ErrShortWrite
			}
		}
		if rerr == io.EOF {
			return nil
		}
		if rerr != nil {
			return rerr
		}
	}
}

// A flusher sends what was written after an interval; at once when that is negative.
type flusher struct {
	w        io.Writer
	flush    func() error
	interval time.Duration
	mu       sync.Mutex
	timer    *time.Timer
	pending  bool
}

func (f *flusher) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, err := f.w.Write(p)
	if f.interval < 0 {
		f.flush()
		return n, err
	}
	if !f.pending {
		f.pending = true
		if f.timer == nil {
			f.timer = time.AfterFunc(f.interval, f.late)
		} else {
			f.timer.Reset(f.interval)
		}
	}
	return n, err
}

func (f *flusher) late() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.pending {
		f.flush()
		f.pending = false
	}
}

func (f *flusher) stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pending = false
	if f.timer != nil {
		f.timer.Stop()
	}
}

// upgrade joins both connections after they have changed to another protocol.
func (p *ReverseProxy) upgrade(w http.ResponseWriter, req *http.Request, res *http.Response) {
	asked, got := upgradeOf(req.Header), upgradeOf(res.Header)
	fail := func(err error) { p.fail(w, req, http.StatusBadGateway, err) }
	if !printable(got) {
		fail(fmt.Errorf("backend tried to switch to invalid protocol %q", got))
		return
	}
	if !strings.EqualFold(asked, got) {
		fail(fmt.Errorf("backend tried to switch protocol %q when %q was requested", got, asked))
		return
	}
	back, ok := res.Body.(io.ReadWriteCloser)
	if !ok {
		fail(errors.New("internal error: 101 switching protocols response with non-writable body"))
		return
	}
	conn, rw, err := http.NewResponseController(w).Hijack()
	if errors.Is(err, http.ErrNotSupported) {
		fail(fmt.Errorf("can't switch protocols using non-Hijacker ResponseWriter type %T", w))
		return
	}
	stop := context.AfterFunc(req.Context(), func() { back.Close() })
	defer stop()
	defer back.Close()
	if err != nil {
		fail(fmt.Errorf("Hijack failed on protocol switch: %v", err))
		return
	}
	defer conn.Close()
	add(w.Header(), res.Header)
	res.Header = w.Header()
	res.Body = nil
	if err := res.Write(rw); err != nil {
		fail(fmt.Errorf("response write: %v", err))
		return
	}
	if err := rw.Flush(); err != nil {
		fail(fmt.Errorf("response flush: %v", err))
		return
	}
	ended := make(chan error, 2)
	pass := func(dst io.Writer, src io.Reader) {
		_, err := io.Copy(dst, src)
		if c, ok := dst.(interface{ CloseWrite() error }); ok && err == nil {
			err = c.CloseWrite()
		} else if err == nil {
			err = io.EOF
		}
		ended <- err
	}
	go pass(conn, back)
	go pass(back, rw)
	if err := <-ended; err == nil {
		<-ended
	}
}
