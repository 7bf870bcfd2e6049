package main

import (
	"encoding/base64"
	"time"
)

func main() {
	text := []byte("AAECAwQFBgcICQoL")
	data := make([]byte, 12)
	go func() {
		base64.StdEncoding.Decode(data, text) // RACE
	}()
	time.Sleep(20 * time.Millisecond)
	println(data[11]) // RACE
}
