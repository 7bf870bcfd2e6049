package ast

import "slices"

// A Filter reports whether a name is to be kept.
type Filter func(string) bool

// FilterDecl removes the names from a declaration that the filter rejects, and returns whether any are left.
func FilterDecl(decl Decl, f Filter) bool { return trimmer{f, false}.decl(decl) }

// FilterFile applies FilterDecl to all declarations of a file, and removes the empty declarations, and the imports.
func FilterFile(src *File, f Filter) bool { return trimmer{f, false}.file(src) }

// FilterPackage applies FilterFile to all files of a package.
func FilterPackage(pkg *Package, f Filter) bool { return trimmer{f, false}.files(pkg) }

// FileExports removes all unexported names from a file, and returns whether anything is left.
func FileExports(src *File) bool { return trimmer{IsExported, true}.file(src) }

// PackageExports removes all unexported names from a package, and returns whether anything is left.
func PackageExports(pkg *Package) bool { return trimmer{IsExported, true}.files(pkg) }

// A trimmer removes names from a tree. If exports is set, it also trims the types of the names that it keeps.
type trimmer struct {
	passes  Filter
	exports bool
}

func (t trimmer) files(pkg *Package) (left bool) {
	for _, file := range pkg.Files {
		if t.file(file) {
			left = true
		}
	}
	return left
}

func (t trimmer) file(file *File) bool {
	file.Decls = keep(file.Decls, t.decl)
	return len(file.Decls) > 0
}

// keep returns the elements for which f returns true. It calls f for all.
func keep[T any](all []T, f func(T) bool) []T {
	kept := 0
	for _, x := range all {
		if f(x) {
			all[kept] = x
			kept++
		}
	}
	return all[:kept]
}

func (t trimmer) names(names []*Ident) []*Ident {
	return keep(names, func(id *Ident) bool { return t.passes(id.Name) })
}

func (t trimmer) decl(decl Decl) bool {
	switch d := decl.(type) {
	case *GenDecl:
		d.Specs = keep(d.Specs, t.spec)
		return len(d.Specs) > 0
	case *FuncDecl:
		return t.passes(d.Name.Name)
	}
	return false
}

func (t trimmer) spec(spec Spec) bool {
	switch s := spec.(type) {
	case *ValueSpec:
		s.Names = t.names(s.Names)
		s.Values = t.exprs(s.Values)
		if len(s.Names) == 0 {
			return false
		}
		if t.exports {
			t.typ(s.Type)
		}
		return true
	case *TypeSpec:
		passes := t.passes(s.Name.Name)
		if passes && !t.exports {
			return true
		}
		if passes {
			t.typ(s.Type)
			return true
		}
		// A rejected type is kept if it contains an accepted name.
		return !t.exports && t.typ(s.Type)
	}
	return false
}

// nameOfType returns the field name of an embedded type; nil if the type cannot be embedded.
func nameOfType(x Expr) *Ident {
	for {
		star, ok := x.(*StarExpr)
		if !ok {
			break
		}
		x = star.X
	}
	if sel, ok := x.(*SelectorExpr); ok {
		if _, ok = sel.X.(*Ident); ok {
			return sel.Sel
		}
		return nil
	}
	id, _ := x.(*Ident)
	return id
}

// fields trims the fields of a struct or an interface, and returns whether any were removed.
func (t trimmer) fields(list *FieldList) (removed bool) {
	if list == nil {
		return false
	}
	before := len(list.List)
	list.List = keep(list.List, func(f *Field) bool {
		if len(f.Names) == 0 {
			name := nameOfType(f.Type)
			if name == nil || !t.passes(name.Name) {
				return false
			}
		} else {
			n := len(f.Names)
			if f.Names = t.names(f.Names); len(f.Names) < n {
				removed = true
			}
			if len(f.Names) == 0 {
				return false
			}
		}
		if t.exports {
			t.typ(f.Type)
		}
		return true
	})
	return removed || len(list.List) < before
}

// params trims the types of parameters.
func (t trimmer) params(list *FieldList) (left bool) {
	if list == nil {
		return false
	}
	for _, f := range list.List {
		if t.typ(f.Type) {
			left = true
		}
	}
	return left
}

