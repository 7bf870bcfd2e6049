// Package net/http/fcgi: records that a web server sends, those that come back, and whether the connection stays.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/fcgi"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func rec(kind byte, id uint16, content string, pad ...byte) string {
	h := []byte{1, kind, byte(id >> 8), byte(id), byte(len(content) >> 8), byte(len(content)), byte(len(pad)), 0}
	return string(h) + content + string(pad)
}
func begin(id uint16, role uint16, flags byte) string {
	return rec(1, id, string([]byte{byte(role >> 8), byte(role), flags, 0, 0, 0, 0, 0}))
}
func size(n int, long bool) string {
	if n < 128 && !long {
		return string([]byte{byte(n)})
	}
	return string(binary.BigEndian.AppendUint32(nil, uint32(n)|1<<31))
}
func pair(k, v string) string { return size(len(k), false) + size(len(v), false) + k + v }
func params(id uint16, kv ...string) string {
	s := ""
	for i := 0; i < len(kv); i += 2 {
		s += pair(kv[i], kv[i+1])
	}
	if s == "" {
		return rec(4, id, "")
	}
	return rec(4, id, s) + rec(4, id, "")
}

var dir, _ = os.MkdirTemp("", "fc")

// ends of a scene: the server keeps the connection, or closes it.
const (
	open   = "open"
	closed = "closed"
)

// A client reads records as they come.
type client struct {
	conn net.Conn
	ends int // records that end a request
}

// next reads one record, and prints it.
func (c *client) next() (kind byte, err error) {
	header := make([]byte, 8)
	if _, err := io.ReadFull(c.conn, header); err != nil {
		return 0, err
	}
	content := make([]byte, binary.BigEndian.Uint16(header[4:]))
	padding := make([]byte, header[6])
	if _, err := io.ReadFull(c.conn, content); err != nil {
		return 0, err
	}
	if _, err := io.ReadFull(c.conn, padding); err != nil {
		return 0, err
	}
	text := content
	if len(text) > 600 {
		text = append(bytes.Clone(text[:100]), "..."...)
	}
	if at := bytes.Index(text, []byte("Date: ")); at >= 0 {
		text = append(bytes.Clone(text[:at]), text[at+len("Date: Sun, 29 Nov 2026 20:59:14 GMT\r\n"):]...)
	}
	fmt.Printf("  %d %d %d %d %q\n", header[1], binary.BigEndian.Uint16(header[2:]), len(content), len(padding), text)
	if header[1] == 3 {
		c.ends++
	}
	return header[1], nil
}

// wait reads until that many requests have ended.
func (c *client) wait(ends int) {
	for c.ends < ends {
		if _, err := c.next(); err != nil {
			fmt.Println("  no end", err)
			return
		}
	}
}

// scene sends steps to a server. A step that is a digit waits until so many requests have ended.
func scene(name, end string, h http.Handler, steps ...string) {
	fmt.Println(name)
	addr := filepath.Join(dir, "s")
	os.Remove(addr)
	l, err := net.Listen("unix", addr)
	if err != nil {
		panic(err)
	}
	done := make(chan error)
	go func() { done <- fcgi.Serve(l, h) }()
	conn, err := net.Dial("unix", addr)
	if err != nil {
		panic(err)
	}
	c := &client{conn: conn}
	for _, s := range steps {
		if len(s) == 1 {
			c.wait(int(s[0] - '0'))
		} else {
			io.WriteString(conn, s)
		}
	}
	if end == open {
		// An answer shows that the connection is open.
		io.WriteString(conn, rec(9, 0, ""))
		for {
			kind, err := c.next()
			if err != nil {
				fmt.Println("  was closed")
				break
			}
			if kind == 10 {
				c.next()
				break
			}
		}
	} else {
		for {
			if _, err := c.next(); err != nil {
				break
			}
		}
	}
	conn.Close()
	l.Close()
	if err := <-done; !errors.Is(err, net.ErrClosed) {
		fmt.Println("  ", err)
	}
}

func show(w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(r.Body)
	fmt.Fprintf(w, "%s %v %s %s %v %d %q %v\n", r.Method, r.URL, r.Host, r.Proto, r.Header, r.ContentLength, b, err)
	env := fcgi.ProcessEnv(r)
	for _, k := range slices.Sorted(maps.Keys(env)) {
		fmt.Fprintf(w, "%s=%s\n", k, env[k])
	}
	fmt.Fprintf(w, "%T %v %v\n", w, r.RemoteAddr, r.TLS != nil)
	_, sw := w.(io.StringWriter)
	_, fl := w.(http.Flusher)
	_, hj := w.(http.Hijacker)
	fmt.Fprintln(w, sw, fl, hj)
}

