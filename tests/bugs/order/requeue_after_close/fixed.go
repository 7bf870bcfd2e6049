// fixed: the queue is closed when the last job has been done.
// outputs: "done\n"

package main

import (
	"fmt"
	"sync"
)

type job struct{ id, tries int }

func main() {
	jobs := make(chan job, 4)
	var left sync.WaitGroup
	left.Add(2)
	var wg sync.WaitGroup
	wg.Go(func() {
		for j := range jobs {
			if j.tries == 0 {
				j.tries++
				jobs <- j
				continue
			}
			left.Done()
		}
	})
	for id := range 2 {
		jobs <- job{id: id}
	}
	left.Wait()
	close(jobs)
	wg.Wait()
	fmt.Println("done")
}
