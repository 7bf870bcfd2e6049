package template

import (
	"bytes"
	"strings"
)

func isAlpha(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isAlphaNum(c byte) bool { return isAlpha(c) || c >= '0' && c <= '9' }

// skipSpace returns the index of the first byte of s[i:] that is not white space.
func skipSpace(s []byte, i int) int {
	for i < len(s) && isCSSSpace(s[i]) {
		i++
	}
	return i
}

// transition returns how much of s is text in one state, which is c's except for stripTags, and the context after it.
func transition(in state, c context, s []byte) (context, int) {
	switch in {
	case stateText:
		return inText(c, s)
	case stateTag:
		return inTag(c, s)
	case stateAttrName:
		return inAttrName(c, s)
	case stateAfterName:
		return afterName(c, s)
	case stateBeforeValue:
		return beforeValue(c, s)
	case stateHTMLCmt:
		if end := bytes.Index(s, []byte("-->")); end >= 0 {
			return context{}, end + 3
		}
	case stateRCDATA:
		return toEndTag(c, s)
	case stateURL, stateSrcset:
		return inURL(c, s), len(s)
	case stateMetaContent, stateMetaContentURL:
		return inMetaContent(c, s)
	case stateJS:
		return inJS(c, s)
	case stateJSDqStr, stateJSSqStr, stateJSRegexp:
		return inJSLiteral(c, s)
	case stateJSTmplLit:
		return inTemplateLiteral(c, s)
	case stateJSBlockCmt, stateCSSBlockCmt:
		if end := bytes.Index(s, []byte("*/")); end >= 0 {
			c.state = language(in)
			return c, end + 2
		}
	case stateJSLineCmt, stateJSHTMLOpenCmt, stateJSHTMLCloseCmt, stateCSSLineCmt:
		ends := "\n\r\u2028\u2029"
		if in == stateCSSLineCmt {
			ends = "\n\f\r"
		}
		if end := bytes.IndexAny(s, ends); end >= 0 {
			c.state = language(in)
			return c, end
		}
	case stateCSS:
		return inCSS(c, s)
	case stateCSSDqStr, stateCSSSqStr, stateCSSDqURL, stateCSSSqURL, stateCSSURL:
		return inCSSString(c, s)
	}
	return c, len(s)
}

// language returns the state around a comment.
func language(comment state) state {
	if comment == stateCSSBlockCmt || comment == stateCSSLineCmt {
		return stateCSS
	}
	return stateJS
}

func inText(c context, s []byte) (context, int) {
	for i := 0; ; {
		tag := bytes.IndexByte(s[i:], '<')
		if tag < 0 {
			return c, len(s)
		}
		i += tag
		if bytes.HasPrefix(s[i:], []byte("<!--")) {
			return context{state: stateHTMLCmt}, i + 4
		}
		i++
		closing := i < len(s) && s[i] == '/'
		if closing {
			i++
		}
		if i == len(s) {
			return c, len(s)
		}
		end := tagName(s, i)
		if end == i {
			continue
		}
		c = context{state: stateTag}
		if !closing {
			c.element = elementOf(string(s[i:end]))
		}
		return c, end
	}
}

// tagName returns the end of the name of a tag that begins at i.
func tagName(s []byte, i int) int {
	if !isAlpha(s[i]) {
		return i
	}
	for i < len(s) {
		joined := (s[i] == ':' || s[i] == '-') && i+1 < len(s) && isAlphaNum(s[i+1])
		if !joined && !isAlphaNum(s[i]) {
			break
		}
		i++
	}
	return i
}

func elementOf(tag string) element {
	for e := elementScript; e <= elementMeta; e++ {
		if strings.ToLower(tag) == elements[e].tag {
			return e
		}
	}
	return elementNone
}

func inTag(c context, s []byte) (context, int) {
	i := skipSpace(s, 0)
	if i == len(s) {
		return c, len(s)
	}
	if s[i] == '>' {
		if c.element == elementMeta {
			return context{}, i + 1
		}
		return context{state: elements[c.element].contents, element: c.element}, i + 1
	}
	end, bad := attrName(s, i)
	if bad.err != nil {
		return bad, len(s)
	}
	if end == i {
		return failed(ErrBadHTML, nil, 0, "expected space, attr name, or end of tag, but got %q", s[i:]), len(s)
	}
	d := context{state: stateAfterName, element: c.element, attr: kindOf(c.element, strings.ToLower(string(s[i:end])))}
	if end == len(s) {
		d.state = stateAttrName
	}
	return d, end
}

// attrName returns the end of the name of an attribute that begins at i, or an error.
func attrName(s []byte, i int) (end int, bad context) {
	for end = i; end < len(s); end++ {
		switch s[end] {
		case ' ', '\t', '\n', '\f', '\r', '=', '>':
			return end, context{}
		case '\'', '"', '<':
			return 0, failed(ErrBadHTML, nil, 0, "%q in attribute name: %.32q", s[end:end+1], s)
		}
	}
	return end, context{}
}

func inAttrName(c context, s []byte) (context, int) {
	end, bad := attrName(s, 0)
	if bad.err != nil {
		return bad, len(s)
	}
	if end < len(s) {
		c.state = stateAfterName
	}
	return c, end
}

func afterName(c context, s []byte) (context, int) {
	i := skipSpace(s, 0)
	switch {
	case i == len(s):
	case s[i] == '=':
		c.state = stateBeforeValue
		i++
	default:
		c.state = stateTag
	}
	return c, i
}

func beforeValue(c context, s []byte) (context, int) {
	i := skipSpace(s, 0)
	if i == len(s) {
		return c, i
	}
	c.state, c.delim = attrStates[c.attr], delimSpaceOrTagEnd
	switch s[i] {
	case '"':
		c.delim = delimDoubleQuote
		i++
	case '\'':
		c.delim = delimSingleQuote
		i++
	}
	return c, i
}

// toEndTag returns how much of s belongs to the element, up to its end tag. An end tag in a script's literals and
// comments does not count.
func toEndTag(c context, s []byte) (context, int) {
	if c.element == elementNone || c.element == elementScript && (c.state.inJSLiteral() || c.state.isComment()) {
		return c, len(s)
	}
	tag := elements[c.element].tag
	if c.element == elementMeta {
		// A meta element has no end tag: the next end tag without a name ends it.
		tag = ""
	}
	for i := 0; i < len(s); {
		at := bytes.Index(s[i:], []byte("</"))
		if at < 0 {
			break
		}
		i += at
		name := i + 2
		end := name + len(tag)
		if end < len(s) && strings.EqualFold(string(s[name:end]), tag) {
			if bytes.IndexByte([]byte("> \t\n\f/"), s[end]) >= 0 {
				return context{}, i
			}
			name = end
		}
		i = name
	}
	return c, len(s)
}

func inURL(c context, s []byte) context {
	if bytes.ContainsAny(s, "#?") {
		c.urlPart = urlPartQueryOrFrag
	} else if c.urlPart == urlPartNone && skipSpace(s, 0) < len(s) {
		c.urlPart = urlPartPreQuery
	}
	return c
}

func inMetaContent(c context, s []byte) (context, int) {
	if c.state == stateMetaContentURL {
		if end := bytes.IndexByte(s, ';'); end >= 0 {
			c.state = stateMetaContent
			return c, end + 1
		}
		return c, len(s)
	}
	for i := 0; i+3 < len(s); i++ {
		if !strings.EqualFold(string(s[i:i+3]), "url") {
			continue
		}
		if j := skipSpace(s, i+3); j < len(s) && s[j] == '=' {
			c.state = stateMetaContentURL
			return c, j + 1
		}
	}
	return c, len(s)
}

// jsLiteral returns the state after a quote.
func jsLiteral(quote byte) state {
	switch quote {
	case '"':
		return stateJSDqStr
	case '`':
		return stateJSTmplLit
	}
	return stateJSSqStr
}

// inJS finds the first byte that begins a literal or a comment, or is a brace.
func inJS(c context, s []byte) (context, int) {
	i := bytes.IndexAny(s, "\"`'/{}<-#")
	if i < 0 {
		c.jsCtx = afterJS(s, c.jsCtx)
		return c, len(s)
	}
	c.jsCtx = afterJS(s[:i], c.jsCtx)
	begins := func(text string) bool { return bytes.HasPrefix(s[i:], []byte(text)) }
	switch s[i] {
	case '"', '\'', '`':
		c.state, c.jsCtx = jsLiteral(s[i]), jsCtxRegexp
	case '/':
		switch {
		case begins("//"):
			c.state = stateJSLineCmt
			return c, i + 2
		case begins("/*"):
			c.state = stateJSBlockCmt
			return c, i + 2
		case c.jsCtx == jsCtxRegexp:
			c.state = stateJSRegexp
		case c.jsCtx == jsCtxDivOp:
			c.jsCtx = jsCtxRegexp
		default:
			return failed(ErrSlashAmbig, nil, 0, "'/' could start a division or regexp: %.32q", s[i:]), len(s)
		}
	case '<':
		if begins("<!--") {
			c.state = stateJSHTMLOpenCmt
			return c, i + 4
		}
	case '-':
		if begins("-->") {
			c.state = stateJSHTMLCloseCmt
			return c, i + 3
		}
	case '#':
		if begins("#!") {
			c.state = stateJSLineCmt
			return c, i + 2
		}
		for i+1 < len(s) && isJSName(s[i+1]) {
			i++
		}
		c.jsCtx = jsCtxDivOp
	case '{', '}':
		c = atBrace(c, s[i:i+1])
	}
	return c, i + 1
}

// atBrace counts a brace; the } that matches a ${ ends its expression.
func atBrace(c context, brace []byte) context {
	if last := len(c.jsBraceDepth) - 1; last >= 0 {
		if brace[0] == '{' {
			c.jsBraceDepth[last]++
		} else if c.jsBraceDepth[last]--; c.jsBraceDepth[last] < 0 {
			c.jsBraceDepth, c.state = c.jsBraceDepth[:last], stateJSTmplLit
			return c
		}
	}
	c.jsCtx = afterJS(brace, c.jsCtx)
	return c
}

func inTemplateLiteral(c context, s []byte) (context, int) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if i++; i == len(s) {
				return unfinished("JS", s)
			}
		case '$':
			if i+1 < len(s) && s[i+1] == '{' {
				c.jsBraceDepth = append(c.jsBraceDepth, 0)
				c.state, c.jsCtx = stateJS, jsCtxRegexp
				return c, i + 2
			}
		case '`':
			c.state = stateJS
			return c, i + 1
		}
	}
	return c, len(s)
}

