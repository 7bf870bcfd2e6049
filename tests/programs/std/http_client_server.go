package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"
)

var base string

// show prints with the server's address left out.
func show(v ...any) {
	s := fmt.Sprintln(v...)
	fmt.Print(strings.ReplaceAll(s, strings.TrimPrefix(base, "http://"), "HOST"))
}

func read(resp *http.Response, err error) {
	if err != nil {
		show("error", err)
		return
	}
	b, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	show(resp.Status, resp.ContentLength, resp.TransferEncoding, resp.Trailer, fmt.Sprintf("%.70q", b), err)
}

func routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hello/{name}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "hello %s by %s", r.PathValue("name"), r.Pattern)
	})
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Length", fmt.Sprint(r.ContentLength))
		io.Copy(w, r.Body)
	})
	mux.HandleFunc("POST /form", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%q %q %v", r.FormValue("a"), r.PostFormValue("b"), r.Form)
	})
	mux.HandleFunc("POST /upload", func(w http.ResponseWriter, r *http.Request) {
		f, h, err := r.FormFile("file")
		if err != nil {
			http.Error(w, err.Error(), 400)
			return
		}
		b, _ := io.ReadAll(f)
		fmt.Fprintf(w, "%s %d %q %s", h.Filename, h.Size, b, r.FormValue("note"))
	})
	mux.HandleFunc("/big", func(w http.ResponseWriter, r *http.Request) {
		for i := range 2000 {
			fmt.Fprintf(w, "line %d\n", i)
		}
	})
	mux.HandleFunc("/stream", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", "X-End")
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range 3 {
			fmt.Fprintf(w, "data: %d\n\n", i)
			http.NewResponseController(w).Flush()
		}
		w.Header().Set("X-End", "reached")
	})
	mux.HandleFunc("/redirect/{n}", func(w http.ResponseWriter, r *http.Request) {
		if n := r.PathValue("n"); n != "0" {
			http.Redirect(w, r, "/redirect/"+string(n[0]-1), http.StatusFound)
			return
		}
		fmt.Fprintf(w, "%s %s", r.Method, r.Referer())
	})
	mux.HandleFunc("/cookie", func(w http.ResponseWriter, r *http.Request) {
		c, err := r.Cookie("seen")
		http.SetCookie(w, &http.Cookie{Name: "seen", Value: "a b", Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
		fmt.Fprint(w, c, err)
	})
	mux.HandleFunc("/auth", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, fmt.Sprint(r.BasicAuth())) })
	mux.HandleFunc("/wait", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/abort", func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) })
	mux.HandleFunc("/status/{code}", func(w http.ResponseWriter, r *http.Request) {
		var code int
		fmt.Sscan(r.PathValue("code"), &code)
		w.WriteHeader(code)
		n, err := fmt.Fprint(w, "body")
		w.Header().Set("Ignored", fmt.Sprint(n, err))
	})
	mux.HandleFunc("/limit", func(w http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 10))
		var tooLong *http.MaxBytesError
		fmt.Fprint(w, errors.As(err, &tooLong), err)
	})
	mux.HandleFunc("/hijack", func(w http.ResponseWriter, r *http.Request) {
		c, rw, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		rw.WriteString("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n")
		rw.Flush()
		line, _ := rw.ReadString('\n')
		rw.WriteString("you said " + line)
		rw.Flush()
		c.Close()
	})
	mux.Handle("/late", http.TimeoutHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }), 20*time.Millisecond, "too late"))
	mux.Handle("/strip/", http.StripPrefix("/strip", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.URL.Path) })))
	mux.HandleFunc("/tree/", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "tree ", r.URL.Path) })
	mux.HandleFunc("/files/{path...}", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "files ", r.PathValue("path")) })
	return mux
}

