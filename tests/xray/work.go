// Workers that share a lock, a producer that pauses, and a collector of results.
package main

import (
	"fmt"
	"sync"
	"time"
)

type server struct {
	mu    sync.Mutex
	total int
}

func (s *server) add(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range 2000 {
		s.total += n + i
	}
}

func worker(id int, jobs <-chan int, results chan<- int, s *server) {
	for j := range jobs {
		sum := 0
		for i := range j * 50 {
			sum += i
		}
		s.add(id)
		results <- sum
	}
}

func main() {
	jobs := make(chan int, 8)
	results := make(chan int)
	s := &server{}
	var wg sync.WaitGroup
	for id := range 6 {
		wg.Go(func() { worker(id, jobs, results, s) })
	}
	go func() {
		for j := range 400 {
			jobs <- j
			if j%100 == 99 {
				time.Sleep(200 * time.Microsecond)
			}
		}
		close(jobs)
	}()
	go func() { wg.Wait(); close(results) }()
	n := 0
	for range results {
		n++
	}
	fmt.Println(n, s.total > 0)
}
