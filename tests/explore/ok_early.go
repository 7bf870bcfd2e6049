// A watchdog whose time no scheduler takes, and a ticker that can always fire once more.
//
// SEEN every interleaving was seen in which timers fire last, and every one with at most 2 preemptions or early timers
package main

import "time"

func main() {
	done := make(chan bool)
	go func() { done <- true }()
	select {
	case <-done:
	case <-time.After(time.Second):
		panic("too slow")
	}
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	go func() { done <- true }()
	for going := true; going; {
		select {
		case <-ticker.C:
		case <-done:
			going = false
		}
	}
}
