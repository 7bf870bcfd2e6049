package ast

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Directive is a line comment of the form //tool:name args.
type Directive struct {
	Tool string
	Name string
	Args string

	Slash   token.Pos
	ArgsPos token.Pos
}

// A DirectiveArg is an argument, unquoted, with its position.
type DirectiveArg struct {
	Arg string
	Pos token.Pos
}

// Pos returns where the directive begins.
func (d *Directive) Pos() token.Pos { return d.Slash }

// End returns where the arguments end.
func (d *Directive) End() token.Pos { return d.ArgsPos + token.Pos(len(d.Args)) }

// ParseDirective parses a line comment as a directive; ok is false if it is none.
func ParseDirective(pos token.Pos, c string) (Directive, bool) {
	text, ok := strings.CutPrefix(c, "//")
	n := toolLength(text)
	if !ok || n == 0 {
		return Directive{}, false
	}
	rest := text[n+1:]
	name := rest
	if at := strings.IndexFunc(rest, unicode.IsSpace); at >= 0 {
		name = rest[:at]
	}
	behind := rest[len(name):]
	args := strings.TrimLeftFunc(behind, unicode.IsSpace)
	at := len(c) - len(args)
	return Directive{
		Tool: text[:n], Name: name, Args: strings.TrimRightFunc(args, unicode.IsSpace),
		Slash: pos, ArgsPos: pos + token.Pos(at),
	}, true
}

// ParseArgs splits the arguments: words and Go strings, separated by blanks.
func (d *Directive) ParseArgs() ([]DirectiveArg, error) {
	var args []DirectiveArg
	rest := strings.TrimRightFunc(d.Args, unicode.IsSpace)
	for {
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		if rest == "" {
			return args, nil
		}
		pos := d.ArgsPos + token.Pos(len(d.Args)-len(rest))
		var arg string
		if rest[0] != '"' && rest[0] != '`' {
			arg = rest
			if end := strings.IndexFunc(rest, unicode.IsSpace); end >= 0 {
				arg = rest[:end]
			}
			rest = rest[len(arg):]
		} else {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return nil, fmt.Errorf("invalid quoted string in //%s:%s: %s", d.Tool, d.Name, rest)
			}
			if arg, err = strconv.Unquote(quoted); err != nil {
				return nil, fmt.Errorf("invalid quoted string in //%s:%s: %s", d.Tool, d.Name, rest)
			}
			rest = rest[len(quoted):]
			if r, _ := utf8.DecodeRuneInString(rest); rest != "" && !unicode.IsSpace(r) {
				return nil, fmt.Errorf("invalid quoted string in //%s:%s: %s", d.Tool, d.Name, rest)
			}
		}
		args = append(args, DirectiveArg{arg, pos})
	}
}
