package h2client

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A run is a Transport with its connections and requests.
type run struct {
	mu        sync.Mutex
	transport *http.Transport
	conns     []*peer
	requests  []*request
	logged    bytes.Buffer
	record    strings.Builder
	step      int
}

// A peer is the server's end of a connection. The script plays the first one; all others, and the first when the script
// has ended, are polite: they answer each request.
type peer struct {
	*conn
	listing listing
	told    bool // that it was closed
	polite  bool

	answered map[uint32]bool // by the script
	greeted  bool
	open     map[uint32]bool // requests whose body is not yet sent
}

func newRun() *run {
	r := &run{}
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true)
	r.transport = &http.Transport{Protocols: &protocols, HTTP2: &http.HTTP2Config{}, ExpectContinueTimeout: seconds(1)}
	r.transport.DialContext = r.dial
	log.SetOutput(lockedWriter{r})
	log.SetFlags(0)
	return r
}

type lockedWriter struct{ r *run }

func (w lockedWriter) Write(p []byte) (int, error) {
	w.r.mu.Lock()
	defer w.r.mu.Unlock()
	return w.r.logged.Write(p)
}

func (r *run) dial(context.Context, string, string) (net.Conn, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := &peer{conn: newConn(), open: map[uint32]bool{}, answered: map[uint32]bool{}}
	p.listing.seen = p.seen
	if r.conns = append(r.conns, p); len(r.conns) > 1 {
		p.becomePolite()
	}
	return p, nil
}

func (p *peer) becomePolite() {
	if !p.polite {
		p.polite = true
		if !p.greeted {
			p.greeted = true
			p.send(frame(4, 0, 0, nil))
		}
		for stream := range p.open {
			p.send(frame(8, 0, stream, []byte{1, 0, 0, 0}))
		}
		p.send(frame(8, 0, 0, []byte{1, 0, 0, 0}))
	}
}

// seen answers a frame of the client.
func (p *peer) seen(kind, flags byte, stream uint32, payload []byte) {
	switch {
	case kind <= 1 && flags&1 != 0, kind == 3:
		delete(p.open, stream)
	case kind == 1:
		p.open[stream] = true
	}
	if !p.polite {
		return
	}
	switch {
	case kind == 4 && flags&1 == 0:
		p.send(frame(4, 1, 0, nil))
	case kind == 6 && flags&1 == 0:
		p.send(frame(6, 1, 0, payload))
	case (kind == 0 || kind == 1) && flags&1 != 0 && !p.answered[stream]:
		p.send(frame(1, 4, stream, block([][2]string{{":status", "200"}})))
		p.send(frame(0, 1, stream, []byte("polite")))
	}
}

// configure sets fields of the Transport: name=value,name=value.
func (r *run) configure(arg string) {
	for pair := range strings.SplitSeq(arg, ",") {
		name, value, _ := strings.Cut(pair, "=")
		n, _ := strconv.Atoi(value)
		d := seconds(n)
		t := r.transport
		switch name {
		case "maxheader":
			t.MaxResponseHeaderBytes = int64(n)
		case "strict":
			t.HTTP2.StrictMaxConcurrentRequests = true
		case "readframe":
			t.HTTP2.MaxReadFrameSize = n
		case "connbuffer":
			t.HTTP2.MaxReceiveBufferPerConnection = n
		case "streambuffer":
			t.HTTP2.MaxReceiveBufferPerStream = n
		case "decodertable":
			t.HTTP2.MaxDecoderHeaderTableSize = n
		case "encodertable":
			t.HTTP2.MaxEncoderHeaderTableSize = n
		case "ping":
			t.HTTP2.SendPingTimeout = d
		case "pong":
			t.HTTP2.PingTimeout = d
		case "headertimeout":
			t.ResponseHeaderTimeout = d
		case "expect":
			t.ExpectContinueTimeout = d
		case "idle":
			t.IdleConnTimeout = d
		case "nogzip":
			t.DisableCompression = true
		case "nokeep":
			t.DisableKeepAlives = true
		case "maxconns":
			t.MaxConnsPerHost = n
		case "count":
			t.HTTP2.CountError = func(kind string) { r.note(func() { fmt.Fprintf(&r.logged, "count %s\n", kind) }) }
		}
	}
}

func (r *run) note(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
}

// seconds is a duration that does not end when a step or a look begins.
func seconds(n int) time.Duration {
	if n <= 0 {
		return time.Duration(n)
	}
	return time.Duration(n)*time.Second + 311*time.Millisecond
}

// A request is one of the client's.
type request struct {
	r      *run
	news   strings.Builder
	traced strings.Builder // apart: other goroutines call the trace
	cancel context.CancelFunc
	cause  context.CancelCauseFunc
	body   *io.PipeWriter
	reply  io.ReadCloser

	fields  []string      // that the trace has told of
	reading chan struct{} // has a value while the program reads
	feeding chan struct{} // has a value while it writes to body
}

