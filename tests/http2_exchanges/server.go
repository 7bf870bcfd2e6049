package exchanges

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing/synctest"
	"time"

	"minigo.test/http2/h2"
)

// A game is a server with one connection, and what its handlers wait for and report.
type game struct {
	server *http.Server
	conn   *conn
	mu     sync.Mutex
	notes  []string
	gates  map[string]chan struct{} // by the path of the request
	opened bool                     // nobody has to wait any more
}

func (g *game) note(format string, args ...any) {
	g.mu.Lock()
	g.notes = append(g.notes, fmt.Sprintf(format, args...))
	g.mu.Unlock()
}

// gate is where the handler of a path waits.
func (g *game) gate(path string) chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.gates[path] == nil {
		g.gates[path] = make(chan struct{})
		if g.opened {
			close(g.gates[path])
		}
	}
	return g.gates[path]
}

// open ends all waiting at gates.
func (g *game) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.opened = true
	for _, gate := range g.gates {
		close(gate)
	}
}

// servers are the kinds of server, by the letter of a case.
var servers = map[byte]func(s *http.Server){
	'S': func(*http.Server) {},
	'L': func(s *http.Server) {
		s.MaxHeaderBytes = 500
		s.MaxHeaderValueCount = 12
		s.HTTP2 = &http.HTTP2Config{
			MaxConcurrentStreams: 3, MaxReadFrameSize: 20000, MaxReceiveBufferPerConnection: 70000,
			MaxReceiveBufferPerStream: 9000, MaxDecoderHeaderTableSize: 200, MaxEncoderHeaderTableSize: 100,
		}
	},
	'T': func(s *http.Server) {
		s.IdleTimeout, s.ReadTimeout, s.WriteTimeout = 7*time.Second, 5*time.Second, 4*time.Second
	},
	'B': func(s *http.Server) {
		s.HTTP2 = &http.HTTP2Config{WriteByteTimeout: 3 * time.Second}
	},
	'P': func(s *http.Server) {
		s.HTTP2 = &http.HTTP2Config{SendPingTimeout: 3 * time.Second, PingTimeout: 2 * time.Second}
	},
}

// play runs a sequence of steps, divided by "; ", against a server of a kind.
func play(kind byte, steps string) string {
	c := newConn()
	g := &game{conn: c, gates: map[string]chan struct{}{}}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	g.server = &http.Server{Protocols: protocols, Handler: http.HandlerFunc(g.handle)}
	servers[kind](g.server)
	var logged bytes.Buffer
	g.server.ErrorLog = log.New(&logged, "", 0)
	if g.server.HTTP2 == nil {
		g.server.HTTP2 = &http.HTTP2Config{}
	}
	g.server.HTTP2.CountError = func(what string) { g.note("!%s", what) }
	g.server.ConnState = func(_ net.Conn, s http.ConnState) { g.note("=%v", s) }
	l := listen(c)
	done := make(chan struct{})
	go func() {
		g.server.Serve(l)
		close(done)
	}()
	d := &described{decoder: http2.NewDecoder(1<<16, 0)}
	var record []string
	wasClosed := false
	look := func() {
		synctest.Wait()
		out, closed := c.take()
		parts := []string{}
		if text := d.frames(out); text != "" {
			parts = append(parts, text)
		}
		g.mu.Lock()
		slices.SortStableFunc(g.notes, func(a, b string) int { return strings.Compare(stream(a), stream(b)) })
		parts = append(parts, g.notes...)
		g.notes = nil
		g.mu.Unlock()
		if closed && !wasClosed {
			wasClosed = true
			parts = append(parts, "closed")
		}
		record = append(record, strings.Join(parts, " "))
	}
	for step := range strings.SplitSeq(steps, "; ") {
		g.step(step)
		look()
	}
	c.stall(false)
	if !wasClosed {
		time.Sleep(3 * time.Second)
		look()
		c.end()
		look()
	}
	g.open()
	time.Sleep(5 * time.Second)
	g.server.Close()
	<-done
	time.Sleep(15 * time.Second)
	look()
	if len(d.buf) > 0 {
		record = append(record, fmt.Sprintf("§rest§%q", d.buf))
	}
	if logged.Len() > 0 {
		record = append(record, "§log§"+lineNumbers.ReplaceAllString(firstLines(logged.String()), ".go)"))
	}
	return strings.Join(record, " | ")
}

