package exec

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"strconv"
	"syscall"
)

// files returns the files for the program. Readers and writers that are not files are connected through pipes.
func (c *Cmd) files() ([]*os.File, error) {
	stdin, err := c.input()
	if err != nil {
		return nil, err
	}
	stdout, err := c.output(c.Stdout)
	if err != nil {
		return nil, err
	}
	stderr := stdout
	if c.Stderr == nil || !same(c.Stderr, c.Stdout) {
		if stderr, err = c.output(c.Stderr); err != nil {
			return nil, err
		}
	}
	return append([]*os.File{stdin, stdout, stderr}, c.ExtraFiles...), nil
}

// same reports whether both values are equal; false if they cannot be compared.
func same(a, b any) bool {
	defer func() { recover() }()
	return a == b
}

// openNull opens the null device.
func (c *Cmd) openNull(flag int) (*os.File, error) {
	f, err := os.OpenFile(os.DevNull, flag, 0)
	if err != nil {
		return nil, err
	}
	c.theirs = append(c.theirs, f)
	return f, nil
}

func (c *Cmd) input() (*os.File, error) {
	switch stdin := c.Stdin.(type) {
	case nil:
		return c.openNull(os.O_RDONLY)
	case *os.File:
		return stdin, nil
	}
	r, w, err := os.Pipe()
	if err == nil {
		c.pass(r, w, func() error {
			_, err := io.Copy(w, c.Stdin)
			if unread(err) {
				err = nil
			}
			return cmp.Or(err, w.Close())
		})
	}
	return r, err
}

// pass records a pipe: the program gets the end theirs, and copy moves the data at the end ours.
func (c *Cmd) pass(theirs, ours *os.File, copy func() error) {
	c.theirs, c.ours, c.copies = append(c.theirs, theirs), append(c.ours, ours), append(c.copies, copy)
}

// unread reports whether err means that the program did not read all its input, which it need not do.
func unread(err error) bool {
	e, ok := err.(*fs.PathError)
	return ok && e.Op == "write" && e.Path == "|1" && e.Err == syscall.EPIPE
}

func (c *Cmd) output(to io.Writer) (*os.File, error) {
	switch to := to.(type) {
	case nil:
		return c.openNull(os.O_WRONLY)
	case *os.File:
		return to, nil
	}
	r, w, err := os.Pipe()
	if err == nil {
		c.pass(w, r, func() error {
			_, err := io.Copy(to, r)
			r.Close() // a writer that failed accepts no more data: closing the pipe tells the program
			return err
		})
	}
	return w, err
}

// pipe makes a pipe for the stream with this name, which must not be set.
func (c *Cmd) pipe(name string, set bool) (r, w *os.File, err error) {
	if set {
		return nil, nil, errors.New("exec: " + name + " already set")
	}
	if c.Process != nil {
		return nil, nil, errors.New("exec: " + name + "Pipe after process started")
	}
	return os.Pipe()
}

// StdinPipe returns a pipe to the program's standard input. Wait closes it; the caller may have to close it before.
func (c *Cmd) StdinPipe() (io.WriteCloser, error) {
	r, w, err := c.pipe("Stdin", c.Stdin != nil)
	if err != nil {
		return nil, err
	}
	c.Stdin = r
	c.theirs = append(c.theirs, r)
	c.ours = append(c.ours, w)
	return w, nil
}

// StdoutPipe returns a pipe from the program's standard output. Wait closes it, so the caller must read all data before.
func (c *Cmd) StdoutPipe() (io.ReadCloser, error) {
	r, w, err := c.pipe("Stdout", c.Stdout != nil)
	if err != nil {
		return nil, err
	}
	c.Stdout = w
	c.theirs = append(c.theirs, w)
	c.ours = append(c.ours, r)
	return r, nil
}

// StderrPipe returns a pipe from the program's standard error. Wait closes it, so the caller must read all data before.
func (c *Cmd) StderrPipe() (io.ReadCloser, error) {
	r, w, err := c.pipe("Stderr", c.Stderr != nil)
	if err != nil {
		return nil, err
	}
	c.Stderr = w
	c.theirs = append(c.theirs, w)
	c.ours = append(c.ours, r)
	return r, nil
}

// An ends is a writer that keeps the beginning and the end of the written text.
type ends struct {
	first []byte
	last  []byte // up to twice kept bytes
	lost  int64
}

// kept is how many bytes of the beginning, and of the end, are kept.
const kept = 32 << 10

func (e *ends) Write(p []byte) (n int, err error) {
	n = len(p)
	room := min(kept-len(e.first), n)
	e.first = append(e.first, p[:room]...)
	p = p[room:]
	if over := len(p) - kept; over > 0 {
		e.lost += int64(over)
		p = p[over:]
	}
	e.last = append(e.last, p...)
	if len(e.last) > 2*kept {
		e.trim()
	}
	return n, nil
}

func (e *ends) trim() {
	if over := len(e.last) - kept; over > 0 {
		e.lost += int64(over)
		e.last = append(e.last[:0], e.last[over:]...)
	}
}

func (e *ends) bytes() []byte {
	e.trim()
	all := e.first
	if e.lost > 0 {
		all = append(all, "\n... omitting "+strconv.FormatInt(e.lost, 10)+" bytes ...\n"...)
	}
	return append(all, e.last...)
}
