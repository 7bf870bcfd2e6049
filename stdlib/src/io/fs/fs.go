// Package fs has the interfaces of a file system and functions on any file system.
package fs

import (
	"cmp"
	"errors"
	"internal/fs"
	"internal/oserror"
	"path"
	"slices"
	"time"
)

// The types that package os shares.
type (
	FS        = fs.FS
	File      = fs.File
	FileInfo  = fs.FileInfo
	DirEntry  = fs.DirEntry
	FileMode  = fs.FileMode
	PathError = fs.PathError
)

// The kinds of errors, for errors.Is.
var (
	ErrInvalid    = oserror.ErrInvalid
	ErrPermission = oserror.ErrPermission
	ErrExist      = oserror.ErrExist
	ErrNotExist   = oserror.ErrNotExist
	ErrClosed     = oserror.ErrClosed
)

// The mode bits.
const (
	ModeDir        = fs.ModeDir
	ModeAppend     = fs.ModeAppend
	ModeExclusive  = fs.ModeExclusive
	ModeTemporary  = fs.ModeTemporary
	ModeSymlink    = fs.ModeSymlink
	ModeDevice     = fs.ModeDevice
	ModeNamedPipe  = fs.ModeNamedPipe
	ModeSocket     = fs.ModeSocket
	ModeSetuid     = fs.ModeSetuid
	ModeSetgid     = fs.ModeSetgid
	ModeCharDevice = fs.ModeCharDevice
	ModeSticky     = fs.ModeSticky
	ModeIrregular  = fs.ModeIrregular
	ModeType       = fs.ModeType
	ModePerm       = fs.ModePerm
)

// SkipDir makes a walk skip the directory; the walk does not return it.
var SkipDir = errors.New("skip this directory")

// SkipAll ends a walk; the walk does not return it.
var SkipAll = errors.New("skip everything and stop the walk")

// A ReadDirFile is an open directory.
type ReadDirFile interface {
	File
	ReadDir(n int) ([]DirEntry, error)
}

// A ReadDirFS reads directories itself.
type ReadDirFS interface {
	FS
	ReadDir(name string) ([]DirEntry, error)
}

// A ReadFileFS reads whole files itself.
type ReadFileFS interface {
	FS
	ReadFile(name string) ([]byte, error)
}

// A StatFS has its own method Stat.
type StatFS interface {
	FS
	Stat(name string) (FileInfo, error)
}

// A GlobFS has its own method Glob.
type GlobFS interface {
	FS
	Glob(pattern string) ([]string, error)
}

// A SubFS has its own method Sub.
type SubFS interface {
	FS
	Sub(dir string) (FS, error)
}

// A ReadLinkFS supports symbolic links.
type ReadLinkFS interface {
	FS
	ReadLink(name string) (string, error)
	Lstat(name string) (FileInfo, error)
}

// A WalkDirFunc is called for each file of a walk.
type WalkDirFunc func(path string, d DirEntry, err error) error

// ValidPath reports whether name is valid for Open: its elements are neither ".", ".." nor empty; "." alone is the root.
func ValidPath(name string) bool { return fs.ValidPath(name) }

// opened opens a file, calls use and closes it.
func opened[T any](fsys FS, name string, use func(File) (T, error)) (result T, err error) {
	file, err := fsys.Open(name)
	if err != nil {
		return result, err
	}
	defer file.Close()
	return use(file)
}

// Stat describes a file.
func Stat(fsys FS, name string) (FileInfo, error) {
	if own, ok := fsys.(StatFS); ok {
		return own.Stat(name)
	}
	return opened(fsys, name, File.Stat)
}

// Lstat describes a file without following a link, if fsys supports links.
func Lstat(fsys FS, name string) (FileInfo, error) {
	if own, ok := fsys.(ReadLinkFS); ok {
		return own.Lstat(name)
	}
	return Stat(fsys, name)
}

// ReadLink reads a symbolic link.
func ReadLink(fsys FS, name string) (string, error) {
	own, ok := fsys.(ReadLinkFS)
	if !ok {
		return "", &PathError{"readlink", name, ErrInvalid}
	}
	return own.ReadLink(name)
}

