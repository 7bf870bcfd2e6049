// Sizes are reported where a name is declared.
package p

type big [1 << 20]int64

var m1 map[[200000000]int64]int
var c1 chan [70000]byte // ERROR "channel element type too large (>64kB)"
var c2 chan [65535]byte

type T struct{ a [1 << 40]int64 }

var t2 [1 << 40][1 << 20]byte // ERROR "type [1099511627776][1048576]byte larger than address space"

func f() {
	var x [1 << 28]int64
	_ = x
	var y map[string][1 << 30]int64 // ERROR "map element type too large"
	_ = y
}

func h(x [1 << 40][1 << 40]byte) { // ERROR "type [1099511627776][1099511627776]byte larger than address space"
}

type S struct { // ERROR "type [1099511627776][2199023255552]byte larger than address space"
	a int
	b [1 << 40][1 << 41]byte
}

func k() { // ERROR "channel element type too large (>64kB)"
	_ = make(chan [70003]byte)
}

func r() (y map[[1 << 40]byte]int) { return } // ERROR "map key type too large"
