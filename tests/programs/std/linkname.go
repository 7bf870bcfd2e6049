package main

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"
	"unsafe"
)

// What Go lets packages take from its runtime by link names, as libraries declare it: with types of their own.

//go:linkname nanotime runtime.nanotime
func nanotime() int64

//go:linkname unsigned runtime.nanotime
func unsigned() uint64

//go:linkname now time.now
func now() (sec int64, nsec int32, mono int64)

//go:linkname seconds time.now
func seconds() (sec int64)

//go:linkname cputicks runtime.cputicks
func cputicks() int64

//go:linkname fastrand runtime.fastrand
func fastrand() uint32

//go:linkname fastrandn runtime.fastrandn
func fastrandn(n uint32) uint32

//go:linkname fastrand64 runtime.fastrand64
func fastrand64() uint64

//go:linkname rand runtime.rand
func rand() uint64

//go:linkname cheaprand runtime.cheaprand
func cheaprand() uint32

//go:linkname cheaprandn runtime.cheaprandn
func cheaprandn(n uint32) uint32

//go:linkname cheaprand64 runtime.cheaprand64
func cheaprand64() int64

//go:linkname procPin runtime.procPin
func procPin() int

//go:linkname procUnpin runtime.procUnpin
func procUnpin()

//go:linkname syncPin sync.runtime_procPin
func syncPin() int

//go:linkname syncUnpin sync.runtime_procUnpin
func syncUnpin()

//go:linkname procyield runtime.procyield
func procyield(cycles uint32)

//go:linkname goyield runtime.goyield
func goyield()

//go:linkname canSpin sync.runtime_canSpin
func canSpin(i int) bool

//go:linkname semacquire sync.runtime_Semacquire
func semacquire(addr *uint32)

//go:linkname semrelease sync.runtime_Semrelease
func semrelease(addr *uint32, handoff bool, skip int)

func clocks() {
	a, b := nanotime(), nanotime()
	fmt.Println(a > 0, b >= a, unsigned() >= uint64(b))
	sec, nsec, mono := now()
	fmt.Println(time.Since(time.Unix(sec, int64(nsec))) < time.Minute, mono >= b, seconds() >= sec)
	fmt.Println(cputicks() > 0)
}

func random() {
	seen := map[uint64]bool{}
	below := true
	for range 100 {
		seen[rand()] = true
		seen[fastrand64()] = true
		seen[uint64(fastrand())] = true
		seen[uint64(cheaprand())] = true
		seen[uint64(cheaprand64())] = true
		below = below && fastrandn(10) < 10 && cheaprandn(3) < 3 && cheaprandn(1) == 0
	}
	fmt.Println(len(seen) > 490, below)
}

func processors() {
	var shards [256]int // of a goroutine's P while it is pinned
	done := make(chan bool)
	for range 8 {
		go func() {
			for range 20000 {
				p := procPin()
				shards[p]++
				procUnpin()
			}
			done <- true
		}()
	}
	for range 8 {
		<-done
	}
	sum := 0
	for _, n := range shards {
		sum += n
	}
	p := syncPin()
	syncUnpin()
	fmt.Println(sum, p < runtime.GOMAXPROCS(0))
	procyield(10)
	goyield()
	_ = canSpin(0)

	var sema uint32
	go func() { semrelease(&sema, false, 0) }()
	semacquire(&sema)
	semrelease(&sema, true, 0)
	fmt.Println(sema)
}

//go:linkname memhash runtime.memhash
//go:noescape
func memhash(p unsafe.Pointer, h, s uintptr) uintptr

//go:linkname byAddress runtime.memhash
func byAddress(p uintptr, h, s uintptr) uintptr

//go:linkname strhash runtime.strhash
func strhash(p unsafe.Pointer, h uintptr) uintptr

//go:linkname stringHash runtime.stringHash
func stringHash(s string, h uintptr) uintptr

//go:linkname nilinterhash runtime.nilinterhash
func nilinterhash(p unsafe.Pointer, h uintptr) uintptr