func main() {
	log.SetOutput(io.Discard)
	s := httptest.NewServer(routes())
	base = s.URL
	c := s.Client()
	read(c.Get(base + "/hello/bob"))
	read(c.Get(base + "/nothing"))
	read(c.Get(base + "/big"))
	read(c.Get(base + "/stream"))
	read(c.Head(base + "/hello/bob"))
	read(c.Get(base + "/redirect/3"))
	read(c.Get(base + "/tree"))
	read(c.Get(base + "/tree/../tree//x"))
	read(c.Get(base + "/files/a/b%2Fc/d"))
	read(c.Get(base + "/strip/x/y"))
	read(c.Get(base + "/late"))
	read(c.Get(base + "/abort"))
	for _, code := range []int{200, 204, 304, 404, 500, 599} {
		read(c.Get(fmt.Sprint(base, "/status/", code)))
	}
	read(c.Post(base+"/hello/x", "text/plain", strings.NewReader("x")))
	read(c.Post(base+"/echo", "text/plain", strings.NewReader("known length")))
	read(c.Post(base+"/echo", "text/plain", io.MultiReader(strings.NewReader("unknown "), strings.NewReader("length"))))
	read(c.PostForm(base+"/form?a=query", url.Values{"a": {"body"}, "b": {"x y"}}))
	read(c.Post(base+"/limit", "text/plain", strings.NewReader("more than ten bytes")))
	var form bytes.Buffer
	mw := multipart.NewWriter(&form)
	part, _ := mw.CreateFormFile("file", "name.txt")
	part.Write([]byte("content"))
	mw.WriteField("note", "noted")
	mw.Close()
	read(c.Post(base+"/upload", mw.FormDataContentType(), &form))
	req, _ := http.NewRequest("GET", base+"/auth", nil)
	req.SetBasicAuth("user", "pass:word")
	read(c.Do(req))
	read(c.Get(strings.Replace(base, "http://", "http://me:secret@", 1) + "/auth"))
	req, _ = http.NewRequest("POST", base+"/echo", strings.NewReader("continued"))
	req.Header.Set("Expect", "100-continue")
	read(c.Do(req))
	resp, err := c.Get(base + "/cookie")
	show(resp.Cookies(), err)
	resp.Body.Close()
	req, _ = http.NewRequest("GET", base+"/cookie", nil)
	req.AddCookie(&http.Cookie{Name: "seen", Value: "1"})
	req.AddCookie(&http.Cookie{Name: "other", Value: "2, 3"})
	show(req.Header)
	read(c.Do(req))

	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	req, _ = http.NewRequestWithContext(ctx, "GET", base+"/wait", nil)
	_, err = c.Do(req)
	show(err, errors.Is(err, context.DeadlineExceeded))
	cancel()
	short := &http.Client{Timeout: 30 * time.Millisecond}
	_, err = short.Get(base + "/wait")
	var timeout net.Error
	show(err, errors.As(err, &timeout) && timeout.Timeout())
	many := &http.Client{CheckRedirect: func(req *http.Request, via []*http.Request) error {
		if len(via) > 1 {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	read(many.Get(base + "/redirect/9"))
	_, err = c.Get("nothing://x")
	show(err)
	_, err = c.Get("http://127.0.0.1:1/")
	show(err)
	upgrade()
	raw()
	s.Close()
	shutdown()
}

func upgrade() {
	conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		panic(err)
	}
	fmt.Fprint(conn, "GET /hijack HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\nhi there\n")
	b, err := io.ReadAll(conn)
	show(string(b), err)
}

// raw sends what a client would not.
func raw() {
	for _, text := range []string{
		"GET / HTTP/1.1\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
		"nonsense\r\n\r\n",
		"GET / HTTP/3.0\r\nHost: x\r\n\r\n",
		"GET /hello/old HTTP/1.0\r\n\r\n",
		"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n",
		"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
		"POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
		"GET /hello/a HTTP/1.1\r\nHost: x\r\n\r\nGET /hello/b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
		"OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n",
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
		if err != nil {
			panic(err)
		}
		io.WriteString(conn, text)
		r := bufio.NewReader(conn)
		for {
			line, err := r.ReadString('\n')
			if strings.HasPrefix(line, "Date: ") {
				line = "Date\r\n"
			}
			fmt.Printf("%s", strings.ReplaceAll(line, "\r\n", "|"))
			if err != nil {
				fmt.Println()
				break
			}
		}
		conn.Close()
	}
}

func shutdown() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	base = "http://" + l.Addr().String()
	began := make(chan bool)
	end := make(chan bool)
	s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began <- true
		<-end
		fmt.Fprint(w, "finished")
	})}
	s.RegisterOnShutdown(func() { end <- true })
	served := make(chan error)
	go func() { served <- s.Serve(l) }()
	answered := make(chan *http.Response)
	go func() {
		resp, err := http.Get(base)
		if err != nil {
			panic(err)
		}
		answered <- resp
	}()
	<-began
	show(s.Shutdown(context.Background()))
	show(<-served)
	read(<-answered, nil)
	show(s.ListenAndServe())
	_, err = http.Get(base)
	show(err != nil)
}

