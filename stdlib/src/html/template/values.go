package template

import (
	"bytes"
	"html"
	"internal/settings"
	"regexp"
	"text/template"
	"text/template/parse"
)

// literalTag matches tags that must not occur in a script's literal.
var literalTag = regexp.MustCompile("(?i)<(script|/script|!--)")

// escapers are the functions that can be added after values.
var escapers = template.FuncMap{
	"_html_template_attrescaper":      attrEscaper,
	"_html_template_commentescaper":   commentEscaper,
	"_html_template_cssescaper":       cssEscaper,
	"_html_template_cssvaluefilter":   cssValueFilter,
	"_html_template_htmlnamefilter":   htmlNameFilter,
	"_html_template_htmlescaper":      htmlEscaper,
	"_html_template_jsregexpescaper":  jsRegexpEscaper,
	"_html_template_jsstrescaper":     jsStrEscaper,
	"_html_template_jstmpllitescaper": jsTmplLitEscaper,
	"_html_template_jsvalescaper":     jsValEscaper,
	"_html_template_nospaceescaper":   htmlNospaceEscaper,
	"_html_template_rcdataescaper":    rcdataEscaper,
	"_html_template_srcsetescaper":    srcsetFilterAndEscaper,
	"_html_template_urlescaper":       urlEscaper,
	"_html_template_urlfilter":        urlFilter,
	"_html_template_urlnormalizer":    urlNormalizer,
	"_eval_args_":                     evalArgs,
}

// predefined are the escapers of package text/template; at the end of a pipeline they replace the escapers of the
// same class.
var predefined = map[string]bool{"html": true, "urlquery": true}

// class returns the predefined escaper that is equivalent to an escaper; otherwise the escaper.
func class(name string) string {
	switch name {
	case "_html_template_attrescaper", "_html_template_htmlescaper", "_html_template_rcdataescaper":
		return "html"
	case "_html_template_urlescaper", "_html_template_urlnormalizer":
		return "urlquery"
	}
	return name
}

// needless reports whether an escaper changes nothing after another.
func needless(name, after string) bool {
	switch after {
	case "_html_template_commentescaper":
		return name == "_html_template_attrescaper" || name == "_html_template_htmlescaper"
	case "_html_template_cssescaper", "_html_template_jsregexpescaper", "_html_template_jsstrescaper", "_html_template_jstmpllitescaper":
		return name == "_html_template_attrescaper"
	case "_html_template_urlescaper":
		return name == "_html_template_urlnormalizer"
	}
	return false
}

// action returns the escapers for a value.
func (e *escaper) action(c context, n *parse.ActionNode) context {
	if len(n.Pipe.Decl) != 0 {
		return c
	}
	c = atValue(c)
	for i, cmd := range n.Pipe.Cmds {
		name := function(cmd)
		if !predefined[name] {
			continue
		}
		if i < len(n.Pipe.Cmds)-1 || c.state == stateAttr && c.delim == delimSpaceOrTagEnd && name == "html" {
			return failed(ErrPredefinedEscaper, n, n.Line, "predefined escaper %q disallowed in template", name)
		}
	}
	if c.state == stateError {
		return c
	}
	var names []string
	switch c.state {
	case stateURL, stateCSSDqStr, stateCSSSqStr, stateCSSDqURL, stateCSSSqURL, stateCSSURL:
		if c.urlPart == urlPartUnknown {
			return failed(ErrAmbigContext, n, n.Line, "%s appears in an ambiguous context within a URL", n)
		}
		names = urlEscapers(c)
	case stateMetaContentURL:
		if settings.Of("htmlmetacontenturlescape") != "0" {
			names = append(names, "_html_template_urlfilter")
		}
	case stateJS:
		names = append(names, "_html_template_jsvalescaper")
		c.jsCtx = jsCtxDivOp
	case stateTag, stateAttrName:
		c.state = stateAttrName
		names = append(names, "_html_template_htmlnamefilter")
	case stateAttr, stateMetaContent:
	default:
		names = append(names, stateEscaper(c.state))
	}
	switch c.delim {
	case delimNone:
	case delimSpaceOrTagEnd:
		names = append(names, "_html_template_nospaceescaper")
	default:
		names = append(names, "_html_template_attrescaper")
	}
	once(e.values, n, names)
	return c
}

// urlEscapers returns the escapers for a part of a URL, which may be in a CSS string.
func urlEscapers(c context) (names []string) {
	if c.urlPart == urlPartQueryOrFrag {
		return []string{"_html_template_urlescaper"}
	}
	if c.urlPart == urlPartNone {
		names = append(names, "_html_template_urlfilter")
	}
	if c.state == stateCSSDqStr || c.state == stateCSSSqStr {
		return append(names, "_html_template_cssescaper")
	}
	return append(names, "_html_template_urlnormalizer")
}

