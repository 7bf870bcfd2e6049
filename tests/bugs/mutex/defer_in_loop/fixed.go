// fixed: each iteration unlocks before it ends.
// outputs: "3\n"

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
		j.lines = append(j.lines, line)
		j.mu.Unlock()
	}
}

func main() {
	j := &journal{}
	j.write("one")
	j.write("two", "three")
	fmt.Println(len(j.lines))
}
