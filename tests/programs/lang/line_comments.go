package main

import (
	"fmt"
	"path"
	"runtime"
)

func where() string {
	_, file, line, _ := runtime.Caller(1)
	return fmt.Sprint(path.Base(file), ":", line)
}

func main() {
	fmt.Println(where())
//line grammar.y:100
	fmt.Println(where())
	fmt.Println(where())
	/*line table.go:7:3*/ fmt.Println(where())
}

// Output:
// line_comments.go:15
// grammar.y:100
// grammar.y:101
// table.go:7
