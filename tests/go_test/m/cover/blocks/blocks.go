package blocks

import "fmt"

type T struct{ n int }

func (t *T) Get(x int) (r int) {
	// a comment
	if x > 3 {
		return x
	} else if x > 2 {
		fmt.Println("two")

		// gap

		r = 5
	} else {
		r = 7
	}
	switch {
	case x == 1:
		r++
	case x == 2:
	default:
		f := func() int { return 3 }
		r += f()
	}
	for i := range 3 {
		if i == 2 {
			continue
		}
		r += i
	}
L:
	r++
	if r < 100 {
		goto L
	}
	select {
	default:
	}
	var (
		z = 1

		y = 2
	)
	_, _ = z, y
	defer func() {
		if recover() != nil {
			r = 1
		}
	}()
	if x == 99 {
		panic("x")
	}
	{
		r++
	}
	return
}

var lit = func(a int) int {
	if a > 1 { return 1 }; return len(`x
y`)
}

func lit2() int { return 1 }
func b(int) bool { return true }
func two(int) func(int) int { return func(x int) int { return x } }
func _() { println(1) }
func empty() {}
