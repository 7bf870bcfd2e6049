package main

import (
	"errors"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strings"
	"testing/fstest"
)

type named struct{ first string }

func (n named) String() string { return "<" + n.first + ">" }

func show(text string, data any) {
	t, err := template.New("page").Parse(text)
	if err != nil {
		fmt.Println("parse:", err)
		return
	}
	var b strings.Builder
	err = t.Execute(&b, data)
	fmt.Printf("%s\n  %s\n", text, b.String())
	var bad *template.Error
	if errors.As(err, &bad) {
		fmt.Println("  error", bad.ErrorCode, bad.Line, bad.Name, bad)
	} else if err != nil {
		fmt.Println("  error", err)
	}
}

func main() {
	nasty := "<b>&\"'`/+\\ =\x00\u2028é"
	data := map[string]any{
		"S": nasty, "URL": "javascript:alert(1)", "Link": "http://x/y?z=1&q=a b", "N": 7, "F": -1.5, "T": true, "Nil": nil,
		"List": []any{"a", 1, nil, map[string]int{"k": 2}}, "HTML": template.HTML("<i title='x'>ok</i>"), "JS": template.JS("f(1)"), "CSS": template.CSS("a:b"),
		"TrustedURL": template.URL("javascript:x"), "Attr": template.HTMLAttr(`dir="ltr"`), "Str": template.JSStr(`a\n'b`), "Set": template.Srcset("a 1x, b 2x"),
		"Name": named{"n"}, "Pointer": &named{"p"}, "Images": "a.png 1x, javascript:x 2x, b c d", "Chan": make(chan int), "Empty": "", "Value": "expression(x)", "Color": "#fff",
	}
	for _, text := range []string{
		"{{.S}} {{.N}} {{.Nil}} {{.HTML}} {{.Name}} {{.Pointer}} {{.List}}",
		`<a href="{{.URL}}" title="{{.S}}">{{.Link}}</a><a href={{.Link}}>x</a><a href='/s?q={{.S}}&r={{.Link}}#{{.N}}'>`,
		`<a href="{{.TrustedURL}}" {{.Attr}} {{.Empty}} data-{{.N}}={{.S}} x={{.Empty}}>`,
		`<img src="{{.Link}}" srcset="{{.Images}}" srcset="{{.Set}}" srcset={{.TrustedURL}}>`,
		`<p title={{.S}} class="{{.HTML}}" onclick="f({{.S}}, {{.N}})" style="color: {{.Color}}; width: {{.Value}}; background: url('{{.Link}}'); {{.CSS}}">`,
		`<script>var s = {{.S}}, n = {{.N}}, f = {{.F}}, t = {{.T}}, z = {{.Nil}}, l = {{.List}}, j = {{.JS}}, q = "{{.Str}}", u = '{{.S}}', e = {{.Chan}}, name = {{.Name}};</script>`,
		"<script>var r = /{{.S}}/g, t = `a${ {x: {{.S}}} }b{{.S}}`; x = 1 / {{.N}} // c {{.S}}\n/* {{.S}} */ y</script>",
		`<style>p { color: {{.Color}}; font: "{{.S}}"; background: url({{.Link}}) } /* {{.S}} */ // x</style>`,
		`<!-- {{.S}} --><textarea>{{.S}}{{.HTML}}</textarea><title>{{.S}}</title><script type="text/template">{{.S}}</script><script type="application/json">{"a": {{.List}}}</script>`,
		`<meta http-equiv="refresh" content="5; url={{.URL}}"><meta content="{{.S}}">`,
		`{{if .T}}<a href="/a?{{else}}<a href="/b?{{end}}x={{.S}}">{{range .List}}<li>{{.}}{{else}}none{{end}}`,
		`{{.S | html}} {{.S | urlquery}} {{html .S .N}} {{print .S | printf "%q"}} <a href="?{{.S | urlquery}}">`,
		`{{define "row"}}<td>{{.}}{{end}}{{template "row" .S}}<script>{{template "row" .S}}</script><b title="{{template "row" .S}}">`,
		`a < b <c <!DOCTYPE html> <1 {{.N}}`,
		// Errors.
		`<a href="{{if .T}}/a?x={{else}}/b#{{end}}{{.S}}">`, `{{if .T}}<a{{end}}>`, `<a href="`, `<a b='c`, `<a "x">`, `<a x=y"z>`, `<script>/[a`, `<script>"\`,
		`{{range .List}}<a{{end}}`, `{{range .List}}<a{{break}}{{end}}>`, `<script>{{if .T}}x{{else}}({{end}}/1/g</script>`, `{{template "none"}}`, `{{.S | html | print}}`, `<a x={{.S | html}}>`,
		`{{define "r"}}{{if .}}{{template "r"}}"{{end}}'{{end}}<script>{{template "r" 1}}</script>`, `<a {{if .T}}x{{else}}href="{{end}}>`, `<a href="{{if .T}}a{{else}}?{{end}}{{.S}}">`, `{{.Missing.Field}}`, `{{`,
	} {
		show(text, data)
	}

	t := template.Must(template.New("a").Funcs(template.FuncMap{"up": strings.ToUpper}).Parse(`{{define "b"}}[{{up .}}]{{end}}{{block "c" .}}c{{end}}<p title="{{template "b" .}}">`))
	clone := template.Must(t.Clone())
	template.Must(clone.Parse(`{{define "c"}}<c>{{.}}{{end}}`))
	fmt.Println(t.ExecuteTemplate(os.Stdout, "a", "x&y"), clone.Execute(os.Stdout, "x&y"))
	_, err := t.Clone()
	fmt.Println(err)
	_, err = t.Parse("x")
	fmt.Println(err, t.Lookup("b") != nil, t.Lookup("z") == nil, len(clone.Templates()), t.Name())
	fmt.Println(t.ExecuteTemplate(os.Stdout, "z", nil), template.New("empty").Execute(os.Stdout, nil))
	strict := template.Must(template.New("s").Delims("<<", ">>").Option("missingkey=error").Parse("<<.x>> {{.x}} <<.y>>"))
	fmt.Println(strict.Execute(os.Stdout, map[string]int{"x": 1}))

	dir, _ := os.MkdirTemp("", "templates")
	defer os.RemoveAll(dir)
	os.WriteFile(filepath.Join(dir, "one.tmpl"), []byte(`1 {{template "two.tmpl" .}}`), 0o644)
	os.WriteFile(filepath.Join(dir, "two.tmpl"), []byte(`2 {{.}}`), 0o644)
	fmt.Println(template.Must(template.ParseGlob(filepath.Join(dir, "*.tmpl"))).Execute(os.Stdout, "<"))
	fmt.Println(template.Must(template.ParseFiles(filepath.Join(dir, "two.tmpl"))).Execute(os.Stdout, "<"))
	files := fstest.MapFS{"t/x.html": {Data: []byte("<x>{{.}}")}}
	fmt.Println(template.Must(template.ParseFS(files, "t/*.html")).Execute(os.Stdout, "<"))
	for _, err := range []error{second(template.ParseFiles()), second(template.ParseGlob(dir + "/none*")), second(template.ParseFS(files, "none*"))} {
		fmt.Println(strings.ReplaceAll(err.Error(), dir, "DIR"))
	}
	fmt.Println(template.HTMLEscapeString(nasty), template.JSEscapeString(nasty), template.URLQueryEscaper(nasty, 1), template.HTMLEscaper("<", 1), template.JSEscaper("<", 1))
	fmt.Println(template.IsTrue(0))
}

func second(_ any, err error) error { return err }

// Output:
// {{.S}} {{.N}} {{.Nil}} {{.HTML}} {{.Name}} {{.Pointer}} {{.List}}
//   &lt;b&gt;&amp;&#34;&#39;`/&#43;\ =� é 7  <i title='x'>ok</i> &lt;n&gt; &lt;p&gt; [a 1 &lt;nil&gt; map[k:2]]
// <a href="{{.URL}}" title="{{.S}}">{{.Link}}</a><a href={{.Link}}>x</a><a href='/s?q={{.S}}&r={{.Link}}#{{.N}}'>
//   <a href="#ZgotmplZ" title="&lt;b&gt;&amp;&#34;&#39;`/&#43;\ =� é">http://x/y?z=1&amp;q=a b</a><a href=http://x/y?z&#61;1&amp;q&#61;a%20b>x</a><a href='/s?q=%3cb%3e%26%22%27%60%2f%2b%5c%20%3d%00%e2%80%a8%c3%a9&r=http%3a%2f%2fx%2fy%3fz%3d1%26q%3da%20b#7'>
// <a href="{{.TrustedURL}}" {{.Attr}} {{.Empty}} data-{{.N}}={{.S}} x={{.Empty}}>
//   <a href="javascript:x" dir="ltr" ZgotmplZ data-7=&lt;b&gt;&amp;&#34;&#39;&#96;/&#43;\&#32;&#61;&#xfffd; é x=ZgotmplZ>
// <img src="{{.Link}}" srcset="{{.Images}}" srcset="{{.Set}}" srcset={{.TrustedURL}}>
//   <img src="http://x/y?z=1&amp;q=a%20b" srcset="a.png 1x,#ZgotmplZ, b c d" srcset="a 1x, b 2x" srcset=javascript:x>
// <p title={{.S}} class="{{.HTML}}" onclick="f({{.S}}, {{.N}})" style="color: {{.Color}}; width: {{.Value}}; background: url('{{.Link}}'); {{.CSS}}">
//   <p title=&lt;b&gt;&amp;&#34;&#39;&#96;/&#43;\&#32;&#61;&#xfffd; é class="ok" onclick="f(&#34;\u003cb\u003e\u0026\&#34;&#39;`/&#43;\\ =\u0000\u2028é&#34;,  7 )" style="color: #fff; width: ZgotmplZ; background: url('http://x/y?z=1&amp;q=a%20b'); a:b">
// <script>var s = {{.S}}, n = {{.N}}, f = {{.F}}, t = {{.T}}, z = {{.Nil}}, l = {{.List}}, j = {{.JS}}, q = "{{.Str}}", u = '{{.S}}', e = {{.Chan}}, name = {{.Name}};</script>
//   <script>var s = "\u003cb\u003e\u0026\"'`/+\\ =\u0000\u2028é", n =  7 , f =  -1.5 , t =  true , z =  null , l = ["a",1,null,{"k":2}], j = f(1), q = "a\n\u0027b", u = '\u003cb\u003e\u0026\u0022\u0027\u0060\/\u002b\\ =\u0000\u2028é', e =  /* json: unsupported type: chan int */null , name = "\u003cn\u003e";</script>
// <script>var r = /{{.S}}/g, t = `a${ {x: {{.S}}} }b{{.S}}`; x = 1 / {{.N}} // c {{.S}}
// /* {{.S}} */ y</script>
//   <script>var r = /\u003cb\u003e\u0026\u0022\u0027`\/\u002b\\ =\u0000\u2028é/g, t = `a${ {x: "\u003cb\u003e\u0026\"'`/+\\ =\u0000\u2028é"} }b\u003cb\u003e\u0026\u0022\u0027\u0060\/\u002b\\ =\u0000\u2028é`; x = 1 /  7
//    y</script>
// <style>p { color: {{.Color}}; font: "{{.S}}"; background: url({{.Link}}) } /* {{.S}} */ // x</style>
//   <style>p { color: #fff; font: "\3c b\3e\26\22\27`\2f\2b\\ =\0 é"; background: url(http://x/y?z=1&q=a%20b) }    </style>
// <!-- {{.S}} --><textarea>{{.S}}{{.HTML}}</textarea><title>{{.S}}</title><script type="text/template">{{.S}}</script><script type="application/json">{"a": {{.List}}}</script>
//   <textarea>&lt;b&gt;&amp;&#34;&#39;`/&#43;\ =� é&lt;i title=&#39;x&#39;&gt;ok&lt;/i&gt;</textarea><title>&lt;b&gt;&amp;&#34;&#39;`/&#43;\ =� é</title><script type="text/template">&lt;b&gt;&amp;&#34;&#39;`/&#43;\ =� é</script><script type="application/json">{"a": ["a",1,null,{"k":2}]}</script>
// <meta http-equiv="refresh" content="5; url={{.URL}}"><meta content="{{.S}}">
//   <meta http-equiv="refresh" content="5; url=#ZgotmplZ"><meta content="&lt;b&gt;&amp;&#34;&#39;`/&#43;\ =� é">
// {{if .T}}<a href="/a?{{else}}<a href="/b?{{end}}x={{.S}}">{{range .List}}<li>{{.}}{{else}}none{{end}}
//   <a href="/a?x=%3cb%3e%26%22%27%60%2f%2b%5c%20%3d%00%e2%80%a8%c3%a9"><li>a<li>1<li><li>map[k:2]
// {{.S | html}} {{.S | urlquery}} {{html .S .N}} {{print .S | printf "%q"}} <a href="?{{.S | urlquery}}">
//   &lt;b&gt;&amp;&#34;&#39;`/+\ =� é %3Cb%3E%26%22%27%60%2F%2B%5C&#43;%3D%00%E2%80%A8%C3%A9 &lt;b&gt;&amp;&#34;&#39;`/+\ =� é7 &#34;&lt;b&gt;&amp;\&#34;&#39;`/&#43;\\ =\x00\u2028é&#34; <a href="?%3Cb%3E%26%22%27%60%2F%2B%5C&#43;%3D%00%E2%80%A8%C3%A9">
// {{define "row"}}<td>{{.}}{{end}}{{template "row" .S}}<script>{{template "row" .S}}</script><b title="{{template "row" .S}}">
//   <td>&lt;b&gt;&amp;&#34;&#39;`/&#43;\ =� é<script><td>"\u003cb\u003e\u0026\"'`/+\\ =\u0000\u2028é"</script><b title="<td>&lt;b&gt;&amp;&#34;&#39;`/&#43;\ =� é">
// a < b <c <!DOCTYPE html> <1 {{.N}}
//
//   error 2 0 page html/template:page: "<" in attribute name: " <!DOCTYPE html> <1 "
// <a href="{{if .T}}/a?x={{else}}/b#{{end}}{{.S}}">
//   <a href="/a?x=%3cb%3e%26%22%27%60%2f%2b%5c%20%3d%00%e2%80%a8%c3%a9">
// {{if .T}}<a{{end}}>
//
//   error 3 0 page html/template:page:1:5: {{if}} branches end in different contexts: {stateTag delimNone urlPartNone jsCtxRegexp [] attrNone elementNone <nil>}, {stateText delimNone urlPartNone jsCtxRegexp [] attrNone elementNone <nil>}
// <a href="
//
//   error 4 0 page html/template:page: ends in a non-text context: {stateURL delimDoubleQuote urlPartNone jsCtxRegexp [] attrURL elementNone <nil>}
// <a b='c
//
//   error 4 0 page html/template:page: ends in a non-text context: {stateAttr delimSingleQuote urlPartNone jsCtxRegexp [] attrNone elementNone <nil>}
// <a "x">
//
//   error 2 0 page html/template:page: "\"" in attribute name: " \"x\">"
// <a x=y"z>
//
//   error 2 0 page html/template:page: "\"" in unquoted attr: "y\"z"
// <script>/[a
//
//   error 7 0 page html/template:page: unfinished JS regexp charset: "[a"
// <script>"\
//
//   error 8 0 page html/template:page: unfinished escape sequence in JS string: "\\"
// {{range .List}}<a{{end}}
//
//   error 2 1 page html/template:page:1: on range loop re-entry: "<" in attribute name: "<a"
// {{range .List}}<a{{break}}{{end}}>
//
//   error 2 1 page html/template:page:1: at range loop break: at range loop break: "<" in attribute name: "<a"
// <script>{{if .T}}x{{else}}({{end}}/1/g</script>
//
//   error 10 0 page html/template:page: '/' could start a division or regexp: "/1/g"
// {{template "none"}}
//
//   error 5 1 page html/template:page:1:11: no such template "none"
// {{.S | html | print}}
//
//   error 11 1 page html/template:page:1:2: predefined escaper "html" disallowed in template
// <a x={{.S | html}}>
//
//   error 11 1 page html/template:page:1:7: predefined escaper "html" disallowed in template
// {{define "r"}}{{if .}}{{template "r"}}"{{end}}'{{end}}<script>{{template "r" 1}}</script>
//
//   error 3 0 page html/template:page:1:19: {{if}} branches end in different contexts: {stateJSDqStr delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}, {stateJS delimNone urlPartNone jsCtxRegexp [] attrNone elementScript <nil>}
// <a {{if .T}}x{{else}}href="{{end}}>
//
//   error 3 0 page html/template:page:1:8: {{if}} branches end in different contexts: {stateAttrName delimNone urlPartNone jsCtxRegexp [] attrNone elementNone <nil>}, {stateURL delimDoubleQuote urlPartNone jsCtxRegexp [] attrURL elementNone <nil>}
// <a href="{{if .T}}a{{else}}?{{end}}{{.S}}">
//
//   error 1 1 page html/template:page:1:37: {{.S}} appears in an ambiguous context within a URL
// {{.Missing.Field}}
//
// parse: template: page:1: unclosed action
// c<p title="[X&amp;Y]"><c>x&amp;y<p title="[X&amp;Y]"><nil> <nil>
// html/template: cannot Clone "a" after it has executed
// html/template: cannot Parse after Execute true true 3 a
// html/template: "z" is undefined template: "empty" is an incomplete or empty template
// 1 {{.x}} template: s:1:16: executing "s" at <.y>: map has no entry for key "y"
// 1 2 &lt;<nil>
// 2 &lt;<nil>
// <x>&lt;<nil>
// html/template: no files named in call to ParseFiles
// html/template: pattern matches no files: `DIR/none*`
// template: pattern matches no files: `none*`
// &lt;b&gt;&amp;&#34;&#39;`/+\ =� é \u003Cb\u003E\u0026\"\'`/+\\ \u003D\u0000\u2028é %3Cb%3E%26%22%27%60%2F%2B%5C+%3D%00%E2%80%A8%C3%A91 &lt;1 \u003C1
// false true
