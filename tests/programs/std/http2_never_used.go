// A request on a connection of HTTP/2 that was closed before its first request has an error of its own.
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
)

func main() {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	t := s.Client().Transport.(*http.Transport)
	for _, before := range []int{0, 1} {
		c, err := t.NewClientConn(context.Background(), "https", s.Listener.Addr().String())
		if err != nil {
			panic(err)
		}
		send := func() error {
			req, _ := http.NewRequest("GET", s.URL, nil)
			resp, err := c.RoundTrip(req)
			if err == nil {
				resp.Body.Close()
			}
			return err
		}
		for range before {
			fmt.Println(send())
		}
		c.Close()
		fmt.Println(send())
	}
}

// Output:
// http2: client conn could not be established
// <nil>
// http2: client conn not usable
