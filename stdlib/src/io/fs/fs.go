// Package fs has the interfaces of a file system and what works on any of them.
package fs

import (
	"errors"
	"internal/fs"
	"internal/oserror"
	"path"
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

// SkipDir makes a walk skip the directory; it is no error.
var SkipDir = errors.New("skip this directory")

// SkipAll makes a walk end; it is no error.
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

// A StatFS describes files itself.
type StatFS interface {
	FS
	Stat(name string) (FileInfo, error)
}

// A GlobFS matches names itself.
type GlobFS interface {
	FS
	Glob(pattern string) ([]string, error)
}

// A SubFS gives its subtrees itself.
type SubFS interface {
	FS
	Sub(dir string) (FS, error)
}

// A ReadLinkFS knows symbolic links.
type ReadLinkFS interface {
	FS
	ReadLink(name string) (string, error)
	Lstat(name string) (FileInfo, error)
}

// A WalkDirFunc is called for each file of a walk.
type WalkDirFunc func(path string, d DirEntry, err error) error

// ValidPath tells whether name may be given to Open: elements without ".", ".." or emptiness; "." alone is the root.
func ValidPath(name string) bool { return fs.ValidPath(name) }

// Stat describes a file.
func Stat(fsys FS, name string) (FileInfo, error) {
	if fsys, ok := fsys.(StatFS); ok {
		return fsys.Stat(name)
	}
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.Stat()
}

// Lstat describes a file without following a link, where fsys knows links.
func Lstat(fsys FS, name string) (FileInfo, error) {
	if fsys, ok := fsys.(ReadLinkFS); ok {
		return fsys.Lstat(name)
	}
	return Stat(fsys, name)
}

// ReadLink reads a symbolic link.
func ReadLink(fsys FS, name string) (string, error) {
	if fsys, ok := fsys.(ReadLinkFS); ok {
		return fsys.ReadLink(name)
	}
	return "", &PathError{Op: "readlink", Path: name, Err: ErrInvalid}
}

// ReadFile reads a whole file.
func ReadFile(fsys FS, name string) ([]byte, error) {
	if fsys, ok := fsys.(ReadFileFS); ok {
		return fsys.ReadFile(name)
	}
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data := make([]byte, 0, 512)
	for {
		n, err := file.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err != nil {
			if err.Error() == "EOF" {
				err = nil
			}
			return data, err
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}

// ReadDir reads a directory; the entries are sorted by name.
func ReadDir(fsys FS, name string) ([]DirEntry, error) {
	if fsys, ok := fsys.(ReadDirFS); ok {
		return fsys.ReadDir(name)
	}
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	dir, ok := file.(ReadDirFile)
	if !ok {
		return nil, &PathError{Op: "readdir", Path: name, Err: errors.New("not implemented")}
	}
	list, err := dir.ReadDir(-1)
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && list[j].Name() < list[j-1].Name(); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	return list, err
}

type dirInfo struct{ info FileInfo }

func (d dirInfo) Name() string            { return d.info.Name() }
func (d dirInfo) IsDir() bool             { return d.info.IsDir() }
func (d dirInfo) Type() FileMode          { return d.info.Mode().Type() }
func (d dirInfo) Info() (FileInfo, error) { return d.info, nil }
func (d dirInfo) String() string          { return FormatDirEntry(d) }

// FileInfoToDirEntry makes an entry of info.
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
	info, err := Stat(fsys, root)
	if err != nil {
		err = fn(root, nil, err)
	} else {
		err = walkDir(fsys, root, FileInfoToDirEntry(info), fn)
	}
	if err == SkipDir || err == SkipAll {
		return nil
	}
	return err
}

func walkDir(fsys FS, name string, d DirEntry, fn WalkDirFunc) error {
	if err := fn(name, d, nil); err != nil || !d.IsDir() {
		if err == SkipDir && d.IsDir() {
			err = nil
		}
		return err
	}
	dirs, err := ReadDir(fsys, name)
	if err != nil {
		if err = fn(name, d, err); err != nil {
			if err == SkipDir && d.IsDir() {
				err = nil
			}
			return err
		}
	}
	for _, sub := range dirs {
		if err := walkDir(fsys, path.Join(name, sub.Name()), sub, fn); err != nil {
			if err == SkipDir {
				break
			}
			return err
		}
	}
	return nil
}
