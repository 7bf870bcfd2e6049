// A client of unencrypted HTTP/2 and servers that write frames by hand: requests that are refused or left behind by a
// GOAWAY frame are sent again, windows narrow below nothing, and answers that are none are refused.
package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"time"
)

type conn struct {
	net.Conn
	r *bufio.Reader
}

func (c conn) write(kind, flags byte, stream uint32, payload string) {
	n := len(payload)
	b := binary.BigEndian.AppendUint32([]byte{byte(n >> 16), byte(n >> 8), byte(n), kind, flags}, stream)
	c.Conn.Write(append(b, payload...))
}

// next reads frames until one of a kind comes; it counts the bytes of DATA.
func (c conn) next(kind byte) (flags byte, stream uint32, data int) {
	for {
		var head [9]byte
		if _, err := io.ReadFull(c.r, head[:]); err != nil {
			return 0, 0, data
		}
		n := int(head[0])<<16 | int(head[1])<<8 | int(head[2])
		io.CopyN(io.Discard, c.r, int64(n))
		if head[3] == 0 {
			data += n
		}
		if head[3] == kind {
			return head[4], binary.BigEndian.Uint32(head[5:]), data
		}
	}
}

func number(n uint32) string { return string(binary.BigEndian.AppendUint32(nil, n)) }

const (
	data, headers, reset, settings, goAway, window = 0, 1, 3, 4, 7, 8

	ok      = "\x88"                      // :status 200
	created = "\x08\x03201"               // :status 201
	early   = "\x08\x03103\x00\x01a\x01b" // :status 103, a: b
)

// scenario runs requests against servers: the first connection has the first one, and so on.
func scenario(name string, requests func(c *http.Client, url string), servers ...func(c conn)) {
	fmt.Println("--", name)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	var group sync.WaitGroup
	go func() {
		for _, serve := range servers {
			nc, err := l.Accept()
			if err != nil {
				return
			}
			group.Go(func() {
				defer nc.Close()
				c := conn{nc, bufio.NewReader(nc)}
				io.ReadFull(c.r, make([]byte, len("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")))
				serve(c)
			})
		}
	}()
	var p http.Protocols
	p.SetUnencryptedHTTP2(true)
	t := &http.Transport{Protocols: &p}
	requests(&http.Client{Transport: t}, "http://"+l.Addr().String()+"/")
	l.Close()
	t.CloseIdleConnections()
	group.Wait()
}

func show(resp *http.Response, err error) {
	if err != nil {
		fmt.Println("error", errors.Unwrap(err))
		return
	}
	b, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	fmt.Printf("%s %q %v\n", resp.Status, b, err)
}

func answer(c conn, stream uint32, text string) {
	c.write(headers, 4, stream, ok)
	c.write(data, 1, stream, text)
}

func main() {
	get := func(c *http.Client, url string) { show(c.Get(url)) }
	post := func(c *http.Client, url string) { show(c.Post(url, "a/b", strings.NewReader("body"))) }
	polite := func(c conn) {
		c.write(settings, 0, 0, "")
		for {
			flags, stream, _ := c.next(headers)
			if stream == 0 {
				return
			}
			if flags&1 == 0 {
				c.next(data)
			}
			answer(c, stream, fmt.Sprint("polite ", stream))
		}
	}
	scenario("refused", func(c *http.Client, url string) { post(c, url); post(c, url) }, func(c conn) {
		c.write(settings, 0, 0, "")
		_, stream, _ := c.next(headers)
		c.write(reset, 0, stream, number(7))
		_, stream, _ = c.next(headers)
		answer(c, stream, fmt.Sprint("second try ", stream))
		_, stream, _ = c.next(headers)
		c.write(reset, 0, stream, number(8))
		c.next(headers)
	})
	scenario("going away", post, func(c conn) {
		c.write(settings, 0, 0, "")
		c.next(headers)
		c.write(goAway, 0, 0, number(0)+number(0)+"bye")
		c.next(headers)
	}, polite)
	scenario("gone away", func(c *http.Client, url string) { get(c, url); get(c, url) }, func(c conn) {
		c.write(settings, 0, 0, "")
		_, stream, _ := c.next(headers)
		c.write(headers, 4, stream, ok)
		c.write(goAway, 0, 0, number(1)+number(11)+"calm")
		c.Conn.(*net.TCPConn).CloseWrite()
		io.Copy(io.Discard, c.r)
	}, polite)
	scenario("no second time", func(c *http.Client, url string) {
		show(c.Post(url, "a/b", io.MultiReader(strings.NewReader("body"))))
	}, func(c conn) {
		c.write(settings, 0, 0, "")
		_, stream, _ := c.next(headers)
		c.write(reset, 0, stream, number(7))
		c.next(headers)
	})
	scenario("windows", func(c *http.Client, url string) {
		show(c.Post(url, "a/b", strings.NewReader(strings.Repeat("x", 70000))))
	}, func(c conn) {
		c.write(settings, 0, 0, "")
		_, stream, _ := c.next(headers)
		left := 65535
		for left > 0 {
			_, _, n := c.next(data)
			left -= n
		}
		c.write(settings, 0, 0, "\x00\x04"+number(100)) // the stream's window is now -65435
		c.next(settings)
		c.write(window, 0, 0, number(1<<20))
		c.write(window, 0, stream, number(65435))
		c.write(window, 0, stream, number(1000))
		_, _, n := c.next(data)
		c.write(window, 0, stream, number(1<<16))
		for {
			flags, _, more := c.next(data)
			if n += more; flags&1 != 0 || more == 0 {
				break
			}
		}
		answer(c, stream, fmt.Sprint("the rest: ", n))
		c.next(headers)
	})
	malformed(get)
	timeouts(get)
}

