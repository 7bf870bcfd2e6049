package main

func after(x int) {
	if x > 0 {
		return
		println()
	}
	panic("a")
	println()
	println()
}

func loops(x int) {
	for {
		x++
	}
	println()
}

func left(x int) {
	for {
		if x > 1 {
			break
		}
		continue
		x++
	}
	println()
outer:
	for {
		switch x {
		case 1:
			break outer
		case 2:
			break
			x++
		}
	}
	println()
inner:
	for {
		for {
			break inner
		}
		println()
	}
	select {}
	println()
}

func switches(x int, v any) int {
	switch x {
	case 1:
		return 1
	default:
		return 2
	}
	println()
	switch v.(type) {
	case int:
		return 1
	}
	println()
	switch {
	case x > 1:
		fallthrough
	case x > 2:
		return 1
	default:
		panic(1)
	}
	return 2
}

func gotos(x int) {
	goto end
	x++
end:
	println(x)
	return
again:
	x++
	goto again
}

func ifs(x int) int {
	if x > 0 {
		return 1
	} else if x < 0 {
		return 2
	} else {
		return 3
	}
	return 4
}

func selects(ch chan int) {
	select {
	case <-ch:
		return
	case ch <- 1:
		panic(1)
	}
	println()
}

func shadow(panic func(string)) {
	panic("a")
	println()
}

func blocks() {
	{
		return
	}
	{
		println()
	}
	func() {
		return
		println()
	}()
	for range 3 {
		return
	}
	println()
	return
	;
}

func labels() {
	return
unused:
	for {
		break unused
	}
}

func main() {}
