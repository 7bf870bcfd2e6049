package doc

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A collector collects the declarations in the files of a package.
type collector struct {
	mode        Mode
	doc         string
	importPaths map[string]bool
	importNames map[string]string // as Package.imports
	hasDot      bool              // names may come from a package with a dot import
	shadowed    map[string]bool   // predeclared types that the package declares itself
	order       int               // of the next Value
	values      []*Value
	types       map[string]*typeInfo
	funcs       map[string]*Func
	notes       map[string][]*Note
}

// A typeInfo is the information on a type, which may be used before its declaration is read.
type typeInfo struct {
	name       string
	doc        string
	decl       *ast.GenDecl // nil until the declaration is read
	isStruct   bool
	isEmbedded bool               // whether the type is embedded in another
	embedded   map[*typeInfo]bool // the types of embedded fields; true if embedded through a pointer
	values     []*Value
	funcs      map[string]*Func
	methods    map[string]*Func
}

func newCollector(mode Mode) *collector {
	return &collector{
		mode:        mode,
		importPaths: map[string]bool{},
		importNames: map[string]string{},
		shadowed:    map[string]bool{},
		types:       map[string]*typeInfo{},
		funcs:       map[string]*Func{},
		notes:       map[string][]*Note{},
	}
}

func (c *collector) shows(name string) bool { return c.mode&AllDecls != 0 || token.IsExported(name) }

// typeNamed returns the type with a name; nil if no type can have the name.
func (c *collector) typeNamed(name string) *typeInfo {
	if name == "" || name == "_" {
		return nil
	}
	t := c.types[name]
	if t == nil {
		t = &typeInfo{
			name:     name,
			embedded: map[*typeInfo]bool{},
			funcs:    map[string]*Func{},
			methods:  map[string]*Func{},
		}
		c.types[name] = t
	}
	return t
}

// noteShadowing finds declared types with the names of predeclared ones.
func (c *collector) noteShadowing(file *ast.File) {
	for _, decl := range file.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.TYPE {
			for _, spec := range d.Specs {
				if name := spec.(*ast.TypeSpec).Name.Name; IsPredeclared(name) {
					c.shadowed[name] = true
				}
			}
		}
	}
}

// addFile adds all declarations of a file but its functions.
func (c *collector) addFile(file *ast.File) {
	if file.Doc != nil {
		text := file.Doc.Text()
		if c.doc != "" {
			text = c.doc + "\n" + text
		}
		c.doc = text
		if c.mode&PreserveAST == 0 {
			file.Doc = nil
		}
	}
	if c.mode&AllDecls == 0 {
		c.trimFile(file)
	}
	for _, decl := range file.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		switch d.Tok {
		case token.IMPORT:
			c.addImports(d)
		case token.CONST, token.VAR:
			c.addValues(d)
		case token.TYPE:
			c.addTypes(d)
		}
	}
	c.addNotes(file.Comments)
	if c.mode&PreserveAST == 0 {
		file.Comments = nil
	}
}

func (c *collector) addImports(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		s := spec.(*ast.ImportSpec)
		importPath, err := strconv.Unquote(s.Path.Value)
		if err != nil {
			continue
		}
		c.importPaths[importPath] = true
		name := suggestedName(importPath)
		if s.Name != nil {
			name = s.Name.Name
		}
		switch name {
		case ".":
			c.hasDot = true
		case "_":
		default:
			if before, ok := c.importNames[name]; ok && before != importPath {
				importPath = "" // the files disagree
			}
			c.importNames[name] = importPath
		}
	}
}

// suggestedName guesses the name of a package: the last element of its path that is not a version, cut off where it
// is no longer an identifier.
func suggestedName(importPath string) string {
	name := path.Base(importPath)
	if version, ok := strings.CutPrefix(name, "v"); ok {
		if _, err := strconv.Atoi(version); err == nil {
			if dir := path.Dir(importPath); dir != "." {
				name = path.Base(dir)
			}
		}
	}
	name = strings.TrimPrefix(name, "go-")
	end := strings.IndexFunc(name, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if end >= 0 {
		name = name[:end]
	}
	return name
}

// baseName returns the name of a type without pointers and type arguments, and whether it is imported.
func baseName(x ast.Expr) (name string, isImported bool) {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name, false
	case *ast.SelectorExpr:
		if _, ok := x.X.(*ast.Ident); ok {
			// Only an identifier can name a package.
			return x.Sel.Name, true
		}
	case *ast.StarExpr:
		return baseName(x.X)
	case *ast.ParenExpr:
		return baseName(x.X)
	case *ast.IndexExpr:
		return baseName(x.X)
	case *ast.IndexListExpr:
		return baseName(x.X)
	}
	return "", false
}

// addValues adds a declaration of constants or variables. It belongs to a type if the declaration has no other type,
// and three quarters of its lines have this type.
func (c *collector) addValues(d *ast.GenDecl) {
	if len(d.Specs) == 0 {
		return
	}
	var names []string
	for _, spec := range d.Specs {
		for _, name := range spec.(*ast.ValueSpec).Names {
			names = append(names, name.Name)
		}
	}
	v := &Value{Doc: d.Doc.Text(), Names: names, Decl: d, order: c.order}
	c.order++
	if c.mode&PreserveAST == 0 {
		d.Doc = nil
	}
	name, count := mainType(d)
	if name != "" && c.shows(name) && count >= len(d.Specs)*3/4 {
		if t := c.typeNamed(name); t != nil {
			t.values = append(t.values, v)
			return
		}
	}
	c.values = append(c.values, v)
}

