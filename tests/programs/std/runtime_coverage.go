// Package runtime/coverage in a program that was not built for coverage.
package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime/coverage"
)

func main() {
	var b bytes.Buffer
	dir, _ := os.MkdirTemp("", "coverage")
	defer os.RemoveAll(dir)
	fmt.Println(coverage.ClearCounters())
	fmt.Println(coverage.WriteCounters(&b), b.Len())
	fmt.Println(coverage.WriteCounters(nil))
	fmt.Println(coverage.WriteMeta(&b), b.Len())
	fmt.Println(coverage.WriteMeta(nil))
	fmt.Println(coverage.WriteCountersDir(dir))
	fmt.Println(coverage.WriteCountersDir("/nonexistent/dir"))
	fmt.Println(coverage.WriteMetaDir(dir))
	fmt.Println(coverage.WriteMetaDir("/nonexistent/dir"))
	list, err := os.ReadDir(dir)
	fmt.Println(len(list), err)
}

// Output:
// program not built with -cover
// WriteCounters invoked for program built with -covermode=<invalid> (please use -covermode=atomic) 0
// error: nil writer in WriteCounters
// error: no meta-data available (binary not built with -cover?) 0
// error: nil writer in WriteMeta
// WriteCountersDir invoked for program built with -covermode=<invalid> (please use -covermode=atomic)
// WriteCountersDir invoked for program built with -covermode=<invalid> (please use -covermode=atomic)
// error: no meta-data available (binary not built with -cover?)
// error: no meta-data available (binary not built with -cover?)
// 0 <nil>
