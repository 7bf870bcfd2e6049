// The handle is kept alive for as long as its descriptor is in use.
//
// ALL
package main

import (
	"fmt"
	"runtime"
	"sync/atomic"
)

type handle struct {
	fd   int
	name string
}

var closed atomic.Int32

func open() *handle {
	h := &handle{fd: 3}
	runtime.SetFinalizer(h, func(h *handle) { closed.Store(int32(h.fd)) })
	return h
}

func (h *handle) read() {
	fd := h.fd
	if closed.Load() == int32(fd) {
		panic(fmt.Sprintf("descriptor %d was closed in use", fd))
	}
	runtime.KeepAlive(h)
}

func main() { open().read() }
