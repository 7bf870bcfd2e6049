package main

import (
	"encoding/base64"
	"time"
)

func main() {
	text := []byte("AAECAwQFBgcICQoL")
	data := make([]byte, 12)
	go func() {
		println(data[11]) // RACE
	}()
	time.Sleep(time.Second)
	base64.StdEncoding.Decode(data, text) // RACE
}
