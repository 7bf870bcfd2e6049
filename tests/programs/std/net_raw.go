package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"syscall"
	"time"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func main() {
	control()
	files()
	messages()
	vectors()
	unixes()
	interfaces()
}

func control() {
	lc := net.ListenConfig{Control: func(network, address string, c syscall.RawConn) error {
		fmt.Println("listen", network, address)
		return c.Control(func(fd uintptr) {
			fmt.Println(syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_KEEPALIVE, 1))
		})
	}}
	fmt.Println(lc.MultipathTCP())
	l := must(lc.Listen(context.Background(), "tcp", "127.0.0.1:0"))
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			io.Copy(c, c)
			c.Close()
		}
	}()
	d := net.Dialer{ControlContext: func(ctx context.Context, network, address string, c syscall.RawConn) error {
		fmt.Println("dial", network, address == l.Addr().String(), ctx.Value(1))
		return nil
	}}
	c := must(d.DialContext(context.WithValue(context.Background(), 1, "value"), "tcp", l.Addr().String()))
	c.Close()
	d.ControlContext = nil
	d.Control = func(network, address string, c syscall.RawConn) error { return errors.New("not this one") }
	_, err := d.Dial("tcp", "127.0.0.1:1")
	fmt.Println(err)
	ap := netip.MustParseAddrPort(l.Addr().String())
	d.Control = nil
	tc := must(d.DialTCP(context.Background(), "tcp", netip.AddrPort{}, ap))
	fmt.Fprint(tc, "hello")
	tc.CloseWrite()
	fmt.Println(string(must(io.ReadAll(tc))))
	raw := must(tc.SyscallConn())
	fmt.Println(raw.Control(func(fd uintptr) { fmt.Println(syscall.GetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_TYPE)) }))
	tc.Close()
	err = raw.Control(func(fd uintptr) { fmt.Println("not called") })
	fmt.Println(errors.Is(err, net.ErrClosed))
	_, err = d.DialTCP(context.Background(), "udp", netip.AddrPort{}, ap)
	fmt.Println(err != nil)
	rl := must(l.(*net.TCPListener).SyscallConn())
	fmt.Println(rl.Read(func(uintptr) bool { return true }))
	l.Close()
}

func files() {
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	f := must(l.(*net.TCPListener).File())
	l2 := must(net.FileListener(f))
	f.Close()
	l.Close()
	fmt.Println(l2.Addr().String() == l.Addr().String())
	go func() {
		c := must(net.Dial("tcp", l2.Addr().String()))
		c.Write([]byte("through a copy"))
		c.Close()
	}()
	c := must(l2.Accept())
	cf := must(c.(*net.TCPConn).File())
	c.Close()
	c2 := must(net.FileConn(cf))
	fmt.Println(cf.Name()[:4])
	cf.Close()
	fmt.Println(string(must(io.ReadAll(c2))), c2.LocalAddr().String() == l2.Addr().String())
	c2.Close()
	l2.Close()
	pc := must(net.ListenPacket("udp", "127.0.0.1:0"))
	pf := must(pc.(*net.UDPConn).File())
	pc2 := must(net.FilePacketConn(pf))
	fmt.Println(pc2.LocalAddr().String() == pc.LocalAddr().String())
	_, err := net.FileListener(pf)
	fmt.Println(err != nil)
	null := must(os.Open(os.DevNull))
	_, err = net.FileConn(null)
	fmt.Println(err)
}

func messages() {
	a := must(net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)}))
	b := must(net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)}))
	to := b.LocalAddr().(*net.UDPAddr)
	from := a.LocalAddr().(*net.UDPAddr).AddrPort()
	buf := make([]byte, 4)
	fmt.Println(a.WriteMsgUDP([]byte("one"), nil, to))
	n, oobn, flags, addr, err := b.ReadMsgUDP(buf, make([]byte, 10))
	fmt.Println(n, oobn, flags, addr.AddrPort() == from || addr.AddrPort().Addr().Unmap() == from.Addr(), err)
	fmt.Println(a.WriteMsgUDPAddrPort([]byte("too long"), nil, to.AddrPort()))
	n, _, flags, ap, err := b.ReadMsgUDPAddrPort(buf, nil)
	fmt.Println(n, flags == syscall.MSG_TRUNC, ap.Port() == from.Port(), ap.Addr(), err)
	fmt.Println(a.WriteToUDPAddrPort([]byte("two"), to.AddrPort()))
	n, ap, err = b.ReadFromUDPAddrPort(buf)
	fmt.Println(n, ap.Addr(), err)
	_, _, err = a.WriteMsgUDP([]byte("x"), nil, nil)
	fmt.Println(errors.Unwrap(err))
	b.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	_, _, _, _, err = b.ReadMsgUDP(buf, nil)
	fmt.Println(errors.Is(err, os.ErrDeadlineExceeded))
	c := must(net.DialUDP("udp4", nil, to))
	fmt.Println(c.WriteMsgUDP([]byte("yes"), nil, nil))
	_, _, err = c.WriteMsgUDP([]byte("no"), nil, to)
	fmt.Println(errors.Unwrap(err))
}

