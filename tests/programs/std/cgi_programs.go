// Package net/http/cgi: requests from variables, a program that is one, and programs that a handler runs.
package main

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
)

func show(env map[string]string) {
	fmt.Println("--", env)
	r, err := cgi.RequestFromMap(env)
	if err != nil {
		fmt.Println("error:", err, r == nil)
		return
	}
	fmt.Println(r.Method, r.URL, r.Proto, r.ProtoMajor, r.ProtoMinor, r.Close, r.Host, r.ContentLength, r.RemoteAddr, r.TLS != nil, r.RequestURI)
	fmt.Println(r.Header, r.Trailer, r.Body, r.TransferEncoding, r.Form)
	if r.URL != nil {
		fmt.Printf("%q %q %q %q %v\n", r.URL.Scheme, r.URL.Host, r.URL.Path, r.URL.RawQuery, r.URL.User)
	}
	if r.TLS != nil {
		fmt.Println(r.TLS.HandshakeComplete)
	}
}

func with(env map[string]string, kv ...string) map[string]string {
	e := maps.Clone(env)
	for i := 0; i < len(kv); i += 2 {
		e[kv[i]] = kv[i+1]
	}
	return e
}

func maps1() {
	base := map[string]string{"SERVER_PROTOCOL": "HTTP/1.1", "REQUEST_METHOD": "GET"}
	show(nil)
	show(base)
	show(map[string]string{"REQUEST_METHOD": "GET"})
	show(with(base, "SERVER_PROTOCOL", "foo"))
	show(with(base, "SERVER_PROTOCOL", "INCLUDED"))
	show(with(base, "SERVER_PROTOCOL", "HTTP/2.0"))
	show(with(base, "SERVER_PROTOCOL", "HTTP/1"))
	for _, cl := range []string{"", "0", "12", "-1", "+5", "abc", " 7", "99999999999999999999"} {
		show(with(base, "CONTENT_LENGTH", cl))
	}
	show(with(base, "CONTENT_TYPE", "a/b", "HTTP_CONTENT_TYPE", "c/d", "HTTP_", "x", "HTTP_X_Y_Z", "a, b", "HTTP_lower_CASE", "v", "HTTP_HOST", "h.example", "HTTP_COOKIE", "a=b"))
	show(with(base, "CONTENT_TYPE", ""))
	show(with(base, "HTTP_HOST", "h", "REQUEST_URI", "/a b"))
	show(with(base, "HTTP_HOST", "h", "REQUEST_URI", "/a%zz"))
	show(with(base, "HTTP_HOST", "h", "REQUEST_URI", "http://other/x?y"))
	show(with(base, "HTTP_HOST", "h", "REQUEST_URI", "/p?q#f"))
	show(with(base, "HTTP_HOST", "h", "REQUEST_URI", "rel"))
	show(with(base, "HTTP_HOST", "h:80", "REQUEST_URI", "//x/y"))
	show(with(base, "HTTP_HOST", "a b", "REQUEST_URI", "/x/y"))
	show(with(base, "REQUEST_URI", "/a%zz"))
	show(with(base, "REQUEST_URI", "*", "REQUEST_METHOD", "OPTIONS"))
	show(with(base, "SCRIPT_NAME", "/s", "PATH_INFO", "/p"))
	show(with(base, "SCRIPT_NAME", "/s", "PATH_INFO", "/p", "QUERY_STRING", "a=b"))
	show(with(base, "SCRIPT_NAME", "/s", "PATH_INFO", "/p%41", "QUERY_STRING", "", "HTTP_HOST", "h"))
	show(with(base, "QUERY_STRING", "q"))
	for _, s := range []string{"", "on", "ON", "1", "off", "true", "https", "0"} {
		show(with(base, "HTTPS", s, "HTTP_HOST", "h", "REQUEST_URI", "/x"))
	}
	for _, kv := range [][]string{{"REMOTE_ADDR", "1.2.3.4"}, {"REMOTE_ADDR", "::1", "REMOTE_PORT", "80"}, {"REMOTE_ADDR", "1.2.3.4", "REMOTE_PORT", "x"}, {"REMOTE_PORT", "5"}, {"REMOTE_ADDR", "1.2.3.4", "REMOTE_PORT", "70000"}, {"REMOTE_HOST", "a.b", "REMOTE_PORT", "7"}, {"REMOTE_ADDR", "1.2.3.4", "REMOTE_PORT", "080"}} {
		show(with(base, kv...))
	}
}

