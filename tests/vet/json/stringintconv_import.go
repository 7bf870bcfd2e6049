package main

import (
	"fmt"
	"os"
)

type S string

func main() {
	x := 5
	_ = string(x)
	fmt.Println(S(x), os.Args)
}
