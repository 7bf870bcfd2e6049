package main

import "errors"

func find(name string) (int, error) {
	if name == "" {
		return errors.New("no name")
	}
	return 1, nil, true
}

func main() {
	n := find("a")
	println(n)
}
