// bug: race report bug.go:15
// why: Main sleeps in the hope that the goroutine is done by then; nothing orders the write and the read.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"time"
)

func main() {
	report := ""
	go func() {
		report = "42 files"
	}()
	time.Sleep(10 * time.Millisecond)
	fmt.Println(report)
}
