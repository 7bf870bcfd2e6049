package main

import (
	"errors"
	"fmt"
	"os"
)

var errBad = errors.New("bad")

func check(n int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
		}
	}()
	if n > 1 {
		panic(errBad.Error())
	}
	return nil
}

func main() {
	fmt.Println(check(1))
	fmt.Println(check(2))
	var list []int
	n := len(os.Args)
	fmt.Println(list[n])
}
