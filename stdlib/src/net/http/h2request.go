package http

import (
	"fmt"
	"io"
	"net/http/internal/h2"
	"net/textproto"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An h2request is a request whose handler waits or runs.
type h2request struct {
	stream  *h2stream
	writer  *h2response
	request *Request
	handler Handler
}

// An h2head is a request as its pseudo fields and its header say it.
type h2head struct {
	method, scheme, authority, path, protocol string
	header                                    Header
}

func (c *h2conn) processHeaders(f *http2.Frame) error {
	id := f.StreamID
	if id%2 == 0 {
		return c.ofConn("headers_even", http2.ErrCodeProtocol)
	}
	if st := c.streams[id]; st != nil {
		if st.resetSent {
			return nil
		}
		if st.ended {
			return c.ofStream("headers_half_closed", id, http2.ErrCodeStreamClosed)
		}
		return c.processTrailers(st, f)
	}
	if id <= c.lastClient {
		return c.ofConn("stream_went_down", http2.ErrCodeProtocol)
	}
	c.lastClient = id
	if c.idleTimer != nil {
		c.idleTimer.Stop()
	}
	if c.clientOpen+1 > c.config.streams {
		// Before the settings were acknowledged the client cannot have known the limit.
		if c.unacked == 0 {
			return c.ofStream("over_max_streams", id, http2.ErrCodeProtocol)
		}
		return c.ofStream("over_max_streams_race", id, http2.ErrCodeRefusedStream)
	}
	st := c.openStream(id, f.EndStream())
	if f.Flags&http2.FlagPriority != 0 {
		if err := c.checkDependency(f); err != nil {
			return err
		}
	}
	head := h2head{
		f.Pseudo("method"), f.Pseudo("scheme"), f.Pseudo("authority"), f.Pseudo("path"), f.Pseudo("protocol"), nil,
	}
	fields := f.Regular()
	head.header = make(Header, len(fields)+1)
	for _, field := range fields {
		key := CanonicalHeaderKey(field.Name)
		head.header[key] = append(head.header[key], field.Value)
	}
	c.enqueue(st, c.requestPriority(id, head.header))
	r, err := c.newRequest(st, &head)
	if err != nil {
		return err
	}
	if d := c.server.ReadTimeout; d > 0 {
		c.rwc.SetReadDeadline(time.Time{})
		st.readTimer = time.AfterFunc(d, st.readTimedOut)
	}
	return c.start(c.assign(st, r, f.Truncated))
}

// newRequest makes the Request of a stream.
func (c *h2conn) newRequest(st *h2stream, head *h2head) (*Request, error) {
	malformed := func(name string) (*Request, error) { return nil, c.ofStream(name, st.id, http2.ErrCodeProtocol) }
	connect := head.method == "CONNECT"
	switch {
	case head.protocol != "" && !c.config.connectMethod:
		return malformed("bad_connect")
	case connect && head.protocol == "":
		if head.path != "" || head.scheme != "" || head.authority == "" {
			return malformed("bad_connect")
		}
	case head.method == "" || head.path == "" || head.scheme != "https" && head.scheme != "http":
		return malformed("bad_path_method")
	}
	h := head.header
	if head.authority == "" {
		head.authority = h.get("Host")
	}
	if !connect && strings.Contains(head.authority, "@") {
		return malformed("userinfo_in_authority")
	}
	r := &Request{
		Method: head.method, RequestURI: head.path, Proto: "HTTP/2.0", ProtoMajor: 2, Host: head.authority,
		Header: h, RemoteAddr: c.remote, Body: h2empty{}, ctx: st.ctx,
	}
	if head.scheme == "https" {
		r.TLS = c.tls
	}
	if connect && head.protocol == "" {
		r.URL, r.RequestURI = &url.URL{Host: head.authority}, head.authority
	} else {
		u, err := url.ParseRequestURI(head.path)
		if err != nil || head.path[0] != '/' && head.path != "*" {
			return malformed("bad_path")
		}
		r.URL = u
	}
	if head.protocol != "" {
		h[":protocol"] = []string{head.protocol}
	}
	asks := hasExpect(h)
	if asks {
		h.Del("Expect")
	}
	if cookies := h["Cookie"]; len(cookies) > 1 {
		h["Cookie"] = []string{strings.Join(cookies, "; ")}
	}
	r.Trailer = announcedH2(h)
	st.request = r
	if name := c.attachBody(st, asks); name != "" {
		return malformed(name)
	}
	return r, nil
}

// attachBody gives the request of a stream its body. It returns the name of the error of a wrong Content-Length.
func (c *h2conn) attachBody(st *h2stream, asks bool) (wrong string) {
	r := st.request
	lengths := r.Header["Content-Length"]
	length := int64(-1)
	if len(lengths) > 0 {
		n, err := strconv.ParseUint(lengths[0], 10, 63)
		if err != nil {
			n = 0
		}
		length = int64(n)
	}
	if st.ended && length > 0 {
		return "bodyless_content_length"
	}
	if slices.ContainsFunc(lengths, func(v string) bool { return v != lengths[0] }) {
		return "duplicate_content_length"
	}
	if len(lengths) > 1 {
		r.Header["Content-Length"] = lengths[:1]
	}
	if st.ended && !asks {
		return ""
	}
	st.body = &h2body{stream: st, asks: asks}
	r.Body = st.body
	if st.ended {
		st.body.over, st.body.err = true, io.EOF
		return ""
	}
	r.ContentLength, st.declared = length, length
	if r.Trailer != nil {
		st.trailers = Header{}
	}
	return ""
}

// hasExpect tells whether the client waits for 100 Continue.
func hasExpect(h Header) bool {
	for _, v := range h["Expect"] {
		if hasToken(v, "100-continue") {
			return true
		}
	}
	return false
}

// announcedH2 takes the Trailer field off a header: the fields that will follow the body.
func announcedH2(h Header) (trailer Header) {
	for _, list := range h["Trailer"] {
		for key := range strings.SplitSeq(list, ",") {
			key = CanonicalHeaderKey(textproto.TrimString(key))
			switch key {
			case "Transfer-Encoding", "Trailer", "Content-Length":
				continue // they may not stand there
			}
			if trailer == nil {
				trailer = Header{}
			}
			trailer[key] = nil
		}
	}
	delete(h, "Trailer")
	return trailer
}

func (c *h2conn) processTrailers(st *h2stream, f *http2.Frame) error {
	if st.trailered {
		return c.ofConn("dup_trailers", http2.ErrCodeProtocol)
	}
	st.trailered = true
	fields := f.Regular()
	switch {
	case !f.EndStream():
		return c.ofStream("trailers_not_ended", st.id, http2.ErrCodeProtocol)
	case len(fields) != len(f.Fields):
		return c.ofStream("trailers_pseudo", st.id, http2.ErrCodeProtocol)
	case f.Truncated:
		return c.ofStream("trailers_too_large", st.id, http2.ErrCodeProtocol)
	}
	if st.trailers != nil {
		for _, field := range fields {
			key := CanonicalHeaderKey(field.Name)
			if !validTrailer(key) {
				return c.ofStream("trailers_bogus", st.id, http2.ErrCodeProtocol)
			}
			st.trailers[key] = append(st.trailers[key], field.Value)
		}
	}
	c.endRequest(st)
	return nil
}

// perConnection are fields that HTTP/2 has no use for, since its frames say the same.
var perConnection = []string{"Connection", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding", "Upgrade"}

// checkH2Fields says why a request may not have a header.
func checkH2Fields(h Header) error {
	for _, key := range perConnection {
		if _, ok := h[key]; ok {
			return fmt.Errorf("request header %q is not valid in HTTP/2", key)
		}
	}
	if te := h["Te"]; len(te) > 1 || len(te) == 1 && te[0] != "trailers" && te[0] != "" {
		return fmt.Errorf(`request header "TE" may only be "trailers" in HTTP/2`)
	}
	return nil
}

// assign finds the handler of a request. tooLong: its header has more than it may.
func (c *h2conn) assign(st *h2stream, r *Request, tooLong bool) *h2request {
	q := &h2request{stream: st, request: r, writer: newH2response(st, r), handler: c.handler}
	if tooLong {
		q.handler = HandlerFunc(headerTooLong)
	} else if err := checkH2Fields(r.Header); err != nil {
		q.handler = HandlerFunc(func(w ResponseWriter, _ *Request) { Error(w, err.Error(), StatusBadRequest) })
	}
	return q
}

func headerTooLong(w ResponseWriter, _ *Request) {
	const code = StatusRequestHeaderFieldsTooLarge
	w.WriteHeader(code)
	fmt.Fprintf(w, "<h1>HTTP Error %d</h1><p>Request Header Field(s) Too Large</p>", code)
}

// start starts the handler of a request. While as many run as the client may have streams, it waits: a client that
// resets its streams as soon as it has begun them gets no more handlers for that, and not many of its requests are
// kept.
func (c *h2conn) start(q *h2request) error {
	if c.handlers < c.config.streams || q.stream.pushed {
		c.handlers++
		go c.run(q)
		return nil
	}
	if len(c.queue) > int(4*c.config.streams) {
		return c.ofConn("too_many_early_resets", http2.ErrCodeEnhanceYourCalm)
	}
	c.queue = append(c.queue, q)
	return nil
}

// run runs the handler of a request, and then of those that have waited.
func (c *h2conn) run(q *h2request) {
	for {
		c.call(q)
		c.mu.Lock()
		q = nil
		for len(c.queue) > 0 && q == nil {
			q, c.queue[0] = c.queue[0], nil
			c.queue = c.queue[1:]
			if q.stream.closed {
				q = nil
			}
		}
		if q == nil {
			c.handlers--
			c.deliver()
			c.flush()
			c.mu.Unlock()
			return
		}
		c.leave()
	}
}

// call calls the handler of a request.
func (c *h2conn) call(q *h2request) {
	panicked := true
	defer func() {
		q.stream.cancel()
		q.request.Body.Close()
		if m := q.request.MultipartForm; m != nil {
			m.RemoveAll()
		}
		if !panicked {
			q.writer.end()
			return
		}
		e := recover()
		c.mu.Lock()
		if st := q.stream; !st.closed && c.goAwayCode == http2.ErrCodeNo {
			c.out.RSTStream(st.id, http2.ErrCodeInternal)
			st.resetSent = true
			c.closeStream(st, errH2Panicked)
		}
		c.leave()
		if e != nil && e != ErrAbortHandler {
			buf := make([]byte, 64<<10)
			buf = buf[:runtime.Stack(buf, false)]
			c.server.logf("http2: panic serving %v: %v\n%s", c.remote, e, buf)
		}
	}()
	q.handler.ServeHTTP(q.writer, q.request)
	panicked = false
}
