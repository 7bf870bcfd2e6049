// Deadlines, cancellation, and Close: all of them wake whoever waits.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"time"
)

func hide(v any, addrs ...net.Addr) string {
	s := fmt.Sprint(v)
	for i, a := range addrs {
		_, port, _ := net.SplitHostPort(a.String())
		s = strings.ReplaceAll(s, ":"+port, fmt.Sprint(":P", i))
	}
	return s
}

func pair() (net.Conn, net.Conn) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer l.Close()
	a, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		panic(err)
	}
	b, err := l.Accept()
	if err != nil {
		panic(err)
	}
	return a, b
}

func show(err error, c net.Conn) {
	ne, ok := err.(net.Error)
	fmt.Println(hide(err, c.LocalAddr(), c.RemoteAddr()), ok && ne.Timeout(), ok && ne.Temporary(),
		errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, net.ErrClosed))
}

func main() {
	a, b := pair()
	buf := make([]byte, 8)
	// One that passes while we wait.
	a.SetReadDeadline(time.Now().Add(5 * time.Millisecond))
	_, err := a.Read(buf)
	show(err, a)
	// Still passed.
	_, err = a.Read(buf)
	show(err, a)
	// One in the past fails even if there is data.
	b.Write([]byte("data"))
	a.SetReadDeadline(time.Unix(1, 0))
	_, err = a.Read(buf)
	show(err, a)
	// None.
	a.SetReadDeadline(time.Time{})
	n, err := a.Read(buf)
	fmt.Println(n, err)
	// Set while a goroutine waits.
	done := make(chan error)
	go func() { _, err := a.Read(make([]byte, 8)); done <- err }()
	time.Sleep(2 * time.Millisecond)
	a.SetReadDeadline(time.Now())
	show(<-done, a)
	// Moved on and on.
	a.SetReadDeadline(time.Now().Add(time.Hour))
	go func() { _, err := a.Read(make([]byte, 8)); done <- err }()
	for i := 0; i < 100; i++ {
		a.SetReadDeadline(time.Now().Add(time.Hour))
	}
	b.Write([]byte("x"))
	fmt.Println(<-done)
	// A write that nobody reads. Too early a deadline is over before anything is written.
	n = 0
	for wait := 20 * time.Millisecond; n == 0; wait *= 2 {
		a.SetDeadline(time.Now().Add(wait))
		n, err = a.Write(make([]byte, 64<<20))
	}
	fmt.Println(n > 0 && n < 64<<20)
	show(err, a)
	a.Close()
	b.Close()

	// Close wakes readers, writers and those who queue behind them.
	a, b = pair()
	var wg sync.WaitGroup
	var mu sync.Mutex
	count := map[string]int{}
	for i := 0; i < 10; i++ {
		wg.Add(2)
		go func() {
			defer wg.Done()
			_, err := a.Read(make([]byte, 8))
			mu.Lock()
			count[hide(err, a.LocalAddr(), a.RemoteAddr())]++
			mu.Unlock()
		}()
		go func() {
			defer wg.Done()
			_, err := a.Write(make([]byte, 32<<20))
			mu.Lock()
			count[hide(err, a.LocalAddr(), a.RemoteAddr())]++
			mu.Unlock()
		}()
	}
	time.Sleep(20 * time.Millisecond)
	fmt.Println(a.Close())
	wg.Wait()
	fmt.Println(count)
	b.Close()

	l, _ := net.Listen("tcp", "127.0.0.1:0")
	for i := 0; i < 3; i++ {
		go func() { _, err := l.Accept(); done <- err }()
	}
	time.Sleep(5 * time.Millisecond)
	l.Close()
	for i := 0; i < 3; i++ {
		err := <-done
		fmt.Println(hide(err, l.Addr()), errors.Is(err, net.ErrClosed))
	}
	l, _ = net.Listen("tcp", "127.0.0.1:0")
	l.(*net.TCPListener).SetDeadline(time.Now().Add(5 * time.Millisecond))
	_, err = l.Accept()
	fmt.Println(hide(err, l.Addr()), err.(net.Error).Timeout())

	// Dialing that is too late, or that nobody wants any more.
	_, err = net.DialTimeout("tcp", l.Addr().String(), time.Nanosecond)
	fmt.Println(hide(err, l.Addr()), err.(net.Error).Timeout(), errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded))
	d := net.Dialer{Deadline: time.Now().Add(-time.Hour)}
	_, err = d.Dial("tcp", l.Addr().String())
	fmt.Println(hide(err, l.Addr()))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = new(net.Dialer).DialContext(ctx, "tcp", l.Addr().String())
	fmt.Println(hide(err, l.Addr()), errors.Is(err, context.Canceled))
	ctx, cancel = context.WithTimeout(context.Background(), time.Hour)
	c, err := new(net.Dialer).DialContext(ctx, "tcp", l.Addr().String())
	cancel()
	fmt.Println(err)
	_, err = c.Write([]byte("after the context's end"))
	fmt.Println(err)
	c.Close()
	l.Close()

	// Both ends of a net.Pipe.
	p, q := net.Pipe()
	p.SetReadDeadline(time.Now().Add(5 * time.Millisecond))
	_, err = p.Read(buf)
	fmt.Println(err, errors.Is(err, os.ErrDeadlineExceeded))
	p.SetDeadline(time.Time{})
	wrote := make(chan string, 1)
	go func() { n, err := q.Write([]byte("0123456789")); wrote <- fmt.Sprint(n, " ", err); q.Close() }()
	for {
		n, err := p.Read(buf)
		fmt.Printf("%q %v\n", buf[:n], err)
		if err != nil {
			break
		}
	}
	fmt.Println(<-wrote)
	_, err = p.Write(buf)
	fmt.Println(err)
	p.Close()
	_, err = p.Read(buf)
	fmt.Println(err, p.LocalAddr(), p.RemoteAddr().Network(), p.SetDeadline(time.Now()))
}

// Output:
// read tcp 127.0.0.1:P0->127.0.0.1:P1: i/o timeout true true true false
// read tcp 127.0.0.1:P0->127.0.0.1:P1: i/o timeout true true true false
// read tcp 127.0.0.1:P0->127.0.0.1:P1: i/o timeout true true true false
// 4 <nil>
// read tcp 127.0.0.1:P0->127.0.0.1:P1: i/o timeout true true true false
// <nil>
// true
// write tcp 127.0.0.1:P0->127.0.0.1:P1: i/o timeout true true true false
// <nil>
// map[read tcp 127.0.0.1:P0->127.0.0.1:P1: use of closed network connection:10 write tcp 127.0.0.1:P0->127.0.0.1:P1: use of closed network connection:10]
// accept tcp 127.0.0.1:P0: use of closed network connection true
// accept tcp 127.0.0.1:P0: use of closed network connection true
// accept tcp 127.0.0.1:P0: use of closed network connection true
// accept tcp 127.0.0.1:P0: i/o timeout true
// dial tcp 127.0.0.1:P0: i/o timeout true true false
// dial tcp 127.0.0.1:P0: i/o timeout
// dial tcp 127.0.0.1:P0: operation was canceled true
// <nil>
// <nil>
// read pipe: i/o timeout true
// "01234567" <nil>
// "89" <nil>
// "" EOF
// 10 <nil>
// io: read/write on closed pipe
// io: read/write on closed pipe pipe pipe io: read/write on closed pipe
