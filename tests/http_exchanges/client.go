package exchanges

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

const probeAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nprobe"

// A peer is the server of a client's case: it answers the first request with the case's bytes, all others with probeAnswer.
type peer struct {
	mu     sync.Mutex
	answer string
	end    bool // closes its half behind the answer
	step   int
	conns  []*conn
	asked  int
}

func (p *peer) dial(context.Context, string, string) (net.Conn, error) {
	c := newConn(p.step)
	c.onWrites = p.wrote
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns = append(p.conns, c)
	return c, nil
}

// wrote answers when the empty line behind a header has come.
func (p *peer) wrote(c *conn) {
	text, _ := c.state()
	p.mu.Lock()
	defer p.mu.Unlock()
	if !strings.Contains(text[c.asked:], "\r\n\r\n") {
		return
	}
	c.asked = len(text)
	p.asked++
	if p.asked > 1 {
		c.send(probeAnswer)
		return
	}
	c.send(p.answer)
	if p.end {
		c.end()
	}
}

// ask sends a request by an http.Client and records what that reports, then what a second request does. The method of a case
// may have a suffix: + asks the server whether to send the body, ~ leaves the answer's body unread.
func ask(method string, step int, end bool, answer string) string {
	p := &peer{answer: answer, end: end, step: step}
	var logged bytes.Buffer
	log.SetOutput(&logged)
	log.SetFlags(0)
	transport := &http.Transport{DialContext: p.dial, ExpectContinueTimeout: time.Second}
	client := &http.Client{Transport: transport, Timeout: 100 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	var record strings.Builder
	unread := strings.HasSuffix(method, "~")
	method = strings.TrimSuffix(method, "~")
	expects := strings.HasSuffix(method, "+")
	method = strings.TrimSuffix(method, "+")
	var body io.Reader
	if method == "POST" {
		body = strings.NewReader("question")
	}
	req, _ := http.NewRequest(method, "http://server/first", body)
	if expects {
		req.Header.Set("Expect", "100-continue")
	}
	resp, err := client.Do(req)
	if err != nil {
		fmt.Fprintf(&record, "error %v", err)
	} else {
		report(&record, resp, unread)
	}
	time.Sleep(2 * time.Second)
	first := len(p.conns)
	resp, err = client.Get("http://server/second")
	if err != nil {
		fmt.Fprintf(&record, "§then error %v", err)
	} else {
		b, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		again := "same"
		if len(p.conns) > first {
			again = "new"
		}
		fmt.Fprintf(&record, "§%s %s", again, strings.TrimPrefix(fmt.Sprintf("%s %q %v", resp.Status, b, err), `200 OK "probe" <nil>`))
	}
	transport.CloseIdleConnections()
	for _, c := range p.conns {
		c.end()
		c.Close()
	}
	time.Sleep(2 * time.Second)
	if expects {
		text, _ := p.conns[0].state()
		fmt.Fprintf(&record, "§sent body %t", strings.Contains(text, "question"))
	}
	if logged.Len() > 0 {
		fmt.Fprintf(&record, "§log§%s", logged.String())
	}
	return timeouts.Replace(record.String())
}

// timeouts takes away how a client's timeout is told, which depends on clocks that pass it, as the bubble's does not.
var timeouts = strings.NewReplacer(
	" (Client.Timeout or context cancellation while reading body)", "", " (Client.Timeout exceeded while awaiting headers)", "")

func report(w io.Writer, resp *http.Response, unread bool) {
	fmt.Fprintf(w, "%q %d %q %d", resp.Status, resp.StatusCode, resp.Proto, resp.ContentLength)
	if resp.TransferEncoding != nil || resp.Close || resp.Uncompressed || resp.Trailer != nil {
		fmt.Fprintf(w, " %q close %t uncompressed %t trailer %q", resp.TransferEncoding, resp.Close, resp.Uncompressed, resp.Trailer)
	}
	fmt.Fprintln(w)
	fields(w, resp.Header)
	if !unread {
		body, err := io.ReadAll(resp.Body)
		if len(body) > 200 {
			body = fmt.Appendf(nil, "%s… %d", body[:50], len(body))
		}
		if len(body) > 0 || err != nil {
			fmt.Fprintf(w, "body %q %v\n", body, err)
		}
	}
	if err := resp.Body.Close(); err != nil {
		fmt.Fprintf(w, "close %v\n", err)
	}
	if resp.Trailer != nil {
		fmt.Fprint(w, "then ")
		fields(w, resp.Trailer)
	}
}
