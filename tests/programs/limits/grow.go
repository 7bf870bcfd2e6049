// Buffers that cannot become so large say it as Go's do.
package main

import (
	"bytes"
	"fmt"
	"strings"
)

func try(what string, grow func(n int)) {
	defer func() { fmt.Printf("%s: %v\n", what, recover()) }()
	grow(1 << 62)
}

func main() {
	try("bytes.Buffer", func(n int) {
		var b bytes.Buffer
		b.Grow(n)
	})
	try("bytes.Buffer, not empty", func(n int) {
		b := bytes.NewBufferString("hello")
		b.Grow(n*2 - 1)
	})
	try("strings.Builder", func(n int) {
		var b strings.Builder
		b.Grow(n)
	})
}

// Output:
// bytes.Buffer: bytes.Buffer: too large
// bytes.Buffer, not empty: bytes.Buffer: too large
// strings.Builder: runtime error: makeslice: len out of range
