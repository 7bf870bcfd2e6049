package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A pattern has at most 10,000 elements.
func main() {
	pattern := "/*" + strings.Repeat("/", 10001)
	_, err := filepath.Glob(pattern)
	fmt.Println(err)
	_, err = fs.Glob(os.DirFS("."), pattern)
	fmt.Println(err)
}

// Output:
// syntax error in pattern
// syntax error in pattern
