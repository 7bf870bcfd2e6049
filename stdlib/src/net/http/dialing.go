package http

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

var zeroDialer net.Dialer

// dial makes a connection for a request.
func (t *Transport) dial(ctx context.Context, req *Request, key connKey, proxy *url.URL) (*persistConn, error) {
	pc := &persistConn{t: t, key: key, proxied: key.addr == "" && proxy != nil}
	addr := key.addr
	if proxy != nil {
		addr = hostPort(proxy)
	}
	trace := traceOf(req.Context())
	fail := func(err error) (*persistConn, error) {
		if proxy != nil {
			err = &net.OpError{Op: "proxyconnect", Net: "tcp", Err: err}
		}
		return nil, err
	}
	var err error
	if key.scheme == "https" && proxy == nil && (t.DialTLSContext != nil || t.DialTLS != nil) {
		if t.DialTLSContext != nil {
			pc.conn, err = t.DialTLSContext(ctx, "tcp", addr)
		} else {
			pc.conn, err = t.DialTLS("tcp", addr)
		}
		if err == nil && pc.conn == nil {
			err = errors.New("net/http: Transport.DialTLS or DialTLSContext returned (nil, nil)")
		}
		if err != nil {
			return nil, err
		}
		if c, ok := pc.conn.(*tls.Conn); ok {
			if err := pc.secure(ctx, c, trace); err != nil {
				return nil, err
			}
		} else if c, ok := pc.conn.(tlsState); ok {
			state := c.ConnectionState()
			pc.tls = &state
		}
		return pc.start()
	}
	if pc.conn, err = t.dialTCP(ctx, addr); err != nil {
		return fail(err)
	}
	if proxy != nil && proxy.Scheme == "https" {
		if err := pc.upgrade(ctx, proxy.Hostname(), trace, false); err != nil {
			return fail(err)
		}
	}
	switch {
	case proxy == nil:
	case proxy.Scheme == "socks5" || proxy.Scheme == "socks5h":
		if err := socksConnect(ctx, pc.conn, proxy, key.addr); err != nil {
			pc.conn.Close()
			return nil, err
		}
	case pc.proxied:
		if auth := proxyAuth(proxy); auth != "" {
			pc.extra = Header{"Proxy-Authorization": {auth}}
		}
	default:
		if err := t.connect(ctx, pc, proxy); err != nil {
			pc.conn.Close()
			return nil, err
		}
	}
	if key.scheme == "https" {
		host, _, _ := net.SplitHostPort(key.addr)
		if err := pc.upgrade(ctx, host, trace, true); err != nil {
			return nil, err
		}
	}
	return pc.start()
}

func (t *Transport) dialTCP(ctx context.Context, addr string) (c net.Conn, err error) {
	switch {
	case t.DialContext != nil:
		if c, err = t.DialContext(ctx, "tcp", addr); err == nil && c == nil {
			err = errors.New("net/http: Transport.DialContext hook returned (nil, nil)")
		}
	case t.Dial != nil:
		if c, err = t.Dial("tcp", addr); err == nil && c == nil {
			err = errors.New("net/http: Transport.Dial hook returned (nil, nil)")
		}
	default:
		c, err = zeroDialer.DialContext(ctx, "tcp", addr)
	}
	return c, err
}

// upgrade makes TLS of the connection; protocols tells that one of those that the Transport speaks is to be agreed on.
func (pc *persistConn) upgrade(ctx context.Context, name string, trace *clientTrace, protocols bool) error {
	config := &tls.Config{}
	if pc.t.TLSClientConfig != nil {
		config = pc.t.TLSClientConfig.Clone()
	}
	if config.ServerName == "" {
		config.ServerName = name
	}
	if protocols {
		pc.t.setNextProtos(config)
	}
	c := tls.Client(pc.conn, config)
	plain := pc.conn
	pc.conn = c
	if err := pc.secure(ctx, c, trace); err != nil {
		plain.Close()
		var record tls.RecordHeaderError
		if errors.As(err, &record) && string(record.RecordHeader[:]) == "HTTP/" {
			return ErrSchemeMismatch
		}
		return err
	}
	return nil
}

