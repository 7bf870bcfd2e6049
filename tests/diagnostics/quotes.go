package main

func main() {
	s := 'hello'
	t := "no end
	println(s, t)
}
