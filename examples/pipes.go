// A hundred goroutines wait for pipes. The netpoller waits for all of them; without it each would wait in a system call, on a thread
// of its own.
package main

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	var wg sync.WaitGroup
	var sum atomic.Int64
	var ends [100]*os.File
	for i := range ends {
		r, w, err := os.Pipe()
		if err != nil {
			panic(err)
		}
		ends[i] = w
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer r.Close()
			var b [1]byte
			if _, err := r.Read(b[:]); err != nil {
				panic(err)
			}
			sum.Add(int64(b[0]))
		}()
	}
	time.Sleep(50 * time.Millisecond) // all of them wait by then
	for i, w := range ends {
		w.Write([]byte{byte(i)})
		w.Close()
	}
	wg.Wait()
	fmt.Println("sum:", sum.Load())
}

// Output:
// sum: 4950
