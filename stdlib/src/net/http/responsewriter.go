package http

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A response is the ResponseWriter of a server. What is written is kept until it is more than the buffer, flushed, or
// all: so a short answer has its length in the header.
type response struct {
	conn   *conn
	req    *Request
	body   io.ReadCloser // the request's, as it was at first
	cancel context.CancelFunc

	header     Header
	touched    bool   // the handler has the header
	sent       Header // the header as it was when WriteHeader was called
	status     int
	began      bool // WriteHeader was called
	headed     bool // the header is on its way
	chunked    bool
	buf        []byte
	written    int64
	length     int64 // declared, -1: not
	done       atomic.Bool
	wants10    bool
	wantsClose bool
	close      bool // the connection, after this
	limitHit   bool
	duplex     bool
	trailers   []string

	expect     *continueReader
	continueMu sync.Mutex
	late       bool        // the answer began
	mayWait    atomic.Bool // the client waits for 100 Continue
	notify     chan bool
}

// Header is the header to be sent.
func (w *response) Header() Header {
	if w.sent == nil && w.began && !w.headed {
		w.sent = w.header.Clone()
	}
	w.touched = true
	return w.header
}

func (w *response) requestTooLarge() {
	w.close = true
	w.limitHit = true
	if !w.began {
		w.Header().Set("Connection", "close")
	}
}

func checkStatus(code int) {
	if code < 100 || code > 999 {
		panic(fmt.Sprintf("invalid WriteHeader code %v", code))
	}
}

// caller is where a method of a response was called.
func caller() (name, file string, line int) {
	pc := make([]uintptr, 16)
	frames := runtime.CallersFrames(pc[:runtime.Callers(1, pc)])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "net/http.") || !more {
			return f.Function, f.File, f.Line
		}
	}
}

// WriteHeader begins the answer with a status.
func (w *response) WriteHeader(code int) {
	if w.conn.isHijacked() {
		name, file, line := caller()
		w.conn.server.logf("http: response.WriteHeader on hijacked connection from %s (%s:%d)", name, file[strings.LastIndexByte(file, '/')+1:], line)
		return
	}
	if w.began {
		name, file, line := caller()
		w.conn.server.logf("http: superfluous response.WriteHeader call from %s (%s:%d)", name, file[strings.LastIndexByte(file, '/')+1:], line)
		return
	}
	checkStatus(code)
	if code >= 100 && code <= 199 && code != 101 {
		w.inform(code)
		return
	}
	w.disableContinue()
	w.began = true
	w.status = code
	if w.touched {
		w.sent = w.header.Clone()
	}
	declared := w.header.get("Content-Length")
	if declared == "" {
		return
	}
	if n, err := strconv.ParseInt(declared, 10, 64); err == nil && n >= 0 {
		w.length = n
		return
	}
	w.conn.server.logf("http: invalid Content-Length of %q", declared)
	w.header.Del("Content-Length")
}

// inform sends a header before the answer, such as 103 Early Hints.
func (w *response) inform(code int) {
	if code == 100 {
		w.continueMu.Lock()
		w.mayWait.Store(false)
		w.continueMu.Unlock()
	}
	w.statusLine(code)
	w.header.write(w.conn.bw, func(k string) bool { return k == "Content-Length" || k == "Transfer-Encoding" }, nil)
	w.conn.bw.WriteString("\r\n")
	w.conn.bw.Flush()
}

func (w *response) statusLine(code int) {
	bw := w.conn.bw
	if w.req.ProtoAtLeast(1, 1) {
		bw.WriteString("HTTP/1.1 ")
	} else {
		bw.WriteString("HTTP/1.0 ")
	}
	if text, ok := statusTexts[code]; ok {
		bw.WriteString(strconv.Itoa(code) + " " + text + "\r\n")
	} else {
		fmt.Fprintf(bw, "%03d status code %d\r\n", code, code)
	}
}

// Write writes a part of the body.
func (w *response) Write(data []byte) (int, error) {
	if err := w.check(len(data)); err != nil || len(data) == 0 {
		return 0, err
	}
	if len(w.buf)+len(data) <= cap(w.buf) {
		w.buf = append(w.buf, data...)
		return len(data), nil
	}
	return w.overflow(data)
}

// overflow writes what the buffer has no room for. The buffer is filled before it is sent; data that is more than the
// empty buffer holds is sent as it is, so the first that is sent is always content, whose type is told by it.
func (w *response) overflow(data []byte) (n int, err error) {
	for len(data) > cap(w.buf)-len(w.buf) {
		if len(w.buf) == 0 {
			if err := w.send(data); err != nil {
				return n, err
			}
			return n + len(data), nil
		}
		part := cap(w.buf) - len(w.buf)
		w.buf = append(w.buf, data[:part]...)
		n, data = n+part, data[part:]
		if err := w.sendBuffer(); err != nil {
			return n, err
		}
	}
	w.buf = append(w.buf, data...)
	return n + len(data), nil
}

// WriteString is Write for a string.
func (w *response) WriteString(data string) (int, error) {
	if err := w.check(len(data)); err != nil || len(data) == 0 {
		return 0, err
	}
	n := 0
	for len(data) > cap(w.buf)-len(w.buf) {
		part := cap(w.buf) - len(w.buf)
		w.buf = append(w.buf, data[:part]...)
		n, data = n+part, data[part:]
		if err := w.sendBuffer(); err != nil {
			return n, err
		}
	}
	w.buf = append(w.buf, data...)
	return n + len(data), nil
}

