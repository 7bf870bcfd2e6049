package p


type T struct{ a, b int }
type I interface{ M() }

type Stringer interface{ String() string }

func (T) M() {}

func two() (int, string) { return 1, "" }
func one() int           { return 1 }
func none()              {}

var (
	i   int
	s   string
	b   bool
	sl  []int
	m   map[string]int
	ms  map[string]T
	ch  chan int
	ro  <-chan int
	so  chan<- int
	ifc I
	any1 any
	fn  func()
	arr [3]int
	t   T
	pt  *T
)

func assigns() {
	i = "a"
	i, s = 1, 2
	i, s = s, i
	i, s = two()
	i, i = two()
	i = two()
	i, s = one()
	i, s = 1
	i = 1, 2
	one() = 1
	5 = i
	i + 1 = 2
	_ = 1
	_ = nil
	_, _ = 1
	ms["a"].a = 1
	m["a"] = "b"
	T{}.a = 1
	s[0] = 'a'
	fn = one
	fn = none
	const c = 1
	c = 2
	nil = 1
	undefined1 = 1
	_ = undefined2
	x, ok := m["a"], 1
	v, ok2 := m["a"]
	v, ok2 = <-ch
	v, ok3 := one()
	i, ok4 := m["a"]
	a, a := 1, 2
	i := nil
	j := none()
	k := two()
	l, n := 1
	o := int
	q := len
	i += "a"
	i += 1.5
	i++
	s++
	s--
	s += "a"
	b += true
	one()++
	m["a"]++
	m["a"] += 1
	i <<= 1.5
	i /= 0
	sl += sl
}

func vars() {
	var a int = "a"
	var c, d int = 1
	var e, f = two()
	var g, h int = two()
	var j = nil
	var k [2]int = [3]int{}
	var l, n = 1, 2, 3
	var o, p = 1
	var q T = pt
	var r *T = t
	var u I = t
	var v I = i
	var w error = t
	var x chan<- int = ch
	var y chan int = ro
	var z func(int) = one
	var _ = 1
	const aa int = 1.5
	const bb, cc = 1
	const dd = iota
	type X struct{}
	type Y = undefined3
	var unused int
}

func conds() {
	if i {
	}
	if i := 1; i == 2 {
	}
	if s == "" && i {
	}
	for i {
	}
	for ; s; {
	}
	if none() {
	}
	if x := two(); x {
	}
	switch i {
	case "a":
	case 1, 2, 1:
	case 1.0:
	case 1.5:
	case nil:
	case i:
	case s:
	}
	switch s {
	case "a", "b":
	case "a":
	}
	switch {
	case 1:
	case i == 1, b:
	case true:
	case true:
	}
	switch sl {
	case nil:
	case sl:
	}
	switch fn {
	case nil:
	}
	switch none() {
	}
	switch nil {
	}
	switch any1 {
	case 1, "a", 1.0, 1:
	case sl:
	case t:
	}
	switch x := 5; x {
	default:
	default:
	}
	switch any1.(type) {
	case int, string, int:
	case nil, nil:
	case undefined4:
	case 5:
	case error:
	default:
	default:
	}
	switch x := any1.(type) {
	case int:
	}
	switch x := any1.(type) {
	case int, string:
		x.foo()
	case I:
		x.M()
	}
	switch i.(type) {
	}
	switch ifc.(type) {
	case int:
	case T:
	case *T:
	case Stringer:
	}
	switch _ := any1.(type) {
	}
	switch two() {
	case 1:
	}
}

func loops() {
	for range i {
	}
	for x := range i {
	}
	for x, y := range i {
	}
	for x := range 10 {
		_ = x + "a"
	}
	for x := range 1.5 {
	}
	for x := range "abc" {
		_ = x
	}
	for x, y := range sl {
		_, _ = x, y
	}
	for x, y := range ch {
	}
	for range so {
	}
	for x := range b {
	}
	for i, s = range sl {
	}
	for s = range sl {
	}
	for s = range 10 {
	}
	for _ = range sl {
	}
	for _, _ = range sl {
	}
	for _ := range sl {
	}
	for range none() {
	}
	for range nil {
	}
	for range pt {
	}
	for x := range &arr {
		_ = x
	}
	for x := range func(func(int) bool) {} {
		_ = x
	}
	for x, y := range func(func(int) bool) {} {
	}
	for range func(int) {} {
	}
	for range func() {} {
	}
	for range func(func(int)) {} {
	}
	for range func(func(int) bool) int { return 1 } {
	}
	for i := 0; i < 10; i++ {
		var unused int
	}
	for undefined5 := range undefined6 {
	}
}

func chans() {
	ch <- "a"
	ro <- 1
	i <- 1
	ch <- two()
	select {
	case x := <-ch:
	case i = <-so:
	case ch <- "a":
	case x, ok := <-ch:
		_ = x
	case i = 5:
	case one():
	default:
	default:
	}
}

func returns1() int {
	return
}
func returns2() (int, string) {
	return 1
}
func returns3() {
	return 1
}
func returns4() (x int, err error) {
	return "a", 1
}
func returns5() int {
	if i == 1 {
		return 1
	}
}
func returns6() int {
	for {
	}
}
func returns7() int {
	for {
		break
	}
}
func returns8() int {
	switch i {
	case 1:
		return 1
	default:
		panic(1)
	}
}
func returns9() int {
	switch i {
	case 1:
		return 1
	}
}
func returns10() int {
L:
	for {
		for {
			break L
		}
	}
}
func returns11() int {
	select {}
}
func returns12() int {
	goto L
L:
	return 1
}
func returns13() int {
	{
		return two()
	}
}
func returns14() (a, b int) {
	a := 1
	{
		b := 2
		return
	}
}
func closures() {
	f := func() int {}
	g := func(x int) (y string) { y = x; return }
	func() { x := 1 }()
	_ = func() { return 1 }
}
