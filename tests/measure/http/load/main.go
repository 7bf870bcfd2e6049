// Load asks an HTTP server from many keep-alive clients and counts.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "server")
	clients := flag.Int("clients", 100, "connections")
	seconds := flag.Float64("seconds", 10, "how long")
	flag.Parse()
	var done, failed atomic.Int64
	var wg sync.WaitGroup
	stop := time.Now().Add(time.Duration(*seconds * float64(time.Second)))
	for i := range *clients {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c, err := net.Dial("tcp", *addr)
			if err != nil {
				failed.Add(1)
				fmt.Fprintln(os.Stderr, err)
				return
			}
			defer c.Close()
			br := bufio.NewReader(c)
			for n := 0; time.Now().Before(stop); n++ {
				path := fmt.Sprintf("/c%d/n%d", i, n)
				fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: x\r\nUser-Agent: load\r\nAccept-Encoding: gzip\r\n\r\n", path)
				resp, err := http.ReadResponse(br, nil)
				if err == nil {
					var b []byte
					b, err = io.ReadAll(resp.Body)
					if err == nil && string(b) != "hello "+path {
						err = fmt.Errorf("answer %q to %s", b, path)
					}
				}
				if err != nil {
					failed.Add(1)
					fmt.Fprintln(os.Stderr, err)
					return
				}
				done.Add(1)
			}
		}()
	}
	start := time.Now()
	wg.Wait()
	fmt.Printf("requests %d failed %d per-second %.0f\n", done.Load(), failed.Load(), float64(done.Load())/time.Since(start).Seconds())
}
