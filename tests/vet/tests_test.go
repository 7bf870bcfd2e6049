package main

import (
	"fmt"
	"testing"
	tt "testing"
)

type T struct{ f int }

func (T) M()  {}
func (*T) P() {}

type I interface{ Q() }
type G[A any] struct{ a A }

func (G[A]) M() {}

type S struct {
	T
	*G[int]
}

const C = 1

var V T

func F() {}

func main() {}


func Testlower(t *testing.T)           {}
func TestOK(t *testing.T)              {}
func Test(t *testing.T)                {}
func Test_x(t *testing.T)              {}
func Test1(t *testing.T)               {}
func Testé(t *testing.T)               {}
func Testing()                         {}
func Testify(t *testing.T)             {}
func Benchmarkx(b *testing.B)          {}
func BenchmarkX(b *testing.B)          {}
func Benchmarking(t *testing.T)        {}
func (T) Testlower2(t *testing.T)      {}
func Fuzzx(f *testing.F)               {}
func FuzzNone(f *testing.F)            {}
func TestMain(m *testing.M)            {}

func FuzzA(f *testing.F) {
	f.Add(1, "x")
	f.Add(1)
	f.Add(1, 2)
	f.Add("a", "b")
	f.Fuzz(func(t *testing.T, a int, s string) {
		f.Log("x")
		f.Name()
		f.Failed()
		t.Log()
	})
}

func FuzzB(f *testing.F) {
	f.Fuzz(func(t *testing.T, a int, s []int) {})
	f.Fuzz(func(a int) {})
	f.Fuzz(func(t *testing.T) int { return 1 })
	f.Fuzz(func(t *testing.T, x T, b []byte, r rune, y struct{}, u uint8, f float32, p *int) {})
	f.Fuzz(nil)
	f.Fuzz(1)
	f.Fuzz(func() {})
	g := func(t *testing.T, c complex64) {}
	f.Fuzz(g)
}

func FuzzC(f *testing.F) {
	f.Add(int8(1), []byte("x"))
	f.Add(1.5, []byte("x"))
	fn := func(t *testing.T, a int8, b []byte) {}
	f.Fuzz(fn)
	func() {
		f.Fuzz(func(t *testing.T) {})
	}()
	x := []any{1}
	f.Add(x...)
}

func Example()               {}
func ExampleF()              {}
func ExampleF_suffix()       {}
func ExampleF_Bad()          {}
func ExampleT()              {}
func ExampleT_M()            {}
func ExampleT_M_suffix()     {}
func ExampleT_M_Suffix()     {}
func ExampleT_Nope()         {}
func ExampleT_x()            {}
func ExampleNope()           {}
func ExampleNope_M()         {}
func Example_suffix()        {}
func Example_Bad()           {}
func Examplelower()          {}
func ExampleV()              {}
func ExampleV_x()            {}
func ExampleF_()             {}
func ExampleT_M_()           {}
func ExampleArg(x int)       {}
func ExampleRes() int        { return 0 }
func ExampleT_suffix() int   { return 0 }
func ExampleGen[T any]()     {}
func Example_a_b_c()         {}
func ExampleT_M_s_t()        {}
func ExamplehelperT_M()      {}

func Example_output() {
	fmt.Println("x")
	// Output: x

	fmt.Println("y")
}

func Example_output2() {
	fmt.Println("x")
	// output: x
	// more

	// another
}

func Example_output3() {
	// Unordered output: a
	fmt.Println("x")
	// Output: x
}

func Example_output4() {
	fmt.Println("x")
	/* Output: x */
	fmt.Println("x")
}

func FuzzB2(f *testing.F) {
	f.Add("a", 2)
	f.Add(1, 2)
	f.Add("a", "b", "c")
	f.Add()
	f.Fuzz(func(t *testing.T, a int, s string) {})
	f.Fuzz(func(t *testing.T, a string) {})
}

func FuzzD2(f *testing.F) {
	f.Fuzz(func(t *testing.T, a string) {})
	f.Fuzz(func(t *testing.T, a int, s string) {})
	f.Add("a")
	func() { f.Add(1, 2) }()
	f.Add(nil)
	f.Add(T{})
}

func FuzzE2(f *testing.F) {
	f.Add(1)
}

func FuzzF2(f *testing.F) {
	type MyInt int
	f.Fuzz(func(t *testing.T, a []int, c MyInt, d ...string) { f.Add(1); f.Skip() })
	f.Add(1)
	f.Fuzz(func(testing.TB, string) {})
	f.Fuzz((func(*testing.T, any))(nil))
	f.Fuzz(func(t *testing.T, a int) {
		func() { f.Fail() }()
		f.Fuzz(func(t *testing.T) { f.Error() })
		var g testing.F
		g.Log()
		_ = f.Cleanup
	})
}

func FuzzG2(f *tt.F) {
	f.Fuzz(func(t *tt.T, x error) {})
	h := f
	h.Fuzz(func(t *tt.T, x error) {})
	h.Add(1)
	f.Add(byte(1))
}

func helper(f *testing.F) {
	f.Fuzz(func(t *testing.T, x error) {})
	f.Add(1)
}

func Testa(b *testing.B)     {}
func Testb(t *tt.T)          {}
func Testc(t *T)             {}
func Testd(a, b *testing.T)  {}
func Teste(*testing.T)       {}
func Testf(t testing.TB)     {}
func Testg(t *testing.T) int { return 1 }
func Testh[X any](t *testing.T) {}
func Fuzzi[X any](t *testing.F) {}

func Example_()          {}
func Example__x()        {}
func Example_a_B()       {}
func Example_A_b()       {}
func Example_A_B()       {}
func ExampleT_f()        {}
func ExampleT_P()        {}
func ExampleI_Q()        {}
func ExampleG_M()        {}
func ExampleG_a()        {}
func ExampleC()          {}
func ExampleC_x()        {}
func ExampleC_X()        {}
func ExampleT_M_a_b()    {}
func ExampleT_a_B()      {}
func ExampleT_a_b()      {}
func ExampleM()          {}
func ExampleRunTests()   {}
func Exampleé()          {}
func Example1()          {}
func Example_éa()        {}
func Example_1()         {}
func ExampleT_1()        {}
func (T) ExampleX()      {}
func Example_out() {
	// Output:
}
func Example_out2() {
	// Output: a
	// Output: b
}
func Example_out3() {
	/*
	   Output: a
	*/
	_ = 1
	// done
}
func Example_out4() {
	_ = func() {
		// output: a
	}
	_ = 1 // x
}
func Example_out5() {
	// Unordered Output: a

	// UNORDERED   OUTPUT: b

	// Output : c
} // after
// Output: outside
func Example_out6(x int) { // Output: b
	// c
}

func ExampleS_M()  {}
func ExampleS_P()  {}
func ExampleS_f()  {}
func ExampleS_T()  {}
func ExampleS_X()  {}
func ExampleI_X()  {}
func ExampleV_M()  {}
func ExampleV_X()  {}
func ExampleMain() {}
func Examplemain() {}
