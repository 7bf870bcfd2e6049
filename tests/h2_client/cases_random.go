package h2client

import (
	"fmt"
	"strings"
)

// A dialog is a random script while it is made: what it knows keeps most of its frames meaningful.
type dialog struct {
	*generator
	steps    []string
	requests []string // their kinds: the modifiers
	headed   []bool
	over     []bool
}

func (g *generator) random() string {
	d := &dialog{generator: g}
	if options := d.options(); options != "" {
		d.step("OPT " + options)
	}
	d.ask()
	if d.IntN(20) > 0 {
		d.step("SETTINGS " + d.settings())
	}
	if d.IntN(4) > 0 {
		d.step("SETTINGS.1")
	}
	for range 1 + d.IntN(12) {
		switch n := d.IntN(20); {
		case n < 3:
			d.ask()
		case n < 6:
			d.act()
		case n < 18:
			d.step(d.frame())
		default:
			d.step(d.oddFrame())
		}
	}
	return strings.Join(d.steps, ";")
}

func (d *dialog) step(s string) {
	if s != "" {
		d.steps = append(d.steps, s)
	}
}

func (d *dialog) options() string {
	if d.IntN(3) > 0 {
		return ""
	}
	var all []string
	for range 1 + d.IntN(3) {
		all = append(all, d.one("maxheader=300", "readframe=20000", "connbuffer=70000", "streambuffer=20000", "streambuffer=1",
			"streambuffer=5000", "decodertable=100", "encodertable=100", "encodertable=0", "headertimeout=3", "expect=0", "nogzip=1",
			"nogzip=1", "nokeep=1", "maxconns=1", "maxheader=1000", "readframe=5", "connbuffer=5", "streambuffer=99999999"))
	}
	return strings.Join(all, ",")
}

func (d *dialog) settings() string {
	var all []string
	for range d.IntN(3) {
		all = append(all, d.one("1=0", "1=100", "2=0", "3=1", "3=2", "3=100", "4=0", "4=10", "4=20000", "4=65535", "4=100000", "5=16384",
			"5=20000", "5=100", "6=300", "6=1000", "6=10", "8=1", "8=0", "9=1", "77=5", "4=2147483648"))
	}
	return strings.Join(all, ",")
}

// ask starts a request.
func (d *dialog) ask() {
	if len(d.requests) > 3 {
		return
	}
	kind := d.one("GET", "GET", "GET~", "GET~", "GET*", "HEAD", "POST", "POST$", "POST$~", "POST?", "POST|", "POST|~", "POST+", "POST*", "POST^", "POST?^",
		"PUT$", "OPTIONS", "DELETE")
	head := d.often(8, d.one("X=y", "Cookie=a=b%3B%20c=d", "Accept-Encoding=x", "Connection=close", "Range=bytes=1-2", "close=1", "User-Agent=",
		"X="+"long**500", "Connection=bad", "Te=trailers", "Idempotency-Key=k"))
	body := ""
	if strings.ContainsAny(kind, "?+^$") || strings.HasPrefix(kind, "P") && !strings.Contains(kind, "|") {
		body = d.one("abc", "abc", "", "x**5000", "x**16384", "x**16385", "x**70000", "x**200000")
		if body == "" && strings.Contains(kind, "^") {
			body = "abc" // Go's client leaves a stream with a trailer and without a body open
		}
	}
	d.requests = append(d.requests, kind)
	d.headed = append(d.headed, false)
	d.over = append(d.over, false)
	d.step(strings.TrimRight(fmt.Sprintf("DO %s %s %s", kind, head, body), " "))
}

// act has the client's program do something.
func (d *dialog) act() {
	i := d.IntN(len(d.requests))
	kind := d.requests[i]
	switch {
	case strings.Contains(kind, "|") && !d.over[i] && d.IntN(3) > 0:
		d.step(fmt.Sprintf(d.one("FEED %d abc", "FEED %d x**5000", "FEED %d x**40000", "EOF %d", "FAIL %d failed"), i))
	case strings.Contains(kind, "~") && d.IntN(4) > 0:
		d.step(fmt.Sprintf(d.one("READ %d 1", "READ %d 10", "READ %d 5000", "READ %d 20000", "CLOSE %d"), i))
	case (!strings.HasPrefix(kind, "P") || !d.headed[i] && !strings.Contains(kind, "|")) && d.IntN(3) == 0:
		// Go's client does not notice the end of a context while it waits to send a body and the answer has begun.
		d.step(fmt.Sprintf("CANCEL %d", i))
	case d.IntN(3) == 0:
		d.step(d.one("WAIT 500ms", "WAIT 2s", "WAIT 4s", "WAIT 12s"))
	}
}