// secure shakes hands.
func (pc *persistConn) secure(ctx context.Context, c *tls.Conn, trace *clientTrace) error {
	if trace != nil && trace.TLSHandshakeStart != nil {
		trace.TLSHandshakeStart()
	}
	if d := pc.t.TLSHandshakeTimeout; d > 0 {
		sub, cancel := context.WithTimeoutCause(ctx, d, errHandshakeTimeout)
		defer cancel()
		ctx = sub
	}
	err := c.HandshakeContext(ctx)
	if err != nil && context.Cause(ctx) == errHandshakeTimeout {
		err = errHandshakeTimeout
	}
	state := c.ConnectionState()
	if trace != nil && trace.TLSHandshakeDone != nil {
		trace.TLSHandshakeDone(state, err)
	}
	if err == nil {
		pc.tls = &state
	}
	return err
}

func proxyAuth(proxy *url.URL) string {
	if proxy.User == nil {
		return ""
	}
	password, _ := proxy.User.Password()
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(proxy.User.Username()+":"+password))
}

// connect asks a proxy for a connection to the address.
func (t *Transport) connect(ctx context.Context, pc *persistConn, proxy *url.URL) error {
	h := t.ProxyConnectHeader
	if t.GetProxyConnectHeader != nil {
		var err error
		if h, err = t.GetProxyConnectHeader(ctx, proxy, pc.key.addr); err != nil {
			return err
		}
	}
	if h = h.Clone(); h == nil {
		h = Header{}
	}
	if auth := proxyAuth(proxy); auth != "" {
		h.Set("Proxy-Authorization", auth)
	}
	req := &Request{Method: "CONNECT", URL: &url.URL{Opaque: pc.key.addr}, Host: pc.key.addr, Header: h}
	sub, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	stop := context.AfterFunc(sub, func() { pc.conn.Close() })
	defer stop()
	err := req.Write(pc.conn)
	var resp *Response
	if err == nil {
		resp, err = ReadResponse(bufio.NewReader(pc.conn), req)
	}
	if cause := sub.Err(); cause != nil {
		return cause
	}
	if err != nil {
		return err
	}
	if t.OnProxyConnectResponse != nil {
		if err := t.OnProxyConnectResponse(ctx, proxy, req, resp); err != nil {
			return err
		}
	}
	if resp.StatusCode != 200 {
		_, text, ok := strings.Cut(resp.Status, " ")
		if !ok {
			return errors.New("unknown status code")
		}
		return errors.New(text)
	}
	return nil
}

// socksConnect asks a SOCKS5 proxy for a connection to an address.
func socksConnect(ctx context.Context, c net.Conn, proxy *url.URL, addr string) (err error) {
	fail := func(err error) error {
		return &net.OpError{Op: "socks connect", Net: "tcp", Source: c.LocalAddr(), Addr: c.RemoteAddr(), Err: err}
	}
	host, portText, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	port, err := strconv.Atoi(portText)
	if err != nil || len(host) > 255 {
		return fail(errors.New("invalid address"))
	}
	stop := context.AfterFunc(ctx, func() { c.SetDeadline(aLongTimeAgo) })
	defer func() {
		if !stop() && err != nil {
			err = ctx.Err()
		}
	}()
	ask := func(msg []byte, reply int) ([]byte, error) {
		if _, err := c.Write(msg); err != nil {
			return nil, err
		}
		b := make([]byte, reply)
		_, err := io.ReadFull(c, b)
		return b, err
	}
	methods := []byte{5, 1, 0}
	if proxy.User != nil {
		methods = []byte{5, 2, 0, 2}
	}
	b, err := ask(methods, 2)
	if err != nil {
		return fail(err)
	}
	switch {
	case b[0] != 5:
		return fail(fmt.Errorf("unexpected protocol version %d", b[0]))
	case b[1] == 2 && proxy.User != nil:
		user := proxy.User.Username()
		password, _ := proxy.User.Password()
		msg := append(append([]byte{1, byte(len(user))}, user...), byte(len(password)))
		if b, err = ask(append(msg, password...), 2); err != nil {
			return fail(err)
		}
		if b[1] != 0 {
			return fail(errors.New("username/password authentication failed"))
		}
	case b[1] != 0:
		return fail(errors.New("no acceptable authentication methods"))
	}
	msg := []byte{5, 1, 0}
	if ip, err := netip.ParseAddr(host); err != nil {
		msg = append(append(msg, 3, byte(len(host))), host...)
	} else if ip.Is4() {
		msg = append(append(msg, 1), ip.AsSlice()...)
	} else {
		msg = append(append(msg, 4), ip.AsSlice()...)
	}
	if b, err = ask(append(msg, byte(port>>8), byte(port)), 4); err != nil {
		return fail(err)
	}
	if b[1] != 0 {
		texts := []string{"", "general SOCKS server failure", "connection not allowed by ruleset", "network unreachable",
			"host unreachable", "connection refused", "TTL expired", "command not supported", "address type not supported"}
		text := "unknown code: " + strconv.Itoa(int(b[1]))
		if int(b[1]) < len(texts) {
			text = texts[b[1]]
		}
		return fail(errors.New("unknown error " + text))
	}
	size := map[byte]int{1: 4, 4: 16}[b[3]]
	if b[3] == 3 {
		if b, err = ask(nil, 1); err != nil {
			return fail(err)
		}
		size = int(b[0])
	}
	if _, err = ask(nil, size+2); err != nil {
		return fail(err)
	}
	return nil
}

