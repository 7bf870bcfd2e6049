// Each declaration of variables before each statement that uses them in the operands of inlined calls: what is moved in front
// of a statement may not pass the declaration of what it reads.
package main

import "fmt"

type pair struct{ k, v string }

type num struct{ n, m int }

func get(p pair) (string, string)    { return p.v, p.k }
func whole(p pair) (string, pair)    { return p.v, p }
func nums(n int) (int, num)          { return n, num{n, 1} }
func key(s string) string            { return s }
func first(p pair) string            { return p.k }
func same[T any](v T) T              { return v }
func idx(n int) int                  { return n & 3 }
func ptr(s *[]string, n int) *string { return &(*s)[n&3] }
func swap[A, B any](a A, b B) (B, A) { return b, a }
func (p pair) key() string           { return p.k }
func (p *pair) field() *string       { return &p.v }

var (
	m     = map[string]string{}
	mp    = map[pair]string{}
	s     = []string{"0", "1", "2", "3"}
	a     = [4]pair{}
	c     = make(chan string, 1)
	other = map[string]string{"k": "other"}
	x     any = "x"
	ok    bool
)

func show(n int, _ ...any) {
	fmt.Println(n, m, mp, s, a, ok)
	clear(m)
	clear(mp)
	s, a, ok = []string{"0", "1", "2", "3"}, [4]pair{}, false
}

