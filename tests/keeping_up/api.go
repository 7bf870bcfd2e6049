// Lists the exported declarations of a Go library's packages, a line each: package, name, text. `go run api.go GOROOT/src`.
//
// Where files for several systems declare a name, those for linux/amd64 count.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// text is a node in gofmt's form, on one line and without comments.
func text(files *token.FileSet, node any) string {
	var out bytes.Buffer
	if err := format.Node(&out, files, node); err != nil {
		panic(err)
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// receiver is the name of a method's receiver type.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	ty := f.Recv.List[0].Type
	for {
		switch t := ty.(type) {
		case *ast.StarExpr:
			ty = t.X
		case *ast.IndexExpr:
			ty = t.X
		case *ast.IndexListExpr:
			ty = t.X
		case *ast.Ident:
			return t.Name + "."
		default:
			return ""
		}
	}
}

// typeOf adds a type; the fields of a struct and the methods of an interface are names of their own.
func typeOf(files *token.FileSet, s *ast.TypeSpec, found map[string]string) {
	var members *ast.FieldList
	ty := s.Type
	switch t := s.Type.(type) {
	case *ast.StructType:
		members, ty = t.Fields, ast.NewIdent("struct")
	case *ast.InterfaceType:
		members, ty = t.Methods, ast.NewIdent("interface")
	}
	found[s.Name.Name] = "type " + text(files, &ast.TypeSpec{Name: s.Name, TypeParams: s.TypeParams, Assign: s.Assign, Type: ty})
	if members == nil {
		return
	}
	for _, member := range members.List {
		ty := text(files, member.Type)
		for _, name := range member.Names {
			found[s.Name.Name+"."+name.Name] = s.Name.Name + "." + name.Name + " " + ty
		}
		if member.Names == nil {
			found[s.Name.Name+"."+ty] = s.Name.Name + " embeds " + ty
		}
	}
}

// declarations are the exported names of a file, with their texts.
func declarations(files *token.FileSet, file *ast.File, found map[string]string) {
	ast.FileExports(file)
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			name := receiver(d) + d.Name.Name
			if ast.IsExported(name) {
				found[name] = text(files, &ast.FuncDecl{Recv: d.Recv, Name: d.Name, Type: d.Type})
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					typeOf(files, s, found)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						ty := ""
						if s.Type != nil {
							ty = " " + text(files, s.Type)
						}
						found[name.Name] = d.Tok.String() + " " + name.Name + ty
					}
				}
			}
		}
	}
}

func main() {
	root := os.Args[1]
	context := build.Default
	context.GOOS, context.GOARCH, context.CgoEnabled = "linux", "amd64", false
	var lines []string
	err := filepath.WalkDir(root, func(dir string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		name := entry.Name()
		if name == "internal" || name == "vendor" || name == "testdata" || name == "cmd" || strings.HasPrefix(name, "_") {
			return filepath.SkipDir
		}
		path, _ := filepath.Rel(root, dir)
		paths, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		files, found := token.NewFileSet(), map[string]string{}
		for _, path := range paths {
			fits, err := context.MatchFile(dir, filepath.Base(path))
			if err != nil || !fits || strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			if file.Name.Name != "main" {
				declarations(files, file, found)
			}
		}
		for name, decl := range found {
			lines = append(lines, fmt.Sprintf("%s\t%s\t%s", path, name, decl))
		}
		return nil
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	sort.Strings(lines)
	for _, line := range lines {
		fmt.Println(line)
	}
}
