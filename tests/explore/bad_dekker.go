// WANT panic: two inside
package main

import "sync"

var (
	want         [2]bool
	inside, most int
)

// enter looks at the other's flag before it sets its own.
func enter(me int) {
	if want[1-me] {
		return
	}
	want[me] = true
	inside++
	most = max(most, inside)
	inside--
	want[me] = false
}

func main() {
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { enter(i) })
	}
	wg.Wait()
	if most > 1 {
		panic("two inside")
	}
}