func child(which string) {
	var h http.Handler
	switch which {
	case "nil":
	case "plain":
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello") })
	case "empty":
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {})
	case "status":
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(404)
			w.WriteHeader(500)
			w.Header().Set("A", "late")
			io.WriteString(w, "<html>")
		})
	case "headers":
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header()["X-B"] = []string{"1", "2\nx", " y "}
			w.Header().Set("Content-Type", "t/t")
			w.Header().Set("Status", "777 x")
			w.Header().Set("bad key", "v")
			w.Write(nil)
			io.WriteString(w, "x")
		})
	case "304":
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(304)
			n, err := io.WriteString(w, "no")
			fmt.Fprintln(os.Stderr, n, err)
		})
	case "204":
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "x/y")
			w.WriteHeader(204)
		})
	case "599":
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(599)
			w.(http.Flusher).Flush()
			fmt.Fprintln(os.Stderr, "flushed")
		})
	case "emptyct":
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Header()["Content-Type"] = nil; io.WriteString(w, "x") })
	case "body":
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b, err := io.ReadAll(r.Body)
			fmt.Fprintf(w, "%q %v %d %v\n", b, err, r.ContentLength, r.TransferEncoding)
			fmt.Fprintf(w, "%T\n", w)
			_, ok := w.(io.StringWriter)
			fmt.Fprintln(w, ok)
		})
	case "panic":
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "a"); panic("boo") })
	case "flushpanic":
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(599); w.(http.Flusher).Flush(); panic("x") })
	case "writepanic":
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Write(nil)
			io.WriteString(w, "abc")
			w.(http.Flusher).Flush()
			panic("x")
		})
	case "101":
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(101)
			w.Header().Set("X", "1")
			w.WriteHeader(200)
		})
	case "0":
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(0); io.WriteString(w, "abc") })
	case "many":
		h = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, "a")
			w.(http.Flusher).Flush()
			for range 10000 {
				io.WriteString(w, "0123456789")
			}
		})
	}
	err := cgi.Serve(h)
	fmt.Fprintln(os.Stderr, "serve:", err)
}

func run(name string, stdin string, env ...string) {
	fmt.Println("== child", name, env)
	c := exec.Command(os.Args[0])
	c.Env = append(env, "CHILD="+name)
	c.Stdin = strings.NewReader(stdin)
	var out, er bytes.Buffer
	c.Stdout, c.Stderr = &out, &er
	err := c.Run()
	o := out.String()
	if len(o) > 500 {
		o = fmt.Sprint(len(o), o[:200])
	}
	e := er.String()
	if i := strings.Index(e, "goroutine"); i > 0 {
		e = e[:i]
	}
	fmt.Printf("%q\n%q %v\n", o, e, err)
}

type rec struct{ *httptest.ResponseRecorder }

func host(name, script string, edit func(*cgi.Handler), req string) {
	fmt.Println("== host", name)
	var stderr, lg bytes.Buffer
	h := &cgi.Handler{Path: "/bin/sh", Root: "/r", Args: []string{"-c", script}, Stderr: &stderr, Logger: log.New(&lg, "L:", 0), Dir: "/tmp"}
	if edit != nil {
		edit(h)
	}
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(req)))
	if err != nil {
		fmt.Println(err)
		return
	}
	r.RemoteAddr = "9.8.7.6:55"
	if strings.Contains(name, "noremote") {
		r.RemoteAddr = ""
	}
	if strings.Contains(name, "oddremote") {
		r.RemoteAddr = "@"
	}
	if strings.Contains(name, "tls") {
		r.TLS = &tls.ConnectionState{}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	fmt.Println(w.Code, w.Header())
	lines := strings.Split(w.Body.String(), "\n")
	if strings.HasPrefix(name, "env") {
		slices.Sort(lines)
	}
	for _, l := range lines {
		fmt.Printf("  %q\n", l)
	}
	fmt.Printf("stderr %q log %q\n", stderr.String(), lg.String())
}

