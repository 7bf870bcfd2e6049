package doc

import (
	"cmp"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Example is an example function of a test file.
type Example struct {
	Name        string // name of the documented declaration, with a suffix if there are several
	Suffix      string // without the underscore; only NewFromFiles sets it
	Doc         string
	Code        ast.Node
	Play        *ast.File // a program that runs the example; nil if none can be made
	Comments    []*ast.CommentGroup
	Output      string // the expected output
	Unordered   bool   // the lines of the output may come in any order
	EmptyOutput bool   // the expected output is empty
	Order       int    // its position among the file's examples
}

// Examples returns the examples of test files, sorted by name. An example has a program if its file's package is not
// the tested one, and either the example uses no unexported names, or it is alone in its file.
func Examples(testFiles ...*ast.File) []*Example {
	var all []*Example
	for _, file := range testFiles {
		all = append(all, examplesOf(file)...)
	}
	slices.SortStableFunc(all, func(a, b *Example) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

func examplesOf(file *ast.File) (found []*Example) {
	hasTests, decls := false, 0
	for _, decl := range file.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && d.Tok != token.IMPORT {
			decls++
		}
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Recv != nil {
			continue
		}
		decls++
		name := f.Name.Name
		if isTest(name, "Test") || isTest(name, "Benchmark") || isTest(name, "Fuzz") {
			hasTests = true
		}
		if !isTest(name, "Example") || f.Type.Params.NumFields()+f.Type.Results.NumFields() > 0 || f.Body == nil {
			continue
		}
		e := &Example{
			Name:     strings.TrimPrefix(name, "Example"),
			Doc:      f.Doc.Text(),
			Code:     f.Body,
			Play:     playFunc(file, f),
			Comments: file.Comments,
			Order:    len(found),
		}
		if comment, output := outputComment(f.Body, file.Comments); comment != nil {
			e.Output, e.Unordered = output.text, output.isUnordered
			e.EmptyOutput = output.text == ""
		}
		found = append(found, e)
	}
	if !hasTests && decls > 1 && len(found) == 1 {
		// The whole file belongs to the example.
		found[0].Code = file
		found[0].Play = playFile(file)
	}
	return found
}

// isTest reports whether a name is the prefix, or continues with a character that is not a lower-case letter.
func isTest(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	first, _ := utf8.DecodeRuneInString(rest)
	return ok && (rest == "" || !unicode.IsLower(first))
}

var outputPrefix = regexp.MustCompile(`(?i)^[[:space:]]*(unordered )?output:`)

// An output is the expected output of an example.
type output struct {
	text        string
	isUnordered bool
}

// outputComment returns the last comment of a body if it states the output; nil if it does not.
func outputComment(body *ast.BlockStmt, comments []*ast.CommentGroup) (*ast.CommentGroup, output) {
	var last *ast.CommentGroup
	for _, c := range comments {
		if body != nil && body.Pos() <= c.Pos() && c.End() <= body.End() {
			last = c
		}
	}
	text := last.Text()
	m := outputPrefix.FindStringSubmatchIndex(text)
	if m == nil {
		return nil, output{}
	}
	rest := strings.TrimLeft(text[m[1]:], " ")
	return last, output{strings.TrimPrefix(rest, "\n"), m[2] >= 0}
}

// assign assigns each example to the declaration that its name refers to.
func (p *Package) assign(examples []*Example) {
	places := map[string]*[]*Example{"": &p.Examples}
	addFuncs := func(funcs []*Func) {
		for _, f := range funcs {
			if token.IsExported(f.Name) {
				name := f.Name
				if f.Recv != "" {
					recv, _, _ := strings.Cut(strings.TrimPrefix(f.Recv, "*"), "[")
					name = recv + "_" + name
				}
				places[name] = &f.Examples
			}
		}
	}
	addFuncs(p.Funcs)
	for _, t := range p.Types {
		if token.IsExported(t.Name) {
			places[t.Name] = &t.Examples
			addFuncs(t.Funcs)
			addFuncs(t.Methods)
		}
	}
	for _, e := range examples {
		assignTo(places, e)
	}
	for _, place := range places {
		slices.SortStableFunc(*place, func(a, b *Example) int { return cmp.Compare(a.Suffix, b.Suffix) })
	}
}

// assignTo assigns an example to the declaration with the longest name at the beginning of its own. The rest is the
// suffix, which with a small letter.
func assignTo(places map[string]*[]*Example, e *Example) {
	for at := len(e.Name); at >= 0; at = strings.LastIndexByte(e.Name[:at], '_') {
		suffix := strings.TrimPrefix(e.Name[at:], "_")
		if first, _ := utf8.DecodeRuneInString(suffix); at < len(e.Name) && !unicode.IsLower(first) {
			continue
		}
		if place := places[e.Name[:at]]; place != nil {
			e.Suffix = suffix
			*place = append(*place, e)
			return
		}
	}
}
