// Twenty goroutines wait for pipes.
package main

import (
	"os"
	"sync"
	"time"
)

func main() {
	var wg sync.WaitGroup
	var ends [20]*os.File
	for i := range ends {
		r, w, err := os.Pipe()
		if err != nil {
			panic(err)
		}
		ends[i] = w
		wg.Add(1)
		go func() {
			defer wg.Done()
			var b [1]byte
			if n, err := r.Read(b[:]); n != 1 || err != nil {
				panic(err)
			}
		}()
	}
	time.Sleep(100 * time.Millisecond)
	for _, w := range ends {
		w.Write([]byte{1})
	}
	wg.Wait()
	println("done")
}
