package net

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A DNSConfigError is no longer returned by any function.
type DNSConfigError struct{ Err error }

// Unwrap returns the cause.
func (e *DNSConfigError) Unwrap() error { return e.Err }

func (e *DNSConfigError) Error() string   { return "error reading DNS config: " + e.Err.Error() }
func (e *DNSConfigError) Timeout() bool   { return false }
func (e *DNSConfigError) Temporary() bool { return false }

// resolvConf has the settings in /etc/resolv.conf.
type resolvConf struct {
	servers  []string
	search   []string
	ndots    int
	timeout  time.Duration
	attempts int
	tcp      bool
	rotate   bool
	changed  time.Time // when the file was changed
	read     time.Time
}

var resolver struct {
	mu   sync.Mutex
	conf *resolvConf
	turn int
}

// currentConf reads the file again if it has changed, which it checks at most every five seconds.
func currentConf() *resolvConf {
	resolver.mu.Lock()
	defer resolver.mu.Unlock()
	if c := resolver.conf; c != nil {
		if time.Since(c.read) < 5*time.Second {
			return c
		}
		if info, err := os.Stat("/etc/resolv.conf"); err == nil && info.ModTime().Equal(c.changed) {
			c.read = time.Now()
			return c
		}
	}
	resolver.conf = readConf("/etc/resolv.conf")
	return resolver.conf
}

func rooted(name string) string { return strings.TrimSuffix(name, ".") + "." }

func readConf(path string) *resolvConf {
	c := &resolvConf{ndots: 1, timeout: 5 * time.Second, attempts: 2, read: time.Now()}
	if info, err := os.Stat(path); err == nil {
		c.changed = info.ModTime()
	}
	data, _ := os.ReadFile(path)
	for line := range strings.SplitSeq(string(data), "\n") {
		f := strings.Fields(line)
		if len(f) < 2 || f[0][0] == ';' || f[0][0] == '#' {
			continue
		}
		switch f[0] {
		case "nameserver":
			if ip, _ := parseZoned(f[1]); ip != nil && len(c.servers) < 3 {
				c.servers = append(c.servers, JoinHostPort(f[1], "53"))
			}
		case "domain":
			c.search = []string{rooted(f[1])}
		case "search":
			c.search = nil
			for _, name := range f[1:] {
				if name != "." {
					c.search = append(c.search, rooted(name))
				}
			}
		case "options":
			for _, option := range f[1:] {
				c.option(option)
			}
		}
	}
	if c.servers == nil {
		c.servers = []string{"127.0.0.1:53", "[::1]:53"}
	}
	if c.search == nil {
		if host, err := os.Hostname(); err == nil {
			if _, domain, found := strings.Cut(host, "."); found && domain != "" {
				c.search = []string{rooted(domain)}
			}
		}
	}
	return c
}

func (c *resolvConf) option(text string) {
	name, value, _ := strings.Cut(text, ":")
	n, _ := strconv.Atoi(value)
	switch name {
	case "ndots":
		c.ndots = min(max(n, 0), 15)
	case "timeout":
		c.timeout = time.Duration(max(n, 1)) * time.Second
	case "attempts":
		c.attempts = max(n, 1)
	case "rotate":
		c.rotate = true
	case "use-vc", "usevc", "tcp":
		c.tcp = true
	}
}

// names returns the names to query, in order.
func (c *resolvConf) names(name string) []string {
	full := name[len(name)-1] == '.'
	if len(name) > 254 || len(name) == 254 && !full {
		return nil
	}
	var list []string
	add := func(name string) {
		if !strings.HasSuffix(lower(strings.TrimSuffix(name, ".")), ".onion") && len(name) <= 254 {
			list = append(list, name)
		}
	}
	if full {
		add(name)
		return list
	}
	dots := strings.Count(name, ".") >= c.ndots
	name += "."
	if dots {
		add(name)
	}
	for _, domain := range c.search {
		add(name + domain)
	}
	if !dots {
		add(name)
	}
	return list
}

// dnsError returns the error of a lookup.
func dnsError(err error, name, server string) *DNSError {
	e := &DNSError{Err: err.Error(), Name: name, Server: server, IsNotFound: err == errNoSuchHost}
	if t, ok := err.(Error); ok {
		e.IsTimeout, e.IsTemporary = t.Timeout(), t.Temporary()
	}
	if err == errMisbehaving {
		e.IsTemporary = true
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		e.UnwrapErr = err
	}
	return e
}

