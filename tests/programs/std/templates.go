// Package text/template: what templates print, and how they fail.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"text/template"
	"text/template/parse"
)

type item struct {
	Name  string
	Price float64
	tags  []string
}

func (i item) Tags() []string          { return i.tags }
func (i *item) Rename(s string) string { return i.Name + "→" + s }
func (i item) Fail() (string, error)   { return "", errors.New("out of stock") }
func (i item) Sum(first int, more ...int) int {
	for _, n := range more {
		first += n
	}
	return first
}

type temperature float64

func (t temperature) String() string { return fmt.Sprintf("%.1f°", float64(t)) }

var funcs = template.FuncMap{
	"upper": strings.ToUpper,
	"list":  func(a ...any) []any { return a },
	"pair": func() func(func(string, int) bool) {
		return func(yield func(string, int) bool) { _ = yield("a", 1) && yield("b", 2) }
	},
	"boom": func() int { panic("boom") },
}

func data() map[string]any {
	ch := make(chan string, 2)
	ch <- "x"
	ch <- "y"
	close(ch)
	return map[string]any{
		"items": []*item{{"pen", 1.5, []string{"blue", "thin"}}, {"<ink>", 3, nil}},
		"one":   &item{Name: "cup"},
		"none":  (*item)(nil),
		"count": map[string]int{"b": 2, "a": 1, "c": 3},
		"mixed": map[[2]bool]int{{true, false}: 1, {}: 2, {false, true}: 3},
		"temp":  temperature(21.55),
		"n":     3,
		"u":     uint8(200),
		"chan":  ch,
		"add":   func(a, b int) int { return a + b },
		"nil":   nil,
		"text":  "a\"b'<&>\n=é\u2028",
	}
}

var texts = []string{
	`plain {{- " trimmed " -}} 	 text {{/* no comment */}}.`,
	`{{range $i, $it := .items}}{{if $i}}, {{end}}{{$it.Name}}: {{printf "%.2f" .Price}}{{with .Tags}} ({{range .}}{{.}};{{end}}){{else}} -{{end}}{{end}}`,
	`{{range .count}}{{.}} {{end}}{{range $k, $v := .count}}{{$k}}={{$v}} {{end}}`,
	`{{range $k, $v := .mixed}}{{$v}} {{end}}`,
	`{{range .chan}}{{.}}{{end}}{{range $i := 3}}{{$i}}{{end}}{{range $k, $v := pair}}{{$k}}{{$v}}{{end}}{{range pair}}{{.}}{{else}}no{{end}}`,
	`{{range .items}}{{if eq .Name "pen"}}{{continue}}{{end}}{{.Name | html}}{{break}}{{end}}{{range .nil}}{{else}}none{{end}}`,
	`{{$x := 1}}{{range 3}}{{$x = add $x 2}}{{end}}{{$x}}`,
	`{{$x := 1}}{{if true}}{{$x := 5}}{{$x}}{{$x = 6}}{{$x}}{{end}}{{$x}}`,
	`{{.one.Name | upper | printf "%s-%s" "a"}} {{(index .items 1).Name}} {{.one.Rename "mug"}} {{call .add 1 2}} {{.one.Sum 1 2 3}}`,
	`{{and 1 0 boom}} {{or 0 "x" boom}} {{not .nil}} {{len .items}} {{len .text}} {{slice "abcdef" 1 3}} {{index .count "b"}} {{index .count "q"}}`,
	`{{eq 1 2 1}} {{ne .n 3}} {{lt 1 2}} {{le 2.5 2.5}} {{gt "b" "a"}} {{ge -1 .u}} {{eq .u 200}} {{eq .nil .none}}`,
	`{{.temp}} {{.missing}} {{.nil}} {{1e3}} {{0x10}} {{'a'}} {{1i}} {{-7}} {{1_000}} {{true}} {{.n}}`,
	`{{.text | html}} {{.text | js}} {{.text | urlquery}} {{print 1 2 "x" "y"}} {{println 1}}`,
	`{{define "row"}}[{{.}}{{template "end"}}]{{end}}{{define "end"}}.{{end}}{{template "row" .n}}{{block "own" .one}}<{{.Name}}>{{end}}`,
	`{{if .nil}}a{{else if .n}}b{{else}}c{{end}}{{with .nil}}d{{else with .one}}{{.Name}}{{else}}f{{end}}`,
	`{{with $y := .n}}{{$y}}{{end}} {{(printf "%d" 7) | printf "%s!"}} {{list 1 "a" .n nil | printf "%v"}}`,
	`{{.one.Fail}}`, `{{.none.Name}}`, `{{.one.tags}}`, `{{.one.Nope}}`, `{{.n.Name}}`, `{{.one.Sum}}`, `{{.one.Sum "a"}}`, `{{boom}}`,
	`{{index .items 5}}`, `{{index .items "a"}}`, `{{index nil 1}}`, `{{len 3}}`, `{{lt 1 "a"}}`, `{{lt .one 1}}`, `{{eq .count .count}}`,
	`{{call .n 1}}`, `{{call .add 1}}`, `{{upper 3}}`, `{{upper .nil}}`, `{{3 | 4}}`, `{{.n 4}}`, `{{range .n.x}}{{end}}`, `{{range 1.5}}{{end}}`,
	`{{template "nowhere"}}`, `{{print .add}}{{.add}}`, `{{slice .items 2 1}}`, `{{nil}}`, `{{"a".b}}`, `{{$v}}`, `{{frob}}`, `{{if}}{{end}}`,
	`{{if .n}}`, `{{end}}`, `{{else}}`, "a\n{{range .n\n}}{{.x", `{{.n}`, `{{"abc}}`, `{{'a}}`, `{{1a}}`, `{{(1}}`, `{{)}}`, `{{.a#b}}`, `{{/* a`,
	`{{break}}`, `{{range .n}}{{break 1}}{{end}}`, `{{$a, $b := 1}}`, `{{range $a, 1 := .n}}{{end}}`, `{{define "x"}}`, `{{define x}}{{end}}`,
	`{{template}}`, `{{99999999999999999999}}`, `{{0xz}}`, `{{.a | 3}}`, `{{ := }}`, `{{$x:1}}`, `{{define "a"}}1{{end}}{{define "a"}}2{{end}}`,
}

