package main

import "fmt"

func a() {
	return
	fmt.Println(1) // trailing
	fmt.Println(2)
}

func b() int {
	return 1; fmt.Println(2); panic(3)
}

func c(x int) {
	switch x {
	case 1:
		return
		fmt.Println("case")
	case 2: return; fmt.Println("inline")
	default:
		panic(1)
		// a comment before
		x++ // after

		// another
		x--
	}
}

func d(x int) {
	for {
	}
	if x > 0 {
		fmt.Println(1)
	} else {
		fmt.Println(2)
	}
}

func e() {
	{ return }
	{ fmt.Println(1) }
}

func f() {
	return
L:
	for {
		break L
	}
}

func g(ch chan int) {
	select {
	case <-ch:
		return
		ch <- 1
	default: return
		go f()
	}
	defer f()
	var x int
	_ = x
}

func h() {
	return
	/* block */ fmt.Println(1) /* post */
}

func i(x int) {
	return
	switch {
	case x > 1:
	}
}

func j(x int) {
	return
	x = 1
	x += 2
	x, y := 3, 4
	_ = y
	return
	x ++
	return
	const (
		a = 1
	)
	return
	var ch chan int
	_ = ch
	return
	if x := 3; x > 1 {
	}
	return
	break2: for { break break2
	}
	return
	switch any(x).(type) {
	}
	return
	x -= 1; x += 1 // two
	return
	{} // three
	return; /* c */ x++
}

func k() { return; return }

func l() {
	if true { return; fmt.Println(1) }
	for { return; fmt.Println(1) }
}

func m() {
	return
	type T int
}

func n() (x int) {
	return
	x++
	return
}
func o() {
	return
	func() {
		fmt.Println()
	}()
}
func p() {
	goto L
	fmt.Println()
L:
	return
	{
	}
	var ch chan int
	ch <- 1
}
func q() {
	return
	var (
		ch, _ int = 1, 2
		k = 3 // k
	)
	_, _ = ch, k
}
func r() {
	return
	for range 3 {
	}
}
func s() {
	return
	go func() {}()
}
func main() {}
