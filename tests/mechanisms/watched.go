// A loop that nobody else wants to interrupt, for a while (argument: milliseconds); then nothing at all.
package main

import (
	"os"
	"strconv"
	"time"
)

func main() {
	millis, _ := strconv.Atoi(os.Args[1])
	for start := time.Now(); time.Since(start) < time.Duration(millis)*time.Millisecond; {
	}
	for range 5 {
		time.Sleep(time.Duration(millis) * time.Millisecond / 15)
	}
	println("done")
}
