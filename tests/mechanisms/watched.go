// A loop that nobody else wants to interrupt, for a while; then nothing at all.
package main

import "time"

func main() {
	for start := time.Now(); time.Since(start) < 300*time.Millisecond; {
	}
	for range 5 {
		time.Sleep(20 * time.Millisecond)
	}
	println("done")
}