// ReadFile reads a whole file.
func ReadFile(fsys FS, name string) ([]byte, error) {
	if own, ok := fsys.(ReadFileFS); ok {
		return own.ReadFile(name)
	}
	return opened(fsys, name, readAll)
}

func readAll(file File) ([]byte, error) {
	data := make([]byte, 0, 512)
	for {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := file.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case err == nil:
		case err.Error() == "EOF": // compared by text, so that package io need not be loaded
			return data, nil
		default:
			return data, err
		}
	}
}

// ReadDir reads a directory; the entries are sorted by name.
func ReadDir(fsys FS, name string) ([]DirEntry, error) {
	if own, ok := fsys.(ReadDirFS); ok {
		return own.ReadDir(name)
	}
	return opened(fsys, name, func(file File) ([]DirEntry, error) {
		dir, ok := file.(ReadDirFile)
		if !ok {
			return nil, &PathError{"readdir", name, errors.New("not implemented")}
		}
		entries, err := dir.ReadDir(-1)
		slices.SortFunc(entries, func(a, b DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
		return entries, err
	})
}

type dirInfo struct{ info FileInfo }

func (d dirInfo) Name() string            { return d.info.Name() }
func (d dirInfo) IsDir() bool             { return d.info.IsDir() }
func (d dirInfo) Type() FileMode          { return d.info.Mode().Type() }
func (d dirInfo) Info() (FileInfo, error) { return d.info, nil }
func (d dirInfo) String() string          { return FormatDirEntry(d) }

// FileInfoToDirEntry returns a directory entry for info.
func FileInfoToDirEntry(info FileInfo) DirEntry {
	if info == nil {
		return nil
	}
	return dirInfo{info}
}

// FormatFileInfo formats info in one line: mode, size, time, name.
func FormatFileInfo(info FileInfo) string {
	name := info.Name()
	size, sign := uint64(info.Size()), ""
	if info.Size() < 0 {
		size, sign = -size, "-"
	}
	var digits [20]byte
	at := len(digits)
	for {
		at--
		digits[at] = byte('0' + size%10)
		size /= 10
		if size == 0 {
			break
		}
	}
	s := info.Mode().String() + " " + sign + string(digits[at:]) + " " + info.ModTime().Format(time.DateTime) + " " + name
	if info.IsDir() {
		s += "/"
	}
	return s
}

// FormatDirEntry formats an entry in one line: type, name.
func FormatDirEntry(dir DirEntry) string {
	mode := dir.Type().String()
	s := mode[:len(mode)-9] + " " + dir.Name()
	if dir.IsDir() {
		s += "/"
	}
	return s
}

// WalkDir calls fn for root and everything below it, in the order of names.
func WalkDir(fsys FS, root string, fn WalkDirFunc) error {
	var err error
	if info, failed := Stat(fsys, root); failed == nil {
		err = walk{fsys, fn}.visit(root, FileInfoToDirEntry(info))
	} else {
		err = fn(root, nil, failed)
	}
	switch err {
	case SkipDir, SkipAll:
		return nil
	}
	return err
}

type walk struct {
	fsys FS
	fn   WalkDirFunc
}

// visit calls fn for a file and, if it is a directory, for all files below it. SkipDir ends the visit of a directory,
// whether fn returned it for the directory itself or for a file in it.
func (w walk) visit(name string, d DirEntry) error {
	err := w.fn(name, d, nil)
	if !d.IsDir() {
		return err
	}
	if err == nil {
		err = w.below(name, d)
	}
	if err == SkipDir {
		return nil
	}
	return err
}

func (w walk) below(name string, d DirEntry) error {
	entries, failed := ReadDir(w.fsys, name)
	if failed != nil {
		if err := w.fn(name, d, failed); err != nil {
			return err
		}
	}
	for _, entry := range entries {
		err := w.visit(path.Join(name, entry.Name()), entry)
		if err != nil {
			return err
		}
	}
	return nil
}
