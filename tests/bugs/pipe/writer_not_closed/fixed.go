// fixed: the writer closes the pipe on every path.
// outputs: "<nil>\n"

package main

import (
	"fmt"
	"io"
	"sync/atomic"
)

func main() {
	r, w := io.Pipe()
	var stop atomic.Bool
	go func() {
		defer w.Close()
		for range 2 {
			if stop.Load() {
				return
			}
			io.WriteString(w, "x")
		}
	}()
	go func() { stop.Store(true) }()
	_, err := io.ReadAll(r)
	fmt.Println(err)
}
