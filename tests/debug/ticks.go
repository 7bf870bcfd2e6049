package main

import (
	"fmt"
	"time"
)

func main() {
	for i := 0; ; i++ {
		n := i
		time.Sleep(time.Millisecond)
		fmt.Println("tick")
		_ = n
	}
}
