// Signals that the process receives: sent to channels, ignored, and reset to their default actions.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func raise(sig syscall.Signal) {
	if err := syscall.Kill(syscall.Getpid(), sig); err != nil {
		fmt.Println(err)
	}
}

func main() {
	one, two := make(chan os.Signal, 4), make(chan os.Signal, 4)
	signal.Notify(one, os.Interrupt, syscall.SIGTERM)
	signal.Notify(two, syscall.SIGTERM, syscall.SIGUSR1)
	raise(syscall.SIGINT)
	fmt.Println(<-one, len(two))
	raise(syscall.SIGTERM)
	fmt.Println(<-one, <-two)
	raise(syscall.SIGUSR1)
	fmt.Println(<-two, len(one))

	// Who has no room is not waited for.
	full := make(chan os.Signal)
	signal.Notify(full, syscall.SIGUSR1)
	raise(syscall.SIGUSR1)
	fmt.Println(<-two)
	signal.Stop(two)
	signal.Stop(full)
	signal.Stop(two)

	signal.Ignore(syscall.SIGUSR1)
	raise(syscall.SIGUSR1)
	fmt.Println(signal.Ignored(syscall.SIGUSR1), signal.Ignored(syscall.SIGUSR2), signal.Ignored(syscall.SIGTERM))
	signal.Reset(syscall.SIGUSR1)
	fmt.Println(signal.Ignored(syscall.SIGUSR1))

	all := make(chan os.Signal, 1)
	signal.Notify(all)
	raise(syscall.SIGHUP)
	for sig := range all {
		if sig == syscall.SIGHUP {
			fmt.Println(sig)
			break
		}
	}
	signal.Reset()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	fmt.Println(ctx)
	raise(syscall.SIGTERM)
	<-ctx.Done()
	fmt.Println(ctx.Err(), context.Cause(ctx), errors.Is(context.Cause(ctx), context.Canceled))
	stop()
	stop()
	ctx, stop = signal.NotifyContext(context.Background(), os.Interrupt)
	stop()
	fmt.Println(ctx.Err(), context.Cause(ctx))

	func() {
		defer func() { fmt.Println(recover()) }()
		signal.Notify(nil)
	}()

	// While somebody waits for a signal, there is no deadlock.
	signal.Notify(one, syscall.SIGALRM)
	go func() {
		time.Sleep(time.Millisecond)
		raise(syscall.SIGALRM)
	}()
	fmt.Println(<-one)

	signal.Reset(syscall.SIGTERM)
	raise(syscall.SIGTERM)
	select {}
}

// Exit: 143
// Output:
// interrupt 0
// terminated terminated
// user defined signal 1 0
// user defined signal 1
// true false false
// true
// hangup
// signal.NotifyContext(context.Background, [interrupt terminated])
// context canceled terminated signal received true
// context canceled context canceled
// os/signal: Notify using nil channel
// alarm clock
