// Package embed gives a program access to the files that its //go:embed lines name.
package embed

import (
	"errors"
	"io"
	"io/fs"
	"strings"
	"time"
)

// failed returns the error of an operation on the file with this name.
func failed(op, name string, err error) error { return &fs.PathError{Op: op, Path: name, Err: err} }

// The errors of operations on the wrong kind of file.
var (
	errDirectory   = errors.New("is a directory")
	errNoDirectory = errors.New("not a directory")
)

// An FS is a read-only tree of files: those that match the patterns of the //go:embed lines above the variable. The
// zero FS is empty.
type FS struct {
	files *[]file // sorted by directory, then by name; directories end with a slash
}

// Embedded returns the FS that the compiler stores in a variable below //go:embed lines. For each file, in the order
// of FS.files, listing has the name, a zero byte, the length, a zero byte and the contents. Programs do not call
// Embedded.
func Embedded(listing string) FS {
	var files []file
	for listing != "" {
		var name, length string
		name, listing, _ = strings.Cut(listing, "\x00")
		length, listing, _ = strings.Cut(listing, "\x00")
		n := 0
		for _, digit := range length {
			n = n*10 + int(digit-'0')
		}
		files = append(files, file{name, listing[:n]})
		listing = listing[n:]
	}
	return FS{&files}
}

// A file is a file or a directory; it is its own fs.FileInfo and fs.DirEntry.
type file struct {
	name string
	data string
}

// split returns the directory of a name, and the last element.
func split(name string) (dir, elem string) {
	name = strings.TrimSuffix(name, "/")
	if slash := strings.LastIndexByte(name, '/'); slash >= 0 {
		return name[:slash], name[slash+1:]
	}
	return ".", name
}

func (f *file) Name() string {
	_, elem := split(f.name)
	return elem
}

func (f *file) Size() int64                { return int64(len(f.data)) }
func (f *file) ModTime() time.Time         { return time.Time{} }
func (f *file) IsDir() bool                { return strings.HasSuffix(f.name, "/") }
func (f *file) Sys() any                   { return nil }
func (f *file) Type() fs.FileMode          { return f.Mode().Type() }
func (f *file) Info() (fs.FileInfo, error) { return f, nil }
func (f *file) String() string             { return fs.FormatFileInfo(f) }

func (f *file) Mode() fs.FileMode {
	if f.IsDir() {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

// search returns the smallest index at which reached is true; reached is true for all greater ones, too.
func search(n int, reached func(int) bool) int {
	low := 0
	for low < n {
		if mid := (low + n) / 2; reached(mid) {
			n = mid
		} else {
			low = mid + 1
		}
	}
	return low
}

func (f FS) all() []file {
	if f.files == nil {
		return nil
	}
	return *f.files
}

// find returns the file with this name, nil if there is none.
func (f FS) find(name string) *file {
	if !fs.ValidPath(name) {
		return nil
	}
	if name == "." {
		return &file{name: "./"}
	}
	dir, elem := split(name)
	files := f.all()
	at := search(len(files), func(i int) bool {
		d, e := split(files[i].name)
		return d > dir || d == dir && e >= elem
	})
	if at < len(files) && strings.TrimSuffix(files[at].name, "/") == name {
		return &files[at]
	}
	return nil
}

// in returns the files of a directory.
func (f FS) in(dir string) []file {
	files := f.all()
	from := search(len(files), func(i int) bool {
		d, _ := split(files[i].name)
		return d >= dir
	})
	to := search(len(files), func(i int) bool {
		d, _ := split(files[i].name)
		return d > dir
	})
	return files[from:to]
}

// Open opens a file or directory. Files implement io.Seeker and io.ReaderAt.
func (f FS) Open(name string) (fs.File, error) {
	found := f.find(name)
	switch {
	case found == nil:
		return nil, failed("open", name, fs.ErrNotExist)
	case found.IsDir():
		return &openDir{found, f.in(name)}, nil
	}
	return &openFile{f: found}, nil
}

// entries returns files as directory entries.
func entries(files []file) []fs.DirEntry {
	list := make([]fs.DirEntry, len(files))
	for i := range files {
		list[i] = &files[i]
	}
	return list
}

// ReadDir returns the entries of a directory, sorted.
func (f FS) ReadDir(name string) ([]fs.DirEntry, error) {
	switch found := f.find(name); {
	case found == nil:
		return nil, failed("open", name, fs.ErrNotExist)
	case !found.IsDir():
		return nil, failed("read", name, errNoDirectory)
	}
	return entries(f.in(name)), nil
}

// ReadFile returns the contents of a file.
func (f FS) ReadFile(name string) ([]byte, error) {
	switch found := f.find(name); {
	case found == nil:
		return nil, failed("open", name, fs.ErrNotExist)
	case found.IsDir():
		return nil, failed("read", name, errDirectory)
	default:
		return []byte(found.data), nil
	}
}

type openFile struct {
	f  *file
	at int64
}

func (f *openFile) Close() error               { return nil }
func (f *openFile) Stat() (fs.FileInfo, error) { return f.f, nil }

func (f *openFile) Read(b []byte) (int, error) {
	if f.at >= f.f.Size() {
		return 0, io.EOF
	}
	n := copy(b, f.f.data[f.at:])
	f.at += int64(n)
	return n, nil
}

func (f *openFile) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += f.at
	case io.SeekEnd:
		offset += f.f.Size()
	}
	if offset < 0 || offset > f.f.Size() {
		return 0, failed("seek", f.f.name, fs.ErrInvalid)
	}
	f.at = offset
	return offset, nil
}

func (f *openFile) ReadAt(b []byte, offset int64) (int, error) {
	if offset < 0 || offset > f.f.Size() {
		return 0, failed("read", f.f.name, fs.ErrInvalid)
	}
	n := copy(b, f.f.data[offset:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

type openDir struct {
	f    *file
	rest []file
}

func (d *openDir) Close() error               { return nil }
func (d *openDir) Stat() (fs.FileInfo, error) { return d.f, nil }

func (d *openDir) Read([]byte) (int, error) {
	return 0, failed("read", d.f.name, errDirectory)
}

func (d *openDir) ReadDir(count int) ([]fs.DirEntry, error) {
	n := len(d.rest)
	if count > 0 {
		if n == 0 {
			return nil, io.EOF
		}
		n = min(n, count)
	}
	if n == 0 {
		return nil, nil
	}
	list := entries(d.rest[:n])
	d.rest = d.rest[n:]
	return list, nil
}
