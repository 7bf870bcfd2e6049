package build

import (
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// otherFields has the fields for files that are not Go files, by their extensions. The C compiler assembles files with
// .S and .sx: they belong to the package only if it uses cgo, which is known after all files have been read.
var otherFields = fieldsByExtension()

func fieldsByExtension() map[string]func(p *Package) *[]string {
	fields := map[string]func(p *Package) *[]string{}
	enter := func(extensions string, field func(p *Package) *[]string) {
		for _, ext := range strings.Fields(extensions) {
			fields[ext] = field
		}
	}
	enter(".c", func(p *Package) *[]string { return &p.CFiles })
	enter(".cc .cpp .cxx", func(p *Package) *[]string { return &p.CXXFiles })
	enter(".m", func(p *Package) *[]string { return &p.MFiles })
	enter(".h .hh .hpp .hxx", func(p *Package) *[]string { return &p.HFiles })
	enter(".f .F .for .f90", func(p *Package) *[]string { return &p.FFiles })
	enter(".s .S .sx", func(p *Package) *[]string { return &p.SFiles })
	enter(".swig", func(p *Package) *[]string { return &p.SwigFiles })
	enter(".swigcxx", func(p *Package) *[]string { return &p.SwigCXXFiles })
	enter(".syso", func(p *Package) *[]string { return &p.SysoFiles })
	return fields
}

// A packageScanner fills the fields of a package from the files of its directory.
type packageScanner struct {
	c    *Context
	p    *Package
	mode ImportMode
	fset *token.FileSet
	tags map[string]bool
	// err is the first error of a file.
	err error
	// nameFrom and commentFrom are the files that set the package's name and import comment.
	nameFrom, commentFrom string
	// assembly has the files that are used only with cgo.
	assembly []string
	// The imports and patterns of the package, of its tests and of its external tests.
	groups [3]group
}

// A group has the imports and embed patterns of one of the three parts of a package.
type group struct {
	imports, embeds map[string][]token.Position
}

func (c *Context) scan(p *Package, mode ImportMode) error {
	s := packageScanner{c: c, p: p, mode: mode, fset: token.NewFileSet(), tags: map[string]bool{}}
	for i := range s.groups {
		s.groups[i] = group{map[string][]token.Position{}, map[string][]token.Position{}}
	}
	infos, err := c.readDir(p.Dir)
	if err != nil {
		return err
	}
	for _, info := range infos {
		if info.IsDir() {
			continue
		}
		if info.Mode()&fs.ModeSymlink != 0 && c.isDir(c.join(p.Dir, info.Name())) {
			continue
		}
		s.file(info.Name())
	}
	s.finish()
	if s.err != nil {
		return s.err
	}
	if len(p.GoFiles)+len(p.CgoFiles)+len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
		return &NoGoError{p.Dir}
	}
	return nil
}

func (s *packageScanner) finish() {
	p := s.p
	if len(s.tags) > 0 {
		p.AllTags = slices.Sorted(maps.Keys(s.tags))
	}
	own, test, xtest := s.groups[0], s.groups[1], s.groups[2]
	p.Imports, p.ImportPos = sorted(own.imports), own.imports
	p.TestImports, p.TestImportPos = sorted(test.imports), test.imports
	p.XTestImports, p.XTestImportPos = sorted(xtest.imports), xtest.imports
	p.EmbedPatterns, p.EmbedPatternPos = sorted(own.embeds), own.embeds
	p.TestEmbedPatterns, p.TestEmbedPatternPos = sorted(test.embeds), test.embeds
	p.XTestEmbedPatterns, p.XTestEmbedPatternPos = sorted(xtest.embeds), xtest.embeds
	files := &p.IgnoredOtherFiles
	if len(p.CgoFiles) > 0 {
		files = &p.SFiles
	}
	if len(s.assembly) > 0 {
		*files = append(*files, s.assembly...)
		slices.Sort(*files)
	}
}

func sorted(positions map[string][]token.Position) []string {
	keys := make([]string, 0, len(positions))
	return slices.AppendSeq(keys, slices.Values(slices.Sorted(maps.Keys(positions))))
}

// bad records that a Go file has an error.
func (s *packageScanner) bad(name string, err error) {
	if s.err == nil {
		s.err = err
	}
	if !slices.Contains(s.p.InvalidGoFiles, name) {
		s.p.InvalidGoFiles = append(s.p.InvalidGoFiles, name)
	}
}

