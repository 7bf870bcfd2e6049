// What small functions of runtime, runtime/debug, strings, os and net answer in rare cases.
package main

import (
	"fmt"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

func callers() {
	pcs := make([]uintptr, 3)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	for {
		frame, more := frames.Next()
		fmt.Println(frame.Function)
		if !more {
			break
		}
	}
}

func main() {
	callers()

	debug.SetGCPercent(-5)
	fmt.Println(debug.SetGCPercent(100))
	debug.SetPanicOnFault(true)
	fmt.Println(debug.SetPanicOnFault(false), debug.SetPanicOnFault(false))

	var r strings.Replacer
	fmt.Println(r.Replace("unchanged"))

	dialer := net.Dialer{Deadline: time.Now().Add(-1)}
	_, err := dialer.Dial("tcp", "127.0.0.1:1")
	fmt.Printf("%v %T\n", err, err.(*net.OpError).Err)
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	l.Close()
	err = l.Close()
	fmt.Printf("%T\n", err.(*net.OpError).Err)

	defer func() { fmt.Println(recover()) }()
	var f os.File
	f.Read(make([]byte, 1))
}

// Output:
// runtime.Callers
// main.callers
// main.main
// -1
// true false
// unchanged
// dial tcp 127.0.0.1:1: i/o timeout *net.timeoutError
// poll.errNetClosing
// runtime error: invalid memory address or nil pointer dereference
