package p

var _ = a + b*c == -d || !e && f&^g != 0
var _ = []int{1, 2: 3, {4}}
var _ = map[string]T{"a": {1}, "b": T{}}
var _ = [...]string{}
var _ = s[1:2] + s[:] + s[:n:m]
var _ = x.y.z(1)(2).(T)
var _ = f[int, string](x)
var _ = (<-chan int)(nil)
var _ = <-chan int(nil)
var _ = []func() int{func() int { return 1 }}
var _ = struct{ a int }{1}.a
var _ = interface{ M() }.M
var _ = *p.q
var _ = &T{}
var _ = chan int(nil)
var _ = func(int) (x, y string)(nil)

// Precedence and association, whatever comes first.
var (
	p1 = a || b && c == d + e * f
	p2 = a * b + c == d && e || f
	p3 = a + b * c - d / e << f
	p4 = a - b - c*d*e - f
	p5 = a == b+c == d || !e && -f*g > h
)
