package http

import (
	"cmp"
	"errors"
	"io"
	"net/http/internal/h2"
	"slices"
	"strconv"
	"strings"
	"time"
)

// h2chunk is how much of a response is kept until it is sent.
const h2chunk = 4 << 10

// An h2response is the ResponseWriter of a stream. Only the handler's goroutine may use it, except for deadlines.
type h2response struct {
	stream *h2stream
	req    *Request

	header   Header
	snapshot Header // the header as it was when WriteHeader was called
	status   int
	began    bool // WriteHeader was called
	headed   bool // the header was sent
	done     bool // the handler has ended
	buf      []byte
	failed   error // of a write: the later ones fail too
	unsent   bool  // what the buffer had was not sent: flushes fail too
	written  int64
	length   int64 // declared; 0: not
	trailers []string
	fields   []http2.Field
	first    [10]http2.Field // where fields begins
	notify   chan bool
}

func newH2response(st *h2stream, r *Request) *h2response {
	w := &h2response{stream: st, req: r}
	w.fields = w.first[:0]
	return w
}

// alive panics when a method is called after the handler has ended.
func (w *h2response) alive(method string) {
	if w.done {
		panic(method + " called after Handler finished")
	}
}

// Header is the header to be sent.
func (w *h2response) Header() Header {
	w.alive("Header")
	if w.header == nil {
		w.header = Header{}
	}
	return w.header
}

// WriteHeader begins the response with a status.
func (w *h2response) WriteHeader(code int) {
	w.alive("WriteHeader")
	if w.began {
		return
	}
	checkStatus(code)
	if code < 200 {
		w.inform(code)
		return
	}
	w.began, w.status = true, code
	if len(w.header) > 0 {
		w.snapshot = w.header.Clone()
	}
}

// inform sends a header before the response, such as 103 Early Hints.
func (w *h2response) inform(code int) {
	if b := w.stream.body; b != nil && code == StatusContinue {
		w.stream.conn.mu.Lock()
		b.asks = false
		w.stream.conn.mu.Unlock()
	}
	h := w.header
	if h.has("Content-Length") || h.has("Transfer-Encoding") {
		h = h.Clone()
		h.Del("Content-Length")
		h.Del("Transfer-Encoding")
	}
	w.fields = append(w.fields[:0], http2.Field{Name: ":status", Value: strconv.Itoa(code)})
	w.addFields(h, nil)
	w.sendHeader(h == nil, false)
}

// Write writes a part of the body.
func (w *h2response) Write(data []byte) (int, error) {
	if err := w.check(len(data)); err != nil {
		return 0, err
	}
	n := 0
	for w.failed == nil && len(data) > h2chunk-len(w.buf) {
		part := len(data)
		if len(w.buf) == 0 {
			w.failed = w.send(data)
		} else {
			part = h2chunk - len(w.buf)
			w.buf = append(w.buf, data[:part]...)
			w.failed = w.sendBuffer()
			w.unsent = w.failed != nil
		}
		n, data = n+part, data[part:]
	}
	if w.failed != nil {
		return n, w.failed
	}
	w.buf = append(w.buf, data...)
	return n + len(data), nil
}

// WriteString is Write for a string.
func (w *h2response) WriteString(data string) (int, error) {
	if len(w.buf)+len(data) > h2chunk {
		return w.Write([]byte(data))
	}
	if err := w.check(len(data)); err != nil || w.failed != nil {
		return 0, cmp.Or(err, w.failed)
	}
	w.buf = append(w.buf, data...)
	return len(data), nil
}

// check begins the response and says why n bytes may not be written.
func (w *h2response) check(n int) error {
	w.alive("Write")
	if !w.began {
		w.WriteHeader(StatusOK)
	}
	if !bodyAllowed(w.status) {
		return ErrBodyNotAllowed
	}
	w.written += int64(n)
	if w.length != 0 && w.written > w.length {
		return errors.New("http2: handler wrote more than declared Content-Length")
	}
	if w.buf == nil {
		w.buf = make([]byte, 0, max(min(n, h2chunk), 256))
	}
	return nil
}

// Flush sends what there is.
func (w *h2response) Flush() { w.FlushError() }

// FlushError is Flush with an error.
func (w *h2response) FlushError() error {
	switch {
	case w.done:
		return nil
	case w.unsent:
		return w.failed
	case len(w.buf) > 0:
		w.failed = w.sendBuffer()
		w.unsent = w.failed != nil
		return w.failed
	case !w.headed:
		if err := w.send(nil); err != nil {
			return err
		}
	}
	st := w.stream
	st.conn.mu.Lock()
	defer st.conn.mu.Unlock()
	if !st.closed || st.finished { // finished: the response to a HEAD is complete
		return nil
	}
	return st.closeError()
}

