// Package ioutil has the old names of functions of packages io and os.
//
// Deprecated: use packages io and os.
package ioutil

import (
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Discard is a Writer that ignores its data.
var Discard io.Writer = io.Discard

// ReadAll reads until the end or an error.
func ReadAll(r io.Reader) ([]byte, error) { return io.ReadAll(r) }

// ReadFile reads a whole file.
func ReadFile(filename string) ([]byte, error) { return os.ReadFile(filename) }

// WriteFile writes a whole file.
func WriteFile(filename string, data []byte, perm fs.FileMode) error {
	return os.WriteFile(filename, data, perm)
}

// NopCloser adds a Close that does nothing to r.
func NopCloser(r io.Reader) io.ReadCloser { return io.NopCloser(r) }

// TempFile creates and opens a new temporary file.
func TempFile(dir, pattern string) (f *os.File, err error) { return os.CreateTemp(dir, pattern) }

// TempDir creates a new temporary directory.
func TempDir(dir, pattern string) (name string, err error) { return os.MkdirTemp(dir, pattern) }

// ReadDir returns descriptions of the files of a directory, sorted by name.
func ReadDir(dirname string) ([]fs.FileInfo, error) {
	f, err := os.Open(dirname)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := f.Readdir(-1)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b fs.FileInfo) int { return strings.Compare(a.Name(), b.Name()) })
	return list, nil
}