//go:linkname typehash runtime.typehash
func typehash(t *typ, p unsafe.Pointer, h uintptr) uintptr

// typ is a type of this package's own for run-time types.
type typ struct {
	size uintptr
	_    [40]byte
}

type eface struct {
	typ  *typ
	data unsafe.Pointer
}

func efaceOf(x *any) *eface { return (*eface)(unsafe.Pointer(x)) }

type key struct {
	name string
	n    int
	f    float64
}

func hashes() {
	s, t := strings.Repeat("text", 50000), strings.Repeat("text", 50000)
	fmt.Println(strhash(unsafe.Pointer(&s), 7) == strhash(unsafe.Pointer(&t), 7), stringHash(s, 7) == stringHash(t, 8))
	b, c := []byte("one two three"), []byte("one two three")
	fmt.Println(memhash(unsafe.Pointer(&b[0]), 1, 13) == memhash(unsafe.Pointer(&c[0]), 1, 13),
		memhash(unsafe.Pointer(&b[0]), 1, 13) == byAddress(uintptr(unsafe.Pointer(&c[0])), 1, 13),
		memhash(unsafe.Pointer(&b[0]), 1, 13) == memhash(unsafe.Pointer(&c[0]), 1, 12),
		memhash(unsafe.Pointer(&b[0]), 1, 13) == memhash(unsafe.Pointer(&c[0]), 2, 13))
	negative := 0.0
	negative = -negative
	var x, y any = key{"a", 1, 0}, key{"a", 1, negative}
	fmt.Println(nilinterhash(unsafe.Pointer(&x), 3) == nilinterhash(unsafe.Pointer(&y), 3))
	e, f := efaceOf(&x), efaceOf(&y)
	fmt.Println(typehash(e.typ, e.data, 3) == typehash(f.typ, f.data, 3), e.typ == f.typ, e.typ.size)
	defer func() { fmt.Println(recover()) }()
	var z any = []int{1}
	nilinterhash(unsafe.Pointer(&z), 3)
}

//go:linkname add runtime.add
func add(p unsafe.Pointer, x uintptr) unsafe.Pointer

//go:linkname noescape runtime.noescape
func noescape(p unsafe.Pointer) unsafe.Pointer

//go:linkname memmove runtime.memmove
func memmove(to, from unsafe.Pointer, n uintptr)

//go:linkname memequal runtime.memequal
func memequal(a, b unsafe.Pointer, n uintptr) bool

//go:linkname memclr runtime.memclrNoHeapPointers
func memclr(p unsafe.Pointer, n uintptr)

//go:linkname memclrHasPointers runtime.memclrHasPointers
func memclrHasPointers(p unsafe.Pointer, n uintptr)

//go:linkname typedmemmove reflect.typedmemmove
func typedmemmove(t *typ, dst, src unsafe.Pointer)

//go:linkname move runtime.typedmemmove
func move(t unsafe.Pointer, dst, src unsafe.Pointer)

//go:linkname typedmemclr reflect.typedmemclr
func typedmemclr(t *typ, p unsafe.Pointer)

//go:linkname typedslicecopy reflect.typedslicecopy
func typedslicecopy(t *typ, dst, src slice) int

type slice struct {
	data     unsafe.Pointer
	len, cap int
}

//go:linkname unsafe_New reflect.unsafe_New
func unsafe_New(t *typ) unsafe.Pointer

//go:linkname unsafe_NewArray reflect.unsafe_NewArray
func unsafe_NewArray(t *typ, n int) unsafe.Pointer

//go:linkname mallocgc runtime.mallocgc
func mallocgc(size uintptr, t *typ, zero bool) unsafe.Pointer

//go:linkname makeslice runtime.makeslice
func makeslice(t *typ, len, cap int) unsafe.Pointer

//go:linkname growslice runtime.growslice
func growslice(old unsafe.Pointer, newLen, oldCap, num int, t *typ) slice

