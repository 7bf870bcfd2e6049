package lib

import (
	"fmt"
	"strings"
)

// Loop shows in which language it is written: before 1.22 a loop has one variable for all its turns.
func Loop(name string) {
	var funcs []func() int
	for i := 0; i < 3; i++ {
		funcs = append(funcs, func() int { return i })
	}
	for _, f := range funcs {
		fmt.Print(f(), " ")
	}
	fmt.Println(strings.ToUpper(name))
}
