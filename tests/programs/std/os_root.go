package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing/fstest"
	"time"
)

var dir string

func show(what string, v ...any) {
	s := fmt.Sprintln(v...)
	fmt.Print(what, ": ", strings.ReplaceAll(s, dir, "DIR"))
}

func main() {
	var err error
	dir, err = os.MkdirTemp("", "root")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	os.Mkdir(dir+"/in", 0o755)
	os.WriteFile(dir+"/secret", []byte("secret"), 0o644)
	r, err := os.OpenRoot(dir + "/in")
	show("open", r.Name(), err)
	_, err = os.OpenRoot(dir + "/secret")
	show("no directory", err)
	_, err = os.OpenRoot(dir + "/none")
	show("none", err)

	show("mkdir", r.Mkdir("a", 0o755), r.Mkdir("a", 0o755), r.Mkdir("b/", 0o755), r.Mkdir("x/y", 0o755), r.Mkdir("m", 0o1755))
	show("mkdirall", r.MkdirAll("a/b/c/d", 0o755), r.MkdirAll("a/b/c/d", 0o755), r.MkdirAll("../q", 0o755))
	show("write", r.WriteFile("a/f", []byte("hello"), 0o644), r.WriteFile("none/f", nil, 0o644))
	show("mkdirall on file", r.MkdirAll("a/f/g", 0o755), r.MkdirAll("a/f", 0o755))
	data, err := r.ReadFile("a/f")
	show("read", string(data), err)
	for _, name := range []string{"../secret", "/etc/passwd", "", ".", "..", "a/..", "a/../..", "a/b/../f", "a//f", "a/f/", "a/./f", "a/f/x", "./a/b/c/../../f"} {
		data, err := r.ReadFile(name)
		show("read "+name, string(data), err)
	}

	show("symlinks", r.Symlink("../secret", "out"), r.Symlink("a/f", "good"), r.Symlink("/etc/passwd", "abs"), r.Symlink("loop", "loop"), r.Symlink("a", "dirlink"), r.Symlink("f", "a/near"), r.Symlink("a/", "slashlink"), r.Symlink("x", "good"))
	for _, name := range []string{"out", "good", "abs", "loop", "dirlink/f", "a/near", "dirlink/near", "slashlink/f", "good/", "dirlink/../good"} {
		data, err := r.ReadFile(name)
		show("read "+name, string(data), err)
		info, err := r.Stat(name)
		if err == nil {
			show("stat", info.Name(), info.Size(), info.Mode())
		} else {
			show("stat", err)
		}
		info, err = r.Lstat(name)
		if err == nil {
			show("lstat", info.Name(), info.Mode().Type())
		} else {
			show("lstat", err)
		}
	}
	text, err := r.Readlink("out")
	show("readlink", text, err)
	_, err = r.Readlink("a")
	show("readlink", err)
	_, err = r.Create("out")
	show("create", err)
	f, err := r.OpenFile("new", os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	show("excl", f.Name(), err)
	f.Close()
	_, err = r.OpenFile("new", os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	show("excl", err)
	_, err = r.OpenFile("good", os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	show("excl", err, errors.Is(err, fs.ErrExist))
	_, err = r.OpenFile("m", os.O_CREATE, 0o1600)
	show("mode", err)

	sub, err := r.OpenRoot("a")
	show("sub", sub.Name(), err)
	data, err = sub.ReadFile("f")
	show("sub", string(data), err)
	_, err = sub.ReadFile("../new")
	show("sub", err)
	_, err = r.OpenRoot("a/f")
	show("sub", err)
	_, err = r.OpenRoot("..")
	show("sub", err)

	show("chmod", r.Chmod("a/f", 0o600), r.Chmod("good", 0o640), r.Chmod("out", 0o777), r.Chmod("none", 0))
	info, _ := r.Stat("a/f")
	show("mode", info.Mode())
	when := time.Unix(1e9, 5e8)
	show("chtimes", r.Chtimes("good", when, when), r.Chtimes("none", when, when))
	info, _ = r.Stat("a/f")
	show("time", info.ModTime().Equal(when))
	show("chown", r.Chown("none", -1, -1), r.Lchown("out", -1, -1), r.Chown("out", -1, -1))

	show("rename", r.Rename("new", "a/newer"), r.Rename("none", "x"), r.Rename("a/newer", "../x"), r.Rename("a/newer", "b"), r.Rename("a/newer", "c/"), r.Rename("b", "bb/"))
	show("link", r.Link("a/newer", "hard"), r.Link("none", "y"), r.Link("hard", "a/f"), r.Link("hard", "../z"))
	show("remove", r.Remove("hard"), r.Remove("a"), r.Remove("none"), r.Remove("../secret"), r.Remove("good/"))
	show("fs", fstest.TestFS(sub.FS(), "f", "newer", "b/c/d"))
	list, err := fs.ReadDir(r.FS(), ".")
	for _, e := range list {
		show("entry", e)
	}
	_, err = fs.ReadFile(r.FS(), "../x")
	show("fs", err)
	d, _ := r.Open("a")
	infos, err := d.Readdir(-1)
	show("readdir", len(infos), err)
	d.Close()
	show("removeall", r.RemoveAll("a"), r.RemoveAll("a"), r.RemoveAll("."), r.RemoveAll("out"), r.RemoveAll("b/.."), r.RemoveAll("../secret"))
	show("close", r.Close(), r.Close())
	_, err = r.Open("bb")
	show("closed", err, errors.Is(err, os.ErrClosed))
	g, err := os.OpenInRoot(dir, "secret")
	show("in root", g.Name(), err)
	_, err = os.OpenInRoot(filepath.Join(dir, "in"), "../secret")
	show("in root", err)

	raw, err := g.SyscallConn()
	show("raw", err)
	buf := make([]byte, 10)
	err = raw.Read(func(fd uintptr) bool {
		n, err := syscall.Read(int(fd), buf)
		show("raw read", string(buf[:n]), err)
		return true
	})
	show("raw", err)
	g.Close()
	show("raw closed", raw.Control(func(uintptr) { fmt.Println("not called") }))
	pr, pw, _ := os.Pipe()
	raw, _ = pr.SyscallConn()
	calls := 0
	go func() {
		time.Sleep(20 * time.Millisecond)
		pw.WriteString("late")
	}()
	err = raw.Read(func(fd uintptr) bool {
		calls++
		n, err := syscall.Read(int(fd), buf)
		if err == syscall.EAGAIN {
			return false
		}
		show("pipe", string(buf[:n]), err, calls > 1)
		return true
	})
	show("pipe", err)
}

// Output:
// open: DIR/in <nil>
// no directory: open DIR/secret: not a directory
// none: open DIR/none: no such file or directory
// mkdir: <nil> mkdirat a: file exists <nil> mkdirat x/y: no such file or directory mkdirat m: unsupported file mode
// mkdirall: <nil> <nil> mkdirat ../q: path escapes from parent
// write: <nil> openat none/f: no such file or directory
// mkdirall on file: openat a/f: not a directory mkdirat a/f: file exists
// read: hello <nil>
// read ../secret:  openat ../secret: path escapes from parent
// read /etc/passwd:  openat /etc/passwd: path escapes from parent
// read :  openat : empty path
// read .:  read DIR/in/.: is a directory
// read ..:  openat ..: path escapes from parent
// read a/..:  read DIR/in/a/..: is a directory
// read a/../..:  openat a/../..: path escapes from parent
// read a/b/../f: hello <nil>
// read a//f: hello <nil>
// read a/f/:  openat a/f/: not a directory
// read a/./f: hello <nil>
// read a/f/x:  openat a/f/x: not a directory
// read ./a/b/c/../../f: hello <nil>
// symlinks: <nil> <nil> <nil> <nil> <nil> <nil> <nil> symlinkat x good: file exists
// read out:  openat out: path escapes from parent
// stat: statat out: path escapes from parent
// lstat: out L---------
// read good: hello <nil>
// stat: good 5 -rw-r--r--
// lstat: good L---------
// read abs:  openat abs: path escapes from parent
// stat: statat abs: path escapes from parent
// lstat: abs L---------
// read loop:  openat loop: too many levels of symbolic links
// stat: statat loop: too many levels of symbolic links
// lstat: loop L---------
// read dirlink/f: hello <nil>
// stat: f 5 -rw-r--r--
// lstat: f ----------
// read a/near: hello <nil>
// stat: near 5 -rw-r--r--
// lstat: near L---------
// read dirlink/near: hello <nil>
// stat: near 5 -rw-r--r--
// lstat: near L---------
// read slashlink/f: hello <nil>
// stat: f 5 -rw-r--r--
// lstat: f ----------
// read good/:  openat good/: not a directory
// stat: statat good/: not a directory
// lstat: statat good/: not a directory
// read dirlink/../good: hello <nil>
// stat: good 5 -rw-r--r--
// lstat: good L---------
// readlink: ../secret <nil>
// readlink: readlinkat a: invalid argument
// create: openat out: path escapes from parent
// excl: DIR/in/new <nil>
// excl: openat new: file exists
// excl: openat good: file exists true
// mode: openat m: unsupported file mode
// sub: DIR/in/a <nil>
// sub: hello <nil>
// sub: openat ../new: path escapes from parent
// sub: open DIR/in/a/f: not a directory
// sub: openat ..: path escapes from parent
// chmod: <nil> <nil> chmodat out: path escapes from parent chmodat none: no such file or directory
// mode: -rw-r-----
// chtimes: <nil> chtimesat none: no such file or directory
// time: true
// chown: chownat none: no such file or directory <nil> chownat out: path escapes from parent
// rename: <nil> renameat none x: no such file or directory renameat a/newer ../x: path escapes from parent renameat a/newer b: file exists renameat a/newer c/: not a directory <nil>
// link: <nil> linkat none y: no such file or directory linkat hard a/f: file exists linkat hard ../z: path escapes from parent
// remove: <nil> removeat a: directory not empty removeat none: no such file or directory removeat ../secret: path escapes from parent removeat good/: not a directory
// fs: <nil>
// entry: d a/
// entry: L abs
// entry: d bb/
// entry: L dirlink
// entry: L good
// entry: L loop
// entry: L out
// entry: L slashlink
// fs: readfile ../x: invalid argument
// readdir: 4 <nil>
// removeall: <nil> <nil> RemoveAll .: invalid argument <nil> <nil> RemoveAll ../secret: path escapes from parent
// close: <nil> <nil>
// closed: openat bb: file already closed true
// in root: DIR/secret <nil>
// in root: openat ../secret: path escapes from parent
// raw: <nil>
// raw read: secret <nil>
// raw: <nil>
// raw closed: use of closed file
// pipe: late <nil> true
// pipe: <nil>
