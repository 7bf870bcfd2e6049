// Nothing leads to the handle any more once its descriptor was read: the finalizer closes what is still in use.
//
// WANT panic: descriptor 3 was closed in use
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
}

func main() { open().read() }
