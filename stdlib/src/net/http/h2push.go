package http

import (
	"errors"
	"fmt"
	"net/http/internal/h2"
	"net/url"
	"slices"
	"strings"
)

var (
	errH2RecursivePush = errors.New("http2: recursive push not allowed")
	errH2PushLimit     = errors.New("http2: push would exceed peer's SETTINGS_MAX_CONCURRENT_STREAMS")
)

// notPromised are fields of requests that have a body, and of :authority: a promised request has neither.
var notPromised = []string{"content-length", "content-encoding", "trailer", "te", "expect", "host"}

// Push promises the client the response to a request that it has not made, and runs the handler for it.
func (w *h2response) Push(target string, opts *PushOptions) error {
	st := w.stream
	if st.pushed {
		return errH2RecursivePush
	}
	method, header := "GET", Header{}
	if opts != nil {
		if opts.Method != "" {
			method = opts.Method
		}
		if opts.Header != nil {
			header = opts.Header.Clone()
		}
	}
	head := &h2head{method: method, scheme: "http", header: header}
	if w.req.TLS != nil {
		head.scheme = "https"
	}
	if err := head.aim(target, w.req.Host); err != nil {
		return err
	}
	for k := range header {
		if strings.HasPrefix(k, ":") {
			return fmt.Errorf("promised request headers cannot include pseudo header %q", k)
		}
		if slices.Contains(notPromised, strings.ToLower(k)) {
			return fmt.Errorf("promised request headers cannot include %q", k)
		}
	}
	if err := checkH2Fields(header); err != nil {
		return err
	}
	if method != "GET" && method != "HEAD" {
		return fmt.Errorf("method %q must be GET or HEAD", method)
	}
	return w.promise(head)
}

// aim sets the authority and the path of a promised request; host is that of the request it belongs to.
func (head *h2head) aim(target, host string) error {
	u, err := url.Parse(target)
	if err != nil {
		return err
	}
	switch {
	case u.Scheme == "":
		if target == "" || target[0] != '/' {
			return fmt.Errorf("target must be an absolute URL or an absolute path: %q", target)
		}
		u.Host = host
	case u.Scheme != head.scheme:
		return fmt.Errorf("cannot push URL with scheme %q from request with scheme %q", u.Scheme, head.scheme)
	case u.Host == "":
		return errors.New("URL must have a host")
	}
	head.authority, head.path = u.Host, u.RequestURI()
	return nil
}

// promise sends the promise of a request and starts its handler.
func (w *h2response) promise(head *h2head) error {
	parent := w.stream
	c := parent.conn
	c.mu.Lock()
	defer c.leave()
	switch err := parent.sendError(); {
	case err == errH2ClientGone:
		return err
	case err != nil:
		return errH2Closed
	case !c.pushes:
		return ErrNotSupported
	case c.pushOpen+1 > c.peerStreams:
		return errH2PushLimit
	case c.lastPush+2 >= http2.MaxWindow:
		c.goAway(http2.ErrCodeNo)
		return errH2PushLimit
	}
	c.lastPush += 2
	w.fields = append(w.fields[:0],
		http2.Field{Name: ":method", Value: head.method}, http2.Field{Name: ":scheme", Value: head.scheme},
		http2.Field{Name: ":authority", Value: head.authority}, http2.Field{Name: ":path", Value: head.path})
	w.addFields(head.header, nil)
	c.out.PushPromise(parent.id, c.lastPush, w.fields)
	st := c.openStream(c.lastPush, true)
	c.enqueue(st, c.defaultPriority())
	r, err := c.newRequest(st, head)
	if err != nil {
		return err
	}
	return c.start(c.assign(st, r, false))
}
