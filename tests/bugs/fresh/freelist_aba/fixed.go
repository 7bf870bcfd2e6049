// fixed: head has a version number that each change makes larger
// outputs: "all back: true\n"
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

const none = -1

// FreeList is a stack of the numbers of free buffers.
type FreeList struct {
	head atomic.Uint64 // version<<32 | number
	next []atomic.Int32
	busy []atomic.Bool
}

func NewFreeList(n int) *FreeList {
	f := &FreeList{next: make([]atomic.Int32, n), busy: make([]atomic.Bool, n)}
	for i := range n {
		f.next[i].Store(int32(i + 1))
	}
	f.next[n-1].Store(none)
	return f
}

func (f *FreeList) swap(old uint64, i int32) bool {
	return f.head.CompareAndSwap(old, (old>>32+1)<<32|uint64(uint32(i)))
}

func (f *FreeList) Get() int32 {
	for {
		h := f.head.Load()
		i := int32(uint32(h))
		if i == none {
			return none
		}
		if f.swap(h, f.next[i].Load()) {
			if f.busy[i].Swap(true) {
				panic(fmt.Sprintf("buffer %d handed out twice", i))
			}
			return i
		}
	}
}

func (f *FreeList) Put(i int32) {
	if i == none {
		return
	}
	f.busy[i].Store(false)
	for {
		h := f.head.Load()
		f.next[i].Store(int32(uint32(h)))
		if f.swap(h, i) {
			return
		}
	}
}

func main() {
	f := NewFreeList(2)
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			src, dst := f.Get(), f.Get()
			f.Put(src)
			f.Put(dst)
		}()
	}
	wg.Wait()
	fmt.Println("all back:", f.Get() != none && f.Get() != none)
}
