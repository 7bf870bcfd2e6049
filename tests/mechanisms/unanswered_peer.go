// Main waits once more than somebody answers, over a connection.
package main

import "net"

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	done := make(chan bool)
	go func() {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			panic(err)
		}
		c.Read(make([]byte, 1))
		done <- true
	}()
	c, err := l.Accept()
	if err != nil {
		panic(err)
	}
	c.Write([]byte("x"))
	<-done
	<-done
}