// file adds a file to the fields that it belongs to.
func (s *packageScanner) file(name string) {
	ext := extension(name)
	f, err := s.c.readMatching(s.p.Dir, name, s.tags, s.fset)
	if err != nil && ext == ".go" {
		s.bad(name, err)
		return
	}
	// From files of other languages only constraints are read: a malformed beginning does not exclude such a file.
	field := otherFields[ext]
	switch {
	case f == nil && (name[0] == '_' || name[0] == '.'):
		// No field lists files whose names begin with these characters.
	case f == nil && ext == ".go":
		s.p.IgnoredGoFiles = append(s.p.IgnoredGoFiles, name)
	case f == nil && field != nil:
		s.p.IgnoredOtherFiles = append(s.p.IgnoredOtherFiles, name)
	case f == nil:
	case ext == ".go":
		s.goFile(name, f)
	case ext == ".S" || ext == ".sx":
		s.assembly = append(s.assembly, name)
	default:
		files := field(s.p)
		*files = append(*files, name)
	}
}

func extension(name string) string {
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		return name[dot:]
	}
	return ""
}

// The three parts of a package, as indices of its groups.
const (
	partOwn = iota
	partTest
	partXTest
)

func (s *packageScanner) goFile(name string, f *sourceFile) {
	p := s.p
	p.BinaryOnly = p.BinaryOnly || f.binaryOnly
	if f.parseErr != nil {
		// The parts of the file that were parsed are used nevertheless.
		s.bad(name, f.parseErr)
	}
	pkg := ""
	if f.tree != nil {
		pkg = f.tree.Name.Name
	}
	if pkg == "documentation" {
		p.IgnoredGoFiles = append(p.IgnoredGoFiles, name)
		return
	}
	part := partOwn
	if strings.HasSuffix(name, "_test.go") {
		part = partTest
		if inner, ok := strings.CutSuffix(pkg, "_test"); ok && p.Name != pkg {
			part, pkg = partXTest, inner
		}
	}
	if p.Name == "" {
		p.Name, s.nameFrom = pkg, name
	} else if pkg != p.Name {
		s.bad(name, &MultiplePackageError{p.Dir, []string{p.Name, pkg}, []string{s.nameFrom, name}})
	}
	if part == partOwn && p.Doc == "" && f.tree != nil && f.tree.Doc != nil {
		p.Doc = synopsis(f.tree.Doc.Text())
	}
	if s.mode&ImportComment != 0 {
		s.importComment(name, f.header)
	}
	isCgo := s.usesCgo(name, f, part)
	s.enter(name, f, part, isCgo)
}

func (s *packageScanner) importComment(name string, header []byte) {
	quoted, ok := importComment(header)
	if !ok {
		return
	}
	path, err := strconv.Unquote(quoted)
	switch {
	case err != nil:
		// Go counts these lines from the package clause.
		s.bad(name, fmt.Errorf("%s:1: cannot parse import comment", s.c.join(s.p.Dir, name)))
	case s.p.ImportComment == "":
		s.p.ImportComment, s.commentFrom = path, name
	case s.p.ImportComment != path:
		s.bad(name, fmt.Errorf("found import comments %q (%s) and %q (%s) in %s",
			s.p.ImportComment, s.commentFrom, path, name, s.p.Dir))
	}
}

// usesCgo reports whether a file imports "C", and reads the directives above the import.
func (s *packageScanner) usesCgo(name string, f *sourceFile, part int) bool {
	found := false
	for _, spec := range f.imports {
		if spec.path != "C" {
			continue
		}
		if part != partOwn {
			s.bad(name, fmt.Errorf("use of cgo in test %s not supported", f.path))
			continue
		}
		found = true
		if spec.doc != nil {
			if err := s.cgoDirectives(f.path, spec.doc); err != nil {
				s.bad(name, err)
			}
		}
	}
	return found
}

// enter adds a file to its list, and its imports and patterns to its part of the package.
func (s *packageScanner) enter(name string, f *sourceFile, part int, isCgo bool) {
	p := s.p
	files, directives := &p.GoFiles, &p.Directives
	switch {
	case isCgo:
		s.tags["cgo"] = true
		files = &p.CgoFiles
		if !s.c.CgoEnabled {
			p.IgnoredGoFiles = append(p.IgnoredGoFiles, name)
			return
		}
	case part == partTest:
		files, directives = &p.TestGoFiles, &p.TestDirectives
	case part == partXTest:
		files, directives = &p.XTestGoFiles, &p.XTestDirectives
	}
	*files = append(*files, name)
	*directives = append(*directives, f.directives...)
	g := s.groups[part]
	for _, spec := range f.imports {
		g.imports[spec.path] = append(g.imports[spec.path], spec.pos)
	}
	for _, pattern := range f.embeds {
		g.embeds[pattern.text] = append(g.embeds[pattern.text], pattern.pos)
	}
}

// documentation returns the comment above an import.
func documentation(decl *ast.GenDecl, spec *ast.ImportSpec) *ast.CommentGroup {
	if spec.Doc == nil && len(decl.Specs) == 1 {
		return decl.Doc
	}
	return spec.Doc
}
