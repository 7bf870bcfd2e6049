package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

type E struct{}

func (*E) Error() string { return "" }

type X struct {
	A int `json:"a" json:"b"`
	B int `json:"a`
	c int `json:"c"`
	D int `json:"a"`
	F int "x:y"
}

func (X) WriteTo(w io.Writer) {}
func (X) ReadByte() {
}

func f() (x int) {
	defer fmt.Println(time.Since(
		time.Now()))
	return
}

func main() {
	var e E
	errors.As(nil, e)
	errors.As(nil,
		nil)
	var n int64
	n = atomic.AddInt64(&n, 1)
	if n == 1 || n == 1 {
	}
	if n != 1 || n != 2 {
	}
	if n == 1 ||
		n == 1 {
	}
	var wg sync.WaitGroup
	go func() {
		wg.Add(1)
		defer wg.Done()
	}()
	_ = f == nil
	_ = n << 64
	_ = int8(n) << (4 +
		5)
	json.Unmarshal(nil, e)
	json.Unmarshal(nil,
		X{})
	fmt.Sprintf("x")
	errors.New("x")
	fmt.Errorf("%d",
		3)
	res, err := http.Get("x")
	defer res.Body.Close()
	if err != nil {
	}
	_ = append([]int{})
	var r io.Reader
	_ = r.(interface{ Read() })
	_ = r.(interface {
		Read()
	})
	switch r.(type) {
	case interface{ Read() int }:
	}
	for i := range 3 {
		go func() { println(i) }()
	}
}
