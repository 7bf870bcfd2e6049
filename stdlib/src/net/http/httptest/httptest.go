// Package httptest has servers and recorders for tests of HTTP.
package httptest

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
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
	if method == "" {
		method = "GET"
	}
	req, err := http.ReadRequest(bufio.NewReader(strings.NewReader(method + " " + target + " HTTP/1.0\r\n\r\n")))
	if err != nil {
		panic("invalid NewRequest arguments; " + err.Error())
	}
	req = req.WithContext(ctx)
	req.Proto, req.ProtoMinor, req.Close = "HTTP/1.1", 1, false
	switch v := body.(type) {
	case nil:
	case *bytes.Buffer:
		req.ContentLength = int64(v.Len())
	case *bytes.Reader:
		req.ContentLength = int64(v.Len())
	case *strings.Reader:
		req.ContentLength = int64(v.Len())
	default:
		req.ContentLength = -1
	}
	if body != nil {
		if rc, ok := body.(io.ReadCloser); ok {
			req.Body = rc
		} else {
			req.Body = io.NopCloser(body)
		}
	}
	req.RemoteAddr = "192.0.2.1:1234"
	if req.Host == "" {
		req.Host = "example.com"
	}
	if strings.HasPrefix(target, "https://") {
		req.TLS = &tls.ConnectionState{Version: tls.VersionTLS12, HandshakeComplete: true, ServerName: req.Host}
	}
	return req
}
