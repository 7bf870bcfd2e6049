// Addresses, networks and their texts.
package main

import (
	"fmt"
	"net"
)

func main() {
	for _, s := range []string{"127.0.0.1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4 ", "::", "::1", "1::", "1::2:3", "2001:db8::1",
		"2001:DB8:0:0:8:800:200C:417A", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7::", "::1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "::1.2.3.4", "1.2.3.4::",
		"12345::", ":1", "1:", "::1::", "fe80::1%lo", "1:0:0:2:0:0:0:3", "0:0:1:0:0:0:0:0", "", "x", "1:2:3:4:5:6:1.2.3.4", "::%"} {
		ip := net.ParseIP(s)
		fmt.Printf("%q %v %d", s, ip, len(ip))
		if ip != nil {
			fmt.Print(" ", ip.To4() != nil, ip.IsLoopback(), ip.IsUnspecified(), ip.IsPrivate(), ip.IsMulticast(), ip.IsGlobalUnicast(), ip.IsLinkLocalUnicast(), ip.DefaultMask())
		}
		fmt.Println()
	}
	for _, s := range []string{"192.168.1.7/24", "10.0.0.0/8", "1.2.3.4/32", "1.2.3.4/33", "1.2.3.4/0", "1.2.3.4", "2001:db8::7/32", "::/0", "::1/128", "::1/129", "1.2.3.4/-1", "1.2.3.4/08", "x/8", "1.2.3.4/"} {
		ip, n, err := net.ParseCIDR(s)
		fmt.Println(ip, n, err)
		if err == nil {
			ones, bits := n.Mask.Size()
			fmt.Println(ones, bits, n.Mask, n.Contains(ip), n.Contains(net.ParseIP("10.1.2.3")), n.Contains(net.ParseIP("2001:db8::1")), n.Network())
		}
	}
	fmt.Println(net.CIDRMask(20, 32), net.CIDRMask(33, 32), net.CIDRMask(0, 128), net.IPv4Mask(255, 0, 255, 0))
	fmt.Println(net.IPv4Mask(255, 0, 255, 0).Size())
	fmt.Println(&net.IPNet{IP: net.IPv4(1, 2, 3, 4), Mask: net.IPv4Mask(255, 0, 255, 0)})
	fmt.Println(net.IPv4(1, 2, 3, 4).Mask(net.CIDRMask(16, 32)), net.IP{1, 2, 3}, net.IP(nil), net.IP{1, 2, 3, 4}.Equal(net.IPv4(1, 2, 3, 4)))
	for _, s := range []string{"a:1", "[::1]:80", "::1:80", "a", "[::1]", "[::1", "[::1]80", ":http", "a:", "[a]:1", "a]:1", "[a:1", "a:b:c", "[fe80::1%lo0]:53", "[[a]]:1", "[a]b:1", "[::1]:1:2", ""} {
		h, p, err := net.SplitHostPort(s)
		fmt.Printf("%q %q %q %v\n", s, h, p, err)
	}
	fmt.Println(net.JoinHostPort("::1", "80"), net.JoinHostPort("a", "b"), net.JoinHostPort("fe80::1%lo", "1"))
	for _, s := range []string{"127.0.0.1:80", ":80", "1.2.3.4:http", "[::1]:443", "1.2.3.4", "1.2.3.4:x", "1.2.3.4:70000", "1.2.3.4:-1", "[::ffff:1.2.3.4]:1", ""} {
		a, err := net.ResolveTCPAddr("tcp", s)
		fmt.Println(a, err)
		u, err := net.ResolveUDPAddr("udp4", s)
		fmt.Println(u, err)
	}
	_, err := net.ResolveTCPAddr("udp", "1.2.3.4:1")
	fmt.Println(err)
	x, err := net.ResolveUnixAddr("unix", "/tmp/x")
	fmt.Println(x, x.Network(), err)
	i, err := net.ResolveIPAddr("ip", "1.2.3.4")
	fmt.Println(i, i.Network(), err)
	fmt.Println(&net.TCPAddr{IP: net.ParseIP("fe80::1"), Port: 1, Zone: "lo"}, &net.TCPAddr{Port: 5}, (*net.TCPAddr)(nil), &net.UDPAddr{IP: net.IP{1, 2, 3, 4}})
	for _, s := range []string{"00:00:5e:00:53:01", "02-00-5e-10-00-00-00-01", "1:2", "00:00:5e:00:53", "00:00-5e:00:53:01", ""} {
		m, err := net.ParseMAC(s)
		fmt.Println(m, err)
	}
	for _, s := range []string{"http", "https", "80", "nosuch", "", "65536", "SSH"} {
		n, err := net.LookupPort("tcp", s)
		fmt.Println(n, err)
	}
	var text net.IP
	fmt.Println(text.UnmarshalText([]byte("1.2.3.4")), text, text.UnmarshalText([]byte("x")))
	b, err := net.IPv6loopback.MarshalText()
	fmt.Println(string(b), err)
	fmt.Println(&net.OpError{Op: "read", Net: "tcp", Source: x, Addr: i, Err: net.ErrClosed}, net.UnknownNetworkError("x"), net.InvalidAddrError("y"), &net.AddrError{Err: "e"},
		&net.DNSError{Err: "e", Name: "n", Server: "s"}, &net.ParseError{Type: "t", Text: "x"})
	addrs, err := net.LookupHost("127.0.0.1")
	fmt.Println(addrs, err)
	in, err := net.InterfaceByName("lo")
	fmt.Println(in.Name, in.Flags&net.FlagLoopback, err)
}

