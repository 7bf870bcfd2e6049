package exchanges

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// send sends the request that some lines describe and records what the server reads. The first line is method, blank and URL;
// others are h=Key:value, H=Host, b=body, n=ContentLength, te=TransferEncoding, t=Trailer:value, close, o=opaque, p=path,
// q=raw query, u=user, g (no GetBody, a reader of unknown length), w (Request.Write instead of a Transport), wp (WriteProxy).
func send(text string) string {
	lines := strings.Split(text, "\n")
	method, target, _ := strings.Cut(lines[0], " ")
	u, err := url.Parse(target)
	if err != nil {
		return fmt.Sprint("url ", err)
	}
	req := (&http.Request{Method: method, URL: u, Header: http.Header{}, Host: u.Host, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}).WithContext(context.Background())
	write := ""
	for _, line := range lines[1:] {
		op, arg, _ := strings.Cut(line, "=")
		arg, _ = url.PathUnescape(arg)
		k, v, _ := strings.Cut(arg, ":")
		switch op {
		case "h":
			req.Header[k] = append(req.Header[k], v)
		case "H":
			req.Host = arg
		case "b":
			req.Body = io.NopCloser(strings.NewReader(arg))
			req.ContentLength = int64(len(arg))
		case "n":
			req.ContentLength, _ = strconv.ParseInt(arg, 10, 64)
		case "te":
			req.TransferEncoding = append(req.TransferEncoding, arg)
		case "t":
			if req.Trailer == nil {
				req.Trailer = http.Header{}
			}
			req.Trailer[k] = append(req.Trailer[k], v)
		case "close":
			req.Close = true
		case "o":
			u.Opaque = arg
		case "p":
			u.Path = arg
		case "q":
			u.RawQuery = arg
		case "u":
			u.User = url.UserPassword(k, v)
		case "w", "wp":
			write = op
		}
	}
	var out strings.Builder
	switch write {
	case "w":
		err = req.Write(&out)
		return fmt.Sprintf("%s§%v", &out, err)
	case "wp":
		err = req.WriteProxy(&out)
		return fmt.Sprintf("%s§%v", &out, err)
	}
	p := &peer{answer: probeAnswer}
	transport := &http.Transport{DialContext: p.dial}
	resp, err := transport.RoundTrip(req)
	if err == nil {
		resp.Body.Close()
	}
	time.Sleep(2 * time.Second)
	for _, c := range p.conns {
		text, _ := c.state()
		out.WriteString(text)
		c.end()
		c.Close()
	}
	transport.CloseIdleConnections()
	time.Sleep(2 * time.Second)
	return fmt.Sprintf("%s§%v", &out, err)
}
