package ast

import (
	"fmt"
	"go/scanner"
	"go/token"
	"strconv"
)

// An Importer returns the package at a path, and enters it into the imports.
type Importer func(imports map[string]*Object, path string) (pkg *Object, err error)

// A packaging makes a package from files.
type packaging struct {
	fset     *token.FileSet
	importer Importer
	universe *Scope
	scope    *Scope
	imports  map[string]*Object
	errors   scanner.ErrorList
}

func (p *packaging) errorf(pos token.Pos, format string, args ...any) {
	p.errors.Add(p.fset.Position(pos), fmt.Sprintf(format, args...))
}

// declare inserts an object into a scope, or reports that its name is declared there or in another scope.
func (p *packaging) declare(scope, other *Scope, obj *Object) {
	alt := scope.Insert(obj)
	if alt == nil && other != nil {
		alt = other.Lookup(obj.Name)
	}
	if alt == nil {
		return
	}
	previous := ""
	if pos := alt.Pos(); pos.IsValid() {
		previous = fmt.Sprintf("\n\tprevious declaration at %s", p.fset.Position(pos))
	}
	p.errorf(obj.Pos(), "%s redeclared in this block%s", obj.Name, previous)
}

// NewPackage makes a package from files, and resolves names across them.
func NewPackage(fset *token.FileSet, files map[string]*File, importer Importer, universe *Scope) (*Package, error) {
	p := &packaging{fset: fset, importer: importer, universe: universe, scope: NewScope(universe), imports: map[string]*Object{}}
	pkgName := ""
	names := sortedNames(files)
	ignored := map[*File]bool{}
	for _, name := range names {
		file := files[name]
		if pkgName == "" {
			pkgName = file.Name.Name
		}
		if got := file.Name.Name; got != pkgName {
			p.errorf(file.Package, "package %s; expected %s", got, pkgName)
			ignored[file] = true
			continue
		}
		if file.Scope != nil {
			for _, obj := range file.Scope.Objects {
				p.declare(p.scope, nil, obj)
			}
		}
	}
	for _, name := range names {
		if file := files[name]; !ignored[file] {
			p.resolve(file)
		}
	}
	p.errors.Sort()
	return &Package{pkgName, p.scope, p.imports, files}, p.errors.Err()
}

// importAll returns the scope of a file's imports.
func (p *packaging) importAll(file *File) (scope *Scope, failed bool) {
	scope = NewScope(p.scope)
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		pkg, err := p.importer(p.imports, path)
		if err != nil {
			p.errorf(spec.Path.Pos(), "could not import %s (%s)", path, err)
			failed = true
			continue
		}
		name := pkg.Name
		if spec.Name != nil {
			name = spec.Name.Name
		}
		switch name {
		case "_":
		case ".":
			for _, obj := range pkg.Data.(*Scope).Objects {
				p.declare(scope, p.scope, obj)
			}
		default:
			obj := NewObj(Pkg, name)
			obj.Decl, obj.Data = spec, pkg.Data
			p.declare(scope, p.scope, obj)
		}
	}
	return scope, failed
}

// resolve resolves the unresolved identifiers of a file.
func (p *packaging) resolve(file *File) {
	scope := p.scope
	if p.importer != nil {
		var failed bool
		if scope, failed = p.importAll(file); failed {
			// A failed import may have declared a name that the universe has too.
			p.scope.Outer = nil
			defer func() { p.scope.Outer = p.universe }()
		}
	}
	left := file.Unresolved[:0]
	for _, id := range file.Unresolved {
		if obj := lookup(scope, id.Name); obj != nil {
			id.Obj = obj
			continue
		}
		p.errorf(id.Pos(), "undeclared name: %s", id.Name)
		left = append(left, id)
	}
	file.Unresolved = left
}

// lookup looks up a name in a scope and its outer scopes.
func lookup(scope *Scope, name string) *Object {
	for ; scope != nil; scope = scope.Outer {
		if obj := scope.Lookup(name); obj != nil {
			return obj
		}
	}
	return nil
}
