// The forms that go/printer, go/format and go/doc/comment give Go files, such files with other space and comments between tokens, and their
// comments, as hashes: a line a file. See ../forms.py.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"hash/fnv"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	mutants := flag.Int("mutants", 0, "change so many files instead of reading all as they are")
	docs := flag.Bool("docs", false, "print comments instead of files")
	seed := flag.Int64("seed", 1, "of the changes")
	show := flag.Int("show", 0, "print the text and the result of this mutant")
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
			src, err := os.ReadFile(path)
			switch {
			case err != nil || len(src) > 300_000:
			case *docs:
				fmt.Println(path, comments(src, i))
			default:
				result := form(src)
				fmt.Println(path, hash(result), bytes.Equal(src, result), modes(path, src, i))
			}
		}
		return
	}
	r := rand.New(rand.NewSource(*seed))
	for i := 0; i < *mutants; {
		path := files[r.Intn(len(files))]
		src, err := os.ReadFile(path)
		if err != nil || len(src) > 20_000 {
			continue
		}
		i++
		src = mutate(r, src)
		if i == *show {
			fmt.Printf("%s\n----\n%s\n", src, form(src))
		}
		if *show == 0 {
			fmt.Println(i, path, hash(form(src)))
		}
	}
}

func hash(text []byte) string {
	h := fnv.New64a()
	h.Write(text)
	return fmt.Sprintf("%016x", h.Sum64())
}

// form returns a source as gofmt forms it, or what is wrong with it.
func form(src []byte) []byte {
	out, err := format.Source(src)
	if err != nil {
		return []byte(err.Error())
	}
	return out
}

var allModes = []printer.Mode{
	0, printer.RawFormat, printer.TabIndent, printer.UseSpaces, printer.UseSpaces | printer.TabIndent, printer.SourcePos,
	printer.SourcePos | printer.RawFormat,
}

// modes returns the hash of what the printer makes of a file in another mode, and of a few of its nodes.
func modes(path string, src []byte, i int) string {
	if i%4 != 0 {
		return ""
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, filepath.Base(path), src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err.Error()
	}
	config := printer.Config{Mode: allModes[i/4%len(allModes)], Tabwidth: 1 + i%9, Indent: i % 3}
	var b bytes.Buffer
	print := func(node any) { fmt.Fprintln(&b, config.Fprint(&b, fset, node)) }
	print(f)
	n := 0
	ast.Inspect(f, func(node ast.Node) bool {
		if n++; n%50 == 0 {
			print(node)
			print(&printer.CommentedNode{Node: node, Comments: f.Comments})
		}
		return true
	})
	ast.FileExports(f)
	print(f)
	f.Comments = nil
	print(f)
	return hash(b.Bytes())
}

// comments returns the hash of what becomes of a file's comments.
func comments(src []byte, i int) string {
	f, err := parser.ParseFile(token.NewFileSet(), "f.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err.Error()
	}
	var p comment.Parser
	var pr comment.Printer
	switch i % 4 {
	case 1:
		p.Words = map[string]string{"the": "", "a": "https://example.com/?a&b", "Reader": "#Reader"}
		pr = comment.Printer{HeadingLevel: 2, DocLinkBaseURL: "/pkg/", TextPrefix: "  ", TextWidth: 40}
	case 2:
		p.LookupPackage = func(name string) (string, bool) { return "x/" + name, len(name)%2 == 0 }
		p.LookupSym = func(recv, name string) bool { return len(recv+name)%2 == 0 }
		pr = comment.Printer{TextPrefix: "\t// ", TextCodePrefix: "\t//\t\t", TextWidth: -1}
	case 3:
		pr.HeadingID = func(h *comment.Heading) string { return strings.ToLower(h.DefaultID()) }
		pr.DocLinkURL = func(l *comment.DocLink) string { return l.ImportPath + "!" + l.Name }
	}
	var b bytes.Buffer
	for _, g := range f.Comments {
		d := p.Parse(g.Text())
		for _, text := range [][]byte{pr.Comment(d), pr.Text(d), pr.HTML(d), pr.Markdown(d)} {
			b.Write(text)
		}
		fmt.Fprintln(&b, len(d.Content), len(d.Links))
	}
	return hash(b.Bytes())
}
