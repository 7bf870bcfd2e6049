package main

func seq(yield func(int) bool) {
	for i := 0; i < 3; i++ {
		if !yield(i) {
			return
		}
	}
}

func loops(s []string, c chan int) (n int) {
outer:
	for i, v := range s {
		for range len(v) {
			if i > 3 {
				continue outer
			}
			break outer
		}
	}
	for v := range seq {
		defer func() { n += v }()
		if v > 1 {
			return v
		}
	}
	select {
	case v, ok := <-c:
		println(v, ok)
	case c <- n:
	default:
		goto end
	}
end:
	return
}

func switches(x any, n int) string {
	switch v := x.(type) {
	case int, nil:
		return "int"
	case error:
		return v.Error()
	}
	switch n += 1; {
	case n > 1:
		fallthrough
	case n == 0, n == -1:
		return "small"
	default:
		switch n % 3 {
		case 0, 1:
			n++
		}
	}
	return ""
}

func main() {
	println(loops(nil, nil), switches(1, 2))
}
