// Channels by package reflect: the value may come before the look.
//
// WANT panic: taken
package main

import "reflect"

func main() {
	c := make(chan int, 1)
	done := make(chan bool)
	v := reflect.ValueOf(c)
	go func() {
		v.Send(reflect.ValueOf(1))
		close(done)
	}()
	if _, ok := v.TryRecv(); ok {
		panic("taken")
	}
	<-done
}