//go:linkname growBytes runtime.growslice
func growBytes(old *byte, newLen, oldCap, num int, t *typ) []byte

//go:linkname reflectGrow reflect.growslice
func reflectGrow(t *typ, old slice, num int) slice

//go:linkname ifaceE2I reflect.ifaceE2I
func ifaceE2I(t *typ, x any, dst unsafe.Pointer)

//go:linkname convTstring runtime.convTstring
func convTstring(s string) unsafe.Pointer

//go:linkname zeroVal runtime.zeroVal
var zeroVal [1024]byte

//go:linkname overflowError runtime.overflowError
var overflowError error

//go:linkname divideError runtime.divideError
var divideError error

func typeOf(x any) *typ { return efaceOf(&x).typ }

func memory() {
	a, b := [4]int{1, 2, 3, 4}, [4]int{}
	memmove(unsafe.Pointer(&b), unsafe.Pointer(&a), 24)
	fmt.Println(b, memequal(unsafe.Pointer(&a), unsafe.Pointer(&b), 24), memequal(unsafe.Pointer(&a), unsafe.Pointer(&b), 32))
	memmove(unsafe.Pointer(&a[1]), unsafe.Pointer(&a[0]), 24)
	memclr(unsafe.Pointer(&b[1]), 8)
	fmt.Println(a, b, *(*int)(add(unsafe.Pointer(&a), 8)), noescape(unsafe.Pointer(&a)) == unsafe.Pointer(&a))
	k := key{"k", 5, 2.5}
	p := (*key)(unsafe_New(typeOf(k)))
	typedmemmove(typeOf(k), unsafe.Pointer(p), unsafe.Pointer(&k))
	q := (*key)(mallocgc(unsafe.Sizeof(k), typeOf(k), true))
	move(unsafe.Pointer(typeOf(k)), unsafe.Pointer(q), unsafe.Pointer(p))
	runtime.GC()
	fmt.Println(*p, *q)
	typedmemclr(typeOf(k), unsafe.Pointer(p))
	fmt.Println(*p)
	list := unsafe.Slice((*key)(unsafe_NewArray(typeOf(k), 3)), 3)
	list[2] = k
	other := unsafe.Slice((*key)(makeslice(typeOf(k), 2, 4)), 4)
	n := typedslicecopy(typeOf(k), *(*slice)(unsafe.Pointer(&other)), *(*slice)(unsafe.Pointer(&list)))
	fmt.Println(n, other)
	grown := growslice(unsafe.Pointer(&list[0]), 5, 3, 2, typeOf(k))
	keys := *(*[]key)(unsafe.Pointer(&grown))
	fmt.Println(len(keys), cap(keys) >= 5, keys[2], keys[4])
	text := []byte("abc")
	text = growBytes(&text[0], 4, 3, 1, typeOf(byte(0)))
	text[3] = 'd'
	fmt.Println(string(text))
	more := reflectGrow(typeOf(k), *(*slice)(unsafe.Pointer(&list)), 4)
	fmt.Println(more.len, more.cap >= 7, (*(*[]key)(unsafe.Pointer(&more)))[2])
	pointers := [2]*int{new(int), new(int)}
	memclrHasPointers(unsafe.Pointer(&pointers), 16)
	fmt.Println(pointers)
	var err error
	ifaceE2I((*typ)(efaceOf2(reflect.TypeFor[error]())), errors.New("an error"), unsafe.Pointer(&err))
	fmt.Println(err, *(*string)(convTstring("text")))
	fmt.Println(zeroVal[1023], overflowError, divideError)
	raw := mallocgc(100, nil, true)
	fmt.Println(*(*[100]byte)(raw) == [100]byte{})
}

// efaceOf2 is the run-time type in a reflect.Type.
func efaceOf2(t reflect.Type) unsafe.Pointer {
	return (*[2]unsafe.Pointer)(unsafe.Pointer(&t))[1]
}

