package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/http/httptrace"
	"net/http/httputil"
	"net/url"
	"strings"
	"time"
)

func main() {
	log.SetOutput(io.Discard)
	jar()
	dumps()
	proxy()
	trace()
}

type suffixes struct{}

func (suffixes) String() string { return "test" }
func (suffixes) PublicSuffix(domain string) string {
	if strings.HasSuffix(domain, "co.uk") {
		return "co.uk"
	}
	return domain[strings.LastIndexByte(domain, '.')+1:]
}

func jar() {
	j, _ := cookiejar.New(&cookiejar.Options{PublicSuffixList: suffixes{}})
	set := func(u string, lines ...string) {
		at, _ := url.Parse(u)
		var list []*http.Cookie
		for _, line := range lines {
			c, err := http.ParseSetCookie(line)
			if err != nil {
				fmt.Println(line, err)
				continue
			}
			list = append(list, c)
		}
		j.SetCookies(at, list)
	}
	get := func(u string) {
		at, _ := url.Parse(u)
		fmt.Println(u, j.Cookies(at))
	}
	set("http://www.host.test/a/b", "plain=1", "path=2; Path=/a", "deep=3; Path=/a/b/c", "dom=4; Domain=host.test", "sec=5; Secure", "bad=6; Domain=other.test", "gone=7; Max-Age=0", "quoted=\"8\"")
	get("http://www.host.test/a/b")
	get("http://www.host.test/a/b/c/d")
	get("https://www.host.test/a/x")
	get("http://host.test/a")
	get("http://sub.host.test/")
	set("http://www.host.test/", "dom=9; Domain=.host.test", "path=; Path=/a; Max-Age=-1", "late=1; Expires=Mon, 01 Jan 2001 00:00:00 GMT")
	get("http://www.host.test/a/b")
	set("http://x.co.uk/", "a=1; Domain=co.uk", "b=2; Domain=x.co.uk")
	get("http://x.co.uk/")
	get("http://y.x.co.uk/")
	set("http://127.0.0.1:80/", "ip=1", "ip2=2; Domain=127.0.0.1", "ip3=3; Secure")
	get("http://127.0.0.1:8080/")
	set("http://bücher.test/", "u=1; Domain=xn--bcher-kva.test")
	get("http://xn--bcher-kva.test/")
	set("ftp://host.test/", "f=1")
	c := &http.Cookie{Name: "n", Value: "a,b", Path: "/;x", Domain: "bad domain", MaxAge: 5, Expires: time.Unix(1e9, 0), Secure: true, Partitioned: true, SameSite: http.SameSiteNoneMode}
	fmt.Println(c, c.Valid())
	for _, s := range []string{"", "x", "a=b; c=\"d\"", "a b=c", "a=\x01"} {
		list, err := http.ParseCookie(s)
		fmt.Println(list, err)
	}
}

func dumps() {
	req, _ := http.NewRequest("POST", "http://example.com/x?y=z", strings.NewReader("body"))
	req.Header.Set("B", "2")
	req.Header.Set("A", "1")
	b, err := httputil.DumpRequest(req, true)
	fmt.Printf("%q %v\n", b, err)
	req.Header.Set("Accept-Encoding", "identity")
	b, err = httputil.DumpRequestOut(req, true)
	fmt.Printf("%q %v\n", b, err)
	rec := httptest.NewRecorder()
	rec.Header().Set("X", "y")
	rec.WriteString("text")
	res := rec.Result()
	res.ContentLength = 4
	b, err = httputil.DumpResponse(res, true)
	fmt.Printf("%q %v\n", b, err)
	b, err = httputil.DumpResponse(res, false)
	fmt.Printf("%q %v\n", b, err)
	var buf bytes.Buffer
	w := httputil.NewChunkedWriter(&buf)
	w.Write([]byte("hello"))
	w.Write([]byte("there, world of chunks"))
	w.Close()
	fmt.Printf("%q\n", buf.String())
	all, err := io.ReadAll(httputil.NewChunkedReader(&buf))
	fmt.Printf("%q %v\n", all, err)
}

