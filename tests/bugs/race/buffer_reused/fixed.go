// fixed: each message has a buffer of its own.
// outputs: "1\n"

package main

import "fmt"

func main() {
	messages := make(chan []byte)
	go func() {
		defer close(messages)
		for i := range 3 {
			buf := make([]byte, 1)
			buf[0] = byte('a' + i)
			messages <- buf
		}
	}()
	vowels := 0
	for b := range messages {
		if b[0] == 'a' {
			vowels++
		}
	}
	fmt.Println(vowels)
}
