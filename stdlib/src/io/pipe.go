package io

import "errors"

// ErrClosedPipe is returned by reads and writes on a closed pipe.
var ErrClosedPipe = errors.New("io: read/write on closed pipe")

// lock is a mutex made from a channel: nearly every program loads package io, which need not load package sync for it.
type lock chan struct{}

func (l lock) Lock()   { l <- struct{}{} }
func (l lock) Unlock() { <-l }

// pipe connects a reader and a writer: each write waits until reads have consumed all its data.
type pipe struct {
	writing lock // held during a write, so that there is one at a time
	data    chan []byte
	taken   chan int
	done    chan struct{}

	mu     lock // guards the following fields
	closed bool
	rerr   error // the reader's error when it closed
	werr   error // the writer's error when it closed
}

// finish closes done at the first call; it stores err in one of the two errors, unless that is set already.
func (p *pipe) finish(reason *error, err error) {
	p.mu.Lock()
	if *reason == nil {
		*reason = err
	}
	if !p.closed {
		p.closed = true
		close(p.done)
	}
	p.mu.Unlock()
}

// reasons returns both errors of the closed pipe.
func (p *pipe) reasons() (rerr, werr error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.rerr, p.werr
}

func (p *pipe) isDone() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

func (p *pipe) readError() error {
	rerr, werr := p.reasons()
	if rerr == nil && werr != nil {
		return werr
	}
	return ErrClosedPipe
}

func (p *pipe) writeError() error {
	rerr, werr := p.reasons()
	if werr == nil && rerr != nil {
		return rerr
	}
	return ErrClosedPipe
}

// A PipeReader is the reading end of a pipe.
type PipeReader struct{ p *pipe }

// Read waits for a write or for the writer to close.
func (r *PipeReader) Read(data []byte) (n int, err error) {
	p := r.p
	if p.isDone() {
		return 0, p.readError()
	}
	select {
	case b := <-p.data:
		n = copy(data, b)
		p.taken <- n
		return n, nil
	case <-p.done:
		return 0, p.readError()
	}
}

// Close makes writes return ErrClosedPipe.
func (r *PipeReader) Close() error { return r.CloseWithError(nil) }

// CloseWithError makes writes return err.
func (r *PipeReader) CloseWithError(err error) error {
	if err == nil {
		err = ErrClosedPipe
	}
	r.p.finish(&r.p.rerr, err)
	return nil
}

// A PipeWriter is the writing end of a pipe.
type PipeWriter struct{ p *pipe }

// Write waits until all of data is read or the reader closes.
func (w *PipeWriter) Write(data []byte) (n int, err error) {
	p := w.p
	if p.isDone() {
		return 0, p.writeError()
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	for { // a write without data waits for a reader, too
		select {
		case <-p.done:
			return n, p.writeError()
		case p.data <- data:
			taken := <-p.taken
			n += taken
			data = data[taken:]
			if len(data) == 0 {
				return n, nil
			}
		}
	}
}

// Close makes reads return EOF.
func (w *PipeWriter) Close() error { return w.CloseWithError(nil) }

// CloseWithError makes reads return err.
func (w *PipeWriter) CloseWithError(err error) error {
	if err == nil {
		err = EOF
	}
	w.p.finish(&w.p.werr, err)
	return nil
}

// Pipe returns the two ends of a pipe in memory.
func Pipe() (*PipeReader, *PipeWriter) {
	p := &pipe{data: make(chan []byte), taken: make(chan int), done: make(chan struct{}), writing: make(lock, 1), mu: make(lock, 1)}
	return &PipeReader{p}, &PipeWriter{p}
}
