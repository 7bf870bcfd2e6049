// A server of HTTP/2 sends the responses that wait for the connection's window in the order of their priorities
// (RFC 9218): by the Priority field of the request, or by a PRIORITY_UPDATE frame.
package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

func frame(kind, flags byte, stream uint32, data []byte) []byte {
	b := []byte{byte(len(data) >> 16), byte(len(data) >> 8), byte(len(data)), kind, flags}
	b = binary.BigEndian.AppendUint32(b, stream)
	return append(b, data...)
}

func field(name, value string) []byte {
	b := []byte{0, byte(len(name))}
	b = append(b, name...)
	b = append(b, byte(len(value)))
	return append(b, value...)
}

func request(stream uint32, path, priority string) []byte {
	b := field(":method", "GET")
	b = append(b, field(":scheme", "http")...)
	b = append(b, field(":authority", "a")...)
	b = append(b, field(":path", path)...)
	if priority != "-" {
		for _, p := range strings.Split(priority, "|") {
			b = append(b, field("priority", p)...)
		}
	}
	return frame(1, 5, stream, b)
}

func update(stream uint32, priority string) []byte {
	return frame(16, 0, 0, append(binary.BigEndian.AppendUint32(nil, stream), priority...))
}

func window(n uint32) []byte { return frame(8, 0, 0, binary.BigEndian.AppendUint32(nil, n)) }

// A step is a request, or an update of its priority, that the client sends while the window is closed.
type step struct {
	stream   uint32
	priority string
	update   bool
}

const size = 3 * 16384

// scene prints the streams whose data comes, a frame each time the client widens the window of the connection by one.
func scene(name string, disable bool, before []step, steps []step) {
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	headed := make(chan bool, 100)
	srv := &http.Server{DisableClientPriority: disable, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/first" {
			w.Write(make([]byte, 65535))
			return
		}
		w.Write(make([]byte, size))
	})}
	srv.Protocols = new(http.Protocols)
	srv.Protocols.SetUnencryptedHTTP2(true)
	go srv.Serve(l)
	defer srv.Close()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		panic(err)
	}
	defer c.Close()
	io.WriteString(c, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
	c.Write(frame(4, 0, 0, []byte{0, 4, 0, 16, 0, 0}))
	c.Write(request(1, "/first", "-"))
	frames := make(chan uint32, 1000)
	go func() {
		defer close(frames)
		for {
			var h [9]byte
			if _, err := io.ReadFull(c, h[:]); err != nil {
				return
			}
			n := int(h[0])<<16 | int(h[1])<<8 | int(h[2])
			data := make([]byte, n)
			if _, err := io.ReadFull(c, data); err != nil {
				return
			}
			id := binary.BigEndian.Uint32(h[5:])
			switch {
			case h[3] == 0 && n > 0:
				frames <- id
			case h[3] == 1 && id > 1:
				headed <- true
			case h[3] == 3 || h[3] == 7:
				fmt.Println(name, "frame", h[3], id, data)
			}
		}
	}()
	for range 4 {
		<-frames
	}
	for _, s := range before {
		c.Write(update(s.stream, s.priority))
	}
	count := 0
	for _, s := range steps {
		if s.update {
			c.Write(update(s.stream, s.priority))
		} else {
			c.Write(request(s.stream, "/x", s.priority))
			count++
			<-headed
			time.Sleep(20 * time.Millisecond) // the handler comes to wait
		}
	}
	time.Sleep(50 * time.Millisecond)
	out := ""
	for range count * size / 16384 {
		c.Write(window(16384))
		out += fmt.Sprint(" ", <-frames)
	}
	fmt.Println(name + ":" + out)
}

