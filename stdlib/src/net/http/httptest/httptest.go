// Package httptest has servers and recorders for tests of HTTP.
package httptest

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// DefaultRemoteAddr is the client's address of a ResponseRecorder.
const DefaultRemoteAddr = "1.2.3.4"

// NewRequest makes a request as a server gets it; it panics if that cannot be.
func NewRequest(method, target string, body io.Reader) *http.Request {
	return NewRequestWithContext(context.Background(), method, target, body)
}

// NewRequestWithContext is NewRequest with a context.
func NewRequestWithContext(ctx context.Context, method, target string, body io.Reader) *http.Request {
	req := parsed(cmp.Or(method, http.MethodGet), target).WithContext(ctx)
	req.Host = cmp.Or(req.Host, "example.com")
	req.RemoteAddr = "192.0.2.1:1234"
	if body != nil {
		req.Body, req.ContentLength = closable(body), length(body)
	}
	if _, secure := strings.CutPrefix(target, "https://"); secure {
		req.TLS = &tls.ConnectionState{Version: tls.VersionTLS12, HandshakeComplete: true, ServerName: req.Host}
	}
	return req
}

// parsed has the server's own parser read a request line. The line says HTTP/1.0, which needs no Host header, and the request is
// then dressed as one of HTTP/1.1.
func parsed(method, target string) *http.Request {
	line := fmt.Sprintf("%s %s HTTP/1.0\r\n\r\n", method, target)
	req, err := http.ReadRequest(bufio.NewReader(strings.NewReader(line)))
	if err != nil {
		panic("invalid NewRequest arguments; " + err.Error())
	}
	req.Proto, req.ProtoMinor, req.Close = "HTTP/1.1", 1, false
	return req
}

func closable(body io.Reader) io.ReadCloser {
	if c, ok := body.(io.ReadCloser); ok {
		return c
	}
	return io.NopCloser(body)
}

// length is the number of bytes in body, or -1 if it is not one of the readers that http.NewRequest knows.
func length(body io.Reader) int64 {
	switch body.(type) {
	case *bytes.Buffer, *bytes.Reader, *strings.Reader:
		return int64(body.(interface{ Len() int }).Len())
	}
	return -1
}
