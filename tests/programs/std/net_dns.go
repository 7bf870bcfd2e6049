package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
)

// A name server that knows example.test.
func serve(pc net.PacketConn) {
	buf := make([]byte, 1500)
	for {
		n, from, err := pc.ReadFrom(buf)
		if err != nil {
			return
		}
		if reply := answer(buf[:n], true); reply != nil {
			pc.WriteTo(reply, from)
		}
	}
}

func serveTCP(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		buf := make([]byte, 1500)
		if n, err := c.Read(buf); err == nil {
			reply := answer(buf[2:n], false)
			c.Write(append([]byte{byte(len(reply) >> 8), byte(len(reply))}, reply...))
		}
		c.Close()
	}
}

func name(s string) (b []byte) {
	for _, label := range strings.Split(strings.TrimSuffix(s, "."), ".") {
		b = append(append(b, byte(len(label))), label...)
	}
	return append(b, 0)
}

func answer(q []byte, udp bool) []byte {
	end := 12
	var labels []string
	for q[end] != 0 {
		labels = append(labels, string(q[end+1:end+1+int(q[end])]))
		end += 1 + int(q[end])
	}
	host := strings.ToLower(strings.Join(labels, "."))
	kind := int(q[end+1])<<8 | int(q[end+2])
	end += 5
	reply := append([]byte(nil), q[:end]...)
	reply[2], reply[3] = 0x81, 0x80
	reply[10], reply[11] = 0, 0
	count := 0
	add := func(owner []byte, kind int, data ...byte) {
		reply = append(append(reply, owner...), byte(kind>>8), byte(kind), 0, 1, 0, 0, 0, 60, byte(len(data)>>8), byte(len(data)))
		reply = append(reply, data...)
		count++
	}
	same := []byte{0xc0, 12}
	switch {
	case host == "silent.test":
		return nil
	case host == "broken.test":
		reply[3] |= 2
	case host == "long.test" && udp:
		reply[2] |= 2
	case host == "long.test" && kind == 16:
		add(same, 16, append([]byte{4}, "over"...)...)
		add(same, 16, append([]byte{3}, "tcp"...)...)
	case kind == 1 && host == "example.test":
		add(same, 1, 192, 0, 2, 1)
		add(same, 1, 192, 0, 2, 2)
	case kind == 28 && host == "example.test":
		add(same, 28, net.ParseIP("2001:db8::1")...)
	case kind == 1 && host == "alias.test":
		add(same, 5, name("example.test")...)
		add(name("example.test"), 1, 192, 0, 2, 9)
	case kind == 15 && host == "example.test":
		add(same, 15, append([]byte{0, 20}, name("second.test")...)...)
		add(same, 15, append([]byte{0, 10}, name("first.test")...)...)
	case kind == 2 && host == "example.test":
		add(same, 2, name("ns.test")...)
	case kind == 16 && host == "example.test":
		add(same, 16, append(append([]byte{2}, "ab"...), append([]byte{3}, "cde"...)...)...)
	case kind == 33 && host == "_sip._tcp.example.test":
		add(same, 33, append([]byte{0, 2, 0, 0, 0, 80}, name("b.test")...)...)
		add(same, 33, append([]byte{0, 1, 0, 5, 0, 81}, name("a.test")...)...)
	case kind == 12 && host == "1.2.0.192.in-addr.arpa":
		add(same, 12, name("example.test")...)
	case kind == 15 && host == "bad.test":
		add(same, 15, append([]byte{0, 20}, name("-bad-.test")...)...)
		add(same, 15, append([]byte{0, 10}, name("good.test")...)...)
	case host == "example.test", host == "alias.test":
	default:
		reply[3] |= 3
	}
	reply[6], reply[7] = byte(count>>8), byte(count)
	return reply
}

