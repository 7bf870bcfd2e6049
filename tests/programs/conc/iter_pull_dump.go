// An iterator that Pull runs waits as a coroutine, not for a channel that the user has not made.
package main

import (
	"fmt"
	"iter"
	"sync"
)

var mu sync.Mutex

func seq(yield func(int) bool) {
	for i := range 3 {
		if !yield(i) {
			return
		}
	}
}

func main() {
	next, _ := iter.Pull(iter.Seq[int](seq))
	fmt.Println(next())
	mu.Lock()
	mu.Lock()
}

// Output:
// 0 true

// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// goroutine 1 [sync.Mutex.Lock]:
// [coroutine]:
// main.seq(
// iter_pull_dump.go:14
// Absent:
// chan receive
