package http

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// A Client sends requests: it follows redirects and keeps cookies.
type Client struct {
	Transport     RoundTripper
	CheckRedirect func(req *Request, via []*Request) error
	Jar           CookieJar
	Timeout       time.Duration
}

// DefaultClient is what Get, Head and Post use.
var DefaultClient = &Client{}

// A RoundTripper sends one request and gives its answer.
type RoundTripper interface {
	RoundTrip(*Request) (*Response, error)
}

// ErrUseLastResponse of CheckRedirect gives the redirect itself as the answer.
var ErrUseLastResponse = errors.New("net/http: use last response")

// ErrSchemeMismatch is the error of HTTPS to a server that speaks HTTP.
var ErrSchemeMismatch = errors.New("http: server gave HTTP response to HTTPS client")

// Get asks for a URL.
func Get(url string) (*Response, error) { return DefaultClient.Get(url) }

// Head asks for the header of a URL.
func Head(url string) (*Response, error) { return DefaultClient.Head(url) }

// Post sends a body to a URL.
func Post(url, contentType string, body io.Reader) (*Response, error) {
	return DefaultClient.Post(url, contentType, body)
}

// PostForm sends a form to a URL.
func PostForm(url string, data url.Values) (*Response, error) {
	return DefaultClient.PostForm(url, data)
}

