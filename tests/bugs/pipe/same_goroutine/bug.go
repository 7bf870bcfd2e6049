// bug: deadlock bug.go:16
// why: A pipe has no buffer: a write waits for a reader, which here would come later in the same goroutine.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"io"
)

func main() {
	r, w := io.Pipe()
	func() {
		defer w.Close()
		fmt.Fprint(w, "hello")
	}()
	text, _ := io.ReadAll(r)
	fmt.Println(string(text))
}
