// It prints all that initialisation has left, and changes it: each run is to find it as it was left.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"text/template"
	"time"
	"weak"
)

type shape interface{ area() int }
type square struct{ side int }

func (s *square) area() int { return s.side * s.side }

type config struct {
	Name string           `json:"name"`
	Tags map[string][]int `json:"tags"`
	Next *config          `json:"next"`
}

var (
	table    = map[string]int{}
	byNumber = map[int][]string{}
	shapes   []shape
	closed   = make(chan struct{})
	queue    = make(chan int, 4)
	pool     = sync.Pool{New: func() any { return new([64]byte) }}
	once     sync.Once
	lazy     int
	count    atomic.Int64
	word     = regexp.MustCompile(`(\w+)=(\d+)`)
	page     = template.Must(template.New("p").Parse("{{range .}}<{{.}}>{{end}}"))
	types    = map[reflect.Type]string{reflect.TypeOf(0): "int", reflect.TypeOf(config{}): "config"}
	failed   = errors.New("failed")
	wrapped  = fmt.Errorf("wrapped: %w", failed)
	root, _  = context.WithCancel(context.Background())
	began    = time.Now()
	dice     = rand.Intn(1000)
	zero     = &struct{}{}
	tree     *config
	counter  func() int
	handle   weak.Pointer[square]
	held     = &square{7}
	lock     sync.Mutex
	text     strings.Builder
	ring     [3]*square
	env      = os.Getenv("HOME")
)

func init() {
	close(closed)
	for i := range 300 {
		table[fmt.Sprint("key", i)] = i
		byNumber[i%7] = append(byNumber[i%7], strings.Repeat("x", i%5))
	}
	for i := range 20 {
		shapes = append(shapes, &square{i})
	}
	if err := json.Unmarshal([]byte(`{"name":"a","tags":{"t":[1,2]},"next":{"name":"b"}}`), &tree); err != nil {
		panic(err)
	}
	n := 0
	counter = func() int { n++; return n }
	counter()
	pool.Put(new([64]byte))
	handle = weak.Make(held)
	once.Do(func() { lazy = 42 })
	lock.Lock()
	count.Store(5)
	lock.Unlock()
	fmt.Fprint(&text, "text")
	runtime.SetFinalizer(held, func(*square) { println("never") })
	big := make([]byte, 100_000)
	copy(big[50_000:], "middle")
	ring[1] = shapes[3].(*square)
	table["big"] = int(big[50_000])
}

// digest tells all that initialisation has left.
func digest() string {
	var out strings.Builder
	keys := make([]string, 0, len(table))
	sum := 0
	for key, value := range table {
		keys = append(keys, key)
		sum += value
	}
	sort.Strings(keys)
	fmt.Fprintln(&out, len(keys), keys[0], keys[len(keys)-1], sum, len(byNumber[3]), byNumber[3][2])
	area := 0
	for _, shape := range shapes {
		area += shape.area()
	}
	_, open := <-closed
	fmt.Fprintln(&out, area, open, len(queue), cap(queue), lazy, count.Load(), word.FindStringSubmatch("a b=12"))
	_ = page.Execute(&out, []int{1, 2})
	fmt.Fprintln(&out, types[reflect.TypeOf(lazy)], types[reflect.TypeOf(*tree)], errors.Is(wrapped, failed), root.Err())
	fmt.Fprintln(&out, began.UnixNano(), dice, rand.Intn(1000), zero == &struct{}{}, tree.Next.Name, tree.Tags["t"], counter())
	fmt.Fprintln(&out, handle.Value() == held, text.String(), ring[1].side, ring[0] == nil, env == os.Getenv("HOME"), time.Since(began))
	var any any = tree
	_, is := any.(*config)
	fmt.Fprintln(&out, is, reflect.SliceOf(reflect.TypeOf(tree)), pool.Get().(*[64]byte)[0])
	return out.String()
}

// change changes all of it.
func change(by int) {
	for i := range 500 {
		table[fmt.Sprint("more", i)] = i * by
		byNumber[i%7] = nil
		shapes = append(shapes, &square{-i})
	}
	delete(table, "key1")
	queue <- by
	lazy, tree.Next.Name, held.side = by, "changed", by
	count.Add(int64(by))
	pool.Put(&[64]byte{byte(by)})
	text.WriteString("more")
	types[reflect.MapOf(reflect.TypeOf(by), reflect.TypeOf(text.String()))] = "made"
	ring[0], ring[1] = ring[1], nil
	counter()
	began = began.Add(time.Hour)
}

func main() {
	fmt.Print(digest())
	var group sync.WaitGroup
	for i := range 3 {
		group.Go(func() {
			lock.Lock()
			defer lock.Unlock()
			change(i + 1)
		})
	}
	group.Wait()
}
