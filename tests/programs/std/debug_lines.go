// Settings of GODEBUG in //go:debug lines, and what they change.

//go:debug panicnil=1
//go:debug httpmuxgo121=1
//go:debug httpcookiemaxnum=2
//go:debug httplaxcontentlength=1
//go:debug httpservecontentkeepheaders=1
//go:debug httpservecontentmaxranges=2
//go:debug multipartmaxparts=2
//go:debug randautoseed=0
//go:debug randseednop=0
//go:debug rsa1024min=0
//go:debug tarinsecurepath=0
//go:debug urlmaxqueryparams=3
//go:debug urlstrictcolons=0
//go:debug x509negativeserial=1
//go:debug x509sha256skid=0
package main

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"fmt"
	"math/big"
	old "math/rand"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"time"
)

func panics() {
	defer func() { fmt.Println(recover()) }()
	panic(nil)
}

func muxes() {
	mux := http.NewServeMux()
	add := func(pattern string) {
		defer func() {
			if err := recover(); err != nil {
				fmt.Println(err)
			}
		}()
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, pattern, " for ", r.URL.Path) })
	}
	for _, pattern := range []string{"GET /x", "/a/{id}", "/t/", "/t/deep/", "/t/deep/file", "example.com/", "other.com/q/", "/t/", ""} {
		add(pattern)
	}
	for _, at := range []string{
		"/x", "/a/1", "/a/%7Bid%7D", "/t", "/t/../t/x", "/t/x?q=1", "/t?q=1", "/t/deep/file", "/t/deep/other", "/t/deep", "/", "http://example.com:80/q/../z",
		"http://other.com/q", "http://other.com/t/x", "http://third.com/", "http://third.com/t//x", "http://third.com/a/%7Bid%7D",
	} {
		for _, method := range []string{"GET", "CONNECT"} {
			r, w := httptest.NewRequest("GET", at, nil), httptest.NewRecorder()
			r.Method = method
			h, pattern := mux.Handler(r)
			h.ServeHTTP(w, r)
			fmt.Println(method, at, pattern, w.Code, w.Header().Get("Location"), w.Code == 200 && w.Body.Len() > 0)
		}
	}
}

func messages() {
	for _, cookies := range []string{"a=1", "a=1; b=2", "a=1; b=2; c=3"} {
		all, err := http.ParseCookie(cookies)
		r := http.Request{Header: http.Header{"Cookie": {cookies}}}
		fmt.Println(len(all), err, len(r.Cookies()))
	}
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader("POST / HTTP/1.1\r\nHost: a\r\nContent-Length:  \r\n\r\n")))
	fmt.Println(err == nil && r.ContentLength <= 0, err)
	for _, ranges := range []string{"0-1", "0-1,3-4", "0-1,3-4,6-7", "9-12", "x"} {
		r, w := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
		r.Header.Set("Range", "bytes="+ranges)
		w.Header().Set("Etag", `"e"`)
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, "x.txt", time.Time{}, strings.NewReader("0123456"))
		fmt.Println(ranges, w.Code, w.Header().Get("Content-Range"), w.Header()["Etag"], w.Header()["Cache-Control"])
	}
	for _, query := range []string{"a=1&b=2", "a=1&b=2&c=3", "a=1&b=2&c=3&d=4"} {
		all, err := url.ParseQuery(query)
		fmt.Println(len(all), err)
	}
	u, err := url.Parse("http://a:b:80/")
	fmt.Println(u, err)
}

