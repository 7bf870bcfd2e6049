// Package doc finds the documentation in the syntax trees of a package.
package doc

import (
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/token"
	"slices"
	"strings"
)

// A Package is the documentation of a package.
type Package struct {
	Doc        string
	Name       string
	ImportPath string
	Imports    []string
	Filenames  []string
	Notes      map[string][]*Note

	// Deprecated: Use the bodies of Notes["BUG"].
	Bugs []string

	// The package's declarations that belong to no type.
	Consts []*Value
	Types  []*Type
	Vars   []*Value
	Funcs  []*Func

	// Examples are the examples of the package itself, sorted. Only NewFromFiles finds examples.
	Examples []*Example

	imports map[string]string // the path for each local name; empty if files disagree
	symbols map[string]bool   // all names; fields and methods follow their type and a dot
}

// A Value is the documentation of a declaration of constants or variables, which may be a group.
type Value struct {
	Doc   string
	Names []string // in the order of the declaration
	Decl  *ast.GenDecl

	order int // among all declarations
}

// A Type is the documentation of a type.
type Type struct {
	Doc  string
	Name string
	Decl *ast.GenDecl

	// The declarations that belong to the type, each list sorted.
	Consts  []*Value // that are mostly of this type
	Vars    []*Value // that are mostly of this type
	Funcs   []*Func  // that return this type
	Methods []*Func  // including those of embedded fields

	// Examples are the examples of the type, sorted.
	Examples []*Example
}

// A Func is the documentation of a function or method.
type Func struct {
	Doc  string
	Name string
	Decl *ast.FuncDecl

	// Only methods have these fields.
	Recv  string // the receiver "T" or "*T", with its type parameters
	Orig  string // the receiver where the method is declared
	Level int    // how deep the method is embedded; 0 if it is the type's own

	// Examples are the examples of the function or method, sorted.
	Examples []*Example
}

// A Note is a comment that begins with a marker: "MARKER(uid): body".
type Note struct {
	Pos, End token.Pos // of the comment
	UID      string
	Body     string
}

// A Mode says which declarations New and NewFromFiles include, and whether they change the trees.
type Mode int

const (
	// AllDecls includes unexported declarations.
	AllDecls Mode = 1 << iota

	// AllMethods includes all methods of embedded fields, not just those of unexported fields.
	AllMethods

	// PreserveAST leaves bodies and comments in the trees.
	PreserveAST
)

// New returns the documentation of a package. It may change the trees.
func New(pkg *ast.Package, importPath string, mode Mode) *Package {
	c := newCollector(mode)
	names := sortedKeys(pkg.Files)
	for _, name := range names {
		c.noteShadowing(pkg.Files[name])
	}
	for _, name := range names {
		c.addFile(pkg.Files[name])
	}
	// At this point the types to which functions may belong are known.
	for _, name := range names {
		c.addFuncs(pkg.Files[name])
	}
	c.addEmbeddedMethods()
	c.dropTypes()

	p := &Package{
		Doc:        c.doc,
		Name:       pkg.Name,
		ImportPath: importPath,
		Imports:    sortedKeys(c.importPaths),
		Filenames:  names,
		Notes:      c.notes,
		Consts:     valuesOf(c.values, token.CONST),
		Types:      c.sortedTypes(),
		Vars:       valuesOf(c.values, token.VAR),
		Funcs:      sortedFuncs(c.funcs, true),
		imports:    c.importNames,
		symbols:    map[string]bool{},
	}
	for _, note := range c.notes["BUG"] {
		p.Bugs = append(p.Bugs, note.Body)
	}
	p.findSymbols()
	return p
}

