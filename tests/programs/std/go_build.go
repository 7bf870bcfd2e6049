// Package go/build on a tree of files in memory, and on a few that need no tree.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/build"
	"go/token"
	"io"
	"io/fs"
	"path"
	"reflect"
	"strings"
	"testing/fstest"
)

var tree = fstest.MapFS{
	"root/src/fmt/print.go":     {Data: []byte("// Package fmt prints. It does more.\npackage fmt\n")},
	"root/src/vendor/v/v.go":    {Data: []byte("package v\n")},
	"gopath/src/a/a.go":         {Data: []byte("//go:build linux && !ignore\n\n//go:debug x=1\n\npackage a // import \"a\"\n\nimport (\n\t\"fmt\"\n\t. \"io\"\n)\nimport _ \"embed\"\n\n//go:embed one \"two words\"\n//go:embed `three`\nvar s string\nvar t = \"\n")},
	"gopath/src/a/b.go":         {Data: []byte("// +build !windows\n// +build foo go1.20\n\n/* Package a J. Doe wrote. Yes. */\npackage a\n\nimport \"fmt\"\nbroken {\n")},
	"gopath/src/a/c.go":         {Data: []byte("package a\n\n// #cgo CFLAGS: -DX=1 -I inc\n// #cgo linux,amd64 LDFLAGS: -L${SRCDIR}/lib \"-l m\"\n// #cgo windows LDFLAGS: -lw\n// #cgo pkg-config: p q\n// #cgo noescape f\nimport \"C\"\n")},
	"gopath/src/a/d_windows.go": {Data: []byte("package a\n")},
	"gopath/src/a/e_arm64.s":    {Data: []byte("TEXT\n")},
	"gopath/src/a/f.c":          {Data: []byte("int x;\n")},
	"gopath/src/a/g.S":          {Data: []byte("// x\n")},
	"gopath/src/a/h.hpp":        {Data: []byte("//go:build ignore\n\n")},
	"gopath/src/a/_i.go":        {Data: []byte("nothing")},
	"gopath/src/a/j.txt":        {Data: []byte("nothing")},
	"gopath/src/a/k.go":         {Data: []byte("package documentation\n")},
	"gopath/src/a/a_test.go":    {Data: []byte("package a\n\nimport \"testing\"\n")},
	"gopath/src/a/x_test.go":    {Data: []byte("package a_test\n\nimport (\n\t\"a\"\n\t\"embed\"\n)\n\n//go:embed data\nvar f embed.FS\n")},

	"gopath/src/bad/a.go":        {Data: []byte("package bad\n")},
	"gopath/src/bad/b.go":        {Data: []byte("package other\n")},
	"gopath/src/syntax/a.go":     {Data: []byte("package syntax\n\nimport 7\n")},
	"gopath/src/syntax/b.go":     {Data: []byte("package syntax\n\nimport \"a b\"\n")},
	"gopath/src/syntax/c.go":     {Data: []byte("package syntax\x00")},
	"gopath/src/syntax/d.go":     {Data: []byte("//go:build (\n\npackage syntax\n")},
	"gopath/src/two/a.go":        {Data: []byte("//go:build a\n//go:build b\n\npackage two\n")},
	"gopath/src/none/a.go":       {Data: []byte("//go:build ignore\n\npackage none\n")},
	"gopath/src/none/b_plan9.go": {Data: []byte("package none\n")},
	"gopath/src/comment/a.go":    {Data: []byte("package comment // import \"x\"\n")},
	"gopath/src/comment/b.go":    {Data: []byte("package comment /* import \"y\" */\n")},
	"gopath/src/cgo/a.go":        {Data: []byte("package cgo\n\n// #cgo CFLAGS: a;b\nimport \"C\"\n")},
	"gopath/src/binary/a.go":     {Data: []byte("//go:binary-only-package\n\npackage binary\n")},
	"gopath/src/bom/a.go":        {Data: []byte("\ufeffpackage main\n\nimport \"fmt\"\n")},

	"gopath/src/a/vendor/v/v.go": {Data: []byte("package v\n")},
	"second/src/a/a.go":          {Data: []byte("package a\n")},
}

func name(p string) string { return strings.TrimPrefix(path.Clean(p), "/") }

