package exchanges

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing/fstest"
	"time"
)

// probe is the second request: pipelined behind the first, or sent when the first was answered.
const probe = "GET /probe HTTP/1.1\r\nHost: p\r\n\r\n"

// servers are the kinds of server, by the letter of a case.
var servers = map[byte]func() *http.Server{
	'S': func() *http.Server { return &http.Server{Handler: http.HandlerFunc(echo)} },
	'L': func() *http.Server {
		return &http.Server{Handler: http.HandlerFunc(echo), MaxHeaderBytes: 1000, MaxHeaderValueCount: 12}
	},
	'W': func() *http.Server { return &http.Server{Handler: http.HandlerFunc(script)} },
	'M': func() *http.Server { return &http.Server{Handler: mux()} },
	'F': func() *http.Server { return &http.Server{Handler: http.FileServer(http.FS(files))} },
}

// echo answers with all that it has seen of the request.
func echo(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/probe" && len(r.Header) == 0 {
		io.WriteString(w, "probe")
		return
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%q %q %q %q\n", r.Method, r.RequestURI, r.Proto, r.Host)
	if s := fmt.Sprintf("%q", []string{r.URL.Scheme, r.URL.Opaque, r.URL.Host, r.URL.Path, r.URL.RawPath, r.URL.RawQuery}); s != fmt.Sprintf("%q", []string{"", "", "", r.RequestURI, "", ""}) {
		fmt.Fprintf(&b, "url %s\n", s)
	}
	if r.ContentLength != 0 || r.TransferEncoding != nil || r.Close || r.Trailer != nil {
		fmt.Fprintf(&b, "length %d %q close %t trailer %q\n", r.ContentLength, r.TransferEncoding, r.Close, r.Trailer)
	}
	fields(&b, r.Header)
	body, err := io.ReadAll(r.Body)
	if len(body) > 200 {
		body = fmt.Appendf(nil, "%s… %d", body[:50], len(body))
	}
	if len(body) > 0 || err != nil {
		fmt.Fprintf(&b, "body %q %v\n", body, err)
	}
	if r.Trailer != nil {
		b.WriteString("then ")
		fields(&b, r.Trailer)
	}
	w.Write(b.Bytes())
}

func fields(w io.Writer, h http.Header) {
	keys := make([]string, 0, len(h))
	for k := range h {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		all := fmt.Sprintf("%q", h[k])
		if len(all) > 300 {
			all = fmt.Sprintf("%s… %d in %d", all[:50], len(all), len(h[k]))
		}
		fmt.Fprintf(w, "%q: %s\n", k, all)
	}
}

// script does as the query says, in order: h=Key:value, d=Key, s=status, b=text, w=text, z=count of bytes,
// R=count of bytes that io.Copy writes, f (flush), r (read the
// body), r=count, c (close the body), p (panic), a (abort), e=error text, x=redirect to, D (look at the context), n (CloseNotify), y (wait), l=limit of MaxBytesReader, v (give the answer away).
func script(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/probe" {
		echo(w, r)
		return
	}
	for step := range strings.SplitSeq(r.URL.RawQuery, "&") {
		op, arg, _ := strings.Cut(step, "=")
		arg, _ = url.QueryUnescape(arg)
		n, _ := strconv.Atoi(arg)
		readStep(w, r, op, arg, n)
		writeStep(w, op, arg, n)
		switch op {
		case "p":
			panic("told to")
		case "a":
			panic(http.ErrAbortHandler)
		case "x":
			http.Redirect(w, r, arg, 302)
		case "v":
			hijack(w)
		}
	}
}

// readStep is a step that has to do with the request.
func readStep(w http.ResponseWriter, r *http.Request, op, arg string, n int) {
	switch op {
	case "r":
		if arg != "" {
			io.ReadFull(r.Body, make([]byte, n))
		} else if _, err := io.Copy(io.Discard, r.Body); err != nil {
			w.Header().Set("X-Read", err.Error())
		}
	case "c":
		r.Body.Close()
	case "l":
		r.Body = http.MaxBytesReader(w, r.Body, int64(n))
	case "D":
		select {
		case <-r.Context().Done():
			w.Header().Add("X-Done", r.Context().Err().Error())
		default:
		}
	case "n":
		w.(http.CloseNotifier).CloseNotify()
	case "y":
		time.Sleep(time.Millisecond)
	}
}