func main() {
	for i, text := range texts {
		t, err := template.New(fmt.Sprint("t", i)).Funcs(funcs).Funcs(template.FuncMap{"add": func(a, b int) int { return a + b }}).Parse(text)
		if err != nil {
			fmt.Println(i, "parse:", err)
			continue
		}
		var b strings.Builder
		if err := t.Execute(&b, data()); err != nil {
			var e template.ExecError
			fmt.Println(i, errors.As(err, &e), err)
			continue
		}
		fmt.Printf("%d %q\n", i, b.String())
	}

	t := template.Must(template.New("x").Delims("<<", ">>").Option("missingkey=error").Parse(`<<.a>>{{<<if .b ->> yes<<else>> no<<end>>`))
	fmt.Println(t.Execute(os.Stdout, map[string]int{"a": 1}), t.Root)
	fmt.Println(t.Option("missingkey=zero").Execute(os.Stdout, map[string]int{"a": 1}))
	c := template.Must(template.Must(t.Clone()).New("y").Parse("<<.>>"))
	fmt.Println(t.Lookup("y") == nil, c.Lookup("x") != nil, c.ExecuteTemplate(os.Stdout, "y", 4), c.ExecuteTemplate(os.Stdout, "z", 4))
	fmt.Println(template.New("q").DefinedTemplates() == "", t.DefinedTemplates(), template.New("e").Execute(os.Stdout, 1))
	fmt.Println(template.IsTrue([]int{}))
	_, err := template.ParseFiles("/nowhere/a.txt")
	fmt.Println(err)

	trees, err := parse.Parse("p", `a{{/* c */}}{{range $i, $x := .A.B | f 1 "s" 'c' (len .)}}{{$x.Y}}{{else}}{{template "t" .}}{{end}}{{with $z = 1.5}}{{(.X).Y}}{{end}}`,
		"", "", map[string]any{"f": 1, "len": 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range trees["p"].Root.Nodes {
		location, context := trees["p"].ErrorContext(n)
		fmt.Println(n.Type(), n.Position(), location, context, n.Copy().String() == n.String())
	}
	func() {
		defer func() { fmt.Println(recover()) }()
		template.New("f").Funcs(template.FuncMap{"bad name": 1})
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		template.New("f").Funcs(template.FuncMap{"two": func() (int, int) { return 1, 2 }})
	}()
}

// Output:
// 0 "plain trimmed text ."
// 1 "pen: 1.50 (blue;thin;), <ink>: 3.00 -"
// 2 "1 2 3 a=1 b=2 c=3 "
// 3 "2 3 1 "
// 4 "xy012a1b2ab"
// 5 "&lt;ink&gt;none"
// 6 "7"
// 7 "561"
// 8 "a-CUP <ink> cup→mug 3 6"
// 9 "0 x true 2 14 bc 2 0"
// 10 "true false true true true false true true"
// 11 "21.6° <no value> <no value> 1000 16 97 (0+1i) -7 1000 true 3"
// 12 "a&#34;b&#39;&lt;&amp;&gt;\n=é\u2028 a\\\"b\\'\\u003C\\u0026\\u003E\\u000A\\u003Dé\\u2028 a%22b%27%3C%26%3E%0A%3D%C3%A9%E2%80%A8 1 2xy 1\n"
// 13 "[3.]<cup>"
// 14 "bcup"
// 15 "3 7! [1 a 3 <nil>]"
// 16 true template: t16:1:6: executing "t16" at <.one.Fail>: error calling Fail: out of stock
// 17 true template: t17:1:7: executing "t17" at <.none.Name>: nil pointer evaluating interface {}.Name
// 18 true template: t18:1:6: executing "t18" at <.one.tags>: tags is an unexported field of struct type interface {}
// 19 true template: t19:1:6: executing "t19" at <.one.Nope>: can't evaluate field Nope in type interface {}
// 20 true template: t20:1:4: executing "t20" at <.n.Name>: can't evaluate field Name in type interface {}
// 21 true template: t21:1:6: executing "t21" at <.one.Sum>: wrong number of args for Sum: want at least 1 got 0
// 22 true template: t22:1:11: executing "t22" at <"a">: expected integer; found "a"
// 23 true template: t23:1:2: executing "t23" at <boom>: error calling boom: boom
// 24 true template: t24:1:2: executing "t24" at <index .items 5>: error calling index: index out of range: 5
// 25 true template: t25:1:2: executing "t25" at <index .items "a">: error calling index: cannot index slice/array with type string
// 26 true template: t26:1:2: executing "t26" at <index nil 1>: error calling index: index of untyped nil
// 27 true template: t27:1:2: executing "t27" at <len 3>: error calling len: len of type int
// 28 true template: t28:1:2: executing "t28" at <lt 1 "a">: error calling lt: incompatible types for comparison: int and string
// 29 true template: t29:1:2: executing "t29" at <lt .one 1>: error calling lt: invalid type for comparison
// 30 true template: t30:1:2: executing "t30" at <eq .count .count>: error calling eq: non-comparable type map[a:%!s(int=1) b:%!s(int=2) c:%!s(int=3)]: map[string]int
// 31 true template: t31:1:2: executing "t31" at <call .n 1>: error calling call: non-function .n of type int
// 32 true template: t32:1:2: executing "t32" at <call .add 1>: error calling call: wrong number of args for .add: got 1 want 2
// 33 true template: t33:1:8: executing "t33" at <3>: expected string; found 3
// 34 true template: t34:1:8: executing "t34" at <.nil>: wrong type for value; expected string; got interface {}
// 35 parse: template: t35:1: non executable command in pipeline stage 2
// 36 true template: t36:1:2: executing "t36" at <.n>: n is not a method but has arguments
// 37 true template: t37:1:10: executing "t37" at <.n.x>: can't evaluate field x in type interface {}
// 38 true template: t38:1:8: executing "t38" at <1.5>: range can't iterate over 1.5
// 39 true template: t39:1:11: executing "t39" at <{{template "nowhere"}}>: template "nowhere" not defined
// 40 true template: t40:1:16: executing "t40" at <{{.add}}>: can't print {{.add}} of type func(int, int) int
// 41 true template: t41:1:2: executing "t41" at <slice .items 2 1>: error calling slice: invalid slice index: 2 > 1
// 42 true template: t42:1:2: executing "t42" at <nil>: nil is not a command
// 43 parse: template: t43:1: unexpected . after term "\"a\""
// 44 parse: template: t44:1: undefined variable "$v"
// 45 parse: template: t45:1: function "frob" not defined
// 46 parse: template: t46:1: missing value for if
// 47 parse: template: t47:1: unexpected EOF
// 48 parse: template: t48:1: unexpected {{end}}
// 49 parse: template: t49:1: unexpected {{else}}
// 50 parse: template: t50:3: unclosed action
// 51 parse: template: t51:1: bad character U+007D '}'
// 52 parse: template: t52:1: unterminated quoted string
// 53 parse: template: t53:1: unterminated character constant
// 54 parse: template: t54:1: bad number syntax: "1a"
// 55 parse: template: t55:1: unclosed left paren
// 56 parse: template: t56:1: unexpected right paren
// 57 parse: template: t57:1: bad character U+0023 '#'
// 58 parse: template: t58:1: unclosed comment
// 59 parse: template: t59:1: {{break}} outside {{range}}
// 60 parse: template: t60:1: unexpected "1" in {{break}}
// 61 parse: template: t61:1: too many declarations in command
// 62 parse: template: t62:1: range can only initialize variables
// 63 parse: template: t63:1: unexpected EOF
// 64 parse: template: t64:1: unexpected "x" in define clause
// 65 parse: template: t65:1: unexpected "}}" in template clause
// 66 parse: template: t66:1: integer overflow: "99999999999999999999"
// 67 parse: template: t67:1: bad number syntax: "0xz"
// 68 parse: template: t68:1: non executable command in pipeline stage 2
// 69 parse: template: t69:1: unexpected ":=" in command
// 70 parse: template: t70:1: undefined variable "$x"
// 71 parse: template: t71:1: template: multiple definition of template "a"
// 1{{template: x:1:13: executing "x" at <.b>: map has no entry for key "b" <<.a>>{{<<if .b>>yes<<else>> no<<end>>
// 1{{ no<nil>
// 4true true <nil> template: no template "z" associated with template "y"
// true ; defined templates are: "x" template: e: "e" is an incomplete or empty template
// false true
// open /nowhere/a.txt: no such file or directory
// 0 0 p:1:0 a true
// 15 20 p:1:20 {{range $i, $x := .A.B | f 1 "s" 'c' (len .)}}{{$x.Y}}{{else}}{{template "t" .}}{{end}} true
// 19 106 p:1:106 {{with $z = 1.5}}{{(.X).Y}}{{end}} true
// function name "bad name" is not a valid identifier
// invalid function signature for two: second return value should be error; is int
