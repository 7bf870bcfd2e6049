package main

// A server of HTTP/2 and its clients: over TLS and without it, bodies, trailers, early hints, deadlines, cancellation,
// panics, hijacking, the end of the server.

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/textproto"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

func handler(left chan<- string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		fmt.Fprintln(w, r.Method, r.Proto, r.RequestURI, r.ContentLength, len(body), err, r.Header["Cookie"], r.TLS != nil)
		fmt.Fprintln(w, r.Trailer)
	})
	mux.HandleFunc("/trailers", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", "Sum, Other")
		w.WriteHeader(http.StatusAccepted)
		io.WriteString(w, strings.Repeat("t", 9000))
		w.Header().Set("Sum", "9000")
		w.Header().Set(http.TrailerPrefix+"Late", "yes")
	})
	mux.HandleFunc("/hints", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", "</style.css>; rel=preload")
		w.WriteHeader(http.StatusEarlyHints)
		w.Header().Del("Link")
		io.WriteString(w, "<html>")
	})
	mux.HandleFunc("/push", func(w http.ResponseWriter, r *http.Request) {
		p, ok := w.(http.Pusher)
		fmt.Fprintln(w, ok, p.Push("/echo", nil))
		_, _, err := http.NewResponseController(w).Hijack()
		fmt.Fprintln(w, err, errors.Is(err, errors.ErrUnsupported))
		_, hijacker := w.(http.Hijacker)
		fmt.Fprintln(w, hijacker)
	})
	mux.HandleFunc("/wait", func(w http.ResponseWriter, r *http.Request) {
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
		_, err := io.Copy(w, strings.NewReader(strings.Repeat("x", 100000)))
		left <- fmt.Sprint(r.Context().Err(), "; ", err)
	})
	mux.HandleFunc("/deadline", func(w http.ResponseWriter, r *http.Request) {
		c := http.NewResponseController(w)
		fmt.Fprintln(w, c.SetReadDeadline(time.Now().Add(-time.Second)))
		_, err := io.ReadAll(r.Body)
		fmt.Fprintln(w, err, errors.Is(err, os.ErrDeadlineExceeded))
	})
	mux.HandleFunc("/late", func(w http.ResponseWriter, r *http.Request) {
		set := http.NewResponseController(w).SetWriteDeadline(time.Now().Add(-time.Second))
		_, err := w.Write(make([]byte, 10000))
		left <- fmt.Sprint(set, "; ", err)
	})
	mux.HandleFunc("/panic", func(w http.ResponseWriter, r *http.Request) { panic("told to") })
	mux.HandleFunc("/abort", func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "begun")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	mux.HandleFunc("/limit", func(w http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 10))
		fmt.Fprintln(w, err)
	})
	return mux
}

