package main

func f() (a, b int) {
	a = 5
	c := make(chan int)
	go func() { c <- a }()
	defer func() { b += <-c }()
	return a, 10
}

func main() {
	a, b := f()
	println(a, b)
}
