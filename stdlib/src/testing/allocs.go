package testing

import "runtime"

// AllocsPerRun returns the average number of allocations in a call of f, rounded down. It first calls f once without
// counting, with GOMAXPROCS 1.
func AllocsPerRun(runs int, f func()) (avg float64) {
	if parallelStart.Load() != parallelStop.Load() {
		panic("testing: AllocsPerRun called during parallel test")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	f()
	before, _ := allocated()
	for range runs {
		f()
	}
	after, _ := allocated()
	return float64((after - before) / uint64(runs))
}
