package main

import (
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

func receiver(c chan int) { <-c }

func main() {
	c := make(chan int)
	var mu sync.Mutex
	mu.Lock()
	var wg sync.WaitGroup
	wg.Add(1)
	go receiver(c)
	go mu.Lock()
	go wg.Wait()
	go func() { select {} }()
	go func() {
		var none chan int
		none <- 1
	}()
	go func() {
		select {
		case c <- 1:
		case <-make(chan int):
		}
	}()
	go func() {
		for {
		}
	}()
	go func() {
		// All that will wait do.
		for _, state := range []string{"[sleep]", "[sync.Mutex.Lock]", "[sync.WaitGroup.Wait]", "[select (no cases)]", "(nil chan)]"} {
			for text := ""; !strings.Contains(text, state); {
				time.Sleep(time.Millisecond)
				buf := make([]byte, 1<<16)
				text = string(buf[:runtime.Stack(buf, true)])
			}
		}
		syscall.Kill(syscall.Getpid(), syscall.SIGQUIT)
	}()
	time.Sleep(time.Hour)
}

// Exit: 2
// Stderr:
// SIGQUIT: quit
// goroutine 1 [sleep]:
// main.main()
// [sync.Mutex.Lock]:
// created by main.main in goroutine 1
// [sync.WaitGroup.Wait]:
// [select (no cases)]:
// main.main.func1()
// [chan send (nil chan)]:
// main.main.func2()
// main.main.func4()
// created by main.main in goroutine 1
