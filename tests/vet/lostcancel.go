package main

import (
	"context"
	"time"
)

var bg = context.Background()

func use(...any) {}

func discarded() {
	ctx, _ := context.WithCancel(bg)
	ctx, _ = context.WithTimeout(bg, time.Second)
	var other, _ = context.WithDeadline(bg, time.Time{})
	use(ctx, other)
}

func deferred() {
	ctx, cancel := context.WithCancel(bg)
	defer cancel()
	use(ctx)
}

func branch(x int) {
	ctx, cancel := context.WithCancel(bg)
	if x > 0 {
		return
	}
	cancel()
	use(ctx)
}

func end(x int) {
	ctx, cancel := context.WithCancel(bg)
	if x > 0 {
		cancel()
	}
	use(ctx)
}

func both(x int) {
	_, cancel := context.WithCancel(bg)
	if x > 0 {
		cancel()
	} else {
		use(cancel)
	}
}

func loop(x int) {
	_, cancel := context.WithCancel(bg)
	for x < 10 {
		cancel()
	}
}

func endless() {
	_, cancel := context.WithCancel(bg)
	for {
		select {
		case <-bg.Done():
			cancel()
			return
		case <-time.After(1):
		}
	}
	println(cancel)
}

func panics(x int) {
	_, cancel := context.WithCancel(bg)
	if x > 0 {
		panic("a")
	}
	cancel()
}

func returned() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(bg)
	return ctx, cancel
}

func direct() (context.Context, context.CancelFunc) {
	return context.WithCancel(bg)
}

func namedResult() (ctx context.Context, cancel func()) {
	ctx, cancel = context.WithCancel(bg)
	return
}

func reassigned(x int) {
	var cancel func()
	_, cancel = context.WithCancel(bg)
	if x > 0 {
		_, cancel = context.WithCancel(bg)
	}
	_ = cancel
}

func overwritten() {
	_, cancel := context.WithCancel(bg)
	_, cancel = context.WithTimeout(bg, 1)
	cancel()
}

func literal() {
	f := func(x int) int {
		_, cancel := context.WithCancelCause(bg)
		if x > 1 {
			return 1
		}
		cancel(nil)
		return 2
	}
	use(f)
}

func captured() {
	_, cancel := context.WithCancel(bg)
	go func() { cancel() }()
}

func switches(x int) int {
	_, cancel := context.WithCancel(bg)
	switch x {
	case 1:
		cancel()
	case 2:
		fallthrough
	case 3:
		cancel()
		return 3
	}
	return 1
}

func exhaustive(x any) int {
	_, cancel := context.WithCancel(bg)
	switch x.(type) {
	case int:
		cancel()
	default:
		cancel()
	}
	return 1
}

func labelled(x int) {
	_, cancel := context.WithCancel(bg)
outer:
	for {
		for {
			if x > 1 {
				break outer
			}
			if x > 2 {
				continue outer
			}
			if x > 3 {
				goto done
			}
		}
	}
	cancel()
	return
done:
	println()
}

func declared(x int) {
	var _, cancel = context.WithCancel(bg)
	if x > 1 && func() bool { cancel(); return true }() {
		return
	}
}

func shortCircuit(x int) {
	_, cancel := context.WithCancel(bg)
	for range x {
		use(cancel)
	}
}

var global context.CancelFunc

func outside() {
	_, global = context.WithCancel(bg)
	var field struct{ cancel func() }
	_, field.cancel = context.WithCancel(bg)
	use(field)
}

func main() {
	_, cancel := context.WithCancel(bg)
	if cancel == nil {
		return
	}
	_, lost := context.WithCancel(bg)
	if bg == nil {
		use(lost)
	}
}
