package os

import (
	"errors"
	"internal/oserror"
	"internal/poll"
	"syscall"
)

// The kinds of errors, for errors.Is.
var (
	ErrInvalid    = oserror.ErrInvalid
	ErrPermission = oserror.ErrPermission
	ErrExist      = oserror.ErrExist
	ErrNotExist   = oserror.ErrNotExist
	ErrClosed     = oserror.ErrClosed

	ErrNoDeadline       = poll.ErrNoDeadline
	ErrDeadlineExceeded = poll.ErrDeadlineExceeded
)

var errNegative = errors.New("negative offset")
var errAppend = errors.New("os: invalid use of WriteAt on file opened with O_APPEND")

// A SyscallError is an error with the name of the system call that failed.
type SyscallError struct {
	Syscall string
	Err     error
}

func (e *SyscallError) Error() string { return e.Syscall + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *SyscallError) Unwrap() error { return e.Err }

// Timeout reports whether the cause is a timeout.
func (e *SyscallError) Timeout() bool {
	t, ok := e.Err.(interface{ Timeout() bool })
	return ok && t.Timeout()
}

// NewSyscallError returns a SyscallError; nil for nil.
func NewSyscallError(syscall string, err error) error {
	if err == nil {
		return nil
	}
	return &SyscallError{syscall, err}
}

// A LinkError is an error of an operation on two names.
type LinkError struct {
	Op  string
	Old string
	New string
	Err error
}

func (e *LinkError) Error() string { return e.Op + " " + e.Old + " " + e.New + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *LinkError) Unwrap() error { return e.Err }

// IsExist reports whether err says that a file exists already.
func IsExist(err error) bool { return isKind(err, ErrExist) }

// IsNotExist reports whether err says that a file does not exist.
func IsNotExist(err error) bool { return isKind(err, ErrNotExist) }

// IsPermission reports whether err says that permission was denied.
func IsPermission(err error) bool { return isKind(err, ErrPermission) }

// IsTimeout reports whether err is a timeout.
func IsTimeout(err error) bool {
	t, ok := cause(err).(interface{ Timeout() bool })
	return ok && t.Timeout()
}

// cause removes the wrappers of this package from err; unlike errors.Is, it does not unwrap others.
func cause(err error) error {
	switch e := err.(type) {
	case *PathError:
		return e.Err
	case *LinkError:
		return e.Err
	case *SyscallError:
		return e.Err
	}
	return err
}

func isKind(err, kind error) bool {
	err = cause(err)
	if err == kind {
		return true
	}
	e, ok := err.(syscall.Errno)
	return ok && e.Is(kind)
}
