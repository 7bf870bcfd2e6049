package main

type list struct{ items []int }

func main() {
	l := list{}
	for _, item := range l {
		println(item)
	}
	for i, v := range 10 {
		println(i, v)
	}
}
