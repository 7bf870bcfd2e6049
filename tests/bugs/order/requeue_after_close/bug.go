// bug: panic "send on closed channel" bug.go:22
// bug: race jobs bug.go:22
// why: A worker puts a failed job back into the queue that main closes once it has sent all jobs.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
)

type job struct{ id, tries int }

func main() {
	jobs := make(chan job, 4)
	var wg sync.WaitGroup
	wg.Go(func() {
		for j := range jobs {
			if j.tries == 0 {
				j.tries++
				jobs <- j
			}
		}
	})
	for id := range 2 {
		jobs <- job{id: id}
	}
	close(jobs)
	wg.Wait()
	fmt.Println("done")
}