// Output:
// 200 OK 30 [] map[] "hello bob by GET /hello/{name}" <nil>
// 404 Not Found 19 [] map[] "404 page not found\n" <nil>
// 200 OK -1 [chunked] map[] "line 0\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\nline 7\nline 8\nline 9\n" <nil>
// 200 OK -1 [chunked] map[X-End:[reached]] "data: 0\n\ndata: 1\n\ndata: 2\n\n" <nil>
// 200 OK 30 [] map[] "" <nil>
// 200 OK 37 [] map[] "GET http://HOST/redirect/1" <nil>
// 200 OK 11 [] map[] "tree /tree/" <nil>
// 200 OK 12 [] map[] "tree /tree/x" <nil>
// 200 OK 13 [] map[] "files a/b/c/d" <nil>
// 200 OK 4 [] map[] "/x/y" <nil>
// 503 Service Unavailable 8 [] map[] "too late" <nil>
// error Get "http://HOST/abort": EOF
// 200 OK 4 [] map[] "body" <nil>
// 204 No Content 0 [] map[] "" <nil>
// 304 Not Modified 0 [] map[] "" <nil>
// 404 Not Found 4 [] map[] "body" <nil>
// 500 Internal Server Error 4 [] map[] "body" <nil>
// 599 status code 599 4 [] map[] "body" <nil>
// 405 Method Not Allowed 19 [] map[] "Method Not Allowed\n" <nil>
// 200 OK 12 [] map[] "known length" <nil>
// 200 OK 14 [] map[] "unknown length" <nil>
// 200 OK 40 [] map[] "\"body\" \"x y\" map[a:[body query] b:[x y]]" <nil>
// 200 OK 33 [] map[] "true http: request body too large" <nil>
// 200 OK 26 [] map[] "name.txt 7 \"content\" noted" <nil>
// 200 OK 17 [] map[] "userpass:wordtrue" <nil>
// 200 OK 12 [] map[] "mesecrettrue" <nil>
// 200 OK 9 [] map[] "continued" <nil>
// [seen="a b"; Path=/; HttpOnly; SameSite=Lax] <nil>
// map[Cookie:[seen=1; other="2, 3"]]
// 200 OK 12 [] map[] "seen=1 <nil>" <nil>
// Get "http://HOST/wait": context deadline exceeded true
// Get "http://HOST/wait": context deadline exceeded (Client.Timeout exceeded while awaiting headers) true
// 302 Found 34 [] map[] "<a href=\"/redirect/7\">Found</a>.\n\n" <nil>
// Get "nothing://x": unsupported protocol scheme "nothing"
// Get "http://127.0.0.1:1/": dial tcp 127.0.0.1:1: connect: connection refused
// HTTP/1.1 101 Switching Protocols
// Connection: upgrade
// Upgrade: echo
// 
// you said hi there
//  <nil>
// HTTP/1.1 400 Bad Request: missing required Host header|Content-Type: text/plain; charset=utf-8|Connection: close||400 Bad Request: missing required Host header
// HTTP/1.1 400 Bad Request|Content-Type: text/plain; charset=utf-8|Connection: close||400 Bad Request
// HTTP/1.1 400 Bad Request|Content-Type: text/plain; charset=utf-8|Connection: close||400 Bad Request
// HTTP/1.1 505 HTTP Version Not Supported: unsupported protocol version|Content-Type: text/plain; charset=utf-8|Connection: close||505 HTTP Version Not Supported: unsupported protocol version
// HTTP/1.0 200 OK|Date|Content-Length: 30|Content-Type: text/plain; charset=utf-8||hello old by GET /hello/{name}
// HTTP/1.1 501 Not Implemented|Content-Type: text/plain; charset=utf-8|Connection: close||Unsupported transfer encoding
// HTTP/1.1 400 Bad Request|Content-Type: text/plain; charset=utf-8|Connection: close||400 Bad Request
// HTTP/1.1 200 OK|X-Length: -1|Date|Content-Length: 3|Content-Type: text/plain; charset=utf-8|Connection: close||abc
// HTTP/1.1 200 OK|Date|Content-Length: 28|Content-Type: text/plain; charset=utf-8||hello a by GET /hello/{name}HTTP/1.1 200 OK|Date|Content-Length: 28|Content-Type: text/plain; charset=utf-8|Connection: close||hello b by GET /hello/{name}
// HTTP/1.1 200 OK|Content-Length: 0|Date|Connection: close||
// HTTP/1.1 417 Expectation Failed|Connection: close|Date|Content-Length: 0||
// <nil>
// http: Server closed
// 200 OK 8 [] map[] "finished" <nil>
// http: Server closed
// true
