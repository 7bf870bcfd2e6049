package testing

import (
	"fmt"
	"sync/atomic"
)

// failForRaces lets the test fail if data races were found since it began, or since a subtest has failed for them. A
// race that is found while parallel tests run is each one's.
func (t *T) failForRaces() {
	found := int64(racesFound())
	if found <= t.races.Load() {
		return
	}
	if t.parent == nil {
		fmt.Print(chatty.prefix(), "testing: race detected outside of test execution\n")
		t.Fail()
		return
	}
	t.Errorf("race detected during execution of test")
	for c := &t.common; c != nil; c = c.parent {
		raise(&c.races, found)
	}
}

// raise makes a counter at least n.
func raise(counter *atomic.Int64, n int64) {
	for old := counter.Load(); old < n && !counter.CompareAndSwap(old, n); {
		old = counter.Load()
	}
}
