// Package fstest helps to test file systems and their users.
package fstest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing/iotest"
)

// TestFS returns the errors of a file system: it reads all of it, with all its methods, and compares. It must
// contain the expected files; if none are expected, it must be empty. TestFS does not follow links.
func TestFS(fsys fs.FS, expected ...string) error {
	if err := testFS(fsys, expected); err != nil {
		return err
	}
	i := slices.IndexFunc(expected, func(name string) bool { return strings.Contains(name, "/") })
	if i < 0 {
		return nil
	}
	dir, _, _ := strings.Cut(expected[i], "/")
	var below []string
	for _, name := range expected {
		if rest, ok := strings.CutPrefix(name, dir+"/"); ok {
			below = append(below, rest)
		}
	}
	sub, err := fs.Sub(fsys, dir)
	if err != nil {
		return err
	}
	if err := testFS(sub, below); err != nil {
		return fmt.Errorf("testing fs.Sub(fsys, %s): %w", dir, err)
	}
	return nil
}

func testFS(fsys fs.FS, expected []string) error {
	t := &tester{fsys: fsys, found: map[string]bool{}}
	t.checkDir(".")
	t.checkBadNames(".", "Open", t.open)
	if len(expected) == 0 && len(t.found) > 0 {
		list := slices.Sorted(maps.Keys(t.found))
		if len(list) > 15 {
			list = append(list[:10], "...")
		}
		t.errorf("expected empty file system but found files:\n%s", strings.Join(list, "\n"))
	}
	for _, name := range expected {
		if !t.found[name] {
			t.errorf("expected but not found: %s", name)
		}
	}
	if len(t.errors) == 0 {
		return nil
	}
	return fmt.Errorf("TestFS found errors:\n%w", errors.Join(t.errors...))
}

// A tester collects the errors of a file system.
type tester struct {
	fsys   fs.FS
	found  map[string]bool // all files and directories below the root
	errors []error
}

func (t *tester) errorf(format string, args ...any) {
	t.errors = append(t.errors, fmt.Errorf(format, args...))
}

// open opens and closes a file.
func (t *tester) open(name string) error {
	f, err := t.fsys.Open(name)
	if err == nil {
		f.Close()
	}
	return err
}

