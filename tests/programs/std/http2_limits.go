package main

// Which protocols a server speaks, how many streams and how long headers it takes, and how it ends.

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

func protocols(http1, http2, unencrypted bool) *http.Protocols {
	p := new(http.Protocols)
	p.SetHTTP1(http1)
	p.SetHTTP2(http2)
	p.SetUnencryptedHTTP2(unencrypted)
	return p
}

// serve serves on a free port and returns its URL.
func serve(s *http.Server) (url string, done chan error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	s.ErrorLog = log.New(io.Discard, "", 0)
	done = make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	return "http://" + l.Addr().String(), done
}

func client(p *http.Protocols) *http.Client {
	return &http.Client{Transport: &http.Transport{Protocols: p}}
}

func get(c *http.Client, url string) string {
	resp, err := c.Get(url)
	if err != nil {
		return "error: " + errors.Unwrap(err).Error()
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return fmt.Sprintf("%s %d %q %v", resp.Proto, resp.StatusCode, body, err)
}

// negotiated says what TLS agrees on with servers that speak different protocols.
func negotiated() {
	empty := map[string]func(*http.Server, *tls.Conn, http.Handler){}
	own := map[string]func(*http.Server, *tls.Conn, http.Handler){
		"h2": func(_ *http.Server, c *tls.Conn, _ http.Handler) { io.WriteString(c, "mine") },
	}
	certified := httptest.NewTLSServer(nil)
	certificate := certified.TLS.Certificates
	certified.Close()
	for i, s := range []*http.Server{
		{}, {Protocols: protocols(true, false, false)}, {Protocols: protocols(false, true, false)}, {Protocols: protocols(true, true, true)},
		{TLSNextProto: empty}, {TLSNextProto: own}, {TLSConfig: &tls.Config{NextProtos: []string{"x", "http/1.1"}}},
		{Protocols: protocols(true, false, false), TLSConfig: &tls.Config{NextProtos: []string{"h2"}}},
	} {
		if s.TLSConfig == nil {
			s.TLSConfig = &tls.Config{}
		}
		s.TLSConfig.Certificates = certificate
		s.ErrorLog = log.New(io.Discard, "", 0)
		l, _ := net.Listen("tcp", "127.0.0.1:0")
		done := make(chan error, 1)
		go func() { done <- s.ServeTLS(l, "", "") }()
		for _, offer := range [][]string{nil, {"h2"}, {"http/1.1"}, {"h2", "http/1.1"}, {"x", "h2"}} {
			conn, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{InsecureSkipVerify: true, NextProtos: offer})
			if err != nil {
				fmt.Println(i, offer, err)
				continue
			}
			fmt.Printf("%d %v %q", i, offer, conn.ConnectionState().NegotiatedProtocol)
			if i == 5 && conn.ConnectionState().NegotiatedProtocol == "h2" {
				text, _ := io.ReadAll(conn)
				fmt.Printf(" %s", text)
			}
			fmt.Println()
			conn.Close()
		}
		fmt.Println(s.TLSConfig.NextProtos, len(s.TLSNextProto))
		s.Close()
		<-done
	}
}

// streams has more requests at a time than the server takes on a connection.
func streams() {
	var served atomic.Int32
	s := &http.Server{
		Protocols: protocols(false, false, true), HTTP2: &http.HTTP2Config{MaxConcurrentStreams: 3}, MaxHeaderBytes: 2000,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			served.Add(1)
			fmt.Fprint(w, len(r.Header.Get("X")))
		}),
	}
	url, done := serve(s)
	c := client(protocols(false, false, true))
	fmt.Println(get(c, url))
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if got := get(c, url); got != `HTTP/2.0 200 "0" <nil>` {
				fmt.Println(got)
			}
		})
	}
	wg.Wait()
	fmt.Println("served", served.Load())
	for _, n := range []int{100, 1500, 1000} {
		r, _ := http.NewRequest("GET", url, nil)
		r.Header.Set("X", strings.Repeat("x", n))
		resp, err := c.Do(r)
		if err != nil {
			fmt.Println(n, "error:", errors.Unwrap(err))
			continue
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		fmt.Println(n, resp.StatusCode, string(body))
	}
	c.CloseIdleConnections()
	fmt.Println(s.Shutdown(context.Background()), <-done)
}