func main() {
	defer os.RemoveAll(dir)
	std := []string{"REQUEST_METHOD", "GET", "SERVER_PROTOCOL", "HTTP/1.1"}
	hs := http.HandlerFunc(show)
	p := func(kv ...string) string { return params(1, append(slices.Clone(std), kv...)...) }
	scene("get", closed, hs, begin(1, 1, 0)+p("REQUEST_URI", "/a?b=c", "HTTP_HOST", "h", "HTTP_X_Y", "z", "REMOTE_ADDR", "1.2.3.4", "REMOTE_PORT", "5", "REMOTE_USER", "joe", "HTTPS", "on", "SERVER_SOFTWARE", "x", "DOCUMENT_ROOT", "/d", "GATEWAY_INTERFACE", "CGI/1.1", "SCRIPT_FILENAME", "/f", "REMOTE_HOST", "rh", "REMOTE_IDENT", "ri", "SERVER_NAME", "sn", "CONTENT_TYPE", "", "SCRIPT_NAME", "sc", "PATH_INFO", "pi", "QUERY_STRING", "q", "lower", "v", "CONTENT_LENGTH", "0", "EMPTY", "")+rec(5, 1, ""))
	scene("keep", closed, hs, begin(1, 1, 1)+p()+rec(5, 1, ""), "1", begin(1, 1, 0)+p("A", "b")+rec(5, 1, ""))
	scene("post", closed, hs, begin(1, 1, 0)+p("CONTENT_LENGTH", "6", "REQUEST_METHOD", "POST")+rec(5, 1, "abc")+rec(5, 1, "def", 0, 0)+rec(5, 1, ""))
	scene("post less", closed, hs, begin(1, 1, 0)+p("CONTENT_LENGTH", "60", "REQUEST_METHOD", "POST")+rec(5, 1, "abc")+rec(5, 1, ""))
	scene("post more", closed, hs, begin(1, 1, 0)+p("CONTENT_LENGTH", "2", "REQUEST_METHOD", "POST")+rec(5, 1, "abc")+rec(5, 1, ""))
	scene("no variables", open, hs, begin(1, 1, 1)+params(1)+rec(5, 1, ""), "1")
	scene("bad protocol", open, hs, begin(1, 1, 1)+params(1, "REQUEST_METHOD", "GET", "SERVER_PROTOCOL", "x")+rec(5, 1, ""), "1")
	scene("bad length", closed, hs, begin(1, 1, 0)+p("CONTENT_LENGTH", "x")+rec(5, 1, ""))
	scene("cut variables", closed, hs, begin(1, 1, 0)+rec(4, 1, "\x32\x32abc")+rec(4, 1, "")+rec(5, 1, ""))
	scene("cut size", closed, hs, begin(1, 1, 0)+rec(4, 1, pair("REQUEST_METHOD", "GET")+pair("SERVER_PROTOCOL", "HTTP/1.0")+"\x80\x00")+rec(4, 1, "")+rec(5, 1, ""))
	scene("variables in parts", closed, hs, begin(1, 1, 0)+rec(4, 1, pair("REQUEST_METHOD", "GET")+pair("SERVER_PROTOCOL", "HTTP/1.0")[:5])+rec(4, 1, pair("SERVER_PROTOCOL", "HTTP/1.0")[5:])+rec(4, 1, "")+rec(5, 1, ""))
	scene("long variables", closed, hs, begin(1, 1, 0)+p("HTTP_LONG", strings.Repeat("v", 200), strings.Repeat("K", 150), "v")+rec(5, 1, ""))
	scene("authorizer", open, hs, begin(1, 2, 0), "1")
	scene("short begin", closed, hs, rec(1, 1, "abc"))
	scene("begin twice", closed, hs, begin(1, 1, 0)+begin(1, 1, 0))
	scene("unknown kind, no request", open, hs, rec(77, 0, "abc"), rec(77, 3, "abc"))
	scene("unknown request", closed, hs, rec(5, 9, "abc"), rec(2, 9, ""), rec(4, 9, "abc"), begin(1, 1, 0)+p()+rec(5, 1, ""))
	scene("unknown kind", open, hs, begin(1, 1, 0)+rec(77, 1, "abc")+rec(3, 1, "12345678"))
	scene("version", closed, hs, "\x02"+begin(1, 1, 0)[1:])
	scene("values", open, hs, rec(9, 0, pair("FCGI_MPXS_CONNS", "")+pair("FCGI_MAX_CONNS", "")))
	body := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		fmt.Fprint(w, string(b), err)
	})
	scene("two requests", open, body, begin(1, 1, 1)+params(1, std...), begin(2, 1, 1)+params(2, std...), rec(5, 2, "two")+rec(5, 2, ""), "1", rec(5, 1, "one")+rec(5, 1, ""), "2")
	scene("abort", closed, hs, begin(1, 1, 1)+p()+rec(5, 1, "abc")+rec(2, 1, ""), "2", rec(5, 1, "late"), begin(1, 1, 0)+p()+rec(5, 1, ""))
	scene("abort before variables", closed, hs, begin(1, 1, 1)+rec(2, 1, ""), "1", begin(1, 1, 0)+p()+rec(5, 1, ""))
	scene("data", closed, hs, begin(1, 1, 0)+p()+rec(8, 1, "abc")+rec(5, 1, ""))
	scene("request 0", closed, hs, begin(0, 1, 0)+params(0, std...)+rec(5, 0, ""))
	write := func(f func(w http.ResponseWriter)) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { f(w) })
	}
	get := begin(1, 1, 0) + p() + rec(5, 1, "")
	scene("large", closed, write(func(w http.ResponseWriter) { w.Write(bytes.Repeat([]byte("x"), 140001)) }), get)
	scene("small writes", closed, write(func(w http.ResponseWriter) {
		for range 30000 {
			io.WriteString(w, "abc")
		}
	}), get)
	scene("flush", closed, write(func(w http.ResponseWriter) {
		for _, s := range []string{"a", "b", ""} {
			io.WriteString(w, s)
			w.(http.Flusher).Flush()
		}
	}), get)
	scene("flush first", closed, write(func(w http.ResponseWriter) {
		w.(http.Flusher).Flush()
		w.Header().Set("X", "y")
		io.WriteString(w, "b")
	}), get)
	scene("nothing", closed, write(func(w http.ResponseWriter) {}), get)
	scene("header only", closed, write(func(w http.ResponseWriter) {
		w.Header().Set("A", "b")
		w.WriteHeader(404)
		w.WriteHeader(500)
		w.Header().Set("C", "d")
		w.Header().Set("a b", "c")
		w.Header().Set("N", "a\nb")
	}), get)
	var written int
	var writeErr error
	scene("not modified", closed, write(func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "a/b")
		w.Header().Set("Content-Length", "3")
		w.WriteHeader(304)
		written, writeErr = io.WriteString(w, "abc")
	}), get)
	fmt.Println(written, writeErr)
	scene("no type", closed, write(func(w http.ResponseWriter) {
		w.Header()["Content-Type"] = nil
		io.WriteString(w, "<html>")
	}), get)
	scene("no handler", closed, nil, begin(1, 1, 0)+p("REQUEST_URI", "/zzz")+rec(5, 1, ""))
	scene("body not read", closed, write(func(w http.ResponseWriter) { fmt.Fprint(w, "done") }), begin(1, 1, 1)+p("CONTENT_LENGTH", "9")+rec(5, 1, "abc"), "1", rec(5, 1, "def")+rec(5, 1, "ghi")+rec(5, 1, ""), begin(1, 1, 0)+p()+rec(5, 1, ""))
	gone := make(chan error)
	lost := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(r.Body)
		gone <- err
	})
	addr := filepath.Join(dir, "lost")
	l, err := net.Listen("unix", addr)
	if err != nil {
		panic(err)
	}
	go fcgi.Serve(l, lost)
	conn, err := net.Dial("unix", addr)
	if err != nil {
		panic(err)
	}
	io.WriteString(conn, begin(1, 1, 1)+p("CONTENT_LENGTH", "9")+rec(5, 1, "abc"))
	conn.Close()
	err = <-gone
	fmt.Println(err == fcgi.ErrConnClosed, err)
	fmt.Println(fcgi.ErrRequestAborted)
	r, _ := http.NewRequest("GET", "/", nil)
	fmt.Println(fcgi.ProcessEnv(r) == nil)
}