// ask queries the name servers for records of a name, which it completes with the search domains.
func (r *Resolver) ask(ctx context.Context, name string, kind int) (*reply, error) {
	if !isDomainName(name) {
		return nil, dnsError(errNoSuchHost, name, "")
	}
	conf := currentConf()
	var last error = dnsError(errNoSuchHost, name, "")
	for _, full := range conf.names(name) {
		answer, err := r.askAll(ctx, conf, full, kind)
		if err == nil {
			return answer, nil
		}
		last = err
		if e, ok := err.(Error); ok && e.Temporary() && r.StrictErrors {
			break
		}
	}
	if e, ok := last.(*DNSError); ok {
		e.Name = name
	}
	return nil, last
}

// askAll queries one server after the other for a fully qualified name.
func (r *Resolver) askAll(ctx context.Context, conf *resolvConf, name string, kind int) (*reply, error) {
	first := 0
	if conf.rotate {
		resolver.mu.Lock()
		first = resolver.turn
		resolver.turn++
		resolver.mu.Unlock()
	}
	var last error
	for range conf.attempts {
		for i := range conf.servers {
			server := conf.servers[(first+i)%len(conf.servers)]
			answer, err := r.exchange(ctx, server, name, kind, conf)
			if err != nil {
				e := dnsError(err, name, server)
				if _, ok := err.(*OpError); ok {
					e.IsTemporary = true
				}
				last = e
				continue
			}
			answer.server = server
			err = answer.check(kind)
			if err == nil {
				return answer, nil
			}
			last = dnsError(err, name, server)
			if err == errNoSuchHost {
				return nil, last
			}
		}
	}
	return nil, last
}

// exchange queries one server, over UDP and, if the answer does not fit, over TCP.
func (r *Resolver) exchange(ctx context.Context, server, name string, kind int, conf *resolvConf) (*reply, error) {
	msg, id, err := question(name, kind)
	if err != nil {
		return nil, err
	}
	networks := []string{"udp", "tcp"}
	if conf.tcp {
		networks = networks[1:]
	}
	for _, network := range networks {
		answer, err := r.exchangeOver(ctx, network, server, msg, id, conf.timeout)
		if err != nil {
			return nil, err
		}
		if !answer.cut || network == "tcp" {
			return answer, nil
		}
	}
	return nil, errNoAnswer
}

func (r *Resolver) exchangeOver(ctx context.Context, network, server string, msg []byte, id uint16, timeout time.Duration) (*reply, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	dial := r.Dial
	if dial == nil {
		var d Dialer
		dial = d.DialContext
	}
	c, err := dial(ctx, network, server)
	if err != nil {
		return nil, ofContext(err)
	}
	defer c.Close()
	if d, ok := ctx.Deadline(); ok {
		c.SetDeadline(d)
	}
	stop := context.AfterFunc(ctx, func() { c.SetDeadline(longAgo) })
	defer stop()
	var answer *reply
	if _, packets := c.(PacketConn); packets {
		answer, err = overPackets(c, msg, id)
	} else {
		answer, err = overStream(c, msg, id)
	}
	if err != nil {
		if cause := ctx.Err(); errors.Is(cause, context.Canceled) {
			err = cause
		}
		return nil, ofContext(err)
	}
	return answer, nil
}

// overPackets waits for the packet that answers the query; it ignores others.
func overPackets(c Conn, msg []byte, id uint16) (*reply, error) {
	if _, err := c.Write(msg); err != nil {
		return nil, err
	}
	for {
		buf := make([]byte, 1232)
		n, err := c.Read(buf)
		if err != nil {
			return nil, err
		}
		if answer, ok := parseReply(buf[:n], msg, id); ok {
			return answer, nil
		}
	}
}

// overStream queries over a stream, where the length precedes each message.
func overStream(c Conn, msg []byte, id uint16) (*reply, error) {
	if _, err := c.Write(append([]byte{byte(len(msg) >> 8), byte(len(msg))}, msg...)); err != nil {
		return nil, err
	}
	var size [2]byte
	if _, err := io.ReadFull(c, size[:]); err != nil {
		return nil, err
	}
	buf := make([]byte, be16(size[:]))
	if _, err := io.ReadFull(c, buf); err != nil {
		return nil, err
	}
	answer, ok := parseReply(buf, msg, id)
	if !ok {
		return nil, errBadResponse
	}
	return answer, nil
}
