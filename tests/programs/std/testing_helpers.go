package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"math/rand"
	"os"
	"reflect"
	"strings"
	"testing/fstest"
	"testing/iotest"
	"testing/quick"
	"time"
)

var files = fstest.MapFS{
	"a.txt":           {Data: []byte("some text"), ModTime: time.Unix(1e9, 0).UTC()},
	"dir/b-[x].go":    {Data: []byte("package b"), Mode: 0o644},
	"dir/deep/er/c":   {},
	"dir/empty":       {Mode: fs.ModeDir | 0o700},
	"link":            {Data: []byte("dir/deep"), Mode: fs.ModeSymlink},
	"dir/up":          {Data: []byte("../a.txt"), Mode: fs.ModeSymlink},
	"dir/outside":     {Data: []byte("/etc"), Mode: fs.ModeSymlink},
	"dir/deep/broken": {Data: []byte("nowhere"), Mode: fs.ModeSymlink},
}

func maps() {
	fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		fmt.Println(path, d, err)
		return nil
	})
	for _, name := range []string{"a.txt", "link/er/c", "dir/up", "dir/outside", "dir/deep/broken", "none", "/a.txt", "", ".", "dir", "link"} {
		data, err := files.ReadFile(name)
		fmt.Printf("%q %q %v\n", name, data, err)
		info, err := files.Stat(name)
		fmt.Println(info, err)
		info, err = files.Lstat(name)
		fmt.Println(info, err)
		to, err := files.ReadLink(name)
		fmt.Println(to, err)
	}
	names, err := files.Glob("*/*e*")
	fmt.Println(names, err)
	sub, err := files.Sub("dir")
	fmt.Println(err)
	list, err := fs.ReadDir(sub, ".")
	fmt.Println(list, err)
	f, _ := files.Open("a.txt")
	s := f.(io.Seeker)
	for _, at := range []int64{4, -1, 100} {
		fmt.Println(s.Seek(at, io.SeekStart))
	}
	_, err = f.(io.ReaderAt).ReadAt(nil, 10)
	fmt.Println(err)
	d, _ := files.Open("dir")
	_, err = d.Read(nil)
	fmt.Println(err)
}

// broken does some things wrong.
type broken struct{ fstest.MapFS }

func (b broken) Open(name string) (fs.File, error) {
	f, err := b.MapFS.Open(strings.TrimPrefix(name, "/"))
	if err != nil && strings.Contains(name, "//") {
		return b.MapFS.Open("a")
	}
	return f, err
}

func (b broken) ReadFile(name string) ([]byte, error) {
	if f := b.MapFS[name]; f != nil {
		return f.Data, nil
	}
	return nil, nil
}

func (b broken) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := b.MapFS.ReadDir(name)
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return append(list, fs.FileInfoToDirEntry(info{"odd"})), err
}

func (b broken) Glob(pattern string) ([]string, error) { return []string{"x", "b"}, nil }

func (b broken) Stat(name string) (fs.FileInfo, error) { return info{name}, nil }

type info struct{ name string }

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return 7 }
func (i info) Mode() fs.FileMode  { return 0o600 }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return false }
func (i info) Sys() any           { return nil }

func systems() {
	good := fstest.MapFS{"a": {Data: []byte("aa")}, "b/c": {Data: []byte("bbb")}, "b/d": {}}
	fmt.Println(fstest.TestFS(good, "a", "b/c"))
	fmt.Println(fstest.TestFS(good, "a", "none", "b/none"))
	fmt.Println(fstest.TestFS(good))
	fmt.Println(fstest.TestFS(fstest.MapFS{}))
	fmt.Println(fstest.TestFS(broken{good}, "a"))
	fmt.Println(fstest.TestFS(fstest.MapFS{`back\slash`: {}}, `back\slash`))
	fmt.Println(fstest.TestFS(os.DirFS("/nonexistent")) != nil)
}

