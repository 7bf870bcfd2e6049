// bug: hang bug.go:16-27
// why: break ends the select and not the loop around it, which then spins on the closed channel.
// depth: 0 (every schedule)

package main

func main() {
	items := make(chan int)
	go func() {
		defer close(items)
		for i := range 3 {
			items <- i
		}
	}()
	sum := 0
	for {
		select {
		case x, ok := <-items:
			if !ok {
				break
			}
			sum += x
		}
		if sum < 0 {
			return
		}
	}
}
