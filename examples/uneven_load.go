// One goroutine starts all others, so that all of them land in the queue of one P. Work stealing spreads them: with two
// or more Ps the work of the other Ps shows in the elapsed time, not in the output. Arguments: how many, and how many steps each.
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
)

// argument gives an argument of the program, or what stands for it.
func argument(n, otherwise int) int {
	if n < len(os.Args) {
		if v, err := strconv.Atoi(os.Args[n]); err == nil {
			return v
		}
	}
	return otherwise
}

var steps = argument(2, 2000)

func work(seed uint32) uint32 {
	x := seed
	for i := 0; i < steps; i++ {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
	}
	return x
}

func main() {
	n := argument(1, 1000)
	results := make([]uint32, n)
	var wg sync.WaitGroup
	wg.Add(n)
	go func() {
		for i := range n {
			go func() {
				results[i] = work(uint32(i) + 1)
				wg.Done()
			}()
		}
	}()
	wg.Wait()
	var sum uint32
	for _, r := range results {
		sum += r
	}
	fmt.Println("sum:", sum)
}

// Output:
// sum: 4063799182
