package testdeps

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync/atomic"
)

// The coverage settings that the main function of a test program passes.
var (
	CoverMode string // "set", "count" or "atomic"; empty without coverage
	Covered   string // " in " and the packages, if it is not only the tested one
)

// A coveredFile has a counter for each of its basic blocks.
type coveredFile struct {
	name     string
	counters []uint32
	blocks   []uint32 // blockFields for each counter
}

// The fields of a block: line and column of its beginning, those of the byte after it, and the number of statements.
const (
	firstLine = iota
	firstColumn
	endLine
	endColumn
	statements
	blockFields
)

var coveredFiles []coveredFile

// AddCounters registers the counters of a file, and the blocks that they count.
func AddCounters(name string, counters, blocks []uint32) {
	coveredFiles = append(coveredFiles, coveredFile{name, counters, blocks})
}

// coverage returns how many statements have run, and how many there are.
func coverage() (ran, all int) {
	for _, f := range coveredFiles {
		for i := range f.counters {
			n := int(f.blocks[i*blockFields+statements])
			all += n
			if atomic.LoadUint32(&f.counters[i]) > 0 {
				ran += n
			}
		}
	}
	return ran, all
}

// InitRuntimeCoverage returns the coverage mode and its functions; the mode is "" without coverage.
func (TestDeps) InitRuntimeCoverage() (mode string, tearDown func(string, string) (string, error), snapshot func() float64) {
	if CoverMode == "" {
		return "", nil, nil
	}
	return CoverMode, reportCoverage, coveredShare
}

func coveredShare() float64 {
	ran, all := coverage()
	if all == 0 {
		return 0
	}
	return float64(ran) / float64(all)
}

// reportCoverage writes the profile and prints the fraction of statements that ran; with an error, what names the step
// that failed.
func reportCoverage(profile, dataDir string) (what string, err error) {
	if dataDir != "" {
		return "error generating coverage report", errors.New("minigo writes no coverage data files")
	}
	if profile != "" {
		if err := writeProfile(profile); err != nil {
			return "error generating coverage report", err
		}
	}
	if ran, all := coverage(); all > 0 {
		fmt.Printf("coverage: %.1f%% of statements%s\n", 100*float64(ran)/float64(all), Covered)
	} else {
		fmt.Println("coverage: [no statements]")
	}
	return "", nil
}

// writeProfile writes a line for each block, in the order of files and positions.
func writeProfile(name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	fmt.Fprintf(w, "mode: %s\n", CoverMode)
	slices.SortFunc(coveredFiles, func(a, b coveredFile) int { return cmp.Compare(a.name, b.name) })
	for _, f := range coveredFiles {
		f.writeBlocks(w)
	}
	return errors.Join(w.Flush(), file.Close())
}

func (f *coveredFile) writeBlocks(w *bufio.Writer) {
	order := make([]int, len(f.counters))
	for i := range order {
		order[i] = i * blockFields
	}
	slices.SortFunc(order, func(a, b int) int {
		return slices.Compare(f.blocks[a:a+blockFields], f.blocks[b:b+blockFields])
	})
	for _, at := range order {
		b := f.blocks[at : at+blockFields]
		ran := atomic.LoadUint32(&f.counters[at/blockFields])
		fmt.Fprintf(w, "%s:%d.%d,%d.%d %d %d\n", f.name, b[firstLine], b[firstColumn], b[endLine], b[endColumn], b[statements], ran)
	}
}