func main() {
	p := pair{"k", "v"}
	{ v, k := get(p); m[key(k)] = v; show(0, k, v) }
	{ v, k := get(p); m[key(k)] += v; show(1, k, v) }
	{ v, k := get(p); mp[pair{k, v}] = v; show(2, k, v) }
	{ v, k := get(p); mp[same(pair{k: k})] = v; show(3, k, v) }
	{ v, k := get(p); s[idx(len(k))] = v; show(4, k, v) }
	{ v, k := get(p); *ptr(&s, len(k)) = v; show(5, k, v) }
	{ v, k := get(p); a[idx(len(v))].k = k; show(6, k, v) }
	{ v, k := get(p); *a[idx(1)].field() = v; show(7, k, v) }
	{ v, k := get(p); m[key(k)], ok = other[key(k)]; show(8, k, v) }
	{ v, k := get(p); s[idx(len(k))], m[key(v)] = v, k; show(9, k, v) }
	{ v, k := get(p); m[first(pair{k: k})], s[idx(2)] = get(pair{k, v}); show(10, k, v) }
	{ v, k := get(p); c <- v; s[idx(len(k))], ok = <-c; show(11, k, v) }
	{ v, k := get(p); m[pair{k, v}.key()], ok = x.(string); show(12, k, v) }
	{ v, k := get(p); for _, m[key(k)] = range []string{v} { }; show(13, k, v) }
	{ v, k := get(p); _, m[key(k)] = swap(v, k); show(14, k, v) }
	{ v, k := get(p); func() { m[key(k)] = v }(); show(15, k, v) }
	{ v, q := whole(p); m[key(q.k)] = v; show(16, q.k, v) }
	{ v, q := whole(p); m[key(q.k)] += v; show(17, q.k, v) }
	{ v, q := whole(p); mp[pair{q.k, v}] = v; show(18, q.k, v) }
	{ v, q := whole(p); mp[same(pair{k: q.k})] = v; show(19, q.k, v) }
	{ v, q := whole(p); s[idx(len(q.k))] = v; show(20, q.k, v) }
	{ v, q := whole(p); *ptr(&s, len(q.k)) = v; show(21, q.k, v) }
	{ v, q := whole(p); a[idx(len(v))].k = q.k; show(22, q.k, v) }
	{ v, q := whole(p); *a[idx(1)].field() = v; show(23, q.k, v) }
	{ v, q := whole(p); m[key(q.k)], ok = other[key(q.k)]; show(24, q.k, v) }
	{ v, q := whole(p); s[idx(len(q.k))], m[key(v)] = v, q.k; show(25, q.k, v) }
	{ v, q := whole(p); m[first(pair{k: q.k})], s[idx(2)] = get(pair{q.k, v}); show(26, q.k, v) }
	{ v, q := whole(p); c <- v; s[idx(len(q.k))], ok = <-c; show(27, q.k, v) }
	{ v, q := whole(p); m[pair{q.k, v}.key()], ok = x.(string); show(28, q.k, v) }
	{ v, q := whole(p); for _, m[key(q.k)] = range []string{v} { }; show(29, q.k, v) }
	{ v, q := whole(p); _, m[key(q.k)] = swap(v, q.k); show(30, q.k, v) }
	{ v, q := whole(p); func() { m[key(q.k)] = v }(); show(31, q.k, v) }
	{ var v, k string = get(p); m[key(k)] = v; show(32, k, v) }
	{ var v, k string = get(p); m[key(k)] += v; show(33, k, v) }
	{ var v, k string = get(p); mp[pair{k, v}] = v; show(34, k, v) }
	{ var v, k string = get(p); mp[same(pair{k: k})] = v; show(35, k, v) }
	{ var v, k string = get(p); s[idx(len(k))] = v; show(36, k, v) }
	{ var v, k string = get(p); *ptr(&s, len(k)) = v; show(37, k, v) }
	{ var v, k string = get(p); a[idx(len(v))].k = k; show(38, k, v) }
	{ var v, k string = get(p); *a[idx(1)].field() = v; show(39, k, v) }
	{ var v, k string = get(p); m[key(k)], ok = other[key(k)]; show(40, k, v) }
	{ var v, k string = get(p); s[idx(len(k))], m[key(v)] = v, k; show(41, k, v) }
	{ var v, k string = get(p); m[first(pair{k: k})], s[idx(2)] = get(pair{k, v}); show(42, k, v) }
	{ var v, k string = get(p); c <- v; s[idx(len(k))], ok = <-c; show(43, k, v) }
	{ var v, k string = get(p); m[pair{k, v}.key()], ok = x.(string); show(44, k, v) }
	{ var v, k string = get(p); for _, m[key(k)] = range []string{v} { }; show(45, k, v) }
	{ var v, k string = get(p); _, m[key(k)] = swap(v, k); show(46, k, v) }
	{ var v, k string = get(p); func() { m[key(k)] = v }(); show(47, k, v) }
	{ v, k := "w", "j"; m[key(k)] = v; show(48, k, v) }
	{ v, k := "w", "j"; m[key(k)] += v; show(49, k, v) }
	{ v, k := "w", "j"; mp[pair{k, v}] = v; show(50, k, v) }
	{ v, k := "w", "j"; mp[same(pair{k: k})] = v; show(51, k, v) }
	{ v, k := "w", "j"; s[idx(len(k))] = v; show(52, k, v) }
	{ v, k := "w", "j"; *ptr(&s, len(k)) = v; show(53, k, v) }
	{ v, k := "w", "j"; a[idx(len(v))].k = k; show(54, k, v) }
	{ v, k := "w", "j"; *a[idx(1)].field() = v; show(55, k, v) }
	{ v, k := "w", "j"; m[key(k)], ok = other[key(k)]; show(56, k, v) }
	{ v, k := "w", "j"; s[idx(len(k))], m[key(v)] = v, k; show(57, k, v) }
	{ v, k := "w", "j"; m[first(pair{k: k})], s[idx(2)] = get(pair{k, v}); show(58, k, v) }
	{ v, k := "w", "j"; c <- v; s[idx(len(k))], ok = <-c; show(59, k, v) }
	{ v, k := "w", "j"; m[pair{k, v}.key()], ok = x.(string); show(60, k, v) }
	{ v, k := "w", "j"; for _, m[key(k)] = range []string{v} { }; show(61, k, v) }
	{ v, k := "w", "j"; _, m[key(k)] = swap(v, k); show(62, k, v) }
	{ v, k := "w", "j"; func() { m[key(k)] = v }(); show(63, k, v) }
	{ v, k := swap("k", "v"); m[key(k)] = v; show(64, k, v) }
	{ v, k := swap("k", "v"); m[key(k)] += v; show(65, k, v) }
	{ v, k := swap("k", "v"); mp[pair{k, v}] = v; show(66, k, v) }
	{ v, k := swap("k", "v"); mp[same(pair{k: k})] = v; show(67, k, v) }
	{ v, k := swap("k", "v"); s[idx(len(k))] = v; show(68, k, v) }
	{ v, k := swap("k", "v"); *ptr(&s, len(k)) = v; show(69, k, v) }
	{ v, k := swap("k", "v"); a[idx(len(v))].k = k; show(70, k, v) }
	{ v, k := swap("k", "v"); *a[idx(1)].field() = v; show(71, k, v) }
	{ v, k := swap("k", "v"); m[key(k)], ok = other[key(k)]; show(72, k, v) }
	{ v, k := swap("k", "v"); s[idx(len(k))], m[key(v)] = v, k; show(73, k, v) }
	{ v, k := swap("k", "v"); m[first(pair{k: k})], s[idx(2)] = get(pair{k, v}); show(74, k, v) }
	{ v, k := swap("k", "v"); c <- v; s[idx(len(k))], ok = <-c; show(75, k, v) }
	{ v, k := swap("k", "v"); m[pair{k, v}.key()], ok = x.(string); show(76, k, v) }
	{ v, k := swap("k", "v"); for _, m[key(k)] = range []string{v} { }; show(77, k, v) }
	{ v, k := swap("k", "v"); _, m[key(k)] = swap(v, k); show(78, k, v) }
	{ v, k := swap("k", "v"); func() { m[key(k)] = v }(); show(79, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; m[key(k)] = v; show(80, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; m[key(k)] += v; show(81, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; mp[pair{k, v}] = v; show(82, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; mp[same(pair{k: k})] = v; show(83, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; s[idx(len(k))] = v; show(84, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; *ptr(&s, len(k)) = v; show(85, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; a[idx(len(v))].k = k; show(86, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; *a[idx(1)].field() = v; show(87, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; m[key(k)], ok = other[key(k)]; show(88, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; s[idx(len(k))], m[key(v)] = v, k; show(89, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; m[first(pair{k: k})], s[idx(2)] = get(pair{k, v}); show(90, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; c <- v; s[idx(len(k))], ok = <-c; show(91, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; m[pair{k, v}.key()], ok = x.(string); show(92, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; for _, m[key(k)] = range []string{v} { }; show(93, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; _, m[key(k)] = swap(v, k); show(94, k, v) }
	{ k := key(p.k); v, has := other[k]; _ = has; func() { m[key(k)] = v }(); show(95, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; m[key(k)] = v; show(96, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; m[key(k)] += v; show(97, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; mp[pair{k, v}] = v; show(98, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; mp[same(pair{k: k})] = v; show(99, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; s[idx(len(k))] = v; show(100, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; *ptr(&s, len(k)) = v; show(101, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; a[idx(len(v))].k = k; show(102, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; *a[idx(1)].field() = v; show(103, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; m[key(k)], ok = other[key(k)]; show(104, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; s[idx(len(k))], m[key(v)] = v, k; show(105, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; m[first(pair{k: k})], s[idx(2)] = get(pair{k, v}); show(106, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; c <- v; s[idx(len(k))], ok = <-c; show(107, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; m[pair{k, v}.key()], ok = x.(string); show(108, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; for _, m[key(k)] = range []string{v} { }; show(109, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; _, m[key(k)] = swap(v, k); show(110, k, v) }
	{ c <- "r"; v, has := <-c; k := "k"; _ = has; func() { m[key(k)] = v }(); show(111, k, v) }
	{ v, is := x.(string); k := v; _ = is; m[key(k)] = v; show(112, k, v) }
	{ v, is := x.(string); k := v; _ = is; m[key(k)] += v; show(113, k, v) }
	{ v, is := x.(string); k := v; _ = is; mp[pair{k, v}] = v; show(114, k, v) }
	{ v, is := x.(string); k := v; _ = is; mp[same(pair{k: k})] = v; show(115, k, v) }
	{ v, is := x.(string); k := v; _ = is; s[idx(len(k))] = v; show(116, k, v) }
	{ v, is := x.(string); k := v; _ = is; *ptr(&s, len(k)) = v; show(117, k, v) }
	{ v, is := x.(string); k := v; _ = is; a[idx(len(v))].k = k; show(118, k, v) }
	{ v, is := x.(string); k := v; _ = is; *a[idx(1)].field() = v; show(119, k, v) }
	{ v, is := x.(string); k := v; _ = is; m[key(k)], ok = other[key(k)]; show(120, k, v) }
	{ v, is := x.(string); k := v; _ = is; s[idx(len(k))], m[key(v)] = v, k; show(121, k, v) }
	{ v, is := x.(string); k := v; _ = is; m[first(pair{k: k})], s[idx(2)] = get(pair{k, v}); show(122, k, v) }
	{ v, is := x.(string); k := v; _ = is; c <- v; s[idx(len(k))], ok = <-c; show(123, k, v) }
	{ v, is := x.(string); k := v; _ = is; m[pair{k, v}.key()], ok = x.(string); show(124, k, v) }
	{ v, is := x.(string); k := v; _ = is; for _, m[key(k)] = range []string{v} { }; show(125, k, v) }
	{ v, is := x.(string); k := v; _ = is; _, m[key(k)] = swap(v, k); show(126, k, v) }
	{ v, is := x.(string); k := v; _ = is; func() { m[key(k)] = v }(); show(127, k, v) }
	{ k, v := first(p), p.key(); m[key(k)] = v; show(128, k, v) }
	{ k, v := first(p), p.key(); m[key(k)] += v; show(129, k, v) }
	{ k, v := first(p), p.key(); mp[pair{k, v}] = v; show(130, k, v) }
	{ k, v := first(p), p.key(); mp[same(pair{k: k})] = v; show(131, k, v) }
	{ k, v := first(p), p.key(); s[idx(len(k))] = v; show(132, k, v) }
	{ k, v := first(p), p.key(); *ptr(&s, len(k)) = v; show(133, k, v) }
	{ k, v := first(p), p.key(); a[idx(len(v))].k = k; show(134, k, v) }
	{ k, v := first(p), p.key(); *a[idx(1)].field() = v; show(135, k, v) }
	{ k, v := first(p), p.key(); m[key(k)], ok = other[key(k)]; show(136, k, v) }
	{ k, v := first(p), p.key(); s[idx(len(k))], m[key(v)] = v, k; show(137, k, v) }
	{ k, v := first(p), p.key(); m[first(pair{k: k})], s[idx(2)] = get(pair{k, v}); show(138, k, v) }
	{ k, v := first(p), p.key(); c <- v; s[idx(len(k))], ok = <-c; show(139, k, v) }
	{ k, v := first(p), p.key(); m[pair{k, v}.key()], ok = x.(string); show(140, k, v) }
	{ k, v := first(p), p.key(); for _, m[key(k)] = range []string{v} { }; show(141, k, v) }
	{ k, v := first(p), p.key(); _, m[key(k)] = swap(v, k); show(142, k, v) }
	{ k, v := first(p), p.key(); func() { m[key(k)] = v }(); show(143, k, v) }
	{ var v, k string; v, k = get(p); m[key(k)] = v; show(144, k, v) }
	{ var v, k string; v, k = get(p); m[key(k)] += v; show(145, k, v) }
	{ var v, k string; v, k = get(p); mp[pair{k, v}] = v; show(146, k, v) }
	{ var v, k string; v, k = get(p); mp[same(pair{k: k})] = v; show(147, k, v) }
	{ var v, k string; v, k = get(p); s[idx(len(k))] = v; show(148, k, v) }
	{ var v, k string; v, k = get(p); *ptr(&s, len(k)) = v; show(149, k, v) }
	{ var v, k string; v, k = get(p); a[idx(len(v))].k = k; show(150, k, v) }
	{ var v, k string; v, k = get(p); *a[idx(1)].field() = v; show(151, k, v) }
	{ var v, k string; v, k = get(p); m[key(k)], ok = other[key(k)]; show(152, k, v) }
	{ var v, k string; v, k = get(p); s[idx(len(k))], m[key(v)] = v, k; show(153, k, v) }
	{ var v, k string; v, k = get(p); m[first(pair{k: k})], s[idx(2)] = get(pair{k, v}); show(154, k, v) }
	{ var v, k string; v, k = get(p); c <- v; s[idx(len(k))], ok = <-c; show(155, k, v) }
	{ var v, k string; v, k = get(p); m[pair{k, v}.key()], ok = x.(string); show(156, k, v) }
	{ var v, k string; v, k = get(p); for _, m[key(k)] = range []string{v} { }; show(157, k, v) }
	{ var v, k string; v, k = get(p); _, m[key(k)] = swap(v, k); show(158, k, v) }
	{ var v, k string; v, k = get(p); func() { m[key(k)] = v }(); show(159, k, v) }
}

// Output:
// 0 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 1 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 2 map[] map[{k v}:v] [0 1 2 3] [{ } { } { } { }] false
// 3 map[] map[{k }:v] [0 1 2 3] [{ } { } { } { }] false
// 4 map[] map[] [0 v 2 3] [{ } { } { } { }] false
// 5 map[] map[] [0 v 2 3] [{ } { } { } { }] false
// 6 map[] map[] [0 1 2 3] [{ } {k } { } { }] false
// 7 map[] map[] [0 1 2 3] [{ } { v} { } { }] false
// 8 map[k:other] map[] [0 1 2 3] [{ } { } { } { }] true
// 9 map[v:k] map[] [0 v 2 3] [{ } { } { } { }] false
// 10 map[k:v] map[] [0 1 k 3] [{ } { } { } { }] false
// 11 map[] map[] [0 v 2 3] [{ } { } { } { }] true
// 12 map[k:x] map[] [0 1 2 3] [{ } { } { } { }] true
// 13 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 14 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 15 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 16 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 17 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 18 map[] map[{k v}:v] [0 1 2 3] [{ } { } { } { }] false
// 19 map[] map[{k }:v] [0 1 2 3] [{ } { } { } { }] false
// 20 map[] map[] [0 v 2 3] [{ } { } { } { }] false
// 21 map[] map[] [0 v 2 3] [{ } { } { } { }] false
// 22 map[] map[] [0 1 2 3] [{ } {k } { } { }] false
// 23 map[] map[] [0 1 2 3] [{ } { v} { } { }] false
// 24 map[k:other] map[] [0 1 2 3] [{ } { } { } { }] true
// 25 map[v:k] map[] [0 v 2 3] [{ } { } { } { }] false
// 26 map[k:v] map[] [0 1 k 3] [{ } { } { } { }] false
// 27 map[] map[] [0 v 2 3] [{ } { } { } { }] true
// 28 map[k:x] map[] [0 1 2 3] [{ } { } { } { }] true
// 29 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 30 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 31 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 32 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 33 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 34 map[] map[{k v}:v] [0 1 2 3] [{ } { } { } { }] false
// 35 map[] map[{k }:v] [0 1 2 3] [{ } { } { } { }] false
// 36 map[] map[] [0 v 2 3] [{ } { } { } { }] false
// 37 map[] map[] [0 v 2 3] [{ } { } { } { }] false
// 38 map[] map[] [0 1 2 3] [{ } {k } { } { }] false
// 39 map[] map[] [0 1 2 3] [{ } { v} { } { }] false
// 40 map[k:other] map[] [0 1 2 3] [{ } { } { } { }] true
// 41 map[v:k] map[] [0 v 2 3] [{ } { } { } { }] false
// 42 map[k:v] map[] [0 1 k 3] [{ } { } { } { }] false
// 43 map[] map[] [0 v 2 3] [{ } { } { } { }] true
// 44 map[k:x] map[] [0 1 2 3] [{ } { } { } { }] true
// 45 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 46 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 47 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 48 map[j:w] map[] [0 1 2 3] [{ } { } { } { }] false
// 49 map[j:w] map[] [0 1 2 3] [{ } { } { } { }] false
// 50 map[] map[{j w}:w] [0 1 2 3] [{ } { } { } { }] false
// 51 map[] map[{j }:w] [0 1 2 3] [{ } { } { } { }] false
// 52 map[] map[] [0 w 2 3] [{ } { } { } { }] false
// 53 map[] map[] [0 w 2 3] [{ } { } { } { }] false
// 54 map[] map[] [0 1 2 3] [{ } {j } { } { }] false
// 55 map[] map[] [0 1 2 3] [{ } { w} { } { }] false
// 56 map[j:] map[] [0 1 2 3] [{ } { } { } { }] false
// 57 map[w:j] map[] [0 w 2 3] [{ } { } { } { }] false
// 58 map[j:w] map[] [0 1 j 3] [{ } { } { } { }] false
// 59 map[] map[] [0 w 2 3] [{ } { } { } { }] true
// 60 map[j:x] map[] [0 1 2 3] [{ } { } { } { }] true
// 61 map[j:w] map[] [0 1 2 3] [{ } { } { } { }] false
// 62 map[j:w] map[] [0 1 2 3] [{ } { } { } { }] false
// 63 map[j:w] map[] [0 1 2 3] [{ } { } { } { }] false
// 64 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 65 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 66 map[] map[{k v}:v] [0 1 2 3] [{ } { } { } { }] false
// 67 map[] map[{k }:v] [0 1 2 3] [{ } { } { } { }] false
// 68 map[] map[] [0 v 2 3] [{ } { } { } { }] false
// 69 map[] map[] [0 v 2 3] [{ } { } { } { }] false
// 70 map[] map[] [0 1 2 3] [{ } {k } { } { }] false
// 71 map[] map[] [0 1 2 3] [{ } { v} { } { }] false
// 72 map[k:other] map[] [0 1 2 3] [{ } { } { } { }] true
// 73 map[v:k] map[] [0 v 2 3] [{ } { } { } { }] false
// 74 map[k:v] map[] [0 1 k 3] [{ } { } { } { }] false
// 75 map[] map[] [0 v 2 3] [{ } { } { } { }] true
// 76 map[k:x] map[] [0 1 2 3] [{ } { } { } { }] true
// 77 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 78 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 79 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 80 map[k:other] map[] [0 1 2 3] [{ } { } { } { }] false
// 81 map[k:other] map[] [0 1 2 3] [{ } { } { } { }] false
// 82 map[] map[{k other}:other] [0 1 2 3] [{ } { } { } { }] false
// 83 map[] map[{k }:other] [0 1 2 3] [{ } { } { } { }] false
// 84 map[] map[] [0 other 2 3] [{ } { } { } { }] false
// 85 map[] map[] [0 other 2 3] [{ } { } { } { }] false
// 86 map[] map[] [0 1 2 3] [{ } {k } { } { }] false
// 87 map[] map[] [0 1 2 3] [{ } { other} { } { }] false
// 88 map[k:other] map[] [0 1 2 3] [{ } { } { } { }] true
// 89 map[other:k] map[] [0 other 2 3] [{ } { } { } { }] false
// 90 map[k:other] map[] [0 1 k 3] [{ } { } { } { }] false
// 91 map[] map[] [0 other 2 3] [{ } { } { } { }] true
// 92 map[k:x] map[] [0 1 2 3] [{ } { } { } { }] true
// 93 map[k:other] map[] [0 1 2 3] [{ } { } { } { }] false
// 94 map[k:other] map[] [0 1 2 3] [{ } { } { } { }] false
// 95 map[k:other] map[] [0 1 2 3] [{ } { } { } { }] false
// 96 map[k:r] map[] [0 1 2 3] [{ } { } { } { }] false
// 97 map[k:r] map[] [0 1 2 3] [{ } { } { } { }] false
// 98 map[] map[{k r}:r] [0 1 2 3] [{ } { } { } { }] false
// 99 map[] map[{k }:r] [0 1 2 3] [{ } { } { } { }] false
// 100 map[] map[] [0 r 2 3] [{ } { } { } { }] false
// 101 map[] map[] [0 r 2 3] [{ } { } { } { }] false
// 102 map[] map[] [0 1 2 3] [{ } {k } { } { }] false
// 103 map[] map[] [0 1 2 3] [{ } { r} { } { }] false
// 104 map[k:other] map[] [0 1 2 3] [{ } { } { } { }] true
// 105 map[r:k] map[] [0 r 2 3] [{ } { } { } { }] false
// 106 map[k:r] map[] [0 1 k 3] [{ } { } { } { }] false
// 107 map[] map[] [0 r 2 3] [{ } { } { } { }] true
// 108 map[k:x] map[] [0 1 2 3] [{ } { } { } { }] true
// 109 map[k:r] map[] [0 1 2 3] [{ } { } { } { }] false
// 110 map[k:r] map[] [0 1 2 3] [{ } { } { } { }] false
// 111 map[k:r] map[] [0 1 2 3] [{ } { } { } { }] false
// 112 map[x:x] map[] [0 1 2 3] [{ } { } { } { }] false
// 113 map[x:x] map[] [0 1 2 3] [{ } { } { } { }] false
// 114 map[] map[{x x}:x] [0 1 2 3] [{ } { } { } { }] false
// 115 map[] map[{x }:x] [0 1 2 3] [{ } { } { } { }] false
// 116 map[] map[] [0 x 2 3] [{ } { } { } { }] false
// 117 map[] map[] [0 x 2 3] [{ } { } { } { }] false
// 118 map[] map[] [0 1 2 3] [{ } {x } { } { }] false
// 119 map[] map[] [0 1 2 3] [{ } { x} { } { }] false
// 120 map[x:] map[] [0 1 2 3] [{ } { } { } { }] false
// 121 map[x:x] map[] [0 x 2 3] [{ } { } { } { }] false
// 122 map[x:x] map[] [0 1 x 3] [{ } { } { } { }] false
// 123 map[] map[] [0 x 2 3] [{ } { } { } { }] true
// 124 map[x:x] map[] [0 1 2 3] [{ } { } { } { }] true
// 125 map[x:x] map[] [0 1 2 3] [{ } { } { } { }] false
// 126 map[x:x] map[] [0 1 2 3] [{ } { } { } { }] false
// 127 map[x:x] map[] [0 1 2 3] [{ } { } { } { }] false
// 128 map[k:k] map[] [0 1 2 3] [{ } { } { } { }] false
// 129 map[k:k] map[] [0 1 2 3] [{ } { } { } { }] false
// 130 map[] map[{k k}:k] [0 1 2 3] [{ } { } { } { }] false
// 131 map[] map[{k }:k] [0 1 2 3] [{ } { } { } { }] false
// 132 map[] map[] [0 k 2 3] [{ } { } { } { }] false
// 133 map[] map[] [0 k 2 3] [{ } { } { } { }] false
// 134 map[] map[] [0 1 2 3] [{ } {k } { } { }] false
// 135 map[] map[] [0 1 2 3] [{ } { k} { } { }] false
// 136 map[k:other] map[] [0 1 2 3] [{ } { } { } { }] true
// 137 map[k:k] map[] [0 k 2 3] [{ } { } { } { }] false
// 138 map[k:k] map[] [0 1 k 3] [{ } { } { } { }] false
// 139 map[] map[] [0 k 2 3] [{ } { } { } { }] true
// 140 map[k:x] map[] [0 1 2 3] [{ } { } { } { }] true
// 141 map[k:k] map[] [0 1 2 3] [{ } { } { } { }] false
// 142 map[k:k] map[] [0 1 2 3] [{ } { } { } { }] false
// 143 map[k:k] map[] [0 1 2 3] [{ } { } { } { }] false
// 144 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 145 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 146 map[] map[{k v}:v] [0 1 2 3] [{ } { } { } { }] false
// 147 map[] map[{k }:v] [0 1 2 3] [{ } { } { } { }] false
// 148 map[] map[] [0 v 2 3] [{ } { } { } { }] false
// 149 map[] map[] [0 v 2 3] [{ } { } { } { }] false
// 150 map[] map[] [0 1 2 3] [{ } {k } { } { }] false
// 151 map[] map[] [0 1 2 3] [{ } { v} { } { }] false
// 152 map[k:other] map[] [0 1 2 3] [{ } { } { } { }] true
// 153 map[v:k] map[] [0 v 2 3] [{ } { } { } { }] false
// 154 map[k:v] map[] [0 1 k 3] [{ } { } { } { }] false
// 155 map[] map[] [0 v 2 3] [{ } { } { } { }] true
// 156 map[k:x] map[] [0 1 2 3] [{ } { } { } { }] true
// 157 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 158 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
// 159 map[k:v] map[] [0 1 2 3] [{ } { } { } { }] false
