package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

var names = []string{
	"file", "dir", "dir/below", "missing", "missing/below", "file/below", "file/below/more", "dir/new", "dir/new/er/est", "", ".", "..", "link", "broken", "loop", "loop/x", "dir/", "file/", "missing/", "a\x00b",
	"link/x", "broken/x", "/", "//", "dir/../file", "./dir/./below/.", strings.Repeat("n", 300), strings.Repeat("d/", 2500) + "x", "/dev/null", "/dev/null/x", "/proc/self/mem", "dir/below/deep/..", "fifo",
}

func files(p *prober) {
	dir, err := os.MkdirTemp("", "errs")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	base = dir
	for _, a := range names {
		make1()
		p.named(a)
		for _, b := range names {
			if !mayChange(a) || !mayChange(b) || len(b) > 200 || len(a) > 200 {
				continue
			}
			make1()
			p.try(fmt.Sprintf("two %q %q", a, b), func() []any {
				return []any{os.Rename(a, b), os.Link(a, "dir/"+b), os.Symlink(a, b)}
			})
		}
	}
	make1()
	p.handles()
}

// base is where the files are.
var base string

// mayChange reports whether a name lies below base, so that it may be changed.
func mayChange(name string) bool {
	return !strings.HasPrefix(name, "/") && name != ".."
}

// make1 makes the files anew.
func make1() {
	if !strings.HasPrefix(base, os.TempDir()+"/errs") || os.Chdir(base) != nil {
		panic("not in a directory of this program: " + base)
	}
	list, _ := os.ReadDir(base)
	for _, e := range list {
		os.RemoveAll(base + "/" + e.Name())
	}
	os.WriteFile("file", []byte("text"), 0o644)
	os.MkdirAll("dir/below", 0o755)
	os.WriteFile("dir/f", nil, 0o600)
	os.Symlink("dir", "link")
	os.Symlink("nowhere", "broken")
	os.Symlink("loop", "loop")
	syscall.Mkfifo("fifo", 0o600)
}

func (p *prober) named(a string) {
	q := fmt.Sprintf("%.40q", a)
	one := func(name string, f func() error) {
		p.try(name+" "+q, func() []any { return []any{f()} })
		make1()
	}
	one("Stat", func() error { _, err := os.Stat(a); return err })
	one("Lstat", func() error { _, err := os.Lstat(a); return err })
	one("Chdir", func() error { return os.Chdir(a) })
	if a != "fifo" && a != "/proc/self/mem" {
		one("ReadFile", func() error { _, err := os.ReadFile(a); return err })
		one("ReadDir", func() error { _, err := os.ReadDir(a); return err })
		one("OpenRoot", func() error { _, err := os.OpenRoot(a); return err })
	}
	one("Readlink", func() error { _, err := os.Readlink(a); return err })
	one("EvalSymlinks", func() error { _, err := filepath.EvalSymlinks(a); return err })
	one("StartProcess", func() error { _, err := os.StartProcess(a, []string{a}, &os.ProcAttr{Dir: "missing"}); return err })
	root, err := os.OpenRoot("dir")
	p.say("root", err)
	defer root.Close()
	if mayChange(a) {
		p.changes(a, one)
	}
	one("Root.Open", func() error { _, err := root.Open(a); return err })
	one("Root.Mkdir", func() error { return root.Mkdir(a, 0o755) })
	one("Root.MkdirAll", func() error { return root.MkdirAll(a, 0o755) })
	one("Root.Stat", func() error { _, err := root.Stat(a); return err })
	one("Root.Remove", func() error { return root.Remove(a) })
	one("DirFS", func() error { _, err := os.DirFS("dir").Open(a); return err })
	one("ReadFS", func() error { _, err := fs.ReadFile(os.DirFS("dir"), a); return err })
	one("Sub", func() error { _, err := fs.Sub(os.DirFS("dir"), a); return err })
	one("Setenv", func() error { return os.Setenv(a, "x") })
	one("MkdirAll /dev/null", func() error { return os.MkdirAll("/dev/null/"+a, 0o755) })
}

