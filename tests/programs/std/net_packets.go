// UDP and unix sockets.
package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func hide(v any, addrs ...net.Addr) string {
	s := fmt.Sprint(v)
	for i, a := range addrs {
		_, port, _ := net.SplitHostPort(a.String())
		s = strings.ReplaceAll(s, ":"+port, fmt.Sprint(":P", i))
	}
	return s
}

func main() {
	u, err := net.ListenPacket("udp", "127.0.0.1:0")
	fmt.Println(err, hide(u.LocalAddr(), u.LocalAddr()))
	c, err := net.Dial("udp", u.LocalAddr().String())
	fmt.Println(err)
	buf := make([]byte, 16)
	for _, s := range []string{"one", "", "a datagram that is too long"} {
		c.Write([]byte(s))
		n, from, err := u.ReadFrom(buf)
		fmt.Printf("%q %v %v\n", buf[:n], from.String() == c.LocalAddr().String(), err)
		n, err = u.WriteTo(buf[:n], from)
		fmt.Println(n, err)
		n, err = c.Read(buf)
		fmt.Printf("%q %v\n", buf[:n], err)
	}
	_, err = c.(*net.UDPConn).WriteTo(buf, u.LocalAddr())
	fmt.Println(hide(err, c.LocalAddr(), u.LocalAddr()), errors.Is(err, net.ErrWriteToConnected))
	_, err = u.(*net.UDPConn).Write(buf)
	fmt.Println(hide(err, u.LocalAddr()))
	u.SetReadDeadline(time.Now().Add(5 * time.Millisecond))
	_, _, err = u.ReadFrom(buf)
	fmt.Println(hide(err, u.LocalAddr()))
	_, err = u.WriteTo(buf, &net.TCPAddr{})
	fmt.Println(hide(err, u.LocalAddr()))
	u.Close()
	_, _, err = u.ReadFrom(buf)
	fmt.Println(hide(err, u.LocalAddr()))
	u2, err := net.ListenUDP("udp4", nil)
	fmt.Println(hide(u2.LocalAddr(), u2.LocalAddr()), err)
	n, err := u2.WriteToUDP([]byte("self"), &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: u2.LocalAddr().(*net.UDPAddr).Port})
	fmt.Println(n, err)
	n, from, err := u2.ReadFromUDP(buf)
	fmt.Printf("%q %v %v %v\n", buf[:n], from.IP, from.Port == u2.LocalAddr().(*net.UDPAddr).Port, err)
	u2.Close()
	c.Close()

	dir, _ := os.MkdirTemp("", "net")
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "s")
	l, err := net.Listen("unix", path)
	fmt.Println(err, l.Addr().String() == path, l.Addr().Network())
	_, err = net.Listen("unix", path)
	fmt.Println(strings.ReplaceAll(err.Error(), dir, "DIR"))
	go func() {
		c, err := l.Accept()
		fmt.Println(err, c.LocalAddr().String() == path, c.RemoteAddr())
		io.Copy(c, c)
		c.Close()
	}()
	x, err := net.Dial("unix", path)
	x.Write([]byte("through a unix socket"))
	x.(*net.UnixConn).CloseWrite()
	b, err := io.ReadAll(x)
	fmt.Printf("%q %v %v %v\n", b, err, x.LocalAddr(), x.RemoteAddr().String() == path)
	x.Close()
	l.Close()
	_, err = os.Stat(path)
	fmt.Println(errors.Is(err, os.ErrNotExist))
	_, err = net.Dial("unix", path)
	fmt.Println(strings.ReplaceAll(err.Error(), dir, "DIR"), errors.Is(err, os.ErrNotExist))
	ul, _ := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	ul.SetUnlinkOnClose(false)
	ul.Close()
	_, err = os.Stat(path)
	fmt.Println(err)
	_, err = net.Dial("unix", path)
	fmt.Println(strings.ReplaceAll(err.Error(), dir, "DIR"))

	g, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path + "1", Net: "unixgram"})
	fmt.Println(err)
	h, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path + "2", Net: "unixgram"})
	fmt.Println(err)
	n, err = g.WriteTo([]byte("gram"), h.LocalAddr())
	fmt.Println(n, err)
	n, addr, err := h.ReadFrom(buf)
	fmt.Printf("%q %v %v\n", buf[:n], addr.String() == path+"1", err)
	k, err := net.Dial("unixgram", path+"1")
	k.Write([]byte("nameless"))
	n, addr, err = g.ReadFrom(buf)
	fmt.Printf("%q %v %v\n", buf[:n], addr, err)
	k.Close()
	g.Close()
	h.Close()
	a, err := net.Listen("unix", "@minigo-test-"+filepath.Base(dir))
	fmt.Println(err, a.Addr().String()[:12])
	y, err := net.Dial("unix", a.Addr().String())
	fmt.Println(err)
	z, err := a.Accept()
	y.Close()
	_, err = z.Read(buf)
	fmt.Println(err)
	z.Close()
	a.Close()
	_, err = net.Listen("unix", strings.Repeat("x", 200))
	fmt.Println(strings.Contains(err.Error(), "invalid argument"))
}

// Output:
// <nil> 127.0.0.1:P0
// <nil>
// "one" true <nil>
// 3 <nil>
// "one" <nil>
// "" true <nil>
// 0 <nil>
// "" <nil>
// "a datagram that " true <nil>
// 16 <nil>
// "a datagram that " <nil>
// write udp 127.0.0.1:P0->127.0.0.1:P1: use of WriteTo with pre-connected connection true
// write udp 127.0.0.1:P0: write: destination address required
// read udp 127.0.0.1:P0: i/o timeout
// write udp 127.0.0.1:P0->:0: invalid argument
// read udp 127.0.0.1:P0: use of closed network connection
// 0.0.0.0:P0 <nil>
// 4 <nil>
// "self" 127.0.0.1 true <nil>
// <nil> true unix
// listen unix DIR/s: bind: address already in use
// <nil> true @
// "through a unix socket" <nil> @ true
// true
// dial unix DIR/s: connect: no such file or directory true
// <nil>
// dial unix DIR/s: connect: connection refused
// <nil>
// <nil>
// 4 <nil>
// "gram" true <nil>
// "nameless" <nil> <nil>
// <nil> @minigo-test
// <nil>
// EOF
// true