func main() {
	log.SetOutput(os.Stdout)
	log.SetFlags(0)

	if c := os.Getenv("CHILD"); c != "" {
		child(c)
		return
	}
	os.Setenv("PATH", "/usr/bin:/bin")
	os.Setenv("FOO", "foo")
	os.Setenv("HOME", "/home/x")
	os.Unsetenv("LD_LIBRARY_PATH")
	maps1()
	std := []string{"REQUEST_METHOD=GET", "SERVER_PROTOCOL=HTTP/1.1"}
	for _, n := range []string{"plain", "empty", "status", "headers", "304", "204", "599", "emptyct", "panic", "many", "nil", "flushpanic", "writepanic", "101", "0"} {
		run(n, "", std...)
	}
	run("body", "0123456789", append(std, "CONTENT_LENGTH=4")...)
	run("body", "0123456789", append(std, "CONTENT_LENGTH=40")...)
	run("body", "0123456789", append(std, "CONTENT_LENGTH=0")...)
	run("body", "0123456789", std...)
	run("plain", "", "X=Y")
	run("plain", "", "REQUEST_METHOD=GET")
	run("plain", "", "REQUEST_METHOD=HEAD", "SERVER_PROTOCOL=HTTP/1.1")
	get := "GET /r/x?y=z HTTP/1.1\r\nHost: example.com\r\nA-b: c\r\nX_y: 1\r\nProxy: no\r\nCookie: a=1\r\nCookie: b=2\r\nV: 1\r\nV: 2\r\n\r\n"
	ct := "echo 'Content-Type: text/plain'; echo; "
	host("env", ct+"env", nil, get)
	host("env oddremote", ct+"env", nil, get)
	host("env extra", ct+"env; pwd", func(h *cgi.Handler) {
		h.Env = []string{"A=1", "A=2", "PATH=/bin:/usr/bin", "SERVER_PORT=7"}
		h.InheritEnv = []string{"FOO", "HOME", "BAR"}
		h.Dir = ""
	}, get)
	host("env post", ct+"env; cat", nil, "POST /r/a%20b HTTP/1.1\r\nHost: [::1]:8080\r\nContent-Type: t/x\r\nContent-Length: 3\r\n\r\nabc")
	host("env root", ct+"env", func(h *cgi.Handler) { h.Root = "" }, get)
	host("env root slash", ct+"env", func(h *cgi.Handler) { h.Root = "/" }, get)
	host("chunked", ct+"cat", nil, "POST /r HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
	host("status", "echo 'Status: 404 Nope'; "+ct+"echo x", nil, get)
	host("status short", "echo 'Status: 40'; "+ct+"echo x", nil, get)
	host("status bad", "echo 'Status: abc'; "+ct+"echo x", nil, get)
	host("status only", "echo 'Status: 204'; echo", nil, get)
	host("location", "echo 'Location: http://x/'; echo", nil, get)
	host("location local", "echo 'Location: /y'; echo; echo body", nil, get)
	host("location local handler", "echo 'Location: /y?q=1'; echo; echo body", func(h *cgi.Handler) {
		h.PathLocationHandler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintln(w, "internal", r.Method, r.URL, r.Header, r.Body == nil, r.Host, r.RemoteAddr, r.ContentLength, r.Proto)
		})
	}, "POST /r/x HTTP/1.1\r\nHost: example.com\r\nA-b: c\r\nContent-Length: 3\r\n\r\nabc")
	host("location local bad", "echo 'Location: /y%zz'; echo; echo body", func(h *cgi.Handler) { h.PathLocationHandler = http.NotFoundHandler() }, get)
	host("location status", "echo 'Location: http://x/'; echo 'Status: 301 z'; echo; echo hi", nil, get)
	host("location local status", "echo 'Location: /y'; echo 'Status: 307 z'; echo; echo hi", func(h *cgi.Handler) { h.PathLocationHandler = http.NotFoundHandler() }, get)
	host("no headers", "true", nil, get)
	host("no end", "printf 'Content-Type: a/b'", nil, get)
	host("no end nl", "printf 'Content-Type: a/b\\n'", nil, get)
	host("no ct", "echo 'X: y'; echo; echo z", nil, get)
	host("only blank", "echo; echo z", nil, get)
	host("bad header", "echo 'bogus'; echo 'Content-Type: a/b'; echo; echo z", nil, get)
	host("bad names", "echo 'a b: c'; echo ': d'; echo 'X:y'; echo 'x: z '; echo 'Content-Type:a/b'; echo; echo z", nil, get)
	host("long header", "printf 'X: '; head -c 5000 /dev/zero | tr '\\0' a; echo; "+ct+"echo z", nil, get)
	host("exit 3", ct+"echo z; echo err >&2; exit 3", nil, get)
	host("missing", "", func(h *cgi.Handler) { h.Path = "/nonexistent/prog" }, get)
	host("cl", "echo 'Content-Length: 3'; "+ct+"printf abcdef", nil, get)
	host("crlf", "printf 'Content-Type: a/b\\r\\nX: 1\\r\\nX: 2\\r\\n\\r\\nbody'", nil, get)
	host("many headers", "for i in 1 2 3 4 5 6 7 8 9 10; do echo X-$i: a; done;"+ct+"cat", nil, get)
	host("stdin get", ct+"cat", nil, "GET /r HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nabcd")
	host("env tls", ct+"env", nil, get)
	host("env tls port", ct+"env", nil, "GET / HTTP/1.1\r\nHost: h:99\r\n\r\n")
	host("upper status", "echo 'STATUS: 201 x'; echo 'CONTENT-TYPE: a/b'; echo; echo z", nil, get)
	host("status spaces", "echo 'Status:   201'; echo 'Content-Type: '; echo; echo z", nil, get)
	host("status 2010", "echo 'Status: 2010'; echo 'Content-Type: '; echo; echo z", nil, get)
	host("two ct", "echo 'Content-Type: a/b'; echo 'Content-Type: c/d'; echo; echo z", nil, get)
	host("folded", "echo 'Content-Type: a/b'; echo ' more'; echo; echo z", nil, get)
	host("nologger", "echo bogus; echo; echo z", func(h *cgi.Handler) { h.Logger = nil }, get)
}

