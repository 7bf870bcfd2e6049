package main

import (
	"io"
	"os"
)

func main() {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	x := 0
	go func() {
		x = 1
		w.Write([]byte("ab"))
		w.Close()
	}()
	text, _ := io.ReadAll(r)
	println(x, string(text))
}
