// Package poll has sockets and pipes for which a goroutine waits without blocking its thread. Packages net and os use
// it.
package poll

import (
	"errors"
	"internal/rt"
	"io"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// The errors for closed descriptors and for deadlines that have passed.
var (
	ErrNetClosing       error = errNetClosing{}
	ErrFileClosing            = errors.New("use of closed file")
	ErrNoDeadline             = errors.New("file type does not support deadline")
	ErrNotPollable            = errors.New("not pollable")
	ErrDeadlineExceeded error = &DeadlineExceededError{}
)

type errNetClosing struct{}

func (errNetClosing) Error() string   { return "use of closed network connection" }
func (errNetClosing) Timeout() bool   { return false }
func (errNetClosing) Temporary() bool { return false }

// A DeadlineExceededError is a timeout.
type DeadlineExceededError struct{}

func (e *DeadlineExceededError) Error() string   { return "i/o timeout" }
func (e *DeadlineExceededError) Timeout() bool   { return true }
func (e *DeadlineExceededError) Temporary() bool { return true }

// Codes other than error numbers.
const (
	codeClosed   = -1
	codeTimedOut = -2
)

// An FD is a file descriptor. At most one goroutine reads and one writes; others wait for their turn. Close
// makes all of them fail, and closes the descriptor after the last one has left.
type FD struct {
	pd   int
	file bool         // a file of package os
	Eof  bool         // an empty read means the end of the file
	raw  sync.RWMutex // held for reading while a caller uses the descriptor itself, so that Close waits
}

// New makes an FD of fd, which must be in non-blocking mode. If it is not a file's, the collector closes it once it is
// unreachable.
func New(fd int, file bool) (*FD, error) {
	pd, errno := open(fd, file)
	if errno != 0 {
		return nil, syscall.Errno(errno)
	}
	new := &FD{pd: pd, file: file, Eof: true}
	if !file {
		runtime.SetFinalizer(new, (*FD).Close)
	}
	return new, nil
}

// failure returns the error of a code, nil of 0.
func (fd *FD) failure(code int) error {
	switch {
	case code == 0:
		return nil
	case code == codeTimedOut:
		return ErrDeadlineExceeded
	case code > 0:
		return syscall.Errno(code)
	case fd.file:
		return ErrFileClosing
	}
	return ErrNetClosing
}

// Sysfd returns the descriptor, -1 once closed.
func (fd *FD) Sysfd() int { return fdOf(fd.pd) }

// Close closes the descriptor and waits until no goroutine uses it.
func (fd *FD) Close() error {
	if !fd.file {
		runtime.SetFinalizer(fd, nil)
	}
	fd.raw.Lock()
	defer fd.raw.Unlock()
	return fd.failure(closeDesc(fd.pd))
}

// Control calls f with the descriptor; Close waits for f.
func (fd *FD) Control(f func(fd uintptr)) error {
	fd.raw.RLock()
	defer fd.raw.RUnlock()
	s := fd.Sysfd()
	if s < 0 {
		return fd.failure(codeClosed)
	}
	f(uintptr(s))
	return nil
}

// RawRead calls f until it returns true, and before each further call waits until the descriptor is readable. If the
// deadline has passed, it does not call f.
func (fd *FD) RawRead(f func(fd uintptr) bool) error { return fd.rawUntil(f, false) }

// RawWrite is RawRead for writing.
func (fd *FD) RawWrite(f func(fd uintptr) bool) error { return fd.rawUntil(f, true) }

func (fd *FD) rawUntil(f func(fd uintptr) bool, write bool) error {
	if err := fd.failure(check(fd.pd, write)); err != nil {
		return err
	}
	for {
		done := false
		if err := fd.Control(func(s uintptr) { done = f(s) }); done || err != nil {
			return err
		}
		if err := fd.failure(waitReady(fd.pd, write)); err != nil {
			return err
		}
	}
}

// Read reads up to len(p) bytes.
func (fd *FD) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	n, code := read(fd.pd, p)
	if code != 0 {
		return 0, fd.failure(code)
	}
	if n == 0 && fd.Eof {
		return 0, io.EOF
	}
	return n, nil
}

// Write writes all of p.
func (fd *FD) Write(p []byte) (int, error) {
	n, code := write(fd.pd, p)
	if code != 0 {
		return n, fd.failure(code)
	}
	return n, nil
}

// ReadFrom reads one packet; it stores the sender's address in from, and returns the address's length as the second result.
func (fd *FD) ReadFrom(p []byte, from []byte) (n int, len int, err error) {
	n, len, code := receive(fd.pd, p, from)
	return n, len, fd.failure(code)
}

// WriteTo sends one packet.
func (fd *FD) WriteTo(p []byte, to []byte) (int, error) {
	n, code := send(fd.pd, p, to)
	return n, fd.failure(code)
}

// Accept accepts the next connection.
func (fd *FD) Accept(from []byte) (new int, len int, err error) {
	new, len, code := accept(fd.pd, from)
	return new, len, fd.failure(code)
}

// Connect connects, and waits until the connection is made or fails.
func (fd *FD) Connect(to []byte) error { return fd.failure(connect(fd.pd, to)) }

// WaitRead waits until the descriptor is readable.
func (fd *FD) WaitRead() error { return fd.failure(waitReady(fd.pd, false)) }

// WaitWrite waits until the descriptor is writable.
func (fd *FD) WaitWrite() error { return fd.failure(waitReady(fd.pd, true)) }

// Bind binds a socket to an address.
func (fd *FD) Bind(address []byte) error { return fd.failure(bind(fd.pd, address)) }

// Listen makes a socket accept connections.
func (fd *FD) Listen(backlog int) error { return fd.failure(listen(fd.pd, backlog)) }