// unfinished returns the error of a text that ends with a backslash.
func unfinished(language string, s []byte) (context, int) {
	return failed(ErrPartialEscape, nil, 0, "unfinished escape sequence in %s string: %q", language, s), len(s)
}

// inJSLiteral finds the end of a string or regular expression. In a character class a / does not end it.
func inJSLiteral(c context, s []byte) (context, int) {
	end := byte('"')
	if c.state == stateJSSqStr {
		end = '\''
	} else if c.state == stateJSRegexp {
		end = '/'
	}
	class := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			if i++; i == len(s) {
				return unfinished("JS", s)
			}
		case end == '/' && (s[i] == '[' || s[i] == ']'):
			class = s[i] == '['
		case s[i] != end:
		case end == '/' && i > 0 && i+7 <= len(s) && strings.EqualFold(string(s[i-1:i+7]), "</script"):
			// The escaper escapes this text when it writes it.
			i++
		case !class:
			c.state, c.jsCtx = stateJS, jsCtxDivOp
			return c, i + 1
		}
	}
	if class {
		return failed(ErrPartialCharset, nil, 0, "unfinished JS regexp charset: %q", s), len(s)
	}
	return c, len(s)
}

func inCSS(c context, s []byte) (context, int) {
	for i := range s {
		switch s[i] {
		case '(':
			if endsWithCSSKeyword(bytes.TrimRight(s[:i], "\t\n\f\r "), "url") {
				i = skipSpace(s, i+1)
				switch {
				case i < len(s) && s[i] == '"':
					c.state = stateCSSDqURL
					i++
				case i < len(s) && s[i] == '\'':
					c.state = stateCSSSqURL
					i++
				default:
					c.state = stateCSSURL
				}
				return c, i
			}
		case '/':
			if i+1 < len(s) && s[i+1] == '/' {
				c.state = stateCSSLineCmt
				return c, i + 2
			}
			if i+1 < len(s) && s[i+1] == '*' {
				c.state = stateCSSBlockCmt
				return c, i + 2
			}
		case '"':
			c.state = stateCSSDqStr
			return c, i + 1
		case '\'':
			c.state = stateCSSSqStr
			return c, i + 1
		}
	}
	return c, len(s)
}

// inCSSString finds the end of a string or of url(. A string may be a URL too.
func inCSSString(c context, s []byte) (context, int) {
	ends := `\"`
	switch c.state {
	case stateCSSSqStr, stateCSSSqURL:
		ends = `\'`
	case stateCSSURL:
		ends = "\\\t\n\f\r )"
	}
	for from := 0; ; {
		i := bytes.IndexAny(s[from:], ends)
		if i < 0 {
			rest := decodeCSS(s[from:])
			return inURL(c, rest), from + len(rest)
		}
		i += from
		if s[i] != '\\' {
			c.state = stateCSS
			return c, i + 1
		}
		if i++; i == len(s) {
			return unfinished("CSS", s)
		}
		c = inURL(c, decodeCSS(s[:i+1]))
		from = i + 1
	}
}