// ended ends a server while a request is being answered.
func ended(shutdown bool) {
	started, goOn := make(chan bool), make(chan bool)
	gone := make(chan error, 1)
	s := &http.Server{Protocols: protocols(true, false, true), Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(200)
		w.(http.Flusher).Flush()
		close(started)
		select {
		case <-goOn:
		case <-r.Context().Done():
		}
		_, err := io.WriteString(w, "the end")
		gone <- errors.Join(r.Context().Err(), err)
	})}
	called := make(chan bool)
	s.RegisterOnShutdown(func() { close(called) })
	url, done := serve(s)
	c := client(protocols(false, false, true))
	answer := make(chan string)
	go func() { answer <- get(c, url) }()
	<-started
	if shutdown {
		down := make(chan error)
		go func() { down <- s.Shutdown(context.Background()) }()
		<-called
		fmt.Println(<-done)
		close(goOn)
		fmt.Println(<-answer, <-gone, <-down)
	} else {
		fmt.Println(s.Close(), <-done)
		<-answer
		fmt.Println(<-gone)
	}
	fmt.Println(strings.HasPrefix(get(c, url), "error: dial tcp"))
}

// both serves HTTP/1 and HTTP/2 on one port.
func both() {
	s := &http.Server{Protocols: protocols(true, false, true), Handler: http.TimeoutHandler(http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/slow" {
				<-r.Context().Done()
			}
			fmt.Fprint(w, r.Proto, w.(http.Pusher).Push("/x", nil))
		}), time.Second, "too slow")}
	url, done := serve(s)
	fmt.Println(get(client(protocols(true, false, false)), url))
	fmt.Println(get(client(protocols(false, false, true)), url))
	fmt.Println(get(client(protocols(false, false, true)), url+"/slow"))
	fmt.Println(s.Close(), <-done)
}

func main() {
	negotiated()
	streams()
	ended(true)
	ended(false)
	both()
}

// Output:
// 0 [] ""
// 0 [h2] "h2"
// 0 [http/1.1] "http/1.1"
// 0 [h2 http/1.1] "h2"
// 0 [x h2] "h2"
// [] 1
// 1 [] ""
// 1 [h2] remote error: tls: no application protocol
// 1 [http/1.1] "http/1.1"
// 1 [h2 http/1.1] "http/1.1"
// 1 [x h2] remote error: tls: no application protocol
// [] 0
// 2 [] ""
// 2 [h2] "h2"
// 2 [http/1.1] ""
// 2 [h2 http/1.1] "h2"
// 2 [x h2] "h2"
// [] 1
// 3 [] ""
// 3 [h2] "h2"
// 3 [http/1.1] "http/1.1"
// 3 [h2 http/1.1] "h2"
// 3 [x h2] "h2"
// [] 1
// 4 [] ""
// 4 [h2] remote error: tls: no application protocol
// 4 [http/1.1] "http/1.1"
// 4 [h2 http/1.1] "http/1.1"
// 4 [x h2] remote error: tls: no application protocol
// [] 0
// 5 [] ""
// 5 [h2] "h2" mine
// 5 [http/1.1] "http/1.1"
// 5 [h2 http/1.1] "h2" mine
// 5 [x h2] "h2" mine
// [] 1
// 6 [] ""
// 6 [h2] "h2"
// 6 [http/1.1] "http/1.1"
// 6 [h2 http/1.1] "http/1.1"
// 6 [x h2] "x"
// [x http/1.1] 1
// 7 [] ""
// 7 [h2] remote error: tls: no application protocol
// 7 [http/1.1] "http/1.1"
// 7 [h2 http/1.1] "http/1.1"
// 7 [x h2] remote error: tls: no application protocol
// [h2] 0
// HTTP/2.0 200 "0" <nil>
// served 21
// 100 200 100
// 1500 200 1500
// 1000 200 1000
// <nil> http: Server closed
// http: Server closed
// HTTP/2.0 200 "the end" <nil> <nil> <nil>
// true
// <nil> http: Server closed
// context canceled
// true
// HTTP/1.1 200 "HTTP/1.1feature not supported" <nil>
// HTTP/2.0 200 "HTTP/2.0feature not supported" <nil>
// HTTP/2.0 503 "too slow" <nil>
// <nil> http: Server closed
