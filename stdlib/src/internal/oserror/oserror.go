// Package oserror has the kinds of errors that syscall, os and io/fs share.
package oserror

import "errors"

// The kinds of errors of a file system, for errors.Is.
var (
	ErrInvalid    = errors.New("invalid argument")
	ErrPermission = errors.New("permission denied")
	ErrExist      = errors.New("file already exists")
	ErrNotExist   = errors.New("file does not exist")
	ErrClosed     = errors.New("file already closed")
)
