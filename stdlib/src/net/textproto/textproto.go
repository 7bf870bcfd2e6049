// Package textproto has the common parts of the Internet's text protocols: lines, responses with
// codes, headers, texts that end with a dot, and pipelined requests.
package textproto

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"sync"
)

// An Error is a response of a server.
type Error struct {
	Code int
	Msg  string
}

func (e *Error) Error() string { return fmt.Sprintf("%03d %q", e.Code, e.Msg) }

// A ProtocolError is a response that breaks the protocol.
type ProtocolError string

func (p ProtocolError) Error() string { return string(p) }

// A Conn is a connection with a Reader and a Writer, and a Pipeline for its requests and responses.
type Conn struct {
	Reader
	Writer
	Pipeline
	conn io.ReadWriteCloser
}

// NewConn returns a Conn on a connection.
func NewConn(conn io.ReadWriteCloser) *Conn {
	return &Conn{
		Reader: Reader{R: bufio.NewReader(conn)},
		Writer: Writer{W: bufio.NewWriter(conn)},
		conn:   conn,
	}
}

// Dial connects, and returns a Conn.
func Dial(network, addr string) (*Conn, error) {
	c, err := net.Dial(network, addr)
	if err != nil {
		return nil, err
	}
	return NewConn(c), nil
}

// Close closes the connection.
func (c *Conn) Close() error { return c.conn.Close() }

// Cmd sends a line when it is the request's turn; id is the turn of its response.
func (c *Conn) Cmd(format string, args ...any) (id uint, err error) {
	id = c.Next()
	c.StartRequest(id)
	defer c.EndRequest(id)
	if err := c.PrintfLine(format, args...); err != nil {
		return 0, err
	}
	return id, nil
}

// A Pipeline orders requests, and their responses, by numbers.
type Pipeline struct {
	mu       sync.Mutex
	id       uint
	request  turns
	response turns
}

// Next returns the number of a request.
func (p *Pipeline) Next() uint {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.id++
	return p.id - 1
}

// StartRequest waits until it is the request's turn.
func (p *Pipeline) StartRequest(id uint) { p.request.start(id) }

// EndRequest ends the request's turn.
func (p *Pipeline) EndRequest(id uint) { p.request.end(id) }

// StartResponse waits until it is the turn of the response.
func (p *Pipeline) StartResponse(id uint) { p.response.start(id) }

// EndResponse ends the turn of the response.
func (p *Pipeline) EndResponse(id uint) { p.response.end(id) }

// turns lets callers proceed in the order of their numbers.
type turns struct {
	mu   sync.Mutex
	now  uint
	wait map[uint]chan struct{}
}

func (t *turns) start(id uint) {
	t.mu.Lock()
	if t.now == id {
		t.mu.Unlock()
		return
	}
	if t.wait == nil {
		t.wait = make(map[uint]chan struct{})
	}
	c := make(chan struct{})
	t.wait[id] = c
	t.mu.Unlock()
	<-c
}

func (t *turns) end(id uint) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.now != id {
		panic("out of sync")
	}
	t.now++
	if c, ok := t.wait[t.now]; ok {
		delete(t.wait, t.now)
		close(c)
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// TrimString returns s without ASCII blanks and line breaks at both ends.
func TrimString(s string) string {
	from, to := trimmed(len(s), func(i int) byte { return s[i] })
	return s[from:to]
}

// TrimBytes returns b without ASCII blanks and line breaks at both ends.
func TrimBytes(b []byte) []byte {
	from, to := trimmed(len(b), func(i int) byte { return b[i] })
	return b[from:to]
}

func trimmed(n int, at func(int) byte) (from, to int) {
	for from < n && isBlank(at(from)) {
		from++
	}
	for n > from && isBlank(at(n-1)) {
		n--
	}
	return from, n
}
