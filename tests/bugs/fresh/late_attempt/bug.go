// bug: race body bug.go:27
// bug: race body bug.go:32
// why: an attempt that was given up still writes the variable that all attempts share
// depth: 0 (every schedule)
package main

import (
	"errors"
	"fmt"
	"time"
)

// fetch asks a replica; the first one is slow.
func fetch(replica int) string {
	if replica == 0 {
		time.Sleep(30 * time.Millisecond)
	}
	return fmt.Sprintf("answer of replica %d", replica)
}

// fetchAny tries the replicas one after the other.
func fetchAny(replicas int, timeout time.Duration) (string, error) {
	var body string
	for i := range replicas {
		done := make(chan struct{})
		go func() {
			body = fetch(i)
			close(done)
		}()
		select {
		case <-done:
			return body, nil
		case <-time.After(timeout):
			// the next one
		}
	}
	return "", errors.New("no replica answers")
}

func main() {
	body, err := fetchAny(2, 10*time.Millisecond)
	if err != nil {
		fmt.Println(err)
	} else {
		fmt.Println(body)
	}
	time.Sleep(40 * time.Millisecond) // go on with the day's work
}
