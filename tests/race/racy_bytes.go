package main

import (
	"bytes"
	"time"
)

func main() {
	text := []byte("some text")
	go func() {
		text[8] = 'T' // RACE
	}()
	time.Sleep(20 * time.Millisecond)
	println(bytes.Count(text, []byte("e"))) // RACE
}
