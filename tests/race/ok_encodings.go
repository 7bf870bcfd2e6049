package main

import (
	"encoding/base64"
	"encoding/hex"
	"sync"
)

// Behind the first wrong digit nothing is read, behind the last byte nothing is written.
func main() {
	text := []byte("00ff zz 0000")
	quanta := []byte("AAEC!!!!AAEC")
	data := make([]byte, 20)
	var wg sync.WaitGroup
	wg.Go(func() {
		hex.Decode(data[:6], text)
		base64.StdEncoding.Decode(data[10:], quanta)
	})
	wg.Go(func() {
		text[11] = '1'
		quanta[11] = 'A'
		data[2] = 1
		data[19] = 1
	})
	wg.Wait()
}
