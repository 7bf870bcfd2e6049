package printer

import (
	"bytes"
	"go/build/constraint"
	"slices"
)

// moveConstraints moves the //go:build and // +build comments, as one block, after the comments at the beginning of the
// page, and makes the latter equivalent to the former.
func (p *printer) moveConstraints() {
	if len(p.goBuild)+len(p.plusBuild) == 0 {
		return
	}
	at := p.constraintsPlace()
	var moved []int
	moved = append(append(moved, p.goBuild...), p.plusBuild...)
	block := p.constraintLines()
	slices.Sort(moved)
	var rest []byte
	from := at
	for _, begin := range moved {
		if begin >= from {
			rest = appendShort(rest, p.out[from:begin])
			from = begin + len(p.lineFrom(begin))
		}
	}
	rest = appendShort(rest, p.out[from:])
	if endsEmpty(rest) {
		rest = rest[:len(rest)-1]
	}
	p.out = slices.Concat(p.out[:at], block, rest)
}

func isLineEnd(c byte) bool { return c == '\n' || c == '\f' }

// endsEmpty reports whether text ends with an empty line.
func endsEmpty(text []byte) bool {
	n := len(text)
	return n >= 2 && isLineEnd(text[n-1]) && isLineEnd(text[n-2])
}

// appendShort appends text, but not a second empty line.
func appendShort(text, more []byte) []byte {
	if len(more) > 0 && isLineEnd(more[0]) && (len(text) == 0 || endsEmpty(text)) {
		more = more[1:]
	}
	return append(text, more...)
}

// lineFrom returns the rest of a line, including its line break.
func (p *printer) lineFrom(begin int) []byte {
	if n := bytes.IndexAny(p.out[begin:], "\n\f"); n >= 0 {
		return p.out[begin : begin+n+1]
	}
	return p.out[begin:]
}

// constraintsPlace returns where the block belongs: after the last empty line among the comments at the beginning, or
// before it if there is a constraint.
func (p *printer) constraintsPlace() int {
	place := 0
	for at := 0; at < len(p.out); {
		text := p.lineFrom(at)
		begin := bytes.TrimLeft(text, " \t")
		at += len(text)
		if !isLineEnd(text[len(text)-1]) {
			break
		}
		if isLineEnd(begin[0]) {
			place = at
		} else if !bytes.HasPrefix(begin, []byte{escape, '/', '/'}) {
			break
		}
	}
	for _, found := range [...][]int{p.goBuild, p.plusBuild} {
		if len(found) > 0 && found[0] < place {
			return found[0]
		}
	}
	return place
}

// constraintLines returns the block.
func (p *printer) constraintLines() []byte {
	x := p.constraint()
	var block []byte
	if x == nil {
		// The lines remain unchanged, but are moved together.
		for _, begin := range p.goBuild {
			block = append(block, p.lineFrom(begin)...)
		}
		for _, begin := range p.plusBuild {
			block = append(block, p.lineFrom(begin)...)
		}
		return append(block, '\n')
	}
	add := func(text string) {
		block = append(block, escape)
		block = append(block, text...)
		block = append(block, escape, '\n')
	}
	add("//go:build " + x.String())
	if len(p.plusBuild) > 0 {
		lines, err := constraint.PlusBuildLines(x)
		if err != nil {
			lines = []string{"// +build error: " + err.Error()}
		}
		for _, text := range lines {
			add(text)
		}
	}
	return append(block, '\n')
}

// constraint returns the expression of the only //go:build comment, or of all // +build comments; nil if they are invalid or ambiguous.
func (p *printer) constraint() constraint.Expr {
	parse := func(begin int) constraint.Expr {
		text := p.lineFrom(begin)
		text = bytes.Trim(text, "\xff\n\f")
		x, err := constraint.Parse(string(text))
		if err != nil {
			return nil
		}
		return x
	}
	switch len(p.goBuild) {
	case 0:
		var all constraint.Expr
		for _, begin := range p.plusBuild {
			x := parse(begin)
			if x == nil {
				return nil
			}
			if all == nil {
				all = x
			} else {
				all = &constraint.AndExpr{X: all, Y: x}
			}
		}
		return all
	case 1:
		return parse(p.goBuild[0])
	}
	return nil
}
