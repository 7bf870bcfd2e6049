// fixed: the batcher starts a new array after each batch
// outputs: "rows: 5\n"
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
				batch = make([]int, 0, size)
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
