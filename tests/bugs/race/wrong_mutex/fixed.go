// fixed: both lock the same mutex.
// outputs: "1\n"

package main

import (
	"fmt"
	"sync"
)

type queue struct {
	head, tail sync.Mutex
	size       int
}

func (q *queue) push() {
	q.tail.Lock()
	defer q.tail.Unlock()
	q.size++
}

func (q *queue) pop() {
	q.tail.Lock()
	defer q.tail.Unlock()
	q.size--
}

func main() {
	q := &queue{size: 1}
	var wg sync.WaitGroup
	wg.Go(q.push)
	wg.Go(q.pop)
	wg.Wait()
	fmt.Println(q.size)
}
