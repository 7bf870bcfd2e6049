package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/rpc"
	"net/smtp"
	"strings"
	"time"
)

var addresses = []string{
	"", ":", ":0", "127.0.0.1", "127.0.0.1:", "127.0.0.1:http", "127.0.0.1:nosuch", "127.0.0.1:99999", "127.0.0.1:-1", "[::1]:0", "[::1]", "::1:80", "[::1]:80:90", "[::1", "]:80", "256.1.1.1:80", "127.0.0.1:0x50",
	"a b:80", "/tmp/errs1/nosuch", "@abstract-errs", "[fe80::1%nosuch]:80", "127.0.0.1:+80", "localhost:99999999999", "127.0.0.1:65536", "host\x00:80",
}

var networks = []string{"tcp", "tcp4", "tcp6", "udp", "udp4", "unix", "unixgram", "unixpacket", "ip", "ip4:icmp", "ip:nosuch", "nosuch", "", "tcp7"}

func network(p *prober) {
	for _, n := range networks {
		for _, a := range addresses {
			name := fmt.Sprintf("%q %q", n, a)
			// Left out: addresses that another program may listen to, or that need the network.
			if a != ":" && a != ":0" && a != "" && a != "127.0.0.1:http" && !strings.HasPrefix(a, "256") && !strings.HasPrefix(a, "a b") && !strings.HasPrefix(a, "host") && a != "127.0.0.1" && a != "127.0.0.1:+80" {
				p.try("dial "+name, func() []any {
					c, err := net.DialTimeout(n, a, time.Second)
					if err == nil {
						c.Close()
					}
					return []any{err}
				})
			}
			if strings.HasPrefix(a, "256") || strings.HasPrefix(a, "a b") || strings.HasPrefix(a, "host") || strings.HasPrefix(n, "unix") && !strings.HasPrefix(a, "/") || a == "127.0.0.1:http" || a == "127.0.0.1:+80" || strings.HasPrefix(n, "ip") {
				continue
			}
			p.try("listen "+name, func() []any {
				l, err := net.Listen(n, a)
				if err == nil {
					l.Close()
				}
				c, perr := net.ListenPacket(n, a)
				if perr == nil {
					c.Close()
				}
				return []any{err, perr}
			})
			p.try("resolve "+name, func() []any {
				_, a1 := net.ResolveTCPAddr(n, a)
				_, a2 := net.ResolveUDPAddr(n, a)
				_, a3 := net.ResolveUnixAddr(n, a)
				return []any{a1, a2, a3}
			})
		}
	}
	for range p.count {
		s := string(p.mutated([]byte(pick(&p.random, []string{"127.0.0.1:80", "[::1]:443", "host:http", "10.0.0.0/8", "::/0", "00:11:22:33:44:55", "fe80::1%eth0"})), "[]:%/.0123456789abc"))
		_, _, a := net.SplitHostPort(s)
		_, _, b := net.ParseCIDR(s)
		_, c := net.ParseMAC(s)
		var ip net.IP
		p.say(fmt.Sprintf("%q", s), a, b, c, net.ParseIP(s), ip.UnmarshalText([]byte(s)))
	}
	p.connections()
	p.clients()
	p.values()
}

