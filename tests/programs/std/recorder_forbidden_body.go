// A ResponseRecorder keeps a body that the status forbids, though its Write fails.
package main

import (
	"fmt"
	"net/http/httptest"
)

func main() {
	for _, status := range []int{200, 204, 304} {
		w := httptest.NewRecorder()
		w.WriteHeader(status)
		n, err := w.Write([]byte("x"))
		fmt.Println(n, err, w.Body)
	}
}

// Output:
// 1 <nil> x
// 0 http: request method or response status code does not allow body x
// 0 http: request method or response status code does not allow body x
