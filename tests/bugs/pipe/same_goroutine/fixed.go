// fixed: another goroutine writes.
// outputs: "hello\n"

package main

import (
	"fmt"
	"io"
)

func main() {
	r, w := io.Pipe()
	go func() {
		defer w.Close()
		fmt.Fprint(w, "hello")
	}()
	text, _ := io.ReadAll(r)
	fmt.Println(string(text))
}
