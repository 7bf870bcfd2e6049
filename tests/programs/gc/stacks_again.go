// What a goroutine that has ended left on its stack is not taken for pointers of the next one that has it, while its frames
// below a deferred call count as a whole.
package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

type box struct{ n int }

func fill(n int) int {
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), box{1}, n))
	var wg sync.WaitGroup
	sum := make(chan int, 40)
	for i := range 40 {
		wg.Add(1)
		c, stop := context.WithTimeout(ctx, time.Hour)
		go func() {
			defer wg.Done()
			defer stop()
			<-c.Done()
			sum <- c.Value(box{1}).(int) + i
		}()
	}
	cancel()
	wg.Wait()
	close(sum)
	all := 0
	for v := range sum {
		all += v
	}
	return all
}

func fail() (failed int) {
	var wg sync.WaitGroup
	errs := make(chan error, 20)
	for i := range 20 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { errs <- recover().(error) }()
			defer func() { time.Sleep(50 * time.Microsecond) }()
			panic(fmt.Errorf("e%d", i))
		}()
	}
	wg.Wait()
	close(errs)
	for range errs {
		failed++
	}
	return failed
}

func main() {
	all, failed := 0, 0
	for n := range 30 {
		all += fill(n)
		failed += fail()
	}
	fmt.Println(all, failed)
}

// Output:
// 40800 600
