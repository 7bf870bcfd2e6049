// Package net/http/pprof: statuses, headers and forms of all that it serves.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/pprof"
	"os"
	"regexp"
	"strings"
)

var server *httptest.Server

func ask(method, path string) {
	request, _ := http.NewRequest(method, server.URL+path, nil)
	r, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		fmt.Println(path, err)
		return
	}
	body, _ := io.ReadAll(r.Body)
	fmt.Println(method, path, r.StatusCode, r.Header["Content-Type"], r.Header["Content-Disposition"], r.Header["X-Content-Type-Options"], r.Header["X-Go-Pprof"], r.Header["Location"])
	switch text := string(body); {
	case bytes.HasPrefix(body, []byte{0x1f, 0x8b}):
		unzipped, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			fmt.Println(err)
			return
		}
		message, err := io.ReadAll(unzipped)
		fmt.Println("zipped", len(message) > 0, err)
	case strings.HasPrefix(text, "go 1."):
		fmt.Println("trace")
	case strings.Contains(text, "<html>"):
		for _, name := range []string{"allocs", "block", "cmdline", "goroutine", "heap", "mutex", "profile", "symbol", "threadcreate", "trace"} {
			fmt.Print(name, " ", strings.Contains(text, "<a href='"+name+"?debug=1'>"+name+"</a>"), " ")
		}
		fmt.Println()
	case strings.Contains(text, "profile: "):
		fmt.Println(regexp.MustCompile(`^\w+ profile: (total )?\d+`).MatchString(text))
	default:
		fmt.Printf("%q\n", text)
	}
}

func main() {
	os.Args = []string{"prog", "a b"}
	server = httptest.NewServer(http.DefaultServeMux)
	for _, path := range []string{
		"cmdline", "symbol", "symbol?0x10+zz", "profile?seconds=1", "trace?seconds=0.05", "heap", "heap?debug=1", "heap?debug=1&gc=1",
		"nope", "heap/x", "heap?seconds=1", "heap?seconds=x", "heap?seconds=0", "heap?seconds=1&debug=1", "goroutine?seconds=1&debug=2",
		"goroutine?seconds=1", "mutex?seconds=-1", "goroutine?debug=1", "goroutine?debug=x", "",
	} {
		ask("GET", "/debug/pprof/"+path)
	}
	ask("GET", "/debug/pprof")
	ask("POST", "/debug/pprof/heap?debug=1")
	ask("POST", "/debug/pprof/symbol")
	for _, name := range []string{"heap", "q"} {
		w := httptest.NewRecorder()
		pprof.Handler(name).ServeHTTP(w, httptest.NewRequest("GET", "/?debug=1", nil))
		fmt.Println(w.Code, w.Header())
	}
	w := httptest.NewRecorder()
	pprof.Symbol(w, httptest.NewRequest("POST", "/", strings.NewReader("0x1+y")))
	fmt.Printf("%q\n", w.Body)
}

// Output:
// GET /debug/pprof/cmdline 200 [text/plain; charset=utf-8] [] [nosniff] [] []
// "prog\x00a b"
// GET /debug/pprof/symbol 200 [text/plain; charset=utf-8] [] [nosniff] [] []
// "num_symbols: 1\n"
// GET /debug/pprof/symbol?0x10+zz 200 [text/plain; charset=utf-8] [] [nosniff] [] []
// "num_symbols: 1\n"
// GET /debug/pprof/profile?seconds=1 200 [application/octet-stream] [attachment; filename="profile"] [nosniff] [] []
// zipped true <nil>
// GET /debug/pprof/trace?seconds=0.05 200 [application/octet-stream] [attachment; filename="trace"] [nosniff] [] []
// trace
// GET /debug/pprof/heap 200 [application/octet-stream] [attachment; filename="heap"] [nosniff] [] []
// zipped true <nil>
// GET /debug/pprof/heap?debug=1 200 [text/plain; charset=utf-8] [] [nosniff] [] []
// true
// GET /debug/pprof/heap?debug=1&gc=1 200 [text/plain; charset=utf-8] [] [nosniff] [] []
// true
// GET /debug/pprof/nope 404 [text/plain; charset=utf-8] [] [nosniff] [1] []
// "Unknown profile\n"
// GET /debug/pprof/heap/x 404 [text/plain; charset=utf-8] [] [nosniff] [1] []
// "Unknown profile\n"
// GET /debug/pprof/heap?seconds=1 200 [application/octet-stream] [attachment; filename="heap-delta"] [nosniff] [] []
// zipped true <nil>
// GET /debug/pprof/heap?seconds=x 400 [text/plain; charset=utf-8] [] [nosniff] [1] []
// "invalid value for \"seconds\" - must be a positive integer\n"
// GET /debug/pprof/heap?seconds=0 400 [text/plain; charset=utf-8] [] [nosniff] [1] []
// "invalid value for \"seconds\" - must be a positive integer\n"
// GET /debug/pprof/heap?seconds=1&debug=1 400 [text/plain; charset=utf-8] [] [nosniff] [1] []
// "seconds and debug params are incompatible\n"
// GET /debug/pprof/goroutine?seconds=1&debug=2 400 [text/plain; charset=utf-8] [] [nosniff] [1] []
// "seconds and debug params are incompatible\n"
// GET /debug/pprof/goroutine?seconds=1 200 [application/octet-stream] [attachment; filename="goroutine-delta"] [nosniff] [] []
// zipped true <nil>
// GET /debug/pprof/mutex?seconds=-1 400 [text/plain; charset=utf-8] [] [nosniff] [1] []
// "invalid value for \"seconds\" - must be a positive integer\n"
// GET /debug/pprof/goroutine?debug=1 200 [text/plain; charset=utf-8] [] [nosniff] [] []
// true
// GET /debug/pprof/goroutine?debug=x 200 [application/octet-stream] [attachment; filename="goroutine"] [nosniff] [] []
// zipped true <nil>
// GET /debug/pprof/ 200 [text/html; charset=utf-8] [] [nosniff] [] []
// allocs true block true cmdline true goroutine true heap true mutex true profile true symbol true threadcreate true trace true
// GET /debug/pprof 307 [text/html; charset=utf-8] [] [] [] [/debug/pprof/]
// "<a href=\"/debug/pprof/\">Temporary Redirect</a>.\n\n"
// POST /debug/pprof/heap?debug=1 405 [text/plain; charset=utf-8] [] [nosniff] [] []
// "Method Not Allowed\n"
// POST /debug/pprof/symbol 405 [text/plain; charset=utf-8] [] [nosniff] [] []
// "Method Not Allowed\n"
// 200 map[Content-Type:[text/plain; charset=utf-8] X-Content-Type-Options:[nosniff]]
// 404 map[Content-Type:[text/plain; charset=utf-8] X-Content-Type-Options:[nosniff] X-Go-Pprof:[1]]
// "num_symbols: 1\n"
