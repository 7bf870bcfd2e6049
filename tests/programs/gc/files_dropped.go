// Files, pipes and sockets that nothing leads to any more are closed.
package main

import (
	"fmt"
	"net"
	"os"
	"runtime"
	"time"
)

func descriptors() int {
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		fmt.Println(err)
	}
	return len(list)
}

//go:noinline
func drop(addr string) {
	for range 50 {
		if _, err := os.Open("/dev/null"); err != nil {
			fmt.Println(err)
		}
		if _, _, err := os.Pipe(); err != nil {
			fmt.Println(err)
		}
		if _, err := net.Dial("tcp", addr); err != nil {
			fmt.Println(err)
		}
	}
}

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	drop(l.Addr().String())
	many := descriptors() > 150
	var ms runtime.MemStats
	runtime.ReadMemStats(&ms)
	fmt.Println("many:", many || ms.NumGC > 0)
	for range 3000 {
		runtime.GC()
		if descriptors() < 60 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	fmt.Println("few:", descriptors() < 60)
	l.Close()
}

// Output:
// many: true
// few: true
