package main

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"
)

// A waiter that competes in vain for a millisecond is handed the mutex: who takes it again and again, and holds it most of
// the time, cannot keep it out. Waiters get it in their order.
func main() {
	var mu sync.Mutex
	stop := make(chan bool)
	ended := make(chan int)
	go func() {
		turns := 0
		for {
			mu.Lock()
			time.Sleep(200 * time.Microsecond)
			mu.Unlock()
			turns++
			select {
			case <-stop:
				ended <- turns
				return
			default:
			}
		}
	}()
	time.Sleep(time.Millisecond)
	for i := 0; i < 20; i++ {
		mu.Lock()
		mu.Unlock()
	}
	stop <- true
	fmt.Println("got in", <-ended > 0)

	var order []int
	var wg sync.WaitGroup
	mu.Lock()
	for i := 0; i < 5; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			order = append(order, i)
			mu.Unlock()
		}()
		// Until it waits, behind those before it.
		for waiting := 0; waiting <= i; {
			time.Sleep(time.Millisecond)
			buf := make([]byte, 1<<16)
			waiting = strings.Count(string(buf[:runtime.Stack(buf, true)]), "[sync.Mutex.Lock]")
		}
	}
	mu.Unlock()
	wg.Wait()
	fmt.Println(order, mu.TryLock(), mu.TryLock())
	mu.Unlock()
}

// Output:
// got in true
// [0 1 2 3 4] true false
