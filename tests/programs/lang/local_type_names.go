// Types declared inside functions: how `%T`, reflect and panics name them and their instances.
package main

import (
	"fmt"
	"reflect"
	"sync/atomic"
)

type G[A any] struct{ a A }
type E struct{}
type alias = E

func show(x any) {
	t := reflect.TypeOf(x)
	fmt.Printf("%T|%s|%s\n", x, t.Name(), t.PkgPath())
}

func in[T any]() {
	type key struct{ _ T }
	show(key{})
	show(&key{})
	show(G[key]{})
	show(struct{ k key }{})
	type inner struct{ k key }
	show(inner{})
	func() {
		type key int
		show(G[key]{})
	}()
	{
		type key string
		show(key("a"))
	}
	type al = key
	show(al{})
	type generic[U any] struct {
		x T
		y U
	}
	show(generic[string]{})
	show(G[generic[bool]]{})
}

func two[T, U any]() {
	type key struct{ _ T }
	show(key{})
}

func (g G[X]) M() {
	type loc struct{ x X }
	show(loc{})
}

func (g *G[X]) GM[Y any](y Y) {
	type loc struct{ x X }
	show(map[string]loc{})
	type nums int
	show(nums(1))
}

func plain() {
	type key int
	show(key(1))
	show(G[key]{})
	type other[T any] struct{ x T }
	show(other[key]{})
	show(G[struct{ key }]{})
}

var v = func() any {
	type key int
	return key(1)
}()

func arguments() {
	show(G[struct {
		a int
		B string
		E
		_ *G[int]
	}]{})
	show(G[struct {
		int
		error
		alias
		*G[int]
	}]{})
	show(G[struct {
		A int `json:"a,omitempty"`
	}]{})
	show(G[interface {
		m()
		N(...int) string
	}]{})
	show(G[any]{})
	show(G[func(int, ...string) (int, error)]{})
	show(G[chan<- E]{})
	show(G[map[string][]byte]{})
	show(G[atomic.Pointer[E]]{})
	show(atomic.Pointer[reflect.Method]{})
}

func assert[T any](x any) {
	type L struct{ t T }
	defer func() { fmt.Println(recover()) }()
	_ = x.(L)
}

func main() {
	in[int]()
	in[G[string]]()
	in[struct{ a, b int }]()
	two[int, []string]()
	G[int]{}.M()
	(&G[int]{}).GM("")
	plain()
	show(v)
	arguments()
	assert[int](1)
}

// Output:
// main.key[int]|key[int]|main
// *main.key[int]||
// main.G[main.key[int]·1]|G[main.key[int]·1]|main
// struct { k main.key[int] }||
// main.inner[int]|inner[int]|main
// main.G[main.key[int]·3]|G[main.key[int]·3]|main
// main.key[int]|key[int]|main
// main.key[int]|key[int]|main
// main.generic[int;string]|generic[int;string]|main
// main.G[main.generic[int;bool]·5]|G[main.generic[int;bool]·5]|main
// main.key[main.G[string]]|key[main.G[string]]|main
// *main.key[main.G[string]]||
// main.G[main.key[main.G[string]]·1]|G[main.key[main.G[string]]·1]|main
// struct { k main.key[main.G[string]] }||
// main.inner[main.G[string]]|inner[main.G[string]]|main
// main.G[main.key[main.G[string]]·3]|G[main.key[main.G[string]]·3]|main
// main.key[main.G[string]]|key[main.G[string]]|main
// main.key[main.G[string]]|key[main.G[string]]|main
// main.generic[main.G[string];string]|generic[main.G[string];string]|main
// main.G[main.generic[main.G[string];bool]·5]|G[main.generic[main.G[string];bool]·5]|main
// main.key[struct { main.a int; main.b int }]|key[struct { main.a int; main.b int }]|main
// *main.key[struct { main.a int; main.b int }]||
// main.G[main.key[struct { main.a int; main.b int }]·1]|G[main.key[struct { main.a int; main.b int }]·1]|main
// struct { k main.key[struct { main.a int; main.b int }] }||
// main.inner[struct { main.a int; main.b int }]|inner[struct { main.a int; main.b int }]|main
// main.G[main.key[struct { main.a int; main.b int }]·3]|G[main.key[struct { main.a int; main.b int }]·3]|main
// main.key[struct { main.a int; main.b int }]|key[struct { main.a int; main.b int }]|main
// main.key[struct { main.a int; main.b int }]|key[struct { main.a int; main.b int }]|main
// main.generic[struct { main.a int; main.b int };string]|generic[struct { main.a int; main.b int };string]|main
// main.G[main.generic[struct { main.a int; main.b int };bool]·5]|G[main.generic[struct { main.a int; main.b int };bool]·5]|main
// main.key[int,[]string]|key[int,[]string]|main
// main.loc[int]|loc[int]|main
// map[string]main.loc[int,string]||
// main.nums[int,string]|nums[int,string]|main
// main.key|key|main
// main.G[main.key·10]|G[main.key·10]|main
// main.other[main.key·10]|other[main.key·10]|main
// main.G[struct { main.key = main.key·10 }]|G[struct { main.key = main.key·10 }]|main
// main.key|key|main
// main.G[struct { main.a int; B string; main.E; main._ *main.G[int] }]|G[struct { main.a int; B string; main.E; main._ *main.G[int] }]|main
// main.G[struct { main.int = int; main.error = error; main.alias = main.E; G = *main.G[int] }]|G[struct { main.int = int; main.error = error; main.alias = main.E; G = *main.G[int] }]|main
// main.G[struct { A int "json:\"a,omitempty\"" }]|G[struct { A int "json:\"a,omitempty\"" }]|main
// main.G[interface { N(...int) string; main.m() }]|G[interface { N(...int) string; main.m() }]|main
// main.G[interface {}]|G[interface {}]|main
// main.G[func(int, ...string) (int, error)]|G[func(int, ...string) (int, error)]|main
// main.G[chan<- main.E]|G[chan<- main.E]|main
// main.G[map[string][]uint8]|G[map[string][]uint8]|main
// main.G[sync/atomic.Pointer[main.E]]|G[sync/atomic.Pointer[main.E]]|main
// atomic.Pointer[reflect.Method]|Pointer[reflect.Method]|sync/atomic
// interface conversion: interface {} is int, not main.L[int]