// typ trims a type, and returns whether it contains accepted names.
func (t trimmer) typ(x Expr) bool {
	switch x := x.(type) {
	case *Ident:
		return t.passes(x.Name)
	case *ParenExpr:
		return t.typ(x.X)
	case *ArrayType:
		return t.typ(x.Elt)
	case *StructType:
		if t.fields(x.Fields) {
			x.Incomplete = true
		}
		return len(x.Fields.List) > 0
	case *FuncType:
		params, results := t.params(x.Params), t.params(x.Results)
		return params || results
	case *InterfaceType:
		if t.fields(x.Methods) {
			x.Incomplete = true
		}
		return len(x.Methods.List) > 0
	case *MapType:
		key, value := t.typ(x.Key), t.typ(x.Value)
		return key || value
	case *ChanType:
		return t.typ(x.Value)
	}
	return false
}

// exprs trims the composite literals among values.
func (t trimmer) exprs(list []Expr) []Expr {
	return keep(list, func(x Expr) bool {
		switch x := x.(type) {
		case *CompositeLit:
			n := len(x.Elts)
			if x.Elts = t.exprs(x.Elts); len(x.Elts) < n {
				x.Incomplete = true
			}
		case *KeyValueExpr:
			if key, ok := x.Key.(*Ident); ok && !t.passes(key.Name) {
				return false
			}
			if value, ok := x.Value.(*CompositeLit); ok {
				n := len(value.Elts)
				if value.Elts = t.exprs(value.Elts); len(value.Elts) < n {
					value.Incomplete = true
				}
			}
		}
		return true
	})
}

// A MergeMode is a set of flags for MergePackageFiles.
type MergeMode uint

// The flags.
const (
	FilterFuncDuplicates MergeMode = 1 << iota
	FilterUnassociatedComments
	FilterImportDuplicates
)

// MergePackageFiles merges the files of a package into one.
func MergePackageFiles(pkg *Package, mode MergeMode) *File {
	merged := &File{Name: NewIdent(pkg.Name), Scope: pkg.Scope}
	var docs []*Comment
	separator := &Comment{Text: "//"}
	imported := map[string]bool{}
	if mode&FilterUnassociatedComments == 0 {
		merged.Comments = []*CommentGroup{}
	}
	for i, name := range sortedNames(pkg.Files) {
		f := pkg.Files[name]
		if f.Doc != nil {
			if len(docs) > 0 {
				docs = append(docs, separator)
			}
			docs = append(docs, f.Doc.List...)
			merged.Package = max(merged.Package, f.Package)
		}
		if i == 0 || f.FileStart < merged.FileStart {
			merged.FileStart = f.FileStart
		}
		merged.FileEnd = max(merged.FileEnd, f.FileEnd)
		merged.Decls = append(merged.Decls, f.Decls...)
		for _, spec := range f.Imports {
			if path := spec.Path.Value; mode&FilterImportDuplicates == 0 || !imported[path] {
				imported[path] = true
				merged.Imports = append(merged.Imports, spec)
			}
		}
		if mode&FilterUnassociatedComments == 0 {
			merged.Comments = append(merged.Comments, f.Comments...)
		}
	}
	if len(docs) > 0 {
		merged.Doc = &CommentGroup{docs}
	}
	if mode&FilterFuncDuplicates != 0 {
		merged.Decls = withoutDuplicates(merged.Decls)
	}
	return merged
}

// withoutDuplicates keeps the first declaration of each function; like Go's, the second if the first has no comment.
func withoutDuplicates(decls []Decl) []Decl {
	type key struct{ receiver, name string }
	at := map[key]int{}
	gone := map[int]bool{}
	for i, decl := range decls {
		f, ok := decl.(*FuncDecl)
		if !ok {
			continue
		}
		k := key{name: f.Name.Name}
		if f.Recv != nil && len(f.Recv.List) == 1 {
			if t := nameOfReceiver(f.Recv.List[0].Type); t != nil {
				k.receiver = t.Name
			}
		}
		previous, found := at[k]
		switch {
		case !found:
			at[k] = i
		case !gone[previous] && decls[previous].(*FuncDecl).Doc == nil:
			gone[previous] = true
		default:
			gone[i] = true
		}
	}
	i := -1
	return slices.DeleteFunc(decls, func(Decl) bool {
		i++
		return gone[i]
	})
}

func nameOfReceiver(x Expr) *Ident {
	if star, ok := x.(*StarExpr); ok {
		x = star.X
	}
	id, _ := x.(*Ident)
	return id
}