// stream is the part of a note that tells whose it is.
func stream(note string) string {
	id, _, _ := strings.Cut(note, " ")
	return id
}

var lineNumbers = regexp.MustCompile(`\.go:\d+\)`)

// firstLines are the lines that say what happened, without the stacks behind them.
func firstLines(text string) string {
	var kept []string
	inStack := false
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "goroutine ") {
			inStack = true
		} else if strings.HasPrefix(line, "http") {
			inStack = false
		}
		if !inStack && line != "" {
			kept = append(kept, line)
		}
	}
	slices.Sort(kept)
	return strings.Join(kept, "\n")
}

// step does a step: it sends frames (several with " + " between them), or does something else.
func (g *game) step(step string) {
	words := strings.Fields(step)
	switch words[0] {
	case "sleep":
		d, err := time.ParseDuration(words[1])
		if err != nil {
			panic(err)
		}
		time.Sleep(d)
	case "go":
		select {
		case g.gate("/" + words[1]) <- struct{}{}:
		default:
		}
	case "half":
		g.conn.end()
	case "stall", "flow":
		g.conn.stall(words[0] == "stall")
	case "shutdown":
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			g.note("shutdown %v", g.server.Shutdown(ctx))
		}()
	case "keepalives":
		g.server.SetKeepAlivesEnabled(words[1] == "on")
	default:
		var m maker
		for part := range strings.SplitSeq(step, " + ") {
			m.step(strings.Fields(part))
		}
		g.conn.send(m.out)
	}
}

// handle does as the query says, in order; without a query it answers with all that it has seen of the request.
func (g *game) handle(w http.ResponseWriter, r *http.Request) {
	if r.URL.RawQuery == "" || strings.HasPrefix(r.URL.RawQuery, "echo") {
		echo(w, r)
		return
	}
	for step := range strings.SplitSeq(r.URL.RawQuery, "&") {
		op, arg, _ := strings.Cut(step, "=")
		arg, _ = url.QueryUnescape(arg)
		n, _ := strconv.Atoi(arg)
		g.readStep(w, r, op, arg, n)
		g.writeStep(w, r, op, arg, n)
	}
}