func proxy() {
	back := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/base/stream":
			w.Header().Set("Trailer", "T")
			io.WriteString(w, "part ")
			w.(http.Flusher).Flush()
			io.WriteString(w, "two")
			w.Header().Set("T", "end")
		case "/base/error":
			w.WriteHeader(418)
		default:
			b, _ := io.ReadAll(r.Body)
			fmt.Fprintf(w, "%s %s %q %q %q %q", r.Method, r.URL, r.Header["X-Forwarded-For"], r.Header["Connection"], r.Header["Keep-Alive"], b)
		}
	}))
	defer back.Close()
	target, _ := url.Parse(back.URL + "/base?a=1")
	front := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.SetXForwarded()
		},
		ModifyResponse: func(r *http.Response) error {
			if r.StatusCode == 418 {
				return fmt.Errorf("no teapots")
			}
			r.Header.Set("Seen", "yes")
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) { http.Error(w, err.Error(), 502) },
	})
	defer front.Close()
	ask := func(base, path, body string) {
		req, _ := http.NewRequest("PUT", base+path, strings.NewReader(body))
		req.Header.Set("Keep-Alive", "x")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			fmt.Println(err)
			return
		}
		b, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		fmt.Printf("%d %q %v %v %v\n", resp.StatusCode, b, err, resp.Header["Seen"], resp.Trailer)
	}
	ask(front.URL, "/x%2Fy?b=2;c", "sent")
	ask(front.URL, "/stream", "")
	ask(front.URL, "/error", "")
	single := httptest.NewServer(httputil.NewSingleHostReverseProxy(target))
	ask(single.URL, "/z", "one")
	back.CloseClientConnections()
	back.Close()
	ask(single.URL, "/z", "one")
	single.Close()

	// As a proxy of a client.
	via := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %q", r.RequestURI, r.Header["Proxy-Authorization"])
	}))
	defer via.Close()
	u, _ := url.Parse(via.URL)
	u.User = url.UserPassword("user", "pass")
	c := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(u)}}
	resp, err := c.Get("http://nowhere.test/path?q")
	if err != nil {
		fmt.Println(err)
		return
	}
	b, _ := io.ReadAll(resp.Body)
	fmt.Println(string(b))
	resp.Body.Close()
}

func trace() {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "x") }))
	defer s.Close()
	for range 2 {
		req, _ := http.NewRequest("GET", s.URL, nil)
		req = req.WithContext(httptrace.WithClientTrace(req.Context(), &httptrace.ClientTrace{
			GetConn:              func(string) { fmt.Println("get") },
			GotConn:              func(i httptrace.GotConnInfo) { fmt.Println("got", i.Reused, i.WasIdle) },
			ConnectStart:         func(network, addr string) { fmt.Println("connect", network) },
			ConnectDone:          func(network, addr string, err error) { fmt.Println("connected", err) },
			WroteHeaders:         func() { fmt.Println("headers") },
			WroteRequest:         func(i httptrace.WroteRequestInfo) { fmt.Println("request", i.Err) },
			GotFirstResponseByte: func() { time.Sleep(10 * time.Millisecond); fmt.Println("byte") },
			PutIdleConn:          func(err error) { fmt.Println("idle", err) },
		}))
		resp, err := s.Client().Do(req)
		if err != nil {
			fmt.Println(err)
			return
		}
		io.ReadAll(resp.Body)
		resp.Body.Close()
	}
}

// Output:
// http://www.host.test/a/b [plain=1 path=2 dom=4 quoted="8"]
// http://www.host.test/a/b/c/d [deep=3 plain=1 path=2 dom=4 quoted="8"]
// https://www.host.test/a/x [plain=1 path=2 dom=4 sec=5 quoted="8"]
// http://host.test/a [dom=4]
// http://sub.host.test/ []
// http://www.host.test/a/b [plain=1 dom=4 quoted="8" dom=9]
// http://x.co.uk/ [b=2]
// http://y.x.co.uk/ [b=2]
// http://127.0.0.1:8080/ [ip=1 ip2=2 ip3=3]
// http://xn--bcher-kva.test/ [u=1]
// n="a,b"; Path=/x; Expires=Sun, 09 Sep 2001 01:46:40 GMT; Max-Age=5; Secure; SameSite=None; Partitioned http: invalid byte ';' in Cookie.Path
// [] http: blank cookie
// [] http: '=' not found in cookie
// [a=b c="d"] <nil>
// [] http: invalid cookie name
// [] http: invalid cookie value
// "POST /x?y=z HTTP/1.1\r\nHost: example.com\r\nA: 1\r\nB: 2\r\n\r\nbody" <nil>
// "POST /x?y=z HTTP/1.1\r\nHost: example.com\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: 4\r\nA: 1\r\nAccept-Encoding: identity\r\nB: 2\r\n\r\nbody" <nil>
// "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Type: text/plain; charset=utf-8\r\nX: y\r\n\r\ntext" <nil>
// "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Type: text/plain; charset=utf-8\r\nX: y\r\n\r\n" <nil>
// "5\r\nhello\r\n16\r\nthere, world of chunks\r\n0\r\n"
// "hellothere, world of chunks" <nil>
// 200 "PUT /base/x%2Fy?a=1 [\"127.0.0.1\"] [] [] \"sent\"" <nil> [yes] map[]
// 200 "part two" <nil> [yes] map[T:[end]]
// 502 "no teapots\n" <nil> [] map[]
// 200 "PUT /base/z?a=1 [\"127.0.0.1\"] [] [] \"one\"" <nil> [] map[]
// 502 "" <nil> [] map[]
// http://nowhere.test/path?q ["Basic dXNlcjpwYXNz"]
// get
// connect tcp
// connected <nil>
// got false false
// headers
// request <nil>
// byte
// idle <nil>
// get
// got true true
// headers
// request <nil>
// byte
// idle <nil>