// sendBuffer sends what is in the buffer. The content of the response to a HEAD is not sent, which is an error once.
func (w *h2response) sendBuffer() error {
	data := w.buf
	w.buf = w.buf[:0]
	begins := !w.headed
	if err := w.send(data); err != nil {
		return err
	}
	if begins && len(data) > 0 && w.req.Method == "HEAD" {
		return io.ErrShortWrite
	}
	return nil
}

// end ends the response.
func (w *h2response) end() {
	w.done = true
	w.sendBuffer()
}

// send sends data, and the header before it.
func (w *h2response) send(data []byte) error {
	if !w.began {
		w.began, w.status, w.snapshot = true, StatusOK, w.header
		if !w.done {
			w.snapshot = w.header.Clone()
		}
	}
	if w.done {
		w.promoteTrailers()
	}
	head := w.req.Method == "HEAD"
	if !w.headed {
		w.headed = true
		ended, err := w.begin(data, head)
		if ended || err != nil {
			return err
		}
	}
	if head {
		return nil
	}
	trailer := false
	if w.done {
		for _, key := range w.trailers {
			trailer = trailer || w.header.has(key)
		}
	}
	end := w.done && !trailer
	if len(data) > 0 || end {
		if err := w.stream.sendData(data, end); err != nil {
			return err
		}
	}
	if w.done && trailer {
		w.fields = w.fields[:0]
		slices.Sort(w.trailers)
		w.addFields(w.header, w.trailers)
		return w.sendHeader(false, true)
	}
	return nil
}

// begin sends the header; data is how the body begins, or all of it when the handler has ended. ended: the response has
// nothing behind the header.
func (w *h2response) begin(data []byte, head bool) (ended bool, err error) {
	h := w.snapshot
	allowed := bodyAllowed(w.status)
	length := h.get("Content-Length")
	if length != "" {
		h.Del("Content-Length")
		if n, err := strconv.ParseUint(length, 10, 63); err == nil {
			w.length = int64(n)
		} else {
			length = ""
		}
	}
	if length == "" && !h.has("Content-Length") && w.done && allowed && (len(data) > 0 || !head) {
		length = strconv.Itoa(len(data))
	}
	kind := ""
	if !h.has("Content-Type") && h.get("Content-Encoding") == "" && allowed && len(data) > 0 {
		kind = DetectContentType(data)
	}
	for _, list := range h["Trailer"] {
		for key := range strings.SplitSeq(list, ",") {
			if key = strings.TrimSpace(key); key != "" {
				w.declare(key)
			}
		}
	}
	if h.has("Connection") {
		closes := h.get("Connection") == "close"
		delete(h, "Connection")
		if closes {
			c := w.stream.conn
			c.mu.Lock()
			c.goAway(http2.ErrCodeNo)
			c.leave()
		}
	}
	w.fields = append(w.fields[:0], http2.Field{Name: ":status", Value: strconv.Itoa(w.status)})
	w.addFields(h, nil)
	if kind != "" {
		w.fields = append(w.fields, http2.Field{Name: "content-type", Value: kind})
	}
	if length != "" {
		w.fields = append(w.fields, http2.Field{Name: "content-length", Value: length})
	}
	if !h.has("Date") {
		w.fields = append(w.fields, http2.Field{Name: "date", Value: dateNow()})
	}
	ended = head || w.done && len(w.trailers) == 0 && len(data) == 0
	return ended, w.sendHeader(h == nil, ended)
}

// declare notes a field that is sent behind the body.
func (w *h2response) declare(key string) {
	key = CanonicalHeaderKey(key)
	if !validTrailer(key) {
		w.stream.conn.server.logf("ignoring invalid trailer %q", key)
		return
	}
	if !slices.Contains(w.trailers, key) {
		w.trailers = append(w.trailers, key)
	}
}

// promoteTrailers declares the trailers whose keys begin with TrailerPrefix.
func (w *h2response) promoteTrailers() {
	for k, values := range w.header {
		if key, ok := strings.CutPrefix(k, TrailerPrefix); ok {
			w.declare(key)
			w.header[CanonicalHeaderKey(key)] = values
		}
	}
}

// smallNames are names of fields as HTTP/2 has them, with small letters, by their canonical ones.
var smallNames = func() map[string]string {
	names := map[string]string{}
	for _, key := range []string{
		"Accept-Ranges", "Access-Control-Allow-Origin", "Allow", "Cache-Control", "Content-Disposition",
		"Content-Encoding", "Content-Language", "Content-Length", "Content-Range", "Content-Type", "Date", "Etag",
		"Expires", "Last-Modified", "Link", "Location", "Retry-After", "Server", "Set-Cookie",
		"Strict-Transport-Security", "Vary", "Www-Authenticate", "X-Content-Type-Options", "X-Request-Id", "Trailer",
	} {
		names[key] = strings.ToLower(key)
	}
	return names
}()

