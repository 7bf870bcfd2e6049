// bug: race batch[0] bug.go:29
// bug: race b[0] bug.go:45
// bug: race batch bug.go:29
// bug: race b bug.go:45
// why: the batcher goes on filling the array of the batch that it has given away
// depth: 0 (every schedule)
package main

import "fmt"

func produce(n int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := 1; i <= n; i++ {
			out <- i
		}
	}()
	return out
}

// batches groups what comes in.
func batches(in <-chan int, size int) <-chan []int {
	out := make(chan []int)
	go func() {
		defer close(out)
		batch := make([]int, 0, size)
		for v := range in {
			batch = append(batch, v)
			if len(batch) == size {
				out <- batch
				batch = batch[:0]
			}
		}
		if len(batch) > 0 {
			out <- batch
		}
	}()
	return out
}

func main() {
	rows := 0
	for b := range batches(produce(5), 2) {
		if b[0] == 0 {
			panic("empty row")
		}
		rows += len(b)
	}
	fmt.Println("rows:", rows)
}
