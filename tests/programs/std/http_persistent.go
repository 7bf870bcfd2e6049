// Connections of httputil: pipelined requests, the last request and response, hijacking, closing and their errors.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"strings"
)

func request(method, url, body string) *http.Request {
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	return req
}

func response(text string) *http.Response {
	return &http.Response{StatusCode: 200, ProtoMajor: 1, ProtoMinor: 1, ContentLength: int64(len(text)),
		Body: io.NopCloser(strings.NewReader(text))}
}

func show(what string, resp *http.Response, err error) {
	if resp == nil {
		fmt.Println(what, "none", err)
		return
	}
	body, rerr := io.ReadAll(resp.Body)
	fmt.Println(what, resp.StatusCode, resp.Close, string(body), rerr, err, err == error(httputil.ErrPersistEOF))
}

// connected gives both ends of a connection that buffers: a writer need not wait for its reader.
func connected() (client, server net.Conn) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer l.Close()
	if client, err = net.Dial("tcp", l.Addr().String()); err != nil {
		panic(err)
	}
	if server, err = l.Accept(); err != nil {
		panic(err)
	}
	return client, server
}

// serve answers every request with its line and body; one for /last is the last.
func serve(c net.Conn, done chan<- string) {
	sc := httputil.NewServerConn(c, nil)
	var log strings.Builder
	for {
		req, err := sc.Read()
		if req == nil {
			fmt.Fprintln(&log, "server: no request:", err, "pending", sc.Pending())
			break
		}
		body, _ := io.ReadAll(req.Body)
		fmt.Fprintln(&log, "server:", req.Method, req.RequestURI, string(body), err, "pending", sc.Pending())
		resp := response(req.Method + " " + req.URL.Path + " " + string(body))
		resp.Close = req.URL.Path == "/last"
		fmt.Fprintln(&log, "server wrote:", sc.Write(req, resp), sc.Pending())
		fmt.Fprintln(&log, "server wrote again:", sc.Write(req, resp) == error(httputil.ErrPipeline))
	}
	fmt.Fprintln(&log, "server closed:", sc.Close(), sc.Close())
	_, err := sc.Read()
	fmt.Fprintln(&log, "server reads:", err)
	done <- log.String()
}

func exchanges(last string, close bool) {
	a, b := connected()
	done := make(chan string, 1)
	go serve(b, done)
	cc := httputil.NewClientConn(a, nil)
	resp, err := cc.Do(request("GET", "http://h/one", ""))
	show("do", resp, err)
	// The rest of a body that was not read is skipped.
	resp, err = cc.Do(request("POST", "http://h/two", "some text"))
	fmt.Println("unread", resp.Status, err, cc.Pending())
	req := request("PUT", "http://h"+last, "end")
	req.Close = close
	resp, err = cc.Do(req)
	show("last", resp, err)
	resp, err = cc.Do(request("GET", "http://h/after", ""))
	show("after", resp, err)
	_, err = cc.Read(req)
	fmt.Println("read again", err == error(httputil.ErrPipeline), err)
	fmt.Println("close", cc.Close(), cc.Close(), cc.Pending())
	fmt.Print(<-done)
}

func pipelined() {
	a, b := connected()
	sc := httputil.NewServerConn(b, bufio.NewReaderSize(b, 4096))
	answered := make(chan bool)
	go func() {
		var reqs []*http.Request
		for range 3 {
			req, err := sc.Read()
			if err != nil {
				panic(err)
			}
			reqs = append(reqs, req)
		}
		// Written in any order, the responses go out in the order of the requests.
		done := make(chan bool)
		for i := range reqs {
			req := reqs[len(reqs)-1-i]
			go func() {
				if err := sc.Write(req, response("answer "+req.URL.Path)); err != nil {
					panic(err)
				}
				done <- true
			}()
		}
		for range reqs {
			<-done
		}
		close(answered)
	}()
	cc := httputil.NewProxyClientConn(a, nil)
	var reqs []*http.Request
	for i := range 3 {
		req := request("GET", fmt.Sprintf("http://proxied/%d", i), "")
		fmt.Println("write", cc.Write(req), cc.Pending())
		reqs = append(reqs, req)
	}
	for _, req := range reqs {
		resp, err := cc.Read(req)
		show("pipelined", resp, err)
	}
	<-answered
	fmt.Println(cc.Pending(), sc.Pending())
	c, r := cc.Hijack()
	fmt.Println(c == a, r != nil)
	c, r = cc.Hijack()
	fmt.Println(c == nil, r == nil, cc.Write(reqs[0]))
}

func faults() {
	for _, text := range []string{"", "GET / HT", "GET /\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc"} {
		a, b := connected()
		go func() {
			io.WriteString(a, text)
			a.(*net.TCPConn).CloseWrite()
		}()
		sc := httputil.NewServerConn(b, nil)
		req, err := sc.Read()
		fmt.Printf("%q %t %v\n", text, req != nil, err)
		if req != nil {
			fmt.Println(sc.Write(req, response("")), sc.Pending())
		}
		_, err = sc.Read()
		fmt.Println(err, errors.Is(err, io.EOF), sc.Pending(), sc.Close())
		// A collection closes a connection that is not reachable: the server's write would then find its pipe broken.
		a.Close()
	}
}

func main() {
	exchanges("/last", false)
	exchanges("/three", true)
	pipelined()
	faults()
}

// Output:
// do 200 false GET /one  <nil> <nil> false
// unread 200 OK <nil> 0
// last 200 true PUT /last end <nil> persistent connection closed true
// after none persistent connection closed
// read again true pipeline error
// close <nil> <nil> 0
// server: GET /one  <nil> pending 1
// server wrote: <nil> 0
// server wrote again: true
// server: POST /two some text <nil> pending 1
// server wrote: <nil> 0
// server wrote again: true
// server: PUT /last end <nil> pending 1
// server wrote: <nil> 0
// server wrote again: true
// server: no request: persistent connection closed pending 0
// server closed: <nil> <nil>
// server reads: persistent connection closed
// do 200 false GET /one  <nil> <nil> false
// unread 200 OK <nil> 0
// last 200 false PUT /three end <nil> <nil> false
// after none persistent connection closed
// read again true pipeline error
// close <nil> <nil> 0
// server: GET /one  <nil> pending 1
// server wrote: <nil> 0
// server wrote again: true
// server: POST /two some text <nil> pending 1
// server wrote: <nil> 0
// server wrote again: true
// server: PUT /three end persistent connection closed pending 1
// server wrote: <nil> 0
// server wrote again: true
// server: no request: persistent connection closed pending 0
// server closed: <nil> <nil>
// server reads: persistent connection closed
// write <nil> 1
// write <nil> 2
// write <nil> 3
// pipelined 200 false answer /0 <nil> <nil> false
// pipelined 200 false answer /1 <nil> <nil> false
// pipelined 200 false answer /2 <nil> <nil> false
// 0 0
// true true
// true true i/o operation on closed connection
// "" false EOF
// EOF true 0 <nil>
// "GET / HT" false malformed HTTP version "HT"
// malformed HTTP version "HT" false 0 <nil>
// "GET /\r\n\r\n" false malformed HTTP request "GET /"
// malformed HTTP request "GET /" false 0 <nil>
// "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc" true <nil>
// <nil> 0
// unexpected EOF false 0 <nil>
