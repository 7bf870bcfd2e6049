package template

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// ParseFiles makes templates from files, named like these without their directories; it returns the first.
func ParseFiles(filenames ...string) (*Template, error) {
	return (*Template)(nil).ParseFiles(filenames...)
}

// ParseFiles parses files as templates associated with t.
func (t *Template) ParseFiles(filenames ...string) (*Template, error) {
	return t.parseFiles(filenames, filepath.Base, os.ReadFile)
}

// ParseGlob is ParseFiles for the files that match a pattern.
func ParseGlob(pattern string) (*Template, error) { return (*Template)(nil).ParseGlob(pattern) }

// ParseGlob is ParseFiles for the files that match a pattern.
func (t *Template) ParseGlob(pattern string) (*Template, error) {
	if err := t.mayParse(); err != nil {
		return nil, err
	}
	names, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("html/template: pattern matches no files: %#q", pattern)
	}
	return t.ParseFiles(names...)
}

// ParseFS is ParseGlob for files of a file system.
func ParseFS(fs fs.FS, patterns ...string) (*Template, error) {
	return (*Template)(nil).ParseFS(fs, patterns...)
}

// ParseFS is ParseGlob for files of a file system.
func (t *Template) ParseFS(fsys fs.FS, patterns ...string) (*Template, error) {
	var names []string
	for _, pattern := range patterns {
		found, err := fs.Glob(fsys, pattern)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("template: pattern matches no files: %#q", pattern)
		}
		names = append(names, found...)
	}
	return t.parseFiles(names, path.Base, func(name string) ([]byte, error) { return fs.ReadFile(fsys, name) })
}

func (t *Template) parseFiles(files []string, base func(string) string, read func(string) ([]byte, error)) (*Template, error) {
	if err := t.mayParse(); err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, errors.New("html/template: no files named in call to ParseFiles")
	}
	for _, file := range files {
		text, err := read(file)
		if err != nil {
			return nil, err
		}
		name := base(file)
		if t == nil {
			t = New(name)
		}
		own := t
		if name != t.Name() {
			own = t.New(name)
		}
		if _, err := own.Parse(string(text)); err != nil {
			return nil, err
		}
	}
	return t, nil
}
