package main

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
)

// A trial is an expression with the other arguments of a call to package regexp.
type trial struct {
	mode     int // how the expression is compiled
	expr     string
	text     string
	limit    int // of matches, and of what Split returns
	template string
	flags    syntax.Flags
}

const (
	perl = iota
	longest
	posix
	modes
)

func (t *trial) String() string {
	return fmt.Sprintf("%d %q %q %d %q %d", t.mode, t.expr, t.text, t.limit, t.template, t.flags)
}

// read reads what String has written.
func (t *trial) read(line string) error {
	_, err := fmt.Sscanf(line, "%d %q %q %d %q %d", &t.mode, &t.expr, &t.text, &t.limit, &t.template, &t.flags)
	return err
}

// A reporter prints, or hashes, the result of a call.
type reporter func(call string, value any)

func (t *trial) compile() (*regexp.Regexp, error) {
	if t.mode == posix {
		return regexp.CompilePOSIX(t.expr)
	}
	re, err := regexp.Compile(t.expr)
	if err == nil && t.mode == longest {
		re.Longest()
	}
	return re, err
}

// shape reports the error of the expression, or its groups and prefix. It returns nil if there is an error.
func (t *trial) shape(report reporter) *regexp.Regexp {
	re, err := t.compile()
	if err != nil {
		report("Compile", err)
		return nil
	}
	prefix, whole := re.LiteralPrefix()
	text, err := re.MarshalText()
	report("Regexp", fmt.Sprintf("%d %q %q %v %q %q %v %d", re.NumSubexp(), re.SubexpNames(), prefix, whole, re, text, err, re.SubexpIndex("n1")))
	return re
}

// all reports everything about the trial.
func (t *trial) all(report reporter) {
	defer reportPanic(report)
	if re := t.shape(report); re != nil {
		t.find(re, report)
	}
	t.trees(report)
}

// trees reports the trees and the program that package syntax makes of the expression.
func (t *trial) trees(report reporter) {
	tree, err := syntax.Parse(t.expr, t.flags)
	if err != nil {
		report("Parse", fmt.Sprintf("%#v", *err.(*syntax.Error)))
		return
	}
	report("Parse", fmt.Sprintf("%s %q %d %q", tree, dump(tree), tree.MaxCap(), tree.CapNames()))
	simple := tree.Simplify()
	report("Simplify", fmt.Sprintf("%s %q", simple, dump(simple)))
	if prog, err := syntax.Compile(simple); err != nil {
		report("Prog", err)
	} else {
		prefix, whole := prog.Prefix()
		report("Prog", fmt.Sprintf("%q %d %q %v %d", prog, prog.NumCap, prefix, whole, prog.StartCond()))
	}
}

// dump returns the nodes of a tree with their operands.
func dump(re *syntax.Regexp) string {
	var b strings.Builder
	var walk func(re *syntax.Regexp)
	walk = func(re *syntax.Regexp) {
		fmt.Fprintf(&b, "%v/%d", re.Op, re.Flags)
		switch re.Op {
		case syntax.OpLiteral, syntax.OpCharClass:
			fmt.Fprintf(&b, "%x", re.Rune)
		case syntax.OpRepeat:
			fmt.Fprintf(&b, "{%d,%d}", re.Min, re.Max)
		case syntax.OpCapture:
			fmt.Fprintf(&b, "#%d%q", re.Cap, re.Name)
		}
		if len(re.Sub) > 0 {
			b.WriteByte('(')
			for _, sub := range re.Sub {
				walk(sub)
				b.WriteByte(' ')
			}
			b.WriteByte(')')
		}
	}
	walk(re)
	return b.String()
}

// searches is the number of searches that find makes.
const searches = 24

// find reports the matches in the text.
func (t *trial) find(re *regexp.Regexp, report reporter) {
	s, b, n := t.text, []byte(t.text), t.limit
	report("MatchString", re.MatchString(s))
	report("Match", re.Match(b))
	report("MatchReader", re.MatchReader(strings.NewReader(s)))
	report("FindString", strconv.Quote(re.FindString(s)))
	report("FindStringIndex", re.FindStringIndex(s))
	report("FindStringSubmatch", quoted(re.FindStringSubmatch(s)))
	report("FindStringSubmatchIndex", re.FindStringSubmatchIndex(s))
	report("FindAllString", quoted(re.FindAllString(s, n)))
	report("FindAllStringIndex", re.FindAllStringIndex(s, -1))
	report("FindAllStringSubmatch", fmt.Sprintf("%q", re.FindAllStringSubmatch(s, n)))
	report("FindAllStringSubmatchIndex", re.FindAllStringSubmatchIndex(s, -1))
	report("Find", fmt.Sprintf("%q", re.Find(b)))
	report("FindSubmatchIndex", re.FindSubmatchIndex(b))
	report("FindAll", fmt.Sprintf("%q", re.FindAll(b, n)))
	report("FindAllSubmatch", fmt.Sprintf("%q", re.FindAllSubmatch(b, n)))
	report("FindReaderSubmatchIndex", re.FindReaderSubmatchIndex(strings.NewReader(s)))
	report("ReplaceAllString", strconv.Quote(re.ReplaceAllString(s, t.template)))
	report("ReplaceAllLiteralString", strconv.Quote(re.ReplaceAllLiteralString(s, t.template)))
	report("ReplaceAllStringFunc", strconv.Quote(re.ReplaceAllStringFunc(s, strings.ToUpper)))
	report("ReplaceAll", fmt.Sprintf("%q", re.ReplaceAll(b, []byte(t.template))))
	report("Split", quoted(re.Split(s, n)))
	report("SplitAll", quoted(re.Split(s, -1)))
	expanded := []byte("<")
	for _, m := range re.FindAllSubmatchIndex(b, n) {
		expanded = re.Expand(expanded, []byte(t.template), b, m)
		expanded = re.ExpandString(expanded, t.template, s, m)
	}
	report("Expand", strconv.Quote(string(expanded)))
	report("FindIndex", re.FindIndex(b))
}

// quoted distinguishes nil from an empty list.
func quoted(list []string) string {
	if list == nil {
		return "nil"
	}
	return fmt.Sprintf("%q", list)
}
