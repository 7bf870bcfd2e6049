package main

import (
	"encoding/json"
	"expvar"
	"fmt"
	"io"
	"log"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
)

func main() {
	log.SetFlags(0)
	log.SetOutput(io.Discard)
	n, x, s, m := expvar.NewInt("n"), expvar.NewFloat("x"), expvar.NewString("s"), expvar.NewMap("m")
	fmt.Println(n, x, s, m)
	n.Set(40)
	n.Add(2)
	x.Set(0.25)
	x.Add(1)
	s.Set("a\"b\\c\n\r\t\x01<&>\u2028é\xff")
	fmt.Printf("%v %v %q %v %v %q\n", n, x, s.String(), n.Value(), x.Value(), s.Value())
	x.Set(math.Inf(1))
	fmt.Println(x)
	x.Set(1e100)
	m.Add("hits", 3)
	m.Add("hits", 4)
	m.AddFloat("rate", 1.5)
	m.Add("rate", 1)
	m.AddFloat("hits", 1)
	m.Set("f", expvar.Func(func() any { return map[string]int{"b": 2, "a": 1} }))
	m.Set("nil", nil)
	m.Set("s", s)
	fmt.Printf("%q %v %v\n", m.String(), m.Get("none") == nil, m.Get("hits"))
	m.Delete("s")
	m.Delete("none")
	m.Do(func(kv expvar.KeyValue) { fmt.Println(kv.Key, kv.Value) })
	var group sync.WaitGroup
	for i := range 50 {
		group.Go(func() {
			m.Add(fmt.Sprint("k", i%5), 1)
			n.Add(1)
			x.Add(1)
		})
	}
	group.Wait()
	fmt.Println(m, n)
	fmt.Println(m.Init(), expvar.Get("m"), expvar.Get("absent"))
	func() {
		defer func() { fmt.Printf("%q\n", recover()) }()
		expvar.NewInt("n")
	}()
	var names []string
	expvar.Do(func(kv expvar.KeyValue) { names = append(names, kv.Key) })
	fmt.Println(names)

	for _, h := range []http.Handler{expvar.Handler(), http.DefaultServeMux} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "/debug/vars", nil))
		fmt.Println(w.Code, w.Header())
		var vars map[string]any
		fmt.Println(json.Unmarshal(w.Body.Bytes(), &vars))
		for _, name := range slices.Sorted(func(yield func(string) bool) {
			for name := range vars {
				if !yield(name) {
					return
				}
			}
		}) {
			if name != "cmdline" && name != "memstats" {
				fmt.Printf("%s %q\n", name, fmt.Sprint(vars[name]))
			}
		}
		_, cmd := vars["cmdline"].([]any)
		stats, _ := vars["memstats"].(map[string]any)
		fmt.Println(cmd, stats["Mallocs"] != nil, strings.HasPrefix(w.Body.String(), "{\n\"cmdline\": ["), strings.HasSuffix(w.Body.String(), "\n}\n"))
	}
}

// Output:
// 0 0 "" {}
// 42 1.25 "\"a\\\"b\\\\c\\n\\r\\t\\u0001\\u003c\\u0026\\u003e\\u2028é�\"" 42 1.25 "a\"b\\c\n\r\t\x01<&>\u2028é\xff"
// +Inf
// "{\"f\": {\"a\":1,\"b\":2}, \"hits\": 7, \"nil\": null, \"rate\": 1.5, \"s\": \"a\\\"b\\\\c\\n\\r\\t\\u0001\\u003c\\u0026\\u003e\\u2028é�\"}" true 7
// f {"a":1,"b":2}
// hits 7
// nil <nil>
// rate 1.5
// {"f": {"a":1,"b":2}, "hits": 7, "k0": 10, "k1": 10, "k2": 10, "k3": 10, "k4": 10, "nil": null, "rate": 1.5} 92
// {} {} <nil>
// "Reuse of exported var name: n\n"
// [cmdline m memstats n s x]
// 200 map[Content-Type:[application/json; charset=utf-8]]
// <nil>
// m "map[]"
// n "92"
// s "a\"b\\c\n\r\t\x01<&>\u2028é�"
// x "1e+100"
// true true true true
// 200 map[Content-Type:[application/json; charset=utf-8]]
// <nil>
// m "map[]"
// n "92"
// s "a\"b\\c\n\r\t\x01<&>\u2028é�"
// x "1e+100"
// true true true true
