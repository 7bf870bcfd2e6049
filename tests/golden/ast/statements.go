package p

func f() {
	a, b := 1, 2
	a, b = b, a
	a += 2
	a++
	ch <- <-ch
	go g(a...)
	defer func() { recover() }()
	if x := h(); x < 1 {
	} else if y {
	} else {
	}
	for {
	}
	for i := 0; i < 10; i++ {
	}
	for range 3 {
	}
	for k, v := range m {
	}
	for k = range m {
	}
L:
	switch x := y; x {
	case 1, 2:
		fallthrough
	default:
		break L
	}
	switch v := x.(type) {
	case nil, int:
	}
	select {
	case v, ok := <-ch:
	case ch <- 1:
	default:
	}
	var q struct{ int }
	return a, b
}
