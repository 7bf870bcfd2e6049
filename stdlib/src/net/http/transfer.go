package http

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"internal/mimeheader"
	"io"
	"math"
	"net/http/internal"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ErrLineTooLong is the error of a line of a chunk that is too long.
var ErrLineTooLong = internal.ErrLineTooLong

// ErrBodyReadAfterClose is the error of reading a body that was closed.
var ErrBodyReadAfterClose = errors.New("http: invalid Read on closed Body")

// NoBody is a body with nothing in it.
var NoBody = noBody{}

type noBody struct{}

func (noBody) Read([]byte) (int, error)         { return 0, io.EOF }
func (noBody) Close() error                     { return nil }
func (noBody) WriteTo(io.Writer) (int64, error) { return 0, nil }

// readTransfer finds out how long the body is and makes Body read it.
func (r *Request) readTransfer(b *bufio.Reader) error {
	chunked, err := transferEncoding(r.Header, r.ProtoMajor, r.ProtoMinor)
	if err != nil {
		return err
	}
	n, err := contentLength(r.Header["Content-Length"])
	if err != nil {
		return err
	}
	if len(r.Header["Content-Length"]) > 1 {
		r.Header["Content-Length"] = r.Header["Content-Length"][:1]
	}
	if chunked {
		delete(r.Header, "Content-Length")
		n = -1
		r.TransferEncoding = []string{"chunked"}
	} else if n < 0 {
		n = 0
	}
	r.ContentLength = n
	if r.Trailer, err = announcedTrailer(r.Header, chunked); err != nil {
		return err
	}
	r.Close = closesAfter(r.ProtoMajor, r.ProtoMinor, r.Header, false)
	switch {
	case chunked:
		r.Body = &body{src: internal.NewChunkedReader(b), r: b, trailer: &r.Trailer, chunked: true, closing: r.Close}
	case n == 0:
		r.Body = NoBody
	default:
		r.Body = &body{src: b, left: n, limited: true, closing: r.Close}
	}
	return nil
}

// readTransfer finds out how long the body is and makes Body read it. A nil request means GET.
func (r *Response) readTransfer(b *bufio.Reader) error {
	head := r.Request != nil && r.Request.Method == "HEAD"
	chunked, err := transferEncoding(r.Header, r.ProtoMajor, r.ProtoMinor)
	if err != nil {
		return err
	}
	lengths := r.Header["Content-Length"]
	n, err := contentLength(lengths)
	if err != nil {
		return err
	}
	if len(lengths) > 1 {
		r.Header["Content-Length"] = lengths[:1]
	}
	switch {
	case head:
		// What a GET would be answered with: nothing comes, whatever the fields say.
	case r.StatusCode/100 == 1, r.StatusCode == 204, r.StatusCode == 304:
		n = 0
	case chunked:
		delete(r.Header, "Content-Length")
		n = -1
	}
	r.ContentLength = n
	if chunked {
		r.TransferEncoding = []string{"chunked"}
	}
	if r.Trailer, err = announcedTrailer(r.Header, chunked); err != nil {
		return err
	}
	r.Close = closesAfter(r.ProtoMajor, r.ProtoMinor, r.Header, true)
	switch {
	case chunked && (head || !bodyAllowed(r.StatusCode)):
		r.Body = NoBody
	case chunked:
		r.Body = &body{src: internal.NewChunkedReader(b), r: b, trailer: &r.Trailer, chunked: true, closing: r.Close}
	case head || n == 0:
		r.Body = NoBody
	case n > 0:
		r.Body = &body{src: b, left: n, limited: true, closing: r.Close}
	case r.Close:
		r.Body = &body{src: b, closing: true}
	default:
		// Neither a length nor chunks: the end of the connection is the end.
		r.Close = true
		r.Body = &body{src: b, closing: true}
	}
	return nil
}

// A body is that of a message that is read.
type body struct {
	src     io.Reader
	r       *bufio.Reader // where a trailer is read from
	trailer *Header
	chunked bool
	limited bool  // left counts
	left    int64 // bytes to come
	closing bool  // the connection ends after it
	server  bool  // Close reads only a little of the rest
	fields  int   // how many a trailer may have, 0: any number

	mu     sync.Mutex
	ended  bool
	closed bool
	early  bool  // closed before its end
	failed error // why it could not be read: where the next message begins is not known
	onEnd  func()
}

func (b *body) Read(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return 0, ErrBodyReadAfterClose
	}
	return b.read(p)
}

