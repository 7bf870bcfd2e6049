// Writes uses of all exported symbols of the standard library: one package of uses for each library package.
package main

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

type writer struct {
	strings.Builder
	n int
}

func (w *writer) emit(format string, args ...any) {
	w.n++
	fmt.Fprintf(w, format+"\n", append([]any{w.n}, args...)...)
}

func main() {
	out, err := exec.Command(os.Getenv("GO"), "list", "std").Output()
	if err != nil {
		panic(err)
	}
	imp := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for _, path := range strings.Fields(string(out)) {
		if strings.Contains(path, "internal") || strings.HasPrefix(path, "vendor/") || path == "unsafe" || path == "runtime/cgo" {
			continue
		}
		pkg, err := imp.Import(path)
		if err != nil {
			fmt.Println(path, err)
			continue
		}
		w := &writer{}
		fmt.Fprintf(w, "//go:build go1.21\n\npackage p\n\nimport q %q\n\n", path)
		if strings.HasSuffix(path, "hkdf") || strings.HasSuffix(path, "pbkdf2") {
			fmt.Fprint(w, "import \"hash\"\n\n")
		}
		for _, name := range pkg.Scope().Names() {
			obj := pkg.Scope().Lookup(name)
			if !obj.Exported() {
				continue
			}
			switch obj := obj.(type) {
			case *types.Const:
				w.emit("const c%d = q.%s // "+name, name)
			case *types.Var:
				w.emit("var v%d = &q.%s // "+name, name)
			case *types.Func:
				w.emit("func f%d() { _ = q.%s%s } // "+name, name, args(obj.Type().(*types.Signature).TypeParams()))
			case *types.TypeName:
				typ := types.Unalias(obj.Type())
				list := ""
				if alias, ok := obj.Type().(*types.Alias); ok {
					list = args(alias.TypeParams())
				} else if named, ok := typ.(*types.Named); ok {
					list = args(named.TypeParams())
				}
				if face, ok := typ.Underlying().(*types.Interface); ok && !face.IsMethodSet() {
					w.emit("type t%d[P q.%s] struct { } // "+name, name)
					continue
				}
				w.emit("type t%d struct { x *q.%s%s } // "+name, name, list)
				if obj.IsAlias() {
					continue
				}
				recv := "*q." + name + list
				if types.IsInterface(typ) {
					if typ.Underlying().(*types.Interface).IsMethodSet() == false {
						continue
					}
					recv = "q." + name + list
				}
				set := types.NewMethodSet(types.NewPointer(typ))
				if types.IsInterface(typ) {
					set = types.NewMethodSet(typ)
				}
				for method := range set.Methods() {
					if ast.IsExported(method.Obj().Name()) {
						w.emit("func f%d(x %s) { _ = x.%s } // "+name+"."+method.Obj().Name(), recv, method.Obj().Name()+args(method.Obj().Type().(*types.Signature).TypeParams()))
					}
				}
				if s, ok := typ.Underlying().(*types.Struct); ok {
					for field := range s.Fields() {
						if field.Exported() {
							w.emit("func f%d(x %s) { _ = x.%s } // "+name+"."+field.Name(), recv, field.Name())
						}
					}
				}
			}
		}
		if w.n == 0 {
			continue
		}
		dir := filepath.Join("out", strings.ReplaceAll(path, "/", "_"))
		os.MkdirAll(dir, 0o755)
		os.WriteFile(filepath.Join(dir, "a.go"), []byte(w.String()), 0o644)
	}
}

func args(list *types.TypeParamList) string {
	if list.Len() == 0 {
		return ""
	}
	var all []string
	for param := range list.TypeParams() {
		constraint := param.Constraint().String()
		arg := "int"
		switch {
		case strings.HasPrefix(constraint, "~[]byte"):
			arg = "[]byte"
		case strings.HasPrefix(constraint, "~[]"):
			arg = "[]int"
		case constraint == "hash.Hash":
			arg = "hash.Hash"
		case strings.HasPrefix(constraint, "~map"):
			arg = "map[int]int"
		case constraint == "error":
			arg = "error"
		}
		all = append(all, arg)
	}
	return "[" + strings.Join(all, ", ") + "]"
}
