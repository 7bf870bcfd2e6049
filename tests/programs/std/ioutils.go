package main

import (
	"fmt"
	"io"
	"io/ioutil"
	"os"
	"strings"
)

func main() {
	dir, err := ioutil.TempDir("", "ioutil*x")
	fmt.Println(err, strings.HasSuffix(dir, "x"))
	defer os.RemoveAll(dir)
	for _, name := range []string{"b", "a", "c"} {
		fmt.Println(ioutil.WriteFile(dir+"/"+name, []byte(name+name), 0o600))
	}
	list, err := ioutil.ReadDir(dir)
	for _, info := range list {
		fmt.Println(info.Name(), info.Size(), info.Mode())
	}
	data, err := ioutil.ReadFile(dir + "/b")
	fmt.Printf("%q %v\n", data, err)
	_, err = ioutil.ReadFile("/nowhere")
	fmt.Println(err)
	_, err = ioutil.ReadDir("/nowhere")
	fmt.Println(err)
	f, err := ioutil.TempFile(dir, "t*.txt")
	fmt.Println(strings.HasPrefix(f.Name(), dir+"/t"), err, f.Close())
	data, err = ioutil.ReadAll(ioutil.NopCloser(strings.NewReader("text")))
	fmt.Printf("%q %v\n", data, err)
	n, err := io.WriteString(ioutil.Discard, "gone")
	fmt.Println(n, err)
}

// Output:
// <nil> true
// <nil>
// <nil>
// <nil>
// a 2 -rw-------
// b 2 -rw-------
// c 2 -rw-------
// "bb" <nil>
// open /nowhere: no such file or directory
// open /nowhere: no such file or directory
// true <nil> <nil>
// "text" <nil>
// 4 <nil>
