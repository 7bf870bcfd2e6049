// With http2debug=1 in GODEBUG a server of HTTP/2 logs the frames that it handles, in Go's words.
package main

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

func frame(typ, flags byte, stream uint32, payload string) string {
	n := len(payload)
	return string([]byte{byte(n >> 16), byte(n >> 8), byte(n), typ, flags, byte(stream >> 24), byte(stream >> 16), byte(stream >> 8), byte(stream)}) + payload
}

// connection begins a line with addresses.
const connection = "http2: server connection from"

// logLines has the lines of the log.
type logLines struct {
	mu     sync.Mutex
	text   bytes.Buffer
	logged int // lines, except the connection's
	waited int // lines that wait has waited for
}

func (l *logLines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !bytes.HasPrefix(p, []byte(connection)) {
		l.logged += bytes.Count(p, []byte("\n"))
	}
	return l.text.Write(p)
}

// wait waits for count more lines.
func (l *logLines) wait(count int) {
	l.waited += count
	for {
		l.mu.Lock()
		logged := l.logged
		l.mu.Unlock()
		if logged >= l.waited {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func main() {
	log.SetFlags(0)
	var lines logLines
	log.SetOutput(&lines)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body); w.Header()["Date"] = nil }))
	s.EnableHTTP2 = true
	s.StartTLS()
	c, err := tls.Dial("tcp", s.Listener.Addr().String(), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
	if err != nil {
		panic(err)
	}
	go io.Copy(io.Discard, c)
	// w writes frames, and waits until the server has logged this many lines for them.
	w := func(s string, count int) { io.WriteString(c, s); lines.wait(count) }
	head := "\x82\x87\x84\x41\x01a"
	w("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"+frame(4, 0, 0, "\x00\x03\x00\x00\x00\x64\x00\x01\x00\x00\x10\x00\x00\x99\x00\x00\x00\x05"), 6)
	w(frame(4, 1, 0, ""), 1)
	w(frame(6, 0, 0, "12345678"), 1)
	w(frame(6, 1, 0, "1234\x00\xff7\""), 1)
	w(frame(8, 0, 0, "\x00\x00\x01\x00"), 1)
	w(frame(1, 4, 1, head), 1)
	w(frame(8, 0, 1, "\x00\x00\x01\x00"), 1)
	w(frame(0, 0, 1, "hello"), 1)
	w(frame(0, 8, 1, "\x02padded\x00\x00"), 1)
	w(frame(0, 0, 1, strings.Repeat("x", 300)), 1)
	w(frame(0, 1, 1, ""), 3)
	w(frame(2, 0, 3, "\x00\x00\x00\x01\x10"), 1)
	w(frame(2, 0, 3, "\x80\x00\x00\x01\x10"), 1)
	w(frame(1, 0x4|0x20|1, 3, "\x80\x00\x00\x01\x10"+head), 3)
	w(frame(1, 0x1, 5, head[:3])+frame(9, 4, 5, head[3:]), 3)
	w(frame(1, 0x4|0x8, 7, "\x01"+head+"\x00"), 1)
	w(frame(3, 0, 7, "\x00\x00\x00\x08"), 1)
	w(frame(0x55, 0x11, 0, "unknown"), 2)
	w(frame(0x10, 0, 0, "\x00\x00\x00\x03u=1"), 1)
	w(frame(1, 0x4|1, 9, "\x82\x87\x84\x41\x01a\x40\x01x\x01y\x10\x03sec\x01v"), 3)
	w(frame(7, 0, 0, "\x00\x00\x00\x03\x00\x00\x00\x02debug"), 2)
	c.Close()
	s.Close()
	for line := range strings.Lines(lines.text.String()) {
		if !strings.HasPrefix(line, connection) {
			fmt.Print(strings.ReplaceAll(line, c.LocalAddr().String(), "ADDRESS"))
		}
	}
}

// Env: GODEBUG=http2debug=1
// Output:
// http2: server: client ADDRESS said hello
// http2: server read frame SETTINGS len=18, settings: MAX_CONCURRENT_STREAMS=100, HEADER_TABLE_SIZE=4096, UNKNOWN_SETTING_153=5
// http2: server processing setting [MAX_CONCURRENT_STREAMS = 100]
// http2: server processing setting [HEADER_TABLE_SIZE = 4096]
// http2: server processing setting [UNKNOWN_SETTING_153 = 5]
// http2: server ignoring unknown setting [UNKNOWN_SETTING_153 = 5]
// http2: server read frame SETTINGS flags=ACK len=0
// http2: server read frame PING len=8 ping="12345678"
// http2: server read frame PING flags=ACK len=8 ping="1234\x00\xff7\""
// http2: server read frame WINDOW_UPDATE len=4 (conn) incr=256
// http2: server read frame HEADERS flags=END_HEADERS stream=1 len=6
// http2: server read frame WINDOW_UPDATE stream=1 len=4 incr=256
// http2: server read frame DATA stream=1 len=5 data="hello"
// http2: server read frame DATA flags=PADDED stream=1 len=9 data="padded"
// http2: server read frame DATA stream=1 len=300 data="xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" (44 bytes omitted)
// http2: server read frame DATA flags=END_STREAM stream=1 len=0 data=""
// http2: server encoding header ":status" = "200"
// http2: server encoding header "content-length" = "0"
// http2: server read frame PRIORITY stream=3 len=5
// http2: server read frame PRIORITY stream=3 len=5
// http2: server read frame HEADERS flags=END_STREAM|END_HEADERS|PRIORITY stream=3 len=11
// http2: server encoding header ":status" = "200"
// http2: server encoding header "content-length" = "0"
// http2: server read frame HEADERS flags=END_STREAM stream=5 len=3
// http2: server encoding header ":status" = "200"
// http2: server encoding header "content-length" = "0"
// http2: server read frame HEADERS flags=END_HEADERS|PADDED stream=7 len=8
// http2: server read frame RST_STREAM stream=7 len=4 ErrCode=CANCEL
// http2: server read frame UNKNOWN_FRAME_TYPE_85 flags=0x1|0x10 len=7
// http2: server ignoring frame: [FrameHeader UNKNOWN_FRAME_TYPE_85 flags=0x1|0x10 len=7]
// http2: server read frame PRIORITY_UPDATE len=7
// http2: server read frame HEADERS flags=END_STREAM|END_HEADERS stream=9 len=18
// http2: server encoding header ":status" = "200"
// http2: server encoding header "content-length" = "0"
// http2: server read frame GOAWAY len=13 LastStreamID=3 ErrCode=INTERNAL_ERROR Debug="debug"
// http2: received GOAWAY [FrameHeader GOAWAY len=13], starting graceful shutdown