func vectors() {
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	total := make(chan int64)
	go func() {
		c := must(l.Accept())
		n, err := io.Copy(io.Discard, c)
		fmt.Println(err)
		total <- n
	}()
	c := must(net.Dial("tcp", l.Addr().String()))
	var v net.Buffers
	for i := range 3000 {
		v = append(v, make([]byte, i))
	}
	n, err := v.WriteTo(c)
	fmt.Println(n, err, len(v))
	c.Close()
	fmt.Println(<-total)
	v = net.Buffers{[]byte("ab"), nil, []byte("cde")}
	buf := make([]byte, 3)
	fmt.Println(v.Read(buf))
	fmt.Println(string(buf), len(v))
	fmt.Println(v.Read(buf))
}

func unixes() {
	fds := must(syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0))
	f0, f1 := os.NewFile(uintptr(fds[0]), "a"), os.NewFile(uintptr(fds[1]), "b")
	a, b := must(net.FileConn(f0)).(*net.UnixConn), must(net.FileConn(f1)).(*net.UnixConn)
	f0.Close()
	f1.Close()
	r, w, _ := os.Pipe()
	fmt.Println(a.WriteMsgUnix([]byte("take it"), syscall.UnixRights(int(w.Fd())), nil))
	w.Close()
	buf, oob := make([]byte, 20), make([]byte, 100)
	n, oobn, _, addr, err := b.ReadMsgUnix(buf, oob)
	fmt.Println(string(buf[:n]), addr, err)
	msgs := must(syscall.ParseSocketControlMessage(oob[:oobn]))
	passed := must(syscall.ParseUnixRights(&msgs[0]))
	w2 := os.NewFile(uintptr(passed[0]), "passed")
	w2.WriteString("through the passed end")
	w2.Close()
	fmt.Println(string(must(io.ReadAll(r))))
}

func interfaces() {
	ifs := must(net.Interfaces())
	for _, in := range ifs {
		if in.Flags&net.FlagLoopback == 0 {
			continue
		}
		addrs := must(in.Addrs())
		fmt.Println(len(addrs) > 0, addrs[0])
		_, err := in.MulticastAddrs()
		fmt.Println(err)
	}
	all := must(net.InterfaceAddrs())
	fmt.Println(len(all) > 0)
	var none *net.Interface
	_, err := none.Addrs()
	fmt.Println(err)
	_, err = net.ListenIP("ip4", nil)
	fmt.Println(err)
	_, err = net.DialIP("ip4:nosuch", nil, &net.IPAddr{IP: net.IPv4(127, 0, 0, 1)})
	fmt.Println(err)
	_, err = net.ListenMulticastUDP("udp4", nil, &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	fmt.Println(err)
	fmt.Println(net.IPv4(1, 2, 3, 4).AppendText([]byte("at ")))
}

// Output:
// true
// listen tcp4 127.0.0.1:0
// <nil>
// dial tcp4 true value
// dial tcp 127.0.0.1:1: not this one
// hello
// 1 <nil>
// <nil>
// true
// true
// invalid argument
// true
// tcp:
// through a copy true
// true
// true
// file file+net /dev/null: getsockopt: socket operation on non-socket
// 3 0 <nil>
// 3 0 0 true <nil>
// 8 0 <nil>
// 4 true true 127.0.0.1 <nil>
// 3 <nil>
// 3 127.0.0.1 <nil>
// missing address
// true
// 3 0 <nil>
// use of WriteTo with pre-connected connection
// 4498500 <nil> 0
// <nil>
// 4498500
// 3 <nil>
// abc 1
// 2 EOF
// 7 24 <nil>
// take it <nil> <nil>
// through the passed end
// true 127.0.0.1/8
// <nil>
// true
// route ip+net: invalid network interface
// listen ip4 : unknown network ip4
// dial ip4:nosuch 127.0.0.1: address nosuch: unknown IP protocol specified
// listen udp4 127.0.0.1:0: setsockopt: invalid argument
// [97 116 32 49 46 50 46 51 46 52] <nil>
