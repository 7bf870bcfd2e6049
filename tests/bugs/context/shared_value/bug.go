// bug: race tags bug.go:18
// why: A context carries one map to all goroutines, and its functions write to the map.
// depth: 0 (every schedule)

package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

type key struct{}

func handle(ctx context.Context, name string) int {
	tags := ctx.Value(key{}).(map[string]string)
	tags["name"] = name
	return len(tags)
}

func main() {
	ctx := context.WithValue(context.Background(), key{}, map[string]string{"host": "a"})
	var sum atomic.Int32
	var wg sync.WaitGroup
	for _, name := range []string{"x", "y"} {
		wg.Go(func() { sum.Add(int32(handle(ctx, name))) })
	}
	wg.Wait()
	fmt.Println(sum.Load())
}
