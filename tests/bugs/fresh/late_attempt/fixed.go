// fixed: each attempt hands its answer over through its own channel
// outputs: "answer of replica 1\n" | "answer of replica 0\n" | "no replica answers\n"
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
	for i := range replicas {
		answer := make(chan string, 1)
		go func() {
			answer <- fetch(i)
		}()
		select {
		case body := <-answer:
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
