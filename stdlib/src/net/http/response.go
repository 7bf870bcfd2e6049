package http

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
)

// A Response is the answer to a request.
type Response struct {
	Status           string
	StatusCode       int
	Proto            string
	ProtoMajor       int
	ProtoMinor       int
	Header           Header
	Body             io.ReadCloser
	ContentLength    int64
	TransferEncoding []string
	Close            bool
	Uncompressed     bool
	Trailer          Header
	Request          *Request
	TLS              *tls.ConnectionState
}

// Cookies are the cookies that it sets.
func (r *Response) Cookies() []*Cookie { return readSetCookies(r.Header) }

// Location is that field, relative to the request's URL.
func (r *Response) Location() (*url.URL, error) {
	field := r.Header.Get("Location")
	switch {
	case field == "":
		return nil, ErrNoLocation
	case r.Request == nil || r.Request.URL == nil:
		return url.Parse(field)
	}
	return r.Request.URL.Parse(field)
}

// ProtoAtLeast tells whether the protocol is of this version or a later one.
func (r *Response) ProtoAtLeast(major, minor int) bool {
	return r.ProtoMajor > major || r.ProtoMajor == major && r.ProtoMinor >= minor
}

// ReadResponse reads the answer to a request; nil stands for a GET.
func ReadResponse(r *bufio.Reader, req *Request) (*Response, error) {
	tp := textproto.NewReader(r)
	resp := &Response{Request: req}
	line, err := tp.ReadLine()
	if err != nil {
		return nil, unexpected(err)
	}
	if err := resp.setStatusLine(line); err != nil {
		return nil, err
	}
	h, err := tp.ReadMIMEHeader()
	if err != nil {
		return nil, unexpected(err)
	}
	resp.Header = Header(h)
	if v := resp.Header["Pragma"]; len(v) > 0 && v[0] == "no-cache" && !resp.Header.has("Cache-Control") {
		resp.Header["Cache-Control"] = []string{"no-cache"}
	}
	if err := resp.readTransfer(r); err != nil {
		return nil, unexpected(err)
	}
	return resp, nil
}

// setStatusLine sets what the first line of a response says.
func (r *Response) setStatusLine(line string) error {
	proto, status, two := strings.Cut(line, " ")
	status = strings.TrimLeft(status, " ")
	digits, _, _ := strings.Cut(status, " ")
	code, err := strconv.Atoi(digits)
	major, minor, known := ParseHTTPVersion(proto)
	switch {
	case !two:
		return badString("malformed HTTP response", line)
	case len(digits) != 3 || err != nil || code < 0:
		return badString("malformed HTTP status code", digits)
	case !known:
		return badString("malformed HTTP version", proto)
	}
	r.Status, r.StatusCode = status, code
	r.Proto, r.ProtoMajor, r.ProtoMinor = proto, major, minor
	return nil
}

// switches tells whether the connection speaks another protocol behind the header.
func (r *Response) switches() bool {
	return r.StatusCode == 101 && r.Header.get("Upgrade") != "" && anyHasToken(r.Header["Connection"], "upgrade")
}

func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

var skippedInResponses = map[string]bool{"Content-Length": true, "Transfer-Encoding": true, "Trailer": true}

// probed looks whether a body of length 0 is empty, or has a length that is not known: then its length is -1. It reads a byte, and so
// returns another body.
func probed(body io.ReadCloser) (again io.ReadCloser, length int64, err error) {
	first := make([]byte, 1)
	n, err := body.Read(first)
	switch {
	case err != nil && err != io.EOF:
		return body, 0, err
	case n == 0:
		return NoBody, 0, nil
	}
	whole := io.MultiReader(bytes.NewReader(first), body)
	return struct {
		io.Reader
		io.Closer
	}{whole, body}, -1, nil
}

// Write writes the response as a server sends it, and closes the body.
func (r *Response) Write(w io.Writer) error {
	text := r.Status
	if text == "" {
		if text = StatusText(r.StatusCode); text == "" {
			text = "status code " + strconv.Itoa(r.StatusCode)
		}
	} else {
		text = strings.TrimPrefix(text, strconv.Itoa(r.StatusCode)+" ")
	}
	if _, err := fmt.Fprintf(w, "HTTP/%d.%d %03d %s\r\n", r.ProtoMajor, r.ProtoMinor, r.StatusCode, text); err != nil {
		return err
	}
	r1 := *r
	if r1.ContentLength == 0 && r1.Body != nil {
		var err error
		if r1.Body, r1.ContentLength, err = probed(r.Body); err != nil {
			return err
		}
	}
	t := &transfer{header: r1.Header, trailer: r1.Trailer, length: r1.ContentLength, close: r1.Close, response: true}
	if r.Request != nil {
		t.method = r.Request.Method
	}
	if r1.Body != nil {
		t.body, t.closer = r1.Body, r1.Body
	}
	t.chunked = len(r1.TransferEncoding) > 0 && r1.TransferEncoding[0] == "chunked"
	if r1.ContentLength == -1 && !t.close && r1.ProtoAtLeast(1, 1) && !t.chunked && !r1.Uncompressed {
		t.close = true
	}
	if t.chunked {
		t.length = -1
	}
	if !bodyAllowed(r1.StatusCode) && t.length == 0 {
		t.length = -1
		t.body = nil
	}
	sw := stringWriter{w}
	if err := t.writeHeader(sw, nil); err != nil {
		return err
	}
	if err := r1.Header.WriteSubset(w, skippedInResponses); err != nil {
		return err
	}
	if _, ok := r1.Header["Content-Length"]; r1.ContentLength == 0 && !t.chunked && !t.sendsLength() && !ok && bodyAllowed(r.StatusCode) {
		if _, err := io.WriteString(w, "Content-Length: 0\r\n"); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(w, "\r\n"); err != nil {
		return err
	}
	bw := bufio.NewWriter(w)
	if err := t.writeBody(bw); err != nil {
		return err
	}
	return bw.Flush()
}