func readers() {
	text := strings.Repeat("0123456789", 3)
	for _, r := range []io.Reader{
		iotest.OneByteReader(strings.NewReader(text)), iotest.HalfReader(strings.NewReader(text)),
		iotest.DataErrReader(strings.NewReader(text)), iotest.TimeoutReader(strings.NewReader(text)), iotest.ErrReader(errors.New("mine")),
	} {
		buf := make([]byte, 20)
		for range 3 {
			n, err := r.Read(buf)
			fmt.Print(" ", n, " ", err, ";")
		}
		fmt.Println()
	}
	fmt.Println(iotest.TestReader(strings.NewReader(text), []byte(text)))
	fmt.Println(iotest.TestReader(strings.NewReader(text), []byte(text+"!")))
	fmt.Println(iotest.TestReader(iotest.TimeoutReader(strings.NewReader(text)), []byte(text)))
	fmt.Println(iotest.TestReader(seekless{strings.NewReader(text)}, []byte(text)))
	var b bytes.Buffer
	w := iotest.TruncateWriter(&b, 5)
	fmt.Println(w.Write([]byte("abc")))
	fmt.Println(w.Write([]byte("defg")))
	fmt.Println(w.Write([]byte("h")))
	fmt.Println(b.String())
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	iotest.NewWriteLogger("write:", &b).Write([]byte("xyz"))
	r := iotest.NewReadLogger("read:", strings.NewReader("ab"))
	r.Read(make([]byte, 5))
	r.Read(make([]byte, 5))
}

// seekless does not seek where it is told.
type seekless struct{ *strings.Reader }

func (s seekless) Seek(offset int64, whence int) (int64, error) {
	n, err := s.Reader.Seek(offset, whence)
	return n + 1, err
}

type even int

func (even) Generate(r *rand.Rand, size int) reflect.Value { return reflect.ValueOf(even(2 * r.Intn(size))) }

type node struct {
	Value int8
	Next  *node
	List  []string
	Table map[uint8]bool
}

func values() {
	r := rand.New(rand.NewSource(1))
	for _, t := range []reflect.Type{
		reflect.TypeFor[bool](), reflect.TypeFor[int16](), reflect.TypeFor[uint](), reflect.TypeFor[float32](), reflect.TypeFor[float64](),
		reflect.TypeFor[complex64](), reflect.TypeFor[complex128](), reflect.TypeFor[even](), reflect.TypeFor[[3]uint8](), reflect.TypeFor[struct{}](),
		reflect.TypeFor[[]int8](), reflect.TypeFor[*int32](), reflect.TypeFor[string](),
	} {
		v, ok := quick.Value(t, r)
		for v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		fmt.Printf("%v %+q %v\n", t, fmt.Sprint(v), ok)
	}
	_, ok := quick.Value(reflect.TypeFor[chan int](), r)
	fmt.Println(ok)
	n, ok := quick.Value(reflect.TypeFor[node](), r)
	fmt.Println(n.Field(0), n.Field(2).Len(), n.Field(3).Len(), ok)
	config := &quick.Config{Rand: rand.New(rand.NewSource(2)), MaxCount: 1000}
	fmt.Println(quick.Check(func(x, y int8) bool { return x+y == y+x }, config))
	fmt.Println(quick.Check(func(x uint8) bool { return x < 200 }, config))
	fmt.Println(quick.CheckEqual(func(x int8) int8 { return x / 2 }, func(x int8) int8 { return x >> 1 }, config))
	fmt.Println(quick.Check(1, nil), quick.Check(func() {}, nil), quick.Check(func() int { return 1 }, nil), quick.Check(func(chan int) bool { return true }, nil))
	fmt.Println(quick.CheckEqual(1, 2, nil), quick.CheckEqual(func() {}, 2, nil), quick.CheckEqual(func() {}, func(int) {}, nil))
	calls := 0
	fmt.Println(quick.Check(func(int) bool { calls++; return true }, nil), calls)
	fmt.Println(quick.Check(func(int) bool { calls++; return true }, &quick.Config{MaxCountScale: 0.5}), calls)
	fmt.Println(quick.Check(func(n int) bool { return n == 4 }, &quick.Config{Values: func(v []reflect.Value, r *rand.Rand) { v[0] = reflect.ValueOf(5) }}))
}

func main() {
	maps()
	systems()
	readers()
	values()
}

