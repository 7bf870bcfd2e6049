package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
)

func get(url string, told *[]string) error {
	tell := func(format string, args ...any) { *told = append(*told, fmt.Sprintf(format, args...)) }
	trace := &httptrace.ClientTrace{
		DNSStart: func(info httptrace.DNSStartInfo) { tell("look up %s", info.Host) },
		DNSDone: func(info httptrace.DNSDoneInfo) {
			tell("found %t %t", len(info.Addrs) > 0, info.Err == nil)
		},
		ConnectDone: func(network, addr string, err error) {
			// Another address of localhost may have been tried before.
			if err == nil {
				host, _, _ := net.SplitHostPort(addr)
				tell("connected %s %s", network, host)
			}
		},
	}
	ctx := httptrace.WithClientTrace(context.Background(), trace)
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	resp, err := transport.RoundTrip(req)
	if err == nil {
		resp.Body.Close()
	}
	return err
}

func main() {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	for _, url := range []string{
		server.URL,
		strings.Replace(server.URL, "127.0.0.1", "localhost", 1),
		"http://no-such-host.invalid./",
	} {
		var told []string
		err := get(url, &told)
		var unknown *net.DNSError
		fmt.Println(strings.Join(told, ", "), err == nil, errors.As(err, &unknown))
	}
}

// Output:
// connected tcp 127.0.0.1 true false
// look up localhost, found true true, connected tcp 127.0.0.1 true false
// look up no-such-host.invalid., found false false false true
