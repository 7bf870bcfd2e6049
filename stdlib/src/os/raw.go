package os

import (
	"internal/oserror"
	"internal/poll"
	"runtime"
	"syscall"
)

// rawFile is a File's descriptor for system calls that package os does not make.
type rawFile struct{ f *File }

// SyscallConn returns the file's descriptor for calls of the program's own.
func (f *File) SyscallConn() (syscall.RawConn, error) {
	if f == nil {
		return nil, oserror.ErrInvalid
	}
	return rawFile{f}, nil
}

func (r rawFile) Control(f func(fd uintptr)) error {
	defer runtime.KeepAlive(r.f.file) // a wait keeps only the descriptor alive
	if r.f.wait != nil {
		return r.f.wait.Control(f)
	}
	return r.once(func(fd uintptr) bool {
		f(fd)
		return true
	})
}

func (r rawFile) Read(f func(fd uintptr) bool) error {
	defer runtime.KeepAlive(r.f.file) // a wait keeps only the descriptor alive
	if r.f.wait != nil {
		return r.f.wait.RawRead(f)
	}
	return r.once(f)
}

func (r rawFile) Write(f func(fd uintptr) bool) error {
	defer runtime.KeepAlive(r.f.file) // a wait keeps only the descriptor alive
	if r.f.wait != nil {
		return r.f.wait.RawWrite(f)
	}
	return r.once(f)
}

// once calls f, which must be done after one call, because the file is not one to wait for.
func (r rawFile) once(f func(fd uintptr) bool) error {
	fd := r.f.fd
	if fd < 0 {
		return poll.ErrFileClosing
	}
	if f(uintptr(fd)) {
		return nil
	}
	return poll.ErrNotPollable
}
