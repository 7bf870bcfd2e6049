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
	time.Sleep(time.Second)
	println(bytes.Count(text, []byte("e"))) // RACE
}