// Output:
// get
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 244 4 "GET https://h/a?b=c h HTTP/1.1 map[X-Y:[z]] 0 \"\" <nil>\nDOCUMENT_ROOT=/d\nEMPTY=\nGATEWAY_INTERFACE=CGI/1.1\nREMOTE_IDENT=ri\nREMOTE_USER=joe\nSCRIPT_FILENAME=/f\nSERVER_NAME=sn\nSERVER_SOFTWARE=x\nlower=v\n*fcgi.response 1.2.3.4:5 true\nfalse true false\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// keep
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 73 7 "GET   HTTP/1.1 map[] 0 \"\" <nil>\n*fcgi.response :0 false\nfalse true false\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 77 3 "GET   HTTP/1.1 map[] 0 \"\" <nil>\nA=b\n*fcgi.response :0 false\nfalse true false\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// post
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 80 0 "POST   HTTP/1.1 map[] 6 \"abcdef\" <nil>\n*fcgi.response :0 false\nfalse true false\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// post less
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 78 2 "POST   HTTP/1.1 map[] 60 \"abc\" <nil>\n*fcgi.response :0 false\nfalse true false\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// post more
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 77 3 "POST   HTTP/1.1 map[] 2 \"abc\" <nil>\n*fcgi.response :0 false\nfalse true false\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// no variables
//   7 1 37 3 "cgi: no REQUEST_METHOD in environment"
//   6 1 115 5 "Status: 500 Internal Server Error\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
//   10 0 18 6 "\x0f\x01FCGI_MPXS_CONNS1"
//   10 0 0 0 ""
// bad protocol
//   7 1 36 4 "cgi: invalid SERVER_PROTOCOL version"
//   6 1 115 5 "Status: 500 Internal Server Error\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
//   10 0 18 6 "\x0f\x01FCGI_MPXS_CONNS1"
//   10 0 0 0 ""
// bad length
//   7 1 41 7 "cgi: bad CONTENT_LENGTH in environment: x"
//   6 1 115 5 "Status: 500 Internal Server Error\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// cut variables
//   7 1 37 3 "cgi: no REQUEST_METHOD in environment"
//   6 1 115 5 "Status: 500 Internal Server Error\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// cut size
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 73 7 "GET   HTTP/1.0 map[] 0 \"\" <nil>\n*fcgi.response :0 false\nfalse true false\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// variables in parts
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 73 7 "GET   HTTP/1.0 map[] 0 \"\" <nil>\n*fcgi.response :0 false\nfalse true false\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// long variables
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 433 7 "GET   HTTP/1.1 map[Long:[vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv]] 0 \"\" <nil>\nKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK=v\n*fcgi.response :0 false\nfalse true false\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// authorizer
//   3 1 8 0 "\x00\x00\x00\x00\x03\x00\x00\x00"
//   10 0 18 6 "\x0f\x01FCGI_MPXS_CONNS1"
//   10 0 0 0 ""
// short begin
// begin twice
// unknown kind, no request
//   10 0 18 6 "\x0f\x01FCGI_MPXS_CONNS1"
//   10 0 0 0 ""
// unknown request
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 73 7 "GET   HTTP/1.1 map[] 0 \"\" <nil>\n*fcgi.response :0 false\nfalse true false\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// unknown kind
//   11 0 8 0 "M\x00\x00\x00\x00\x00\x00\x00"
//   11 0 8 0 "\x03\x00\x00\x00\x00\x00\x00\x00"
//   10 0 18 6 "\x0f\x01FCGI_MPXS_CONNS1"
//   10 0 0 0 ""
// version
// values
//   10 0 18 6 "\x0f\x01FCGI_MPXS_CONNS1"
//   10 0 0 0 ""
// two requests
//   6 2 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 2 8 0 "two<nil>"
//   6 2 0 0 ""
//   3 2 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 8 0 "one<nil>"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
//   10 0 18 6 "\x0f\x01FCGI_MPXS_CONNS1"
//   10 0 0 0 ""
// abort
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 106 6 "GET   HTTP/1.1 map[] 0 \"abc\" fcgi: request aborted by web server\n*fcgi.response :0 false\nfalse true false\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 73 7 "GET   HTTP/1.1 map[] 0 \"\" <nil>\n*fcgi.response :0 false\nfalse true false\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// abort before variables
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 73 7 "GET   HTTP/1.1 map[] 0 \"\" <nil>\n*fcgi.response :0 false\nfalse true false\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// data
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 73 7 "GET   HTTP/1.1 map[] 0 \"\" <nil>\n*fcgi.response :0 false\nfalse true false\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// request 0
//   6 0 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 0 73 7 "GET   HTTP/1.1 map[] 0 \"\" <nil>\n*fcgi.response :0 false\nfalse true false\n"
//   6 0 0 0 ""
//   3 0 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// large
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 65535 1 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."
//   6 1 65535 1 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."
//   6 1 8931 5 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// small writes
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 65535 1 "abcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabca..."
//   6 1 24465 7 "abcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabca..."
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// flush
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 1 7 "a"
//   6 1 1 7 "b"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// flush first
//   6 1 102 2 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX: y\r\n\r\n"
//   6 1 1 7 "b"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// nothing
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// header only
//   6 1 123 5 "Status: 404 Not Found\r\nA: b\r\nC: d\r\nContent-Type: text/plain; charset=utf-8\r\nN: a b\r\n\r\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// not modified
//   6 1 65 7 "Status: 304 Not Modified\r\n\r\n"
//   6 1 3 5 "abc"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// 3 <nil>
// no type
//   6 1 55 1 "Status: 200 OK\r\n\r\n"
//   6 1 6 2 "<html>"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// no handler
//   6 1 136 0 "Status: 404 Not Found\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n\r\n"
//   6 1 19 5 "404 page not found\n"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// body not read
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 4 4 "done"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
//   6 1 96 0 "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
//   6 1 4 4 "done"
//   6 1 0 0 ""
//   3 1 8 0 "\x00\x00\x00\x00\x00\x00\x00\x00"
// true fcgi: connection to web server closed
// fcgi: request aborted by web server
// true
