// fixed: a second goroutine reads the first pipe.
// outputs: "head body\n"

package main

import (
	"fmt"
	"io"
	"sync"
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
	var head []byte
	var wg sync.WaitGroup
	wg.Go(func() { head, _ = io.ReadAll(r1) })
	body, _ := io.ReadAll(r2)
	wg.Wait()
	fmt.Println(string(head), string(body))
}
