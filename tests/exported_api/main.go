// Exported_api compares the exported names of minigo's library with those of the Go installation that runs it.
//
//	go run main.go STDLIB_SRC
//
// It prints "PACKAGE NAME" for each name that minigo's package lacks or declares otherwise: functions, variables, constants,
// types, methods, promoted ones too, and fields.
package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

var fset = token.NewFileSet()

// An ours imports minigo's packages, and what it has of the installed Go.
type ours struct {
	root   string
	gos    types.Importer
	loaded map[string]*types.Package
}

func (o *ours) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := o.loaded[path]; p != nil {
		return p, nil
	}
	dir := filepath.Join(o.root, path)
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	if len(files) == 0 {
		return o.gos.Import(path)
	}
	// Natives are functions without bodies; what is in bodies does not matter.
	conf := types.Config{Importer: o, IgnoreFuncBodies: true, Error: func(error) {}}
	p, _ := conf.Check(path, fset, files, nil)
	o.loaded[path] = p
	return p, nil
}

// signature is a type without the names of parameters.
func signature(t types.Type, q types.Qualifier) string {
	s, ok := t.(*types.Signature)
	if !ok || s.TypeParams().Len() > 0 {
		return ""
	}
	strip := func(t *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for v := range t.Variables() {
			vars = append(vars, types.NewParam(token.NoPos, nil, "", v.Type()))
		}
		return types.NewTuple(vars...)
	}
	bare := types.NewSignatureType(nil, nil, nil, strip(s.Params()), strip(s.Results()), s.Variadic())
	return types.TypeString(bare, q)
}

// api is what a package exports: names, with what has to be the same too.
func api(p *types.Package) map[string]string {
	found := map[string]string{}
	// Types that minigo keeps in an internal package are known by the public one, in which Go has them.
	q := func(other *types.Package) string {
		if other.Path() == "internal/fs" {
			return "io/fs"
		}
		return other.Path()
	}
	for _, name := range p.Scope().Names() {
		object := p.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		switch o := object.(type) {
		case *types.Const:
			found[name] = "const " + o.Val().ExactString()
		case *types.Func:
			found[name] = "func " + signature(o.Type(), q)
		case *types.Var:
			found[name] = "var"
		case *types.TypeName:
			found[name] = "type"
			members(found, name, o, q)
		}
	}
	return found
}

// members adds methods and fields of a type.
func members(found map[string]string, name string, o *types.TypeName, q types.Qualifier) {
	var t types.Type = types.Unalias(o.Type())
	if !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	for selection := range types.NewMethodSet(t).Methods() {
		if method := selection.Obj(); method.Exported() {
			found[name+"."+method.Name()] = "method " + signature(method.Type(), q)
		}
	}
	if s, ok := o.Type().Underlying().(*types.Struct); ok {
		for field := range s.Fields() {
			if field.Exported() {
				found[name+"."+field.Name()] = "field"
			}
		}
	}
}

func main() {
	root, err := filepath.Abs(os.Args[1])
	if err != nil {
		panic(err)
	}
	build.Default.CgoEnabled = false
	gos := importer.ForCompiler(fset, "source", nil)
	mine := &ours{root, gos, map[string]*types.Package{}}
	filepath.WalkDir(root, func(dir string, d os.DirEntry, err error) error {
		path, _ := filepath.Rel(root, dir)
		path = filepath.ToSlash(path)
		files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		internal := strings.Contains("/"+path+"/", "/internal/")
		if err != nil || !d.IsDir() || len(files) == 0 || internal {
			return nil
		}
		own, err := mine.Import(path)
		if err != nil {
			fmt.Println(path, err)
			return nil
		}
		theirs, err := gos.Import(path)
		if err != nil {
			fmt.Println(path, err)
			return nil
		}
		compare(path, api(theirs), api(own))
		return nil
	})
}

func compare(path string, want, got map[string]string) {
	var names []string
	for name := range want {
		if got[name] != want[name] {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Println(path, name)
		if os.Getenv("EXPLAIN") != "" {
			fmt.Printf("\twant %s\n\tgot  %s\n", want[name], got[name])
		}
	}
}
