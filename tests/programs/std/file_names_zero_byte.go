// A name with a zero byte is no file's: FileServer answers 404, and a file system of os.DirFS calls it invalid.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
)

func main() {
	dir, err := os.MkdirTemp("", "zero")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	for _, path := range []string{"/a%00b", "/%00/", "/none"} {
		w := httptest.NewRecorder()
		http.FileServer(http.Dir(dir)).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		fmt.Println(path, w.Code)
	}
	w := httptest.NewRecorder()
	http.ServeFile(w, httptest.NewRequest("GET", "/x", nil), dir+"/a\x00b")
	fmt.Println(w.Code)
	_, err = os.DirFS(dir).Open("a\x00b")
	fmt.Println(errors.Is(err, fs.ErrInvalid))
	_, err = fs.Stat(os.DirFS(dir), "a\x00b")
	fmt.Println(errors.Is(err, fs.ErrInvalid))
	_, err = os.Open(dir + "/a\x00b")
	fmt.Println(errors.Is(err, fs.ErrInvalid), err != nil)
}

// Output:
// /a%00b 404
// /%00/ 404
// /none 404
// 404
// true
// true
// false true
