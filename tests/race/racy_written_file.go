package main

import (
	"os"
	"time"
)

func write(w *os.File, buf []byte) {
	w.Write(buf) // RACE
}

func main() {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	buf := make([]byte, 4)
	go func() {
		buf[0] = 1 // RACE
	}()
	time.Sleep(time.Second)
	write(w, buf)
	_ = r
}
