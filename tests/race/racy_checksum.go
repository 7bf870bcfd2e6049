package main

import (
	"hash/crc32"
	"time"
)

func main() {
	b := make([]byte, 100)
	go func() {
		b[40] = 1 // RACE
	}()
	time.Sleep(time.Second)
	h := crc32.NewIEEE()
	h.Write(b) // RACE
}
