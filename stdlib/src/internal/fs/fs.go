// Package fs has the types of io/fs that package os needs. The package is separate from io/fs so that a
// program that only prints does not load the rest; its name is fs so that %T prints the names that programs expect.
package fs

import "time"

// A PathError is an error, with the operation and the path that caused it.
type PathError struct {
	Op   string
	Path string
	Err  error
}

func (e *PathError) Error() string { return e.Op + " " + e.Path + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *PathError) Unwrap() error { return e.Err }

// Timeout reports whether the cause is a timeout.
func (e *PathError) Timeout() bool {
	t, ok := e.Err.(interface{ Timeout() bool })
	return ok && t.Timeout()
}

// A FileInfo describes a file.
type FileInfo interface {
	Name() string
	Size() int64
	Mode() FileMode
	ModTime() time.Time
	IsDir() bool
	Sys() any
}

// A DirEntry is an entry of a directory.
type DirEntry interface {
	Name() string
	IsDir() bool
	Type() FileMode
	Info() (FileInfo, error)
}

// A FileMode is a file's mode and permission bits.
type FileMode uint32

// The mode bits; the lower nine are the usual rwxrwxrwx.
const (
	ModeDir        FileMode = 1 << (32 - 1 - iota) // d
	ModeAppend                                     // a
	ModeExclusive                                  // l
	ModeTemporary                                  // T
	ModeSymlink                                    // L
	ModeDevice                                     // D
	ModeNamedPipe                                  // p
	ModeSocket                                     // S
	ModeSetuid                                     // u
	ModeSetgid                                     // g
	ModeCharDevice                                 // c
	ModeSticky                                     // t
	ModeIrregular                                  // ?

	ModeType = ModeDir | ModeSymlink | ModeNamedPipe | ModeSocket | ModeDevice | ModeCharDevice | ModeIrregular

	ModePerm FileMode = 0777
)

func (m FileMode) String() string {
	var buf []byte
	for i, c := range "dalTLDpSugct?" {
		if m&(1<<uint(31-i)) != 0 {
			buf = append(buf, byte(c))
		}
	}
	if len(buf) == 0 {
		buf = append(buf, '-')
	}
	for i, c := range "rwxrwxrwx" {
		if m&(1<<uint(8-i)) == 0 {
			c = '-'
		}
		buf = append(buf, byte(c))
	}
	return string(buf)
}

// IsDir reports whether the mode is that of a directory.
func (m FileMode) IsDir() bool { return m&ModeDir != 0 }

// IsRegular reports whether the mode is that of a regular file.
func (m FileMode) IsRegular() bool { return m&ModeType == 0 }

// Perm returns the permission bits.
func (m FileMode) Perm() FileMode { return m & ModePerm }

// Type returns the type bits.
func (m FileMode) Type() FileMode { return m & ModeType }
