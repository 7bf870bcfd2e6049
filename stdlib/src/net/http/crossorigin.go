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
	switch req.Header.Get("Sec-Fetch-Site") {
	case "":
	case "same-origin", "none":
		return nil
	default:
		if c.exempt(req) {
			return nil
		}
		return errCrossOrigin
	}
	origin := req.Header.Get("Origin")
	if origin == "" {
		return nil
	}
	if o, err := url.Parse(origin); err == nil && o.Host == req.Host {
		return nil
	}
	if c.exempt(req) {
		return nil
	}
	return errCrossOriginOld
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
		if err := c.Check(r); err != nil {
			if deny := c.deny.Load(); deny != nil {
				(*deny).ServeHTTP(w, r)
				return
			}
			Error(w, err.Error(), StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}
