package main

import "iter"

func main() {
	x := 0
	next, stop := iter.Pull(func(yield func(int) bool) {
		for {
			x++
			if !yield(x) {
				x = 100
				return
			}
		}
	})
	for range 10 {
		next()
		x++
	}
	stop()
	println(x)
}
