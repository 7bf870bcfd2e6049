// LockOSThread ties a goroutine to its thread: nobody else runs there until it is untied as often.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"syscall"
)

func main() {
	var wg sync.WaitGroup
	stayed := make([]bool, 4)
	for i := range stayed {
		wg.Add(1)
		go func() {
			defer wg.Done()
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			thread := syscall.Gettid()
			stayed[i] = true
			for range 100 {
				runtime.Gosched()
				stayed[i] = stayed[i] && syscall.Gettid() == thread
			}
		}()
	}
	wg.Wait()
	fmt.Println("stayed on their threads:", stayed)
}

// Output:
// stayed on their threads: [true true true true]
