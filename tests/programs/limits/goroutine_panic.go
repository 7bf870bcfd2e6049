// A panic in any goroutine ends the whole program.
package main

import (
	"errors"
	"time"
)

func main() {
	go func() { panic(errors.New("in a goroutine")) }()
	time.Sleep(time.Hour)
}

// Exit: 2
// Stderr:
// in a goroutine