func certificates() {
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	t := &x509.Certificate{SerialNumber: big.NewInt(5), IsCA: true, BasicConstraintsValid: true, NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	cert, err2 := x509.ParseCertificate(der)
	fmt.Println(err, err2, len(cert.SubjectKeyId))
	// 2 1 5 is the serial number.
	der = bytes.Replace(der, []byte{2, 1, 5}, []byte{2, 1, 0xfb}, 1)
	if cert, err = x509.ParseCertificate(der); err == nil {
		fmt.Println(cert.SerialNumber)
	}
	fmt.Println(err)
}

func main() {
	panics()
	fmt.Println(old.Intn(1000), old.Intn(1000))
	old.Seed(7)
	fmt.Println(old.Intn(1000), old.Intn(1000))
	muxes()
	messages()
	certificates()
	small, err := rsa.GenerateKey(rand.Reader, 768)
	fmt.Println(err)
	if err == nil {
		fmt.Println(small.N.BitLen(), small.Validate())
	}
	// The environment counts more, as long as it has the setting.
	os.Setenv("GODEBUG", "panicnil=0,urlstrictcolons=1")
	panics()
	_, err = url.Parse("http://a:b:80/")
	fmt.Println(err)
	os.Setenv("GODEBUG", "randseednop=1,panicnil=x")
	panics()
	old.Seed(7)
	os.Unsetenv("GODEBUG")
	panics()
}

// Output:
// <nil>
// 81 887
// 886 870
// http: multiple registrations for /t/
// http: invalid pattern
// GET /x example.com/ 200  true
// CONNECT /x example.com/ 200  true
// GET /a/1 example.com/ 200  true
// CONNECT /a/1 example.com/ 200  true
// GET /a/%7Bid%7D example.com/ 200  true
// CONNECT /a/%7Bid%7D example.com/ 200  true
// GET /t /t/ 301 /t/ false
// CONNECT /t /t/ 301 /t/ false
// GET /t/../t/x example.com/ 301 /t/x false
// CONNECT /t/../t/x example.com/ 200  true
// GET /t/x?q=1 example.com/ 200  true
// CONNECT /t/x?q=1 example.com/ 200  true
// GET /t?q=1 /t/ 301 /t/?q=1 false
// CONNECT /t?q=1 /t/ 301 /t/?q=1 false
// GET /t/deep/file example.com/ 200  true
// CONNECT /t/deep/file example.com/ 200  true
// GET /t/deep/other example.com/ 200  true
// CONNECT /t/deep/other example.com/ 200  true
// GET /t/deep /t/deep/ 301 /t/deep/ false
// CONNECT /t/deep /t/deep/ 301 /t/deep/ false
// GET / example.com/ 200  true
// CONNECT / example.com/ 200  true
// GET http://example.com:80/q/../z example.com/ 301 /z false
// CONNECT http://example.com:80/q/../z  404  false
// GET http://other.com/q /q/ 301 /q/ false
// CONNECT http://other.com/q /q/ 301 /q/ false
// GET http://other.com/t/x /t/ 200  true
// CONNECT http://other.com/t/x /t/ 200  true
// GET http://third.com/  404  false
// CONNECT http://third.com/  404  false
// GET http://third.com/t//x /t/ 301 /t/x false
// CONNECT http://third.com/t//x /t/ 200  true
// GET http://third.com/a/%7Bid%7D /a/{id} 200  true
// CONNECT http://third.com/a/%7Bid%7D /a/{id} 200  true
// 1 <nil> 1
// 2 <nil> 2
// 0 http: number of cookies exceeded limit 0
// true <nil>
// 0-1 206 bytes 0-1/7 ["e"] [no-cache]
// 0-1,3-4 206  ["e"] [no-cache]
// 0-1,3-4,6-7 200  ["e"] [no-cache]
// 9-12 416 bytes */7 ["e"] [no-cache]
// x 416  ["e"] [no-cache]
// 2 <nil>
// 0 number of URL query parameters exceeded limit
// 0 number of URL query parameters exceeded limit
// http://a:b:80/ <nil>
// <nil> <nil> 20
// -5
// <nil>
// <nil>
// 768 <nil>
// runtime error: panic called with nil argument
// parse "http://a:b:80/": invalid port ":b:80" after host
// runtime error: panic called with nil argument
// <nil>
