package main

import (
	"runtime"
	"sync"
)

func main() {
	// Memory that is used again, in words that no two objects share.
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			kept := []*byte{}
			for j := range 3000 {
				b := new(byte)
				*b = byte(j)
				w := new([3]byte)
				w[1] = byte(i)
				l := make([]int, 40)
				l[j%40] = j
				if j%10 == 0 {
					kept = append(kept, b)
				}
				if j%1000 == 0 {
					runtime.GC()
				}
			}
			for _, b := range kept {
				*b++
			}
		})
	}
	wg.Wait()
	println("done")
}