// ProxyURL is a function for Transport.Proxy that gives always the same proxy.
func ProxyURL(fixed *url.URL) func(*Request) (*url.URL, error) {
	return func(*Request) (*url.URL, error) { return fixed, nil }
}

// ProxyFromEnvironment gives the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY, or their small letters, name.
func ProxyFromEnvironment(req *Request) (*url.URL, error) {
	env := func(names ...string) string {
		for _, name := range names {
			if v := os.Getenv(name); v != "" {
				return v
			}
		}
		return ""
	}
	proxy := ""
	if req.URL.Scheme == "https" {
		proxy = env("HTTPS_PROXY", "https_proxy")
	} else if req.URL.Scheme == "http" {
		proxy = env("HTTP_PROXY", "http_proxy")
		if proxy != "" && os.Getenv("REQUEST_METHOD") != "" {
			return nil, errors.New("refusing to use HTTP_PROXY value in CGI environment; see golang.org/s/cgihttpproxy")
		}
	}
	if proxy == "" || !proxyWanted(hostPort(req.URL), env("NO_PROXY", "no_proxy")) {
		return nil, nil
	}
	u, err := url.Parse(proxy)
	if err != nil || u.Scheme == "" || u.Host == "" {
		if u2, err2 := url.Parse("http://" + proxy); err2 == nil {
			return u2, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("invalid proxy address %q: %v", proxy, err)
	}
	return u, nil
}

// proxyWanted tells whether NO_PROXY leaves an address to the proxy.
func proxyWanted(addr, no string) bool {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" {
		return false
	}
	ip, iperr := netip.ParseAddr(host)
	if iperr == nil && ip.IsLoopback() {
		return false
	}
	for p := range strings.SplitSeq(no, ",") {
		p = strings.ToLower(strings.TrimSpace(p))
		if p == "" {
			continue
		}
		if p == "*" {
			return false
		}
		if prefix, err := netip.ParsePrefix(p); err == nil {
			if iperr == nil && prefix.Contains(ip) {
				return false
			}
			continue
		}
		h, pt, err := net.SplitHostPort(p)
		if err != nil {
			h, pt = strings.Trim(p, "[]"), ""
		}
		if pt != "" && pt != port {
			continue
		}
		if other, err := netip.ParseAddr(h); err == nil {
			if iperr == nil && other == ip {
				return false
			}
			continue
		}
		exact := !strings.HasPrefix(h, ".") && !strings.HasPrefix(h, "*.")
		h = strings.TrimPrefix(strings.TrimPrefix(h, "*"), ".")
		if exact && host == h || strings.HasSuffix(host, "."+h) {
			return false
		}
	}
	return true
}