// mainType returns the only type of this package in a declaration, and the number of lines with it.
func mainType(d *ast.GenDecl) (name string, count int) {
	last := "" // the type that constants without a value get from a line before
	for _, spec := range d.Specs {
		s := spec.(*ast.ValueSpec)
		own := ""
		switch {
		case s.Type != nil:
			if base, isImported := baseName(s.Type); !isImported {
				own = base
			}
		case d.Tok == token.CONST && len(s.Values) == 0:
			own = last
		}
		if own != "" {
			if name != "" && name != own {
				return "", 0
			}
			name = own
			count++
		}
		last = own
	}
	return name, count
}

// addTypes adds a declaration of types; each type of a group gets a declaration of its own.
func (c *collector) addTypes(d *ast.GenDecl) {
	if len(d.Specs) == 1 && !d.Lparen.IsValid() {
		c.addType(d, d.Specs[0].(*ast.TypeSpec))
		return
	}
	for _, spec := range d.Specs {
		single := &ast.GenDecl{Doc: d.Doc, TokPos: spec.Pos(), Tok: token.TYPE, Specs: []ast.Spec{spec}}
		c.addType(single, spec.(*ast.TypeSpec))
	}
}

func (c *collector) addType(d *ast.GenDecl, spec *ast.TypeSpec) {
	t := c.typeNamed(spec.Name.Name)
	if t == nil {
		return
	}
	t.decl = d
	doc := spec.Doc
	if doc == nil {
		doc = d.Doc
	}
	t.doc = doc.Text()
	if c.mode&PreserveAST == 0 {
		spec.Doc, d.Doc = nil, nil
	}
	var members []*ast.Field
	members, t.isStruct = membersOf(spec.Type)
	for _, member := range members {
		if len(member.Names) == 0 {
			c.noteEmbedded(t, member.Type)
		}
	}
}

// membersOf returns the fields of a struct, or the methods of an interface.
func membersOf(x ast.Expr) (members []*ast.Field, isStruct bool) {
	switch x := x.(type) {
	case *ast.StructType:
		if x.Fields != nil {
			return x.Fields.List, true
		}
		return nil, true
	case *ast.InterfaceType:
		if x.Methods != nil {
			return x.Methods.List, false
		}
	}
	return nil, false
}

// noteEmbedded records that t embeds a type, and returns its name.
func (c *collector) noteEmbedded(t *typeInfo, x ast.Expr) string {
	name, isImported := baseName(x)
	if t == nil || isImported {
		return name
	}
	if embedded := c.typeNamed(name); embedded != nil {
		embedded.isEmbedded = true
		_, isPointer := x.(*ast.StarExpr)
		t.embedded[embedded] = isPointer
	}
	return name
}

func (c *collector) addFuncs(file *ast.File) {
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if c.mode&PreserveAST == 0 {
			f.Body = nil
		}
		if set := c.setFor(f); set != nil {
			c.addFunc(set, f)
		}
	}
}

// setFor returns the set to which a function belongs: that of its receiver's type, of the type that it returns, or of
// the package; nil for a method of a type that cannot have methods here.
func (c *collector) setFor(f *ast.FuncDecl) map[string]*Func {
	if f.Recv != nil {
		if len(f.Recv.List) == 0 {
			return nil
		}
		name, isImported := baseName(f.Recv.List[0].Type)
		if t := c.typeNamed(name); t != nil && !isImported {
			return t.methods
		}
		return nil
	}
	var made *typeInfo
	if f.Type.Results != nil {
		for _, result := range f.Type.Results.List {
			x := result.Type
			if list, ok := x.(*ast.ArrayType); ok {
				// A function that returns a slice or array of the type counts as returning the type.
				x = list.Elt
			}
			name, isImported := baseName(x)
			// At this point all types of the package are known, and those that they embed.
			t := c.types[name]
			if t == nil || isImported || !c.shows(name) || isTypeParam(name, f.Type.TypeParams) {
				continue
			}
			if made != nil {
				return c.funcs
			}
			made = t
		}
	}
	if made != nil {
		return made.funcs
	}
	return c.funcs
}

func isTypeParam(name string, params *ast.FieldList) bool {
	if params == nil {
		return false
	}
	return slices.ContainsFunc(params.List, func(field *ast.Field) bool {
		return slices.ContainsFunc(field.Names, func(n *ast.Ident) bool { return n.Name == name })
	})
}

// addFunc adds a function, unless the set has it with documentation: files for other systems may declare it, too.
func (c *collector) addFunc(set map[string]*Func, f *ast.FuncDecl) {
	name := f.Name.Name
	if before := set[name]; before != nil && before.Doc != "" {
		return
	}
	recv := ""
	if f.Recv != nil {
		recv = receiver(f.Recv.List[0].Type)
	}
	set[name] = &Func{Doc: f.Doc.Text(), Name: name, Decl: f, Recv: recv, Orig: recv}
	if c.mode&PreserveAST == 0 {
		f.Doc = nil
	}
}

// receiver returns the text of a receiver's type.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.StarExpr:
		return "*" + receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X) + "[" + paramNames(x.Index) + "]"
	case *ast.IndexListExpr:
		return receiver(x.X) + "[" + paramNames(x.Indices...) + "]"
	}
	return "BADRECV"
}

func paramNames(params ...ast.Expr) string {
	var names []string
	for _, p := range params {
		names = append(names, receiver(p))
	}
	return strings.Join(names, ", ")
}
