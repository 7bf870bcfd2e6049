package net

import (
	"io"
	"os"
	"sync"
	"time"
)

// A limit is a deadline with a channel on which goroutines can wait.
type limit struct {
	mu     sync.Mutex
	timer  *time.Timer
	passed chan struct{} // closed when the deadline has passed
}

func newLimit() *limit { return &limit{passed: make(chan struct{})} }

func (l *limit) set(t time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.timer != nil && !l.timer.Stop() {
		<-l.passed // the timer's function is about to close the channel
	}
	l.timer = nil
	over := closed(l.passed)
	if t.IsZero() || time.Until(t) > 0 {
		if over {
			l.passed = make(chan struct{})
		}
		if !t.IsZero() {
			passed := l.passed
			l.timer = time.AfterFunc(time.Until(t), func() { close(passed) })
		}
	} else if !over {
		close(l.passed)
	}
}

func (l *limit) wait() chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.passed
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "pipe" }

// A pipe is one end of a Pipe: a writer offers its bytes until readers have consumed all of them; each reader reports
// how many it consumed.
type pipe struct {
	writing       sync.Mutex
	offers, offer chan []byte
	taken, take   chan int // how many bytes readers of the other end consumed, and readers of this end
	once          sync.Once
	done          chan struct{}
	otherDone     chan struct{}
	reads, writes *limit
}

// Pipe returns a connection inside the program: it buffers nothing, so a write waits for its readers.
func Pipe() (Conn, Conn) {
	b1, b2 := make(chan []byte), make(chan []byte)
	n1, n2 := make(chan int), make(chan int)
	d1, d2 := make(chan struct{}), make(chan struct{})
	p1 := &pipe{offers: b1, offer: b2, take: n1, taken: n2, done: d1, otherDone: d2, reads: newLimit(), writes: newLimit()}
	p2 := &pipe{offers: b2, offer: b1, take: n2, taken: n1, done: d2, otherDone: d1, reads: newLimit(), writes: newLimit()}
	return p1, p2
}

func (*pipe) LocalAddr() Addr  { return pipeAddr{} }
func (*pipe) RemoteAddr() Addr { return pipeAddr{} }

func (p *pipe) Read(b []byte) (int, error) {
	n, err := p.read(b)
	if err != nil && err != io.EOF && err != io.ErrClosedPipe {
		err = &OpError{Op: "read", Net: "pipe", Err: err}
	}
	return n, err
}

func (p *pipe) read(b []byte) (int, error) {
	late := p.reads.wait()
	err := p.ended(late, io.EOF)
	if err == nil {
		select {
		case from := <-p.offers:
			n := copy(b, from)
			p.take <- n
			return n, nil
		case <-p.done:
		case <-p.otherDone:
		case <-late:
		}
		err = p.ended(late, io.EOF)
	}
	return 0, err
}

// ended returns why reads and writes fail: an end is closed, or the deadline has passed. It returns
// other if only the other end is closed, and nil if they can continue.
func (p *pipe) ended(late <-chan struct{}, other error) error {
	switch {
	case closed(p.done):
		return io.ErrClosedPipe
	case closed(p.otherDone):
		return other
	case closed(late):
		return os.ErrDeadlineExceeded
	}
	return nil
}

func (p *pipe) Write(b []byte) (int, error) {
	n, err := p.write(b)
	if err != nil && err != io.ErrClosedPipe {
		err = &OpError{Op: "write", Net: "pipe", Err: err}
	}
	return n, err
}

func (p *pipe) write(b []byte) (n int, err error) {
	if err := p.ended(p.writes.wait(), io.ErrClosedPipe); err != nil {
		return 0, err
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	for {
		late := p.writes.wait()
		select {
		case p.offer <- b:
			m := <-p.taken
			n += m
			if b = b[m:]; len(b) == 0 {
				return n, nil
			}
			continue
		case <-p.done:
		case <-p.otherDone:
		case <-late:
		}
		return n, p.ended(late, io.ErrClosedPipe)
	}
}

func (p *pipe) SetDeadline(t time.Time) error {
	if closed(p.done) || closed(p.otherDone) {
		return io.ErrClosedPipe
	}
	p.reads.set(t)
	p.writes.set(t)
	return nil
}

func (p *pipe) SetReadDeadline(t time.Time) error {
	if closed(p.done) || closed(p.otherDone) {
		return io.ErrClosedPipe
	}
	p.reads.set(t)
	return nil
}

func (p *pipe) SetWriteDeadline(t time.Time) error {
	if closed(p.done) || closed(p.otherDone) {
		return io.ErrClosedPipe
	}
	p.writes.set(t)
	return nil
}

func (p *pipe) Close() error {
	p.once.Do(func() { close(p.done) })
	return nil
}
