// Unix sockets: their names among the files, streams and packets.
package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"syscall"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	dir, err := os.MkdirTemp("", "sock")
	check(err)
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "s")
	l, err := net.Listen("unix", path)
	check(err)
	info, err := os.Stat(path)
	check(err)
	fmt.Println("socket:", info.Mode()&os.ModeSocket != 0)
	_, err = net.Listen("unix", path)
	fmt.Println("taken:", errors.Is(err, syscall.EADDRINUSE))
	go func() {
		c, err := l.Accept()
		check(err)
		text, err := io.ReadAll(c)
		check(err)
		fmt.Fprintf(c, "got %q from %q", text, c.RemoteAddr().String())
		c.Close()
	}()
	c, err := net.Dial("unix", path)
	check(err)
	fmt.Fprint(c, "hello")
	c.(*net.UnixConn).CloseWrite()
	text, err := io.ReadAll(c)
	check(err)
	fmt.Println(string(text))
	l.Close()
	_, err = os.Stat(path)
	fmt.Println("gone:", errors.Is(err, os.ErrNotExist))
	_, err = net.Dial("unix", path)
	fmt.Println("nobody:", errors.Is(err, os.ErrNotExist))

	a, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(dir, "a")})
	check(err)
	b, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(dir, "b")})
	check(err)
	_, err = a.WriteTo([]byte("packet"), b.LocalAddr())
	check(err)
	buf := make([]byte, 3)
	n, from, err := b.ReadFromUnix(buf)
	check(err)
	fmt.Println(string(buf[:n]), filepath.Base(from.Name))
}

// Output:
// socket: true
// taken: true
// got "hello" from "@"
// gone: true
// nobody: true
// pac a