// Output:
// "127.0.0.1" 127.0.0.1 16 true true false false false false false ff000000
// "1.2.3" <nil> 0
// "1.2.3.4.5" <nil> 0
// "256.1.1.1" <nil> 0
// "01.2.3.4" <nil> 0
// "1.2.3.4 " <nil> 0
// "::" :: 16 false false true false false false false <nil>
// "::1" ::1 16 false true false false false false false <nil>
// "1::" 1:: 16 false false false false false true false <nil>
// "1::2:3" 1::2:3 16 false false false false false true false <nil>
// "2001:db8::1" 2001:db8::1 16 false false false false false true false <nil>
// "2001:DB8:0:0:8:800:200C:417A" 2001:db8::8:800:200c:417a 16 false false false false false true false <nil>
// "1:2:3:4:5:6:7:8" 1:2:3:4:5:6:7:8 16 false false false false false true false <nil>
// "1:2:3:4:5:6:7" <nil> 0
// "1:2:3:4:5:6:7::" 1:2:3:4:5:6:7:0 16 false false false false false true false <nil>
// "::1:2:3:4:5:6:7:8" <nil> 0
// "::ffff:1.2.3.4" 1.2.3.4 16 true false false false false true false ff000000
// "::1.2.3.4" ::102:304 16 false false false false false true false <nil>
// "1.2.3.4::" <nil> 0
// "12345::" <nil> 0
// ":1" <nil> 0
// "1:" <nil> 0
// "::1::" <nil> 0
// "fe80::1%lo" <nil> 0
// "1:0:0:2:0:0:0:3" 1:0:0:2::3 16 false false false false false true false <nil>
// "0:0:1:0:0:0:0:0" 0:0:1:: 16 false false false false false true false <nil>
// "" <nil> 0
// "x" <nil> 0
// "1:2:3:4:5:6:1.2.3.4" 1:2:3:4:5:6:102:304 16 false false false false false true false <nil>
// "::%" <nil> 0
// 192.168.1.7 192.168.1.0/24 <nil>
// 24 32 ffffff00 true false false ip+net
// 10.0.0.0 10.0.0.0/8 <nil>
// 8 32 ff000000 true true false ip+net
// 1.2.3.4 1.2.3.4/32 <nil>
// 32 32 ffffffff true false false ip+net
// <nil> <nil> invalid CIDR address: 1.2.3.4/33
// 1.2.3.4 0.0.0.0/0 <nil>
// 0 32 00000000 true true false ip+net
// <nil> <nil> invalid CIDR address: 1.2.3.4
// 2001:db8::7 2001:db8::/32 <nil>
// 32 128 ffffffff000000000000000000000000 true false true ip+net
// :: ::/0 <nil>
// 0 128 00000000000000000000000000000000 true false true ip+net
// ::1 ::1/128 <nil>
// 128 128 ffffffffffffffffffffffffffffffff true false false ip+net
// <nil> <nil> invalid CIDR address: ::1/129
// <nil> <nil> invalid CIDR address: 1.2.3.4/-1
// 1.2.3.4 1.0.0.0/8 <nil>
// 8 32 ff000000 true false false ip+net
// <nil> <nil> invalid CIDR address: x/8
// <nil> <nil> invalid CIDR address: 1.2.3.4/
// fffff000 <nil> 00000000000000000000000000000000 ff00ff00
// 0 0
// 1.2.3.4/ff00ff00
// 1.2.0.0 ?010203 <nil> true
// "a:1" "a" "1" <nil>
// "[::1]:80" "::1" "80" <nil>
// "::1:80" "" "" address ::1:80: too many colons in address
// "a" "" "" address a: missing port in address
// "[::1]" "" "" address [::1]: missing port in address
// "[::1" "" "" address [::1: missing ']' in address
// "[::1]80" "" "" address [::1]80: missing port in address
// ":http" "" "http" <nil>
// "a:" "a" "" <nil>
// "[a]:1" "a" "1" <nil>
// "a]:1" "" "" address a]:1: unexpected ']' in address
// "[a:1" "" "" address [a:1: missing ']' in address
// "a:b:c" "" "" address a:b:c: too many colons in address
// "[fe80::1%lo0]:53" "fe80::1%lo0" "53" <nil>
// "[[a]]:1" "" "" address [[a]]:1: missing port in address
// "[a]b:1" "" "" address [a]b:1: missing port in address
// "[::1]:1:2" "" "" address [::1]:1:2: too many colons in address
// "" "" "" missing port in address
// [::1]:80 a:b [fe80::1%lo]:1
// 127.0.0.1:80 <nil>
// 127.0.0.1:80 <nil>
// :80 <nil>
// :80 <nil>
// 1.2.3.4:80 <nil>
// <nil> lookup udp/http: unknown port
// [::1]:443 <nil>
// <nil> address ::1: no suitable address found
// <nil> address 1.2.3.4: missing port in address
// <nil> address 1.2.3.4: missing port in address
// <nil> lookup tcp/x: unknown port
// <nil> lookup udp/x: unknown port
// <nil> address 70000: invalid port
// <nil> address 70000: invalid port
// <nil> address -1: invalid port
// <nil> address -1: invalid port
// 1.2.3.4:1 <nil>
// 1.2.3.4:1 <nil>
// :0 <nil>
// :0 <nil>
// unknown network udp
// /tmp/x unix <nil>
// 1.2.3.4 ip <nil>
// [fe80::1%lo]:1 :5 <nil> 1.2.3.4:0
// 00:00:5e:00:53:01 <nil>
// 02:00:5e:10:00:00:00:01 <nil>
//  address 1:2: invalid MAC address
//  address 00:00:5e:00:53: invalid MAC address
//  address 00:00-5e:00:53:01: invalid MAC address
//  invalid MAC address
// 80 <nil>
// 443 <nil>
// 80 <nil>
// 0 lookup tcp/nosuch: unknown port
// 0 <nil>
// 0 address 65536: invalid port
// 22 <nil>
// <nil> 1.2.3.4 invalid IP address: x
// ::1 <nil>
// read tcp /tmp/x->1.2.3.4: use of closed network connection unknown network x y e lookup n on s: e invalid t: x
// [127.0.0.1] <nil>
// lo loopback <nil>
