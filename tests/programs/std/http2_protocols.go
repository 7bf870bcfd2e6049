// A Transport asks for HTTP/2 by ALPN as its fields say, keeps one connection for all requests, and tells a trace so.
// A ClientConn is one connection of either protocol.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
)

func main() {
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s %s %s %d", r.Proto, r.Method, r.URL, len(b))
	}))
	srv.EnableHTTP2 = true
	var last []string
	base := &tls.Config{}
	base.GetConfigForClient = func(h *tls.ClientHelloInfo) (*tls.Config, error) { last = h.SupportedProtos; return nil, nil }
	srv.TLS = base
	srv.StartTLS()
	defer srv.Close()
	pool := x509.NewCertPool()
	pool.AddCert(srv.Certificate())
	cfg := func() *tls.Config { return &tls.Config{RootCAs: pool} }
	p := func(bits ...string) *http.Protocols {
		var p http.Protocols
		for _, b := range bits {
			switch b {
			case "1":
				p.SetHTTP1(true)
			case "2":
				p.SetHTTP2(true)
			case "u":
				p.SetUnencryptedHTTP2(true)
			}
		}
		return &p
	}
	dialTLS := func(protos ...string) func(ctx context.Context, n, a string) (net.Conn, error) {
		return func(ctx context.Context, n, a string) (net.Conn, error) {
			c := cfg()
			c.NextProtos = protos
			return tls.Dial(n, a, c)
		}
	}
	next := map[string]func(string, *tls.Conn) http.RoundTripper{}
	custom := map[string]func(string, *tls.Conn) http.RoundTripper{"h2": func(a string, c *tls.Conn) http.RoundTripper {
		fmt.Println("custom", strings.Contains(a, "127.0.0.1"))
		return rt{}
	}}
	withProtos := cfg()
	withProtos.NextProtos = []string{"foo", "http/1.1"}
	withH1 := cfg()
	withH1.NextProtos = []string{"http/1.1"}
	for i, t := range []*http.Transport{
		{TLSClientConfig: cfg()},
		{TLSClientConfig: cfg(), ForceAttemptHTTP2: true},
		{TLSClientConfig: cfg(), Protocols: p("1", "2")},
		{TLSClientConfig: cfg(), Protocols: p("2")},
		{TLSClientConfig: cfg(), Protocols: p("1")},
		{TLSClientConfig: cfg(), Protocols: p("u")},
		{TLSClientConfig: cfg(), Protocols: p("1", "u")},
		{TLSClientConfig: cfg(), Protocols: p()},
		{TLSClientConfig: withProtos, ForceAttemptHTTP2: true},
		{TLSClientConfig: withH1, ForceAttemptHTTP2: true},
		{DialTLSContext: dialTLS()},
		{DialTLSContext: dialTLS("h2"), ForceAttemptHTTP2: true},
		{TLSClientConfig: cfg(), ForceAttemptHTTP2: true, TLSNextProto: next},
		{TLSClientConfig: cfg(), Protocols: p("1", "2"), TLSNextProto: next},
		{TLSClientConfig: cfg(), TLSNextProto: custom},
		{TLSClientConfig: cfg(), TLSNextProto: custom, Protocols: p("1")},
		{TLSClientConfig: cfg(), TLSNextProto: custom, Protocols: p("1", "2")},
		{TLSClientConfig: cfg(), ForceAttemptHTTP2: true, DisableKeepAlives: true},
		{TLSClientConfig: cfg(), ForceAttemptHTTP2: true, MaxConnsPerHost: 1},
	} {
		last = nil
		for range 2 {
			var events []string
			tr := &httptrace.ClientTrace{
				GetConn: func(string) { events = append(events, "GetConn") },
				GotConn: func(i httptrace.GotConnInfo) {
					events = append(events, fmt.Sprintf("GotConn %t %t %T", i.Reused, i.WasIdle, i.Conn))
				},
				TLSHandshakeStart: func() { events = append(events, "TLSStart") },
				TLSHandshakeDone: func(s tls.ConnectionState, err error) {
					events = append(events, fmt.Sprintf("TLSDone %q %v", s.NegotiatedProtocol, err))
				},
				PutIdleConn:  func(err error) { events = append(events, fmt.Sprintf("PutIdle %v", err)) },
				WroteHeaders: func() { events = append(events, "WroteHeaders") },
				ConnectStart: func(n, a string) { events = append(events, "ConnectStart") },
			}
			req, _ := http.NewRequestWithContext(httptrace.WithClientTrace(context.Background(), tr), "POST", srv.URL+"/a?b", strings.NewReader("hello"))
			resp, err := t.RoundTrip(req)
			if err != nil {
				fmt.Println(i, last, "error", strings.ReplaceAll(err.Error(), srv.URL, "URL"), events)
				continue
			}
			b, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			fmt.Println(i, last, resp.Proto, string(b), err, resp.TLS != nil && resp.TLS.NegotiatedProtocol == "h2", events)
		}
		t.CloseIdleConnections()
	}
	// NewClientConn
	for _, t := range []*http.Transport{{TLSClientConfig: cfg(), ForceAttemptHTTP2: true}, {TLSClientConfig: cfg()}} {
		cc, err := t.NewClientConn(context.Background(), "https", strings.TrimPrefix(srv.URL, "https://"))
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println("connection", cc.Available() > 1, cc.InFlight(), cc.Err())
		fmt.Println(cc.Reserve(), cc.Available() > 0, cc.InFlight())
		cc.Release()
		fmt.Println(cc.Available() > 0, cc.InFlight())
		req, _ := http.NewRequest("GET", srv.URL+"/x", nil)
		resp, err := cc.RoundTrip(req)
		fmt.Println(err)
		if err == nil {
			b, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			fmt.Println(string(b), err)
		}
		fmt.Println(cc.Close(), cc.Available(), cc.Err(), cc.Reserve())
		_, err = cc.RoundTrip(req)
		fmt.Println(err)
	}
}