// connections uses connections of all states.
func (p *prober) connections() {
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	address := l.Addr().String()
	_, again := net.Listen("tcp", address)
	p.say("twice", again)
	dial := func() (a, b net.Conn) {
		a, _ = net.Dial("tcp", address)
		b, _ = l.Accept()
		return a, b
	}
	buf := make([]byte, 10)
	a, b := dial()
	a.SetReadDeadline(time.Unix(1, 0))
	_, err := a.Read(buf)
	p.say("deadline", err)
	a.SetWriteDeadline(time.Unix(1, 0))
	_, err = a.Write(buf)
	p.say("deadline", err)
	a.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err = a.Read(buf)
	p.say("later", err)
	b.Close()
	a.SetDeadline(time.Time{})
	_, err = a.Read(buf)
	p.say("end", err)
	a.Close()
	_, err = a.Read(buf)
	_, werr := a.Write(buf)
	p.say("closed", err, werr, a.Close(), a.SetDeadline(time.Time{}), a.(*net.TCPConn).CloseWrite(), a.(*net.TCPConn).SetNoDelay(true), a.(*net.TCPConn).SetKeepAlive(true), a.(*net.TCPConn).SetLinger(1), a.(*net.TCPConn).SetReadBuffer(5))
	_, err = a.(*net.TCPConn).File()
	_, rerr := a.(*net.TCPConn).SyscallConn()
	_, ferr := a.(*net.TCPConn).ReadFrom(strings.NewReader("x"))
	_, terr := a.(*net.TCPConn).WriteTo(io.Discard)
	p.say("closed", err, rerr, ferr, terr)
	a, b = dial()
	b.(*net.TCPConn).SetLinger(0)
	b.Close()
	_, err = a.Read(buf)
	p.say("reset", err)
	_, err = a.Write(buf)
	p.say("reset", err)
	a.(*net.TCPConn).CloseWrite()
	_, err = a.Write(buf)
	p.say("shut", err)
	a.Close()
	l.(*net.TCPListener).SetDeadline(time.Unix(1, 0))
	_, err = l.Accept()
	p.say("accept", err)
	p.say("close", l.Close(), l.Close(), l.(*net.TCPListener).SetDeadline(time.Time{}))
	_, err = l.Accept()
	p.say("accept", err)
	_, err = net.Dial("tcp", address)
	p.say("refused", err)
	d := net.Dialer{Timeout: -1}
	_, err = d.Dial("tcp", address)
	p.say("timeout", err)
	d = net.Dialer{LocalAddr: &net.UDPAddr{}}
	_, err = d.Dial("tcp", address)
	p.say("local", err)
	d = net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1)}}
	_, err = d.Dial("tcp", address)
	p.say("local", err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = new(net.Dialer).DialContext(ctx, "tcp", address)
	p.say("cancelled", err)
	ctx, cancel = context.WithTimeout(context.Background(), -1)
	_, err = new(net.Dialer).DialContext(ctx, "tcp", address)
	p.say("cancelled", err)
	cancel()
	p.packets()
}

func (p *prober) packets() {
	buf := make([]byte, 10)
	u, _ := net.ListenPacket("udp", "127.0.0.1:0")
	_, err := u.WriteTo(buf, &net.TCPAddr{})
	p.say("udp", err)
	_, err = u.WriteTo(buf, nil)
	p.say("udp", err)
	_, err = u.WriteTo(make([]byte, 70000), u.LocalAddr())
	p.say("udp", err)
	_, err = u.(*net.UDPConn).Write(buf)
	p.say("udp", err)
	u.SetReadDeadline(time.Unix(1, 0))
	_, _, err = u.ReadFrom(buf)
	p.say("udp", err)
	c, _ := net.DialUDP("udp", nil, u.LocalAddr().(*net.UDPAddr))
	_, err = c.WriteTo(buf, u.LocalAddr())
	p.say("udp", err)
	u.Close()
	_, _, err = u.ReadFrom(buf)
	p.say("udp", err, u.Close())
	c.Write(buf)
	_, err = c.Read(buf)
	p.say("udp", err)
	_, err = net.DialTCP("tcp", nil, nil)
	_, uerr := net.DialUDP("udp", nil, nil)
	_, xerr := net.DialUnix("unix", nil, nil)
	_, terr := net.DialTCP("udp", nil, &net.TCPAddr{})
	_, lerr := net.ListenUDP("tcp", nil)
	_, merr := net.ListenMulticastUDP("udp", nil, nil)
	_, ierr := net.DialIP("ip", nil, nil)
	p.say("nil", err, uerr, xerr, terr, lerr, merr, ierr)
	a, b := net.Pipe()
	a.SetDeadline(time.Unix(1, 0))
	_, err = a.Read(buf)
	_, werr := a.Write(buf)
	b.Close()
	p.say("pipe", err, werr)
	a.SetDeadline(time.Time{})
	_, err = a.Read(buf)
	_, werr = a.Write(buf)
	p.say("pipe", err, werr)
	_, err = b.Read(buf)
	_, werr = b.Write(buf)
	p.say("pipe", err, werr, b.SetDeadline(time.Time{}))
}