func show(what string, resp *http.Response, err error) {
	if err != nil {
		fmt.Println(what, "error:", errors.Unwrap(err))
		return
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	text := string(body)
	if len(text) > 300 {
		text = fmt.Sprint(len(text), " bytes")
	}
	fmt.Println(what, resp.Proto, resp.Status, resp.ContentLength, resp.Header.Get("Content-Type"), err)
	fmt.Println(strings.TrimSpace(text))
	if len(resp.Trailer) > 0 {
		fmt.Println("trailer", resp.Trailer)
	}
}

func requests(c *http.Client, url string, left <-chan string) {
	resp, err := c.Get(url + "/echo?a=b")
	show("get", resp, err)
	resp, err = c.Head(url + "/echo")
	show("head", resp, err)
	resp, err = c.Post(url+"/echo", "text/plain", bytes.NewReader(make([]byte, 3<<20)))
	show("post", resp, err)
	r, _ := http.NewRequest("PUT", url+"/echo", io.MultiReader(strings.NewReader("abc")))
	r.Trailer = http.Header{"After": nil}
	r.Body = &trailing{r.Body, r.Trailer}
	r.AddCookie(&http.Cookie{Name: "a", Value: "b"})
	r.AddCookie(&http.Cookie{Name: "c", Value: "d"})
	resp, err = c.Do(r)
	show("put", resp, err)
	resp, err = c.Get(url + "/trailers")
	show("trailers", resp, err)
	trace := &httptrace.ClientTrace{Got1xxResponse: func(code int, h textproto.MIMEHeader) error {
		fmt.Println("got", code, h)
		return nil
	}}
	r, _ = http.NewRequestWithContext(httptrace.WithClientTrace(context.Background(), trace), "GET", url+"/hints", nil)
	resp, err = c.Do(r)
	show("hints", resp, err)
	resp, err = c.Get(url + "/push")
	show("push", resp, err)
	reader, writer := io.Pipe()
	resp, err = c.Post(url+"/deadline", "text/plain", reader)
	show("deadline", resp, err)
	writer.Close()
	resp, err = c.Post(url+"/limit", "text/plain", strings.NewReader(strings.Repeat("l", 100)))
	show("limit", resp, err)
	resp, err = c.Get(url + "/panic")
	show("panic", resp, err)
	resp, err = c.Get(url + "/abort")
	show("abort", resp, err)
	resp, err = c.Get(url + "/late")
	show("late", resp, err)
	fmt.Println(<-left)
	ctx, cancel := context.WithCancel(context.Background())
	r, _ = http.NewRequestWithContext(ctx, "GET", url+"/wait", nil)
	resp, err = c.Do(r)
	cancel()
	show("cancelled", resp, err)
	fmt.Println(<-left)
}

// trailing sets a trailer when the body has been read.
type trailing struct {
	io.ReadCloser
	trailer http.Header
}

func (t *trailing) Read(p []byte) (int, error) {
	n, err := t.ReadCloser.Read(p)
	if err == io.EOF {
		t.trailer.Set("After", "end")
	}
	return n, err
}

func overTLS() {
	left := make(chan string, 1)
	s := httptest.NewUnstartedServer(handler(left))
	s.EnableHTTP2 = true
	var logged bytes.Buffer
	s.Config.ErrorLog = log.New(&logged, "", 0)
	s.StartTLS()
	requests(s.Client(), s.URL, left)
	conn, err := tls.Dial("tcp", s.Listener.Addr().String(), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
	if err == nil {
		fmt.Println("alpn", conn.ConnectionState().NegotiatedProtocol)
		conn.Close()
	}
	s.Close()
	text, _, _ := strings.Cut(logged.String(), "\n")
	fmt.Println(strings.Replace(text, strings.Fields(text)[3], "ADDR", 1))
}

func withoutTLS() {
	left := make(chan string, 1)
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	var mu sync.Mutex
	var states []string
	closed := make(chan bool, 10)
	s := &http.Server{
		Handler: handler(left), Protocols: protocols, ErrorLog: log.New(io.Discard, "", 0),
		ConnState: func(_ net.Conn, state http.ConnState) {
			mu.Lock()
			states = append(states, state.String())
			mu.Unlock()
			if state == http.StateClosed {
				closed <- true
			}
		},
	}
	done := make(chan error)
	go func() { done <- s.Serve(l) }()
	c := &http.Client{Transport: &http.Transport{Protocols: protocols}}
	url := "http://" + l.Addr().String()
	resp, err := c.Get(url + "/echo")
	show("h2c", resp, err)
	var wg sync.WaitGroup
	answers := make([]string, 40)
	for i := range answers {
		wg.Go(func() {
			resp, err := c.Post(url+"/echo", "text/plain", strings.NewReader(strings.Repeat("p", i*1000)))
			if err != nil {
				answers[i] = err.Error()
				return
			}
			body, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			answers[i] = strings.Fields(string(body))[4]
		})
	}
	wg.Wait()
	fmt.Println(answers)
	conn, _ := net.Dial("tcp", l.Addr().String())
	io.WriteString(conn, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
	text, _ := io.ReadAll(conn)
	fmt.Println(len(text))
	<-closed
	fmt.Println(s.Shutdown(context.Background()), <-done)
	<-closed
	mu.Lock()
	slices.Sort(states)
	fmt.Println(slices.Compact(states))
	mu.Unlock()
}

func settings() {
	s := &http.Server{TLSConfig: &tls.Config{
		MaxVersion: tls.VersionTLS12, CipherSuites: []uint16{tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384},
	}}
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	fmt.Println(s.ServeTLS(l, "", ""))
	s = &http.Server{}
	l, _ = net.Listen("tcp", "127.0.0.1:0")
	done := make(chan bool)
	go func() {
		s.Serve(l)
		close(done)
	}()
	c := &http.Client{}
	resp, err := c.Get("http://" + l.Addr().String())
	show("http/1", resp, err)
	s.Close()
	<-done
	fmt.Println(len(s.TLSNextProto), s.TLSNextProto["h2"] != nil)
}

func main() {
	overTLS()
	withoutTLS()
	settings()
}

// Output:
// get HTTP/2.0 200 OK 47 text/plain; charset=utf-8 <nil>
// GET HTTP/2.0 /echo?a=b 0 0 <nil> [] true
// map[]
// head HTTP/2.0 200 OK 44 text/plain; charset=utf-8 <nil>
//
// post HTTP/2.0 200 OK 56 text/plain; charset=utf-8 <nil>
// POST HTTP/2.0 /echo 3145728 3145728 <nil> [] true
// map[]
// put HTTP/2.0 200 OK 63 text/plain; charset=utf-8 <nil>
// PUT HTTP/2.0 /echo -1 3 <nil> [a=b; c=d] true
// map[After:[end]]
// trailers HTTP/2.0 202 Accepted -1 text/plain; charset=utf-8 <nil>
// 9000 bytes
// trailer map[Late:[yes] Other:[] Sum:[9000]]
// got 103 map[Link:[</style.css>; rel=preload]]
// hints HTTP/2.0 200 OK 6 text/html; charset=utf-8 <nil>
// <html>
// push HTTP/2.0 200 OK 60 text/plain; charset=utf-8 <nil>
// true feature not supported
// feature not supported true
// false
// deadline HTTP/2.0 200 OK 23 text/plain; charset=utf-8 <nil>
// <nil>
// i/o timeout true
// limit HTTP/2.0 200 OK 29 text/plain; charset=utf-8 <nil>
// http: request body too large
// panic error: stream error: stream ID 19; INTERNAL_ERROR; received from peer
// abort HTTP/2.0 200 OK -1 text/plain; charset=utf-8 stream error: stream ID 21; INTERNAL_ERROR; received from peer
// begun
// late error: stream error: stream ID 23; INTERNAL_ERROR; received from peer
// <nil>; i/o timeout
// cancelled HTTP/2.0 200 OK -1  context canceled
//
// context canceled; http2: stream closed
// alpn h2
// http2: panic serving ADDR told to
// h2c HTTP/2.0 200 OK 44 text/plain; charset=utf-8 <nil>
// GET HTTP/2.0 /echo 0 0 <nil> [] false
// map[]
// [0 1000 2000 3000 4000 5000 6000 7000 8000 9000 10000 11000 12000 13000 14000 15000 16000 17000 18000 19000 20000 21000 22000 23000 24000 25000 26000 27000 28000 29000 30000 31000 32000 33000 34000 35000 36000 37000 38000 39000]
// 0
// <nil> http: Server closed
// [active closed idle new]
// http2: TLSConfig.CipherSuites is missing an HTTP/2-required AES_128_GCM_SHA256 cipher (need at least one of TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 or TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256)
// http/1 HTTP/1.1 404 Not Found 19 text/plain; charset=utf-8 <nil>
// 404 page not found
// 1 true
