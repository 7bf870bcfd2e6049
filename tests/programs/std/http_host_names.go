package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
)

// Hosts that are not ASCII: the Host field has them in punycode, the connection goes to the name in small letters.
func main() {
	for _, h := range []string{
		"bücher.invalid", "BÜCHER.invalid:8080", "straße.invalid", "Σ.invalid", "日本語。invalid", "-é-.invalid", "ab--cdé.invalid", "☃.invalid", "אב.invalid", "é_x.invalid", "ｆｕｌｌ.invalid", "é.invalid.", "xn--bcher-kva.invalid", "plain.invalid",
	} {
		tr := &http.Transport{DialContext: func(_ context.Context, network, address string) (net.Conn, error) {
			return nil, fmt.Errorf("no %s", address)
		}}
		req, _ := http.NewRequest("GET", "http://x/", nil)
		req.URL.Host, req.Host = h, ""
		_, err := tr.RoundTrip(req)
		var b strings.Builder
		werr := req.Write(&b)
		fmt.Printf("%s: %v, %q %v\n", h, err, b.String(), werr)
	}
}

// Output:
// bücher.invalid: no xn--bcher-kva.invalid:80, "GET / HTTP/1.1\r\nHost: xn--bcher-kva.invalid\r\nUser-Agent: Go-http-client/1.1\r\n\r\n" <nil>
// BÜCHER.invalid:8080: no xn--bcher-kva.invalid:8080, "GET / HTTP/1.1\r\nHost: xn--BCHER-2pa.invalid:8080\r\nUser-Agent: Go-http-client/1.1\r\n\r\n" <nil>
// straße.invalid: no xn--strae-oqa.invalid:80, "GET / HTTP/1.1\r\nHost: xn--strae-oqa.invalid\r\nUser-Agent: Go-http-client/1.1\r\n\r\n" <nil>
// Σ.invalid: no xn--4xa.invalid:80, "GET / HTTP/1.1\r\nHost: xn--7wa.invalid\r\nUser-Agent: Go-http-client/1.1\r\n\r\n" <nil>
// 日本語。invalid: no xn--wgv71a119e.invalid:80, "GET / HTTP/1.1\r\nHost: xn--invalid-5o3f4745bpxc355l\r\nUser-Agent: Go-http-client/1.1\r\n\r\n" <nil>
// -é-.invalid: no -é-.invalid:80, "GET / HTTP/1.1\r\nHost: xn-----bja.invalid\r\nUser-Agent: Go-http-client/1.1\r\n\r\n" <nil>
// ab--cdé.invalid: no ab--cdé.invalid:80, "GET / HTTP/1.1\r\nHost: xn--ab--cd-gva.invalid\r\nUser-Agent: Go-http-client/1.1\r\n\r\n" <nil>
// ☃.invalid: no xn--n3h.invalid:80, "GET / HTTP/1.1\r\nHost: xn--n3h.invalid\r\nUser-Agent: Go-http-client/1.1\r\n\r\n" <nil>
// אב.invalid: no xn--4dbc.invalid:80, "GET / HTTP/1.1\r\nHost: xn--4dbc.invalid\r\nUser-Agent: Go-http-client/1.1\r\n\r\n" <nil>
// é_x.invalid: no é_x.invalid:80, "GET / HTTP/1.1\r\nHost: xn--_x-9ia.invalid\r\nUser-Agent: Go-http-client/1.1\r\n\r\n" <nil>
// ｆｕｌｌ.invalid: no full.invalid:80, "GET / HTTP/1.1\r\nHost: xn--ri7cmaa8a.invalid\r\nUser-Agent: Go-http-client/1.1\r\n\r\n" <nil>
// é.invalid.: no xn--9ca.invalid.:80, "GET / HTTP/1.1\r\nHost: xn--9ca.invalid.\r\nUser-Agent: Go-http-client/1.1\r\n\r\n" <nil>
// xn--bcher-kva.invalid: no xn--bcher-kva.invalid:80, "GET / HTTP/1.1\r\nHost: xn--bcher-kva.invalid\r\nUser-Agent: Go-http-client/1.1\r\n\r\n" <nil>
// plain.invalid: no plain.invalid:80, "GET / HTTP/1.1\r\nHost: plain.invalid\r\nUser-Agent: Go-http-client/1.1\r\n\r\n" <nil>
