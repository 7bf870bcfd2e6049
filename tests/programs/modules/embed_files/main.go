package main

import (
	"embed"
	"fmt"
	"io"
	"io/fs"
)

//go:embed hello.txt
var hello string

//go:embed static/sub/bytes.bin

// A comment and an empty line may stand between.
var data []byte

type text string

var (
	//go:embed "hello.txt"
	again text

	//go:embed hello.txt static
	tree embed.FS

	//go:embed all:static
	//go:embed `hel*.txt` static/[a-p]*
	all embed.FS

	none embed.FS
)

func walk(name string, tree fs.FS) {
	fmt.Println(name)
	fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			fmt.Println(path, err)
			return nil
		}
		info, err := d.Info()
		fmt.Println(path, d.Name(), d.IsDir(), d.Type(), info.Size(), info.Mode(), info.ModTime().IsZero(), info.Sys(), err)
		return nil
	})
}

func main() {
	fmt.Printf("%q %q %q\n", hello, data, again)
	data[0] = 'x'
	fmt.Printf("%q\n", data)
	walk("tree", tree)
	walk("all", all)
	walk("none", none)
	page, err := tree.ReadFile("static/page.html")
	fmt.Printf("%q %v\n", page, err)
	page[0] = 'x'
	page, _ = tree.ReadFile("static/page.html")
	fmt.Printf("%q\n", page)
	for _, name := range []string{"nothing", "static", "../x", "/hello.txt", "static/", "", "hello.txt/x"} {
		_, err := tree.ReadFile(name)
		fmt.Println(err)
		_, err = tree.ReadDir(name)
		fmt.Println(err)
	}
	_, err = tree.ReadDir("hello.txt")
	fmt.Println(err)
	list, err := tree.ReadDir("static")
	fmt.Println(list, err)
	f, _ := tree.Open("hello.txt")
	s := f.(io.ReadSeeker)
	fmt.Println(s.Seek(2, io.SeekStart))
	rest, err := io.ReadAll(s)
	fmt.Printf("%q %v\n", rest, err)
	fmt.Println(s.Seek(-1, io.SeekStart))
	fmt.Println(s.Seek(1, io.SeekEnd))
	b := make([]byte, 3)
	n, err := f.(io.ReaderAt).ReadAt(b, 4)
	fmt.Println(n, err, f.Close())
	dir, _ := tree.Open(".")
	_, err = dir.Read(b)
	fmt.Println(err)
	for range 3 {
		list, err := dir.(fs.ReadDirFile).ReadDir(1)
		fmt.Println(list, err)
	}
	sub, err := fs.Sub(tree, "static")
	matches, err := fs.Glob(sub, "*/*")
	fmt.Println(matches, err)
}

// Output:
// "hello\n" "\x00\x01\xff\n" "hello\n"
// "x\x01\xff\n"
// tree
// . . true d--------- 0 dr-xr-xr-x true <nil> <nil>
// hello.txt hello.txt false ---------- 6 -r--r--r-- true <nil> <nil>
// static static true d--------- 0 dr-xr-xr-x true <nil> <nil>
// static/page.html page.html false ---------- 11 -r--r--r-- true <nil> <nil>
// static/sub sub true d--------- 0 dr-xr-xr-x true <nil> <nil>
// static/sub/bytes.bin bytes.bin false ---------- 4 -r--r--r-- true <nil> <nil>
// all
// . . true d--------- 0 dr-xr-xr-x true <nil> <nil>
// hello.txt hello.txt false ---------- 6 -r--r--r-- true <nil> <nil>
// static static true d--------- 0 dr-xr-xr-x true <nil> <nil>
// static/.dot .dot false ---------- 3 -r--r--r-- true <nil> <nil>
// static/.hidden .hidden true d--------- 0 dr-xr-xr-x true <nil> <nil>
// static/.hidden/h.txt h.txt false ---------- 6 -r--r--r-- true <nil> <nil>
// static/_under _under true d--------- 0 dr-xr-xr-x true <nil> <nil>
// static/_under/u.txt u.txt false ---------- 5 -r--r--r-- true <nil> <nil>
// static/page.html page.html false ---------- 11 -r--r--r-- true <nil> <nil>
// static/sub sub true d--------- 0 dr-xr-xr-x true <nil> <nil>
// static/sub/bytes.bin bytes.bin false ---------- 4 -r--r--r-- true <nil> <nil>
// none
// . . true d--------- 0 dr-xr-xr-x true <nil> <nil>
// "a page \"x\"\n" <nil>
// "a page \"x\"\n"
// open nothing: file does not exist
// open nothing: file does not exist
// read static: is a directory
// <nil>
// open ../x: file does not exist
// open ../x: file does not exist
// open /hello.txt: file does not exist
// open /hello.txt: file does not exist
// open static/: file does not exist
// open static/: file does not exist
// open : file does not exist
// open : file does not exist
// open hello.txt/x: file does not exist
// open hello.txt/x: file does not exist
// read hello.txt: not a directory
// [-r--r--r-- 11 0001-01-01 00:00:00 page.html dr-xr-xr-x 0 0001-01-01 00:00:00 sub/] <nil>
// 2 <nil>
// "llo\n" <nil>
// 0 seek hello.txt: invalid argument
// 0 seek hello.txt: invalid argument
// 2 EOF <nil>
// read ./: is a directory
// [-r--r--r-- 6 0001-01-01 00:00:00 hello.txt] <nil>
// [dr-xr-xr-x 0 0001-01-01 00:00:00 static/] <nil>
// [] EOF
// [sub/bytes.bin] <nil>
