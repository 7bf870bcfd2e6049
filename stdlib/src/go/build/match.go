package build

import (
	"bytes"
	"errors"
	"fmt"
	"go/build/constraint"
	"slices"
	"strings"
)

var errTwoConstraints = errors.New("multiple //go:build comments")

// matches evaluates a constraint, and adds the tags in it to tags, which may be nil.
func (c *Context) matches(x constraint.Expr, tags map[string]bool) bool {
	return x.Eval(func(tag string) bool { return c.hasTag(tag, tags) })
}

func (c *Context) hasTag(tag string, tags map[string]bool) bool {
	if tags != nil {
		tags[tag] = true
	}
	switch tag {
	case "cgo":
		if c.CgoEnabled {
			return true
		}
	case c.GOOS, c.GOARCH, c.Compiler:
		return true
	case "unix":
		if unixes[c.GOOS] {
			return true
		}
	case "boringcrypto":
		tag = "goexperiment.boringcrypto"
	}
	if system, ok := also[c.GOOS]; ok && system == tag {
		return true
	}
	return slices.Contains(c.BuildTags, tag) || slices.Contains(c.ToolTags, tag) || slices.Contains(c.ReleaseTags, tag)
}

// nameMatches evaluates the constraint in a file's name: _GOOS, _GOARCH or _GOOS_GOARCH before _test and the first dot.
func (c *Context) nameMatches(name string, tags map[string]bool) bool {
	name, _, _ = strings.Cut(name, ".")
	// A system's name alone, as in linux.go, is no constraint.
	_, name, ok := strings.Cut(name, "_")
	if !ok {
		return true
	}
	words := strings.Split(name, "_")
	if last := len(words) - 1; words[last] == "test" {
		words = words[:last]
	}
	if len(words) == 0 {
		return true
	}
	last := words[len(words)-1]
	if !systems[last] && !architectures[last] {
		return true
	}
	ok = c.hasTag(last, tags)
	if len(words) > 1 && architectures[last] {
		if before := words[len(words)-2]; systems[before] {
			return c.hasTag(before, tags) && ok
		}
	}
	return ok
}

// A preamble has the build constraints at the beginning of a file.
type preamble struct {
	goBuild string // the //go:build line
	twice   bool   // there are two //go:build lines
	// plus are the // +build lines before the last blank line.
	plus   []string
	binary bool
}

// constraintMatches evaluates the constraint of a file that begins with header, and reports whether the file says that
// the package has no sources.
func (c *Context) constraintMatches(header []byte, tags map[string]bool) (ok, binary bool, err error) {
	p := readPreamble(header)
	switch {
	case p.twice:
		return false, false, errTwoConstraints
	case p.goBuild != "":
		x, err := constraint.Parse(p.goBuild)
		if err != nil {
			return false, false, fmt.Errorf("parsing //go:build line: %v", err)
		}
		return c.matches(x, tags), p.binary, nil
	}
	ok = true
	for _, line := range p.plus {
		x, err := constraint.Parse(line)
		if err != nil {
			continue
		}
		if !c.matches(x, tags) {
			ok = false
		}
	}
	return ok, p.binary, nil
}

// readPreamble reads the comments and blank lines at the beginning of a file.
func readPreamble(src []byte) (p preamble) {
	var plus []string // // +build lines after the last blank line
	inBlock := false
	block := false // a line other than a // comment has been read: blank lines no longer confirm // a line other than a // comment has been read: blank lines no longer make // +build lines valid
	for len(src) > 0 {
		line, rest, _ := bytes.Cut(src, []byte("\n"))
		src = rest
		text := strings.TrimSpace(string(line))
		if !inBlock {
			switch {
			case text == "":
				if !block {
					p.plus = append(p.plus, plus...)
					plus = nil
				}
				continue
			case constraint.IsGoBuild(text):
				p.twice = p.twice || p.goBuild != ""
				p.goBuild = text
			case constraint.IsPlusBuild(text):
				plus = append(plus, text)
			case text == "//go:binary-only-package":
				p.binary = true
			}
		}
		block = block || !strings.HasPrefix(text, "//")
		var only bool
		if only, inBlock = onlyComments(text, inBlock); !only {
			return p
		}
	}
	return p
}

// onlyComments reports whether a line consists of comments, and whether the last comment continues in the next line.
func onlyComments(line string, inBlock bool) (only, stillInBlock bool) {
	for {
		if inBlock {
			_, after, ok := strings.Cut(line, "*/")
			if !ok {
				return true, true
			}
			inBlock = false
			line = strings.TrimSpace(after)
		}
		switch {
		case line == "", strings.HasPrefix(line, "//"):
			return true, false
		case strings.HasPrefix(line, "/*"):
			inBlock = true
			line = line[2:]
		default:
			return false, false
		}
	}
}