func main() {
	pc, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go serve(pc)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go serveTCP(l)
	r := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
		var d net.Dialer
		if network == "udp" {
			return d.DialContext(ctx, "udp", pc.LocalAddr().String())
		}
		return d.DialContext(ctx, "tcp", l.Addr().String())
	}}
	ctx := context.Background()
	addrs, err := r.LookupIP(ctx, "ip4", "example.test.")
	fmt.Println(addrs, err)
	addrs, err = r.LookupIP(ctx, "ip6", "example.test.")
	fmt.Println(addrs, err)
	hosts, err := r.LookupHost(ctx, "alias.test.")
	fmt.Println(hosts, err)
	cname, err := r.LookupCNAME(ctx, "alias.test.")
	fmt.Println(cname, err)
	mxs, err := r.LookupMX(ctx, "example.test.")
	for _, mx := range mxs {
		fmt.Println(*mx, err)
	}
	nss, err := r.LookupNS(ctx, "example.test.")
	for _, ns := range nss {
		fmt.Println(*ns, err)
	}
	texts, err := r.LookupTXT(ctx, "example.test.")
	fmt.Printf("%q %v\n", texts, err)
	texts, err = r.LookupTXT(ctx, "long.test.")
	fmt.Printf("%q %v\n", texts, err)
	cname, srvs, err := r.LookupSRV(ctx, "sip", "tcp", "example.test.")
	fmt.Println(cname, err)
	for _, srv := range srvs {
		fmt.Println(*srv)
	}
	names, err := r.LookupAddr(ctx, "192.0.2.1")
	fmt.Println(names, err)
	_, err = r.LookupAddr(ctx, "nonsense")
	fmt.Println(err)
	mxs, err = r.LookupMX(ctx, "bad.test.")
	fmt.Println(len(mxs), err)
	var e *net.DNSError
	_, err = r.LookupMX(ctx, "none.test.")
	fmt.Println(errors.As(err, &e), e.Err, e.Name, e.IsNotFound, e.IsTemporary, e.IsTimeout)
	_, err = r.LookupTXT(ctx, "broken.test.")
	fmt.Println(errors.As(err, &e), e.Err, e.Name, e.IsNotFound, e.IsTemporary, e.IsTimeout)
	short, cancel := context.WithTimeout(ctx, 30*time.Millisecond)
	_, err = r.LookupTXT(short, "silent.test.")
	fmt.Println(errors.As(err, &e), e.Name, e.IsNotFound, e.IsTimeout, errors.Is(err, context.DeadlineExceeded))
	cancel()
	_, err = r.LookupTXT(ctx, "no name")
	fmt.Println(errors.As(err, &e), e.Err, e.Name, e.IsNotFound)
	ips, err := r.LookupNetIP(ctx, "ip4", "192.0.2.7")
	fmt.Println(ips, err)
	_, err = r.LookupIP(ctx, "tcp", "x")
	fmt.Println(err)
	port, err := r.LookupPort(ctx, "tcp", "https")
	fmt.Println(port, err)
	_, err = r.LookupPort(ctx, "tcp", "nosuchport")
	fmt.Println(err)
}

// Output:
// [192.0.2.1 192.0.2.2] <nil>
// [2001:db8::1] <nil>
// [192.0.2.9] <nil>
// example.test. <nil>
// {first.test. 10} <nil>
// {second.test. 20} <nil>
// {ns.test.} <nil>
// ["abcde"] <nil>
// ["over" "tcp"] <nil>
// _sip._tcp.example.test. <nil>
// {a.test. 81 1 5}
// {b.test. 80 2 0}
// [example.test.] <nil>
// lookup nonsense: unrecognized address
// 1 lookup bad.test.: DNS response contained records which contain invalid names
// true no such host none.test. true false false
// true server misbehaving broken.test. false true false
// true silent.test. false true true
// true no such host no name true
// [::ffff:192.0.2.7] <nil>
// unknown network tcp
// 443 <nil>
// lookup tcp/nosuchport: unknown port
