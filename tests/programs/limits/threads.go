// More threads in blocking calls than debug.SetMaxThreads allows.
package main

import (
	"fmt"
	"runtime/debug"
	"syscall"
	"time"
)

func main() {
	fmt.Println(debug.SetMaxThreads(12))
	for range 40 {
		go syscall.Nanosleep(&syscall.Timespec{Sec: 100}, nil)
	}
	time.Sleep(95 * time.Second)
	fmt.Println("not reached")
}

// Exit: 2
// Output:
// 10000
// Stderr:
// runtime: program exceeds 12-thread limit
// fatal error: thread exhaustion
// goroutine 1 [
