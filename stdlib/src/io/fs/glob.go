package fs

import (
	"errors"
	"path"
)

// Glob returns the names that match pattern; it ignores errors of reading directories.
func Glob(fsys FS, pattern string) (matches []string, err error) {
	if own, ok := fsys.(GlobFS); ok {
		return own.Glob(pattern)
	}
	base, elements, err := splitPattern(pattern)
	if err != nil {
		return nil, err
	}
	if len(elements) == 0 {
		if _, err := Stat(fsys, base); err != nil {
			return nil, nil
		}
	}
	matches = []string{base}
	for len(elements) > 0 {
		innermost := len(elements) - 1
		if matches, err = matching(fsys, matches, elements[innermost]); err != nil {
			return nil, err
		}
		elements = elements[:innermost]
	}
	return matches, nil
}

// maxElements is the maximum number of elements with meta characters in a pattern, as in Go.
const maxElements = 10000

// splitPattern splits a pattern into a directory without meta characters and the elements below it, the last one first.
// Each prefix of the pattern that ends at a slash must be a valid pattern, too.
func splitPattern(pattern string) (base string, elements []string, err error) {
	base = pattern
	for hasMeta(base) {
		if len(elements) == maxElements {
			return "", nil, path.ErrBadPattern
		}
		if _, err = path.Match(base, ""); err != nil {
			return "", nil, err
		}
		dir, element := path.Split(base)
		elements = append(elements, element)
		base = "."
		if dir != "" {
			base = dir[:len(dir)-1]
		}
	}
	return base, elements, nil
}

// matching returns the names in dirs that match pattern.
func matching(fsys FS, dirs []string, pattern string) (names []string, err error) {
	for _, dir := range dirs {
		entries, failed := ReadDir(fsys, dir)
		if failed != nil {
			continue
		}
		for _, entry := range entries {
			fits, err := path.Match(pattern, entry.Name())
			if err != nil {
				return nil, err
			}
			if fits {
				names = append(names, path.Join(dir, entry.Name()))
			}
		}
	}
	return names, nil
}

func hasMeta(pattern string) bool {
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '*', '?', '[', '\\':
			return true
		}
	}
	return false
}

// Sub returns the subtree of fsys below dir.
func Sub(fsys FS, dir string) (FS, error) {
	switch own, ok := fsys.(SubFS); {
	case !ValidPath(dir):
		return nil, &PathError{"sub", dir, ErrInvalid}
	case dir == ".":
		return fsys, nil
	case ok:
		return own.Sub(dir)
	}
	return &subFS{fsys, dir}, nil
}

type subFS struct {
	fsys FS
	dir  string
}

// outer returns the name in the outer file system of a file of the subtree.
func (f *subFS) outer(op, name string) (string, error) {
	if ValidPath(name) {
		return path.Join(f.dir, name), nil
	}
	return "", &PathError{op, name, ErrInvalid}
}

// inner returns the name in the subtree of a file of the outer file system; false if it is not in the subtree.
func (f *subFS) inner(outer string) (string, bool) {
	n := len(f.dir)
	switch {
	case outer == f.dir:
		return ".", true
	case len(outer) > n+1 && outer[:n] == f.dir && outer[n] == '/':
		return outer[n+1:], true
	}
	return "", false
}

// short removes the directory from the path in an error of the outer file system.
func (f *subFS) short(err error) error {
	if e, ok := err.(*PathError); ok {
		if inner, ok := f.inner(e.Path); ok {
			e.Path = inner
		}
	}
	return err
}

// within calls do with the outer name of a file of the subtree.
func within[T any](f *subFS, op, name string, do func(FS, string) (T, error)) (result T, err error) {
	outer, err := f.outer(op, name)
	if err == nil {
		result, err = do(f.fsys, outer)
		err = f.short(err)
	}
	return result, err
}

func (f *subFS) Open(name string) (File, error)          { return within(f, "open", name, FS.Open) }
func (f *subFS) ReadDir(name string) ([]DirEntry, error) { return within(f, "read", name, ReadDir) }
func (f *subFS) ReadFile(name string) ([]byte, error)    { return within(f, "read", name, ReadFile) }
func (f *subFS) Lstat(name string) (FileInfo, error)     { return within(f, "lstat", name, Lstat) }
func (f *subFS) ReadLink(name string) (string, error)    { return within(f, "readlink", name, ReadLink) }

func (f *subFS) Glob(pattern string) ([]string, error) {
	if _, err := path.Match(pattern, ""); err != nil {
		return nil, err
	}
	if pattern == "." {
		return []string{"."}, nil
	}
	names, err := Glob(f.fsys, f.dir+"/"+pattern)
	for i, name := range names {
		inner, ok := f.inner(name)
		if !ok {
			// Go's message lacks the name, too.
			return nil, errors.New("invalid result from inner fsys Glob:  not in " + f.dir)
		}
		names[i] = inner
	}
	return names, f.short(err)
}

func (f *subFS) Sub(dir string) (FS, error) {
	if dir == "." {
		return f, nil
	}
	outer, err := f.outer("sub", dir)
	if err != nil {
		return nil, err
	}
	return &subFS{fsys: f.fsys, dir: outer}, nil
}
