package main

import "context"

func a(x bool) error {
	ctx, cancel := context.WithCancel(context.Background())
	_ = ctx
	if x {
		return nil
	}
	cancel()
	return nil
}
func b(x bool) {
	_, cancel := context.WithCancel(context.Background())
	if x {
		cancel()
	}
}
func c(x bool) {
	var _, cancel = context.WithCancel(
		context.Background(),
	)
	if x {
		cancel()
	}
	return
}
func d(x bool) (int, error) {
	var cancel func()
	_, cancel = context.WithTimeout(context.Background(), 3)
	if x {
		cancel()
	}
	return 1,
		nil
}
func e() {
	_, _ = context.WithCancel(context.Background())
	_, _ = context.WithCancel(
		context.Background(),
	)
}
func g() {
	f := func(x bool) {
		_, cancel := context.WithCancel(context.Background())
		if x { cancel() }
	}
	f(true)
}
func main() {}
