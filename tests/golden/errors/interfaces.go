package p

type Reader interface{ Read(p []byte) (int, error) }
type Writer interface{ Write(p []byte) (int, error) }
type RW interface {
	Reader
	Writer
}
type Bad1 interface {
	Reader
	Read(x int)
}
type Bad2 interface{ _() }
type Bad3 interface{ int }
type Bad4 interface{ ~Reader }
type Bad5 interface{ int | int }
type Bad6 interface{ ~MyInt }
type Bad7 interface{ Reader | int }
type MyInt int

var _ Bad3
var _ []Bad3
var _ comparable

type T struct{}

func (t *T) Read(p []byte) (int, error) { return 0, nil }
func (t T) Write(p []byte) int          { return 0 }

var _ Reader = T{}
var _ Reader = &T{}
var _ Writer = T{}
var _ RW = &T{}
var _ Reader = 1
var pr *Reader
var _ = pr.Read

type low struct{}

func (low) read(p []byte) (int, error) { return 0, nil }

var _ Reader = low{}

type Emb struct {
	*Reader
	*MyInt
	p *int
}
type PT *int
type Emb2 struct {
	PT
	MyInt
}
type Amb1 struct{ X int }
type Amb2 struct{ X int }
type Amb struct {
	Amb1
	Amb2
}

var amb Amb
var _ = amb.X
var _ = amb.Y
var _ = amb.x
var _ = amb.Amb1.x

func (p PT) m()     {}
func (r Reader) m() {}
func (x []int) m()  {}
func (x *T) Read2() {}
func (x **T) M3()   {}
