// os: RemoveAll on long paths and with slashes behind the name, ReadDir of a file, MkdirTemp without directory.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	top, err := os.MkdirTemp("", "remove")
	if err != nil {
		panic(err)
	}
	home, _ := os.Getwd()
	// Deeper than a path may be long.
	long := strings.Repeat("a", 200)
	os.Chdir(top)
	for range 30 {
		os.Mkdir(long, 0o755)
		if err := os.Chdir(long); err != nil {
			panic(err)
		}
	}
	os.Chdir(home)
	fmt.Println(os.RemoveAll(filepath.Join(top, long)))
	_, err = os.Lstat(filepath.Join(top, long))
	fmt.Println(errors.Is(err, fs.ErrNotExist))

	file := filepath.Join(top, "file")
	os.WriteFile(file, nil, 0o644)
	list, err := os.ReadDir(file)
	fmt.Println(list == nil, strings.ReplaceAll(err.Error(), top, "TOP"))
	fmt.Println(os.RemoveAll(file + "/"))
	_, err = os.MkdirTemp(filepath.Join(top, "none"), "x")
	fmt.Println(strings.ReplaceAll(err.Error(), top, "TOP"))
	fmt.Println(os.RemoveAll(top))
}

// Output:
// <nil>
// true
// true open TOP/file: not a directory
// <nil>
// stat TOP/none: no such file or directory
// <nil>
