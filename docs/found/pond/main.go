// A wrong count of github.com/alitto/pond: a task tells those that wait for it before the pool counts it.
package main

import (
	"fmt"

	"github.com/alitto/pond/v2"
)

func main() {
	pool := pond.NewPool(1)
	pool.Submit(func() {}).Wait()
	if n := pool.CompletedTasks(); n != 1 {
		panic(fmt.Sprintf("the task is over, and %d are completed", n))
	}
}
