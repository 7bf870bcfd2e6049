package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

func main() {
	log.SetOutput(io.Discard)
	tested()
	listened()
	schemes()
	proxied()
}

func get(c *http.Client, url string) {
	resp, err := c.Get(url)
	if err != nil {
		var verification *tls.CertificateVerificationError
		s := err.Error()
		s = s[strings.LastIndex(s, "\": ")+3:]
		if strings.HasPrefix(s, "remote error") {
			s = "remote error"
		}
		fmt.Println("error", s, errors.As(err, &verification))
		return
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	fmt.Printf("%s %q %v %v %s %d\n", resp.Status, b, err, resp.Proto, tls.VersionName(resp.TLS.Version), len(resp.TLS.VerifiedChains))
}

func tested() {
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Fprint(w, r.Method, " ", r.URL.Path, " ", r.TLS != nil, " ", r.TLS.NegotiatedProtocol, " ", r.TLS.HandshakeComplete, " ", len(body))
	}))
	fmt.Println(strings.HasPrefix(s.URL, "https://127.0.0.1:"), s.Certificate().Subject, s.Certificate().DNSNames, len(s.TLS.Certificates))
	get(s.Client(), s.URL+"/a")
	get(s.Client(), "https://example.com/b")
	get(http.DefaultClient, s.URL)
	get(&http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}, s.URL+"/c")
	pool := x509.NewCertPool()
	pool.AddCert(s.Certificate())
	get(&http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, ServerName: "wrong.test"}}}, s.URL)
	old := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MaxVersion: tls.VersionTLS12}}}
	get(old, s.URL+"/old")
	resp, err := s.Client().Post(s.URL+"/post", "text/plain", bytes.NewReader(make([]byte, 300000)))
	b, _ := io.ReadAll(resp.Body)
	fmt.Println(string(b), err)
	var wg sync.WaitGroup
	var mu sync.Mutex
	good := 0
	for i := range 20 {
		wg.Go(func() {
			resp, err := s.Client().Get(fmt.Sprint(s.URL, "/", i))
			if err == nil {
				b, _ := io.ReadAll(resp.Body)
				resp.Body.Close()
				mu.Lock()
				if strings.HasPrefix(string(b), fmt.Sprint("GET /", i, " ")) {
					good++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	fmt.Println(good)
	s.Close()
}

func files() (dir string, pool *x509.CertPool) {
	key, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	check(err)
	t := &x509.Certificate{
		SerialNumber: big.NewInt(9), Subject: pkix.Name{CommonName: "service"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, DNSNames: []string{"localhost"},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, t, t, key.Public(), key)
	check(err)
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	check(err)
	dir, err = os.MkdirTemp("", "https")
	check(err)
	cert := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	check(os.WriteFile(filepath.Join(dir, "cert.pem"), cert, 0o600))
	check(os.WriteFile(filepath.Join(dir, "key.pem"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER}), 0o600))
	pool = x509.NewCertPool()
	fmt.Println(pool.AppendCertsFromPEM(cert))
	return dir, pool
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func listened() {
	dir, pool := files()
	defer os.RemoveAll(dir)
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	s := &http.Server{
		TLSConfig:    &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool, NextProtos: []string{"http/1.1"}},
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){},
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, "hello ", r.TLS.PeerCertificates[0].Subject.CommonName, " ", len(r.TLS.VerifiedChains))
		}),
	}
	end := make(chan error)
	go func() { end <- s.ServeTLS(l, cert, key) }()
	mine, err := tls.LoadX509KeyPair(cert, key)
	check(err)
	get(&http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, Certificates: []tls.Certificate{mine}}}}, "https://"+l.Addr().String())
	get(&http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MaxVersion: tls.VersionTLS12}}}, "https://"+l.Addr().String())
	s.Close()
	fmt.Println(<-end)
	fmt.Println(http.ListenAndServeTLS("127.0.0.1:0", filepath.Join(dir, "none"), key, nil) != nil)
}

func schemes() {
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {}))
	defer plain.Close()
	_, err := http.Get("https" + plain.URL[4:])
	fmt.Println(err != nil && strings.HasSuffix(err.Error(), "server gave HTTP response to HTTPS client"))
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	defer secure.Close()
	resp, err := http.Get("http" + secure.URL[5:])
	check(err)
	b, _ := io.ReadAll(resp.Body)
	fmt.Printf("%s %q\n", resp.Status, b)
}

// proxied goes through CONNECT.
func proxied() {
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "through "+r.Host[:9]) }))
	defer s.Close()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to, err := net.Dial("tcp", r.Host)
		check(err)
		c, _, err := w.(http.Hijacker).Hijack()
		check(err)
		io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
		go func() { io.Copy(to, c); to.Close() }()
		io.Copy(c, to)
		c.Close()
	}))
	defer proxy.Close()
	tr := s.Client().Transport.(*http.Transport)
	tr.Proxy = func(r *http.Request) (*url.URL, error) { return r.URL.Parse(proxy.URL) }
	get(s.Client(), s.URL)
	tr.CloseIdleConnections()
}

// Output:
// true O=Acme Co [example.com *.example.com] 1
// 200 OK "GET /a true  true 0" <nil> HTTP/1.1 TLS 1.3 1
// 200 OK "GET /b true  true 0" <nil> HTTP/1.1 TLS 1.3 1
// error tls: failed to verify certificate: x509: certificate signed by unknown authority true
// 200 OK "GET /c true  true 0" <nil> HTTP/1.1 TLS 1.3 0
// error tls: failed to verify certificate: x509: certificate is valid for example.com, *.example.com, not wrong.test true
// 200 OK "GET /old true  true 0" <nil> HTTP/1.1 TLS 1.2 1
// POST /post true  true 300000 <nil>
// 20
// true
// 200 OK "hello service 1" <nil> HTTP/1.1 TLS 1.3 1
// error remote error false
// http: Server closed
// true
// true
// 400 Bad Request "Client sent an HTTP request to an HTTPS server.\n"
// 200 OK "through 127.0.0.1" <nil> HTTP/1.1 TLS 1.3 1