//go:linkname makemap reflect.makemap
func makemap(t *typ, n int) unsafe.Pointer

//go:linkname makemap2 runtime.makemap
func makemap2(t *typ, n int, m unsafe.Pointer) unsafe.Pointer

//go:linkname mapassign runtime.mapassign
func mapassign(t *typ, m, key unsafe.Pointer) unsafe.Pointer

//go:linkname mapassign_faststr runtime.mapassign_faststr
func mapassign_faststr(t *typ, m unsafe.Pointer, key string) unsafe.Pointer

//go:linkname mapassign_fast64 runtime.mapassign_fast64
func mapassign_fast64(t *typ, m unsafe.Pointer, key uint64) unsafe.Pointer

//go:linkname mapaccess2 runtime.mapaccess2
func mapaccess2(t *typ, m, key unsafe.Pointer) (unsafe.Pointer, bool)

//go:linkname mapaccess reflect.mapaccess
func mapaccess(t *typ, m, key unsafe.Pointer) unsafe.Pointer

//go:linkname set reflect.mapassign0
func set(t *typ, m, key, elem unsafe.Pointer)

//go:linkname mapdelete runtime.mapdelete
func mapdelete(t *typ, m, key unsafe.Pointer)

//go:linkname maplen reflect.maplen
func maplen(m unsafe.Pointer) int

//go:linkname mapiterinit reflect.mapiterinit
func mapiterinit(t *typ, m unsafe.Pointer, it *hiter)

//go:linkname mapiternext reflect.mapiternext
func mapiternext(it *hiter)

//go:linkname mapiterkey reflect.mapiterkey
func mapiterkey(it *hiter) unsafe.Pointer

//go:linkname mapiterelem reflect.mapiterelem
func mapiterelem(it *hiter) unsafe.Pointer

// hiter is as large as the iterator of maps was in old releases.
type hiter struct {
	key, elem, t, h, buckets, bptr unsafe.Pointer
	overflow, oldoverflow          *[]unsafe.Pointer
	startBucket                    uintptr
	offset                         uint8
	wrapped                        bool
	b, i                           uint8
	bucket, checkBucket            uintptr
	clear                          [8]uintptr
}

func maps() {
	sample := map[string]key{}
	t := typeOf(sample)
	m := makemap(t, 4)
	for i, name := range []string{"one", "two", "three", "four"} {
		k := key{name, i, 0}
		set(t, m, unsafe.Pointer(&name), unsafe.Pointer(&k))
	}
	*(*key)(mapassign_faststr(t, m, "five")) = key{"five", 5, 0}
	name := "two"
	(*key)(mapassign(t, m, unsafe.Pointer(&name))).f = 2.5
	found, ok := mapaccess2(t, m, unsafe.Pointer(&name))
	fmt.Println(maplen(m), *(*key)(found), ok)
	name = "none"
	found, ok = mapaccess2(t, m, unsafe.Pointer(&name))
	fmt.Println(*(*key)(found), ok, mapaccess(t, m, unsafe.Pointer(&name)))
	name = "one"
	mapdelete(t, m, unsafe.Pointer(&name))
	var it hiter
	var lines []string
	for mapiterinit(t, m, &it); mapiterkey(&it) != nil; mapiternext(&it) {
		lines = append(lines, fmt.Sprint(*(*string)(it.key), *(*key)(mapiterelem(&it))))
	}
	slices.Sort(lines)
	fmt.Println(lines, len(*(*map[string]key)(unsafe.Pointer(&m))))
	var n uint64Map
	u := typeOf(n)
	p := makemap2(u, 0, nil)
	*(*int)(mapassign_fast64(u, p, 1<<40)) = 7
	fmt.Println(*(*uint64Map)(unsafe.Pointer(&p)))
}

type uint64Map map[uint64]int

//go:linkname envs syscall.runtime_envs
func envs() []string

//go:linkname callers runtime.callers
func callers(skip int, pcs []uintptr) int

