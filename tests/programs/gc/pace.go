// A program that allocates fast does not leave the collector behind, even if its thread loses its core: memory that is never
// written costs no time, so the heap could grow by hundreds of MB in some ms, with a handful of collections instead of 180.
package main

import (
	"fmt"
	"runtime"
)

var keep [][]byte

func main() {
	for i := range 600_000 {
		b := make([]byte, 1000)
		if i%100 == 0 {
			keep = append(keep, b)
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Println(m.NumGC > 10, len(keep))
}

// Output:
// true 6000
