package testdeps

import "math/bits"

// covered has a byte for each counter: a bit for how often the block ran for the last input, by powers of two.
var covered []byte

// coverageSize returns the number of counters.
func coverageSize() (n int) {
	for _, f := range coveredFiles {
		n += len(f.counters)
	}
	return n
}

func resetCoverage() {
	for _, f := range coveredFiles {
		clear(f.counters)
	}
}

// takeCoverage sets covered.
func takeCoverage() {
	covered = covered[:0]
	for _, f := range coveredFiles {
		for _, n := range f.counters {
			if n == 0 {
				covered = append(covered, 0)
			} else {
				covered = append(covered, 1<<(min(bits.Len32(n), 8)-1))
			}
		}
	}
}

// coversMore reports whether coverage has bits that mask lacks.
func coversMore(coverage, mask []byte) bool {
	for i, b := range coverage {
		if b != 0 && i < len(mask) && b&^mask[i] != 0 {
			return true
		}
	}
	return false
}

// addCoverage adds the bits of coverage to mask.
func addCoverage(mask, coverage []byte) {
	for i := range min(len(mask), len(coverage)) {
		mask[i] |= coverage[i]
	}
}
