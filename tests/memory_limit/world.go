// Ways to need memory without end: reflection, and what comes from outside.
package main

import (
	"container/heap"
	"container/list"
	"container/ring"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"math/rand"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"memorylimit/ways"
)

var (
	keep []any
	sink any
)

type pair struct {
	A int
	B string
}

// An item is large, so that memory is full before there are many to compare.
type item struct {
	key  int
	rest [30]int
}

type items []item

func (h items) Len() int           { return len(h) }
func (h items) Less(i, j int) bool { return h[i].key < h[j].key }
func (h items) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *items) Push(x any)        { *h = append(*h, x.(item)) }
func (h *items) Pop() any          { panic("never") }

var table = map[string]func(){
	"reflect.ArrayOf": func() {
		for i := 0; ; i++ {
			sink = reflect.ArrayOf(i, reflect.TypeFor[string]())
		}
	},
	"reflect.PointerTo": func() {
		t := reflect.TypeFor[int]()
		for {
			t = reflect.PointerTo(t)
		}
	},
	"reflect.StructOf": func() {
		for i := 0; ; i++ {
			f := reflect.StructField{Name: fmt.Sprint("F", i), Type: reflect.TypeFor[int](), Tag: "some:\"tag\""}
			sink = reflect.StructOf([]reflect.StructField{f, {Name: "B", Type: reflect.TypeFor[string]()}})
		}
	},
	"reflect.FuncOf": func() {
		for i := 0; ; i++ {
			sink = reflect.FuncOf([]reflect.Type{reflect.ArrayOf(i, reflect.TypeFor[int]())}, nil, false)
		}
	},
	"reflect.MapOf": func() {
		for i := 0; ; i++ {
			t := reflect.MapOf(reflect.ArrayOf(i%10000, reflect.TypeFor[int]()), reflect.ArrayOf(i, reflect.TypeFor[int]()))
			keep = append(keep, reflect.MakeMap(t))
		}
	},
	"reflect.New": func() {
		for {
			keep = append(keep, reflect.New(reflect.TypeFor[pair]()))
		}
	},
	"reflect.MakeSlice": func() { sink = reflect.MakeSlice(reflect.TypeFor[[]pair](), 32<<20, 32<<20) },
	"reflect.MakeSlice half": func() {
		for {
			keep = append(keep, reflect.MakeSlice(reflect.TypeFor[[]pair](), 4<<20, 4<<20))
		}
	},
	"reflect.Append": func() {
		v := reflect.ValueOf([]pair{})
		for {
			v = reflect.Append(v, reflect.ValueOf(pair{1, "x"}))
		}
	},
	"reflect.Value.Grow": func() { var s []pair; reflect.ValueOf(&s).Elem().Grow(32 << 20) },
	"reflect.MakeMap": func() {
		m := reflect.MakeMap(reflect.TypeFor[map[int]string]())
		for i := 0; ; i++ {
			m.SetMapIndex(reflect.ValueOf(i), reflect.ValueOf("x"))
		}
	},
	"reflect.MapKeys": func() {
		m := map[int]pair{}
		for i := range 100_000 {
			m[i] = pair{}
		}
		for {
			keep = append(keep, reflect.ValueOf(m).MapKeys())
		}
	},
	"reflect.MakeChan": func() {
		for {
			keep = append(keep, reflect.MakeChan(reflect.TypeFor[chan pair](), 1000))
		}
	},
	"reflect.MakeFunc": func() {
		for i := 0; ; i++ {
			keep = append(keep, reflect.MakeFunc(reflect.TypeFor[func()](), func([]reflect.Value) []reflect.Value { return nil }))
		}
	},
	"reflect.Value.Call": func() {
		var again reflect.Value
		again = reflect.ValueOf(func(n int) { again.Call([]reflect.Value{reflect.ValueOf(n + 1)}) })
		again.Call([]reflect.Value{reflect.ValueOf(0)})
	},
	"reflect.Value.Convert": func() {
		v := reflect.ValueOf(string(make([]byte, 10<<20)))
		for {
			keep = append(keep, v.Convert(reflect.TypeFor[[]rune]()))
		}
	},
	"reflect.Select": func() {
		for {
			c := reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(make(chan pair))}
			go reflect.Select(slices.Repeat([]reflect.SelectCase{c}, 100))
		}
	},
	"maps.Clone": func() {
		m := map[int]int{}
		for i := range 10_000 {
			m[i] = i
		}
		for {
			keep = append(keep, maps.Clone(m))
		}
	},
	"maps.Collect": func() {
		for {
			keep = append(keep, maps.Collect(slices.All(make([]int, 1000))))
		}
	},
	"container/list": func() {
		l := list.New()
		for {
			l.PushBack("x")
		}
	},
	"container/ring": func() { sink = ring.New(1 << 40) },
	"container/heap": func() {
		h := &items{}
		for i := 0; ; i++ {
			heap.Push(h, item{key: -i})
		}
	},
	"errors.Join": func() {
		err := errors.New("first")
		for {
			err = errors.Join(err, err, errors.New("more"))
			keep = append(keep, err.Error())
		}
	},
	"os.ReadFile of a huge file": func() {
		f, _ := os.CreateTemp("", "sparse")
		os.Remove(f.Name())
		f.Truncate(1 << 30)
		sink, _ = os.ReadFile(fmt.Sprintf("/proc/self/fd/%d", f.Fd()))
		fmt.Println(sink == nil)
	},
	"io.ReadAll of a device": func() {
		f, _ := os.Open("/dev/zero")
		sink, _ = io.ReadAll(f)
	},
	"copies through a pipe": func() {
		r, w, _ := os.Pipe()
		go func() {
			for {
				w.Write(make([]byte, 60_000))
			}
		}()
		sink, _ = io.ReadAll(r)
	},
	"a network connection": func() {
		l, _ := net.Listen("tcp", "127.0.0.1:0")
		go func() {
			c, _ := l.Accept()
			for {
				c.Write(make([]byte, 60_000))
			}
		}()
		c, _ := net.Dial("tcp", l.Addr().String())
		sink, _ = io.ReadAll(c)
	},
	"net.Pipe": func() {
		for {
			a, b := net.Pipe()
			go a.Write(make([]byte, 1000))
			keep = append(keep, a, b)
		}
	},
	"the environment": func() {
		for {
			keep = append(keep, os.Environ())
		}
	},
	"variables of the environment": func() {
		s := strings.Repeat("x", 100_000)
		for i := 0; ; i++ {
			os.Setenv(fmt.Sprint("V", i), s+fmt.Sprint(i))
		}
	},
	"arguments": func() {
		for {
			keep = append(keep, slices.Clone(os.Args), strings.Join(os.Args, " "))
		}
	},
	"flags": func() {
		fs := flag.NewFlagSet("f", flag.ContinueOnError)
		for i := 0; ; i++ {
			fs.String(fmt.Sprint("f", i), "value", "usage")
		}
	},
	"a log in memory": func() {
		var b strings.Builder
		l := log.New(&b, "prefix ", log.LstdFlags)
		for {
			l.Println("some text")
		}
	},
	"profiles as text": func() {
		c := make(chan int)
		for range 2000 {
			go func() { <-c }()
		}
		for {
			var b strings.Builder
			for range 100 {
				pprof.Lookup("goroutine").WriteTo(&b, 2)
			}
			keep = append(keep, b.String())
		}
	},
	"times as text": func() {
		now := time.Now()
		for {
			keep = append(keep, now.Format(time.RFC1123Z), now.Add(time.Second))
		}
	},
	"permutations": func() {
		for {
			keep = append(keep, rand.Perm(10_000), rand.New(rand.NewSource(1)))
		}
	},
	"paths": func() {
		p := "a"
		for {
			p = filepath.Join(p, p)
		}
	},
}

func main() { ways.Main(table) }
