// Labels of goroutines: those that are started inherit them, and profiles show them.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"runtime/pprof"
	"slices"
	"strings"
	"time"
)

func labelled() (lines []string) {
	var out strings.Builder
	pprof.Lookup("goroutine").WriteTo(&out, 1)
	for _, line := range strings.Split(out.String(), "\n") {
		if strings.HasPrefix(line, "# labels") {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return lines
}

func work(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
		for range 10000 {
		}
	}
}

func main() {
	done := make(chan int)
	ctx := context.Background()
	pprof.Do(ctx, pprof.Labels("task", "one", "a", "b\"c"), func(ctx context.Context) {
		go func() { <-done }()
		pprof.Do(ctx, pprof.Labels("task", "two"), func(ctx context.Context) {
			fmt.Println(pprof.Label(ctx, "task"))
			go func() { <-done }()
		})
		fmt.Println(len(labelled()))
	})
	time.Sleep(10 * time.Millisecond)
	for _, line := range labelled() {
		fmt.Println(line)
	}
	close(done)

	var out bytes.Buffer
	pprof.StartCPUProfile(&out)
	pprof.SetGoroutineLabels(pprof.WithLabels(ctx, pprof.Labels("phase", "warming")))
	work(200 * time.Millisecond)
	pprof.SetGoroutineLabels(ctx)
	pprof.StopCPUProfile()
	zip, _ := gzip.NewReader(&out)
	data, _ := io.ReadAll(zip)
	fmt.Println(bytes.Contains(data, []byte("phase")), bytes.Contains(data, []byte("warming")), len(labelled()))
}

// Output:
// two true
// 3
// # labels: {"a":"b\"c", "task":"one"}
// # labels: {"a":"b\"c", "task":"two"}
// true true 0