func malformed(get func(*http.Client, string)) {
	for _, frames := range [][3]string{
		{"\x08\x03abc", ""}, {"\x00\x01a\x01b", ""}, {"\x88\x88", ""}, {"\x88\x00\x01A\x01b", ""}, {"\xff", ""},
		{"\x88\x5c\x01\x35", "four"}, {"\x88\x5c\x01\x35", "sixsix"}, {created, "fine"},
	} {
		scenario(fmt.Sprintf("answer %q %q", frames[0], frames[1]), get, func(c conn) {
			c.write(settings, 0, 0, "")
			_, stream, _ := c.next(headers)
			c.write(headers, 4, stream, frames[0])
			c.write(data, 1, stream, frames[1])
			c.next(headers)
		})
	}
	scenario("silence", get, func(c conn) { c.next(headers) })
}

func timeouts(func(*http.Client, string)) {
	told := make(chan bool)
	scenario("too late", func(c *http.Client, url string) {
		c.Transport.(*http.Transport).ResponseHeaderTimeout = time.Millisecond
		_, err := c.Get(url)
		var timeout net.Error
		fmt.Println(errors.Unwrap(err), errors.As(err, &timeout) && timeout.Timeout())
		fmt.Println("reset", <-told)
	}, func(c conn) {
		c.write(settings, 0, 0, "")
		_, stream, _ := c.next(reset)
		told <- stream == 1
	})
	waits := make(chan bool)
	scenario("informed", func(c *http.Client, url string) {
		ctx := httptrace.WithClientTrace(context.Background(), &httptrace.ClientTrace{
			GotFirstResponseByte: func() { fmt.Println("first byte") },
			Wait100Continue:      func() { fmt.Println("waits"); waits <- true },
			Got100Continue:       func() { fmt.Println("continues") },
		})
		c.Transport.(*http.Transport).ExpectContinueTimeout = time.Hour
		req, _ := http.NewRequestWithContext(ctx, "PUT", url, strings.NewReader("body"))
		req.Header.Set("Expect", "100-continue")
		show(c.Do(req))
	}, func(c conn) {
		c.write(settings, 0, 0, "")
		_, stream, _ := c.next(headers)
		<-waits // the client's hooks run in two goroutines
		c.write(headers, 4, stream, early)
		c.write(headers, 4, stream, "\x08\x03100")
		_, _, n := c.next(data)
		answer(c, stream, fmt.Sprint(n, " bytes"))
		c.next(headers)
	})
}

// Output:
// -- refused
// 200 OK "second try 3" <nil>
// error stream error: stream ID 5; CANCEL; received from peer
// -- going away
// 200 OK "polite 1" <nil>
// -- gone away
// 200 OK "" http2: server sent GOAWAY and closed the connection; LastStreamID=1, ErrCode=ENHANCE_YOUR_CALM, debug="calm"
// 200 OK "polite 1" <nil>
// -- no second time
// error http2: Transport: cannot retry err [stream error: stream ID 1; REFUSED_STREAM; received from peer] after Request.Body was written; define Request.GetBody to avoid this error
// -- windows
// 200 OK "the rest: 4465" <nil>
// -- answer "\b\x03abc" ""
// error stream error: stream ID 1; PROTOCOL_ERROR; malformed response from server: malformed non-numeric status pseudo header
// -- answer "\x00\x01a\x01b" ""
// error stream error: stream ID 1; PROTOCOL_ERROR; malformed response from server: missing status pseudo header
// -- answer "\x88\x88" ""
// error stream error: stream ID 1; PROTOCOL_ERROR; duplicate pseudo-header ":status"
// -- answer "\x88\x00\x01A\x01b" ""
// error stream error: stream ID 1; PROTOCOL_ERROR; invalid header field name "A"
// -- answer "\xff" ""
// error connection error: COMPRESSION_ERROR
// -- answer "\x88\\\x015" "four"
// 200 OK "four" unexpected EOF
// -- answer "\x88\\\x015" "sixsix"
// 200 OK "sixsi" net/http: server replied with more than declared Content-Length; truncated
// -- answer "\b\x03201" "fine"
// 201 Created "fine" <nil>
// -- silence
// error unexpected EOF
// -- too late
// http2: timeout awaiting response headers true
// reset true
// -- informed
// waits
// first byte
// continues
// 200 OK "4 bytes" <nil>