func memory() build.Context {
	return build.Context{
		GOOS: "linux", GOARCH: "amd64", GOROOT: "/root", GOPATH: "/gopath:/second", Compiler: "gc", CgoEnabled: true,
		ReleaseTags: []string{"go1.1", "go1.20"},
		JoinPath:    path.Join,
		IsAbsPath:   path.IsAbs,
		SplitPathList: func(list string) []string {
			return strings.Split(list, ":")
		},
		IsDir: func(p string) bool {
			info, err := fs.Stat(tree, name(p))
			return err == nil && info.IsDir()
		},
		HasSubdir: func(root, dir string) (string, bool) {
			return strings.CutPrefix(path.Clean(dir), path.Clean(root)+"/")
		},
		ReadDir: func(p string) (infos []fs.FileInfo, err error) {
			entries, err := fs.ReadDir(tree, name(p))
			for _, e := range entries {
				info, err := e.Info()
				if err != nil {
					return nil, err
				}
				infos = append(infos, info)
			}
			return infos, err
		},
		OpenFile: func(p string) (io.ReadCloser, error) {
			data, err := fs.ReadFile(tree, name(p))
			return io.NopCloser(bytes.NewReader(data)), err
		},
	}
}

// show prints the fields that are set.
func show(what string, p *build.Package, err error) {
	fmt.Println("==", what)
	v := reflect.ValueOf(p).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		if f.IsZero() || f.Kind() == reflect.Slice && f.Len() == 0 || f.Kind() == reflect.Map && f.Len() == 0 {
			continue
		}
		label := v.Type().Field(i).Name
		switch x := f.Interface().(type) {
		case map[string][]token.Position:
			fmt.Printf("  %s: %v\n", label, x)
		case []string:
			fmt.Printf("  %s: %q\n", label, x)
		default:
			fmt.Printf("  %s: %v\n", label, x)
		}
	}
	if err != nil {
		fmt.Printf("  %T: %v\n", err, err)
	}
}

func main() {
	c := memory()
	p, err := c.Import("a", "/gopath/src/bad", build.ImportComment)
	show("a", p, err)
	c.CgoEnabled = false
	c.GOOS, c.GOARCH = "windows", "arm64"
	c.BuildTags = []string{"ignore"}
	p, err = c.ImportDir("/gopath/src/a", 0)
	show("a on windows", p, err)
	c.UseAllFiles = true
	p, err = c.ImportDir("/gopath/src/none", 0)
	show("all files", p, err)

	c = memory()
	for _, dir := range []string{"bad", "syntax", "two", "none", "comment", "cgo", "binary", "bom", "nowhere"} {
		p, err := c.ImportDir("/gopath/src/"+dir, build.ImportComment)
		show(dir, p, err)
		var several *build.MultiplePackageError
		if errors.As(err, &several) {
			fmt.Println(several.Packages, several.Files)
		}
	}
	finding(c)
	matching(c)
}

func finding(c build.Context) {
	for _, f := range []struct {
		path, dir string
		mode      build.ImportMode
	}{
		{"fmt", "/x", 0}, {"v", "/gopath/src/a", 0}, {"v", "/root/src/fmt", 0}, {"v", "/gopath/src/a", build.IgnoreVendor},
		{".", "/second/src/a", build.FindOnly}, {"../fmt", "/root/src/vendor", build.FindOnly},
		{"", "/x", 0}, {"/x", "/", 0}, {"./x", "", 0}, {"./x", "/y", 0}, {"missing", "/gopath/src/a/sub", 0},
		{"vendor/v", "/gopath/src/a", build.FindOnly}, {"vendor/none", "/gopath/src/a", 0},
	} {
		p, err := c.Import(f.path, f.dir, f.mode)
		show(fmt.Sprintf("%q from %q, mode %d", f.path, f.dir, f.mode), p, err)
	}
	c.Compiler = "unknown"
	p, err := c.Import("bom", "/x", build.FindOnly)
	show("unknown compiler", p, err)
	c.Compiler, c.InstallSuffix = "gccgo", "race"
	p, err = c.Import("bom", "/x", 0)
	show("gccgo", p, err)
	fmt.Println(p.IsCommand(), c.SrcDirs())
	c.Compiler, c.GOPATH = "gc", ""
	fmt.Println(c.SrcDirs())
	_, err = c.Import("z", "", 0)
	fmt.Println(err)
	for _, p := range []string{".", "..", "./x", "../x", "...", "x", "/x", ""} {
		fmt.Print(build.IsLocalImport(p), " ")
	}
	fmt.Println()
	fmt.Println(build.ArchChar("amd64"))
	d := build.Default
	fmt.Println(d.GOOS != "", d.GOARCH != "", d.Compiler, d.ReleaseTags[0], d.ReleaseTags[26:], d.JoinPath == nil)
}

