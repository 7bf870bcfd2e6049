// The memory of a map that is not used again is another value's when the report of a deadlock looks for names.
package main

import "runtime"

var kept [][]uint64

func wait(c chan int) {
	var maps [8]map[int]chan int
	for i := range maps {
		maps[i] = make(map[int]chan int)
		for k := range 100 {
			maps[i][k] = make(chan int)
		}
	}
	a, b := maps[1], maps[2]
	println(len(a) + len(b))
	maps = [8]map[int]chan int{}
	runtime.GC()
	for words := 1; words < 32; words++ {
		for range 1000 {
			s := make([]uint64, words)
			for i := range s {
				s[i] = 0x0123_4567_89ab_cdef
			}
			kept = append(kept, s)
		}
	}
	<-c
}

func main() {
	wait(make(chan int))
}

// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
// minigo: wait-for graph
// waits to receive from c, a chan int (unbuffered, made at
