package main

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
)

var texts = []string{
	"", "1", "1.2.3.4", "01.2.3.4", "1.2.3", "1.2.3.4.5", "1..2.3", ".1.2.3", "1.2.3.", "256.1.1.1", "1.2.3.x", "1.2.3.4%eth0",
	"::", "::1", "::1%lo", "::%", "%", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7", "1::2::3", ":1", "1:", "1::", "12345::",
	"g::", "::ffff:1.2.3.4", "::ffff:1.2.3.4%z", "::1.2.3.256", "1:2:3:4:5:6:7:1.2.3.4", "1:2:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "::1.2.3",
	"fe80::1cc0:3e8c:119f:c2e1%ens18", "FE80::ABCD", "2001:db8:0:0:1:0:0:1", "1:0:0:2:0:0:0:3", "::1:2:3:4:5:6:7", "1:2:3:4::5:6:7:8", "ff02::1",
	"ff01::1", "127.0.0.1", "10.1.2.3", "172.16.5.4", "172.32.0.1", "192.168.1.1", "169.254.3.4", "224.0.0.251", "239.1.1.1", "255.255.255.255",
	"0.0.0.0", "fd00::1", "2001:4860:4860::8888", "::ffff:127.0.0.1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "0:0:0:1::", "1:0:0:0:0:0:0:0",
	"::ffff:0:0", "::00001", "1:2 ", "::ffff:01.2.3.4", "1:2:3:4:5:6:7:8:", "::1::", "fffff::", "::fffff%a",
}

func caught(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	f()
}

func main() {
	var all []netip.Addr
	for _, t := range texts {
		a, err := netip.ParseAddr(t)
		fmt.Println(t, a, err)
		if err != nil {
			continue
		}
		all = append(all, a)
		fmt.Println(a.StringExpanded(), a.BitLen(), a.Zone(), a.Is4(), a.Is6(), a.Is4In6(), a.Unmap(), a.Next(), a.Prev(), a.IsUnspecified(), a.IsLoopback(),
			a.IsMulticast(), a.IsInterfaceLocalMulticast(), a.IsLinkLocalMulticast(), a.IsLinkLocalUnicast(), a.IsGlobalUnicast(), a.IsPrivate(), a.As16(), a.AsSlice())
		caught(func() { fmt.Println(a.As4()) })
		b, _ := a.MarshalBinary()
		var c netip.Addr
		fmt.Println(b, c.UnmarshalBinary(b), c == a)
		js, err := json.Marshal(map[netip.Addr]any{a: []any{a, netip.AddrPortFrom(a, 80), netip.PrefixFrom(a, 12)}})
		fmt.Println(string(js), err)
		for _, n := range []int{-1, 12, 33, 129} {
			p, err := a.Prefix(n)
			q := netip.PrefixFrom(a, n)
			fmt.Println(p, err, q, q.Bits(), q.IsValid(), q.IsSingleIP(), q.Masked())
			if q.IsValid() {
				b, _ := q.MarshalBinary()
				var r netip.Prefix
				fmt.Println(b, r.UnmarshalBinary(b), r == q)
			}
		}
	}
	slices.SortFunc(all, netip.Addr.Compare)
	fmt.Println(all)
	for _, a := range all[:9] {
		for _, b := range all {
			p, q := netip.PrefixFrom(a, 9), netip.PrefixFrom(b, 30)
			fmt.Print(p.Contains(b), q.Contains(a), p.Overlaps(q), q.Overlaps(p), p.Compare(q), a.Less(b), " ")
		}
		fmt.Println()
	}
	for _, t := range []string{"", "1.2.3.4", "1.2.3.4:", ":80", "1.2.3.4:80", "1.2.3.4:65536", "1.2.3.4:http", "[::1]:80", "::1:80", "[1.2.3.4]:80", "[::1:80", "[]:80", "[x]:1", "[::1%z]:9"} {
		p, err := netip.ParseAddrPort(t)
		fmt.Println(p, err, p.Addr(), p.Port(), p.IsValid())
		b, err := p.MarshalBinary()
		var r netip.AddrPort
		fmt.Println(b, err, r.UnmarshalBinary(b), r == p)
	}
	for _, t := range []string{"", "1.2.3.4", "1.2.3.4/", "1.2.3.4/24", "1.2.3.4/33", "1.2.3.4/-1", "1.2.3.4/+1", "1.2.3.4/024", "1.2.3.4/0", "::/129", "::1%a/3", "2001:db8::/32", "x/3", "1.2.3.4/24/8"} {
		p, err := netip.ParsePrefix(t)
		fmt.Println(p, err, p.Addr(), p.Bits())
	}
	caught(func() { netip.MustParseAddr("x") })
	caught(func() { netip.MustParsePrefix("x") })
	caught(func() { netip.MustParseAddrPort("x") })
	var a netip.Addr
	fmt.Println(a.UnmarshalBinary(make([]byte, 5)), a.UnmarshalText([]byte("1.2.3")), a.UnmarshalText(nil), netip.IPv6LinkLocalAllNodes(), netip.IPv6LinkLocalAllRouters(), netip.IPv6Loopback())
	s, ok := netip.AddrFromSlice(make([]byte, 3))
	fmt.Println(s, ok)
	caught(func() { a.As4() })
}