// echo answers with all that it has seen of the request.
func echo(w http.ResponseWriter, r *http.Request) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%q %q %q %q\n", r.Method, r.RequestURI, r.Proto, r.Host)
	fmt.Fprintf(&b, "%q\n", []string{r.URL.Scheme, r.URL.Opaque, r.URL.Host, r.URL.Path, r.URL.RawPath, r.URL.RawQuery})
	if r.ContentLength != 0 || r.TransferEncoding != nil || r.Close || r.Trailer != nil {
		fmt.Fprintf(&b, "length %d %q close %t trailer %q\n", r.ContentLength, r.TransferEncoding, r.Close, r.Trailer)
	}
	fields(&b, r.Header)
	body, err := readAll(r.Body)
	if len(body) > 100 {
		body = fmt.Appendf(nil, "%s… %d", body[:20], len(body))
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

// readAll reads 1,000 bytes at a time: windows are widened after reads, so their sizes show in the frames.
func readAll(r io.Reader) (all []byte, err error) {
	buf := make([]byte, 1000)
	for {
		n, err := r.Read(buf)
		all = append(all, buf[:n]...)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
	}
}

func fields(w io.Writer, h http.Header) {
	keys := make([]string, 0, len(h))
	for k := range h {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for i, k := range keys {
		if i == 20 {
			fmt.Fprintf(w, "… %d\n", len(keys))
			break
		}
		all := fmt.Sprintf("%q", h[k])
		if len(all) > 200 {
			all = fmt.Sprintf("%s… %d in %d", all[:50], len(all), len(h[k]))
		}
		fmt.Fprintf(w, "%q: %s\n", k, all)
	}
}

// readStep is a step that has to do with the request: r (read the body, r=N: so many bytes), c (close it), l=limit of
// MaxBytesReader, D (wait for the end of the context), g (wait for a go step), y=duration.
func (g *game) readStep(w http.ResponseWriter, r *http.Request, op, arg string, n int) {
	switch op {
	case "r":
		if arg != "" {
			got, err := io.ReadFull(r.Body, make([]byte, n))
			g.note("%s read %d %v", r.URL.Path, got, err)
		} else {
			got, err := io.Copy(io.Discard, r.Body)
			g.note("%s read %d %v %v", r.URL.Path, got, err, r.Trailer)
		}
	case "c":
		g.note("%s close %v", r.URL.Path, r.Body.Close())
	case "l":
		r.Body = http.MaxBytesReader(w, r.Body, int64(n))
	case "D":
		<-r.Context().Done()
		g.note("%s %v", r.URL.Path, r.Context().Err())
	case "g":
		<-g.gate(r.URL.Path)
	case "y":
		d, _ := time.ParseDuration(arg)
		time.Sleep(d)
	case "n":
		select {
		case <-w.(http.CloseNotifier).CloseNotify():
			g.note("%s gone", r.URL.Path)
		case <-time.After(10 * time.Second):
		}
	}
}

// writeStep is a step that writes: h=Key:value, d=Key (delete), s=status, w=text, z=N bytes, f (flush), p (panic), a
// (abort), e=error text, P=target of a push, v (hijack), R=N bytes by io.Copy, W and Q (deadlines that lie so far
// ahead), F (full duplex).
func (g *game) writeStep(w http.ResponseWriter, r *http.Request, op, arg string, n int) {
	var err error
	switch op {
	case "h":
		k, v, _ := strings.Cut(arg, ":")
		w.Header()[k] = append(w.Header()[k], v)
	case "d":
		w.Header().Del(arg)
	case "s":
		w.WriteHeader(n)
	case "w":
		_, err = w.Write([]byte(arg))
	case "z":
		_, err = w.Write(bytes.Repeat([]byte("z"), n))
	case "R":
		_, err = io.Copy(w, io.LimitReader(zs{}, int64(n)))
	case "f":
		err = http.NewResponseController(w).Flush()
	case "e":
		http.Error(w, arg, 500)
	case "p":
		panic("told to")
	case "a":
		panic(http.ErrAbortHandler)
	case "P":
		err = g.push(w, arg)
	case "v":
		_, _, err = http.NewResponseController(w).Hijack()
	case "W":
		err = http.NewResponseController(w).SetWriteDeadline(ahead(arg))
	case "Q":
		err = http.NewResponseController(w).SetReadDeadline(ahead(arg))
	case "F":
		err = http.NewResponseController(w).EnableFullDuplex()
	}
	if err != nil {
		g.note("%s %s: %v", r.URL.Path, op, err)
	}
}

func ahead(arg string) time.Time {
	d, err := time.ParseDuration(arg)
	if err != nil {
		return time.Time{}
	}
	return time.Now().Add(d)
}

// push pushes target, with the method and the fields behind it: /x|HEAD|Key:value.
func (g *game) push(w http.ResponseWriter, arg string) error {
	p, ok := w.(http.Pusher)
	if !ok {
		return fmt.Errorf("no Pusher")
	}
	parts := strings.Split(arg, "|")
	var opts *http.PushOptions
	if len(parts) > 1 {
		opts = &http.PushOptions{Method: parts[1], Header: http.Header{}}
		for _, f := range parts[2:] {
			k, v, _ := strings.Cut(f, ":")
			opts.Header[k] = append(opts.Header[k], v)
		}
	}
	return p.Push(parts[0], opts)
}

// zs is letters without end.
type zs struct{}

func (zs) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'z'
	}
	return len(p), nil
}
