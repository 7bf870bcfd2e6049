// A fatal error in a deferred call comes after the panics that it interrupts, which show their values without calling methods.
package main

import "sync"

type amount complex128

func main() {
	defer func() {
		var mu sync.Mutex
		mu.Unlock()
	}()
	defer func() {
		panic(recover())
	}()
	defer func() {
		panic("two\nlines")
	}()
	panic(amount(1.5 + 2i))
}

// Exit: 2
// Stderr:
// panic: main.amount(1.5+2i)
// 	panic: two
// 	lines [recovered, repanicked]
// 	fatal error: sync: unlock of unlocked mutex