// Output:
//  invalid IP ParseAddr(""): unable to parse IP
// 1 invalid IP ParseAddr("1"): unable to parse IP
// 1.2.3.4 1.2.3.4 <nil>
// 1.2.3.4 32  true false false 1.2.3.4 1.2.3.5 1.2.3.3 false false false false false false true false [0 0 0 0 0 0 0 0 0 0 255 255 1 2 3 4] [1 2 3 4]
// [1 2 3 4]
// [1 2 3 4] <nil> true
// {"1.2.3.4":["1.2.3.4","1.2.3.4:80","1.2.3.4/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// 1.0.0.0/12 <nil> 1.2.3.4/12 12 true false 1.0.0.0/12
// [1 2 3 4 12] <nil> true
// invalid Prefix prefix length 33 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// invalid Prefix prefix length 129 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// 01.2.3.4 invalid IP ParseAddr("01.2.3.4"): IPv4 field has octet with leading zero
// 1.2.3 invalid IP ParseAddr("1.2.3"): IPv4 address too short
// 1.2.3.4.5 invalid IP ParseAddr("1.2.3.4.5"): IPv4 address too long
// 1..2.3 invalid IP ParseAddr("1..2.3"): IPv4 field must have at least one digit (at ".2.3")
// .1.2.3 invalid IP ParseAddr(".1.2.3"): IPv4 field must have at least one digit (at ".1.2.3")
// 1.2.3. invalid IP ParseAddr("1.2.3."): IPv4 field must have at least one digit (at ".")
// 256.1.1.1 invalid IP ParseAddr("256.1.1.1"): IPv4 field has value >255
// 1.2.3.x invalid IP ParseAddr("1.2.3.x"): unexpected character (at "x")
// 1.2.3.4%eth0 invalid IP ParseAddr("1.2.3.4%eth0"): unexpected character (at "%eth0")
// :: :: <nil>
// 0000:0000:0000:0000:0000:0000:0000:0000 128  false true false :: ::1 invalid IP true false false false false false false false [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0] [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]
// panic: As4 called on IPv6 address
// [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0] <nil> true
// {"::":["::","[::]:80","::/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ::/12 <nil> ::/12 12 true false ::/12
// [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 12] <nil> true
// ::/33 <nil> ::/33 33 true false ::/33
// [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// ::1 ::1 <nil>
// 0000:0000:0000:0000:0000:0000:0000:0001 128  false true false ::1 ::2 :: false true false false false false false false [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1] [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1]
// panic: As4 called on IPv6 address
// [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1] <nil> true
// {"::1":["::1","[::1]:80","::1/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ::/12 <nil> ::1/12 12 true false ::/12
// [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 12] <nil> true
// ::/33 <nil> ::1/33 33 true false ::/33
// [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// ::1%lo ::1%lo <nil>
// 0000:0000:0000:0000:0000:0000:0000:0001%lo 128 lo false true false ::1%lo ::2%lo ::%lo false true false false false false false false [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1] [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1]
// panic: As4 called on IPv6 address
// [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 108 111] <nil> true
// {"::1%lo":["::1%lo","[::1%lo]:80","::1/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ::/12 <nil> ::1/12 12 true false ::/12
// [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 12] <nil> true
// ::/33 <nil> ::1/33 33 true false ::/33
// [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// ::% invalid IP ParseAddr("::%"): zone must be a non-empty string
// % invalid IP ParseAddr("%"): missing IPv6 address
// 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:8 <nil>
// 0001:0002:0003:0004:0005:0006:0007:0008 128  false true false 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:9 1:2:3:4:5:6:7:7 false false false false false false true false [0 1 0 2 0 3 0 4 0 5 0 6 0 7 0 8] [0 1 0 2 0 3 0 4 0 5 0 6 0 7 0 8]
// panic: As4 called on IPv6 address
// [0 1 0 2 0 3 0 4 0 5 0 6 0 7 0 8] <nil> true
// {"1:2:3:4:5:6:7:8":["1:2:3:4:5:6:7:8","[1:2:3:4:5:6:7:8]:80","1:2:3:4:5:6:7:8/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ::/12 <nil> 1:2:3:4:5:6:7:8/12 12 true false ::/12
// [0 1 0 2 0 3 0 4 0 5 0 6 0 7 0 8 12] <nil> true
// 1:2::/33 <nil> 1:2:3:4:5:6:7:8/33 33 true false 1:2::/33
// [0 1 0 2 0 3 0 4 0 5 0 6 0 7 0 8 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// 1:2:3:4:5:6:7:8:9 invalid IP ParseAddr("1:2:3:4:5:6:7:8:9"): trailing garbage after address (at "9")
// 1:2:3:4:5:6:7 invalid IP ParseAddr("1:2:3:4:5:6:7"): address string too short
// 1::2::3 invalid IP ParseAddr("1::2::3"): multiple :: in address (at ":3")
// :1 invalid IP ParseAddr(":1"): each colon-separated field must have at least one digit (at ":1")
// 1: invalid IP ParseAddr("1:"): colon must be followed by more characters (at ":")
// 1:: 1:: <nil>
// 0001:0000:0000:0000:0000:0000:0000:0000 128  false true false 1:: 1::1 0:ffff:ffff:ffff:ffff:ffff:ffff:ffff false false false false false false true false [0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0] [0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0]
// panic: As4 called on IPv6 address
// [0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0] <nil> true
// {"1::":["1::","[1::]:80","1::/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ::/12 <nil> 1::/12 12 true false ::/12
// [0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 12] <nil> true
// 1::/33 <nil> 1::/33 33 true false 1::/33
// [0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// 12345:: invalid IP ParseAddr("12345::"): each group must have 4 or less digits (at "12345::")
// g:: invalid IP ParseAddr("g::"): each colon-separated field must have at least one digit (at "g::")
// ::ffff:1.2.3.4 ::ffff:1.2.3.4 <nil>
// 0000:0000:0000:0000:0000:ffff:0102:0304 128  false true true 1.2.3.4 ::ffff:1.2.3.5 ::ffff:1.2.3.3 false false false false false false true false [0 0 0 0 0 0 0 0 0 0 255 255 1 2 3 4] [0 0 0 0 0 0 0 0 0 0 255 255 1 2 3 4]
// [1 2 3 4]
// [0 0 0 0 0 0 0 0 0 0 255 255 1 2 3 4] <nil> true
// {"::ffff:1.2.3.4":["::ffff:1.2.3.4","[::ffff:1.2.3.4]:80","::ffff:1.2.3.4/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ::/12 <nil> ::ffff:1.2.3.4/12 12 true false ::/12
// [0 0 0 0 0 0 0 0 0 0 255 255 1 2 3 4 12] <nil> true
// ::/33 <nil> ::ffff:1.2.3.4/33 33 true false ::/33
// [0 0 0 0 0 0 0 0 0 0 255 255 1 2 3 4 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// ::ffff:1.2.3.4%z ::ffff:1.2.3.4%z <nil>
// 0000:0000:0000:0000:0000:ffff:0102:0304%z 128 z false true true 1.2.3.4 ::ffff:1.2.3.5%z ::ffff:1.2.3.3%z false false false false false false true false [0 0 0 0 0 0 0 0 0 0 255 255 1 2 3 4] [0 0 0 0 0 0 0 0 0 0 255 255 1 2 3 4]
// [1 2 3 4]
// [0 0 0 0 0 0 0 0 0 0 255 255 1 2 3 4 122] <nil> true
// {"::ffff:1.2.3.4%z":["::ffff:1.2.3.4%z","[::ffff:1.2.3.4%z]:80","::ffff:1.2.3.4/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ::/12 <nil> ::ffff:1.2.3.4/12 12 true false ::/12
// [0 0 0 0 0 0 0 0 0 0 255 255 1 2 3 4 12] <nil> true
// ::/33 <nil> ::ffff:1.2.3.4/33 33 true false ::/33
// [0 0 0 0 0 0 0 0 0 0 255 255 1 2 3 4 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// ::1.2.3.256 invalid IP ParseAddr("::1.2.3.256"): IPv4 field has value >255
// 1:2:3:4:5:6:7:1.2.3.4 invalid IP ParseAddr("1:2:3:4:5:6:7:1.2.3.4"): embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")
// 1:2:1.2.3.4 invalid IP ParseAddr("1:2:1.2.3.4"): embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")
// 1:2:3:4:5:6:1.2.3.4 1:2:3:4:5:6:102:304 <nil>
// 0001:0002:0003:0004:0005:0006:0102:0304 128  false true false 1:2:3:4:5:6:102:304 1:2:3:4:5:6:102:305 1:2:3:4:5:6:102:303 false false false false false false true false [0 1 0 2 0 3 0 4 0 5 0 6 1 2 3 4] [0 1 0 2 0 3 0 4 0 5 0 6 1 2 3 4]
// panic: As4 called on IPv6 address
// [0 1 0 2 0 3 0 4 0 5 0 6 1 2 3 4] <nil> true
// {"1:2:3:4:5:6:102:304":["1:2:3:4:5:6:102:304","[1:2:3:4:5:6:102:304]:80","1:2:3:4:5:6:102:304/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ::/12 <nil> 1:2:3:4:5:6:102:304/12 12 true false ::/12
// [0 1 0 2 0 3 0 4 0 5 0 6 1 2 3 4 12] <nil> true
// 1:2::/33 <nil> 1:2:3:4:5:6:102:304/33 33 true false 1:2::/33
// [0 1 0 2 0 3 0 4 0 5 0 6 1 2 3 4 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// ::1.2.3 invalid IP ParseAddr("::1.2.3"): IPv4 address too short
// fe80::1cc0:3e8c:119f:c2e1%ens18 fe80::1cc0:3e8c:119f:c2e1%ens18 <nil>
// fe80:0000:0000:0000:1cc0:3e8c:119f:c2e1%ens18 128 ens18 false true false fe80::1cc0:3e8c:119f:c2e1%ens18 fe80::1cc0:3e8c:119f:c2e2%ens18 fe80::1cc0:3e8c:119f:c2e0%ens18 false false false false false true false false [254 128 0 0 0 0 0 0 28 192 62 140 17 159 194 225] [254 128 0 0 0 0 0 0 28 192 62 140 17 159 194 225]
// panic: As4 called on IPv6 address
// [254 128 0 0 0 0 0 0 28 192 62 140 17 159 194 225 101 110 115 49 56] <nil> true
// {"fe80::1cc0:3e8c:119f:c2e1%ens18":["fe80::1cc0:3e8c:119f:c2e1%ens18","[fe80::1cc0:3e8c:119f:c2e1%ens18]:80","fe80::1cc0:3e8c:119f:c2e1/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// fe80::/12 <nil> fe80::1cc0:3e8c:119f:c2e1/12 12 true false fe80::/12
// [254 128 0 0 0 0 0 0 28 192 62 140 17 159 194 225 12] <nil> true
// fe80::/33 <nil> fe80::1cc0:3e8c:119f:c2e1/33 33 true false fe80::/33
// [254 128 0 0 0 0 0 0 28 192 62 140 17 159 194 225 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// FE80::ABCD fe80::abcd <nil>
// fe80:0000:0000:0000:0000:0000:0000:abcd 128  false true false fe80::abcd fe80::abce fe80::abcc false false false false false true false false [254 128 0 0 0 0 0 0 0 0 0 0 0 0 171 205] [254 128 0 0 0 0 0 0 0 0 0 0 0 0 171 205]
// panic: As4 called on IPv6 address
// [254 128 0 0 0 0 0 0 0 0 0 0 0 0 171 205] <nil> true
// {"fe80::abcd":["fe80::abcd","[fe80::abcd]:80","fe80::abcd/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// fe80::/12 <nil> fe80::abcd/12 12 true false fe80::/12
// [254 128 0 0 0 0 0 0 0 0 0 0 0 0 171 205 12] <nil> true
// fe80::/33 <nil> fe80::abcd/33 33 true false fe80::/33
// [254 128 0 0 0 0 0 0 0 0 0 0 0 0 171 205 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// 2001:db8:0:0:1:0:0:1 2001:db8::1:0:0:1 <nil>
// 2001:0db8:0000:0000:0001:0000:0000:0001 128  false true false 2001:db8::1:0:0:1 2001:db8::1:0:0:2 2001:db8:0:0:1:: false false false false false false true false [32 1 13 184 0 0 0 0 0 1 0 0 0 0 0 1] [32 1 13 184 0 0 0 0 0 1 0 0 0 0 0 1]
// panic: As4 called on IPv6 address
// [32 1 13 184 0 0 0 0 0 1 0 0 0 0 0 1] <nil> true
// {"2001:db8::1:0:0:1":["2001:db8::1:0:0:1","[2001:db8::1:0:0:1]:80","2001:db8::1:0:0:1/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// 2000::/12 <nil> 2001:db8::1:0:0:1/12 12 true false 2000::/12
// [32 1 13 184 0 0 0 0 0 1 0 0 0 0 0 1 12] <nil> true
// 2001:db8::/33 <nil> 2001:db8::1:0:0:1/33 33 true false 2001:db8::/33
// [32 1 13 184 0 0 0 0 0 1 0 0 0 0 0 1 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// 1:0:0:2:0:0:0:3 1:0:0:2::3 <nil>
// 0001:0000:0000:0002:0000:0000:0000:0003 128  false true false 1:0:0:2::3 1:0:0:2::4 1:0:0:2::2 false false false false false false true false [0 1 0 0 0 0 0 2 0 0 0 0 0 0 0 3] [0 1 0 0 0 0 0 2 0 0 0 0 0 0 0 3]
// panic: As4 called on IPv6 address
// [0 1 0 0 0 0 0 2 0 0 0 0 0 0 0 3] <nil> true
// {"1:0:0:2::3":["1:0:0:2::3","[1:0:0:2::3]:80","1:0:0:2::3/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ::/12 <nil> 1:0:0:2::3/12 12 true false ::/12
// [0 1 0 0 0 0 0 2 0 0 0 0 0 0 0 3 12] <nil> true
// 1::/33 <nil> 1:0:0:2::3/33 33 true false 1::/33
// [0 1 0 0 0 0 0 2 0 0 0 0 0 0 0 3 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// ::1:2:3:4:5:6:7 0:1:2:3:4:5:6:7 <nil>
// 0000:0001:0002:0003:0004:0005:0006:0007 128  false true false 0:1:2:3:4:5:6:7 0:1:2:3:4:5:6:8 0:1:2:3:4:5:6:6 false false false false false false true false [0 0 0 1 0 2 0 3 0 4 0 5 0 6 0 7] [0 0 0 1 0 2 0 3 0 4 0 5 0 6 0 7]
// panic: As4 called on IPv6 address
// [0 0 0 1 0 2 0 3 0 4 0 5 0 6 0 7] <nil> true
// {"0:1:2:3:4:5:6:7":["0:1:2:3:4:5:6:7","[0:1:2:3:4:5:6:7]:80","0:1:2:3:4:5:6:7/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ::/12 <nil> 0:1:2:3:4:5:6:7/12 12 true false ::/12
// [0 0 0 1 0 2 0 3 0 4 0 5 0 6 0 7 12] <nil> true
// 0:1::/33 <nil> 0:1:2:3:4:5:6:7/33 33 true false 0:1::/33
// [0 0 0 1 0 2 0 3 0 4 0 5 0 6 0 7 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// 1:2:3:4::5:6:7:8 invalid IP ParseAddr("1:2:3:4::5:6:7:8"): the :: must expand to at least one field of zeros
// ff02::1 ff02::1 <nil>
// ff02:0000:0000:0000:0000:0000:0000:0001 128  false true false ff02::1 ff02::2 ff02:: false false true false true false false false [255 2 0 0 0 0 0 0 0 0 0 0 0 0 0 1] [255 2 0 0 0 0 0 0 0 0 0 0 0 0 0 1]
// panic: As4 called on IPv6 address
// [255 2 0 0 0 0 0 0 0 0 0 0 0 0 0 1] <nil> true
// {"ff02::1":["ff02::1","[ff02::1]:80","ff02::1/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ff00::/12 <nil> ff02::1/12 12 true false ff00::/12
// [255 2 0 0 0 0 0 0 0 0 0 0 0 0 0 1 12] <nil> true
// ff02::/33 <nil> ff02::1/33 33 true false ff02::/33
// [255 2 0 0 0 0 0 0 0 0 0 0 0 0 0 1 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// ff01::1 ff01::1 <nil>
// ff01:0000:0000:0000:0000:0000:0000:0001 128  false true false ff01::1 ff01::2 ff01:: false false true true false false false false [255 1 0 0 0 0 0 0 0 0 0 0 0 0 0 1] [255 1 0 0 0 0 0 0 0 0 0 0 0 0 0 1]
// panic: As4 called on IPv6 address
// [255 1 0 0 0 0 0 0 0 0 0 0 0 0 0 1] <nil> true
// {"ff01::1":["ff01::1","[ff01::1]:80","ff01::1/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ff00::/12 <nil> ff01::1/12 12 true false ff00::/12
// [255 1 0 0 0 0 0 0 0 0 0 0 0 0 0 1 12] <nil> true
// ff01::/33 <nil> ff01::1/33 33 true false ff01::/33
// [255 1 0 0 0 0 0 0 0 0 0 0 0 0 0 1 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// 127.0.0.1 127.0.0.1 <nil>
// 127.0.0.1 32  true false false 127.0.0.1 127.0.0.2 127.0.0.0 false true false false false false false false [0 0 0 0 0 0 0 0 0 0 255 255 127 0 0 1] [127 0 0 1]
// [127 0 0 1]
// [127 0 0 1] <nil> true
// {"127.0.0.1":["127.0.0.1","127.0.0.1:80","127.0.0.1/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// 127.0.0.0/12 <nil> 127.0.0.1/12 12 true false 127.0.0.0/12
// [127 0 0 1 12] <nil> true
// invalid Prefix prefix length 33 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// invalid Prefix prefix length 129 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// 10.1.2.3 10.1.2.3 <nil>
// 10.1.2.3 32  true false false 10.1.2.3 10.1.2.4 10.1.2.2 false false false false false false true true [0 0 0 0 0 0 0 0 0 0 255 255 10 1 2 3] [10 1 2 3]
// [10 1 2 3]
// [10 1 2 3] <nil> true
// {"10.1.2.3":["10.1.2.3","10.1.2.3:80","10.1.2.3/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// 10.0.0.0/12 <nil> 10.1.2.3/12 12 true false 10.0.0.0/12
// [10 1 2 3 12] <nil> true
// invalid Prefix prefix length 33 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// invalid Prefix prefix length 129 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// 172.16.5.4 172.16.5.4 <nil>
// 172.16.5.4 32  true false false 172.16.5.4 172.16.5.5 172.16.5.3 false false false false false false true true [0 0 0 0 0 0 0 0 0 0 255 255 172 16 5 4] [172 16 5 4]
// [172 16 5 4]
// [172 16 5 4] <nil> true
// {"172.16.5.4":["172.16.5.4","172.16.5.4:80","172.16.5.4/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// 172.16.0.0/12 <nil> 172.16.5.4/12 12 true false 172.16.0.0/12
// [172 16 5 4 12] <nil> true
// invalid Prefix prefix length 33 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// invalid Prefix prefix length 129 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// 172.32.0.1 172.32.0.1 <nil>
// 172.32.0.1 32  true false false 172.32.0.1 172.32.0.2 172.32.0.0 false false false false false false true false [0 0 0 0 0 0 0 0 0 0 255 255 172 32 0 1] [172 32 0 1]
// [172 32 0 1]
// [172 32 0 1] <nil> true
// {"172.32.0.1":["172.32.0.1","172.32.0.1:80","172.32.0.1/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// 172.32.0.0/12 <nil> 172.32.0.1/12 12 true false 172.32.0.0/12
// [172 32 0 1 12] <nil> true
// invalid Prefix prefix length 33 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// invalid Prefix prefix length 129 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// 192.168.1.1 192.168.1.1 <nil>
// 192.168.1.1 32  true false false 192.168.1.1 192.168.1.2 192.168.1.0 false false false false false false true true [0 0 0 0 0 0 0 0 0 0 255 255 192 168 1 1] [192 168 1 1]
// [192 168 1 1]
// [192 168 1 1] <nil> true
// {"192.168.1.1":["192.168.1.1","192.168.1.1:80","192.168.1.1/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// 192.160.0.0/12 <nil> 192.168.1.1/12 12 true false 192.160.0.0/12
// [192 168 1 1 12] <nil> true
// invalid Prefix prefix length 33 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// invalid Prefix prefix length 129 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// 169.254.3.4 169.254.3.4 <nil>
// 169.254.3.4 32  true false false 169.254.3.4 169.254.3.5 169.254.3.3 false false false false false true false false [0 0 0 0 0 0 0 0 0 0 255 255 169 254 3 4] [169 254 3 4]
// [169 254 3 4]
// [169 254 3 4] <nil> true
// {"169.254.3.4":["169.254.3.4","169.254.3.4:80","169.254.3.4/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// 169.240.0.0/12 <nil> 169.254.3.4/12 12 true false 169.240.0.0/12
// [169 254 3 4 12] <nil> true
// invalid Prefix prefix length 33 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// invalid Prefix prefix length 129 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// 224.0.0.251 224.0.0.251 <nil>
// 224.0.0.251 32  true false false 224.0.0.251 224.0.0.252 224.0.0.250 false false true false true false false false [0 0 0 0 0 0 0 0 0 0 255 255 224 0 0 251] [224 0 0 251]
// [224 0 0 251]
// [224 0 0 251] <nil> true
// {"224.0.0.251":["224.0.0.251","224.0.0.251:80","224.0.0.251/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// 224.0.0.0/12 <nil> 224.0.0.251/12 12 true false 224.0.0.0/12
// [224 0 0 251 12] <nil> true
// invalid Prefix prefix length 33 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// invalid Prefix prefix length 129 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// 239.1.1.1 239.1.1.1 <nil>
// 239.1.1.1 32  true false false 239.1.1.1 239.1.1.2 239.1.1.0 false false true false false false false false [0 0 0 0 0 0 0 0 0 0 255 255 239 1 1 1] [239 1 1 1]
// [239 1 1 1]
// [239 1 1 1] <nil> true
// {"239.1.1.1":["239.1.1.1","239.1.1.1:80","239.1.1.1/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// 239.0.0.0/12 <nil> 239.1.1.1/12 12 true false 239.0.0.0/12
// [239 1 1 1 12] <nil> true
// invalid Prefix prefix length 33 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// invalid Prefix prefix length 129 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// 255.255.255.255 255.255.255.255 <nil>
// 255.255.255.255 32  true false false 255.255.255.255 invalid IP 255.255.255.254 false false false false false false false false [0 0 0 0 0 0 0 0 0 0 255 255 255 255 255 255] [255 255 255 255]
// [255 255 255 255]
// [255 255 255 255] <nil> true
// {"255.255.255.255":["255.255.255.255","255.255.255.255:80","255.255.255.255/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// 255.240.0.0/12 <nil> 255.255.255.255/12 12 true false 255.240.0.0/12
// [255 255 255 255 12] <nil> true
// invalid Prefix prefix length 33 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// invalid Prefix prefix length 129 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// 0.0.0.0 0.0.0.0 <nil>
// 0.0.0.0 32  true false false 0.0.0.0 0.0.0.1 invalid IP true false false false false false false false [0 0 0 0 0 0 0 0 0 0 255 255 0 0 0 0] [0 0 0 0]
// [0 0 0 0]
// [0 0 0 0] <nil> true
// {"0.0.0.0":["0.0.0.0","0.0.0.0:80","0.0.0.0/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// 0.0.0.0/12 <nil> 0.0.0.0/12 12 true false 0.0.0.0/12
// [0 0 0 0 12] <nil> true
// invalid Prefix prefix length 33 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// invalid Prefix prefix length 129 too large for IPv4 invalid Prefix -1 false false invalid Prefix
// fd00::1 fd00::1 <nil>
// fd00:0000:0000:0000:0000:0000:0000:0001 128  false true false fd00::1 fd00::2 fd00:: false false false false false false true true [253 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1] [253 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1]
// panic: As4 called on IPv6 address
// [253 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1] <nil> true
// {"fd00::1":["fd00::1","[fd00::1]:80","fd00::1/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// fd00::/12 <nil> fd00::1/12 12 true false fd00::/12
// [253 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 12] <nil> true
// fd00::/33 <nil> fd00::1/33 33 true false fd00::/33
// [253 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// 2001:4860:4860::8888 2001:4860:4860::8888 <nil>
// 2001:4860:4860:0000:0000:0000:0000:8888 128  false true false 2001:4860:4860::8888 2001:4860:4860::8889 2001:4860:4860::8887 false false false false false false true false [32 1 72 96 72 96 0 0 0 0 0 0 0 0 136 136] [32 1 72 96 72 96 0 0 0 0 0 0 0 0 136 136]
// panic: As4 called on IPv6 address
// [32 1 72 96 72 96 0 0 0 0 0 0 0 0 136 136] <nil> true
// {"2001:4860:4860::8888":["2001:4860:4860::8888","[2001:4860:4860::8888]:80","2001:4860:4860::8888/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// 2000::/12 <nil> 2001:4860:4860::8888/12 12 true false 2000::/12
// [32 1 72 96 72 96 0 0 0 0 0 0 0 0 136 136 12] <nil> true
// 2001:4860::/33 <nil> 2001:4860:4860::8888/33 33 true false 2001:4860::/33
// [32 1 72 96 72 96 0 0 0 0 0 0 0 0 136 136 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// ::ffff:127.0.0.1 ::ffff:127.0.0.1 <nil>
// 0000:0000:0000:0000:0000:ffff:7f00:0001 128  false true true 127.0.0.1 ::ffff:127.0.0.2 ::ffff:127.0.0.0 false true false false false false false false [0 0 0 0 0 0 0 0 0 0 255 255 127 0 0 1] [0 0 0 0 0 0 0 0 0 0 255 255 127 0 0 1]
// [127 0 0 1]
// [0 0 0 0 0 0 0 0 0 0 255 255 127 0 0 1] <nil> true
// {"::ffff:127.0.0.1":["::ffff:127.0.0.1","[::ffff:127.0.0.1]:80","::ffff:127.0.0.1/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ::/12 <nil> ::ffff:127.0.0.1/12 12 true false ::/12
// [0 0 0 0 0 0 0 0 0 0 255 255 127 0 0 1 12] <nil> true
// ::/33 <nil> ::ffff:127.0.0.1/33 33 true false ::/33
// [0 0 0 0 0 0 0 0 0 0 255 255 127 0 0 1 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff <nil>
// ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 128  false true false ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff invalid IP ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe false false true false false false false false [255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255] [255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255]
// panic: As4 called on IPv6 address
// [255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255] <nil> true
// {"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff":["ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff","[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]:80","ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// fff0::/12 <nil> ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/12 12 true false fff0::/12
// [255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 12] <nil> true
// ffff:ffff:8000::/33 <nil> ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/33 33 true false ffff:ffff:8000::/33
// [255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// 0:0:0:1:: 0:0:0:1:: <nil>
// 0000:0000:0000:0001:0000:0000:0000:0000 128  false true false 0:0:0:1:: ::1:0:0:0:1 ::ffff:ffff:ffff:ffff false false false false false false true false [0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0] [0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0]
// panic: As4 called on IPv6 address
// [0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0] <nil> true
// {"0:0:0:1::":["0:0:0:1::","[0:0:0:1::]:80","0:0:0:1::/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ::/12 <nil> 0:0:0:1::/12 12 true false ::/12
// [0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 12] <nil> true
// ::/33 <nil> 0:0:0:1::/33 33 true false ::/33
// [0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// 1:0:0:0:0:0:0:0 1:: <nil>
// 0001:0000:0000:0000:0000:0000:0000:0000 128  false true false 1:: 1::1 0:ffff:ffff:ffff:ffff:ffff:ffff:ffff false false false false false false true false [0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0] [0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0]
// panic: As4 called on IPv6 address
// [0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0] <nil> true
// {"1::":["1::","[1::]:80","1::/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ::/12 <nil> 1::/12 12 true false ::/12
// [0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 12] <nil> true
// 1::/33 <nil> 1::/33 33 true false 1::/33
// [0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// ::ffff:0:0 ::ffff:0.0.0.0 <nil>
// 0000:0000:0000:0000:0000:ffff:0000:0000 128  false true true 0.0.0.0 ::ffff:0.0.0.1 ::fffe:ffff:ffff false false false false false false false false [0 0 0 0 0 0 0 0 0 0 255 255 0 0 0 0] [0 0 0 0 0 0 0 0 0 0 255 255 0 0 0 0]
// [0 0 0 0]
// [0 0 0 0 0 0 0 0 0 0 255 255 0 0 0 0] <nil> true
// {"::ffff:0.0.0.0":["::ffff:0.0.0.0","[::ffff:0.0.0.0]:80","::ffff:0.0.0.0/12"]} <nil>
// invalid Prefix negative Prefix bits invalid Prefix -1 false false invalid Prefix
// ::/12 <nil> ::ffff:0.0.0.0/12 12 true false ::/12
// [0 0 0 0 0 0 0 0 0 0 255 255 0 0 0 0 12] <nil> true
// ::/33 <nil> ::ffff:0.0.0.0/33 33 true false ::/33
// [0 0 0 0 0 0 0 0 0 0 255 255 0 0 0 0 33] <nil> true
// invalid Prefix prefix length 129 too large for IPv6 invalid Prefix -1 false false invalid Prefix
// ::00001 invalid IP ParseAddr("::00001"): each group must have 4 or less digits (at "00001")
// 1:2  invalid IP ParseAddr("1:2 "): unexpected character, want colon (at " ")
// ::ffff:01.2.3.4 invalid IP ParseAddr("::ffff:01.2.3.4"): IPv4 field has octet with leading zero
// 1:2:3:4:5:6:7:8: invalid IP ParseAddr("1:2:3:4:5:6:7:8:"): colon must be followed by more characters (at ":")
// ::1:: invalid IP ParseAddr("::1::"): multiple :: in address (at ":")
// fffff:: invalid IP ParseAddr("fffff::"): each group must have 4 or less digits (at "fffff::")
// ::fffff%a invalid IP ParseAddr("::fffff%a"): each group must have 4 or less digits (at "fffff")
// [0.0.0.0 1.2.3.4 10.1.2.3 127.0.0.1 169.254.3.4 172.16.5.4 172.32.0.1 192.168.1.1 224.0.0.251 239.1.1.1 255.255.255.255 :: ::1 ::1%lo ::ffff:0.0.0.0 ::ffff:1.2.3.4 ::ffff:1.2.3.4%z ::ffff:127.0.0.1 0:0:0:1:: 0:1:2:3:4:5:6:7 1:: 1:: 1:0:0:2::3 1:2:3:4:5:6:7:8 1:2:3:4:5:6:102:304 2001:db8::1:0:0:1 2001:4860:4860::8888 fd00::1 fe80::abcd fe80::1cc0:3e8c:119f:c2e1%ens18 ff01::1 ff02::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]
// true true true true -1 false false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true
// false false false false 1 false true true true true -1 false false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true
// false false false false 1 false false false false false 1 false true true true true -1 false false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true
// false false false false 1 false false false false false 1 false false false false false 1 false true true true true -1 false false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true
// false false false false 1 false false false false false 1 false false false false false 1 false false false false false 1 false true true true true -1 false false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true
// false false false false 1 false false false false false 1 false false false false false 1 false false false false false 1 false false false false false 1 false true true true true -1 false true false true true -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true
// false false false false 1 false false false false false 1 false false false false false 1 false false false false false 1 false false false false false 1 false true false true true -1 false true true true true -1 false false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true
// false false false false 1 false false false false false 1 false false false false false 1 false false false false false 1 false false false false false 1 false false false false false 1 false false false false false 1 false true true true true -1 false false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true
// false false false false 1 false false false false false 1 false false false false false 1 false false false false false 1 false false false false false 1 false false false false false 1 false false false false false 1 false false false false false 1 false true true true true -1 false false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true false false false false -1 true
// invalid AddrPort not an ip:port invalid IP 0 false
// [0 0] <nil> <nil> true
// invalid AddrPort not an ip:port invalid IP 0 false
// [0 0] <nil> <nil> true
// invalid AddrPort no port invalid IP 0 false
// [0 0] <nil> <nil> true
// invalid AddrPort no IP invalid IP 0 false
// [0 0] <nil> <nil> true
// 1.2.3.4:80 <nil> 1.2.3.4 80 true
// [1 2 3 4 80 0] <nil> <nil> true
// invalid AddrPort invalid port "65536" parsing "1.2.3.4:65536" invalid IP 0 false
// [0 0] <nil> <nil> true
// invalid AddrPort invalid port "http" parsing "1.2.3.4:http" invalid IP 0 false
// [0 0] <nil> <nil> true
// [::1]:80 <nil> ::1 80 true
// [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 80 0] <nil> <nil> true
// invalid AddrPort invalid ip:port "::1:80", IPv6 addresses must be surrounded by square brackets invalid IP 0 false
// [0 0] <nil> <nil> true
// invalid AddrPort invalid ip:port "[1.2.3.4]:80", square brackets can only be used with IPv6 addresses invalid IP 0 false
// [0 0] <nil> <nil> true
// invalid AddrPort missing ] invalid IP 0 false
// [0 0] <nil> <nil> true
// invalid AddrPort ParseAddr(""): unable to parse IP invalid IP 0 false
// [0 0] <nil> <nil> true
// invalid AddrPort ParseAddr("x"): unable to parse IP invalid IP 0 false
// [0 0] <nil> <nil> true
// [::1%z]:9 <nil> ::1%z 9 true
// [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 122 9 0] <nil> <nil> true
// invalid Prefix netip.ParsePrefix(""): no '/' invalid IP -1
// invalid Prefix netip.ParsePrefix("1.2.3.4"): no '/' invalid IP -1
// invalid Prefix netip.ParsePrefix("1.2.3.4/"): bad bits after slash: "" invalid IP -1
// 1.2.3.4/24 <nil> 1.2.3.4 24
// invalid Prefix netip.ParsePrefix("1.2.3.4/33"): prefix length out of range invalid IP -1
// invalid Prefix netip.ParsePrefix("1.2.3.4/-1"): bad bits after slash: "-1" invalid IP -1
// invalid Prefix netip.ParsePrefix("1.2.3.4/+1"): bad bits after slash: "+1" invalid IP -1
// invalid Prefix netip.ParsePrefix("1.2.3.4/024"): bad bits after slash: "024" invalid IP -1
// 1.2.3.4/0 <nil> 1.2.3.4 0
// invalid Prefix netip.ParsePrefix("::/129"): prefix length out of range invalid IP -1
// invalid Prefix netip.ParsePrefix("::1%a/3"): IPv6 zones cannot be present in a prefix invalid IP -1
// 2001:db8::/32 <nil> 2001:db8:: 32
// invalid Prefix netip.ParsePrefix("x/3"): ParseAddr("x"): unable to parse IP invalid IP -1
// invalid Prefix netip.ParsePrefix("1.2.3.4/24/8"): ParseAddr("1.2.3.4/24"): unexpected character (at "/24") invalid IP -1
// panic: ParseAddr("x"): unable to parse IP
// panic: netip.ParsePrefix("x"): no '/'
// panic: not an ip:port
// unexpected slice size ParseAddr("1.2.3"): IPv4 address too short <nil> ff02::1 ff02::2 ::1
// invalid IP false
// panic: As4 called on IP zero value
