package testing

import (
	"fmt"
	"sync/atomic"
)

// failForRaces makes the test fail if data races were found since it started, or since a subtest has failed because of
// them. A race that is found while parallel tests run counts for each of them.
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

// raise sets a counter to n if it is less.
func raise(counter *atomic.Int64, n int64) {
	for old := counter.Load(); old < n && !counter.CompareAndSwap(old, n); {
		old = counter.Load()
	}
}