// stateEscaper returns the escaper for values in a state.
func stateEscaper(s state) string {
	switch s {
	case stateText:
		return "_html_template_htmlescaper"
	case stateRCDATA:
		return "_html_template_rcdataescaper"
	case stateSrcset:
		return "_html_template_srcsetescaper"
	case stateJSDqStr, stateJSSqStr:
		return "_html_template_jsstrescaper"
	case stateJSTmplLit:
		return "_html_template_jstmpllitescaper"
	case stateJSRegexp:
		return "_html_template_jsregexpescaper"
	case stateCSS:
		return "_html_template_cssvaluefilter"
	}
	if s.isComment() {
		return "_html_template_commentescaper"
	}
	panic("unexpected state " + s.String())
}

// atValue returns the context of a value at this position: of an attribute's name, or of the beginning of its value.
func atValue(c context) context {
	switch c.state {
	case stateTag:
		c.state = stateAttrName
	case stateAfterName:
		c.state, c.attr = stateAttrName, attrNone
	case stateBeforeValue:
		c.state, c.delim, c.attr = attrStates[c.attr], delimSpaceOrTagEnd, attrNone
	}
	return c
}

// afterText returns the context after a part of s, at least up to the end of an attribute's value, and the part's length.
func afterText(c context, s []byte) (context, int) {
	if c.delim == delimNone {
		d, end := toEndTag(c, s)
		if end == 0 {
			return d, 0
		}
		return transition(c.state, c, s[:end])
	}
	end := bytes.IndexAny(s, delimEnds[c.delim])
	if end < 0 {
		end = len(s)
	}
	if c.delim == delimSpaceOrTagEnd {
		if bad := bytes.IndexAny(s[:end], "\"'<=`"); bad >= 0 {
			return failed(ErrBadHTML, nil, 0, "%q in unquoted attr: %q", s[bad:bad+1], s[:end]), len(s)
		}
	}
	if end == len(s) {
		// The attribute's value continues: its state so far is determined by the text with references replaced.
		for value := []byte(html.UnescapeString(string(s))); len(value) > 0; {
			d, n := transition(c.state, c, value)
			c, value = d, value[n:]
		}
		return c, len(s)
	}
	d := context{state: stateTag, element: c.element}
	if c.state == stateAttr && c.element == elementScript && c.attr == attrScriptType && !isJSType(string(s[:end])) {
		d.element = elementNone
	}
	if c.delim != delimSpaceOrTagEnd {
		end++
	}
	return d, end
}

// function returns the name of the function that a command calls; "" if it calls none by name.
func function(cmd *parse.CommandNode) string {
	if id, ok := cmd.Args[0].(*parse.IdentifierNode); ok {
		return id.Ident
	}
	return ""
}

// addEscapers adds the escapers to a pipeline. If the pipeline ends with a predefined escaper, that replaces the
// escapers of its class.
func addEscapers(p *parse.PipeNode, names []string) {
	if len(names) == 0 {
		return
	}
	call := func(name string, at parse.Node) *parse.IdentifierNode {
		return parse.NewIdentifier(name).SetTree(nil).SetPos(at.Position())
	}
	command := func(name string) *parse.CommandNode {
		return &parse.CommandNode{NodeType: parse.NodeCommand, Args: []parse.Node{call(name, p)}}
	}
	cmds := p.Cmds
	if n := len(cmds); n > 0 && predefined[function(cmds[n-1])] {
		last := cmds[n-1]
		name := function(last)
		if n == 1 && len(last.Args) > 1 {
			last.Args[0] = call("_eval_args_", last.Args[0])
			cmds = appendCommand(cmds, command(name))
		}
		// The predefined escaper is inserted at the position of its class.
		own := false
		for i, other := range names {
			if class(other) == name {
				names[i] = name
				own = true
			}
		}
		if own {
			cmds = cmds[:len(cmds)-1]
		}
	}
	have := map[string]bool{}
	for _, cmd := range cmds {
		if name := function(cmd); name != "" {
			have[class(name)] = true
		}
	}
	cmds = cmds[:len(cmds):len(cmds)]
	for _, name := range names {
		if !have[class(name)] {
			cmds = appendCommand(cmds, command(name))
		}
	}
	p.Cmds = cmds
}

// appendCommand appends a command if it does something after the last.
func appendCommand(cmds []*parse.CommandNode, cmd *parse.CommandNode) []*parse.CommandNode {
	if n := len(cmds); n > 0 && needless(function(cmd), function(cmds[n-1])) {
		return cmds
	}
	return append(cmds, cmd)
}
