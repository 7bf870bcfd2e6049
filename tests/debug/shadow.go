package main

import "errors"

func try() (int, error) { return 7, errors.New("bad") }

func main() {
	x := 1
	{
		x := "inner"
		println(x)
	}
	if v, err := try(); err != nil {
		x := v + x
		println(x)
	}
	switch y := any(x).(type) {
	case int:
		println(y)
	}
	lbl := 0
outer:
	for i := range 3 {
		for j := range 3 {
			if j == 1 {
				continue outer
			}
			lbl += i + j
		}
	}
	println(lbl)
}
