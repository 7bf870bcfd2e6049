// With http2debug=1 in GODEBUG a Transport logs that it has no connection of HTTP/2 for a request.
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
)

func main() {
	log.SetFlags(0)
	var lines bytes.Buffer
	log.SetOutput(&lines)
	for _, h2 := range []bool{true, false} {
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		s.EnableHTTP2 = h2
		s.StartTLS()
		c := s.Client()
		c.Transport.(*http.Transport).ForceAttemptHTTP2 = true
		for i := range 3 {
			resp, err := c.Get(s.URL)
			if err != nil {
				panic(err)
			}
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			fmt.Println(resp.Proto)
			if i == 1 {
				c.CloseIdleConnections()
			}
		}
		s.Close()
		for line := range strings.Lines(lines.String()) {
			if strings.Contains(line, "failed") {
				fmt.Print(strings.ReplaceAll(line, s.Listener.Addr().String(), "ADDRESS"))
			}
		}
		lines.Reset()
	}
}

// Env: GODEBUG=http2debug=1
// Output:
// HTTP/2.0
// HTTP/2.0
// HTTP/2.0
// http2: Transport failed to get client conn for ADDRESS: http2: no cached connection was available
// http2: Transport failed to get client conn for ADDRESS: http2: no cached connection was available
// HTTP/1.1
// HTTP/1.1
// HTTP/1.1
// http2: Transport failed to get client conn for ADDRESS: http2: no cached connection was available
// http2: Transport failed to get client conn for ADDRESS: http2: no cached connection was available
// http2: Transport failed to get client conn for ADDRESS: http2: no cached connection was available