// frame is one that may come, mostly.
func (d *dialog) frame() string {
	i := d.IntN(len(d.requests))
	if d.over[i] && d.IntN(8) > 0 {
		i = d.IntN(len(d.requests))
	}
	stream := 2*i + 1
	end := d.IntN(3) == 0
	switch n := d.IntN(40); {
	case !d.headed[i] && n < 28:
		if n < 5 {
			return fmt.Sprintf("HEADERS.4@%d %s", stream, d.one(":status=100", ":status=103,link=x", ":status=103,a=b**200", ":status=102"))
		}
		d.headed[i], d.over[i] = true, end
		return fmt.Sprintf("HEADERS.%d@%d %s", d.flag(4, end), stream, d.answer())
	case n < 26:
		d.over[i] = d.over[i] || end
		if n < 3 && end {
			return fmt.Sprintf("HEADERS.5@%d %s", stream, d.one("a=b", "a=b,c=d", "trailer=x", "content-length=4", ":status=200", ""))
		}
		data := d.one("hello", "", "x", "a**100", "a**5000", "a**16384", "a**16384", "a**20000", "a**60000")
		if d.IntN(6) == 0 {
			return fmt.Sprintf("DATA.%x@%d %%05%s%%00%%00%%00%%00%%00", d.flag(8, end), stream, data)
		}
		return fmt.Sprintf("DATA.%d@%d %s", d.flag(0, end), stream, data)
	case n < 28:
		d.over[i] = true
		return fmt.Sprintf("RST@%d %s", stream, d.one("0", "1", "2", "5", "7", "7", "7", "8", "11", "13", "77"))
	case n < 29:
		return fmt.Sprintf("GOAWAY@0 %s,%s", d.one("0", "1", "3", "5", "2147483647"), d.one("0", "0", "1", "2", "11", "0,bye"))
	case n < 31:
		return "PING.0@0 " + d.one("12345678", "abcdefgh")
	case n < 36:
		return fmt.Sprintf("WINDOW@%s %s", d.one("0", "1", "3", "5", fmt.Sprint(stream)), d.one("1", "1000", "5000", "100000", "2147483647", "0"))
	case n < 38:
		return "SETTINGS " + d.settings()
	}
	return d.one("PING.1@0 12345678", "SETTINGS.1", "PRIORITY@1 12345", "RAW.0@0 99:0011", "END")
}

func (d *dialog) flag(base int, end bool) int {
	if end {
		base++
	}
	return base
}

func (d *dialog) answer() string {
	fields := ":status=" + d.one("200", "200", "200", "200", "204", "304", "404", "417", "500", "301", "20", "abc")
	for range d.IntN(3) {
		fields += "," + d.one("content-length=5", "content-length=0", "content-length=5000", "content-length=x", "trailer=A", "trailer=A%2C B", "a=b", "a=b**400",
			"content-encoding=gzip", "connection=close", "set-cookie=a", "content-type=text/plain", "Upper=x", "a=%00")
	}
	return fields
}

// oddFrame is one that may not come, mostly.
func (d *dialog) oddFrame() string {
	stream := d.one("0", "1", "2", "3", "4", "5", "7", "9", "101")
	switch d.IntN(9) {
	case 0:
		return fmt.Sprintf("HEADERS.%s@%s %s", d.one("0", "1", "4", "5", "c", "24", "2c", "8"), stream, d.one(":status=200", "hex:", "hex:88", "hex:ff", "hex:3f", "hex:008840", "hex:0588ffff", "a=b"))
	case 1:
		return fmt.Sprintf("CONT.%s@%s a=b", d.one("0", "4"), stream)
	case 2:
		return fmt.Sprintf("DATA.%s@%s %s", d.one("0", "1", "8", "9"), stream, d.one("", "abc", "%05abc", "%ff"))
	case 3:
		return fmt.Sprintf("PUSH.%s@%s 2,:method=GET", d.one("0", "4"), stream)
	case 4:
		return fmt.Sprintf("PING.%s@%s %s", d.one("0", "1"), stream, d.one("12345678", "1234567", "", "123456789"))
	case 5:
		return fmt.Sprintf("SETTINGS.%s@%s %s", d.one("0", "1"), stream, d.one("", "abc", "3=1", "2=3", "5=1"))
	case 6:
		return fmt.Sprintf("GOAWAY@%s %s", stream, d.one("", "1", "1,2", "0,0,x"))
	case 7:
		return fmt.Sprintf("RAW.%x@%s %d:%s", d.IntN(256), stream, d.IntN(18), d.one("", "00", "00000000", "0000000000000000", "ffffffff", "80000001", "0501020304"))
	}
	return d.one("BYTES HTTP/1.1 200 OK%0D%0A%0D%0A", "BYTES %00", "BYTES %ff%ff%ff%00%00%00%00%00%01", "RST@"+stream+" 1", "WINDOW@"+stream+" ", "PRIORITY@"+stream+" 123")
}
