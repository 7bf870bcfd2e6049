// Connections that carry more than fits on the way, and how they end: a close, a deadline, a refusal, a reset.
package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// echo answers each connection with what it has sent.
func echo(l net.Listener, wg *sync.WaitGroup) {
	defer wg.Done()
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer c.Close()
			io.Copy(c, c)
		}()
	}
}

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	var wg sync.WaitGroup
	wg.Add(1)
	go echo(l, &wg)

	big := make([]byte, 300<<10)
	for i := range big {
		big[i] = byte(i * 7)
	}
	var clients sync.WaitGroup
	for n := range 2 {
		clients.Add(1)
		go func() {
			defer clients.Done()
			c, err := net.Dial("tcp", l.Addr().String())
			check(err)
			defer c.Close()
			go func() {
				w, err := c.Write(big)
				check(err)
				if w != len(big) {
					panic("short write")
				}
				c.(*net.TCPConn).CloseWrite()
			}()
			back, err := io.ReadAll(c)
			check(err)
			if string(back) != string(big) {
				panic(fmt.Sprint("other bytes came back to ", n))
			}
		}()
	}
	clients.Wait()
	fmt.Println("both got", len(big), "bytes back")

	// Deadlines.
	c, err := net.Dial("tcp", l.Addr().String())
	check(err)
	c.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
	_, err = c.Read(make([]byte, 1))
	fmt.Println("deadline:", errors.Is(err, os.ErrDeadlineExceeded))
	c.Close()
	_, err = c.Write([]byte("x"))
	fmt.Println("closed:", errors.Is(err, net.ErrClosed))

	// The port is taken, and later it is not.
	_, err = net.Listen("tcp", l.Addr().String())
	fmt.Println("taken:", errors.Is(err, syscall.EADDRINUSE))
	l.Close()
	wg.Wait()
	_, err = net.Dial("tcp", l.Addr().String())
	fmt.Println("refused:", errors.Is(err, syscall.ECONNREFUSED))

	// A reset.
	l, err = net.Listen("tcp", "localhost:0")
	check(err)
	dialed, done := make(chan bool), make(chan bool)
	go func() {
		s, err := l.Accept()
		check(err)
		<-dialed
		s.(*net.TCPConn).SetLinger(0)
		s.Close()
		close(done)
	}()
	c, err = net.Dial("tcp", l.Addr().String())
	check(err)
	close(dialed)
	<-done
	_, err = c.Read(make([]byte, 1))
	fmt.Println("reset:", errors.Is(err, syscall.ECONNRESET))
	fmt.Println(l.Addr().Network(), c.RemoteAddr().String() == l.Addr().String())
}

// Output:
// both got 307200 bytes back
// deadline: true
// closed: true
// taken: true
// refused: true
// reset: true
// tcp true
