// bug: deadlock bug.go:17
// bug: deadlock bug.go:22
// why: The writer fills the first pipe before the second, and the reader empties the second before the first.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"io"
)

func main() {
	r1, w1 := io.Pipe()
	r2, w2 := io.Pipe()
	go func() {
		fmt.Fprint(w1, "head")
		w1.Close()
		fmt.Fprint(w2, "body")
		w2.Close()
	}()
	body, _ := io.ReadAll(r2)
	head, _ := io.ReadAll(r1)
	fmt.Println(string(head), string(body))
}