// addFields adds the fields of h, or those of them that keys lists, in the order of their names.
func (w *h2response) addFields(h Header, keys []string) {
	if keys == nil {
		var few [8]string
		keys = few[:0]
		for key := range h {
			keys = append(keys, key)
		}
		if len(keys) > 1 {
			slices.Sort(keys)
		}
	}
	for _, key := range keys {
		name, ok := smallNames[key]
		if !ok {
			if name, ok = asciiLower(key); !ok || !validName(name) {
				continue
			}
		}
		for _, value := range h[key] {
			if validValue(value) && (name != "transfer-encoding" || value == "trailers") {
				w.fields = append(w.fields, http2.Field{Name: name, Value: value})
			}
		}
	}
}

// sendHeader sends the fields. easy: the handler has set none of them and need not know whether they can be sent.
func (w *h2response) sendHeader(easy, end bool) error {
	st := w.stream
	c := st.conn
	c.mu.Lock()
	defer c.leaveHandler(w.done)
	if easy && c.goAwayCode != http2.ErrCodeNo {
		return nil
	}
	if err := st.sendError(); err != nil {
		return err
	}
	st.headed = true
	c.log.encoding("server", w.fields)
	c.out.Headers(st.id, end, w.fields)
	c.sent(st)
	if end {
		c.finish(st)
	}
	return nil
}

// leaveHandler is leave for a handler. last: it has sent the end of a response, and sends all that waits itself, since
// it has nothing else to do.
func (c *h2conn) leaveHandler(last bool) {
	if last && c.handlers > 0 {
		c.deliver()
		c.mu.Unlock()
		return
	}
	c.leave()
}

// sendError says why nothing more can be sent on a stream. After an error nothing is sent before the connection closes.
func (st *h2stream) sendError() error {
	for c := st.conn; c.goAwayCode != http2.ErrCodeNo && !c.closed && !st.closed; {
		c.blocked[st] = struct{}{}
		st.changed.Wait()
		delete(c.blocked, st)
	}
	switch {
	case st.conn.closed:
		return errH2ClientGone
	case !st.closed && !st.finished:
		return nil
	}
	return st.closeError()
}

// closeError is the error of a write on a stream that was closed.
func (st *h2stream) closeError() error {
	if st.err == errH2ClientGone {
		return st.err
	}
	if e, ok := st.err.(http2.StreamError); ok && e.Cause != nil {
		return e.Cause
	}
	return errH2Closed
}

// sendData sends a part of a body as windows and the priorities of the streams allow it.
func (st *h2stream) sendData(data []byte, end bool) error {
	c := st.conn
	c.mu.Lock()
	defer c.leaveHandler(end)
	defer c.passTurn()
	for {
		if err := st.sendError(); err != nil {
			return err
		}
		if len(data) > 0 && st.awaitTurn() {
			continue
		}
		n := min(len(data), int(st.send.Available()), int(c.out.MaxFrameSize))
		last := end && n == len(data)
		if n > 0 || last {
			st.send.Take(int32(n))
			c.out.Data(st.id, last, data[:n])
			c.sent(st)
		}
		if data = data[n:]; len(data) > 0 {
			continue
		}
		if end {
			c.finish(st)
		}
		return nil
	}
}

// CloseNotify tells when the stream has ended.
func (w *h2response) CloseNotify() <-chan bool {
	w.alive("CloseNotify")
	if w.notify == nil {
		w.notify = make(chan bool, 1)
		gone := w.stream.goneChannel()
		go func(notify chan<- bool) {
			<-gone
			notify <- true
		}(w.notify)
	}
	return w.notify
}

// goneChannel is closed when the stream is.
func (st *h2stream) goneChannel() <-chan struct{} {
	st.conn.mu.Lock()
	defer st.conn.mu.Unlock()
	if st.gone == nil {
		st.gone = make(chan struct{})
		if st.closed {
			close(st.gone)
		}
	}
	return st.gone
}

// SetReadDeadline is for a ResponseController.
func (w *h2response) SetReadDeadline(t time.Time) error {
	st := w.stream
	if !t.IsZero() && t.Before(time.Now()) {
		st.readTimedOut()
		return nil
	}
	st.conn.mu.Lock()
	defer st.conn.mu.Unlock()
	setTimer(&st.readTimer, t, st.readTimedOut)
	return nil
}

// SetWriteDeadline is for a ResponseController.
func (w *h2response) SetWriteDeadline(t time.Time) error {
	st := w.stream
	if !t.IsZero() && t.Before(time.Now()) {
		st.sendTimedOut()
		return nil
	}
	st.conn.mu.Lock()
	defer st.conn.mu.Unlock()
	setTimer(&st.sendTimer, t, st.sendTimedOut)
	return nil
}

// EnableFullDuplex is for a ResponseController: requests are always read while responses are written.
func (w *h2response) EnableFullDuplex() error { return nil }

// requestTooLarge is called by MaxBytesReader: there is nothing to do, since only the stream ends.
func (w *h2response) requestTooLarge() {}