// check begins the answer and says why n bytes may not be written.
func (w *response) check(n int) error {
	if w.conn.isHijacked() {
		if n > 0 {
			name, file, line := caller()
			w.conn.server.logf("http: response.Write on hijacked connection from %s (%s:%d)", name, file[strings.LastIndexByte(file, '/')+1:], line)
		}
		return ErrHijacked
	}
	if !w.began {
		w.WriteHeader(200)
	}
	if n == 0 {
		return nil
	}
	if !bodyAllowed(w.status) && w.status != 101 || w.status == 101 {
		return ErrBodyNotAllowed
	}
	w.written += int64(n)
	if w.length != -1 && w.written > w.length {
		return ErrContentLength
	}
	return nil
}

// ReadFrom copies from r.
func (w *response) ReadFrom(r io.Reader) (n int64, err error) {
	buf := make([]byte, 32<<10)
	if w.req.Method == "HEAD" && !w.began {
		return io.CopyBuffer(writerOnly{w}, r, buf)
	}
	return io.CopyBuffer(writerOnly{w}, r, buf)
}

type writerOnly struct{ io.Writer }

func (w *response) sendBuffer() error {
	data := w.buf
	w.buf = w.buf[:0]
	if len(data) == 0 && w.headed {
		return nil
	}
	return w.send(data)
}

// send puts data behind the header, which it may tell the type of.
func (w *response) send(data []byte) error {
	if !w.headed {
		w.writeHead(data)
	}
	if w.req.Method == "HEAD" || len(data) == 0 {
		return nil
	}
	bw := w.conn.bw
	if !w.chunked {
		_, err := bw.Write(data)
		return err
	}
	bw.WriteString(strconv.FormatInt(int64(len(data)), 16) + "\r\n")
	bw.Write(data)
	_, err := bw.WriteString("\r\n")
	return err
}

// Flush sends what there is.
func (w *response) Flush() { w.FlushError() }

// FlushError is Flush with an error.
func (w *response) FlushError() error {
	if !w.began {
		w.WriteHeader(200)
	}
	if err := w.sendBuffer(); err != nil {
		return err
	}
	return w.conn.bw.Flush()
}

// finish sends the rest of the answer.
func (w *response) finish() {
	w.done.Store(true)
	if !w.began {
		w.WriteHeader(200)
	}
	w.sendBuffer()
	if w.chunked && w.req.Method != "HEAD" {
		bw := w.conn.bw
		bw.WriteString("0\r\n")
		if t := w.finalTrailers(); t != nil {
			t.Write(bw)
		}
		bw.WriteString("\r\n")
	}
	w.conn.buf = w.buf[:0]
	w.conn.bw.Flush()
	if c, ok := w.req.ctx.(*requestContext); ok {
		c.over()
	}
	w.conn.in.abort()
	w.body.Close()
	if w.req.MultipartForm != nil {
		w.req.MultipartForm.RemoveAll()
	}
}

func (w *response) finalTrailers() (t Header) {
	for k, vs := range w.header {
		if key, found := strings.CutPrefix(k, TrailerPrefix); found {
			if t == nil {
				t = Header{}
			}
			t[key] = vs
		}
	}
	for _, k := range w.trailers {
		if t == nil {
			t = Header{}
		}
		for _, v := range w.header[k] {
			t.Add(k, v)
		}
	}
	return t
}

// closedEarly tells whether the body of the request was left unread.
func (w *response) closedEarly() bool {
	b, ok := w.req.Body.(*body)
	return ok && b.closedEarly()
}

// bodyBroken tells whether the body of the request could not be read.
func (w *response) bodyBroken() bool {
	b, ok := w.body.(*body)
	return ok && b.broken()
}

// reusable tells whether the connection can take another request.
func (w *response) reusable() bool {
	if w.close || w.conn.werr != nil || w.closedEarly() || w.bodyBroken() {
		return false
	}
	return w.req.Method == "HEAD" || w.length == -1 || !bodyAllowed(w.status) || w.length == w.written
}

// Hijack gives the connection away.
func (w *response) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	if w.done.Load() {
		panic("net/http: Hijack called after ServeHTTP finished")
	}
	w.disableContinue()
	if w.began && !w.headed {
		w.writeHead(nil) // content that is still in the buffer is lost
	}
	c := w.conn
	if r, ok := w.req.ctx.(*requestContext); ok {
		r.over()
	}
	c.in.abort()
	c.mu.Lock()
	if c.hijacked {
		c.mu.Unlock()
		return nil, nil, ErrHijacked
	}
	c.hijacked = true
	c.mu.Unlock()
	c.rwc.SetDeadline(time.Time{})
	if w.began {
		c.bw.Flush()
	}
	if c.in.has {
		if _, err := c.br.Peek(c.br.Buffered() + 1); err != nil {
			return nil, nil, fmt.Errorf("unexpected Peek failure reading buffered byte: %v", err)
		}
	}
	c.setState(StateHijacked)
	return c.rwc, bufio.NewReadWriter(c.br, bufio.NewWriter(c.rwc)), nil
}

// CloseNotify tells when the client is gone.
func (w *response) CloseNotify() <-chan bool {
	if w.done.Load() {
		panic("net/http: CloseNotify called after ServeHTTP finished")
	}
	if w.notify == nil {
		w.notify = make(chan bool, 1)
		done := w.req.Context().Done()
		context.AfterFunc(w.conn.ctx, func() { w.notify <- true })
		_ = done
	}
	return w.notify
}

// SetReadDeadline is for a ResponseController.
func (w *response) SetReadDeadline(t time.Time) error { return w.conn.rwc.SetReadDeadline(t) }

// SetWriteDeadline is for a ResponseController.
func (w *response) SetWriteDeadline(t time.Time) error { return w.conn.rwc.SetWriteDeadline(t) }

// EnableFullDuplex is for a ResponseController.
func (w *response) EnableFullDuplex() error {
	w.duplex = true
	return nil
}
