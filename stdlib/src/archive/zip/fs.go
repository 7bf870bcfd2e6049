package zip

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// listed is a file or directory, by its name in the file system. A directory may have no file in the archive.
type listed struct {
	name  string
	file  *File
	isDir bool
	isDup bool
}

// entry is the fs.DirEntry and fs.FileInfo of a listed file.
type entry interface {
	fs.FileInfo
	fs.DirEntry
}

func (f *listed) stat() (entry, error) {
	if f.isDup {
		return nil, errors.New(f.name + ": duplicate entries in zip file")
	}
	if !f.isDir {
		return headerFileInfo{&f.file.FileHeader}, nil
	}
	return f, nil
}

func (f *listed) Name() string               { _, name := split(f.name); return name }
func (f *listed) Size() int64                { return 0 }
func (f *listed) Mode() fs.FileMode          { return fs.ModeDir | 0555 }
func (f *listed) Type() fs.FileMode          { return fs.ModeDir }
func (f *listed) IsDir() bool                { return true }
func (f *listed) Sys() any                   { return nil }
func (f *listed) Info() (fs.FileInfo, error) { return f, nil }
func (f *listed) String() string             { return fs.FormatDirEntry(f) }

func (f *listed) ModTime() time.Time {
	if f.file == nil {
		return time.Time{}
	}
	return f.file.Modified.UTC()
}

// validName converts a name of the archive to a valid name of io/fs.
func validName(name string) string {
	p := path.Clean(strings.ReplaceAll(name, `\`, `/`))
	p = strings.TrimPrefix(p, "/")
	for strings.HasPrefix(p, "../") {
		p = p[3:]
	}
	return p
}

// split returns the directory and the last element of a name.
func split(name string) (dir, elem string) {
	name = strings.TrimSuffix(name, "/")
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		return name[:i], name[i+1:]
	}
	return ".", name
}

// compare orders names by directory, then by element.
func compare(x, y string) int {
	xDir, xElem := split(x)
	yDir, yElem := split(y)
	if c := strings.Compare(xDir, yDir); c != 0 {
		return c
	}
	return strings.Compare(xElem, yElem)
}

// makeList lists the files, and all directories that they are in.
func (r *Reader) makeList() {
	known, dirs := make(map[string]int), make(map[string]bool)
	for _, file := range r.File {
		name := validName(file.Name)
		if name == "" {
			continue
		}
		if at, ok := known[name]; ok {
			r.list[at].isDup = true
			continue
		}
		for dir := name; strings.Contains(dir, "/"); {
			dir = dir[:strings.LastIndex(dir, "/")]
			if dirs[dir] {
				break
			}
			dirs[dir] = true
		}
		known[name] = len(r.list)
		r.list = append(r.list, listed{name: name, file: file, isDir: strings.HasSuffix(file.Name, "/")})
	}
	for dir := range dirs {
		at, ok := known[dir]
		if !ok {
			r.list = append(r.list, listed{name: dir, isDir: true})
		} else if !r.list[at].isDir {
			r.list[at].isDup = true
		}
	}
	slices.SortFunc(r.list, func(a, b listed) int { return compare(a.name, b.name) })
}

// Open opens a file or directory of the archive by its name in io/fs.
func (r *Reader) Open(name string) (fs.File, error) {
	r.once.Do(r.makeList)
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if name == "." {
		return &openDir{e: &listed{name: "./", isDir: true}, files: r.filesOf(".")}, nil
	}
	at, ok := slices.BinarySearchFunc(r.list, name, func(a listed, name string) int { return compare(a.name, name) })
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	e := &r.list[at]
	if e.isDir {
		return &openDir{e: e, files: r.filesOf(name)}, nil
	}
	rc, err := e.file.Open()
	if err != nil {
		return nil, err
	}
	return rc.(fs.File), nil
}

// filesOf returns the part of the list that is in a directory.
func (r *Reader) filesOf(dir string) []listed {
	search := func(same int) int {
		at, _ := slices.BinarySearchFunc(r.list, dir, func(a listed, dir string) int {
			if c := strings.Compare(first(split(a.name)), dir); c != 0 {
				return c
			}
			return same
		})
		return at
	}
	return r.list[search(1):search(-1)]
}

func first(a, b string) string { return a }

type openDir struct {
	e     *listed
	files []listed
}

func (d *openDir) Close() error               { return nil }
func (d *openDir) Stat() (fs.FileInfo, error) { return d.e.stat() }

func (d *openDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.e.name, Err: errors.New("is a directory")}
}

func (d *openDir) ReadDir(count int) ([]fs.DirEntry, error) {
	n := len(d.files)
	if count > 0 {
		n = min(n, count)
	}
	if n == 0 {
		if count > 0 {
			return nil, io.EOF
		}
		return nil, nil
	}
	list := make([]fs.DirEntry, n)
	for i := range list {
		s, err := d.files[i].stat()
		if err != nil {
			return nil, err
		}
		if s.Name() == "." || !fs.ValidPath(s.Name()) {
			return nil, &fs.PathError{Op: "readdir", Path: d.e.name, Err: fmt.Errorf("invalid file name: %v", d.files[i].name)}
		}
		list[i] = s
	}
	d.files = d.files[n:]
	return list, nil
}