// clients fails to get pages.
func (p *prober) clients() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/loop":
			http.Redirect(w, r, "/loop", 302)
		case "/nowhere":
			w.Header().Set("Location", "http://%zz/")
			w.WriteHeader(301)
		case "/hang":
			<-r.Context().Done()
		case "/cut":
			w.Header().Set("Content-Length", "10")
			io.WriteString(w, "x")
		case "/raw":
			c, rw, _ := w.(http.Hijacker).Hijack()
			fmt.Fprint(rw, r.URL.RawQuery)
			rw.Flush()
			c.Close()
		}
	}))
	defer server.Close()
	client := server.Client()
	client.Timeout = 300 * time.Millisecond
	for _, u := range []string{"/loop", "/nowhere", "/hang", "/cut", "/raw?nonsense", "/raw?", "/raw?HTTP/1.1%20200"} {
		r, err := client.Get(server.URL + u)
		if err == nil {
			_, err = io.ReadAll(r.Body)
		}
		p.say(u, err)
	}
	for _, u := range []string{"", "http:", "http://", "ftp://x/", "http://127.0.0.1:1/", "https://" + server.Listener.Addr().String(), "http://a b/", "/x", "http://[::1]:x/", "http://127.0.0.1:99999/", "://", "http://x\x00/", "unknown:x", "http://-é-.invalid./", "http://xn--/", "http://\u212a\u00df.invalid:-1/", "http://" + strings.Repeat("ü", 80) + ".invalid:99999/"} {
		_, err := client.Get(u)
		p.say(fmt.Sprintf("%q", u), err)
		_, err = client.Post(u, "text/plain", strings.NewReader("x"))
		p.say("post", err)
	}
	req, _ := http.NewRequest("GET", server.URL, nil)
	req.Header.Set("Bad Name", "x")
	_, err := client.Do(req)
	p.say("header", err)
	req, _ = http.NewRequest("GET", server.URL, nil)
	req.Header["X"] = []string{"a\nb"}
	_, err = client.Do(req)
	p.say("header", err)
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("a cause"))
	req, _ = http.NewRequestWithContext(ctx, "GET", server.URL, nil)
	_, err = client.Do(req)
	p.say("cause", err)
	_, err = rpc.Dial("tcp", server.Listener.Addr().String()+"0000")
	p.say("rpc", err)
	_, err = rpc.DialHTTP("tcp", server.Listener.Addr().String())
	p.say("rpc", err)
	p.say("smtp", smtp.SendMail(server.Listener.Addr().String(), nil, "a\nb", []string{"x"}, nil))
	_, err = smtp.Dial("127.0.0.1:1")
	p.say("smtp", err)
	s := &http.Server{Addr: server.Listener.Addr().String()}
	p.say("serve", s.ListenAndServe(), s.ListenAndServeTLS("nosuch", "nosuch"), s.Close(), s.ListenAndServe())
}

// values are errors as values.
func (p *prober) values() {
	inner := errors.New("inner")
	local, remote := &net.TCPAddr{IP: net.IPv4(1, 2, 3, 4), Port: 5}, &net.UnixAddr{Name: "/x", Net: "unix"}
	p.say("values", &net.OpError{Op: "dial", Net: "tcp", Source: local, Addr: remote, Err: inner}, &net.OpError{Op: "dial", Err: inner}, &net.OpError{Op: "read", Net: "tcp", Source: local, Err: inner},
		&net.AddrError{Err: "bad", Addr: "x"}, &net.AddrError{Err: "bad"}, &net.ParseError{Type: "T", Text: "x"}, &net.DNSError{Err: "no", Name: "n", Server: "s", IsTimeout: true}, &net.DNSError{UnwrapErr: inner, Err: "e", Name: "n"},
		net.UnknownNetworkError("x"), net.InvalidAddrError("y"), &net.DNSConfigError{Err: inner}, net.ErrClosed, net.ErrWriteToConnected, http.ErrServerClosed, http.ErrNotSupported, &http.MaxBytesError{Limit: 5}, http.ErrLineTooLong)
}
