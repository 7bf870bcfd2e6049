package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type text struct{}

func (text) String() string { return "" }

type pair[T any] struct{ a T }

func (pair[T]) String() string { return "" }

func appends(list []int) {
	list = append(list)
	list = append(list, list...)
	_ = append([]string{"a"})
}

func atomics(p *int64, list []int32) {
	var n int64
	n = atomic.AddInt64(&n, 1)
	*p = atomic.AddInt64(p, 1)
	list[0] = atomic.AddInt32(&list[0], 1)
	list[1] = atomic.AddInt32(&list[0], 1)
	m := atomic.AddInt64(&n, 1)
	_ = m
}

func defers(start time.Time) {
	defer fmt.Println(time.Since(start))
	defer fmt.Println(1, fmt.Sprint(time.Since(start)))
	defer func() { fmt.Println(time.Since(start)) }()
	defer time.Since(start)
}

func errorsAs(err error) {
	var path *fs.PathError
	var value fs.PathError
	var n int
	var a any
	_ = errors.As(err, &path)
	_ = errors.As(err, path)
	_ = errors.As(err, value)
	_ = errors.As(err, &value)
	_ = errors.As(err, &n)
	_ = errors.As(err, &err)
	_ = errors.As(err, a)
	_ = errors.As(err, &a)
	var timeout interface{ Timeout() bool }
	_ = errors.As(err, &timeout)
	_ = errors.As(err, nil)
}

func unmarshal(data []byte, d *json.Decoder) {
	var n int
	var a any
	_ = json.Unmarshal(data, n)
	_ = json.Unmarshal(data, &n)
	_ = json.Unmarshal(data, a)
	_ = json.Unmarshal(data, struct{}{})
	_ = d.Decode(n)
	_ = d.Decode(&n)
}

func results(err error, b *strings.Builder, list []int, m map[string]int) {
	fmt.Sprintf("%d", 1)
	fmt.Errorf("a")
	errors.New("a")
	err.Error()
	b.String()
	text{}.String()
	pair[int]{}.String()
	slices.Contains(list, 1)
	slices.Sort(list)
	maps.Clone(m)
	(fmt.Sprint(1))
	var s fmt.Stringer = text{}
	s.String()
	_ = fmt.Sprint(1)
	context.WithValue(context.Background(), 1, 2)
	time.Now().String()
}

func signals() {
	c := make(chan os.Signal)
	signal.Notify(c, os.Interrupt)
	d := make(chan os.Signal, 1)
	signal.Notify(d)
	var e = make(chan os.Signal)
	signal.Notify(e)
	var f chan os.Signal
	signal.Notify(f)
}

func times(t time.Time) {
	_ = t.Format("2006-02-01")
	_, _ = time.Parse("at 2006-02-01", "")
	_ = t.Format("2006-01-02")
	const layout = "2006-02-01"
	_ = t.Format(layout)
	_ = fmt.Sprint("2006-02-01")
}

func groups() {
	var wg sync.WaitGroup
	go func() {
		wg.Add(1)
		wg.Done()
	}()
	wg.Add(1)
	go func() {
		defer wg.Done()
		wg.Add(1)
	}()
	wg.Wait()
}

func main() {}