// Output:
// -- map[]
// error: cgi: no REQUEST_METHOD in environment true
// -- map[REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET  HTTP/1.1 1 1 true  0 :0 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// -- map[REQUEST_METHOD:GET]
// error: cgi: invalid SERVER_PROTOCOL version true
// -- map[REQUEST_METHOD:GET SERVER_PROTOCOL:foo]
// error: cgi: invalid SERVER_PROTOCOL version true
// -- map[REQUEST_METHOD:GET SERVER_PROTOCOL:INCLUDED]
// GET  INCLUDED 1 0 true  0 :0 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// -- map[REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/2.0]
// GET  HTTP/2.0 2 0 true  0 :0 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// -- map[REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1]
// error: cgi: invalid SERVER_PROTOCOL version true
// -- map[CONTENT_LENGTH: REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET  HTTP/1.1 1 1 true  0 :0 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// -- map[CONTENT_LENGTH:0 REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET  HTTP/1.1 1 1 true  0 :0 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// -- map[CONTENT_LENGTH:12 REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET  HTTP/1.1 1 1 true  12 :0 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// -- map[CONTENT_LENGTH:-1 REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET  HTTP/1.1 1 1 true  -1 :0 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// -- map[CONTENT_LENGTH:+5 REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET  HTTP/1.1 1 1 true  5 :0 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// -- map[CONTENT_LENGTH:abc REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// error: cgi: bad CONTENT_LENGTH in environment: abc true
// -- map[CONTENT_LENGTH: 7 REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// error: cgi: bad CONTENT_LENGTH in environment:  7 true
// -- map[CONTENT_LENGTH:99999999999999999999 REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// error: cgi: bad CONTENT_LENGTH in environment: 99999999999999999999 true
// -- map[CONTENT_TYPE:a/b HTTP_:x HTTP_CONTENT_TYPE:c/d HTTP_COOKIE:a=b HTTP_HOST:h.example HTTP_X_Y_Z:a, b HTTP_lower_CASE:v REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET http://h.example HTTP/1.1 1 1 true h.example 0 :0 false 
// map[:[x] Content-Type:[a/b c/d] Cookie:[a=b] Lower-Case:[v] X-Y-Z:[a, b]] map[] <nil> [] map[]
// "http" "h.example" "" "" 
// -- map[CONTENT_TYPE: REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET  HTTP/1.1 1 1 true  0 :0 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// -- map[HTTP_HOST:h REQUEST_METHOD:GET REQUEST_URI:/a b SERVER_PROTOCOL:HTTP/1.1]
// GET http://h/a%20b HTTP/1.1 1 1 true h 0 :0 false 
// map[] map[] <nil> [] map[]
// "http" "h" "/a b" "" 
// -- map[HTTP_HOST:h REQUEST_METHOD:GET REQUEST_URI:/a%zz SERVER_PROTOCOL:HTTP/1.1]
// error: cgi: failed to parse host and REQUEST_URI into a URL: http://h/a%zz true
// -- map[HTTP_HOST:h REQUEST_METHOD:GET REQUEST_URI:http://other/x?y SERVER_PROTOCOL:HTTP/1.1]
// GET http://hhttp://other/x?y HTTP/1.1 1 1 true h 0 :0 false 
// map[] map[] <nil> [] map[]
// "http" "hhttp:" "//other/x" "y" 
// -- map[HTTP_HOST:h REQUEST_METHOD:GET REQUEST_URI:/p?q#f SERVER_PROTOCOL:HTTP/1.1]
// GET http://h/p?q#f HTTP/1.1 1 1 true h 0 :0 false 
// map[] map[] <nil> [] map[]
// "http" "h" "/p" "q" 
// -- map[HTTP_HOST:h REQUEST_METHOD:GET REQUEST_URI:rel SERVER_PROTOCOL:HTTP/1.1]
// GET http://hrel HTTP/1.1 1 1 true h 0 :0 false 
// map[] map[] <nil> [] map[]
// "http" "hrel" "" "" 
// -- map[HTTP_HOST:h:80 REQUEST_METHOD:GET REQUEST_URI://x/y SERVER_PROTOCOL:HTTP/1.1]
// GET http://h:80//x/y HTTP/1.1 1 1 true h:80 0 :0 false 
// map[] map[] <nil> [] map[]
// "http" "h:80" "//x/y" "" 
// -- map[HTTP_HOST:a b REQUEST_METHOD:GET REQUEST_URI:/x/y SERVER_PROTOCOL:HTTP/1.1]
// error: cgi: failed to parse host and REQUEST_URI into a URL: http://a b/x/y true
// -- map[REQUEST_METHOD:GET REQUEST_URI:/a%zz SERVER_PROTOCOL:HTTP/1.1]
// error: cgi: failed to parse REQUEST_URI into a URL: /a%zz true
// -- map[REQUEST_METHOD:OPTIONS REQUEST_URI:* SERVER_PROTOCOL:HTTP/1.1]
// OPTIONS * HTTP/1.1 1 1 true  0 :0 false 
// map[] map[] <nil> [] map[]
// "" "" "*" "" 
// -- map[PATH_INFO:/p REQUEST_METHOD:GET SCRIPT_NAME:/s SERVER_PROTOCOL:HTTP/1.1]
// GET /s/p HTTP/1.1 1 1 true  0 :0 false 
// map[] map[] <nil> [] map[]
// "" "" "/s/p" "" 
// -- map[PATH_INFO:/p QUERY_STRING:a=b REQUEST_METHOD:GET SCRIPT_NAME:/s SERVER_PROTOCOL:HTTP/1.1]
// GET /s/p?a=b HTTP/1.1 1 1 true  0 :0 false 
// map[] map[] <nil> [] map[]
// "" "" "/s/p" "a=b" 
// -- map[HTTP_HOST:h PATH_INFO:/p%41 QUERY_STRING: REQUEST_METHOD:GET SCRIPT_NAME:/s SERVER_PROTOCOL:HTTP/1.1]
// GET http://h/s/p%41 HTTP/1.1 1 1 true h 0 :0 false 
// map[] map[] <nil> [] map[]
// "http" "h" "/s/pA" "" 
// -- map[QUERY_STRING:q REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET ?q HTTP/1.1 1 1 true  0 :0 false 
// map[] map[] <nil> [] map[]
// "" "" "" "q" 
// -- map[HTTPS: HTTP_HOST:h REQUEST_METHOD:GET REQUEST_URI:/x SERVER_PROTOCOL:HTTP/1.1]
// GET http://h/x HTTP/1.1 1 1 true h 0 :0 false 
// map[] map[] <nil> [] map[]
// "http" "h" "/x" "" 
// -- map[HTTPS:on HTTP_HOST:h REQUEST_METHOD:GET REQUEST_URI:/x SERVER_PROTOCOL:HTTP/1.1]
// GET https://h/x HTTP/1.1 1 1 true h 0 :0 true 
// map[] map[] <nil> [] map[]
// "https" "h" "/x" "" 
// true
// -- map[HTTPS:ON HTTP_HOST:h REQUEST_METHOD:GET REQUEST_URI:/x SERVER_PROTOCOL:HTTP/1.1]
// GET https://h/x HTTP/1.1 1 1 true h 0 :0 true 
// map[] map[] <nil> [] map[]
// "https" "h" "/x" "" 
// true
// -- map[HTTPS:1 HTTP_HOST:h REQUEST_METHOD:GET REQUEST_URI:/x SERVER_PROTOCOL:HTTP/1.1]
// GET https://h/x HTTP/1.1 1 1 true h 0 :0 true 
// map[] map[] <nil> [] map[]
// "https" "h" "/x" "" 
// true
// -- map[HTTPS:off HTTP_HOST:h REQUEST_METHOD:GET REQUEST_URI:/x SERVER_PROTOCOL:HTTP/1.1]
// GET http://h/x HTTP/1.1 1 1 true h 0 :0 false 
// map[] map[] <nil> [] map[]
// "http" "h" "/x" "" 
// -- map[HTTPS:true HTTP_HOST:h REQUEST_METHOD:GET REQUEST_URI:/x SERVER_PROTOCOL:HTTP/1.1]
// GET http://h/x HTTP/1.1 1 1 true h 0 :0 false 
// map[] map[] <nil> [] map[]
// "http" "h" "/x" "" 
// -- map[HTTPS:https HTTP_HOST:h REQUEST_METHOD:GET REQUEST_URI:/x SERVER_PROTOCOL:HTTP/1.1]
// GET http://h/x HTTP/1.1 1 1 true h 0 :0 false 
// map[] map[] <nil> [] map[]
// "http" "h" "/x" "" 
// -- map[HTTPS:0 HTTP_HOST:h REQUEST_METHOD:GET REQUEST_URI:/x SERVER_PROTOCOL:HTTP/1.1]
// GET http://h/x HTTP/1.1 1 1 true h 0 :0 false 
// map[] map[] <nil> [] map[]
// "http" "h" "/x" "" 
// -- map[REMOTE_ADDR:1.2.3.4 REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET  HTTP/1.1 1 1 true  0 1.2.3.4:0 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// -- map[REMOTE_ADDR:::1 REMOTE_PORT:80 REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET  HTTP/1.1 1 1 true  0 [::1]:80 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// -- map[REMOTE_ADDR:1.2.3.4 REMOTE_PORT:x REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET  HTTP/1.1 1 1 true  0 1.2.3.4:0 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// -- map[REMOTE_PORT:5 REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET  HTTP/1.1 1 1 true  0 :5 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// -- map[REMOTE_ADDR:1.2.3.4 REMOTE_PORT:70000 REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET  HTTP/1.1 1 1 true  0 1.2.3.4:70000 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// -- map[REMOTE_HOST:a.b REMOTE_PORT:7 REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET  HTTP/1.1 1 1 true  0 :7 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// -- map[REMOTE_ADDR:1.2.3.4 REMOTE_PORT:080 REQUEST_METHOD:GET SERVER_PROTOCOL:HTTP/1.1]
// GET  HTTP/1.1 1 1 true  0 1.2.3.4:80 false 
// map[] map[] <nil> [] map[]
// "" "" "" "" 
// == child plain [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nhello"
// "serve: <nil>\n" <nil>
// == child empty [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
// "serve: <nil>\n" <nil>
// == child status [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// "Status: 404 Not Found\r\nA: late\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html>"
// "CGI attempted to write header twice on request for serve: <nil>\n" <nil>
// == child headers [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// "Status: 200 OK\r\nContent-Type: t/t\r\nStatus: 777 x\r\nX-B: 1\r\nX-B: 2 x\r\nX-B: y\r\n\r\nx"
// "serve: <nil>\n" <nil>
// == child 304 [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// "Status: 304 Not Modified\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nno"
// "2 <nil>\nserve: <nil>\n" <nil>
// == child 204 [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// "Status: 204 No Content\r\nContent-Type: x/y\r\n\r\n"
// "serve: <nil>\n" <nil>
// == child 599 [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// "Status: 599 \r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
// "flushed\nserve: <nil>\n" <nil>
// == child emptyct [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// "Status: 200 OK\r\n\r\nx"
// "serve: <nil>\n" <nil>
// == child panic [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
// "panic: boo\n\n" exit status 2
// == child many [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// "100060Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\na01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
// "serve: <nil>\n" <nil>
// == child nil [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// "Status: 307 Temporary Redirect\r\nContent-Type: text/html; charset=utf-8\r\nLocation: /\r\n\r\n<a href=\"/\">Temporary Redirect</a>.\n\n"
// "serve: <nil>\n" <nil>
// == child flushpanic [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// ""
// "panic: x\n\n" exit status 2
// == child writepanic [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nabc"
// "panic: x\n\n" exit status 2
// == child 101 [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// "Status: 101 Switching Protocols\r\nContent-Type: text/plain; charset=utf-8\r\nX: 1\r\n\r\n"
// "CGI attempted to write header twice on request for serve: <nil>\n" <nil>
// == child 0 [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// "Status: 0 \r\nContent-Type: text/plain; charset=utf-8\r\n\r\nabc"
// "serve: <nil>\n" <nil>
// == child body [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1 CONTENT_LENGTH=4]
// "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\"0123\" <nil> 4 []\n*cgi.response\nfalse\n"
// "serve: <nil>\n" <nil>
// == child body [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1 CONTENT_LENGTH=40]
// "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\"0123456789\" <nil> 40 []\n*cgi.response\nfalse\n"
// "serve: <nil>\n" <nil>
// == child body [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1 CONTENT_LENGTH=0]
// "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\"\" <nil> 0 []\n*cgi.response\nfalse\n"
// "serve: <nil>\n" <nil>
// == child body [REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1]
// "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\"\" <nil> 0 []\n*cgi.response\nfalse\n"
// "serve: <nil>\n" <nil>
// == child plain [X=Y]
// ""
// "serve: cgi: no REQUEST_METHOD in environment\n" <nil>
// == child plain [REQUEST_METHOD=GET]
// ""
// "serve: cgi: invalid SERVER_PROTOCOL version\n" <nil>
// == child plain [REQUEST_METHOD=HEAD SERVER_PROTOCOL=HTTP/1.1]
// "Status: 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nhello"
// "serve: <nil>\n" <nil>
// == host env
// 200 map[Content-Type:[text/plain]]
//   ""
//   "GATEWAY_INTERFACE=CGI/1.1"
//   "HTTP_A_B=c"
//   "HTTP_COOKIE=a=1; b=2"
//   "HTTP_HOST=example.com"
//   "HTTP_V=1, 2"
//   "HTTP_X_Y=1"
//   "PATH=/usr/bin:/bin"
//   "PATH_INFO=/x"
//   "PWD=/tmp"
//   "QUERY_STRING=y=z"
//   "REMOTE_ADDR=9.8.7.6"
//   "REMOTE_HOST=9.8.7.6"
//   "REMOTE_PORT=55"
//   "REQUEST_METHOD=GET"
//   "REQUEST_URI=/r/x?y=z"
//   "SCRIPT_FILENAME=/bin/sh"
//   "SCRIPT_NAME=/r"
//   "SERVER_NAME=example.com"
//   "SERVER_PORT=80"
//   "SERVER_PROTOCOL=HTTP/1.1"
//   "SERVER_SOFTWARE=go"
// stderr "" log ""
// == host env oddremote
// 200 map[Content-Type:[text/plain]]
//   ""
//   "GATEWAY_INTERFACE=CGI/1.1"
//   "HTTP_A_B=c"
//   "HTTP_COOKIE=a=1; b=2"
//   "HTTP_HOST=example.com"
//   "HTTP_V=1, 2"
//   "HTTP_X_Y=1"
//   "PATH=/usr/bin:/bin"
//   "PATH_INFO=/x"
//   "PWD=/tmp"
//   "QUERY_STRING=y=z"
//   "REMOTE_ADDR=@"
//   "REMOTE_HOST=@"
//   "REQUEST_METHOD=GET"
//   "REQUEST_URI=/r/x?y=z"
//   "SCRIPT_FILENAME=/bin/sh"
//   "SCRIPT_NAME=/r"
//   "SERVER_NAME=example.com"
//   "SERVER_PORT=80"
//   "SERVER_PROTOCOL=HTTP/1.1"
//   "SERVER_SOFTWARE=go"
// stderr "" log ""
// == host env extra
// 200 map[Content-Type:[text/plain]]
//   ""
//   "/usr/bin"
//   "A=2"
//   "FOO=foo"
//   "GATEWAY_INTERFACE=CGI/1.1"
//   "HOME=/home/x"
//   "HTTP_A_B=c"
//   "HTTP_COOKIE=a=1; b=2"
//   "HTTP_HOST=example.com"
//   "HTTP_V=1, 2"
//   "HTTP_X_Y=1"
//   "PATH=/bin:/usr/bin"
//   "PATH_INFO=/x"
//   "PWD=/usr/bin"
//   "QUERY_STRING=y=z"
//   "REMOTE_ADDR=9.8.7.6"
//   "REMOTE_HOST=9.8.7.6"
//   "REMOTE_PORT=55"
//   "REQUEST_METHOD=GET"
//   "REQUEST_URI=/r/x?y=z"
//   "SCRIPT_FILENAME=/bin/sh"
//   "SCRIPT_NAME=/r"
//   "SERVER_NAME=example.com"
//   "SERVER_PORT=7"
//   "SERVER_PROTOCOL=HTTP/1.1"
//   "SERVER_SOFTWARE=go"
// stderr "" log ""
// == host env post
// 200 map[Content-Type:[text/plain]]
//   "CONTENT_LENGTH=3"
//   "CONTENT_TYPE=t/x"
//   "GATEWAY_INTERFACE=CGI/1.1"
//   "HTTP_CONTENT_LENGTH=3"
//   "HTTP_CONTENT_TYPE=t/x"
//   "HTTP_HOST=[::1]:8080"
//   "PATH=/usr/bin:/bin"
//   "PATH_INFO=/a b"
//   "PWD=/tmp"
//   "QUERY_STRING="
//   "REMOTE_ADDR=9.8.7.6"
//   "REMOTE_HOST=9.8.7.6"
//   "REMOTE_PORT=55"
//   "REQUEST_METHOD=POST"
//   "REQUEST_URI=/r/a%20b"
//   "SCRIPT_FILENAME=/bin/sh"
//   "SCRIPT_NAME=/r"
//   "SERVER_NAME=::1"
//   "SERVER_PORT=8080"
//   "SERVER_PROTOCOL=HTTP/1.1"
//   "SERVER_SOFTWARE=go"
//   "abc"
// stderr "" log ""
// == host env root
// 200 map[Content-Type:[text/plain]]
//   ""
//   "GATEWAY_INTERFACE=CGI/1.1"
//   "HTTP_A_B=c"
//   "HTTP_COOKIE=a=1; b=2"
//   "HTTP_HOST=example.com"
//   "HTTP_V=1, 2"
//   "HTTP_X_Y=1"
//   "PATH=/usr/bin:/bin"
//   "PATH_INFO=/r/x"
//   "PWD=/tmp"
//   "QUERY_STRING=y=z"
//   "REMOTE_ADDR=9.8.7.6"
//   "REMOTE_HOST=9.8.7.6"
//   "REMOTE_PORT=55"
//   "REQUEST_METHOD=GET"
//   "REQUEST_URI=/r/x?y=z"
//   "SCRIPT_FILENAME=/bin/sh"
//   "SCRIPT_NAME="
//   "SERVER_NAME=example.com"
//   "SERVER_PORT=80"
//   "SERVER_PROTOCOL=HTTP/1.1"
//   "SERVER_SOFTWARE=go"
// stderr "" log ""
// == host env root slash
// 200 map[Content-Type:[text/plain]]
//   ""
//   "GATEWAY_INTERFACE=CGI/1.1"
//   "HTTP_A_B=c"
//   "HTTP_COOKIE=a=1; b=2"
//   "HTTP_HOST=example.com"
//   "HTTP_V=1, 2"
//   "HTTP_X_Y=1"
//   "PATH=/usr/bin:/bin"
//   "PATH_INFO=/r/x"
//   "PWD=/tmp"
//   "QUERY_STRING=y=z"
//   "REMOTE_ADDR=9.8.7.6"
//   "REMOTE_HOST=9.8.7.6"
//   "REMOTE_PORT=55"
//   "REQUEST_METHOD=GET"
//   "REQUEST_URI=/r/x?y=z"
//   "SCRIPT_FILENAME=/bin/sh"
//   "SCRIPT_NAME="
//   "SERVER_NAME=example.com"
//   "SERVER_PORT=80"
//   "SERVER_PROTOCOL=HTTP/1.1"
//   "SERVER_SOFTWARE=go"
// stderr "" log ""
// == host chunked
// 400 map[]
//   "Chunked request bodies are not supported by CGI."
// stderr "" log ""
// == host status
// 404 map[Content-Type:[text/plain]]
//   "x"
//   ""
// stderr "" log ""
// == host status short
// 200 map[]
//   ""
// stderr "" log "L:cgi: bogus status (short): \"40\"\n"
// == host status bad
// 200 map[]
//   ""
// stderr "" log "L:cgi: bogus status: \"abc\"\nL:cgi: line was \"Status: abc\"\n"
// == host status only
// 204 map[]
//   ""
// stderr "" log ""
// == host location
// 302 map[Location:[http://x/]]
//   ""
// stderr "" log ""
// == host location local
// 302 map[Location:[/y]]
//   "body"
//   ""
// stderr "" log ""
// == host location local handler
// 200 map[Content-Type:[text/plain; charset=utf-8]]
//   "internal GET /y?q=1 map[] true  9.8.7.6:55 0 HTTP/1.1"
//   ""
// stderr "" log ""
// == host location local bad
// 500 map[]
//   ""
// stderr "" log "L:cgi: error resolving local URI path \"/y%zz\": parse \"/y%zz\": invalid URL escape \"%zz\"\n"
// == host location status
// 301 map[Location:[http://x/]]
//   "hi"
//   ""
// stderr "" log ""
// == host location local status
// 404 map[Content-Type:[text/plain; charset=utf-8] X-Content-Type-Options:[nosniff]]
//   "404 page not found"
//   ""
// stderr "" log ""
// == host no headers
// 500 map[]
//   ""
// stderr "" log "L:cgi: no headers\n"
// == host no end
// 500 map[]
//   ""
// stderr "" log "L:cgi: no headers\n"
// == host no end nl
// 500 map[]
//   ""
// stderr "" log "L:cgi: no headers\n"
// == host no ct
// 500 map[]
//   ""
// stderr "" log "L:cgi: missing required Content-Type in headers\n"
// == host only blank
// 500 map[]
//   ""
// stderr "" log "L:cgi: no headers\n"
// == host bad header
// 200 map[Content-Type:[a/b]]
//   "z"
//   ""
// stderr "" log "L:cgi: bogus header line: bogus\n"
// == host bad names
// 200 map[Content-Type:[a/b] X:[y z]]
//   "z"
//   ""
// stderr "" log "L:cgi: invalid header name: \"a b\"\nL:cgi: invalid header name: \"\"\n"
// == host long header
// 500 map[]
//   ""
// stderr "" log "L:cgi: long header line from subprocess.\n"
// == host exit 3
// 200 map[Content-Type:[text/plain]]
//   "z"
//   ""
// stderr "err\n" log ""
// == host missing
// 500 map[]
//   ""
// stderr "" log "L:CGI error: fork/exec /nonexistent/prog: no such file or directory\n"
// == host cl
// 200 map[Content-Length:[3] Content-Type:[text/plain]]
//   "abcdef"
// stderr "" log ""
// == host crlf
// 200 map[Content-Type:[a/b] X:[1 2]]
//   "body"
// stderr "" log ""
// == host many headers
// 200 map[Content-Type:[text/plain] X-1:[a] X-10:[a] X-2:[a] X-3:[a] X-4:[a] X-5:[a] X-6:[a] X-7:[a] X-8:[a] X-9:[a]]
//   ""
// stderr "" log ""
// == host stdin get
// 200 map[Content-Type:[text/plain]]
//   "abcd"
// stderr "" log ""
// == host env tls
// 200 map[Content-Type:[text/plain]]
//   ""
//   "GATEWAY_INTERFACE=CGI/1.1"
//   "HTTPS=on"
//   "HTTP_A_B=c"
//   "HTTP_COOKIE=a=1; b=2"
//   "HTTP_HOST=example.com"
//   "HTTP_V=1, 2"
//   "HTTP_X_Y=1"
//   "PATH=/usr/bin:/bin"
//   "PATH_INFO=/x"
//   "PWD=/tmp"
//   "QUERY_STRING=y=z"
//   "REMOTE_ADDR=9.8.7.6"
//   "REMOTE_HOST=9.8.7.6"
//   "REMOTE_PORT=55"
//   "REQUEST_METHOD=GET"
//   "REQUEST_URI=/r/x?y=z"
//   "SCRIPT_FILENAME=/bin/sh"
//   "SCRIPT_NAME=/r"
//   "SERVER_NAME=example.com"
//   "SERVER_PORT=443"
//   "SERVER_PROTOCOL=HTTP/1.1"
//   "SERVER_SOFTWARE=go"
// stderr "" log ""
// == host env tls port
// 200 map[Content-Type:[text/plain]]
//   ""
//   "GATEWAY_INTERFACE=CGI/1.1"
//   "HTTPS=on"
//   "HTTP_HOST=h:99"
//   "PATH=/usr/bin:/bin"
//   "PATH_INFO=/"
//   "PWD=/tmp"
//   "QUERY_STRING="
//   "REMOTE_ADDR=9.8.7.6"
//   "REMOTE_HOST=9.8.7.6"
//   "REMOTE_PORT=55"
//   "REQUEST_METHOD=GET"
//   "REQUEST_URI=/"
//   "SCRIPT_FILENAME=/bin/sh"
//   "SCRIPT_NAME=/r"
//   "SERVER_NAME=h"
//   "SERVER_PORT=99"
//   "SERVER_PROTOCOL=HTTP/1.1"
//   "SERVER_SOFTWARE=go"
// stderr "" log ""
// == host upper status
// 200 map[Content-Type:[a/b] Status:[201 x]]
//   "z"
//   ""
// stderr "" log ""
// == host status spaces
// 201 map[Content-Type:[]]
//   "z"
//   ""
// stderr "" log ""
// == host status 2010
// 201 map[Content-Type:[]]
//   "z"
//   ""
// stderr "" log ""
// == host two ct
// 200 map[Content-Type:[a/b c/d]]
//   "z"
//   ""
// stderr "" log ""
// == host folded
// 200 map[Content-Type:[a/b]]
//   "z"
//   ""
// stderr "" log "L:cgi: bogus header line:  more\n"
// == host nologger
// cgi: bogus header line: bogus
// cgi: missing required Content-Type in headers
// 500 map[]
//   ""
// stderr "" log ""
