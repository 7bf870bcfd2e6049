package main

func main() {
	s := []int{1}
	append(s, 2)
	s == nil
	len(s)
}
