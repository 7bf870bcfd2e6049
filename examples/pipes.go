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
	var ready, wg sync.WaitGroup
	var sum atomic.Int64
	var ends [100]*os.File
	for i := range ends {
		r, w, err := os.Pipe()
		if err != nil {
			panic(err)
		}
		ends[i] = w
		ready.Add(1)
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer r.Close()
			var b [1]byte
			ready.Done()
			if _, err := r.Read(b[:]); err != nil {
				panic(err)
			}
			sum.Add(int64(b[0]))
		}()
	}
	ready.Wait()
	time.Sleep(time.Millisecond) // for the last of them
	for i, w := range ends {
		w.Write([]byte{byte(i)})
		w.Close()
	}
	wg.Wait()
	fmt.Println("sum:", sum.Load())
}

// Output:
// sum: 4950