func matching(c build.Context) {
	for _, f := range []string{"a.go", "b.go", "c.go", "d_windows.go", "e_arm64.s", "h.hpp", "_i.go", "j.txt", "lost.go"} {
		fmt.Print(f, ": ")
		fmt.Println(c.MatchFile("/gopath/src/a", f))
	}
	fmt.Println(c.MatchFile("/gopath/src/two", "a.go"))
	fmt.Println(c.MatchFile("/gopath/src/syntax", "c.go"))
	c.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("package p\n")), nil }
	for _, goos := range []string{"linux", "android", "illumos", "ios", "windows"} {
		c.GOOS = goos
		var taken []string
		for _, f := range []string{"linux.go", "x_linux.go", "x_android.go", "x_solaris.go", "x_darwin.go", "x_unix.go",
			"x_windows_amd64.go", "x_amd64_windows.go", "x_arm.go", "x_linux_test.go", "x_zos.go", "x_linux.y.go", "x_.go"} {
			if ok, err := c.MatchFile("/", f); ok && err == nil {
				taken = append(taken, f)
			}
		}
		fmt.Println(goos, taken)
	}
}

// Output:
// == a
//   Dir: /gopath/src/a
//   Name: a
//   ImportComment: a
//   Doc: Package a J. Doe wrote.
//   ImportPath: a
//   Root: /gopath
//   SrcRoot: /gopath/src
//   PkgRoot: /gopath/pkg
//   PkgTargetRoot: /gopath/pkg/linux_amd64
//   BinDir: /gopath/bin
//   PkgObj: /gopath/pkg/linux_amd64/a.a
//   AllTags: ["arm64" "cgo" "foo" "go1.20" "ignore" "linux" "windows"]
//   GoFiles: ["a.go" "b.go"]
//   CgoFiles: ["c.go"]
//   IgnoredGoFiles: ["d_windows.go" "k.go"]
//   IgnoredOtherFiles: ["e_arm64.s" "h.hpp"]
//   CFiles: ["f.c"]
//   SFiles: ["g.S"]
//   CgoCFLAGS: ["-DX=1" "-I" "/gopath/src/a/inc"]
//   CgoLDFLAGS: ["-L/gopath/src/a/lib" "-l m"]
//   CgoPkgConfig: ["p" "q"]
//   TestGoFiles: ["a_test.go"]
//   XTestGoFiles: ["x_test.go"]
//   Directives: [{//go:build linux && !ignore /gopath/src/a/a.go:1:1} {//go:debug x=1 /gopath/src/a/a.go:3:1}]
//   Imports: ["C" "embed" "fmt" "io"]
//   ImportPos: map[C:[/gopath/src/a/c.go:8:8] embed:[/gopath/src/a/a.go:11:8] fmt:[/gopath/src/a/a.go:8:2 /gopath/src/a/b.go:7:8] io:[/gopath/src/a/a.go:9:2]]
//   TestImports: ["testing"]
//   TestImportPos: map[testing:[/gopath/src/a/a_test.go:3:8]]
//   XTestImports: ["a" "embed"]
//   XTestImportPos: map[a:[/gopath/src/a/x_test.go:4:2] embed:[/gopath/src/a/x_test.go:5:2]]
//   EmbedPatterns: ["one" "three" "two words"]
//   EmbedPatternPos: map[one:[/gopath/src/a/a.go:13:12] three:[/gopath/src/a/a.go:14:12] two words:[/gopath/src/a/a.go:13:16]]
//   XTestEmbedPatterns: ["data"]
//   XTestEmbedPatternPos: map[data:[/gopath/src/a/x_test.go:8:12]]
// == a on windows
//   Dir: /gopath/src/a
//   Name: a
//   ImportPath: a
//   Root: /gopath
//   SrcRoot: /gopath/src
//   PkgRoot: /gopath/pkg
//   PkgTargetRoot: /gopath/pkg/windows_arm64
//   BinDir: /gopath/bin
//   PkgObj: /gopath/pkg/windows_arm64/a.a
//   AllTags: ["arm64" "cgo" "foo" "go1.20" "ignore" "linux" "windows"]
//   GoFiles: ["d_windows.go"]
//   IgnoredGoFiles: ["a.go" "b.go" "c.go" "k.go"]
//   IgnoredOtherFiles: ["g.S"]
//   CFiles: ["f.c"]
//   HFiles: ["h.hpp"]
//   SFiles: ["e_arm64.s"]
//   CgoCFLAGS: ["-DX=1" "-I" "/gopath/src/a/inc"]
//   CgoLDFLAGS: ["-lw"]
//   CgoPkgConfig: ["p" "q"]
//   TestGoFiles: ["a_test.go"]
//   XTestGoFiles: ["x_test.go"]
//   TestImports: ["testing"]
//   TestImportPos: map[testing:[/gopath/src/a/a_test.go:3:8]]
//   XTestImports: ["a" "embed"]
//   XTestImportPos: map[a:[/gopath/src/a/x_test.go:4:2] embed:[/gopath/src/a/x_test.go:5:2]]
//   XTestEmbedPatterns: ["data"]
//   XTestEmbedPatternPos: map[data:[/gopath/src/a/x_test.go:8:12]]
// == all files
//   Dir: /gopath/src/none
//   Name: none
//   ImportPath: none
//   Root: /gopath
//   SrcRoot: /gopath/src
//   PkgRoot: /gopath/pkg
//   PkgTargetRoot: /gopath/pkg/windows_arm64
//   BinDir: /gopath/bin
//   PkgObj: /gopath/pkg/windows_arm64/none.a
//   AllTags: ["ignore" "plan9"]
//   GoFiles: ["a.go" "b_plan9.go"]
//   Directives: [{//go:build ignore /gopath/src/none/a.go:1:1}]
// == bad
//   Dir: /gopath/src/bad
//   Name: bad
//   ImportPath: bad
//   Root: /gopath
//   SrcRoot: /gopath/src
//   PkgRoot: /gopath/pkg
//   PkgTargetRoot: /gopath/pkg/linux_amd64
//   BinDir: /gopath/bin
//   PkgObj: /gopath/pkg/linux_amd64/bad.a
//   GoFiles: ["a.go" "b.go"]
//   InvalidGoFiles: ["b.go"]
//   *build.MultiplePackageError: found packages bad (a.go) and other (b.go) in /gopath/src/bad
// [bad other] [a.go b.go]
// == syntax
//   Dir: /gopath/src/syntax
//   Name: syntax
//   ImportPath: syntax
//   Root: /gopath
//   SrcRoot: /gopath/src
//   PkgRoot: /gopath/pkg
//   PkgTargetRoot: /gopath/pkg/linux_amd64
//   BinDir: /gopath/bin
//   PkgObj: /gopath/pkg/linux_amd64/syntax.a
//   GoFiles: ["a.go" "b.go"]
//   InvalidGoFiles: ["a.go" "b.go" "c.go" "d.go"]
//   scanner.ErrorList: /gopath/src/syntax/a.go:3:8: import path must be a string
// == two
//   Dir: /gopath/src/two
//   ImportPath: two
//   Root: /gopath
//   SrcRoot: /gopath/src
//   PkgRoot: /gopath/pkg
//   PkgTargetRoot: /gopath/pkg/linux_amd64
//   BinDir: /gopath/bin
//   PkgObj: /gopath/pkg/linux_amd64/two.a
//   InvalidGoFiles: ["a.go"]
//   *errors.errorString: a.go: multiple //go:build comments
// == none
//   Dir: /gopath/src/none
//   ImportPath: none
//   Root: /gopath
//   SrcRoot: /gopath/src
//   PkgRoot: /gopath/pkg
//   PkgTargetRoot: /gopath/pkg/linux_amd64
//   BinDir: /gopath/bin
//   PkgObj: /gopath/pkg/linux_amd64/none.a
//   AllTags: ["ignore" "plan9"]
//   IgnoredGoFiles: ["a.go" "b_plan9.go"]
//   *build.NoGoError: no buildable Go source files in /gopath/src/none
// == comment
//   Dir: /gopath/src/comment
//   Name: comment
//   ImportComment: x
//   ImportPath: comment
//   Root: /gopath
//   SrcRoot: /gopath/src
//   PkgRoot: /gopath/pkg
//   PkgTargetRoot: /gopath/pkg/linux_amd64
//   BinDir: /gopath/bin
//   PkgObj: /gopath/pkg/linux_amd64/comment.a
//   GoFiles: ["a.go" "b.go"]
//   InvalidGoFiles: ["b.go"]
//   *errors.errorString: found import comments "x" (a.go) and "y" (b.go) in /gopath/src/comment
// == cgo
//   Dir: /gopath/src/cgo
//   Name: cgo
//   ImportPath: cgo
//   Root: /gopath
//   SrcRoot: /gopath/src
//   PkgRoot: /gopath/pkg
//   PkgTargetRoot: /gopath/pkg/linux_amd64
//   BinDir: /gopath/bin
//   PkgObj: /gopath/pkg/linux_amd64/cgo.a
//   AllTags: ["cgo"]
//   CgoFiles: ["a.go"]
//   InvalidGoFiles: ["a.go"]
//   Imports: ["C"]
//   ImportPos: map[C:[/gopath/src/cgo/a.go:4:8]]
//   *errors.errorString: /gopath/src/cgo/a.go: malformed #cgo argument: a;b
// == binary
//   Dir: /gopath/src/binary
//   Name: binary
//   ImportPath: binary
//   Root: /gopath
//   SrcRoot: /gopath/src
//   PkgRoot: /gopath/pkg
//   PkgTargetRoot: /gopath/pkg/linux_amd64
//   BinDir: /gopath/bin
//   PkgObj: /gopath/pkg/linux_amd64/binary.a
//   BinaryOnly: true
//   GoFiles: ["a.go"]
//   Directives: [{//go:binary-only-package /gopath/src/binary/a.go:1:1}]
// == bom
//   Dir: /gopath/src/bom
//   Name: main
//   ImportPath: bom
//   Root: /gopath
//   SrcRoot: /gopath/src
//   PkgRoot: /gopath/pkg
//   PkgTargetRoot: /gopath/pkg/linux_amd64
//   BinDir: /gopath/bin
//   PkgObj: /gopath/pkg/linux_amd64/bom.a
//   GoFiles: ["a.go"]
//   Imports: ["fmt"]
//   ImportPos: map[fmt:[/gopath/src/bom/a.go:3:8]]
// == nowhere
//   Dir: /gopath/src/nowhere
//   ImportPath: nowhere
//   Root: /gopath
//   SrcRoot: /gopath/src
//   PkgRoot: /gopath/pkg
//   PkgTargetRoot: /gopath/pkg/linux_amd64
//   BinDir: /gopath/bin
//   PkgObj: /gopath/pkg/linux_amd64/nowhere.a
//   *errors.errorString: cannot find package "nowhere" in:
// 	/gopath/src/nowhere
// == "fmt" from "/x", mode 0
//   Dir: /root/src/fmt
//   Name: fmt
//   Doc: Package fmt prints.
//   ImportPath: fmt
//   Root: /root
//   SrcRoot: /root/src
//   PkgRoot: /root/pkg
//   PkgTargetRoot: /root/pkg/linux_amd64
//   BinDir: /root/bin
//   Goroot: true
//   GoFiles: ["print.go"]
// == "v" from "/gopath/src/a", mode 0
//   Dir: /gopath/src/a/vendor/v
//   Name: v
//   ImportPath: a/vendor/v
//   Root: /gopath
//   SrcRoot: /gopath/src
//   PkgRoot: /gopath/pkg
//   PkgTargetRoot: /gopath/pkg/linux_amd64
//   BinDir: /gopath/bin
//   PkgObj: /gopath/pkg/linux_amd64/a/vendor/v.a
//   GoFiles: ["v.go"]
// == "v" from "/root/src/fmt", mode 0
//   Dir: /root/src/vendor/v
//   Name: v
//   ImportPath: vendor/v
//   Root: /root
//   SrcRoot: /root/src
//   PkgRoot: /root/pkg
//   PkgTargetRoot: /root/pkg/linux_amd64
//   BinDir: /root/bin
//   Goroot: true
//   GoFiles: ["v.go"]
// == "v" from "/gopath/src/a", mode 8
//   ImportPath: v
//   *errors.errorString: cannot find package "v" in any of:
// 	/root/src/v (from $GOROOT)
// 	/gopath/src/v (from $GOPATH)
// 	/second/src/v
// == "." from "/second/src/a", mode 1
//   Dir: /second/src/a
//   ImportPath: .
//   ConflictDir: /gopath/src/a
// == "../fmt" from "/root/src/vendor", mode 1
//   Dir: /root/src/fmt
//   ImportPath: fmt
//   Root: /root
//   SrcRoot: /root/src
//   PkgRoot: /root/pkg
//   PkgTargetRoot: /root/pkg/linux_amd64
//   BinDir: /root/bin
//   Goroot: true
// == "" from "/x", mode 0
//   *errors.errorString: import "": invalid import path
// == "/x" from "/", mode 0
//   ImportPath: /x
//   *errors.errorString: import "/x": cannot import absolute path
// == "./x" from "", mode 0
//   ImportPath: ./x
//   *errors.errorString: import "./x": import relative to unknown directory
// == "./x" from "/y", mode 0
//   Dir: /y/x
//   ImportPath: ./x
//   *errors.errorString: cannot find package "./x" in:
// 	/y/x
// == "missing" from "/gopath/src/a/sub", mode 0
//   ImportPath: missing
//   *errors.errorString: cannot find package "missing" in any of:
// 	/gopath/src/a/vendor/missing (vendor tree)
// 	/root/src/missing (from $GOROOT)
// 	/gopath/src/missing (from $GOPATH)
// 	/second/src/missing
// == "vendor/v" from "/gopath/src/a", mode 1
//   Dir: /root/src/vendor/v
//   ImportPath: vendor/v
//   Root: /root
//   SrcRoot: /root/src
//   PkgRoot: /root/pkg
//   PkgTargetRoot: /root/pkg/linux_amd64
//   BinDir: /root/bin
//   Goroot: true
// == "vendor/none" from "/gopath/src/a", mode 0
//   ImportPath: vendor/none
//   *errors.errorString: cannot find package "vendor/none" in any of:
// 	/gopath/src/a/vendor/vendor/none (vendor tree)
// 	/root/src/vendor/none (from $GOROOT)
// 	/gopath/src/vendor/none (from $GOPATH)
// 	/second/src/vendor/none
// == unknown compiler
//   Dir: /gopath/src/bom
//   ImportPath: bom
//   Root: /gopath
//   SrcRoot: /gopath/src
//   PkgRoot: /gopath/pkg
//   BinDir: /gopath/bin
//   *errors.errorString: import "bom": unknown compiler "unknown"
// == gccgo
//   Dir: /root/src/bom
//   ImportPath: bom
//   Root: /root
//   SrcRoot: /root/src
//   PkgRoot: /root/pkg
//   PkgTargetRoot: /root/pkg/gccgo_linux_amd64_race
//   BinDir: /root/bin
//   Goroot: true
// false [/gopath/src /second/src]
// [/root/src]
// cannot find package "z" in any of:
// 	/root/src/z (from $GOROOT)
// 	($GOPATH not set. For more details see: 'go help gopath')
// true true true true false false false false
// ? architecture letter no longer used
// true true gc go1.1 [go1.27] true
// a.go: true <nil>
// b.go: true <nil>
// c.go: true <nil>
// d_windows.go: false <nil>
// e_arm64.s: false <nil>
// h.hpp: false <nil>
// _i.go: false <nil>
// j.txt: false <nil>
// lost.go: false open gopath/src/a/lost.go: file does not exist
// false a.go: multiple //go:build comments
// true read /gopath/src/syntax/c.go: unexpected NUL in input
// linux [linux.go x_linux.go x_unix.go x_linux_test.go x_linux.y.go x_.go]
// android [linux.go x_linux.go x_android.go x_unix.go x_linux_test.go x_linux.y.go x_.go]
// illumos [linux.go x_solaris.go x_unix.go x_.go]
// ios [linux.go x_darwin.go x_unix.go x_.go]
// windows [linux.go x_unix.go x_windows_amd64.go x_amd64_windows.go x_.go]
