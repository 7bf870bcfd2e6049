package hostport

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"time"
)

type D struct{ net.Dialer }

func g(host string, port int, p uint16, as []any, e error, ps fmt.Stringer) {
	a, b := fmt.Sprintf("%s:%d", host, port), 1
	_ = b
	net.Dial("tcp", a)
	var c, d = fmt.Sprintf("%s:%d", host, port), 1
	_ = d
	net.Dial("tcp", c)
	net.DialTimeout("tcp", fmt.Sprintf("%s:%d", host, port), time.Second)
	f := (fmt.Sprintf("%s:%d", host, port))
	net.Dial("tcp", f)
	h := fmt.Sprintf("%s:%d", host, port)
	net.Dial("tcp", (h))
	i := fmt.Sprintf("%s:%d", host, port)
	net.Dial("tcp", (i))
	net.Dial("tcp", i)
	net.DialTimeout("tcp", i, time.Second)
	new(net.Dialer).Dial("tcp", i)
	var dd D
	dd.Dial("tcp", i)
	net.Dial("tcp", fmt.Sprintf("%s:%d", host, p))
	net.Dial("tcp", fmt.Sprintf("%s:%s", host, strconv.Itoa(port)))
	net.Dial("tcp", fmt.Sprintf("%s:%d", as...))
	net.Dial("tcp", fmt.Sprintf("%s:%d", host, port, 1))
	net.Dial("tcp", fmt.Sprintf("%s:%s", host, ps))
	net.Dial("tcp", fmt.Sprint("%s:%d", host, port))
	(*net.Dialer).Dial(nil, "tcp", i)
	(net.Dial)("tcp", i)
	const (
		x = "%s:%d"
	)
	net.Dial("tcp", fmt.Sprintf((x), host, port))
	for k := range 3 {
		net.Dial("tcp", fmt.Sprintf("%s:%d", host, k))
	}
	net.Dial("tcp",
		fmt.Sprintf(
			"%s:%d", host, port))
	net.Dial("tcp", fmt.Sprintf(`%s:%d`, host, port))
	var fs = fmt.Sprintf
	net.Dial("tcp", fs("%s:%d", host, port))
}
func g2() (string, string) { return "", "" }
func g3(a string)          { net.Dial("tcp", a); a = fmt.Sprintf("%s:%d", "a", 2); net.Dial("tcp", a) }
func g4() (a string)       { net.Dial("tcp", a); return fmt.Sprintf("%s:%d", "a", 2) }

func g5(host string, port int) {
	net.Dial("tcp", global)
	var d net.Dialer
	d.Dial("tcp", fmt.Sprintf("%s:%d", host, port))
	d.DialContext(context.Background(), "tcp", fmt.Sprintf("%s:%d", host, port))
	net.Listen("tcp", fmt.Sprintf("%s:%d", host, port))
	go net.Dial("tcp", fmt.Sprintf("%s:%d", host, port))
	net.Dial("tcp", fmt.Sprintf("[%s]:%d", host, port))
	net.Dial("tcp", fmt.Sprintf("%s:80", host))
	net.Dial("tcp", (fmt.Sprintf("%s:%d", host, port)))
}

var global = fmt.Sprintf("%s:%d", "a", 1)
