// A generic type with a length that another package's constants give: checking them does not end the wait for the type
// parameters' constraints.
package main

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"example.com/lengths/node"
	"example.com/lengths/padding"
)

const size = 16

type ring[K comparable, V any] struct {
	_       [padding.Size - unsafe.Sizeof(atomic.Uint64{})]byte
	manager *node.Manager[K, V]
	buffer  [size]unsafe.Pointer
}

func main() {
	var r ring[string, int]
	fmt.Println(unsafe.Sizeof(r), r.manager == nil)
}

// Output:
// 192 true
