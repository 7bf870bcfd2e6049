package http

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http/internal/punycode"
	"net/textproto"
	"net/url"
	"strings"
)

// isReplayable tells whether the request may be sent again.
func (r *Request) isReplayable() bool {
	if r.Body == nil || r.Body == NoBody || r.GetBody != nil {
		switch r.Method {
		case "", "GET", "HEAD", "OPTIONS", "TRACE":
			return true
		}
		return r.Header.has("Idempotency-Key") || r.Header.has("X-Idempotency-Key")
	}
	return false
}

func (r *Request) closeBody() error {
	if r.Body == nil {
		return nil
	}
	return r.Body.Close()
}

func (r *Request) expectsContinue() bool { return hasToken(r.Header.get("Expect"), "100-continue") }
func (r *Request) wantsClose() bool {
	return r.Close || hasToken(r.Header.get("Connection"), "close")
}

// outgoingLength is the length of a body to send, -1: not known.
func (r *Request) outgoingLength() int64 {
	if r.Body == nil || r.Body == NoBody {
		return 0
	}
	if r.ContentLength != 0 {
		return r.ContentLength
	}
	return -1
}

// Write writes the request as a client sends it.
func (r *Request) Write(w io.Writer) error { return r.write(w, false, nil, nil) }

// WriteProxy is Write with the whole URL, as proxies expect it.
func (r *Request) WriteProxy(w io.Writer) error { return r.write(w, true, nil, nil) }

var skippedInRequests = map[string]bool{
	"Host": true, "User-Agent": true, "Content-Length": true, "Transfer-Encoding": true, "Trailer": true,
}

const defaultUserAgent = "Go-http-client/1.1"

// write writes the request; wait is called between header and body, and says whether to go on.
func (r *Request) write(w io.Writer, proxy bool, extra Header, wait func() bool) (err error) {
	trace := traceOf(r.Context())
	if trace != nil && trace.WroteRequest != nil {
		defer func() { trace.wrote(err) }()
	}
	closed := false
	defer func() {
		if !closed {
			if cerr := r.closeBody(); cerr != nil && err == nil {
				err = cerr
			}
		}
	}()
	host := r.Host
	if host == "" {
		if r.URL == nil {
			return errMissingHost
		}
		host = r.URL.Host
	}
	if host, err = asciiHost(host); err != nil {
		return err
	}
	if !validHost(host) {
		if proxy {
			return errors.New("http: invalid Host header")
		}
		host = ""
	}
	if i := strings.IndexByte(host, '['); i == 0 {
		host = withoutZone(host)
	}
	uri := r.URL.RequestURI()
	if proxy && r.URL.Scheme != "" && r.URL.Opaque == "" {
		uri = r.URL.Scheme + "://" + host + uri
	} else if r.Method == "CONNECT" && r.URL.Path == "" {
		uri = host
		if r.URL.Opaque != "" {
			uri = r.URL.Opaque
		}
	}
	for i := 0; i < len(uri); i++ {
		if uri[i] < ' ' || uri[i] == 0x7f {
			return errors.New("net/http: can't write control character in Request.URL")
		}
	}
	bw, own := w.(*bufio.Writer)
	if !own {
		bw = bufio.NewWriter(w)
		if _, ok := w.(io.ByteWriter); ok {
			// It is written to without a buffer, as it were: an error leaves there what comes before it.
			defer func() {
				if err != nil {
					bw.Flush()
				}
			}()
		}
	}
	method := r.Method
	if method == "" {
		method = "GET"
	}
	bw.WriteString(method + " " + uri + " HTTP/1.1\r\nHost: " + host + "\r\n")
	trace.field("Host", host)
	agent := defaultUserAgent
	if r.Header.has("User-Agent") {
		agent = r.Header.Get("User-Agent")
	}
	if agent != "" {
		agent = textproto.TrimString(newlinesToBlanks.Replace(agent))
		bw.WriteString("User-Agent: " + agent + "\r\n")
		trace.field("User-Agent", agent)
	}
	t, err := newTransfer(r)
	if err != nil {
		return err
	}
	if err := t.writeHeader(bw, trace); err != nil {
		return err
	}
	if err := r.Header.write(bw, func(k string) bool { return skippedInRequests[k] }, trace.fieldFunc()); err != nil {
		return err
	}
	if err := extra.write(bw, func(string) bool { return false }, trace.fieldFunc()); err != nil {
		return err
	}
	if _, err := bw.WriteString("\r\n"); err != nil {
		return err
	}
	if trace != nil && trace.WroteHeaders != nil {
		trace.WroteHeaders()
	}
	if wait != nil {
		if trace != nil && trace.Wait100Continue != nil {
			trace.Wait100Continue()
		}
		if err := bw.Flush(); err != nil {
			return err
		}
		if !wait() {
			closed = true
			r.closeBody()
			return nil
		}
	}
	if t.flushHeader {
		if err := bw.Flush(); err != nil {
			return err
		}
	}
	closed = true
	if err := t.writeBody(bw); err != nil {
		if t.readErr == err {
			err = requestBodyReadError{err}
		}
		return err
	}
	return bw.Flush()
}

// A requestBodyReadError is the error of the body itself.
type requestBodyReadError struct{ error }

// asciiHost is a host, and its port, in punycode.
func asciiHost(hostPort string) (string, error) {
	host, port, err := net.SplitHostPort(hostPort)
	if err != nil {
		// There is no port.
		host, port = hostPort, ""
	}
	ascii, wrong := punycode.Name(host)
	if wrong != "" || ascii == host {
		return hostPort, nil
	}
	if port == "" {
		return ascii, nil
	}
	return net.JoinHostPort(ascii, port), nil
}

func withoutZone(host string) string {
	end := strings.LastIndexByte(host, ']')
	if end < 0 {
		return host
	}
	if zone := strings.LastIndexByte(host[:end], '%'); zone >= 0 {
		return host[:zone] + host[end:]
	}
	return host
}

// hostPort is the address of a URL, with the port that its scheme has.
func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443", "socks5": "1080", "socks5h": "1080"}[u.Scheme]
	}
	return net.JoinHostPort(punycode.Lookup(u.Hostname()), port)
}
