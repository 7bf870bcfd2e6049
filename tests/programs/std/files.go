// Files, directories, environment, and the errors of package os.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

func main() {
	dir, err := os.MkdirTemp("", "minigo-*-test")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	show := func(v ...any) { fmt.Print(strings.ReplaceAll(fmt.Sprintln(v...), dir, "DIR")) }
	name := filepath.Join(dir, "a.txt")
	show(os.WriteFile(name, []byte("one\ntwo\nthree"), 0o640))
	data, err := os.ReadFile(name)
	show(string(data), err)
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND, 0)
	show(err)
	fmt.Fprintf(f, "\nfour %d\n", 4)
	off, err := f.Seek(4, io.SeekStart)
	show(off, err)
	s := bufio.NewScanner(f)
	for s.Scan() {
		show(s.Text())
	}
	b := make([]byte, 5)
	n, err := f.ReadAt(b, 8)
	show(n, err, string(b))
	n, err = f.ReadAt(b, 22)
	show(n, err)
	_, err = f.WriteAt(b, 0)
	show(err)
	info, err := f.Stat()
	show(info.Name(), info.Size(), info.Mode(), info.IsDir(), err)
	show(f.Truncate(3), f.Sync(), f.Close(), f.Close())
	_, err = f.Write(b)
	show(err)
	_, err = os.Open(filepath.Join(dir, "none"))
	show(err, os.IsNotExist(err), errors.Is(err, fs.ErrNotExist))
	var pe *fs.PathError
	show(errors.As(err, &pe), pe.Op, pe.Err)
	fmt.Printf("%T %T\n", err, pe.Err)
	show(os.MkdirAll(filepath.Join(dir, "x", "y", "z"), 0o755))
	show(os.Mkdir(filepath.Join(dir, "x"), 0o755))
	show(os.Symlink("a.txt", filepath.Join(dir, "link")))
	text, err := os.Readlink(filepath.Join(dir, "link"))
	show(text, err)
	show(os.Rename(name, filepath.Join(dir, "x", "b.txt")))
	show(os.Rename(name, filepath.Join(dir, "q")))
	show(filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		show(p == dir || d.Name() == filepath.Base(p), d.IsDir(), d.Type(), err)
		return nil
	}))
	entries, err := os.ReadDir(filepath.Join(dir, "x"))
	show(entries, err)
	matches, err := filepath.Glob(filepath.Join(dir, "x", "*.txt"))
	show(matches, err)
	show(os.Remove(filepath.Join(dir, "x")))
	show(os.Chmod(filepath.Join(dir, "x", "b.txt"), 0o600))
	info, _ = os.Stat(filepath.Join(dir, "x", "b.txt"))
	show(info.Mode().Perm(), info.Mode())
	info, _ = os.Lstat(filepath.Join(dir, "link"))
	show(info.Mode()&fs.ModeSymlink != 0)
	show(os.RemoveAll(filepath.Join(dir, "x")))
	sub := os.DirFS(dir)
	names, err := fs.Glob(sub, "*")
	show(names, err)

	os.Setenv("MINIGO_TEST", "v")
	v, ok := os.LookupEnv("MINIGO_TEST")
	show(v, ok, os.Getenv("MINIGO_TEST"), os.ExpandEnv("$MINIGO_TEST-${MINIGO_TEST}"))
	os.Unsetenv("MINIGO_TEST")
	_, ok = os.LookupEnv("MINIGO_TEST")
	show(ok, os.Setenv("", "x"))
	r, w, err := os.Pipe()
	show(err)
	go func() {
		io.WriteString(w, "through a pipe")
		w.Close()
	}()
	data, err = io.ReadAll(r)
	show(string(data), err)
	show(path.Clean("/a/../b//c/."), path.Join("a", "../b"), path.Ext("x.tar.gz"), path.Base("/"), path.Dir("/a/b"))
	rel, err := filepath.Rel("/a/b", "/a/c/d")
	show(rel, err)
	ok, err = path.Match("a[b-d]*?", "acxy")
	show(ok, err)
	_, err = path.Match("[", "a")
	show(err)
	wd, _ := os.Getwd()
	show(os.Chdir(dir), wd != "")
	here, _ := os.Getwd()
	show(here)
	tmp, err := os.CreateTemp(dir, "x*.y")
	show(strings.HasSuffix(tmp.Name(), ".y"), err)
	fmt.Fprintln(os.Stderr, "to stderr")
	defer fmt.Println("not printed")
	os.Exit(3)
}

// Exit: 3
// Stderr:
// to stderr
// Output:
// <nil>
// one
// two
// three <nil>
// <nil>
// 4 <nil>
// two
// three
// four 4
// 5 <nil> three
// 0 EOF
// os: invalid use of WriteAt on file opened with O_APPEND
// a.txt 21 -rw-r----- false <nil>
// <nil> <nil> <nil> close DIR/a.txt: file already closed
// write DIR/a.txt: file already closed
// open DIR/none: no such file or directory true true
// true open no such file or directory
// *fs.PathError syscall.Errno
// <nil>
// mkdir DIR/x: file exists
// <nil>
// a.txt <nil>
// <nil>
// rename DIR/a.txt DIR/q: no such file or directory
// true true d--------- <nil>
// true false L--------- <nil>
// true true d--------- <nil>
// true false ---------- <nil>
// true true d--------- <nil>
// true true d--------- <nil>
// <nil>
// [- b.txt d y/] <nil>
// [DIR/x/b.txt] <nil>
// remove DIR/x: directory not empty
// <nil>
// -rw------- -rw-------
// true
// <nil>
// [link] <nil>
// v true v v-v
// false setenv: invalid argument
// <nil>
// through a pipe <nil>
// /b/c b .gz / /a
// ../c/d <nil>
// true <nil>
// syntax error in pattern
// <nil> true
// DIR
// true <nil>
