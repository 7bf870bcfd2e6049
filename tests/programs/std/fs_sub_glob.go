package main

import (
	"fmt"
	"io/fs"
	"testing/fstest"
)

// globber has names of its own for every pattern.
type globber struct{ fs.FS }

func (globber) Glob(pattern string) ([]string, error) {
	fmt.Println("pattern", pattern)
	return []string{"dir/own", "dir"}, nil
}

type plain struct{ fs.FS }

func main() {
	files := fstest.MapFS{"dir/a.txt": {}, "dir/b.txt": {}}
	sub, _ := fs.Sub(globber{files}, "dir")
	_, globs := sub.(fs.GlobFS)
	_, stats := sub.(fs.StatFS)
	fmt.Println(globs, stats)
	fmt.Println(fs.Glob(sub, "*.txt"))
	fmt.Println(fs.Glob(sub, "."))
	fmt.Println(fs.Glob(sub, "["))
	sub, _ = fs.Sub(plain{files}, "dir")
	fmt.Println(fs.Glob(sub, "*.txt"))
	_, err := fs.Stat(sub, "../x")
	fmt.Println(err)
	elsewhere, _ := fs.Sub(globber{files}, "other")
	fmt.Println(fs.Glob(elsewhere, "a"))
}

// Output:
// true false
// pattern dir/*.txt
// [own .] <nil>
// [.] <nil>
// [] syntax error in pattern
// [a.txt b.txt] <nil>
// open ../x: invalid argument
// pattern other/a
// [] invalid result from inner fsys Glob:  not in other
