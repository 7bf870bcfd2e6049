// Parameters and results that no stack can hold.
package p

func f() int {
	var x [1 << 27]int64
	for i := range x {
		x[i] = i64(i)
	}
	return int(x[5])
}

func i64(i int) int64 { return int64(i) }

func g(x [1 << 28]int64) int64 { return x[0] } // ERROR "stack frame too large (>1GB): 0 MB locals + 2048 MB args"
