package main

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

type shape interface{ Area() int }
type square struct{ Side int }
type circle struct{ R float64 }

func (s square) Area() int { return s.Side }
func (c circle) Area() int { return int(c.R) }

type ga struct {
	A int
	B string
	C []float64
	D map[string]ga2
	E any
	S shape
	P *ga
}
type ga2 struct {
	X uint8
	Y [2]bool
	Z complex128
}
type gb struct {
	A string
	B int
	C map[int]int
	D []ga2
}
type gc struct {
	A int8
	B []byte
	C [3]float64
	D map[string]gb
}
type gempty struct{ hidden int }
type gchan struct {
	C chan int
	F func()
	N int
}
type gbinary struct{ fail bool }

func (g gbinary) MarshalBinary() ([]byte, error) {
	if g.fail {
		return nil, errors.New("gbinary: no")
	}
	return []byte{1, 2}, nil
}
func (g *gbinary) UnmarshalBinary(b []byte) error { return fmt.Errorf("gbinary: %v", b) }

type gself []gself

func gobs(p *prober) {
	gob.Register(square{})
	gob.Register(circle{})
	values := []any{
		ga{A: 300, B: "b", C: []float64{1, 2}, D: map[string]ga2{"x": {1, [2]bool{true}, 2i}}, E: 5, S: square{2}, P: &ga{A: 1}},
		ga{S: circle{2}, E: "text"}, gb{A: "a", B: -5, C: map[int]int{1: 2}, D: []ga2{{}}}, gc{A: 5, B: []byte("bytes"), C: [3]float64{1}}, 7, -7, "text", []byte("bytes"), 1.5, true, uint64(1 << 63),
		[]int{1, 2, 3}, map[string]int{"a": 1}, []any{1, "x", square{1}}, gbinary{}, [2]string{"x", "y"}, complex(1, 2), []shape{square{3}, nil}, gself{nil, {}},
		gempty{}, gchan{}, gchan{N: 1}, make(chan int), func() {}, (*int)(nil), gbinary{true}, ga{E: gb{}}, ga{E: struct{}{}}, struct{ C chan int }{}, []chan int{nil}, map[string]func(){}, struct{ E error }{errors.New("e")}, struct{ shape }{}, []any{gchan{}}, []*int{nil}, [2]*int{},
	}
	into := []any{new(ga), new(gb), new(gc), new(int), new(int8), new(string), new([]byte), new(float32), new(bool), new(uint), new([]int8), new(map[string]int), new([]any), new(gbinary), new([2]string), new([3]string), new(complex64), new([]shape), new(gself), new(gempty), new(gchan), new(any), new(shape), new(map[int]string), new(chan int), new(struct{ Q int }), new(struct{ A uint8 }), new(**int)}
	var streams [][]byte
	for _, v := range values {
		p.try(fmt.Sprintf("encode %T", v), func() []any {
			var b bytes.Buffer
			err := gob.NewEncoder(&b).Encode(v)
			if err == nil {
				streams = append(streams, b.Bytes())
			}
			return []any{b.Len(), err}
		})
	}
	p.try("nil", func() []any { return []any{gob.NewEncoder(io.Discard).Encode(nil)} })
	p.try("nil value", func() []any { return []any{gob.NewEncoder(io.Discard).EncodeValue(reflect.Value{})} })
	for i, s := range streams {
		for _, v := range into {
			p.decode(fmt.Sprint("stream ", i), s, reflect.TypeOf(v).Elem())
		}
		p.try("into nil", func() []any { return []any{gob.NewDecoder(bytes.NewReader(s)).Decode(nil)} })
		p.try("into no pointer", func() []any { return []any{gob.NewDecoder(bytes.NewReader(s)).Decode(5)} })
		p.try("into nil pointer", func() []any { return []any{gob.NewDecoder(bytes.NewReader(s)).Decode((*int)(nil))} })
	}
	for range p.count {
		i := p.below(len(streams))
		s := p.mutated(streams[i], "\x00\x01\x02\xff\xfe\x7f\x80\xf8")
		p.decode(fmt.Sprintf("stream %d %x", i, s), s, reflect.TypeOf(pick(&p.random, into)).Elem())
	}
	p.try("register", func() []any { gob.RegisterName("main.square", circle{}); return nil })
	p.try("register", func() []any { gob.RegisterName("other", square{}); return nil })
	p.try("register", func() []any { gob.RegisterName("", ga{}); return nil })
}

func (p *prober) decode(name string, s []byte, ty reflect.Type) {
	p.try(fmt.Sprint(name, " into ", ty), func() []any {
		v := reflect.New(ty)
		d := gob.NewDecoder(bytes.NewReader(s))
		err := d.DecodeValue(v)
		text := fmt.Sprintf("%.200v", v.Elem().Interface())
		if strings.Contains(text, "0x") {
			text = "pointers"
		}
		return []any{err, text, d.Decode(nil)}
	})
}