func (q *request) tell(format string, args ...any) {
	q.r.note(func() { fmt.Fprintf(&q.news, format, args...) })
}

// ask starts a request: METHOD[modifiers] [name=value,…] [body]. The modifiers: + expects 100 Continue, ~ leaves the
// answer's body to READ and CLOSE, ? does not tell the body's length, | feeds the body by FEED, * traces, ^ has a
// trailer, $ has a GetBody, = asks for the URL that is given as field url.
func (r *run) ask(arg string) {
	parts := strings.SplitN(arg, " ", 3)
	at := strings.IndexAny(parts[0]+"+", "+~?|*^$")
	method, modifiers := parts[0][:at], parts[0][at:]
	has := func(c string) bool { return strings.Contains(modifiers, c) }
	q := &request{r: r, reading: make(chan struct{}, 1), feeding: make(chan struct{}, 1)}
	r.note(func() { r.requests = append(r.requests, q) })
	var body io.Reader
	if len(parts) > 2 {
		body = strings.NewReader(plain(parts[2]))
	}
	if has("?") {
		if body == nil {
			body = strings.NewReader("")
		}
		body = struct{ io.Reader }{body}
	}
	if has("|") {
		body, q.body = io.Pipe()
	}
	req, err := http.NewRequest(method, "http://server/path", body)
	if err != nil {
		q.tell("%v ", err)
		return
	}
	if len(parts) > 1 && parts[1] != "" {
		for f := range strings.SplitSeq(parts[1], ",") {
			name, value, _ := strings.Cut(f, "=")
			q.field(req, plain(name), plain(value))
		}
	}
	if has("+") {
		req.Header.Set("Expect", "100-continue")
	}
	if body != nil && !has("$") && !has("?") {
		req.GetBody = nil
	}
	if has("^") {
		req.Trailer = http.Header{"Sent": {"trailer"}, "Second": {"x", "y"}}
	}
	ctx, cause := context.WithCancelCause(context.Background())
	q.cause = cause
	ctx, cancel := context.WithTimeout(ctx, seconds(100))
	q.cancel = cancel
	if has("*") {
		ctx = httptrace.WithClientTrace(ctx, q.trace())
	}
	go q.run(req.WithContext(ctx), has("~"))
}

func (q *request) field(req *http.Request, name, value string) {
	switch name {
	case "url":
		req.URL, _ = req.URL.Parse(value)
	case "host":
		req.Host = value
	case "length":
		req.ContentLength, _ = strconv.ParseInt(value, 10, 64)
	case "close":
		req.Close = true
	case "trailer":
		req.Trailer = http.Header{value: {"v"}}
	case "opaque":
		req.URL.Opaque = value
	case "rawpath":
		req.URL.Opaque = value
		req.URL.Host = "server"
	case "method":
		req.Method = value
	case "te":
		req.TransferEncoding = []string{value}
	default:
		req.Header[name] = append(req.Header[name], value)
	}
}

func (q *request) run(req *http.Request, manual bool) {
	resp, err := q.r.transport.RoundTrip(req)
	if err != nil {
		q.tell("error %v%s ", err, kindOf(err))
		return
	}
	q.r.note(func() { report(&q.news, resp) })
	if manual {
		q.r.note(func() { q.reply = resp.Body })
		q.tell("open ")
		return
	}
	b, err := readAll(resp.Body)
	q.tell("body %s %v%s ", shortened(b), err, kindOf(err))
	if err := resp.Body.Close(); err != nil {
		q.tell("close %v ", err)
	}
	if resp.Trailer != nil {
		q.r.note(func() { fmt.Fprintf(&q.news, "trailer %s ", fields(resp.Trailer)) })
	}
}

// readAll reads by the same sizes under every Go: the client's WINDOW_UPDATE frames depend on them.
func readAll(r io.Reader) (all []byte, err error) {
	part := make([]byte, 4000)
	for err == nil {
		var n int
		n, err = r.Read(part)
		all = append(all, part[:n]...)
	}
	if err == io.EOF {
		err = nil
	}
	return all, err
}

// kindOf tells what an error is beside its text.
func kindOf(err error) string {
	text := ""
	var timeout interface{ Timeout() bool }
	if errors.As(err, &timeout) && timeout.Timeout() {
		text += " timeout"
	}
	for _, e := range []error{context.Canceled, context.DeadlineExceeded, io.ErrUnexpectedEOF, net.ErrClosed} {
		if errors.Is(err, e) {
			text += fmt.Sprintf(" is %v", e)
		}
	}
	return text
}

