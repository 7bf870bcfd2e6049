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
	lv := r.Header.Get("Location")
	if lv == "" {
		return nil, ErrNoLocation
	}
	if r.Request != nil && r.Request.URL != nil {
		return r.Request.URL.Parse(lv)
	}
	return url.Parse(lv)
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
	proto, status, ok := strings.Cut(line, " ")
	if !ok {
		return nil, badString("malformed HTTP response", line)
	}
	resp.Proto = proto
	resp.Status = strings.TrimLeft(status, " ")
	code, _, _ := strings.Cut(resp.Status, " ")
	if len(code) != 3 {
		return nil, badString("malformed HTTP status code", code)
	}
	if resp.StatusCode, err = strconv.Atoi(code); err != nil || resp.StatusCode < 0 {
		return nil, badString("malformed HTTP status code", code)
	}
	if resp.ProtoMajor, resp.ProtoMinor, ok = ParseHTTPVersion(proto); !ok {
		return nil, badString("malformed HTTP version", proto)
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
		// Is it empty, or is its length not known?
		var buf [1]byte
		n, err := r1.Body.Read(buf[:])
		if err != nil && err != io.EOF {
			return err
		}
		if n == 0 {
			r1.Body = NoBody
		} else {
			r1.ContentLength = -1
			r1.Body = struct {
				io.Reader
				io.Closer
			}{io.MultiReader(bytes.NewReader(buf[:1]), r.Body), r.Body}
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
