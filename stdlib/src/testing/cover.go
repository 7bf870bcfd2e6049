package testing

import (
	"fmt"
	"os"
)

// A CoverBlock is a block of statements that coverage counts, for programs of old versions of go test.
type CoverBlock struct {
	Line0 uint32
	Col0  uint16
	Line1 uint32
	Col1  uint16
	Stmts uint16
}

// Cover is the result of coverage, for programs of old versions of go test.
type Cover struct {
	Mode            string
	Counters        map[string][]uint32
	Blocks          map[string][]CoverBlock
	CoveredPackages string
}

// RegisterCover does nothing, as in Go since 1.20.
func RegisterCover(c Cover) {}

// cover has the functions for coverage; mode is empty without -cover.
var cover struct {
	mode     string
	tearDown func(coverprofile, gocoverdir string) (string, error)
	snapshot func() float64
}

// CoverMode returns the value of -covermode ("set", "count" or "atomic"), or "".
func CoverMode() string { return cover.mode }

// Coverage returns the fraction of statements that have run, 0 without -cover.
func Coverage() float64 {
	if cover.mode == "" {
		return 0
	}
	return cover.snapshot()
}

// reportCover prints the coverage and writes its profile.
func reportCover() {
	if what, err := cover.tearDown(given.coverProfile, given.coverDir); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", what, err)
		os.Exit(2)
	}
}
