// The trees and errors of Go files, and of such files with some tokens changed, as hashes: a line a file. See ../trees.py.
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"hash/fnv"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
)

var modes = []parser.Mode{
	parser.ParseComments | parser.SkipObjectResolution, parser.ParseComments, parser.AllErrors | parser.DeclarationErrors,
	parser.ImportsOnly, parser.PackageClauseOnly | parser.ParseComments, 0,
}

func main() {
	mutants := flag.Int("mutants", 0, "change so many files instead of reading all as they are")
	seed := flag.Int64("seed", 1, "of the changes")
	flag.Parse()
	var files []string
	for _, root := range flag.Args() {
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(path, ".go") {
				files = append(files, path)
			}
			return nil
		})
	}
	if *mutants == 0 {
		for i, path := range files {
			if src, err := os.ReadFile(path); err == nil && len(src) < 300_000 {
				fmt.Println(path, result(src, modes[i%len(modes)]))
			}
		}
		return
	}
	r := rand.New(rand.NewSource(*seed))
	for i := 0; i < *mutants; {
		path := files[r.Intn(len(files))]
		src, err := os.ReadFile(path)
		if err != nil || len(src) > 4000 {
			continue
		}
		i++
		src = mutate(r, src)
		fmt.Println(i, path, result(src, modes[r.Intn(3)]))
	}
}

// result returns the errors, and a hash of the tree. Maps have no order, so the scope of the file is left out.
func result(src []byte, mode parser.Mode) string {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "f.go", src, mode)
	f.Scope = nil
	h := fnv.New64a()
	ast.Fprint(h, fset, f, nil)
	list, _ := err.(scanner.ErrorList)
	var texts []string
	for _, e := range list {
		texts = append(texts, fmt.Sprintf("%v@%d", e, e.Pos.Offset))
	}
	return fmt.Sprintf("%d %x %q", mode, h.Sum64(), texts)
}

// extra is what is inserted besides operators, keywords and tokens of the file.
var extra = []string{"x", "1", `"s"`, "\n", "[]", "a.b", "'c'", "/* c */", "// d\n", "#", "~T", "..."}

// mutate deletes, inserts, replaces or swaps one token or two.
func mutate(r *rand.Rand, src []byte) []byte {
	for range 1 + r.Intn(2) {
		at := tokens(src)
		if len(at) < 3 {
			break
		}
		i := r.Intn(len(at) - 2)
		begin, end, next := at[i], at[i+1], at[i+2]
		before, tok, behind := string(src[:begin]), string(src[begin:end]), string(src[end:])
		var insert string
		switch r.Intn(3) {
		case 0:
			insert = extra[r.Intn(len(extra))]
		case 1:
			j := r.Intn(len(at) - 1)
			insert = string(src[at[j]:at[j+1]])
		case 2:
			insert = token.Token(r.Intn(int(token.TILDE))).String()
		}
		switch r.Intn(4) {
		case 0:
			src = []byte(before + behind)
		case 1:
			src = []byte(before + " " + insert + " " + tok + behind)
		case 2:
			src = []byte(before + " " + insert + " " + behind)
		case 3:
			src = []byte(before + string(src[end:next]) + " " + tok + string(src[next:]))
		}
	}
	return src
}

// tokens returns where tokens begin.
func tokens(src []byte) (at []int) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(src))
	s.Init(file, src, nil, scanner.ScanComments)
	for {
		pos, tok, _ := s.Scan()
		if tok == token.EOF {
			return at
		}
		if offset := file.Offset(pos); len(at) == 0 || offset > at[len(at)-1] {
			at = append(at, offset)
		}
	}
}
