package build

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// A sourceFile is a file that belongs to the build; of a file that is not a Go file, only the comments at its beginning are read.
type sourceFile struct {
	path   string
	header []byte
	// tree is the parsed header, nil if it could not be parsed at all.
	tree       *ast.File
	parseErr   error
	imports    []importSpec
	embeds     []embed
	directives []Directive
	// binaryOnly says that the file has the comment //go:binary-only-package.
	binaryOnly bool
}

type importSpec struct {
	path string
	pos  token.Position
	doc  *ast.CommentGroup
}

// An embed is a pattern of a comment //go:embed.
type embed struct {
	text string
	pos  token.Position
}

// readMatching reads a file, and returns nil if the build excludes it. It adds the tags that its constraint uses to
// tags, which may be nil. If an error occurs before the constraint is evaluated, it also returns the file.
func (c *Context) readMatching(dir, name string, tags map[string]bool, fset *token.FileSet) (*sourceFile, error) {
	ext := extension(name)
	if name == "" || name[0] == '_' || name[0] == '.' || ext != ".go" && otherFields[ext] == nil {
		return nil, nil
	}
	if !c.nameMatches(name, tags) && !c.UseAllFiles {
		return nil, nil
	}
	f := &sourceFile{path: c.join(dir, name)}
	if ext == ".syso" {
		return f, nil // not a text file
	}
	in, err := c.open(f.path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if ext != ".go" {
		f.header, err = comments(in)
	} else {
		err = f.read(in, fset)
	}
	if err != nil {
		return f, fmt.Errorf("read %s: %v", f.path, err)
	}
	ok, binary, err := c.constraintMatches(f.header, tags)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %v", name, err)
	case ok, c.UseAllFiles:
		f.binaryOnly = binary && ext == ".go" && !strings.HasSuffix(name, "_test.go")
		return f, nil
	}
	return nil, nil
}

// MatchFile reports whether the build includes a file of a directory.
func (ctxt *Context) MatchFile(dir, name string) (match bool, err error) {
	f, err := ctxt.readMatching(dir, name, nil, token.NewFileSet())
	return f != nil, err
}

// read parses the header of a Go file; if the file imports package embed, it also finds the patterns of //go:embed in
// the rest.
func (f *sourceFile) read(in io.Reader, fset *token.FileSet) error {
	r := newHeaderReader(in)
	r.imports()
	f.header = r.kept
	switch r.stop {
	case nil:
	case errSyntax:
		// The parser finds the error again, with its position.
		rest, err := r.rest()
		if err != nil {
			return err
		}
		f.header = append(f.header, rest...)
	default:
		return r.stop
	}
	f.tree, f.parseErr = parser.ParseFile(fset, f.path, f.header, parser.ImportsOnly|parser.ParseComments)
	if f.parseErr != nil {
		return nil
	}
	embeds := false
	for _, d := range f.tree.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, d := range decl.Specs {
			spec, ok := d.(*ast.ImportSpec)
			if !ok {
				continue
			}
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return fmt.Errorf("parser returned invalid quoted string: <%s>", spec.Path.Value)
			}
			if !validPath(path) {
				f.imports = nil
				f.parseErr = &scanner.Error{Pos: fset.Position(spec.Pos()), Msg: "invalid import path: " + path}
				return nil
			}
			embeds = embeds || path == "embed"
			f.imports = append(f.imports, importSpec{path, fset.Position(spec.Pos()), documentation(decl, spec)})
		}
	}
	for _, group := range f.tree.Comments {
		if group.Pos() > f.tree.Package {
			break
		}
		for _, comment := range group.List {
			if strings.HasPrefix(comment.Text, "//go:") {
				f.directives = append(f.directives, Directive{comment.Text, fset.Position(comment.Slash)})
			}
		}
	}
	if !embeds {
		return nil
	}
	rest, _ := r.rest() // the header has been read: an error only hides later patterns
	f.findEmbeds(append(f.header, rest...))
	return nil
}

// validPath reports whether an import path has only characters that the specification lets all compilers accept.
func validPath(path string) bool {
	for _, r := range path {
		if !unicode.IsGraphic(r) || unicode.IsSpace(r) || strings.ContainsRune("!\"#$%&'()*,:;<=>?[\\]^`{|}\ufffd", r) {
			return false
		}
	}
	return path != ""
}
