package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"sort"
	"strings"
	"sync"
	"time"
)

func main() {
	var wg sync.WaitGroup
	var m sync.Map
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	for i := range 6 {
		wg.Go(func() {
			for j := range 30 {
				s := fmt.Sprintf("%d-%v-%s", i, []int{j}, strings.Repeat("x", j))
				m.Store(s, j)
				m.Range(func(any, any) bool { return false })
				var b bytes.Buffer
				fmt.Fprintf(&b, "%q", s)
				list := strings.Split(b.String(), "-")
				sort.Strings(list)
				if ctx.Err() != nil {
					return
				}
			}
			fmt.Fprintln(os.Stdout, "line")
			_ = os.Getenv("HOME")
			_ = time.Now().Format(time.RFC3339)
		})
	}
	wg.Wait()
}
