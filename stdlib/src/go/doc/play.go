package doc

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// withoutOutput returns a body and comments without the comment that states the output.
func withoutOutput(body *ast.BlockStmt, comments []*ast.CommentGroup) (*ast.BlockStmt, []*ast.CommentGroup) {
	told, _ := outputComment(body, comments)
	if told == nil {
		return body, comments
	}
	others := slices.DeleteFunc(slices.Clone(comments), func(c *ast.CommentGroup) bool { return c == told })
	return &ast.BlockStmt{Lbrace: body.Lbrace, List: body.List, Rbrace: told.Pos()}, others
}

// playFile makes a program from a file with one example.
func playFile(file *ast.File) *ast.File {
	program := *file
	program.Name = ast.NewIdent("main")
	if len(file.Comments) > 0 && strings.HasPrefix(file.Comments[0].Text(), "Copyright") {
		program.Comments = file.Comments[1:]
	}
	program.Decls = nil
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && isTest(f.Name.Name, "Example") {
			main := *f
			main.Name = ast.NewIdent("main")
			main.Body, program.Comments = withoutOutput(f.Body, program.Comments)
			decl = &main
		}
		program.Decls = append(program.Decls, decl)
	}
	return &program
}

// A player finds the declarations of a file that a function needs.
type player struct {
	decls   map[*ast.Object]ast.Decl
	methods map[string][]ast.Decl // by type

	isUsed     map[*ast.Object]bool
	needed     []ast.Decl // all declarations that the function needs, directly or not
	isNeeded   map[ast.Decl]bool
	unresolved map[string]bool
}

func newPlayer(file *ast.File) *player {
	p := &player{
		decls:      map[*ast.Object]ast.Decl{},
		methods:    map[string][]ast.Decl{},
		isUsed:     map[*ast.Object]bool{},
		isNeeded:   map[ast.Decl]bool{},
		unresolved: map[string]bool{},
	}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				p.decls[d.Name.Obj] = d
			} else if len(d.Recv.List) == 1 {
				name, _ := baseName(d.Recv.List[0].Type)
				p.methods[name] = append(p.methods[name], d)
			}
		case *ast.GenDecl:
			for _, name := range declaredNames(d) {
				p.decls[name.Obj] = d
			}
		}
	}
	return p
}

func declaredNames(d *ast.GenDecl) (names []*ast.Ident) {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			names = append(names, s.Name)
		case *ast.ValueSpec:
			names = append(names, s.Names...)
		}
	}
	return names
}

// look records the names that a tree uses.
func (p *player) look(tree ast.Node) {
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			// The name after the dot does not belong to the file.
			p.look(n.X)
			return false
		case *ast.KeyValueExpr:
			// The key may be a field.
			p.look(n.Value)
			return false
		case *ast.Ident:
			p.use(n)
		}
		return true
	})
}

func (p *player) use(name *ast.Ident) {
	if name.Obj == nil {
		if name.Name != "_" {
			p.unresolved[name.Name] = true
		}
		return
	}
	if d := p.decls[name.Obj]; d != nil {
		p.isUsed[name.Obj] = true
		p.need(d)
	}
}

func (p *player) need(d ast.Decl) {
	if !p.isNeeded[d] {
		p.isNeeded[d] = true
		p.needed = append(p.needed, d)
	}
}

// lookFields records the names that the types of fields use.
func (p *player) lookFields(list *ast.FieldList) {
	if list != nil {
		for _, field := range list.List {
			p.look(field.Type)
		}
	}
}

// lookFrom records all declarations that a body needs.
func (p *player) lookFrom(body *ast.BlockStmt) {
	p.look(body)
	for i := 0; i < len(p.needed); i++ {
		switch d := p.needed[i].(type) {
		case *ast.FuncDecl:
			p.lookFields(d.Type.TypeParams)
			p.lookFields(d.Type.Params)
			p.lookFields(d.Type.Results)
			if d.Body != nil {
				p.look(d.Body)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				p.lookSpec(spec)
			}
		}
	}
}

func (p *player) lookSpec(spec ast.Spec) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		p.lookFields(s.TypeParams)
		p.look(s.Type)
		for _, m := range p.methods[s.Name.Name] {
			p.need(m)
		}
	case *ast.ValueSpec:
		if s.Type != nil {
			p.look(s.Type)
		}
		for _, value := range s.Values {
			p.look(value)
		}
	}
}

// declarations returns the needed declarations. Of a group, only the used lines are kept, unless they
// use iota.
func (p *player) declarations() (decls []ast.Decl) {
	for _, decl := range p.needed {
		d, ok := decl.(*ast.GenDecl)
		if !ok {
			decls = append(decls, decl)
			continue
		}
		var specs []ast.Spec
		for _, spec := range d.Specs {
			if used := p.usedPart(spec); used != nil {
				specs = append(specs, used)
			}
		}
		switch {
		case len(specs) == 0:
		case d.Tok == token.CONST && slices.ContainsFunc(d.Specs, countsByIota):
			decls = append(decls, d)
		default:
			part := *d
			part.Specs = specs
			if len(specs) == 1 {
				part.Lparen = token.NoPos
			}
			decls = append(decls, &part)
		}
	}
	return decls
}

