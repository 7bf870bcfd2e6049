// The collector may come before a weak pointer is followed during initialisation, too.
//
// WANT panic: collected
package main

import "weak"

var w weak.Pointer[[100]int]
var lost bool

func init() { w = weak.Make(new([100]int)); lost = w.Value() == nil }
func main() {
	ch := make(chan int)
	go func() { ch <- 1 }()
	<-ch
	if lost {
		panic("collected")
	}
}