func (q *request) act(name, argument string) {
	var reply io.ReadCloser
	q.r.note(func() { reply = q.reply })
	switch name {
	case "CANCEL":
		if q.cancel != nil {
			if argument != "" {
				q.cause(errors.New(argument))
			}
			q.cancel()
		}
	case "READ":
		n, _ := strconv.Atoi(argument)
		if reply != nil {
			b := make([]byte, n)
			go func() {
				q.reading <- struct{}{} // one after another
				defer func() { <-q.reading }()
				n, err := io.ReadFull(reply, b)
				q.tell("read %s %v ", shortened(b[:n]), err)
			}()
		}
	case "CLOSE":
		if reply != nil {
			q.tell("closed %v ", reply.Close())
		}
	case "FEED":
		if q.body != nil {
			go func() {
				q.feeding <- struct{}{} // a second Write would wait for a lock, which stops the bubble's clock
				defer func() { <-q.feeding }()
				q.body.Write([]byte(plain(argument)))
			}()
		}
	case "EOF":
		if q.body != nil {
			q.body.Close()
		}
	case "FAIL":
		if q.body != nil {
			q.body.CloseWithError(errors.New(argument))
		}
	}
}

func report(w io.Writer, resp *http.Response) {
	fmt.Fprintf(w, "%q %d %q %d.%d length %d ", resp.Status, resp.StatusCode, resp.Proto, resp.ProtoMajor, resp.ProtoMinor, resp.ContentLength)
	if resp.TransferEncoding != nil || resp.Close || resp.Uncompressed || resp.TLS != nil {
		fmt.Fprintf(w, "%q close %t uncompressed %t tls %t ", resp.TransferEncoding, resp.Close, resp.Uncompressed, resp.TLS != nil)
	}
	fmt.Fprintf(w, "%s ", fields(resp.Header))
	if resp.Trailer != nil {
		fmt.Fprintf(w, "announced %s ", fields(resp.Trailer))
	}
}

func fields(h http.Header) string {
	var lines []string
	for k, vs := range h {
		text := k + ":"
		for _, v := range vs {
			text += " " + shortened([]byte(v))
		}
		lines = append(lines, text)
	}
	sort.Strings(lines)
	return "{" + strings.Join(lines, ", ") + "}"
}

func (q *request) traces(format string, args ...any) {
	q.r.note(func() { fmt.Fprintf(&q.traced, format, args...) })
}

// trace tells of the calls of a trace; those of one request come one after another.
func (q *request) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn:              func(hostPort string) { q.traces("GetConn %s ", hostPort) },
		GotConn:              func(i httptrace.GotConnInfo) { q.traces("GotConn %t %t ", i.Reused, i.WasIdle) },
		PutIdleConn:          func(err error) { q.traces("PutIdleConn %v ", err) },
		GotFirstResponseByte: func() { q.traces("GotFirstResponseByte ") },
		Got100Continue:       func() { q.traces("Got100Continue ") },
		Got1xxResponse: func(code int, h textproto.MIMEHeader) error {
			q.traces("Got1xx %d %s ", code, fields(http.Header(h)))
			if h.Get("Refuse") != "" {
				return errors.New("refused by Got1xxResponse")
			}
			return nil
		},
		TLSHandshakeStart: func() { q.traces("TLSHandshakeStart ") },
		TLSHandshakeDone:  func(tls.ConnectionState, error) { q.traces("TLSHandshakeDone ") },
		WroteHeaderField: func(key string, values []string) {
			q.r.note(func() { q.fields = append(q.fields, key+" "+shortened([]byte(strings.Join(values, "|")))) })
		},
		WroteHeaders: func() {
			sort.Strings(q.fields) // the program's come from a map
			q.traces("WroteHeaders %s ", q.fields)
			q.fields = nil
		},
		Wait100Continue: func() { q.traces("Wait100Continue ") },
		WroteRequest:    func(i httptrace.WroteRequestInfo) { q.traces("WroteRequest %v ", i.Err) },
	}
}

// finish has the first connection served politely, waits for all requests, and sends another one.
func (r *run) finish() {
	r.step++
	for _, q := range r.requests {
		if q.body != nil {
			q.body.Close()
		}
	}
	pause()
	r.look()
	for i := range r.conns {
		r.conns[i].becomePolite()
	}
	for range 220 {
		time.Sleep(time.Second)
		r.look()
	}
	r.step++
	r.ask("GET")
	for range 110 {
		time.Sleep(time.Second)
		r.look()
	}
	r.step++
	r.transport.CloseIdleConnections()
	pause()
	r.look()
	r.step++
	for _, c := range r.conns {
		c.end()
	}
	time.Sleep(200 * time.Second)
	r.look()
	for _, q := range r.requests {
		if q.cancel != nil {
			q.cancel()
		}
		if q.reply != nil {
			q.reply.Close()
		}
		if q.body != nil {
			q.body.Close()
		}
	}
	r.transport.CloseIdleConnections()
	for _, c := range r.conns {
		c.Close()
	}
	time.Sleep(time.Second)
}
