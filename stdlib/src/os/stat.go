package os

import (
	"internal/testlog"
	"syscall"
	"time"
)

// fileStat is the kernel's description of a file.
type fileStat struct {
	name string
	st   syscall.Stat_t
}

func (s *fileStat) Name() string       { return s.name }
func (s *fileStat) Size() int64        { return s.st.Size }
func (s *fileStat) Mode() FileMode     { return goMode(s.st.Mode) }
func (s *fileStat) ModTime() time.Time { return time.Unix(s.st.Mtim.Sec, s.st.Mtim.Nsec) }
func (s *fileStat) IsDir() bool        { return s.Mode().IsDir() }
func (s *fileStat) Sys() any           { return &s.st }

// goMode returns a FileMode for the kernel's mode.
func goMode(bits uint32) FileMode {
	m := FileMode(bits & 0777)
	switch bits & syscall.S_IFMT {
	case syscall.S_IFBLK:
		m |= ModeDevice
	case syscall.S_IFCHR:
		m |= ModeDevice | ModeCharDevice
	case syscall.S_IFDIR:
		m |= ModeDir
	case syscall.S_IFIFO:
		m |= ModeNamedPipe
	case syscall.S_IFLNK:
		m |= ModeSymlink
	case syscall.S_IFSOCK:
		m |= ModeSocket
	}
	if bits&syscall.S_ISGID != 0 {
		m |= ModeSetgid
	}
	if bits&syscall.S_ISUID != 0 {
		m |= ModeSetuid
	}
	if bits&syscall.S_ISVTX != 0 {
		m |= ModeSticky
	}
	return m
}

// base returns the last element of a name.
func base(name string) string {
	for len(name) > 1 && name[len(name)-1] == '/' {
		name = name[:len(name)-1]
	}
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '/' && i+1 < len(name) {
			return name[i+1:]
		}
	}
	return name
}

// Stat describes a file, following links.
func Stat(name string) (FileInfo, error) {
	testlog.Stat(name)
	s := &fileStat{name: base(name)}
	if err := syscall.Stat(name, &s.st); err != nil {
		return nil, &PathError{Op: "stat", Path: name, Err: err}
	}
	return s, nil
}

// Lstat describes a file or link.
func Lstat(name string) (FileInfo, error) {
	testlog.Stat(name)
	s := &fileStat{name: base(name)}
	if err := syscall.Lstat(name, &s.st); err != nil {
		return nil, &PathError{Op: "lstat", Path: name, Err: err}
	}
	return s, nil
}

// Stat describes the file.
func (f *File) Stat() (FileInfo, error) {
	if f == nil {
		return nil, ErrInvalid
	}
	s := &fileStat{name: base(f.name)}
	if err := syscall.Fstat(f.fd, &s.st); err != nil {
		return nil, f.fail("stat", err)
	}
	return s, nil
}

// SameFile reports whether both describe the same file.
func SameFile(fi1, fi2 FileInfo) bool {
	a, ok1 := fi1.(*fileStat)
	b, ok2 := fi2.(*fileStat)
	return ok1 && ok2 && a.st.Dev == b.st.Dev && a.st.Ino == b.st.Ino
}

// stamp converts t for the kernel; the zero time leaves the file's time unchanged.
func stamp(t time.Time) int64 {
	if t.IsZero() {
		return -1 << 63
	}
	return t.UnixNano()
}

// Chtimes sets the times of a file.
func Chtimes(name string, atime time.Time, mtime time.Time) error {
	if err := syscall.SetTimes(name, stamp(atime), stamp(mtime)); err != nil {
		return &PathError{Op: "chtimes", Path: name, Err: err}
	}
	return nil
}
