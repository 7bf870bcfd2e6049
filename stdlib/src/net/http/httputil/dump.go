// Package httputil has what proxies and debuggers of HTTP need.
package httputil

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/internal"
	"strings"
	"time"
)

// ErrLineTooLong is the error of a line of a chunk that is too long.
var ErrLineTooLong = internal.ErrLineTooLong

// NewChunkedReader reads chunks and gives their content; net/http does so itself.
func NewChunkedReader(r io.Reader) io.Reader { return internal.NewChunkedReader(r) }

// NewChunkedWriter writes chunks; net/http does so itself. Close writes the last chunk, without a trailer.
func NewChunkedWriter(w io.Writer) io.WriteCloser { return internal.NewChunkedWriter(w) }

// copies reads a body and makes two of it.
func copies(b io.ReadCloser) (first, second io.ReadCloser, err error) {
	if b == nil || b == http.NoBody {
		return http.NoBody, http.NoBody, nil
	}
	data, err := io.ReadAll(b)
	if err != nil {
		return nil, b, err
	}
	if err := b.Close(); err != nil {
		return nil, b, err
	}
	return io.NopCloser(bytes.NewReader(data)), io.NopCloser(bytes.NewReader(data)), nil
}

var notWritten = map[string]bool{"Host": true, "Transfer-Encoding": true, "Trailer": true}

// DumpRequest is a request of a server as it looked, or nearly so: the order and case of fields is lost.
func DumpRequest(req *http.Request, body bool) ([]byte, error) {
	var err error
	save := req.Body
	if !body || req.Body == nil {
		req.Body = nil
	} else if save, req.Body, err = copies(req.Body); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	uri := req.RequestURI
	if uri == "" {
		uri = req.URL.RequestURI()
	}
	method := req.Method
	if method == "" {
		method = "GET"
	}
	fmt.Fprintf(&b, "%s %s HTTP/%d.%d\r\n", method, uri, req.ProtoMajor, req.ProtoMinor)
	if !strings.HasPrefix(req.RequestURI, "http://") && !strings.HasPrefix(req.RequestURI, "https://") {
		if host := hostOf(req); host != "" {
			b.WriteString("Host: " + host + "\r\n")
		}
	}
	chunked := false
	if codings := req.TransferEncoding; len(codings) > 0 {
		chunked = codings[0] == "chunked"
		b.WriteString("Transfer-Encoding: " + strings.Join(codings, ",") + "\r\n")
	}
	if err := req.Header.WriteSubset(&b, notWritten); err != nil {
		return nil, err
	}
	b.WriteString("\r\n")
	if req.Body != nil {
		var w io.Writer = &b
		if chunked {
			w = NewChunkedWriter(w)
		}
		_, err = io.Copy(w, req.Body)
		if chunked {
			w.(io.Closer).Close()
			b.WriteString("\r\n")
		}
	}
	req.Body = save
	if err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// hostOf returns the host that a request names, in its Host field or in its URL.
func hostOf(req *http.Request) string {
	if req.Host == "" && req.URL != nil {
		return req.URL.Host
	}
	return req.Host
}

// A dumpConn is a connection that keeps what is written and answers once the request has been read.
type dumpConn struct {
	out    *bytes.Buffer
	pipe   *io.PipeWriter
	answer chan io.Reader
	r      io.Reader
	quit   chan struct{}
}

func (c *dumpConn) Write(p []byte) (int, error) {
	c.out.Write(p)
	return c.pipe.Write(p)
}

func (c *dumpConn) Read(p []byte) (int, error) {
	if c.r == nil {
		select {
		case c.r = <-c.answer:
		case <-c.quit:
			return 0, io.EOF
		}
	}
	return c.r.Read(p)
}

func (c *dumpConn) Close() error                     { return nil }
func (c *dumpConn) LocalAddr() net.Addr              { return nil }
func (c *dumpConn) RemoteAddr() net.Addr             { return nil }
func (c *dumpConn) SetDeadline(time.Time) error      { return nil }
func (c *dumpConn) SetReadDeadline(time.Time) error  { return nil }
func (c *dumpConn) SetWriteDeadline(time.Time) error { return nil }

type xs struct{}

func (xs) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// DumpRequestOut is a request of a client as it is sent, with the fields that the transport adds.
func DumpRequestOut(req *http.Request, body bool) ([]byte, error) {
	save := req.Body
	dummy := false
	if body {
		var err error
		if save, req.Body, err = copies(req.Body); err != nil {
			return nil, err
		}
	} else if req.Body != nil && req.Body != http.NoBody {
		n := req.ContentLength
		if n == 0 {
			n = -1
		}
		req.Body = io.NopCloser(io.LimitReader(xs{}, n))
		dummy = true
	}
	sent := withoutTLS(req)
	var out bytes.Buffer
	pr, pw := io.Pipe()
	defer pr.Close()
	defer pw.Close()
	c := &dumpConn{out: &out, pipe: pw, answer: make(chan io.Reader, 1), quit: make(chan struct{})}
	t := &http.Transport{Dial: func(network, addr string) (net.Conn, error) { return c, nil }}
	defer t.CloseIdleConnections()
	go func() {
		if req, err := http.ReadRequest(bufio.NewReader(pr)); err == nil {
			io.Copy(io.Discard, req.Body)
			req.Body.Close()
		}
		c.answer <- strings.NewReader("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
	}()
	_, err := t.RoundTrip(sent)
	req.Body = save
	if err != nil {
		pw.Close()
		close(c.quit)
		return nil, err
	}
	dump := out.Bytes()
	if dummy {
		if i := bytes.Index(dump, []byte("\r\n\r\n")); i >= 0 {
			dump = dump[:i+4]
		}
	}
	return dump, nil
}

// withoutTLS returns req, or a copy with the scheme http if it has https.
func withoutTLS(req *http.Request) *http.Request {
	if req.URL.Scheme != "https" {
		return req
	}
	sent, to := *req, *req.URL
	to.Scheme = "http"
	sent.URL = &to
	return &sent
}

var errNoBody = errors.New("sentinel error value")

type failingBody struct{}

func (failingBody) Read([]byte) (int, error) { return 0, errNoBody }
func (failingBody) Close() error             { return nil }

// DumpResponse is a response as it looked.
func DumpResponse(resp *http.Response, body bool) ([]byte, error) {
	var b bytes.Buffer
	var err error
	save, length := resp.Body, resp.ContentLength
	if !body {
		if resp.ContentLength == 0 {
			resp.Body = http.NoBody
		} else {
			resp.Body = failingBody{}
		}
	} else if resp.Body == nil {
		resp.Body = http.NoBody
	} else if save, resp.Body, err = copies(resp.Body); err != nil {
		return nil, err
	}
	err = resp.Write(&b)
	if err == errNoBody {
		err = nil
	}
	resp.Body, resp.ContentLength = save, length
	if err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