func (b *body) read(p []byte) (n int, err error) {
	switch {
	case b.failed != nil && (b.chunked || b.ended):
		return 0, b.failed // else it may be a deadline that was moved meanwhile
	case b.ended:
		return 0, io.EOF
	}
	if b.limited {
		if b.left == 0 {
			b.end()
			return 0, io.EOF
		}
		if int64(len(p)) > b.left {
			p = p[:b.left]
		}
	}
	n, err = b.src.Read(p)
	b.left -= int64(n)
	if err == io.EOF {
		switch {
		case b.limited && b.left > 0:
			err = io.ErrUnexpectedEOF
			b.end()
		case b.chunked:
			if terr := b.readTrailer(); terr != nil {
				err = terr
				b.closed = true
			}
		}
	}
	if err == nil && b.limited && b.left == 0 {
		err = io.EOF
	}
	if err == io.EOF {
		b.failed = nil
		b.end()
	} else if err != nil {
		b.failed = err
	}
	return n, err
}

func (b *body) end() {
	if !b.ended {
		b.ended = true
		if b.onEnd != nil {
			b.onEnd()
		}
	}
}

var errTrailerEOF = errors.New("http: unexpected EOF reading trailer")

// readTrailer reads what follows the last chunk.
func (b *body) readTrailer() error {
	buf, err := b.r.Peek(2)
	if bytes.Equal(buf, []byte("\r\n")) {
		b.r.Discard(2)
		return nil
	}
	if len(buf) < 2 {
		return errTrailerEOF
	}
	if err != nil {
		return err
	}
	if !endsSoon(b.r) {
		return errors.New("http: suspiciously long trailer after chunked body")
	}
	most := int64(math.MaxInt64)
	if b.fields > 0 {
		most = int64(b.fields)
	}
	h, err := mimeheader.Read(textproto.NewReader(b.r), math.MaxInt64, most)
	if err != nil {
		if err == io.EOF {
			return errTrailerEOF
		}
		return err
	}
	if *b.trailer == nil {
		*b.trailer = Header(h)
	} else {
		for k, v := range h {
			(*b.trailer)[k] = v
		}
	}
	return nil
}

// endsSoon tells whether there is an empty line within what the buffer can hold.
func endsSoon(r *bufio.Reader) bool {
	for size := 4; ; size++ {
		buf, err := r.Peek(size)
		if bytes.HasSuffix(buf, []byte("\r\n\r\n")) {
			return true
		}
		if err != nil {
			return false
		}
	}
}

// maxPostHandler is how much of a body a server reads to keep the connection.
const maxPostHandler = 256 << 10

func (b *body) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil
	}
	var err error
	switch {
	case b.ended:
	case b.failed != nil:
		err = b.failed
	case b.closing && !b.chunked && !b.limited:
	case b.server:
		if b.limited && b.left > maxPostHandler {
			b.early = true
			break
		}
		var n int64
		if n, err = io.CopyN(io.Discard, readFunc(b.read), maxPostHandler); err == io.EOF {
			err = nil
		}
		if n == maxPostHandler && !b.ended {
			b.early = true
		}
	default:
		_, err = io.Copy(io.Discard, readFunc(b.read))
	}
	b.closed = true
	return err
}

type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// broken tells whether reading it has failed.
func (b *body) broken() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failed != nil
}

func (b *body) closedEarly() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.early
}

// whenEnded calls f at the end of the body.
func (b *body) whenEnded(f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.onEnd = f
}

// A transfer writes the body of a request or response, and the fields that tell its length.
type transfer struct {
	method      string
	body        io.Reader
	closer      io.Closer
	length      int64 // -1: not known
	chunked     bool
	close       bool
	trailer     Header
	response    bool
	header      Header
	flushHeader bool
	readErr     error
}

func newTransfer(r *Request) (*transfer, error) {
	if r.ContentLength != 0 && r.Body == nil {
		return nil, fmt.Errorf("http: Request.ContentLength=%d with nil Body", r.ContentLength)
	}
	t := &transfer{method: r.Method, close: r.Close, header: r.Header, trailer: r.Trailer, length: r.outgoingLength()}
	if r.Body != nil {
		t.body, t.closer = r.Body, r.Body
	}
	t.chunked = len(r.TransferEncoding) > 0 && r.TransferEncoding[0] == "chunked" && r.Body != nil
	if t.length < 0 && len(r.TransferEncoding) == 0 && r.Method != "CONNECT" {
		if slices.Contains(mostlyEmpty, r.Method) {
			t.probe()
			if t.body != nil && t.length < 0 {
				t.chunked = true
			}
		} else {
			t.chunked = true
		}
		t.flushHeader = t.flushHeader || t.body != nil && t.length < 0
	}
	if t.chunked {
		t.length = -1
	} else {
		t.trailer = nil
	}
	return t, checkTrailer(t.trailer)
}

// mostlyEmpty are the methods whose requests mostly have no body.
var mostlyEmpty = []string{"", "GET", "HEAD", "DELETE", "OPTIONS", "PROPFIND", "SEARCH"}

