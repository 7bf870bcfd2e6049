// fixed: each goroutine writes to a copy.
// outputs: "4\n"

package main

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
)

type key struct{}

func handle(ctx context.Context, name string) int {
	tags := ctx.Value(key{}).(map[string]string)
	tags = maps.Clone(tags)
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
