// A file is not closed while its raw connection waits, though nothing else leads to it.
package main

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"
)

func main() {
	r, w, _ := os.Pipe()
	raw, _ := r.SyscallConn()
	go func() {
		for range 3 {
			runtime.GC()
			time.Sleep(5 * time.Millisecond)
		}
		w.WriteString("late")
	}()
	buf := make([]byte, 10)
	err := raw.Read(func(fd uintptr) bool {
		n, err := syscall.Read(int(fd), buf)
		if err == syscall.EAGAIN {
			return false
		}
		fmt.Println(string(buf[:n]), err)
		return true
	})
	fmt.Println(err)
}

// Output:
// late <nil>
// <nil>