// usedPart returns the used part of a line; nil if nothing is used.
func (p *player) usedPart(spec ast.Spec) ast.Spec {
	isUsed := func(name *ast.Ident) bool { return p.isUsed[name.Obj] }
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if isUsed(s.Name) {
			return s
		}
	case *ast.ValueSpec:
		if !slices.ContainsFunc(s.Names, isUsed) {
			return nil
		}
		if len(s.Values) > 0 && len(s.Values) != len(s.Names) {
			// One call returns all values.
			return s
		}
		part := *s
		part.Names, part.Values = nil, nil
		for i, name := range s.Names {
			if isUsed(name) {
				part.Names = append(part.Names, name)
				if len(s.Values) > 0 {
					part.Values = append(part.Values, s.Values[i])
				}
			}
		}
		return &part
	}
	return nil
}

// countsByIota reports whether a line's values depend on its index in the group.
func countsByIota(spec ast.Spec) (does bool) {
	ast.Inspect(spec, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok && name.Name == "iota" && name.Obj == nil {
			does = true
		}
		return !does
	})
	return does
}

// playFunc makes a program from an example and the declarations that it needs; nil if that is not possible.
func playFunc(file *ast.File, f *ast.FuncDecl) *ast.File {
	if !strings.HasSuffix(file.Name.Name, "_test") {
		// The example may use names of the package without the package's name.
		return nil
	}
	p := newPlayer(file)
	p.lookFrom(f.Body)
	for name := range p.unresolved {
		if IsPredeclared(name) {
			delete(p.unresolved, name)
		}
	}
	imports, ok := p.imports(file)
	if !ok || len(p.unresolved) > 0 {
		return nil
	}
	var comments []*ast.CommentGroup
	addDoc := func(doc *ast.CommentGroup) {
		if doc != nil {
			comments = append(comments, doc)
		}
	}
	for _, c := range file.Comments {
		if f.Body.Pos() <= c.Pos() && c.End() <= f.Body.End() {
			comments = append(comments, c)
		}
	}
	body, comments := withoutOutput(f.Body, comments)
	decls := p.declarations()
	for _, decl := range decls {
		switch d := decl.(type) {
		case *ast.GenDecl:
			addDoc(d.Doc)
		case *ast.FuncDecl:
			addDoc(d.Doc)
		}
	}
	for _, spec := range imports.Specs {
		addDoc(spec.(*ast.ImportSpec).Doc)
	}
	decls = append(decls, &ast.FuncDecl{Name: ast.NewIdent("main"), Type: f.Type, Body: body})
	slices.SortStableFunc(decls, func(a, b ast.Decl) int { return cmp.Compare(a.Pos(), b.Pos()) })
	slices.SortFunc(comments, func(a, b *ast.CommentGroup) int { return cmp.Compare(a.Pos(), b.Pos()) })
	decls = append([]ast.Decl{imports}, decls...)
	return &ast.File{Name: ast.NewIdent("main"), Decls: decls, Comments: comments}
}

// imports returns the imports that the unresolved names need, and those without a name; it resolves the names. It fails
// if the program could not run, or if a dot import may declare any name.
func (p *player) imports(file *ast.File) (d *ast.GenDecl, ok bool) {
	// The printer writes parentheses only if their position is valid.
	d = &ast.GenDecl{Tok: token.IMPORT, Lparen: 1, Rparen: 1}
	var start token.Pos
	for i, s := range file.Imports {
		// Groups stay together. An import that follows in the next line is at most a line feed and a tab further.
		if i == 0 || s.Pos()-file.Imports[i-1].End() > token.Pos(len("\n\t")) {
			start = s.Pos()
		}
		importPath, err := strconv.Unquote(s.Path.Value)
		if err != nil || importPath == "syscall/js" {
			return nil, false
		}
		name := suggestedName(importPath)
		if s.Name != nil {
			name = s.Name.Name
		}
		switch {
		case name == ".":
			return nil, false
		case name == "_":
			d.Specs = append(d.Specs, s)
		case p.unresolved[name]:
			// At the position of the group's first import it is printed directly after the others.
			own, path := *s, *s.Path
			path.ValuePos = start
			own.Path = &path
			if s.Name != nil {
				own.Name = &ast.Ident{Name: s.Name.Name, NamePos: start}
			}
			own.Doc, own.EndPos = nil, start
			d.Specs = append(d.Specs, &own)
			delete(p.unresolved, name)
		}
	}
	return d, true
}
