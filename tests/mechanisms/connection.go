// A client and a server in one program, each waiting for the other: without parking both keep a P meanwhile.
package main

import (
	"io"
	"net"
)

func serve(l net.Listener) {
	c, err := l.Accept()
	if err != nil {
		panic(err)
	}
	defer c.Close()
	text, err := io.ReadAll(c)
	if err != nil {
		panic(err)
	}
	c.Write(append(text, '!'))
}

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	for range 20 {
		go serve(l)
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			panic(err)
		}
		c.Write([]byte("hello"))
		c.(*net.TCPConn).CloseWrite()
		text, err := io.ReadAll(c)
		if string(text) != "hello!" {
			panic(err)
		}
		c.Close()
	}
	print("done\n")
}
