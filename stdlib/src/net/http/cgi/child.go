package cgi

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// Request returns the request that the environment of this process describes; the body comes from standard input.
func Request() (*http.Request, error) {
	params := map[string]string{}
	for _, setting := range os.Environ() {
		if name, value, ok := strings.Cut(setting, "="); ok {
			params[name] = value
		}
	}
	r, err := RequestFromMap(params)
	if err != nil {
		return nil, err
	}
	r.Body = http.NoBody
	if r.ContentLength > 0 {
		r.Body = io.NopCloser(io.LimitReader(os.Stdin, r.ContentLength))
	}
	return r, nil
}

// RequestFromMap returns the request that CGI's variables describe, without a body.
func RequestFromMap(params map[string]string) (*http.Request, error) {
	r := &http.Request{
		Method: params["REQUEST_METHOD"],
		Proto:  params["SERVER_PROTOCOL"],
		Host:   params["HTTP_HOST"],
		Header: http.Header{},
		// A process answers one request.
		Close:   true,
		Trailer: http.Header{},
	}
	if r.Method == "" {
		return nil, errors.New("cgi: no REQUEST_METHOD in environment")
	}
	if err := setProtocol(r); err != nil {
		return nil, err
	}
	if text := params["CONTENT_LENGTH"]; text != "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, errors.New("cgi: bad CONTENT_LENGTH in environment: " + text)
		}
		r.ContentLength = n
	}
	setHeader(r, params)
	switch params["HTTPS"] {
	case "on", "ON", "1":
		r.TLS = &tls.ConnectionState{HandshakeComplete: true}
	}
	var err error
	if r.URL, err = requestURL(r, params); err != nil {
		return nil, err
	}
	// A port that is no number counts as none.
	port, _ := strconv.Atoi(params["REMOTE_PORT"])
	r.RemoteAddr = net.JoinHostPort(params["REMOTE_ADDR"], strconv.Itoa(port))
	return r, nil
}

// setProtocol sets the version from the name of the protocol.
func setProtocol(r *http.Request) error {
	// The name that servers give for a file that an SSI directive includes.
	if r.Proto == "INCLUDED" {
		r.ProtoMajor = 1
		return nil
	}
	var ok bool
	if r.ProtoMajor, r.ProtoMinor, ok = http.ParseHTTPVersion(r.Proto); !ok {
		return errors.New("cgi: invalid SERVER_PROTOCOL version")
	}
	return nil
}

// setHeader makes header lines of the variables that begin with HTTP_, but for the host, which the request has itself.
func setHeader(r *http.Request, params map[string]string) {
	if kind := params["CONTENT_TYPE"]; kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	for name, value := range params {
		line, ok := strings.CutPrefix(name, "HTTP_")
		if ok && line != "HOST" {
			r.Header.Add(strings.ReplaceAll(line, "_", "-"), value)
		}
	}
}

// requestURL returns the address; not all servers tell it as a whole.
func requestURL(r *http.Request, params map[string]string) (*url.URL, error) {
	uri := params["REQUEST_URI"]
	if uri == "" {
		uri = params["SCRIPT_NAME"] + params["PATH_INFO"]
		if query := params["QUERY_STRING"]; query != "" {
			uri += "?" + query
		}
	}
	if r.Host != "" {
		scheme := "http://"
		if r.TLS != nil {
			scheme = "https://"
		}
		whole := scheme + r.Host + uri
		u, err := url.Parse(whole)
		if err != nil {
			return nil, errors.New("cgi: failed to parse host and REQUEST_URI into a URL: " + whole)
		}
		return u, nil
	}
	u, err := url.Parse(uri)
	if err != nil {
		return nil, errors.New("cgi: failed to parse REQUEST_URI into a URL: " + uri)
	}
	return u, nil
}

// Serve answers the request of this process by handler, or by http.DefaultServeMux if handler is nil. It fails if the
// environment describes none.
func Serve(handler http.Handler) error {
	r, err := Request()
	if err != nil {
		return err
	}
	if handler == nil {
		handler = http.DefaultServeMux
	}
	w := &response{request: r, header: http.Header{}, out: bufio.NewWriter(os.Stdout)}
	handler.ServeHTTP(w, r)
	w.Write(nil) // the header, if nothing was written
	return w.out.Flush()
}

// A response writes an answer for the server to standard output.
type response struct {
	request *http.Request
	header  http.Header
	code    int
	hasCode bool // WriteHeader was called
	isBegun bool // the header was written
	out     *bufio.Writer
}

func (w *response) Header() http.Header { return w.header }

func (w *response) WriteHeader(code int) {
	if w.hasCode {
		fmt.Fprintf(os.Stderr, "CGI attempted to write header twice on request for %s", w.request.URL)
		return
	}
	w.code, w.hasCode = code, true
}

func (w *response) Write(p []byte) (int, error) {
	if !w.hasCode {
		w.WriteHeader(http.StatusOK)
	}
	if !w.isBegun {
		w.begin(p)
	}
	return w.out.Write(p)
}

// begin writes the header; without a type the start of the body tells it.
func (w *response) begin(body []byte) {
	w.isBegun = true
	fmt.Fprintf(w.out, "Status: %d %s\r\n", w.code, http.StatusText(w.code))
	if _, isSet := w.header["Content-Type"]; !isSet {
		w.header.Set("Content-Type", http.DetectContentType(body))
	}
	w.header.Write(w.out)
	w.out.WriteString("\r\n")
	w.out.Flush()
}

func (w *response) Flush() { w.out.Flush() }
