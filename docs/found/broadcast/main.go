// A deadlock of github.com/teivah/broadcast: Relay.Close beside Listener.Close. The one takes the relay's lock, then each
// listener's sync.Once; the other one its Once, then the relay's lock.
package main

import (
	"sync"

	"github.com/teivah/broadcast"
)

func main() {
	relay := broadcast.NewRelay[int]()
	listener := relay.Listener(0)
	var wg sync.WaitGroup
	wg.Go(relay.Close)
	wg.Go(listener.Close)
	wg.Wait()
}
