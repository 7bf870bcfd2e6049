package main

import "time"

func main() {
	x := 0
	done := make(chan bool)
	time.AfterFunc(time.Millisecond, func() {
		x++
		done <- true
	})
	<-done
	x++
	t := time.NewTimer(time.Hour)
	go func() {
		x++
		t.Reset(time.Millisecond)
	}()
	<-t.C
	x++
	ticker := time.NewTicker(time.Millisecond)
	for range 3 {
		<-ticker.C
		x++
	}
	select {
	case <-time.After(time.Millisecond):
		x++
	}
	println(x)
}
