// fixed: rows are taken and sent under the lock, under which Close sends the last ones and closes
// outputs: "stored: 3\n"
package main

import (
	"fmt"
	"sync"
	"time"
)

const linger = 10 * time.Millisecond

// Batcher sends rows on when linger has passed since the first of them.
type Batcher struct {
	mu      sync.Mutex
	pending []string
	timer   *time.Timer
	out     chan []string
}

func (b *Batcher) Add(row string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pending = append(b.pending, row)
	if len(b.pending) == 1 {
		b.timer = time.AfterFunc(linger, b.flush)
	}
}

func (b *Batcher) flush() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.send()
}

func (b *Batcher) send() {
	rows := b.pending
	b.pending = nil
	if len(rows) > 0 {
		b.out <- rows
	}
}

func (b *Batcher) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.timer != nil {
		b.timer.Stop()
	}
	b.send()
	close(b.out)
}

func main() {
	b := &Batcher{out: make(chan []string)}
	stored := make(chan int)
	go func() {
		n := 0
		for rows := range b.out {
			n += len(rows)
		}
		stored <- n
	}()
	b.Add("one")
	b.Add("two")
	time.Sleep(linger)
	b.Add("three")
	b.Close()
	fmt.Println("stored:", <-stored)
}