type rt struct{}

func (rt) RoundTrip(r *http.Request) (*http.Response, error) {
	return nil, fmt.Errorf("custom round trip")
}

// Output:
// 0 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn ConnectStart TLSStart TLSDone "" <nil> GotConn false false *tls.Conn WroteHeaders PutIdle <nil>]
// 0 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn GotConn true true *tls.Conn WroteHeaders PutIdle <nil>]
// 1 [h2 http/1.1] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn ConnectStart TLSStart TLSDone "h2" <nil> GotConn false false *tls.Conn WroteHeaders]
// 1 [h2 http/1.1] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn GotConn true true *tls.Conn WroteHeaders]
// 2 [h2 http/1.1] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn ConnectStart TLSStart TLSDone "h2" <nil> GotConn false false *tls.Conn WroteHeaders]
// 2 [h2 http/1.1] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn GotConn true true *tls.Conn WroteHeaders]
// 3 [h2] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn ConnectStart TLSStart TLSDone "h2" <nil> GotConn false false *tls.Conn WroteHeaders]
// 3 [h2] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn GotConn true true *tls.Conn WroteHeaders]
// 4 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn ConnectStart TLSStart TLSDone "" <nil> GotConn false false *tls.Conn WroteHeaders PutIdle <nil>]
// 4 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn GotConn true true *tls.Conn WroteHeaders PutIdle <nil>]
// 5 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn ConnectStart TLSStart TLSDone "" <nil> GotConn false false *tls.Conn WroteHeaders PutIdle <nil>]
// 5 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn GotConn true true *tls.Conn WroteHeaders PutIdle <nil>]
// 6 [http/1.1] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn ConnectStart TLSStart TLSDone "" <nil> GotConn false false *tls.Conn WroteHeaders PutIdle <nil>]
// 6 [http/1.1] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn GotConn true true *tls.Conn WroteHeaders PutIdle <nil>]
// 7 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn ConnectStart TLSStart TLSDone "" <nil> GotConn false false *tls.Conn WroteHeaders PutIdle <nil>]
// 7 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn GotConn true true *tls.Conn WroteHeaders PutIdle <nil>]
// 8 [foo http/1.1 h2] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn ConnectStart TLSStart TLSDone "h2" <nil> GotConn false false *tls.Conn WroteHeaders]
// 8 [foo http/1.1 h2] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn GotConn true true *tls.Conn WroteHeaders]
// 9 [http/1.1 h2] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn ConnectStart TLSStart TLSDone "h2" <nil> GotConn false false *tls.Conn WroteHeaders]
// 9 [http/1.1 h2] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn GotConn true true *tls.Conn WroteHeaders]
// 10 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn TLSStart TLSDone "" <nil> GotConn false false *tls.Conn WroteHeaders PutIdle <nil>]
// 10 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn GotConn true true *tls.Conn WroteHeaders PutIdle <nil>]
// 11 [h2] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn TLSStart TLSDone "h2" <nil> GotConn false false *tls.Conn WroteHeaders]
// 11 [h2] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn GotConn true true *tls.Conn WroteHeaders]
// 12 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn ConnectStart TLSStart TLSDone "" <nil> GotConn false false *tls.Conn WroteHeaders PutIdle <nil>]
// 12 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn GotConn true true *tls.Conn WroteHeaders PutIdle <nil>]
// 13 [h2 http/1.1] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn ConnectStart TLSStart TLSDone "h2" <nil> GotConn false false *tls.Conn WroteHeaders]
// 13 [h2 http/1.1] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn GotConn true true *tls.Conn WroteHeaders]
// 14 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn ConnectStart TLSStart TLSDone "" <nil> GotConn false false *tls.Conn WroteHeaders PutIdle <nil>]
// 14 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn GotConn true true *tls.Conn WroteHeaders PutIdle <nil>]
// 15 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn ConnectStart TLSStart TLSDone "" <nil> GotConn false false *tls.Conn WroteHeaders PutIdle <nil>]
// 15 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn GotConn true true *tls.Conn WroteHeaders PutIdle <nil>]
// 16 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn ConnectStart TLSStart TLSDone "" <nil> GotConn false false *tls.Conn WroteHeaders PutIdle <nil>]
// 16 [] HTTP/1.1 HTTP/1.1 POST /a?b 5 <nil> false [GetConn GotConn true true *tls.Conn WroteHeaders PutIdle <nil>]
// 17 [h2 http/1.1] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn ConnectStart TLSStart TLSDone "h2" <nil> GotConn false false *tls.Conn WroteHeaders]
// 17 [h2 http/1.1] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn ConnectStart TLSStart TLSDone "h2" <nil> GotConn false false *tls.Conn WroteHeaders]
// 18 [h2 http/1.1] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn ConnectStart TLSStart TLSDone "h2" <nil> GotConn false false *tls.Conn WroteHeaders]
// 18 [h2 http/1.1] HTTP/2.0 HTTP/2.0 POST /a?b 5 <nil> true [GetConn GotConn true true *tls.Conn WroteHeaders]
// connection true 0 <nil>
// <nil> true 1
// true 0
// <nil>
// HTTP/2.0 GET /x 0 <nil>
// <nil> 0 connection closed connection is unavailable
// http2: client conn not usable
// connection false 0 <nil>
// <nil> false 1
// true 0
// <nil>
// HTTP/1.1 GET /x 0 <nil>
// <nil> 0 ClientConn closed ClientConn closed
// ClientConn closed
