// Package coverage writes the coverage of a running program that was built with -cover. minigo does not build such
// programs: each function returns the error that Go's returns in a program built without it.
package coverage

import (
	"errors"
	"io"
)

var (
	errCover = errors.New("program not built with -cover")
	errMeta  = errors.New("error: no meta-data available (binary not built with -cover?)")
)

// errMode returns the error of a function that needs counters which are changed atomically.
func errMode(function string) error {
	return errors.New(function + " invoked for program built with -covermode=<invalid> (please use -covermode=atomic)")
}

// WriteMetaDir would write a file of metadata to dir.
func WriteMetaDir(dir string) error { return errMeta }

// WriteMeta would write the metadata to w.
func WriteMeta(w io.Writer) error {
	if w == nil {
		return errors.New("error: nil writer in WriteMeta")
	}
	return errMeta
}

// WriteCountersDir would write a file of counters to dir.
func WriteCountersDir(dir string) error { return errMode("WriteCountersDir") }

// WriteCounters would write the counters to w.
func WriteCounters(w io.Writer) error {
	if w == nil {
		return errors.New("error: nil writer in WriteCounters")
	}
	return errMode("WriteCounters")
}

// ClearCounters would set the counters to zero.
func ClearCounters() error { return errCover }
