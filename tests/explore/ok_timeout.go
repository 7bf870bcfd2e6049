package main

import (
	"context"
	"fmt"
	"time"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	c := make(chan int, 1)
	go func() {
		time.Sleep(2 * time.Second)
		c <- 1
	}()
	select {
	case <-ctx.Done():
		fmt.Println(ctx.Err())
	case <-c:
		panic("the later one came first")
	}
}
