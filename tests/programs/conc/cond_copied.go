// A condition that was used must not be copied.
package main

import (
	"fmt"
	"sync"
)

func main() {
	c := sync.NewCond(&sync.Mutex{})
	c.Signal()
	copied := *c
	defer func() { fmt.Println(recover()) }()
	c.Broadcast()
	copied.Signal()
}

// Output:
// sync.Cond is copied
