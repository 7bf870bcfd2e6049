// A client of HTTP/2 over TLS: one connection for all requests, large bodies both ways, trailers, early answers, gzip,
// cancellation, and the calls of a trace.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/textproto"
	"strings"
	"sync"
	"sync/atomic"
)

var released = make(chan struct{})

func serve(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/who":
		fmt.Fprintf(w, "%s %s %s %q", r.Proto, r.Method, r.URL.RequestURI(), r.Header["Cookie"])
	case "/sum":
		h := sha256.New()
		n, err := io.Copy(h, r.Body)
		w.Header().Set("Trailer", "Sum")
		fmt.Fprintf(w, "%d %v", n, err)
		w.Header().Set("Sum", fmt.Sprintf("%x", h.Sum(nil)[:4]))
		w.Header().Set(http.TrailerPrefix+"Late", r.Trailer.Get("Sent"))
	case "/large":
		part := bytes.Repeat([]byte("0123456789abcdef"), 4096)
		for range 128 {
			w.Write(part)
		}
	case "/early":
		w.Header().Set("Link", "</style.css>")
		w.WriteHeader(http.StatusEarlyHints)
		w.Header().Del("Link")
		io.WriteString(w, "late")
	case "/zip":
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		fmt.Fprint(z, strings.Repeat("zipped ", 1000), r.Header["Accept-Encoding"])
		z.Close()
	case "/hang":
		w.WriteHeader(200)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		close(released)
	case "/abort":
		w.Write([]byte("some"))
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	case "/refuse":
		http.Error(w, "too large", http.StatusRequestEntityTooLarge)
	}
}

func main() {
	var dials atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(serve))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	client := server.Client()
	ctx := httptrace.WithClientTrace(context.Background(), &httptrace.ClientTrace{
		ConnectStart: func(string, string) { dials.Add(1) },
	})
	do := func(method, path string, body io.Reader, change func(*http.Request)) (*http.Response, error) {
		req, err := http.NewRequestWithContext(ctx, method, server.URL+path, body)
		if err != nil {
			return nil, err
		}
		if change != nil {
			change(req)
		}
		return client.Do(req)
	}
	show := func(resp *http.Response, err error) {
		if err != nil {
			fmt.Println("error", strings.ReplaceAll(err.Error(), server.URL, ""))
			return
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		text := string(b)
		if len(b) > 100 {
			text = fmt.Sprintf("%d %x", len(b), sha256.Sum256(b))[:20]
		}
		fmt.Println(resp.Status, resp.Proto, resp.ContentLength, resp.Uncompressed, resp.TLS.NegotiatedProtocol, text, err)
	}

	show(do("GET", "/who?a=b", nil, func(r *http.Request) {
		r.AddCookie(&http.Cookie{Name: "a", Value: "b"})
		r.AddCookie(&http.Cookie{Name: "c", Value: "d"})
	}))
	show(do("HEAD", "/who", nil, nil))
	show(do("POST", "/sum", bytes.NewReader(make([]byte, 3<<20)), nil))
	show(do("GET", "/large", nil, nil))
	show(do("GET", "/zip", nil, nil))
	show(do("GET", "/abort", nil, nil))
	show(do("POST", "/refuse", io.LimitReader(zeros{}, 1<<40), nil))

	fmt.Println("many requests")
	var group sync.WaitGroup
	var right atomic.Int32
	for i := range 200 {
		group.Go(func() {
			resp, err := do("POST", fmt.Sprint("/who?", i), strings.NewReader("x"), nil)
			if err != nil {
				return
			}
			b, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if string(b) == fmt.Sprintf("HTTP/2.0 POST /who?%d []", i) {
				right.Add(1)
			}
		})
	}
	group.Wait()
	fmt.Println(right.Load(), "right,", dials.Load(), "connection")

	fmt.Println("trailers")
	resp, err := do("POST", "/sum", struct{ io.Reader }{strings.NewReader("hello")}, func(r *http.Request) {
		r.Trailer = http.Header{"Sent": {"too"}}
	})
	if err == nil {
		fmt.Printf("%q\n", resp.Trailer)
		b, err := io.ReadAll(resp.Body)
		fmt.Printf("%s %v %q\n", b, err, resp.Trailer)
		resp.Body.Close()
	}

	fmt.Println("early hints")
	early := httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		Got1xxResponse: func(code int, h textproto.MIMEHeader) error {
			fmt.Println(code, h)
			return nil
		},
		GotConn: func(i httptrace.GotConnInfo) { fmt.Println("reused", i.Reused) },
	})
	show(do("GET", "/early", nil, func(r *http.Request) { *r = *r.WithContext(early) }))

	fmt.Println("cancel")
	short, cancel := context.WithCancel(ctx)
	resp, err = do("GET", "/hang", nil, func(r *http.Request) { *r = *r.WithContext(short) })
	if err == nil {
		cancel()
		_, err = io.ReadAll(resp.Body)
		fmt.Println(resp.Status, err, errors.Is(err, context.Canceled))
		<-released
	}
	cancel()
	resp, err = do("GET", "/large", nil, nil)
	if err == nil {
		fmt.Println(resp.Body.Close())
		_, err = resp.Body.Read(make([]byte, 1))
		fmt.Println(err)
	}
	show(do("GET", "/who", nil, nil))
	fmt.Println(dials.Load(), "connection")
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// Output:
// 200 OK HTTP/2.0 34 false h2 HTTP/2.0 GET /who?a=b ["a=b; c=d"] <nil>
// 200 OK HTTP/2.0 21 false h2  <nil>
// 200 OK HTTP/2.0 13 false h2 3145728 <nil> <nil>
// 200 OK HTTP/2.0 -1 false h2 8388608 9343ca2c14fa <nil>
// 200 OK HTTP/2.0 -1 true h2 7006 b3f6efe83fba377 <nil>
// 200 OK HTTP/2.0 -1 false h2 some stream error: stream ID 11; INTERNAL_ERROR; received from peer
// 413 Request Entity Too Large HTTP/2.0 10 false h2 too large
//  <nil>
// many requests
// 200 right, 1 connection
// trailers
// map["Sum":[]]
// 5 <nil> <nil> map["Late":["too"] "Sum":["2cf24dba"]]
// early hints
// reused true
// 103 map[Link:[</style.css>]]
// 200 OK HTTP/2.0 4 false h2 late <nil>
// cancel
// 200 OK context canceled true
// <nil>
// http2: response body closed
// 200 OK HTTP/2.0 20 false h2 HTTP/2.0 GET /who [] <nil>
// 1 connection