// NewFromFiles returns the documentation of the package that consists of the files. Files whose names end in _test.go
// contain its examples. The only option is a Mode. The trees may be changed.
func NewFromFiles(fset *token.FileSet, files []*ast.File, importPath string, opts ...any) (*Package, error) {
	var mode Mode
	switch len(opts) {
	case 0:
	case 1:
		m, ok := opts[0].(Mode)
		if !ok {
			panic("doc.NewFromFiles: option argument type must be doc.Mode")
		}
		mode = m
	default:
		panic("doc.NewFromFiles: there must not be more than 1 option argument")
	}
	if fset == nil {
		panic("doc.NewFromFiles: no token.FileSet provided (fset == nil)")
	}
	own := map[string]*ast.File{}
	var tests []*ast.File
	for i, file := range files {
		f := fset.File(file.Pos())
		if f == nil {
			return nil, fmt.Errorf("file files[%d] is not found in the provided file set", i)
		}
		switch name := f.Name(); {
		case strings.HasSuffix(name, "_test.go"):
			tests = append(tests, file)
		case strings.HasSuffix(name, ".go"):
			own[name] = file
		default:
			return nil, fmt.Errorf("file files[%d] filename %q does not have a .go extension", i, name)
		}
	}
	// A package with errors is documented, too.
	pkg, _ := ast.NewPackage(fset, own, importNothing, nil)
	p := New(pkg, importPath, mode)
	p.assign(Examples(tests...))
	return p, nil
}

// importNothing gives an import the name that its path suggests, so that the name is resolved.
func importNothing(imports map[string]*ast.Object, path string) (*ast.Object, error) {
	pkg := imports[path]
	if pkg == nil {
		pkg = ast.NewObj(ast.Pkg, path[strings.LastIndex(path, "/")+1:])
		pkg.Data = ast.NewScope(nil)
		imports[path] = pkg
	}
	return pkg, nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// findSymbols collects all names to which comments may refer.
func (p *Package) findSymbols() {
	p.noteValues(p.Consts)
	p.noteValues(p.Vars)
	p.noteFuncs("", p.Funcs)
	for _, t := range p.Types {
		p.symbols[t.Name] = true
		p.noteValues(t.Consts)
		p.noteValues(t.Vars)
		p.noteFuncs("", t.Funcs)
		p.noteFuncs(t.Name+".", t.Methods)
		for _, spec := range t.Decl.Specs {
			members, _ := membersOf(spec.(*ast.TypeSpec).Type)
			for _, member := range members {
				for _, name := range member.Names {
					p.symbols[t.Name+"."+name.Name] = true
				}
			}
		}
	}
}

func (p *Package) noteValues(values []*Value) {
	for _, v := range values {
		for _, name := range v.Names {
			p.symbols[name] = true
		}
	}
}

func (p *Package) noteFuncs(prefix string, funcs []*Func) {
	for _, f := range funcs {
		p.symbols[prefix+f.Name] = true
	}
}

// Parser returns a new parser for comments of this package.
func (p *Package) Parser() *comment.Parser {
	return &comment.Parser{LookupPackage: p.packageNamed, LookupSym: p.hasSymbol}
}

func (p *Package) packageNamed(name string) (importPath string, ok bool) {
	if path, isImported := p.imports[name]; isImported {
		return path, path != ""
	}
	if name == p.Name {
		return "", true
	}
	return comment.DefaultLookupPackage(name)
}

func (p *Package) hasSymbol(recv, name string) bool {
	if recv != "" {
		name = recv + "." + name
	}
	return p.symbols[name]
}

// Printer returns a new printer for comments of this package.
func (p *Package) Printer() *comment.Printer { return &comment.Printer{} }

// HTML returns a comment as HTML.
func (p *Package) HTML(text string) []byte { return p.Printer().HTML(p.Parser().Parse(text)) }

// Markdown returns a comment as Markdown.
func (p *Package) Markdown(text string) []byte { return p.Printer().Markdown(p.Parser().Parse(text)) }

// Text returns a comment as text in lines of up to 80 characters.
func (p *Package) Text(text string) []byte { return p.Printer().Text(p.Parser().Parse(text)) }