// Output:
// . d ./ <nil>
// a.txt ---------- 9 2001-09-09 01:46:40 a.txt <nil>
// dir dr-xr-xr-x 0 0001-01-01 00:00:00 dir/ <nil>
// dir/b-[x].go -rw-r--r-- 9 0001-01-01 00:00:00 b-[x].go <nil>
// dir/deep dr-xr-xr-x 0 0001-01-01 00:00:00 deep/ <nil>
// dir/deep/broken L--------- 7 0001-01-01 00:00:00 broken <nil>
// dir/deep/er dr-xr-xr-x 0 0001-01-01 00:00:00 er/ <nil>
// dir/deep/er/c ---------- 0 0001-01-01 00:00:00 c <nil>
// dir/empty drwx------ 0 0001-01-01 00:00:00 empty/ <nil>
// dir/outside L--------- 4 0001-01-01 00:00:00 outside <nil>
// dir/up L--------- 8 0001-01-01 00:00:00 up <nil>
// link L--------- 8 0001-01-01 00:00:00 link <nil>
// "a.txt" "some text" <nil>
// ---------- 9 2001-09-09 01:46:40 a.txt <nil>
// ---------- 9 2001-09-09 01:46:40 a.txt <nil>
//  readlink a.txt: invalid argument
// "link/er/c" "" <nil>
// ---------- 0 0001-01-01 00:00:00 c <nil>
// ---------- 0 0001-01-01 00:00:00 c <nil>
//  readlink link/er/c: invalid argument
// "dir/up" "some text" <nil>
// ---------- 9 2001-09-09 01:46:40 up <nil>
// L--------- 8 0001-01-01 00:00:00 up <nil>
// ../a.txt <nil>
// "dir/outside" "" open dir/outside: file does not exist
// <nil> open dir/outside: file does not exist
// L--------- 4 0001-01-01 00:00:00 outside <nil>
// /etc <nil>
// "dir/deep/broken" "" open dir/deep/broken: file does not exist
// <nil> open dir/deep/broken: file does not exist
// L--------- 7 0001-01-01 00:00:00 broken <nil>
// nowhere <nil>
// "none" "" open none: file does not exist
// <nil> open none: file does not exist
// <nil> lstat none: file does not exist
//  readlink none: file does not exist
// "/a.txt" "" open /a.txt: file does not exist
// <nil> open /a.txt: file does not exist
// <nil> lstat /a.txt: file does not exist
//  readlink /a.txt: file does not exist
// "" "" open : file does not exist
// <nil> open : file does not exist
// <nil> lstat : file does not exist
//  readlink : file does not exist
// "." "" read .: invalid argument
// dr-xr-xr-x 0 0001-01-01 00:00:00 ./ <nil>
// dr-xr-xr-x 0 0001-01-01 00:00:00 ./ <nil>
//  readlink .: invalid argument
// "dir" "" read dir: invalid argument
// dr-xr-xr-x 0 0001-01-01 00:00:00 dir/ <nil>
// dr-xr-xr-x 0 0001-01-01 00:00:00 dir/ <nil>
//  readlink dir: invalid argument
// "link" "" read link: invalid argument
// dr-xr-xr-x 0 0001-01-01 00:00:00 link/ <nil>
// L--------- 8 0001-01-01 00:00:00 link <nil>
// dir/deep <nil>
// [dir/deep dir/empty dir/outside link/broken link/er] <nil>
// <nil>
// [-rw-r--r-- 9 0001-01-01 00:00:00 b-[x].go dr-xr-xr-x 0 0001-01-01 00:00:00 deep/ drwx------ 0 0001-01-01 00:00:00 empty/ L--------- 4 0001-01-01 00:00:00 outside L--------- 8 0001-01-01 00:00:00 up] <nil>
// 4 <nil>
// 0 seek a.txt: invalid argument
// 0 seek a.txt: invalid argument
// read a.txt: invalid argument
// read dir: invalid argument
// <nil>
// TestFS found errors:
// expected but not found: none
// expected but not found: b/none
// TestFS found errors:
// expected empty file system but found files:
// a
// b
// b/c
// b/d
// <nil>
// TestFS found errors:
// a: fs.Stat(...) = a IsDir=false Mode=-rw------- Size=7 ModTime=0001-01-01 00:00:00 +0000 UTC
// 	want a IsDir=false Mode=---------- Size=2 ModTime=0001-01-01 00:00:00 +0000 UTC
// a: fsys.Stat(...) = a IsDir=false Mode=-rw------- Size=7 ModTime=0001-01-01 00:00:00 +0000 UTC
// 	want a IsDir=false Mode=---------- Size=2 ModTime=0001-01-01 00:00:00 +0000 UTC
// a: Open(/a) succeeded, want error
// a: Readall vs second fsys.ReadFile: different data returned
// 	"aa"
// 	"bb"
// a: ReadFile(/a) succeeded, want error
// a: ReadFile(a/.) succeeded, want error
// a: ReadAll vs fs.ReadFile: different data returned
// 	"aa"
// 	"bb"
// a: failed TestReader:
// 	ReadAll(small amounts) = "bb"
// 		want "aa"
// b: fs.Stat(...) = b IsDir=false Mode=-rw------- Size=7 ModTime=0001-01-01 00:00:00 +0000 UTC
// 	want b IsDir=true Mode=dr-xr-xr-x Size=0 ModTime=0001-01-01 00:00:00 +0000 UTC
// b: fsys.Stat(...) = b IsDir=false Mode=-rw------- Size=7 ModTime=0001-01-01 00:00:00 +0000 UTC
// 	want b IsDir=true Mode=dr-xr-xr-x Size=0 ModTime=0001-01-01 00:00:00 +0000 UTC
// b: Open(/b) succeeded, want error
// b/c: fs.Stat(...) = b/c IsDir=false Mode=-rw------- Size=7 ModTime=0001-01-01 00:00:00 +0000 UTC
// 	want c IsDir=false Mode=---------- Size=3 ModTime=0001-01-01 00:00:00 +0000 UTC
// b/c: fsys.Stat(...) = b/c IsDir=false Mode=-rw------- Size=7 ModTime=0001-01-01 00:00:00 +0000 UTC
// 	want c IsDir=false Mode=---------- Size=3 ModTime=0001-01-01 00:00:00 +0000 UTC
// b/c: Open(/b/c) succeeded, want error
// b/c: Open(b//c) succeeded, want error
// b/c: Open(b//c) succeeded, want error
// b/c: Readall vs second fsys.ReadFile: different data returned
// 	"bbb"
// 	"ccc"
// b/c: ReadFile(/b/c) succeeded, want error
// b/c: ReadFile(b/c/.) succeeded, want error
// b/c: ReadFile(b//c) succeeded, want error
// b/c: ReadFile(b/./c) succeeded, want error
// b/c: ReadFile(b\c) succeeded, want error
// b/c: ReadFile(b/../b/c) succeeded, want error
// b/c: ReadFile(b//c) succeeded, want error
// b/c: ReadFile(b/./c) succeeded, want error
// b/c: ReadFile(b\c) succeeded, want error
// b/c: ReadFile(b/c/../c) succeeded, want error
// b/c: ReadAll vs fs.ReadFile: different data returned
// 	"bbb"
// 	"ccc"
// b/c: failed TestReader:
// 	ReadAll(small amounts) = "ccc"
// 		want "bbb"
// b/d: fs.Stat(...) = b/d IsDir=false Mode=-rw------- Size=7 ModTime=0001-01-01 00:00:00 +0000 UTC
// 	want d IsDir=false Mode=---------- Size=0 ModTime=0001-01-01 00:00:00 +0000 UTC
// b/d: fsys.Stat(...) = b/d IsDir=false Mode=-rw------- Size=7 ModTime=0001-01-01 00:00:00 +0000 UTC
// 	want d IsDir=false Mode=---------- Size=0 ModTime=0001-01-01 00:00:00 +0000 UTC
// b/d: Open(/b/d) succeeded, want error
// b/d: Open(b//d) succeeded, want error
// b/d: Open(b//d) succeeded, want error
// b/d: ReadFile(/b/d) succeeded, want error
// b/d: ReadFile(b/d/.) succeeded, want error
// b/d: ReadFile(b//d) succeeded, want error
// b/d: ReadFile(b/./d) succeeded, want error
// b/d: ReadFile(b\d) succeeded, want error
// b/d: ReadFile(b/../b/d) succeeded, want error
// b/d: ReadFile(b//d) succeeded, want error
// b/d: ReadFile(b/./d) succeeded, want error
// b/d: ReadFile(b\d) succeeded, want error
// b/d: ReadFile(b/d/../d) succeeded, want error
// b: diff first Open+ReadDir(-1) vs fsys.ReadDir:
// 	+ odd IsDir=false Type=----------
// b: fsys.ReadDir: list not sorted: d before c
// b: diff first Open+ReadDir(-1) vs fs.ReadDir:
// 	+ odd IsDir=false Type=----------
// b: fs.ReadDir: list not sorted: d before c
// b: Glob(`b/nonexist/[]`): bad pattern not detected
// b: Glob(`b/*c*`): unsorted output:
// x
// b
// b: Glob(`b/*c*`): wrong output:
// extra: b
// missing: b/c
// extra: x
// .: diff first Open+ReadDir(-1) vs fsys.ReadDir:
// 	+ odd IsDir=false Type=----------
// .: fsys.ReadDir: list not sorted: b before a
// .: diff first Open+ReadDir(-1) vs fs.ReadDir:
// 	+ odd IsDir=false Type=----------
// .: fs.ReadDir: list not sorted: b before a
// .: Glob(`nonexist/[]`): bad pattern not detected
// .: Glob(`*a*`): unsorted output:
// x
// b
// .: Glob(`*a*`): wrong output:
// missing: a
// extra: b
// extra: x
// .: Open(/.) succeeded, want error
// TestFS found errors:
// .: ReadDir: child name contains backslash: `back\slash`
// expected but not found: back\slash
// true
//  1 <nil>; 1 <nil>; 1 <nil>;
//  10 <nil>; 10 <nil>; 10 <nil>;
//  20 <nil>; 10 EOF; 0 EOF;
//  20 <nil>; 0 timeout; 10 <nil>;
//  0 mine; 0 mine; 0 mine;
// <nil>
// ReadAll(small amounts) = "012345678901234567890123456789"
// 	want "012345678901234567890123456789!"
// Read(0 bytes at offset 0): timeout
// Seek(0, 1) from EOF = 31, <nil>, want 30, nil
// 3 <nil>
// 4 <nil>
// 1 <nil>
// abcde
// write: 78797a
// read: 6162
// read: : EOF
// bool "true" true
// int16 "5711" true
// uint "15352856648520921629" true
// float32 "-1.4894641e+38" true
// float64 "1.2346971229582426e+308" true
// complex64 "(5.326074e+37+1.0239499e+38i)" true
// complex128 "(1.4626749721215394e+308-6.843048159400304e+307i)" true
// main.even "48" true
// [3]uint8 "[104 27 134]" true
// struct {} "{}" true
// []int8 "[33 68 63 -11 -118 69]" true
// *int32 "1803800802" true
// string "\U00101d35\U000b8f26\U00096fae\U00031b0c\U00087fa1\U000dbefc\U000289e5\U0008b4a3\U00104468\U000f4832\U00034dd7\U001097da\U0010c6a4\U000ee7e2\U000e255b\U000add20\U000c3f91\U000c05c6\U000c3d03\U0001076f\U0006a712\U0004a9b6\U000bc885\U000f78b0\U000e6552\ua403\U00035ea0\U0007fc74\U000d981a\U0008f938\U0007fa03\U00018a09\U000fedb3\ufec5\U00093f1b\U000a16ca\U000b6add\U0010a8a9\U000e35a5\U000f95fd" true
// false
// -90 5 1 true
// <nil>
// #22: failed on input 0xe9
// #1: failed on input -63. Output 1: -31. Output 2: -32
// argument is not a function function does not return one value function does not return a bool cannot create arbitrary value of type chan int for argument 0
// f is not a function g is not a function functions have different types
// <nil> 100
// <nil> 150
// #1: failed on input 5