// Shutdown closes one direction or both.
func (fd *FD) Shutdown(how int) error { return fd.failure(shutdown(fd.pd, how)) }

// SetInt sets an option that is a C int.
func (fd *FD) SetInt(level, name, value int) error {
	v := uint32(value)
	return fd.SetOption(level, name, []byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)})
}

// SetOption sets an option.
func (fd *FD) SetOption(level, name int, value []byte) error {
	return fd.failure(setOption(fd.pd, level, name, value))
}

// Option returns the value of an option that is a C int.
func (fd *FD) Option(level, opt int) (int, error) {
	value, code := option(fd.pd, level, opt)
	return value, fd.failure(code)
}

// Name returns the address of the socket, or of its peer.
func (fd *FD) Name(peer bool) ([]byte, error) {
	buf := make([]byte, 128)
	n, code := name(fd.pd, peer, buf)
	return buf[:n], fd.failure(code)
}

// SetDeadline sets both deadlines.
func (fd *FD) SetDeadline(t time.Time) error {
	if err := fd.SetReadDeadline(t); err != nil {
		return err
	}
	return fd.SetWriteDeadline(t)
}

// SetReadDeadline makes reads fail from t on; the zero time means never.
func (fd *FD) SetReadDeadline(t time.Time) error {
	return fd.failure(setDeadline(fd.pd, false, instant(t)))
}

// SetWriteDeadline makes writes fail from t on; the zero time means never.
func (fd *FD) SetWriteDeadline(t time.Time) error {
	return fd.failure(setDeadline(fd.pd, true, instant(t)))
}

// instant converts t to the monotonic clock; 0 means never.
func instant(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	now := rt.Nanotime()
	d := int64(time.Until(t))
	if d > 1<<63-1-now {
		return 1<<63 - 1
	}
	return max(now+d, 1)
}

// Open opens a file, and reports whether it is a FIFO, for which goroutines can wait.
func Open(path string, flag int, mode uint32) (fd int, fifo bool, err error) {
	fd, fifo, errno := openFile(path, flag, mode)
	if errno != 0 {
		return -1, false, syscall.Errno(errno)
	}
	return fd, fifo, nil
}

// Socket returns a new socket in non-blocking mode.
func Socket(domain, kind, protocol int) (int, error) {
	fd, errno := socket(domain, kind, protocol)
	if errno != 0 {
		return -1, syscall.Errno(errno)
	}
	return fd, nil
}

// SetNonblock sets or clears the mode.
func SetNonblock(fd int, on bool) error {
	if errno := setNonblocking(fd, on); errno != 0 {
		return syscall.Errno(errno)
	}
	return nil
}

// IsNonblock reports whether the descriptor is in non-blocking mode.
func IsNonblock(fd int) bool { return isNonblocking(fd) }

// LookUp asks the system's resolver for the addresses of a host; it returns one a line.
func LookUp(host string) (string, bool) {
	list, errno := lookUp(host)
	return list, errno == 0
}

// In the following natives a code is 0, an error number of the kernel, codeClosed or codeTimedOut. Operations that
// would block wait for their turn and for the descriptor, without occupying a thread.

// open registers fd, a file or a socket, so that goroutines can wait for it; for regular files it fails (EPERM).
func open(fd int, file bool) (pd int, errno int)

// closeDesc closes the descriptor and waits until the last user has left.
func closeDesc(pd int) (code int)

// fdOf returns the system's descriptor, -1 once closed.
func fdOf(pd int) int

// setDeadline makes reads or writes fail from when on (monotonic nanoseconds; 0 means never).
func setDeadline(pd int, write bool, when int64) (code int)

// read calls read(2) once.
func read(pd int, p []byte) (n int, code int)

// write writes all of p, with several calls of write(2) if needed.
func write(pd int, p []byte) (n int, code int)

// receive calls recvfrom(2) once; len is the length of the address in from, which may be cut.
func receive(pd int, p []byte, from []byte) (n int, len int, code int)

// send calls sendto(2) once, or send(2) if to is empty.
func send(pd int, p []byte, to []byte) (n int, code int)

// accept calls accept4(2).
func accept(pd int, from []byte) (fd int, len int, code int)

// connect calls connect(2) and waits until the connection is made or fails.
func connect(pd int, to []byte) (code int)

// waitReady waits until pd is readable, or writable.
func waitReady(pd int, write bool) (code int)

// check returns an error if the descriptor is closed or its deadline has passed.
func check(pd int, write bool) (code int)

// socket calls socket(2), with close-on-exec and non-blocking mode.
func socket(domain, kind, protocol int) (fd int, errno int)

// bind calls bind(2).
func bind(pd int, address []byte) (code int)

// listen calls listen(2).
func listen(pd int, backlog int) (code int)

// shutdown calls shutdown(2).
func shutdown(pd int, how int) (code int)

// setOption calls setsockopt(2).
func setOption(pd int, level, name int, value []byte) (code int)

// option calls getsockopt(2) for a C int.
func option(pd int, level, name int) (value int, code int)

// name calls getsockname(2) or getpeername(2); len is the length of the address in to.
func name(pd int, peer bool, to []byte) (len int, code int)

// openFile calls open(2) and fstat(2).
func openFile(path string, flag int, mode uint32) (fd int, fifo bool, errno int)

// setNonblocking sets or clears O_NONBLOCK.
func setNonblocking(fd int, on bool) (errno int)

// isNonblocking reports whether O_NONBLOCK is set.
func isNonblocking(fd int) bool

// lookUp asks the system's resolver; it returns the addresses as text, one a line.
func lookUp(host string) (list string, errno int)
