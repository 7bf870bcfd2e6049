package template

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// ParseFiles parses the files; the result has the name and content of the first.
func ParseFiles(filenames ...string) (*Template, error) {
	return parseFiles(nil, readFile, filenames)
}

// ParseFiles parses the files, each as the template with its base name.
func (t *Template) ParseFiles(filenames ...string) (*Template, error) {
	t.init()
	return parseFiles(t, readFile, filenames)
}

// ParseGlob is ParseFiles for the files that the pattern matches; there must be at least one.
func ParseGlob(pattern string) (*Template, error) { return parseGlob(nil, pattern) }

// ParseGlob is ParseFiles for the files that the pattern matches; there must be at least one.
func (t *Template) ParseGlob(pattern string) (*Template, error) {
	t.init()
	return parseGlob(t, pattern)
}

// ParseFS is ParseFiles for the files of fsys that the patterns match; each must match at least one.
func ParseFS(fsys fs.FS, patterns ...string) (*Template, error) { return parseFS(nil, fsys, patterns) }

// ParseFS is ParseFiles for the files of fsys that the patterns match; each must match at least one.
func (t *Template) ParseFS(fsys fs.FS, patterns ...string) (*Template, error) {
	t.init()
	return parseFS(t, fsys, patterns)
}

func noFiles(pattern string) error {
	return fmt.Errorf("template: pattern matches no files: %#q", pattern)
}

func parseGlob(t *Template, pattern string) (*Template, error) {
	names, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, noFiles(pattern)
	}
	return parseFiles(t, readFile, names)
}

func parseFS(t *Template, fsys fs.FS, patterns []string) (*Template, error) {
	var names []string
	for _, pattern := range patterns {
		list, err := fs.Glob(fsys, pattern)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, noFiles(pattern)
		}
		names = append(names, list...)
	}
	read := func(name string) (string, []byte, error) {
		text, err := fs.ReadFile(fsys, name)
		return path.Base(name), text, err
	}
	return parseFiles(t, read, names)
}

// readFile returns the name of the template that a file is, and the file.
func readFile(name string) (string, []byte, error) {
	text, err := os.ReadFile(name)
	return filepath.Base(name), text, err
}

func parseFiles(t *Template, read func(string) (string, []byte, error), names []string) (*Template, error) {
	if len(names) == 0 {
		return nil, fmt.Errorf("template: no files named in call to ParseFiles")
	}
	for _, file := range names {
		name, text, err := read(file)
		if err != nil {
			return nil, err
		}
		if t == nil {
			t = New(name)
		}
		to := t
		if name != t.Name() {
			to = t.New(name)
		}
		if _, err := to.Parse(string(text)); err != nil {
			return nil, err
		}
	}
	return t, nil
}
