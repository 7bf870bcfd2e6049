// TCP: both ends, half close, refused connections, errors and their causes.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"time"
)

// hide replaces the ports that the system chose.
func hide(v any, addrs ...net.Addr) string {
	s := fmt.Sprint(v)
	for i, a := range addrs {
		_, port, _ := net.SplitHostPort(a.String())
		s = strings.ReplaceAll(s, ":"+port, fmt.Sprint(":P", i))
	}
	return s
}

func echo(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer c.Close()
			io.Copy(c, c)
		}()
	}
}

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	fmt.Println(err, hide(l.Addr(), l.Addr()), l.Addr().Network())
	go echo(l)
	c, err := net.Dial("tcp", l.Addr().String())
	fmt.Println(err, c.RemoteAddr().String() == l.Addr().String(), hide(c.LocalAddr(), c.LocalAddr()))
	r := bufio.NewReader(c)
	for i := 0; i < 3; i++ {
		fmt.Fprintf(c, "line %d\n", i)
		s, err := r.ReadString('\n')
		fmt.Printf("%q %v\n", s, err)
	}
	big := strings.Repeat("0123456789", 300000)
	go func() {
		c.Write([]byte(big))
		fmt.Println("half closed:", c.(*net.TCPConn).CloseWrite())
	}()
	b, err := io.ReadAll(r)
	fmt.Println(len(b), string(b) == big, err)
	t := c.(*net.TCPConn)
	fmt.Println(t.SetNoDelay(false), t.SetKeepAlive(true), t.SetKeepAlivePeriod(time.Second), t.SetLinger(0), t.SetReadBuffer(4096))
	n, err := c.Write([]byte("x"))
	fmt.Println(n, hide(err, c.LocalAddr(), c.RemoteAddr()), errors.Is(err, syscall.EPIPE))
	fmt.Println(c.Close())
	for _, err := range []error{
		func() error { _, err := c.Read(b); return err }(),
		func() error { _, err := c.Write(b); return err }(),
		c.Close(), c.SetDeadline(time.Now()), t.CloseWrite(), t.SetNoDelay(true),
	} {
		var op *net.OpError
		ne, isNet := err.(net.Error)
		fmt.Println(hide(err, c.LocalAddr(), c.RemoteAddr()), errors.Is(err, net.ErrClosed), errors.As(err, &op), isNet && ne.Timeout())
	}
	addr := l.Addr()
	fmt.Println(l.Close())
	fmt.Println(hide(l.Close(), addr))
	_, err = l.Accept()
	fmt.Println(hide(err, addr))
	_, err = net.Dial("tcp", addr.String())
	var call *os.SyscallError
	fmt.Println(hide(err, addr), errors.Is(err, syscall.ECONNREFUSED), errors.As(err, &call), call.Syscall)

	// A reset while the other end reads.
	l, _ = net.Listen("tcp", "127.0.0.1:0")
	go func() {
		c, _ := net.Dial("tcp", l.Addr().String())
		c.(*net.TCPConn).SetLinger(0)
		c.Close()
	}()
	c, err = l.Accept()
	_, err = c.Read(make([]byte, 1))
	fmt.Println(hide(err, c.LocalAddr(), c.RemoteAddr()), errors.Is(err, syscall.ECONNRESET))
	c.Close()
	_, err = net.Listen("tcp", l.Addr().String())
	fmt.Println(hide(err, l.Addr()), errors.Is(err, syscall.EADDRINUSE))
	l.Close()

	for _, a := range [][2]string{{"tcp", "127.0.0.1"}, {"foo", "127.0.0.1:1"}, {"tcp", ""}, {"tcp", "127.0.0.1:99999"}, {"tcp", "127.0.0.1:nosuch"},
		{"tcp6", "127.0.0.1:1"}, {"unix", "/tmp/no such"}, {"tcp", "[::1"}, {"tcp", "::1:80"}, {"udp", "1.2.3.4"}} {
		_, err := net.Dial(a[0], a[1])
		fmt.Println(err)
		if a[1] != "" && a[0] != "unix" {
			_, err = net.Listen(a[0], a[1])
			fmt.Println(err)
		}
	}
	la, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	fmt.Println(la.Addr().(*net.TCPAddr).IP, err)
	go func() {
		c, _ := la.AcceptTCP()
		c.CloseRead()
		bufs := net.Buffers{[]byte("a"), []byte("bc"), nil, []byte("def")}
		n, err := bufs.WriteTo(c)
		fmt.Println(n, err, len(bufs))
		c.Close()
	}()
	tc, err := net.DialTCP("tcp", nil, la.Addr().(*net.TCPAddr))
	b, err = io.ReadAll(tc)
	fmt.Printf("%q %v\n", b, err)
	tc.Close()
	la.Close()
}

// Output:
// <nil> 127.0.0.1:P0 tcp
// <nil> true 127.0.0.1:P0
// "line 0\n" <nil>
// "line 1\n" <nil>
// "line 2\n" <nil>
// half closed: <nil>
// 3000000 true <nil>
// <nil> <nil> <nil> <nil> <nil>
// 0 write tcp 127.0.0.1:P0->127.0.0.1:P1: write: broken pipe true
// <nil>
// read tcp 127.0.0.1:P0->127.0.0.1:P1: use of closed network connection true true false
// write tcp 127.0.0.1:P0->127.0.0.1:P1: use of closed network connection true true false
// close tcp 127.0.0.1:P0->127.0.0.1:P1: use of closed network connection true true false
// set tcp 127.0.0.1:P0: use of closed network connection true true false
// close tcp 127.0.0.1:P0->127.0.0.1:P1: use of closed network connection true true false
// set tcp 127.0.0.1:P0->127.0.0.1:P1: use of closed network connection true true false
// <nil>
// close tcp 127.0.0.1:P0: use of closed network connection
// accept tcp 127.0.0.1:P0: use of closed network connection
// dial tcp 127.0.0.1:P0: connect: connection refused true true connect
// read tcp 127.0.0.1:P0->127.0.0.1:P1: read: connection reset by peer true
// listen tcp 127.0.0.1:P0: bind: address already in use true
// dial tcp: address 127.0.0.1: missing port in address
// listen tcp: address 127.0.0.1: missing port in address
// dial foo: unknown network foo
// listen foo: unknown network foo
// dial tcp: missing address
// dial tcp: address 99999: invalid port
// listen tcp: address 99999: invalid port
// dial tcp: lookup tcp/nosuch: unknown port
// listen tcp: lookup tcp/nosuch: unknown port
// dial tcp6: address 127.0.0.1: no suitable address found
// listen tcp6: address 127.0.0.1: no suitable address found
// dial unix /tmp/no such: connect: no such file or directory
// dial tcp: address [::1: missing ']' in address
// listen tcp: address [::1: missing ']' in address
// dial tcp: address ::1:80: too many colons in address
// listen tcp: address ::1:80: too many colons in address
// dial udp: address 1.2.3.4: missing port in address
// listen udp: address 1.2.3.4: missing port in address
// 127.0.0.1 <nil>
// 6 <nil> 0
// "abcdef" <nil>
