// A loop on the only P, for a while; is anybody else's turn before it ends?
package main

import (
	"runtime"
	"time"
)

func main() {
	ended := make(chan bool, 1)
	go func() {
		for start := time.Now(); time.Since(start) < 300*time.Millisecond; {
		}
		ended <- true
	}()
	runtime.Gosched()
	println(len(ended))
	<-ended
}