// probe reads a byte of a body that is perhaps empty, and waits a moment for it.
func (t *transfer) probe() {
	type probed struct {
		n   int
		b   byte
		err error
	}
	c := make(chan probed, 1)
	src := t.body
	go func() {
		var buf [1]byte
		n, err := src.Read(buf[:])
		c <- probed{n, buf[0], err}
	}()
	timer := time.NewTimer(200 * time.Millisecond)
	defer timer.Stop()
	take := func(p probed) io.Reader {
		var rest io.Reader = src
		switch {
		case p.err == io.EOF:
			rest = eofReader{}
		case p.err != nil:
			rest = errReader{p.err}
		}
		if p.n == 1 {
			rest = io.MultiReader(strings.NewReader(string([]byte{p.b})), rest)
		}
		return rest
	}
	select {
	case p := <-c:
		if p.n == 0 && p.err == io.EOF {
			t.body, t.length = nil, 0
			return
		}
		t.body = take(p)
	case <-timer.C:
		var rest io.Reader
		t.body = readFunc(func(b []byte) (int, error) {
			if rest == nil {
				rest = take(<-c)
			}
			return rest.Read(b)
		})
		t.flushHeader = true
	}
}

type eofReader struct{}

func (eofReader) Read([]byte) (int, error) { return 0, io.EOF }

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

// sendsLength tells whether a Content-Length is written.
func (t *transfer) sendsLength() bool {
	switch {
	case t.chunked:
		return false
	case t.length > 0:
		return true
	case t.length < 0:
		return false
	case t.response:
		return true
	}
	return t.method == "POST" || t.method == "PUT" || t.method == "PATCH"
}

func (t *transfer) writeHeader(w io.StringWriter, trace *clientTrace) error {
	put := func(key, value string) error {
		_, err := w.WriteString(key + ": " + value + "\r\n")
		trace.field(key, value)
		return err
	}
	if t.close && !hasToken(t.header.get("Connection"), "close") {
		if err := put("Connection", "close"); err != nil {
			return err
		}
	}
	if t.sendsLength() {
		if err := put("Content-Length", strconv.FormatInt(t.length, 10)); err != nil {
			return err
		}
	} else if t.chunked {
		if err := put("Transfer-Encoding", "chunked"); err != nil {
			return err
		}
	}
	if len(t.trailer) > 0 {
		keys := make([]string, 0, len(t.trailer))
		for k := range t.trailer {
			k = CanonicalHeaderKey(k)
			switch k {
			case "Transfer-Encoding", "Trailer", "Content-Length":
				return badString("invalid Trailer key", k)
			}
			keys = append(keys, k)
		}
		slices.Sort(keys)
		return put("Trailer", strings.Join(keys, ","))
	}
	return nil
}

// writeBody writes and closes the body.
func (t *transfer) writeBody(w *bufio.Writer) (err error) {
	closed := false
	defer func() {
		if t.closer != nil && !closed {
			t.closer.Close()
		}
	}()
	var n int64
	if t.body != nil && !(t.response && t.method == "HEAD") {
		switch {
		case t.chunked:
			cw := internal.NewChunkedWriter(&internal.FlushAfterChunkWriter{Writer: w})
			if _, err = t.copy(cw, t.body); err == nil {
				err = cw.Close()
			}
		case t.length < 0:
			if t.method == "CONNECT" {
				n, err = t.copy(&internal.FlushAfterChunkWriter{Writer: w}, t.body)
			} else {
				n, err = t.copy(w, t.body)
			}
		default:
			if n, err = t.copy(w, io.LimitReader(t.body, t.length)); err == nil {
				var more int64
				more, err = t.copy(io.Discard, t.body)
				n += more
			}
		}
		if err != nil {
			return err
		}
	}
	if t.closer != nil {
		closed = true
		if err := t.closer.Close(); err != nil {
			return err
		}
	}
	if !(t.response && t.method == "HEAD") && t.length >= 0 && t.length != n && (t.body != nil || t.length > 0) {
		return fmt.Errorf("http: ContentLength=%d with Body length %d", t.length, n)
	}
	if t.chunked && !(t.response && t.method == "HEAD") {
		if t.body == nil {
			w.WriteString("0\r\n")
		}
		if t.trailer != nil {
			if err := t.trailer.Write(w); err != nil {
				return err
			}
		}
		_, err = w.WriteString("\r\n")
	}
	return err
}

func (t *transfer) copy(dst io.Writer, src io.Reader) (n int64, err error) {
	n, err = io.Copy(dst, readFunc(func(p []byte) (int, error) {
		n, err := src.Read(p)
		if err != nil && err != io.EOF {
			t.readErr = err
		}
		return n, err
	}))
	return n, err
}
