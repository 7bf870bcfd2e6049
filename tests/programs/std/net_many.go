// Many connections to an echo server, half of them slow or closing in the middle: no byte is lost, no goroutine stays, no
// descriptor leaks, and no thread is needed for those that wait.
//
// Arguments: connections, milliseconds.
package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

func argument(n, otherwise int) int {
	if len(os.Args) > n {
		if v, err := strconv.Atoi(os.Args[n]); err == nil {
			return v
		}
	}
	return otherwise
}

func descriptors() int {
	list, _ := os.ReadDir("/proc/self/fd")
	return len(list)
}

func threads() int {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.SplitSeq(string(status), "\n") {
		if rest, ok := strings.CutPrefix(line, "Threads:"); ok {
			n, _ := strconv.Atoi(strings.TrimSpace(rest))
			return n
		}
	}
	return -1
}

var echoed, received, sent, lost, cut, failed atomic.Int64

func serve(c net.Conn, wg *sync.WaitGroup) {
	defer wg.Done()
	defer c.Close()
	buf := make([]byte, 512)
	for {
		n, err := c.Read(buf)
		if err != nil {
			return
		}
		if _, err := c.Write(buf[:n]); err != nil {
			return
		}
		echoed.Add(int64(n))
	}
}

// client sends what it can tell again from what it gets; kind 0 quickly, 1 slowly, 2 closes in the middle.
func client(addr string, id, kind int, until time.Time) {
	for round := 0; time.Now().Before(until); round++ {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			failed.Add(1)
			return
		}
		trips := 20
		if kind == 1 {
			trips = 3
		}
		buf := make([]byte, 64)
		for i := 0; i < trips; i++ {
			msg := fmt.Appendf(nil, "%d %d %d %d", id, kind, round, i)
			if _, err := c.Write(msg); err != nil {
				failed.Add(1)
				break
			}
			if kind == 2 && i == trips/2 {
				cut.Add(1)
				break
			}
			sent.Add(int64(len(msg)))
			if kind == 1 {
				time.Sleep(5 * time.Millisecond)
			}
			if _, err := io.ReadFull(c, buf[:len(msg)]); err != nil {
				failed.Add(1)
				break
			}
			if string(buf[:len(msg)]) != string(msg) {
				lost.Add(1)
			}
			received.Add(int64(len(msg)))
		}
		c.Close()
	}
}

func main() {
	connections, millis := argument(1, 60), argument(2, 100)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	var servers, clients sync.WaitGroup
	accepted := make(chan bool)
	goroutines, files := runtime.NumGoroutine(), descriptors()
	go func() {
		defer close(accepted)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			servers.Add(1)
			go serve(c, &servers)
		}
	}()
	until := time.Now().Add(time.Duration(millis) * time.Millisecond)
	for i := 0; i < connections; i++ {
		kind := 0
		if i%2 == 1 {
			kind = 1 + i/2%2
		}
		clients.Add(1)
		go func() {
			defer clients.Done()
			client(l.Addr().String(), i, kind, until)
		}()
	}
	most := 0
	for time.Now().Before(until) {
		most = max(most, threads())
		time.Sleep(10 * time.Millisecond)
	}
	clients.Wait()
	servers.Wait()
	l.Close()
	<-accepted
	fmt.Fprintln(os.Stderr, "sent", sent.Load(), "echoed", echoed.Load(), "cut", cut.Load(), "threads", most, "procs", runtime.GOMAXPROCS(0))
	fmt.Println("lost", lost.Load(), sent.Load()-received.Load(), "failed", failed.Load(), "all echoed", echoed.Load() >= received.Load() && sent.Load() > 0, cut.Load() > 0)
	for i := 0; i < 100 && runtime.NumGoroutine() > goroutines; i++ {
		time.Sleep(10 * time.Millisecond)
	}
	// the poller's own two or three stay
	fmt.Println("goroutines", runtime.NumGoroutine()-goroutines, "descriptors", descriptors()-files <= 3)
	fmt.Println("threads", most < 32)
}

// Output:
// lost 0 0 failed 0 all echoed true true
// goroutines 0 descriptors true
// threads true