// Get asks for a URL.
func (c *Client) Get(url string) (*Response, error) {
	req, err := NewRequest("GET", url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

// Head asks for the header of a URL.
func (c *Client) Head(url string) (*Response, error) {
	req, err := NewRequest("HEAD", url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

// Post sends a body to a URL.
func (c *Client) Post(url, contentType string, body io.Reader) (*Response, error) {
	req, err := NewRequest("POST", url, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", contentType)
	return c.Do(req)
}

// PostForm sends a form to a URL.
func (c *Client) PostForm(url string, data url.Values) (*Response, error) {
	return c.Post(url, "application/x-www-form-urlencoded", strings.NewReader(data.Encode()))
}

// CloseIdleConnections closes the connections that the transport keeps.
func (c *Client) CloseIdleConnections() {
	if t, ok := c.transport().(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}

func (c *Client) transport() RoundTripper {
	if c.Transport != nil {
		return c.Transport
	}
	return DefaultTransport
}

func (c *Client) checkRedirect(req *Request, via []*Request) error {
	if c.CheckRedirect != nil {
		return c.CheckRedirect(req, via)
	}
	if len(via) >= 10 {
		return errors.New("stopped after 10 redirects")
	}
	return nil
}

// redirected says whether a status redirects, to which method, and whether with the body.
func redirected(method string, resp *Response, first *Request) (to string, redirect, withBody bool) {
	switch resp.StatusCode {
	case 301, 302, 303:
		if method != "GET" && method != "HEAD" {
			method = "GET"
		}
		return method, true, false
	case 307, 308:
		if first.GetBody == nil && first.outgoingLength() != 0 {
			return method, false, true
		}
		return method, true, true
	}
	return method, false, false
}

// referer is the Referer of a request that another one led to.
func referer(last, next *url.URL, explicit string) string {
	if last.Scheme == "https" && next.Scheme == "http" {
		return ""
	}
	if explicit != "" {
		return explicit
	}
	r := last.String()
	if last.User != nil {
		r = strings.Replace(r, last.User.String()+"@", "", 1)
	}
	return r
}

// urlText is a URL for errors, without its password.
func urlText(u *url.URL) string {
	if u == nil {
		return ""
	}
	if _, has := u.User.Password(); has {
		return strings.Replace(u.String(), u.User.String()+"@", u.User.Username()+":***@", 1)
	}
	return u.String()
}

// Do sends a request and follows redirects.
func (c *Client) Do(req *Request) (resp *Response, err error) {
	if req.URL == nil {
		req.closeBody()
		return nil, &url.Error{Op: opName(req.Method), Err: errors.New("http: nil Request.URL")}
	}
	var deadline time.Time
	if c.Timeout > 0 {
		deadline = time.Now().Add(c.Timeout)
	}
	var reqs []*Request
	closed := false
	method := req.Method
	withBody := false
	fail := func(err error) error {
		if !closed {
			req.closeBody()
		}
		text := urlText(reqs[len(reqs)-1].URL)
		if resp != nil && resp.Request != nil {
			text = urlText(resp.Request.URL)
		}
		return &url.Error{Op: opName(reqs[0].Method), URL: text, Err: err}
	}
	headers := redirectHeaders(c, req)
	for {
		if len(reqs) > 0 {
			loc := resp.Header.Get("Location")
			if loc == "" {
				return resp, nil
			}
			u, err := req.URL.Parse(loc)
			if err != nil {
				resp.closeBody()
				return nil, fail(fmt.Errorf("failed to parse Location header %q: %v", loc, err))
			}
			first := reqs[0]
			host := ""
			if req.Host != "" && req.Host != req.URL.Host {
				if u, _ := url.Parse(loc); u != nil && !u.IsAbs() {
					host = req.Host
				}
			}
			req = &Request{Method: method, Response: resp, URL: u, Header: make(Header), Host: host, Cancel: first.Cancel, ctx: first.ctx}
			if withBody && first.GetBody != nil {
				if req.Body, err = first.GetBody(); err != nil {
					resp.closeBody()
					return nil, fail(err)
				}
				req.GetBody = first.GetBody
				req.ContentLength = first.ContentLength
			}
			last := reqs[len(reqs)-1]
			headers(req, first, last)
			if ref := referer(last.URL, u, req.Header.get("Referer")); ref != "" {
				req.Header.Set("Referer", ref)
			}
			err = c.checkRedirect(req, reqs)
			if err == ErrUseLastResponse {
				return resp, nil
			}
			if resp.ContentLength == -1 || resp.ContentLength <= 2<<10 {
				io.CopyN(io.Discard, resp.Body, 2<<10)
			}
			resp.Body.Close()
			if err != nil {
				// The caller gets the last answer too.
				ue := fail(err)
				ue.(*url.Error).URL = loc
				return resp, ue
			}
		}
		reqs = append(reqs, req)
		var timedOut func() bool
		if resp, timedOut, err = c.send(req, deadline); err != nil {
			closed = true
			if !deadline.IsZero() && timedOut() {
				err = &timeoutError{err.Error() + " (Client.Timeout exceeded while awaiting headers)"}
			}
			return nil, fail(err)
		}
		var redirect bool
		if method, redirect, withBody = redirected(method2(req), resp, reqs[0]); !redirect {
			return resp, nil
		}
		req.closeBody()
	}
}

func method2(r *Request) string {
	if r.Method == "" {
		return "GET"
	}
	return r.Method
}

func opName(method string) string {
	if method == "" {
		return "Get"
	}
	return method[:1] + strings.ToLower(method[1:])
}

// cookieField writes cookies as the field Cookie has them.
func cookieField(cookies map[string][]*Cookie) string {
	var pairs []string
	for name, list := range cookies {
		for _, ck := range list {
			pairs = append(pairs, name+"="+ck.Value)
		}
	}
	slices.Sort(pairs)
	return strings.Join(pairs, "; ")
}

// redirectHeaders is the function that gives a redirected request the fields of the first one: not its secrets if it
// goes elsewhere.
func redirectHeaders(c *Client, first *Request) func(req, first, last *Request) {
	h := first.Header.Clone()
	var cookies map[string][]*Cookie
	if c.Jar != nil && h.Get("Cookie") != "" {
		cookies = map[string][]*Cookie{}
		for _, ck := range first.Cookies() {
			cookies[ck.Name] = append(cookies[ck.Name], ck)
		}
	}
	elsewhere := false
	return func(req, first, last *Request) {
		if cookies != nil && req.Response != nil {
			before := len(cookies)
			for _, ck := range req.Response.Cookies() {
				delete(cookies, ck.Name) // the jar sends the new one
			}
			if len(cookies) < before {
				h.Set("Cookie", cookieField(cookies))
			}
		}
		if !elsewhere && req.URL.Host != first.URL.Host && !sameDomain(first.URL, req.URL) {
			elsewhere = true
		}
		bodyless := req.Body == nil
		for k, vv := range h {
			switch k = CanonicalHeaderKey(k); k {
			case "Authorization", "Www-Authenticate", "Cookie", "Cookie2", "Proxy-Authorization", "Proxy-Authenticate":
				if elsewhere {
					continue
				}
			case "Content-Encoding", "Content-Language", "Content-Location", "Content-Type":
				if bodyless && first.outgoingLength() != 0 && (req.Method == "GET" || req.Method == "HEAD") && first.Method != req.Method {
					continue
				}
			}
			req.Header[k] = vv
		}
	}
}

// sameDomain tells whether a URL leads to the host of another one or below it.
func sameDomain(parent, sub *url.URL) bool {
	p, s := strings.ToLower(parent.Hostname()), strings.ToLower(sub.Hostname())
	if p == s {
		return true
	}
	if strings.ContainsAny(s, ":%") {
		return false
	}
	return strings.HasSuffix(s, "."+p)
}

func (r *Response) closeBody() {
	if r.Body != nil {
		r.Body.Close()
	}
}

// A timeoutError is that of a client whose time ran out.
type timeoutError struct{ err string }

func (e *timeoutError) Error() string     { return e.err }
func (e *timeoutError) Timeout() bool     { return true }
func (e *timeoutError) Temporary() bool   { return true }
func (e *timeoutError) Is(err error) bool { return err == context.DeadlineExceeded }

// send sends one request, with the cookies of the jar.
func (c *Client) send(req *Request, deadline time.Time) (resp *Response, timedOut func() bool, err error) {
	if c.Jar != nil {
		for _, ck := range c.Jar.Cookies(req.URL) {
			req.AddCookie(ck)
		}
	}
	resp, timedOut, err = roundTrip(req, c.transport(), deadline)
	if err != nil {
		return nil, timedOut, err
	}
	if c.Jar != nil {
		if list := resp.Cookies(); len(list) > 0 {
			c.Jar.SetCookies(req.URL, list)
		}
	}
	return resp, timedOut, nil
}

func never() bool { return false }

// roundTrip sends one request before a deadline.
func roundTrip(given *Request, rt RoundTripper, deadline time.Time) (*Response, func() bool, error) {
	req, refusal := given, ""
	if rt == nil {
		refusal = "http: no Client.Transport or DefaultTransport"
	} else if given.RequestURI != "" {
		refusal = "http: Request.RequestURI can't be set in client requests"
	}
	if refusal != "" {
		given.closeBody()
		return nil, never, errors.New(refusal)
	}
	copied := func() {
		if req == given {
			req = new(Request)
			*req = *given
		}
	}
	if req.Header == nil {
		copied()
		req.Header = make(Header)
	}
	if u := req.URL.User; u != nil && req.Header.Get("Authorization") == "" {
		copied()
		req.Header = given.Header.Clone()
		if req.Header == nil {
			req.Header = make(Header)
		}
		password, _ := u.Password()
		req.SetBasicAuth(u.Username(), password)
	}
	timedOut := never
	stop := func() {}
	if !deadline.IsZero() {
		copied()
		ctx, cancel := context.WithDeadline(req.Context(), deadline)
		req.ctx = ctx
		var passed atomic.Bool
		stop = cancel
		timedOut = func() bool { return passed.Load() || !time.Now().Before(deadline) }
	}
	resp, err := rt.RoundTrip(req)
	if err != nil {
		stop()
		if resp != nil {
			log.Printf("RoundTripper returned a response & error; ignoring response")
		}
		return nil, timedOut, err
	}
	if resp == nil {
		stop()
		return nil, timedOut, fmt.Errorf("http: RoundTripper implementation (%T) returned a nil *Response with a nil error", rt)
	}
	if resp.Body == nil {
		if resp.ContentLength > 0 && req.Method != "HEAD" {
			stop()
			return nil, timedOut, fmt.Errorf("http: RoundTripper implementation (%T) returned a *Response with content length %d but a nil Body", rt, resp.ContentLength)
		}
		resp.Body = io.NopCloser(strings.NewReader(""))
	}
	if !deadline.IsZero() {
		resp.Body = &timedBody{body: resp.Body, stop: stop, timedOut: timedOut}
	}
	return resp, timedOut, nil
}

// A timedBody has its time ended with it.
type timedBody struct {
	body     io.ReadCloser
	stop     func()
	timedOut func() bool
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	if err == nil || err == io.EOF {
		return n, err
	}
	if b.timedOut() {
		err = &timeoutError{err.Error() + " (Client.Timeout or context cancellation while reading body)"}
	}
	return n, err
}

func (b *timedBody) Close() error {
	err := b.body.Close()
	b.stop()
	return err
}
