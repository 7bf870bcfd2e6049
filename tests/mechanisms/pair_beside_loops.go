// A pair that pass a value to and fro beside two loops, which stand in the global queue when they are preempted.
package main

import "time"

func main() {
	for range 2 {
		go func() {
			for {
			}
		}()
	}
	passes := 0
	ch := make(chan bool)
	go func() {
		for {
			<-ch
			passes++
		}
	}()
	go func() {
		for {
			ch <- true
		}
	}()
	for range 30 {
		time.Sleep(10 * time.Millisecond)
	}
	println(passes)
}
