// bug: deadlock bug.go:19
// why: The deferred Unlock runs at the end of the function, so the second iteration waits for the first one's lock.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
)

type journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *journal) write(lines ...string) {
	for _, line := range lines {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.lines = append(j.lines, line)
	}
}

func main() {
	j := &journal{}
	j.write("one")
	j.write("two", "three")
	fmt.Println(len(j.lines))
}