//go:linkname addVV math/big.addVV
func addVV(z, x, y []big.Word) big.Word

//go:linkname subVV math/big.subVV
func subVV(z, x, y []big.Word) big.Word

//go:linkname addVW math/big.addVW
func addVW(z, x []big.Word, y big.Word) big.Word

//go:linkname subVW math/big.subVW
func subVW(z, x []big.Word, y big.Word) big.Word

//go:linkname shlVU math/big.shlVU
func shlVU(z, x []big.Word, s uint) big.Word

//go:linkname mulAddVWW math/big.mulAddVWW
func mulAddVWW(z, x []big.Word, y, r big.Word) big.Word

//go:linkname addMulVVW math/big.addMulVVW
func addMulVVW(z, x []big.Word, y big.Word) big.Word

func vectors() {
	const m = ^big.Word(0)
	x, y, z := []big.Word{m, m, 5}, []big.Word{2, 0, m}, make([]big.Word, 3)
	fmt.Println(addVV(z, x, y), slices.Clone(z), subVV(z, y, x), slices.Clone(z), addVW(z, x, 3), slices.Clone(z), subVW(z, y, 3), slices.Clone(z))
	fmt.Println(shlVU(z, x, 7), slices.Clone(z), mulAddVWW(z, x, m, 9), slices.Clone(z), addMulVVW(z, x, m-5), slices.Clone(z))
	shifted := []big.Word{1, m, 3, 0}
	fmt.Println(shlVU(shifted[1:], shifted[:3], 9), shifted, addVW(nil, nil, 4))
}

//go:linkname valueInterface reflect.valueInterface
func valueInterface(v reflect.Value, safe bool) any

//go:linkname mmap syscall.mmap
func mmap(addr, length uintptr, prot, flags, fd int, offset int64) (uintptr, error)

func others() {
	k := key{"hidden", 1, 2}
	fmt.Println(valueInterface(reflect.ValueOf(k).Field(0), false))
	addr, err := mmap(0, 4096, 3, 0x22, -1, 0)
	fmt.Println(addr%4096, err)
	_, err = mmap(0, 0, 3, 0x22, -1, 0)
	fmt.Println(err)
}

func main() {
	clocks()
	random()
	processors()
	hashes()
	memory()
	maps()
	vectors()
	others()
	os.Setenv("MINE", "1")
	fmt.Println(slices.Contains(envs(), "PATH="+os.Getenv("PATH")))
	pcs := make([]uintptr, 10)
	frames := runtime.CallersFrames(pcs[:callers(1, pcs)])
	frame, _ := frames.Next()
	fmt.Println(frame.Function)
}

// Output:
// true true true
// true true true
// true
// true true
// 160000 true
// 1
// true false
// true true false false
// true
// true true 32
// runtime error: hash of unhashable type []int
// [1 2 3 0] true false
// [1 1 2 3] [1 0 3 0] 1 true
// {k 5 2.5} {k 5 2.5}
// { 0 0}
// 3 [{ 0 0} { 0 0} {k 5 2.5} { 0 0}]
// 5 true {k 5 2.5} { 0 0}
// abcd
// 3 true {k 5 2.5}
// [<nil> <nil>]
// an error text
// 0 runtime error: integer overflow runtime error: integer divide by zero
// true
// 5 {two 1 2.5} true
// { 0 0} false <nil>
// [five{five 5 0} four{four 3 0} three{three 2 0} two{two 1 2.5}] 4
// map[1099511627776:7]
// 1 [1 0 5] 0 [3 0 18446744073709551609] 0 [2 0 6] 0 [18446744073709551615 18446744073709551615 18446744073709551614]
// 0 [18446744073709551488 18446744073709551615 767] 5 [10 18446744073709551615 18446744073709551609] 6 [16 18446744073709551614 18446744073709551573]
// 0 [1 512 18446744073709551104 2047] 4
// hidden
// 0 <nil>
// invalid argument
// true
// runtime.main
