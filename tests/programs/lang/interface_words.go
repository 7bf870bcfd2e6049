// Packages read and make the two words of an interface value through unsafe: its layout is Go's.
package main

import (
	"errors"
	"fmt"
	"reflect"
	"sort"
	"sync"
	"sync/atomic"
	"unsafe"
)

type descriptor struct {
	size, ptrBytes                 uintptr
	hash                           uint32
	tflag, align, fieldAlign, kind uint8
}

type eface struct {
	typ  *descriptor
	data unsafe.Pointer
}

type iface struct {
	tab *struct {
		inter, typ unsafe.Pointer
		hash       uint32
	}
	data unsafe.Pointer
}

func words(v *any) *eface { return (*eface)(unsafe.Pointer(v)) }

type (
	celsius  float64
	small    int8
	word     uint16
	pair     struct{ a, b int32 }
	odd      struct{ a, b, c byte }
	long     struct{ a [300]int }
	holder   struct{ p *int }
	beside   struct{ _ struct{}; p *int }
	pointers [1]*int
	nothing  struct{}
)

func (c celsius) String() string { return fmt.Sprintf("%.1f°C", float64(c)) }
func (s small) String() string   { return fmt.Sprintf("small %d", int8(s)) }
func (p pair) String() string    { return fmt.Sprintf("pair %d/%d", p.a, p.b) }
func (h holder) String() string  { return fmt.Sprintf("holder of %d", *h.p) }
func (nothing) String() string   { return "nothing" }
func (l long) String() string    { return fmt.Sprintf("long %d…%d", l.a[0], l.a[299]) }
func (w *word) String() string   { return fmt.Sprintf("word %d", *w) }

// Value as it lies where the second word leads, or in it.
func read[T any](v any) T {
	e := words(&v)
	if e.typ.tflag&(1<<5) != 0 {
		return *(*T)(unsafe.Pointer(&e.data))
	}
	return *(*T)(e.data)
}

func reading() {
	n := 7
	fmt.Println(read[int](12345), read[int8](int8(-3)), read[uint16](uint16(65535)), read[bool](true), read[float64](2.5), read[float32](float32(-0.5)))
	fmt.Println(read[string]("text"), read[complex64](complex64(1+2i)), read[[]int]([]int{1, 2}), read[pair](pair{3, -4}), read[odd](odd{1, 2, 3}))
	fmt.Println(*read[*int](&n), read[map[string]int](map[string]int{"a": 1}), read[celsius](celsius(20)), read[nothing](nothing{}))
	fmt.Println(*read[holder](holder{&n}).p, *read[beside](beside{p: &n}).p, *read[pointers](pointers{&n})[0], read[func() int](func() int { return n })())
	fmt.Println(read[long](long{[300]int{0: 5, 299: 6}}), read[error](errors.New("e")) != nil)
	for _, v := range []any{1, int8(1), "s", 1.5, &n, pair{}, odd{}, holder{}, nothing{}, [2]any{}, []any{}, map[int]int{}, long{}} {
		d := words(&v).typ
		fmt.Print(d.size, " ", d.ptrBytes, " ", d.align, " ", d.fieldAlign, " ", reflect.Kind(d.kind), "; ")
	}
	fmt.Println()
}

// made returns an interface value of the type of like with the value at p.
func made(like any, p unsafe.Pointer) (v any) {
	*words(&v) = eface{words(&like).typ, p}
	return v
}

func making() {
	n, s, p, b, c, h := 678, "made", pair{1, 2}, small(-5), celsius(36.6), holder{new(int)}
	l := long{[300]int{0: 1, 299: 2}}
	all := []any{
		made(0, unsafe.Pointer(&n)), made("", unsafe.Pointer(&s)), made(pair{}, unsafe.Pointer(&p)), made(small(0), unsafe.Pointer(&b)),
		made(celsius(0), unsafe.Pointer(&c)), made(holder{}, unsafe.Pointer(h.p)), made((*int)(nil), unsafe.Pointer(&n)), made(long{}, unsafe.Pointer(&l)),
	}
	*h.p = 99
	for _, v := range all {
		switch v := v.(type) {
		case int:
			fmt.Print("int ", v, " ", reflect.ValueOf(v).Int())
		case *int:
			fmt.Print("*int ", *v, " ", v == &n)
		case fmt.Stringer:
			_, ok := v.(holder)
			fmt.Print(v.String(), " ", ok)
		case string:
			fmt.Print(v+"!", " ", len(v))
		}
		fmt.Print("; ")
	}
	fmt.Println()
	fmt.Println(all[0] == 678, all[1] == "made", all[2] == pair{1, 2}, all[3] == small(-5), all[4] != celsius(36.6), all[5] == any(h), all[6] == &n, all[7] == any(l))
	n, s = 679, "changed"
	fmt.Println(all[0], all[1], all[0] == any(679))
	m := map[any]string{679: "number", "changed": "text", pair{1, 2}: "pair", small(-5): "small", h: "holder", &n: "pointer", nothing{}: "nothing"}
	fmt.Println(m[all[0]], m[all[1]], m[all[2]], m[all[3]], m[all[5]], m[all[6]], m[made(nothing{}, unsafe.Pointer(&n))], len(m))
	words(&all[0]).data = unsafe.Pointer(new(int))
	fmt.Println(all[0], fmt.Sprintf("%v %d %T", all[0], all[3], all[4]))
}