// checkBadNames checks that a method rejects invalid spellings of a file's name.
func (t *tester) checkBadNames(file, method string, open func(string) error) {
	bad := []string{"/" + file, file + "/."}
	if file == "." {
		bad = append(bad, "/")
	}
	divided := func(i int) {
		dir, rest := file[:i], file[i+1:]
		bad = append(bad, dir+"//"+rest, dir+"/./"+rest, dir+`\`+rest)
	}
	if i := strings.Index(file, "/"); i >= 0 {
		divided(i)
		bad = append(bad, file[:i]+"/../"+file)
		i = strings.LastIndex(file, "/")
		divided(i)
		bad = append(bad, file+"/../"+file[i+1:])
	}
	for _, name := range bad {
		if open(name) == nil {
			t.errorf("%s: %s(%s) succeeded, want error", file, method, name)
		}
	}
}

// checkFile checks that all methods of reading a file return the same content.
func (t *tester) checkFile(file string) {
	f, err := t.fsys.Open(file)
	if err != nil {
		t.errorf("%s: Open: %w", file, err)
		return
	}
	data, err := io.ReadAll(f)
	if err != nil {
		f.Close()
		t.errorf("%s: Open+ReadAll: %w", file, err)
		return
	}
	if err := f.Close(); err != nil {
		t.errorf("%s: Close: %w", file, err)
	}
	f.Close() // a second Close may fail, but not panic
	if fsys, ok := t.fsys.(fs.ReadFileFS); ok && !t.checkReadFile(fsys, file, data) {
		return
	}
	again, err := fs.ReadFile(t.fsys, file)
	if err != nil {
		t.errorf("%s: fs.ReadFile: %w", file, err)
		return
	}
	t.compare(file, "ReadAll vs fs.ReadFile", data, again)
	t.checkReader(file, data)
}

// checkReader checks the io.Reader that Open returns for a file with this content.
func (t *tester) checkReader(file string, data []byte) {
	f, err := t.fsys.Open(file)
	if err != nil {
		t.errorf("%s: second Open: %w", file, err)
		return
	}
	defer f.Close()
	if err := iotest.TestReader(f, data); err != nil {
		t.errorf("%s: failed TestReader:\n\t%s", file, strings.ReplaceAll(err.Error(), "\n", "\n\t"))
	}
}

// checkReadFile checks the file system's ReadFile: its caller may change the result.
func (t *tester) checkReadFile(fsys fs.ReadFileFS, file string, data []byte) (ok bool) {
	got, err := fsys.ReadFile(file)
	if err != nil {
		t.errorf("%s: fsys.ReadFile: %w", file, err)
		return false
	}
	t.compare(file, "ReadAll vs fsys.ReadFile", data, got)
	for i := range got {
		got[i]++
	}
	got, err = fsys.ReadFile(file)
	if err != nil {
		t.errorf("%s: second call to fsys.ReadFile: %w", file, err)
		return false
	}
	t.compare(file, "Readall vs second fsys.ReadFile", data, got)
	t.checkBadNames(file, "ReadFile", func(name string) error {
		_, err := fsys.ReadFile(name)
		return err
	})
	return true
}

func (t *tester) compare(file, ways string, a, b []byte) {
	if string(a) != string(b) {
		t.errorf("%s: %s: different data returned\n\t%q\n\t%q", file, ways, a, b)
	}
}

// The descriptions that are compared: of an entry, of the part of a file's description that an entry has, of a file.

func entryText(e fs.DirEntry) string {
	return fmt.Sprintf("%s IsDir=%v Type=%v", e.Name(), e.IsDir(), e.Type())
}

func infoEntryText(i fs.FileInfo) string {
	return fmt.Sprintf("%s IsDir=%v Type=%v", i.Name(), i.IsDir(), i.Mode().Type())
}

func infoText(i fs.FileInfo) string {
	return fmt.Sprintf("%s IsDir=%v Mode=%v Size=%d ModTime=%v", i.Name(), i.IsDir(), i.Mode(), i.Size(), i.ModTime())
}

// checkStat checks that a file matches its directory entry. A link's entry describes the link, but Open and Stat
// the link's target.
func (t *tester) checkStat(path string, entry fs.DirEntry) {
	f, err := t.fsys.Open(path)
	if err != nil {
		t.errorf("%s: Open: %w", path, err)
		return
	}
	info, err := f.Stat()
	f.Close()
	if err != nil {
		t.errorf("%s: Stat: %w", path, err)
		return
	}
	link := entry.Type()&fs.ModeSymlink != 0
	text := entryText(entry)
	if got := infoEntryText(info); got != text && !link {
		t.errorf("%s: mismatch:\n\tentry = %s\n\tfile.Stat() = %s", path, text, got)
	}
	own, err := entry.Info()
	if err != nil {
		t.errorf("%s: entry.Info: %w", path, err)
		return
	}
	if got := infoEntryText(own); link && got != text {
		t.errorf("%s: mismatch\n\tentry = %s\n\tentry.Info() = %s\n", path, text, got)
	}
	if got, want := infoText(own), infoText(info); !link && got != want {
		t.errorf("%s: mismatch:\n\tentry.Info() = %s\n\tfile.Stat() = %s\n", path, got, want)
	}
	if t.checkStatOf(path, "fs.Stat", infoText(info), func() (fs.FileInfo, error) { return fs.Stat(t.fsys, path) }) {
		if fsys, ok := t.fsys.(fs.StatFS); ok && !t.checkStatOf(path, "fsys.Stat", infoText(info), func() (fs.FileInfo, error) { return fsys.Stat(path) }) {
			return
		}
		if fsys, ok := t.fsys.(fs.ReadLinkFS); ok {
			t.checkLstat(fsys, path, text, infoText(own))
		}
	}
}

func (t *tester) checkStatOf(path, name, want string, stat func() (fs.FileInfo, error)) (ok bool) {
	info, err := stat()
	if err != nil {
		t.errorf("%s: %s: %w", path, name, err)
		return false
	}
	if got := infoText(info); got != want {
		t.errorf("%s: %s(...) = %s\n\twant %s", path, name, got, want)
	}
	return true
}

func (t *tester) checkLstat(fsys fs.ReadLinkFS, path, entry, own string) {
	info, err := fsys.Lstat(path)
	if err != nil {
		t.errorf("%s: fsys.Lstat: %v", path, err)
		return
	}
	if got := infoEntryText(info); got != entry {
		t.errorf("%s: mismatch:\n\tentry = %s\n\tfsys.Lstat(...) = %s", path, entry, got)
	}
	if got := infoText(info); got != own {
		t.errorf("%s: mismatch:\n\tentry.Info() = %s\n\tfsys.Lstat(...) = %s\n", path, own, got)
	}
}
