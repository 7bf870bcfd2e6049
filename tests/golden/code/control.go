// Control: conditions, switches, defer, select, goroutines.
package main

func conds(a, b int, s, t string, p *int, e error) int {
	if a < b && s == t || !(p != nil) && e == nil {
		return 1
	}
	ok := a == b || s < t
	if ok {
		return 2
	}
	for !ok && a > 0 {
		a--
	}
	return 3
}

func switches(x any, n int) string {
	switch {
	case n < 0:
		return "neg"
	case n == 0, n == 1:
		fallthrough
	case n == 2:
		return "few"
	}
	switch v := x.(type) {
	case nil:
		return "nil"
	case int, uint8:
		_ = v
		return "int"
	case string:
		return v
	case error:
		return v.Error()
	}
	return "?"
}

func deferred(n int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err, _ = r.(error)
		}
	}()
	defer println("bye", n)
	for i := range n {
		defer func() { println(i) }()
	}
	if n > 3 {
		panic("large")
	}
	return nil
}

func selects(a, b chan int, done <-chan struct{}) int {
	for {
		select {
		case v := <-a:
			b <- v
		case v, ok := <-b:
			if !ok {
				return v
			}
		case b <- 1:
		case <-done:
			return 0
		default:
			go func() { a <- 1 }()
		}
	}
}

func main() {
	println(conds(1, 2, "", "", nil, nil), switches(1, 2), deferred(1) == nil)
	println(selects(make(chan int), make(chan int, 1), nil))
}