// writeStep is a step that writes.
func writeStep(w http.ResponseWriter, op, arg string, n int) {
	var err error
	switch op {
	case "h":
		k, v, _ := strings.Cut(arg, ":")
		w.Header()[k] = append(w.Header()[k], v)
	case "d":
		w.Header().Del(arg)
	case "s":
		w.WriteHeader(n)
	case "b":
		_, err = io.WriteString(w, arg)
	case "w":
		_, err = w.Write([]byte(arg))
	case "z":
		w.Write(bytes.Repeat([]byte("z"), n))
	case "R":
		io.Copy(w, io.LimitReader(zs{}, int64(n)))
	case "f":
		w.(http.Flusher).Flush()
	case "e":
		http.Error(w, arg, 500)
	}
	if err != nil {
		w.Header().Set("X-Err", err.Error())
	}
}

// hijack takes the connection over, and tells what was read from it already.
func hijack(w http.ResponseWriter) {
	c, rw, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	rest := make([]byte, rw.Reader.Buffered())
	io.ReadFull(rw, rest)
	fmt.Fprintf(rw, "hijacked %q", rest)
	rw.Flush()
	c.Close()
}

// zs is letters without end.
type zs struct{}

func (zs) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'z'
	}
	return len(p), nil
}

func mux() http.Handler {
	m := http.NewServeMux()
	for _, p := range []string{"/", "/tree/", "GET /get", "POST /post", "/exact/{$}", "/w/{a}/b", "/m/{rest...}", "host.example/only", "CONNECT tunnel/", "tunnel:80/", "/tree/leaf", "PUT /w/{a}/c"} {
		m.HandleFunc(p, func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, "%s: %s %s %q %q", p, r.Method, r.URL, r.PathValue("a"), r.PathValue("rest"))
		})
	}
	return m
}

var files = fstest.MapFS{
	"a.txt":          {Data: []byte("0123456789")},
	"dir/index.html": {Data: []byte("<html>index")},
	"list/b&c":       {Data: []byte("b")},
	"list/d/e":       {Data: []byte("e")},
}

// serve sends a request, and then the probe if the server has not closed: the record says what the server wrote to either.
func serve(kind byte, step int, request string) string {
	c := newConn(step)
	server := servers[kind]()
	var logged bytes.Buffer
	server.ErrorLog = log.New(&logged, "", 0)
	l := listen(c)
	done := make(chan struct{})
	go func() {
		server.Serve(l)
		close(done)
	}()
	c.send(request)
	time.Sleep(2 * time.Second) // of the bubble: until nothing moves any more, and what waits has gone on
	var record strings.Builder
	answer, closed := c.state()
	record.WriteString(answer)
	if closed {
		record.WriteString("§closed")
	} else {
		c.send(probe)
		time.Sleep(2 * time.Second)
		more, closed := c.state()
		fmt.Fprintf(&record, "§open§%s", more[len(answer):])
		if closed {
			record.WriteString("§closed")
		}
		c.end()
		time.Sleep(2 * time.Second)
		last, _ := c.state()
		if len(last) > len(more) {
			fmt.Fprintf(&record, "§end§%s", last[len(more):])
		}
	}
	server.Close()
	<-done
	time.Sleep(2 * time.Second)
	if logged.Len() > 0 {
		fmt.Fprintf(&record, "§log§%s", lineNumbers.ReplaceAllString(firstLines(logged.String()), ".go)"))
	}
	return boundaries.ReplaceAllString(record.String(), "B")
}

// boundaries between parts are random.
var boundaries = regexp.MustCompile("[0-9a-f]{60}")

var lineNumbers = regexp.MustCompile(`\.go:\d+\)`)

// firstLines are the lines that say what happened, without the stacks behind them.
func firstLines(text string) string {
	if i := strings.Index(text, "\ngoroutine "); i >= 0 {
		return text[:i+1]
	}
	return text
}
