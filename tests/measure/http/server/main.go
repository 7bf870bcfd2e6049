// Server answers as load expects, at the address in its argument.
package main

import (
	"fmt"
	"net/http"
	"os"
)

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "hello %s", r.URL.Path) })
	fmt.Println(http.ListenAndServe(os.Args[1], nil))
}
