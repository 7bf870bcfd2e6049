// Files, directories, links, pipes and devices: written data is read again.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"time"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func names(dir string) string {
	list, err := os.ReadDir(dir)
	check(err)
	var all []string
	for _, one := range list {
		name := one.Name()
		if one.IsDir() {
			name += "/"
		}
		all = append(all, name)
	}
	return strings.Join(all, " ")
}

func main() {
	dir, err := os.MkdirTemp("", "files")
	check(err)
	defer os.RemoveAll(dir)
	check(os.Chdir(dir))

	check(os.WriteFile("a", []byte("one\ntwo\n"), 0o640))
	f, err := os.OpenFile("a", os.O_APPEND|os.O_WRONLY, 0)
	check(err)
	fmt.Fprintln(f, "three")
	check(f.Close())
	text, err := os.ReadFile("a")
	check(err)
	fmt.Printf("%q\n", text)
	info, err := os.Stat("a")
	check(err)
	fmt.Println(info.Name(), info.Size(), info.Mode(), info.IsDir())

	_, err = os.OpenFile("a", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	fmt.Println("exists:", errors.Is(err, fs.ErrExist))
	_, err = os.Open("none")
	fmt.Println(err)
	check(os.MkdirAll("d/e/f", 0o755))
	check(os.WriteFile("d/e/g", nil, 0o600))
	check(os.Rename("d/e", "d/h"))
	fmt.Println(names("."), "|", names("d"), "|", names("d/h"))
	fmt.Println(os.Remove("d"))
	fmt.Println(os.Mkdir("d", 0o755))
	fmt.Println(os.Rename("d", "d/h/x"))
	check(os.RemoveAll("d"))

	check(os.Symlink("a", "link"))
	target, err := os.Readlink("link")
	check(err)
	check(os.Link("a", "b"))
	check(os.WriteFile("link", []byte("by link"), 0))
	text, err = os.ReadFile("b")
	check(err)
	fmt.Println(target, string(text))
	one, err := os.Stat("link")
	check(err)
	two, err := os.Lstat("b")
	check(err)
	fmt.Println("same:", os.SameFile(one, two), one.Sys().(*syscall.Stat_t).Nlink)
	check(os.Symlink("loop", "loop"))
	_, err = os.Stat("loop")
	fmt.Println(err)

	g, err := os.Create("rw")
	check(err)
	_, err = g.WriteAt([]byte("end"), 10)
	check(err)
	_, err = g.Seek(-3, io.SeekEnd)
	check(err)
	r := bufio.NewReader(g)
	rest, err := r.ReadString(0)
	fmt.Printf("%q %v\n", rest, err)
	check(g.Truncate(4))
	text, err = os.ReadFile("rw")
	check(err)
	fmt.Printf("%q\n", text)
	check(g.Close())
	_, err = g.Write(nil)
	fmt.Println(err)
	check(os.Chmod("rw", 0o4711))
	when := time.Unix(1e9, 5)
	check(os.Chtimes("rw", when, when))
	info, err = os.Stat("rw")
	check(err)
	fmt.Println(info.Mode(), info.ModTime().Equal(when))

	// An open file without a name.
	h, err := os.Create("gone")
	check(err)
	fmt.Fprint(h, "still there")
	check(os.Remove("gone"))
	h.Seek(0, 0)
	text, err = io.ReadAll(h)
	check(err)
	fmt.Println(string(text))

	var walked []string
	check(fs.WalkDir(os.DirFS("."), ".", func(path string, d fs.DirEntry, err error) error {
		walked = append(walked, path)
		return err
	}))
	sort.Strings(walked)
	fmt.Println(walked)
	wd, err := os.Getwd()
	check(err)
	fmt.Println(filepath.Base(wd) == filepath.Base(dir))

	root, err := os.OpenRoot(".")
	check(err)
	check(root.WriteFile("in", []byte("root"), 0o600))
	_, err = root.Open("../x")
	fmt.Println(err)
	text, err = root.ReadFile("in")
	check(err)
	fmt.Println(string(text))

	p, w, err := os.Pipe()
	check(err)
	go func() {
		for i := range 3 {
			fmt.Fprintln(w, "line", i)
		}
		w.Close()
	}()
	all, err := io.ReadAll(p)
	check(err)
	fmt.Printf("%q\n", all)
	check(syscall.Mkfifo("fifo", 0o600))
	done := make(chan string)
	go func() {
		text, err := os.ReadFile("fifo")
		check(err)
		done <- string(text)
	}()
	check(os.WriteFile("fifo", []byte("through a fifo"), 0))
	fmt.Println(<-done)
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	check(err)
	n, err := null.Write([]byte("nothing"))
	fmt.Println(n, err)
	n, err = null.Read(make([]byte, 1))
	fmt.Println(n, err)
}

// Output:
// "one\ntwo\nthree\n"
// a 14 -rw-r----- false
// exists: true
// open none: no such file or directory
// a d/ | h/ | f/ g
// remove d: directory not empty
// mkdir d: file exists
// rename d d/h/x: invalid argument
// a by link
// same: true 2
// stat loop: too many levels of symbolic links
// "end" EOF
// "\x00\x00\x00\x00"
// write rw: file already closed
// -rwx--x--x true
// still there
// [. a b link loop rw]
// true
// openat ../x: path escapes from parent
// root
// "line 0\nline 1\nline 2\n"
// through a fifo
// 7 <nil>
// 0 EOF
