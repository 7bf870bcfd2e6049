// Package signal notifies the program of signals that other processes or the kernel send.
package signal

import (
	"context"
	"internal/poll"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// count is one more than the highest signal.
const count = 65

// The actions for a signal.
const (
	byDefault = iota
	told
	ignored
)

// open makes the pipe through which signals arrive, a byte each, and returns its reading end, or an error number.
func open() (fd, errno int)

// set sets the action for a signal; the default action of a signal that was ignored at the start is to stay ignored.
func set(signal, how int)

// isIgnored reports whether a signal does nothing.
func isIgnored(signal int) bool

// sent returns how many signals have been written to the pipe.
func sent() int64

var (
	mu        sync.Mutex
	wanted    = map[chan<- os.Signal]*[count]bool{}
	delivered atomic.Int64
	listening bool
)

func number(sig os.Signal) int {
	if s, ok := sig.(syscall.Signal); ok && s > 0 && s < count {
		return int(s)
	}
	return -1
}

// each calls do for the numbers of the signals; for all if there are none.
func each(sigs []os.Signal, do func(n int)) {
	if len(sigs) == 0 {
		for n := 1; n < count; n++ {
			do(n)
		}
	}
	for _, sig := range sigs {
		if n := number(sig); n > 0 {
			do(n)
		}
	}
}

// isWanted reports whether a channel wants a signal.
func isWanted(n int) bool {
	for _, w := range wanted {
		if w[n] {
			return true
		}
	}
	return false
}

// Notify sends the signals to c, all if none are given, without blocking: c should have a buffer.
func Notify(c chan<- os.Signal, sig ...os.Signal) {
	if c == nil {
		panic("os/signal: Notify using nil channel")
	}
	mu.Lock()
	defer mu.Unlock()
	each(sig, func(n int) {
		if !listening {
			listening = true
			listen()
		}
		w := wanted[c]
		if w == nil {
			w = new([count]bool)
			wanted[c] = w
		}
		w[n] = true
		set(n, told)
	})
}

func listen() {
	fd, errno := open()
	if errno != 0 {
		panic("os/signal: " + syscall.Errno(errno).Error())
	}
	pipe, err := poll.New(fd, true)
	if err != nil {
		panic("os/signal: " + err.Error())
	}
	go loop(pipe)
}

func loop(pipe *poll.FD) {
	var signals [64]byte
	for {
		n, err := pipe.Read(signals[:])
		if err != nil {
			panic("os/signal: " + err.Error())
		}
		for _, s := range signals[:n] {
			deliver(syscall.Signal(s))
		}
	}
}

func deliver(sig syscall.Signal) {
	mu.Lock()
	defer mu.Unlock()
	for c, w := range wanted {
		if w[sig] {
			select {
			case c <- sig:
			default:
			}
		}
	}
	delivered.Add(1)
}

// Stop ends the effect of Notify for c. No signal is sent to c after it returns.
func Stop(c chan<- os.Signal) {
	mu.Lock()
	w := wanted[c]
	if w == nil {
		mu.Unlock()
		return
	}
	delete(wanted, c)
	for n := range w {
		if w[n] && !isWanted(n) {
			set(n, byDefault)
		}
	}
	wanted[c] = w
	mu.Unlock()
	// Signals that arrived before the call must still be delivered to c.
	for delivered.Load() < sent() {
		time.Sleep(50 * time.Microsecond)
	}
	mu.Lock()
	if wanted[c] == w {
		delete(wanted, c)
	}
	mu.Unlock()
}

// cancel removes the signals from all channels that want them.
func cancel(sigs []os.Signal, how int) {
	mu.Lock()
	defer mu.Unlock()
	each(sigs, func(n int) {
		for c, w := range wanted {
			w[n] = false
			if *w == [count]bool{} {
				delete(wanted, c)
			}
		}
		set(n, how)
	})
}

// Reset undoes the effect of Notify for the signals, for all if none are given.
func Reset(sig ...os.Signal) { cancel(sig, byDefault) }

// Ignore makes the process ignore the signals, all if none are given.
func Ignore(sig ...os.Signal) { cancel(sig, ignored) }

// Ignored reports whether a signal does nothing.
func Ignored(sig os.Signal) bool {
	n := number(sig)
	return n > 0 && isIgnored(n)
}

// NotifyContext returns a context that is done when one of the signals arrives, when stop is called, or when parent is
// done.
func NotifyContext(parent context.Context, signals ...os.Signal) (ctx context.Context, stop context.CancelFunc) {
	inner, cancel := context.WithCancelCause(parent)
	c := make(chan os.Signal, 1)
	Notify(c, signals...)
	if inner.Err() == nil {
		go func() {
			select {
			case sig := <-c:
				cancel(signalError(sig.String() + " signal received"))
			case <-inner.Done():
			}
		}()
	}
	return &signalCtx{inner, signals}, func() {
		cancel(nil)
		Stop(c)
	}
}

type signalCtx struct {
	context.Context
	signals []os.Signal
}

func (c *signalCtx) String() string {
	const end = ".WithCancel"
	text := c.Context.(interface{ String() string }).String()
	text = "signal.NotifyContext(" + text[:len(text)-len(end)]
	for i, sig := range c.signals {
		if i == 0 {
			text += ", ["
		} else {
			text += " "
		}
		text += sig.String()
	}
	if len(c.signals) > 0 {
		text += "]"
	}
	return text + ")"
}

// A signalError is the cause of a context that a signal ended.
type signalError string

func (e signalError) Error() string { return string(e) }

func (e signalError) Is(target error) bool { return target == context.Canceled }
