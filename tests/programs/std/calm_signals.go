package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

var signals = []os.Signal{syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGALRM, syscall.SIGVTALRM, syscall.SIGXCPU, syscall.SIGIO, syscall.SIGPWR}

// survive sends itself signals that do nothing in a Go program that does not ask for them.
func survive(when string) {
	for _, s := range signals {
		syscall.Kill(syscall.Getpid(), s.(syscall.Signal))
		time.Sleep(time.Millisecond)
	}
	fmt.Println("alive", when)
}

func main() {
	survive("at the start")
	c := make(chan os.Signal, len(signals))
	signal.Notify(c, signals...)
	for _, s := range signals {
		syscall.Kill(syscall.Getpid(), s.(syscall.Signal))
		// A signal of before may still have been on its way to another thread.
		got := <-c
		for got != s {
			got = <-c
		}
		fmt.Println(got)
	}
	signal.Stop(c)
	survive("once it is not told any more")
	// Other programs are still ended by them.
	fmt.Println(exec.Command("sh", "-c", "kill -USR1 $$").Run())
}

// Output:
// alive at the start
// user defined signal 1
// user defined signal 2
// alarm clock
// virtual timer expired
// CPU time limit exceeded
// I/O possible
// power failure
// alive once it is not told any more
// signal: user defined signal 1