func main() {
	u := func(stream uint32, p string) step { return step{stream, p, false} }
	up := func(stream uint32, p string) step { return step{stream, p, true} }
	scene("urgent first", false, nil, []step{u(3, "u=5"), u(5, "u=3"), u(7, "u=1"), u(9, "u=0")})
	scene("one urgency", false, nil, []step{u(3, "u=2"), u(5, "u=2"), u(7, "u=2")})
	scene("incremental", false, nil, []step{u(3, "u=2, i"), u(5, "u=2, i"), u(7, "u=2, i")})
	scene("none stated", false, nil, []step{u(3, "-"), u(5, "-"), u(7, "-")})
	scene("one stated before", false, []step{up(9, "u=3")}, []step{u(3, "-"), u(5, "-"), u(7, "-")})
	scene("empty", false, nil, []step{u(3, ""), u(5, ""), u(7, "-")})
	scene("out of range", false, nil, []step{u(3, "u=9"), u(5, "u=9"), u(7, "-"), u(9, "-")})
	scene("malformed", false, nil, []step{u(3, "u=1,,"), u(5, "u=2"), u(7, "u=4,i=7"), u(9, "u=1,i=7")})
	scene("two fields", false, nil, []step{u(3, "u=6|u=1"), u(5, "u=2"), u(7, "u=1|u=6"), u(9, "u=3")})
	scene("not heeded", true, []step{up(5, "u=0")}, []step{u(3, "u=5"), u(5, "u=3"), up(3, "x="), u(7, "u=1")})
	scene("update", false, nil, []step{u(3, "u=5"), u(5, "u=3"), u(7, "u=1"), up(3, "u=0"), up(7, "u=7")})
	scene("update of none", false, nil, []step{u(3, "-"), u(5, "-"), u(7, "-"), up(7, "u=1")})
	scene("empty update", false, nil, []step{u(3, "u=1"), u(5, "u=2"), u(7, "u=1"), up(3, "")})
	scene("same update", false, nil, []step{u(3, "u=5"), u(5, "u=5"), u(7, "u=5"), up(5, "u=5")})
	scene("same update, incremental", false, nil, []step{u(3, "u=5,i"), u(5, "u=5,i"), u(7, "u=5,i"), up(3, "u=5,i")})
	scene("two updates", false, nil, []step{u(3, "u=5"), u(5, "u=5"), u(7, "u=5"), up(3, "u=4"), up(5, "u=4")})
	scene("early update", false, []step{up(5, "u=0"), up(5, "u=7")}, []step{u(3, "u=5"), u(5, "-"), u(7, "u=1")})
	scene("early updates", false, []step{up(3, "u=0"), up(5, "u=7"), up(7, "u=2")}, []step{u(3, "u=5"), u(5, "u=1"), u(7, "u=1")})
	scene("update of an ended stream", false, []step{up(1, "u=0")}, []step{u(3, "u=5"), u(5, "u=4")})
}

// Output:
// urgent first: 9 9 9 7 7 7 5 5 5 3 3 3
// one urgency: 7 7 7 5 5 5 3 3 3
// incremental: 3 5 7 3 5 7 3 5 7
// none stated: 3 5 7 3 5 7 3 5 7
// one stated before: 7 7 7 5 5 5 3 3 3
// empty: 7 7 7 5 5 5 3 3 3
// out of range: 9 9 9 7 7 7 5 5 5 3 3 3
// malformed: 9 9 9 5 5 5 3 3 3 7 7 7
// two fields: 3 3 3 5 5 5 9 9 9 7 7 7
// not heeded: 3 5 7 3 5 7 3 5 7
// update: 3 3 3 5 5 5 7 7 7
// update of none: 7 7 7 3 5 3 5 3 5
// empty update: 7 7 7 5 5 5 3 3 3
// same update: 7 7 7 3 3 3 5 5 5
// same update, incremental: 5 7 3 5 7 3 5 7 3
// two updates: 3 3 3 5 5 5 7 7 7
// early update: 7 7 7 3 3 3 5 5 5
// early updates: 5 5 5 7 7 7 3 3 3
// update of an ended stream: 5 5 5 3 3 3
