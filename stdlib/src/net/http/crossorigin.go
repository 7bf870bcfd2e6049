package http

import (
	"errors"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
)

// A CrossOriginProtection refuses requests of browsers that come from other sites and may change something.
type CrossOriginProtection struct {
	mu      sync.RWMutex
	trusted map[string]bool
	bypass  *ServeMux
	deny    atomic.Pointer[Handler]
}

// NewCrossOriginProtection makes one that trusts no origin.
func NewCrossOriginProtection() *CrossOriginProtection { return new(CrossOriginProtection) }

// AddTrustedOrigin lets an origin, such as https://example.com, pass.
func (c *CrossOriginProtection) AddTrustedOrigin(origin string) error {
	u, err := url.Parse(origin)
	switch {
	case err != nil:
		return fmt.Errorf("invalid origin %q: %w", origin, err)
	case u.Scheme == "":
		return fmt.Errorf("invalid origin %q: scheme is required", origin)
	case u.Host == "":
		return fmt.Errorf("invalid origin %q: host is required", origin)
	case u.Path != "" || u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("invalid origin %q: path, query, and fragment are not allowed", origin)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.trusted == nil {
		c.trusted = map[string]bool{}
	}
	c.trusted[origin] = true
	return nil
}

// AddInsecureBypassPattern lets requests pass that match a pattern of a ServeMux.
func (c *CrossOriginProtection) AddInsecureBypassPattern(pattern string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bypass == nil {
		c.bypass = NewServeMux()
	}
	c.bypass.Handle(pattern, NotFoundHandler())
}

// SetDenyHandler sets what answers refused requests instead of 403.
func (c *CrossOriginProtection) SetDenyHandler(h Handler) {
	if h == nil {
		c.deny.Store(nil)
		return
	}
	c.deny.Store(&h)
}

var (
	errCrossOrigin    = errors.New("cross-origin request detected from Sec-Fetch-Site header")
	errCrossOriginOld = errors.New("cross-origin request detected, and/or browser is out of date: Sec-Fetch-Site is missing, and Origin does not match Host")
)

// Check says why a request is refused.
func (c *CrossOriginProtection) Check(req *Request) error {
	switch req.Method {
	case "GET", "HEAD", "OPTIONS":
		return nil
	}
	err := fromElsewhere(req)
	if err != nil && c.exempt(req) {
		return nil
	}
	return err
}

// fromElsewhere returns an error if a browser sends the request for a page of another origin.
func fromElsewhere(req *Request) error {
	switch req.Header.Get("Sec-Fetch-Site") {
	case "none", "same-origin":
		return nil
	case "": // a browser that is old, or no browser
		origin := req.Header.Get("Origin")
		o, err := url.Parse(origin)
		if origin != "" && (err != nil || o.Host != req.Host) {
			return errCrossOriginOld
		}
		return nil
	}
	return errCrossOrigin
}

func (c *CrossOriginProtection) exempt(req *Request) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.bypass != nil {
		if _, pattern := c.bypass.Handler(req); pattern != "" {
			return true
		}
	}
	return c.trusted[req.Header.Get("Origin")]
}

// Handler checks requests before h gets them.
func (c *CrossOriginProtection) Handler(h Handler) Handler {
	return HandlerFunc(func(w ResponseWriter, r *Request) {
		err := c.Check(r)
		if err == nil {
			h.ServeHTTP(w, r)
		} else if deny := c.deny.Load(); deny != nil {
			(*deny).ServeHTTP(w, r)
		} else {
			Error(w, err.Error(), StatusForbidden)
		}
	})
}
