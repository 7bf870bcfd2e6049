package main

import (
	"encoding/hex"
	"time"
)

func main() {
	data := make([]byte, 100)
	go func() {
		data[99] = 1 // RACE
	}()
	time.Sleep(time.Second)
	println(len(hex.EncodeToString(data))) // RACE
}
