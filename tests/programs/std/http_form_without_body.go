// A request whose method has a body, and which has none, has no form: ParseForm says so, before an error of the query,
// and leaves empty forms and what the query has.
package main

import (
	"fmt"
	"net/http"
	"net/url"
)

func main() {
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "post"} {
		for _, where := range []*url.URL{nil, {RawQuery: "a=1"}, {RawQuery: "a=1&b=%zz"}} {
			r := &http.Request{Method: method, URL: where}
			err := r.ParseForm()
			fmt.Println(method, err, r.Form, r.PostForm, r.PostForm == nil)
			fmt.Println("again", r.ParseForm())
		}
		r := &http.Request{Method: method, URL: &url.URL{RawQuery: "a=1"}}
		fmt.Println(r.FormValue("a"), r.PostFormValue("a") == "", r.ParseMultipartForm(1))
	}
}

// Output:
// GET <nil> map[] map[] false
// again <nil>
// GET <nil> map[a:[1]] map[] false
// again <nil>
// GET invalid URL escape "%zz" map[a:[1]] map[] false
// again <nil>
// 1 true request Content-Type isn't multipart/form-data
// POST missing form body map[] map[] false
// again <nil>
// POST missing form body map[a:[1]] map[] false
// again <nil>
// POST missing form body map[a:[1]] map[] false
// again <nil>
// 1 true request Content-Type isn't multipart/form-data
// PUT missing form body map[] map[] false
// again <nil>
// PUT missing form body map[a:[1]] map[] false
// again <nil>
// PUT missing form body map[a:[1]] map[] false
// again <nil>
// 1 true request Content-Type isn't multipart/form-data
// PATCH missing form body map[] map[] false
// again <nil>
// PATCH missing form body map[a:[1]] map[] false
// again <nil>
// PATCH missing form body map[a:[1]] map[] false
// again <nil>
// 1 true request Content-Type isn't multipart/form-data
// DELETE <nil> map[] map[] false
// again <nil>
// DELETE <nil> map[a:[1]] map[] false
// again <nil>
// DELETE invalid URL escape "%zz" map[a:[1]] map[] false
// again <nil>
// 1 true request Content-Type isn't multipart/form-data
// post <nil> map[] map[] false
// again <nil>
// post <nil> map[a:[1]] map[] false
// again <nil>
// post invalid URL escape "%zz" map[a:[1]] map[] false
// again <nil>
// 1 true request Content-Type isn't multipart/form-data
