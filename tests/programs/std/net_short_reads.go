// Reads that get less than they asked for, and what comes after them on a TCP connection: more data, a deadline, an end, a close.
package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"
)

func check(err error) {
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
}

// connect gives both ends of a connection.
func connect(l net.Listener) (client, server *net.TCPConn) {
	accepted := make(chan net.Conn)
	go func() {
		c, err := l.Accept()
		check(err)
		accepted <- c
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	check(err)
	return c.(*net.TCPConn), (<-accepted).(*net.TCPConn)
}

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	defer l.Close()
	buf := make([]byte, 64)

	// To and fro: each read is short, and the next one waits.
	client, server := connect(l)
	go func() {
		io.Copy(server, server)
		server.Close()
	}()
	total := 0
	for i := 1; i <= 200; i++ {
		n := i%10 + 1
		_, err := client.Write(buf[:n])
		check(err)
		got := 0
		for got < n {
			k, err := client.Read(buf)
			check(err)
			got += k
		}
		total += got
	}
	fmt.Println("echoed", total)

	// A deadline ends the wait after a short read, and afterwards it goes on.
	client.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err = client.Read(buf)
	fmt.Println("timeout", errors.Is(err, os.ErrDeadlineExceeded))
	client.SetReadDeadline(time.Time{})
	client.Write([]byte("again"))
	_, err = io.ReadFull(client, buf[:5])
	fmt.Println(string(buf[:5]), err)

	// The end comes while the reader waits.
	client.Write([]byte("x"))
	_, err = client.Read(buf)
	check(err)
	client.CloseWrite()
	n, err := client.Read(buf)
	fmt.Println("end", n, err)
	client.Close()

	// Data and end at once: the end is there before the short read.
	for i := 0; i < 50; i++ {
		client, server := connect(l)
		server.Write([]byte("last words"))
		server.Close()
		all, err := io.ReadAll(client)
		if string(all) != "last words" || err != nil {
			fmt.Println("lost:", string(all), err)
		}
		client.Close()
	}

	// A close of one's own turns away who waits after a short read.
	client, server = connect(l)
	server.Write([]byte("y"))
	done := make(chan error)
	first := make(chan bool)
	go func() {
		_, err := client.Read(buf)
		first <- err == nil
		_, err = client.Read(buf)
		done <- err
	}()
	fmt.Println("first", <-first)
	client.Close()
	fmt.Println("closed", errors.Is(<-done, net.ErrClosed))
	server.Close()
}

// Output:
// echoed 1100
// timeout true
// again <nil>
// end 0 EOF
// first true
// closed true
