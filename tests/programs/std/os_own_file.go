// A program starts itself: by os.Args[0], by os.Executable, by /proc/self/exe, through a shell, from a copy.
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

func main() {
	switch os.Getenv("HELPER") {
	case "child":
		fmt.Println("child", os.Args[1:], filepath.Base(os.Args[0]) == os.Getenv("NAME") || os.Getenv("NAME") == "")
		in := new(bytes.Buffer)
		in.ReadFrom(os.Stdin)
		fmt.Print(in)
		if len(os.Args) > 1 && os.Args[1] == "fail" {
			os.Exit(7)
		}
	case "replaced":
		err := syscall.Exec(os.Args[0], []string{"other", "after exec"}, []string{"HELPER=child", "NAME=other"})
		fmt.Println(err)
	case "grandchild":
		show("grandchild", exec.Command(os.Args[0], "of", "a", "child"), "HELPER=child")
	default:
		parent()
	}
}

// show runs a command that has next to no environment.
func show(what string, cmd *exec.Cmd, env ...string) {
	cmd.Env = env
	out, err := cmd.CombinedOutput()
	fmt.Printf("%s: %s%v\n", what, out, err)
}

func parent() {
	// The directory is there, whether the file was looked at or not.
	own, err := os.Stat(filepath.Dir(os.Args[0]))
	fmt.Println(err == nil && own.IsDir())
	show("from its directory", &exec.Cmd{
		Path: "./" + filepath.Base(os.Args[0]), Args: []string{"x", "a"}, Dir: filepath.Dir(os.Args[0]),
	}, "HELPER=child")
	exe, err := os.Executable()
	fmt.Println(filepath.IsAbs(exe), filepath.IsAbs(os.Args[0]), err)
	for _, name := range []string{exe, os.Args[0]} {
		info, err := os.Stat(name)
		fmt.Println(err, err == nil && info.Mode().IsRegular() && info.Mode()&0o100 != 0)
		path, err := exec.LookPath(name)
		fmt.Println(path == name, err)
	}
	show("by name", exec.Command(os.Args[0], "a", "b c", ""), "HELPER=child")
	show("by file", exec.Command(exe, "-x", "--", "x.go"), "HELPER=child")
	show("by /proc", exec.Command("/proc/self/exe", "1"), "HELPER=child")
	show("fails", exec.Command(os.Args[0], "fail"), "HELPER=child")

	cmd := exec.Command(os.Args[0], "elsewhere")
	cmd.Dir = os.TempDir()
	cmd.Stdin = strings.NewReader("from standard input\n")
	show("elsewhere", cmd, "HELPER=child")

	cmd = exec.Command(exe)
	cmd.Args = []string{"another-name", "argument"}
	show("named", cmd, "HELPER=child", "NAME=another-name")

	show("replaced", exec.Command(os.Args[0]), "HELPER=replaced")
	show("twice", exec.Command(os.Args[0]), "HELPER=grandchild")
	show("by a shell", exec.Command("/bin/sh", "-c", `"$0" from a shell`, os.Args[0]), "HELPER=child")

	dir, err := os.MkdirTemp("", "own")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(dir)
	data, err := os.ReadFile(exe)
	fmt.Println(err, os.WriteFile(filepath.Join(dir, "copy"), data, 0o700))
	show("a copy", exec.Command(filepath.Join(dir, "copy"), "x"), "HELPER=child", "NAME=copy")
	fmt.Println(os.Symlink(exe, filepath.Join(dir, "link")))
	show("a link", exec.Command(filepath.Join(dir, "link"), "x"), "HELPER=child", "NAME=link")
}

// Output:
// true
// from its directory: child [a] true
// <nil>
// true true <nil>
// <nil> true
// true <nil>
// <nil> true
// true <nil>
// by name: child [a b c ] true
// <nil>
// by file: child [-x -- x.go] true
// <nil>
// by /proc: child [1] true
// <nil>
// fails: child [fail] true
// exit status 7
// elsewhere: child [elsewhere] true
// from standard input
// <nil>
// named: child [argument] true
// <nil>
// replaced: child [after exec] true
// <nil>
// twice: grandchild: child [of a child] true
// <nil>
// <nil>
// by a shell: child [from a shell] true
// <nil>
// <nil> <nil>
// a copy: child [x] true
// <nil>
// <nil>
// a link: child [x] true
// <nil>
