package ast

import (
	"cmp"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// SortImports sorts the imports of each parenthesised declaration, separately between empty lines, and removes duplicates.
func SortImports(fset *token.FileSet, f *File) {
	for _, decl := range f.Decls {
		d, ok := decl.(*GenDecl)
		if !ok || d.Tok != token.IMPORT {
			// Imports precede all other declarations.
			break
		}
		if !d.Lparen.IsValid() {
			continue
		}
		s := importSorter{fset.File(d.Lparen), f}
		var sorted []Spec
		begin := 0
		for i := 1; i <= len(d.Specs); i++ {
			if i == len(d.Specs) || s.line(d.Specs[i].Pos()) > 1+s.line(d.Specs[i-1].End()) {
				sorted = append(sorted, s.run(d.Specs[begin:i])...)
				begin = i
			}
		}
		d.Specs = sorted
		if n := len(sorted); n > 0 {
			// If the last lines were duplicates, empty lines would remain.
			last := s.line(sorted[n-1].Pos())
			for line := s.line(d.Rparen); line > last+1; line-- {
				s.file.MergeLine(line - 1)
			}
		}
	}
	// Duplicates are removed from File.Imports too.
	var imports []*ImportSpec
	for _, decl := range f.Decls {
		d, ok := decl.(*GenDecl)
		if !ok || d.Tok != token.IMPORT {
			break
		}
		for _, spec := range d.Specs {
			imports = append(imports, spec.(*ImportSpec))
		}
	}
	f.Imports = imports
}

// An importSorter sorts imports of a file.
type importSorter struct {
	file *token.File
	tree *File
}

func (s importSorter) line(p token.Pos) int { return s.file.PositionFor(p, false).Line }

func pathOf(spec Spec) string {
	path, err := strconv.Unquote(spec.(*ImportSpec).Path.Value)
	if err != nil {
		return ""
	}
	return path
}

func nameOf(spec Spec) string {
	if name := spec.(*ImportSpec).Name; name != nil {
		return name.Name
	}
	return ""
}

func commentOf(spec Spec) string { return spec.(*ImportSpec).Comment.Text() }

// A place is the range of lines of one import, into which sorting moves another.
type place struct{ begin, end token.Pos }

// attached are the comments of an import: those before it and those after it.
type attached struct{ left, right []*CommentGroup }

// run sorts consecutive imports, and returns those that remain.
func (s importSorter) run(specs []Spec) []Spec {
	if len(specs) <= 1 {
		return specs
	}
	places := make([]place, len(specs))
	for i, spec := range specs {
		places[i] = place{spec.Pos(), spec.End()}
	}
	comments := s.commentsIn(places[0].begin, places[len(places)-1].end)
	attachedTo := s.attach(specs, places, comments)
	slices.SortFunc(specs, func(a, b Spec) int {
		return cmp.Or(
			strings.Compare(pathOf(a), pathOf(b)),
			strings.Compare(nameOf(a), nameOf(b)),
			strings.Compare(commentOf(a), commentOf(b)),
		)
	})
	var kept []Spec
	for i, spec := range specs {
		if i+1 < len(specs) && replaces(specs[i+1], spec) {
			s.file.MergeLine(s.line(spec.Pos()))
			continue
		}
		kept = append(kept, spec)
	}
	for i, spec := range kept {
		moveTo(spec.(*ImportSpec), places[i], attachedTo[spec])
	}
	slices.SortStableFunc(comments, func(a, b *CommentGroup) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return kept
}

// replaces reports whether an import makes the one before it redundant.
func replaces(next, previous Spec) bool {
	return pathOf(next) == pathOf(previous) && nameOf(next) == nameOf(previous) && previous.(*ImportSpec).Comment == nil
}

// commentsIn returns the comments of the file in the lines between two positions.
func (s importSorter) commentsIn(begin, end token.Pos) []*CommentGroup {
	from := s.file.LineStart(s.line(begin))
	to := s.file.End() + 1
	if last := s.line(end); last < s.file.LineCount() {
		to = s.file.LineStart(last + 1)
	}
	all := s.tree.Comments
	i := 0
	for i < len(all) && all[i].Pos() < from {
		i++
	}
	j := i
	for j < len(all) && all[j].End() < to {
		j++
	}
	return all[i:j]
}

// attach assigns each comment to an import.
func (s importSorter) attach(specs []Spec, places []place, comments []*CommentGroup) map[Spec]*attached {
	all := map[Spec]*attached{}
	at := 0
	for _, group := range comments {
		for at+1 < len(places) && places[at+1].begin <= group.Pos() {
			at++
		}
		isLeft := at == 0 && places[0].begin > group.Pos()
		if !isLeft && at+1 < len(places) && s.line(places[at].begin)+1 == s.line(group.Pos()) {
			// The comment is in the line of the next import.
			at++
			isLeft = true
		}
		a := all[specs[at]]
		if a == nil {
			a = new(attached)
			all[specs[at]] = a
		}
		if isLeft {
			a.left = append(a.left, group)
		} else {
			a.right = append(a.right, group)
		}
	}
	return all
}

// moveTo sets the positions of an import and its comments to another place.
func moveTo(spec *ImportSpec, to place, comments *attached) {
	if spec.Name != nil {
		spec.Name.NamePos = to.begin
	}
	spec.Path.ValuePos, spec.Path.ValueEnd = to.begin, to.begin+token.Pos(len(spec.Path.Value))
	spec.EndPos = to.end
	if comments == nil {
		return
	}
	for _, group := range comments.left {
		for _, c := range group.List {
			c.Slash = to.begin - 1
		}
	}
	for _, group := range comments.right {
		for _, c := range group.List {
			c.Slash = to.end
		}
	}
}
