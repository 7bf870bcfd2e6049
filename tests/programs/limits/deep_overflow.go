package main

type box struct{ x any }

func main() {
	nest := func(n int) (x any) {
		for range n {
			x = box{x}
		}
		return x
	}
	println(nest(7_000_000) == nest(7_000_000))
}

// Exit: 2
// Stderr:
// runtime: goroutine stack exceeds 1000000000-byte limit
// fatal error: stack overflow