func (p *prober) changes(a string, one func(string, func() error)) {
	one("MkdirAll", func() error { return os.MkdirAll(a, 0o755) })
	one("Mkdir", func() error { return os.Mkdir(a, 0o755) })
	if a != "." {
		one("Remove", func() error { return os.Remove(a) })
	}
	one("RemoveAll", func() error { return os.RemoveAll(a) })
	one("Truncate", func() error { return os.Truncate(a, -1) })
	one("Chmod", func() error { return os.Chmod(a, 0o755) })
	one("Chtimes", func() error { return os.Chtimes(a, time.Unix(1, 0), time.Unix(2, 0)) })
	one("MkdirTemp", func() error { _, err := os.MkdirTemp(a, "x/y"); return err })
	one("CreateTemp", func() error { _, err := os.CreateTemp(a, "x/y"); return err })
	one("WalkDir", func() error {
		return filepath.WalkDir(a, func(path string, d fs.DirEntry, err error) error { return err })
	})
	if a == "fifo" {
		return
	}
	one("WriteFile", func() error { return os.WriteFile(a, []byte("x"), 0o600) })
	if a != "." && a != "" && !strings.HasPrefix(a, "dir") && !strings.HasPrefix(a, "./dir") && !strings.HasPrefix(a, "link") {
		one("CopyFS", func() error { return os.CopyFS("dir/copy", os.DirFS(a)) })
	}
	for _, flag := range []int{os.O_RDONLY, os.O_WRONLY, os.O_CREATE | os.O_EXCL | os.O_RDWR, os.O_TRUNC, os.O_APPEND | os.O_WRONLY} {
		one(fmt.Sprint("OpenFile ", flag), func() error {
			f, err := os.OpenFile(a, flag, 0o600)
			if err == nil {
				f.Close()
			}
			return err
		})
	}
}

func (p *prober) handles() {
	file, _ := os.Open("file")
	dir, _ := os.Open("dir")
	closed, _ := os.Open("file")
	closed.Close()
	write, _ := os.OpenFile("out", os.O_CREATE|os.O_WRONLY, 0o600)
	appending, _ := os.OpenFile("out", os.O_APPEND|os.O_WRONLY, 0o600)
	r, w, _ := os.Pipe()
	r.Close()
	for _, h := range []struct {
		name string
		f    *os.File
	}{{"file", file}, {"dir", dir}, {"closed", closed}, {"write", write}, {"appending", appending}, {"pipe", w}, {"nil", nil}} {
		f := h.f
		b := make([]byte, 2)
		for name, op := range map[string]func() []any{
			"read": func() []any { n, err := f.Read(b); return []any{n, err} }, "write": func() []any { n, err := f.Write(b); return []any{n, err} },
			"readat": func() []any { n, err := f.ReadAt(b, -1); return []any{n, err} }, "writeat": func() []any { n, err := f.WriteAt(b, -1); return []any{n, err} },
			"readat9": func() []any { n, err := f.ReadAt(b, 9); return []any{n, err} }, "writeat0": func() []any { n, err := f.WriteAt(b, 0); return []any{n, err} },
			"seek": func() []any { n, err := f.Seek(-5, 0); return []any{n, err} }, "whence": func() []any { n, err := f.Seek(0, 9); return []any{n, err} },
			"truncate": func() []any { return []any{f.Truncate(-1), f.Truncate(3)} }, "chmod": func() []any { return []any{f.Chmod(0o700)} },
			"readdir": func() []any { l, err := f.ReadDir(1); return []any{len(l), err} }, "names": func() []any { l, err := f.Readdirnames(-1); return []any{len(l), err} },
			"deadline": func() []any { return []any{f.SetDeadline(time.Unix(1, 0)), f.SetReadDeadline(time.Time{})} }, "sync": func() []any { return []any{f.Sync()} },
			"chdir": func() []any {
				if h.name == "dir" {
					return nil
				}
				return []any{f.Chdir()}
			}, "stat": func() []any { _, err := f.Stat(); return []any{err} },
			"string": func() []any { n, err := f.WriteString(""); return []any{n, err} }, "from": func() []any { n, err := f.ReadFrom(strings.NewReader("x")); return []any{n, err} },
			"to": func() []any { n, err := f.WriteTo(io.Discard); return []any{n, err} }, "raw": func() []any { _, err := f.SyscallConn(); return []any{err} },
		} {
			p.later(h.name+" "+name, op)
		}
		p.run()
		p.try(h.name+" close", func() []any { return []any{f.Close(), f.Close()} })
	}
	p.say("fields", os.ErrInvalid, os.ErrDeadlineExceeded, os.ErrProcessDone, fs.ErrClosed, &os.SyscallError{Syscall: "s", Err: syscall.EPERM}, os.NewSyscallError("x", nil), &os.LinkError{Op: "l", Old: "a", New: "b", Err: syscall.EXDEV})
	_, err := os.FindProcess(-5)
	p.say("process", err)
	_, err = os.Hostname()
	p.say("environment", os.Unsetenv(""), os.Setenv("a=b", ""), os.Setenv("x", "a\x00"), err)
	for i := range syscall.Errno(140) {
		p.say(int(i), i, i.Temporary(), i.Timeout(), errors.Is(i, fs.ErrNotExist), errors.Is(i, fs.ErrExist), errors.Is(i, fs.ErrPermission), errors.Is(i, errors.ErrUnsupported))
	}
}
