package main

import "fmt"

func risky(i int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("caught %v", r)
		}
	}()
	list := []int{1, 2, 3}
	v := list[i]
	println(v)
	return nil
}

func main() {
	for i := 2; i < 4; i++ {
		e := risky(i)
		println(e != nil)
	}
}
