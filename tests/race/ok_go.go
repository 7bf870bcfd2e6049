package main

import "time"

func main() {
	x := 1
	done := make(chan bool)
	go func() {
		x++
		go func() {
			x++
			done <- true
		}()
	}()
	<-done
	time.Sleep(time.Millisecond)
	println(x)
}
