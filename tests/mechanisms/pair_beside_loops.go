// Two goroutines pass a value to each other while two loops run, which get into the global queue when they are preempted.
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
