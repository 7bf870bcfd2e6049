package main

import (
	"fmt"
	"net"
	"strconv"
)

const P = 80

func main() {
	h, p := "h", 1
	var s = "80"
	net.Dial("tcp", fmt.Sprintf("%s:%d", h, p))
	net.Dial("tcp", fmt.Sprintf("%s:%s", h, s))
	net.Dial("tcp", fmt.Sprintf("%s:%d", h, 80))
	net.Dial("tcp", fmt.Sprintf("%s:%d", h, P))
	net.Dial("tcp", fmt.Sprintf("%s:%d", h, P+1))
	net.Dial("tcp", fmt.Sprintf("%s:%d", h+"x", uint16(p)))
	net.Dial("tcp", fmt.Sprintf("%s:%s", h, strconv.Itoa(p)))
	a := fmt.Sprintf("%s:%d", h, p)
	net.Dial("tcp", a)
	var d net.Dialer
	d.Dial("tcp", fmt.Sprintf(
		"%s:%d",
		h,
		p,
	))
	net.DialTimeout("tcp", a, 3)
	net.Dial("tcp", fmt.Sprintf("%s:%d", h, int64(p)))
	net.Dial("tcp", fmt.Sprintf(`%s:%d`, h, 0x50))
	net.Dial("tcp", fmt.Sprintf("%s:%d", []byte("x"), 'a'))
	net.Dial("tcp", fmt.Sprintf("%s:%s", h, "80"))
	net.Dial("tcp", fmt.Sprintf("%s:%d", h, 1_000))
	net.Dial("tcp", fmt.Sprintf("%s:%d", h, (80)))
	net.Dial("tcp", fmt.Sprintf("%s:%d", h, -80))
	var ip net.IP
	net.Dial("tcp", fmt.Sprintf("%s:%d", ip, p))
}