// In interface types with methods the first word leads to the type too.
func itabs() {
	n, w := 5, word(77)
	for _, s := range []fmt.Stringer{celsius(1), small(2), pair{3, 4}, holder{&n}, nothing{}, &w, long{}} {
		i := (*iface)(unsafe.Pointer(&s))
		var a any = s
		e := words(&a)
		fmt.Print(i.tab.typ == unsafe.Pointer(e.typ), i.tab.hash == e.typ.hash, i.data == e.data, " ", s, "; ")
		back := a.(fmt.Stringer)
		j := (*iface)(unsafe.Pointer(&back))
		if *i != *j || back.String() != s.String() {
			fmt.Print("other words ")
		}
	}
	fmt.Println()
	var none fmt.Stringer
	var err error = errors.New("error")
	fmt.Println(*(*iface)(unsafe.Pointer(&none)) == iface{}, any(none) == nil, any(err) == err, err == any(err).(error))
	f := fmt.Stringer.String
	g := fmt.Stringer(small(9)).String
	fmt.Println(f(pair{5, 6}), g(), fmt.Sprint(small(1)))
	defer fmt.Stringer(celsius(3)).String()
	if s, ok := any(celsius(4)).(interface{ String() string }); ok {
		fmt.Println(s.String())
	}
	if _, ok := any(word(4)).(fmt.Stringer); !ok {
		fmt.Println("a word is no Stringer")
	}
}

// A number is put into an interface value without its type being named, as gopher-lua does.
type value interface{ number() float64 }

type luaNumber float64

func (n luaNumber) number() float64 { return float64(n) }

func scratch() {
	var floats []float64
	v := value(luaNumber(0))
	w := (*iface)(unsafe.Pointer(&v))
	var all []value
	for i := range 1000 {
		if len(floats) == cap(floats) {
			floats = make([]float64, 0, 32)
		}
		floats = append(floats, float64(i)/2)
		w.data = unsafe.Pointer(&floats[len(floats)-1])
		all = append(all, v)
	}
	sum := 0.0
	for _, v := range all {
		sum += v.number() + float64(v.(luaNumber))
	}
	fmt.Println(sum, all[3], all[999] == value(luaNumber(499.5)))
}

func elsewhere() {
	c := make(chan any, 3)
	go func() {
		for i := range 3 {
			n := i * 100
			c <- made(0, unsafe.Pointer(&n))
		}
		close(c)
	}()
	for v := range c {
		select {
		case x := <-c:
			fmt.Print(v, x, " ")
		}
		break
	}
	var a atomic.Value
	a.Store(pair{1, 1})
	fmt.Print(a.Swap(pair{2, 2}), a.CompareAndSwap(pair{2, 2}, pair{3, 3}), a.Load(), " ")
	var m sync.Map
	m.Store(1, int8(2))
	v, _ := m.Load(1)
	fmt.Println(read[int8](v))
	list := []any{3, 1, 2}
	sort.Slice(list, func(i, j int) bool { return *(*int)(words(&list[i]).data) < *(*int)(words(&list[j]).data) })
	fmt.Println(list, (*(*[]eface)(unsafe.Pointer(&list)))[0].typ == words(&list[1]).typ)
	defer func() {
		v := recover()
		fmt.Println(v, read[small](v))
		defer func() { fmt.Println(recover()) }()
		_ = v.(fmt.Stringer).(value)
	}()
	panic(small(3))
}

func main() {
	reading()
	making()
	itabs()
	scratch()
	elsewhere()
	fmt.Println(unsafe.Sizeof(any(1)), unsafe.Sizeof(fmt.Stringer(small(1))))
}

// Output:
// 12345 -3 65535 true 2.5 -0.5
// text (1+2i) [1 2] pair 3/-4 {1 2 3}
// 7 map[a:1] 20.0°C nothing
// 7 7 7 7
// long 5…6 true
// 8 0 8 8 int; 1 0 1 1 int8; 16 8 8 8 string; 8 0 8 8 float64; 8 8 8 8 ptr; 8 0 4 4 struct; 3 0 1 1 struct; 8 8 8 8 struct; 0 0 1 1 struct; 32 32 8 8 array; 24 8 8 8 slice; 8 8 8 8 map; 2400 0 8 8 struct;
// int 678 678; made! 4; pair 1/2 false; small -5 false; 36.6°C false; holder of 99 true; *int 678 true; long 1…2 false;
// true true true true false true true true
// 679 changed true
// number text pair small holder pointer nothing 7
// 0 0 -5 main.celsius
// true true true 1.0°C; true true true small 2; true true true pair 3/4; true true true holder of 5; true true true nothing; true true true word 77; true true true long 0…0;
// true true true true
// pair 5/6 small 9 small 1
// 4.0°C
// a word is no Stringer
// 499500 1.5 true
// 0 100 pair 1/1 true pair 3/3 2
// [1 2 3] true
// small 3 small 3
// interface conversion: main.small is not main.value: missing method number
// 16 16
