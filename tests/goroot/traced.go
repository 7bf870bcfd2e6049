// What an execution trace has to tell: tasks, regions and logs, goroutines that wait for channels, locks, time and the network,
// blocking calls, a collection, another number of Ps, and more than one generation. The trace goes to the file that is named.
package main

import (
	"bytes"
	"context"
	"net"
	"os"
	"runtime"
	"runtime/trace"
	"sync"
	"time"
)

func worker(ctx context.Context, jobs chan int, done *sync.WaitGroup) {
	defer done.Done()
	for j := range jobs {
		trace.WithRegion(ctx, "job", func() {
			if j%50 == 0 {
				trace.Logf(ctx, "number", "job %d", j)
			}
		})
	}
}

func locks() {
	var mu sync.Mutex
	var done sync.WaitGroup
	for range 20 {
		done.Add(1)
		go func() {
			defer done.Done()
			for range 50 {
				mu.Lock()
				runtime.Gosched()
				mu.Unlock()
			}
		}()
	}
	done.Wait()
}

func echo(l net.Listener) {
	c, err := l.Accept()
	if err != nil {
		panic(err)
	}
	b := make([]byte, 10)
	for {
		n, err := c.Read(b)
		if err != nil {
			return
		}
		c.Write(b[:n])
	}
}

func network() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go echo(l)
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		panic(err)
	}
	b := make([]byte, 10)
	for range 50 {
		c.Write([]byte("hello"))
		c.Read(b)
	}
	c.Close()
}

func main() {
	f, err := os.Create(os.Args[1])
	if err != nil {
		panic(err)
	}
	waits := make(chan int)
	go func() { waits <- 1 }() // it waits when the trace begins
	for stacks := make([]byte, 1<<16); !bytes.Contains(stacks[:runtime.Stack(stacks, true)], []byte("[chan send]")); {
		runtime.Gosched()
	}
	if err := trace.Start(f); err != nil {
		panic(err)
	}
	println(trace.Start(f).Error(), trace.IsEnabled())
	ctx, task := trace.NewTask(context.Background(), "work")
	jobs := make(chan int)
	var done sync.WaitGroup
	for range 4 {
		done.Add(1)
		go worker(ctx, jobs, &done)
	}
	for i := range 500 {
		jobs <- i
	}
	close(jobs)
	done.Wait()
	task.End()
	locks()
	runtime.GC()
	network()
	<-waits
	time.Sleep(1100 * time.Millisecond) // a generation ends meanwhile
	os.ReadFile("/proc/self/stat")
	runtime.GOMAXPROCS(3)
	locks()
	trace.Stop()
	trace.Stop()
	println(trace.IsEnabled())
	if err := f.Close(); err != nil {
		panic(err)
	}
}
