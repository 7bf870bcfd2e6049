package template

import (
	"fmt"
	"slices"
	"strings"
	"text/template/parse"
)

// A context describes a position of a template in the document. The beginning of a template has the zero value.
type context struct {
	state        state
	delim        delim
	urlPart      urlPart
	jsCtx        jsCtx
	jsBraceDepth []int // for each ${ around the position in JavaScript: number of open { inside it
	attr         attr
	element      element
	node         parse.Node // the break or continue that leaves a loop here
	err          *Error
}

func (c context) String() string {
	var err error
	if c.err != nil {
		err = c.err
	}
	return fmt.Sprintf("{%v %v %v %v %v %v %v %v}", c.state, c.delim, c.urlPart, c.jsCtx, c.jsBraceDepth, c.attr, c.element, err)
}

func (c context) equal(d context) bool {
	return c.state == d.state && c.delim == d.delim && c.urlPart == d.urlPart && c.jsCtx == d.jsCtx &&
		slices.Equal(c.jsBraceDepth, d.jsBraceDepth) && c.attr == d.attr && c.element == d.element && c.err == d.err
}

// clone returns a copy with a jsBraceDepth of its own.
func (c context) clone() context {
	c.jsBraceDepth = slices.Clone(c.jsBraceDepth)
	return c
}

// nameIn returns the name of a template when it is called in the context.
func (c context) nameIn(template string) string {
	if c.state == stateText {
		return template
	}
	var name strings.Builder
	name.WriteString(template + "$htmltemplate_" + c.state.String())
	add := func(given bool, part any) {
		if given {
			fmt.Fprintf(&name, "_%v", part)
		}
	}
	add(c.delim != delimNone, c.delim)
	add(c.urlPart != urlPartNone, c.urlPart)
	add(c.jsCtx != jsCtxRegexp, c.jsCtx)
	add(c.jsBraceDepth != nil, fmt.Sprintf("jsBraceDepth(%v)", c.jsBraceDepth))
	add(c.attr != attrNone, c.attr)
	add(c.element != elementNone, c.element)
	return name.String()
}

// failed returns the context after an error.
func failed(code ErrorCode, node parse.Node, line int, format string, args ...any) context {
	return context{state: stateError, err: &Error{code, node, "", line, fmt.Sprintf(format, args...)}}
}

// A state is the kind of text at a position.
type state uint8

const (
	stateText           state = iota
	stateTag                  // before an attribute or the end of a tag
	stateAttrName             // in the name of an attribute
	stateAfterName            // between the name and =
	stateBeforeValue          // after =
	stateHTMLCmt              // in a comment
	stateRCDATA               // in the text of an element that contains no elements, such as title
	stateAttr                 // in the value of an attribute with plain text
	stateURL                  // in an attribute with a URL
	stateSrcset               // in an attribute with a list of images
	stateJS                   // in a script
	stateJSDqStr              // in a double-quoted string
	stateJSSqStr              // in a single-quoted string
	stateJSTmplLit            // in a template literal
	stateJSRegexp             // in a regular expression
	stateJSBlockCmt           // in a /* comment
	stateJSLineCmt            // in a // comment
	stateJSHTMLOpenCmt        // in a <!-- comment, which ends with the line
	stateJSHTMLCloseCmt       // in a --> comment, which ends with the line
	stateCSS                  // in a style sheet
	stateCSSDqStr             // in a double-quoted string
	stateCSSSqStr             // in a single-quoted string
	stateCSSDqURL             // in url("
	stateCSSSqURL             // in url('
	stateCSSURL               // in url(
	stateCSSBlockCmt          // in a /* comment
	stateCSSLineCmt           // in a // comment
	stateError                // after an error
	stateMetaContent          // in the attribute content of meta
	stateMetaContentURL       // in the URL after url= in the attribute content of meta
	stateDead                 // after break or continue
)

var stateNames = [...]string{
	"stateText", "stateTag", "stateAttrName", "stateAfterName", "stateBeforeValue", "stateHTMLCmt", "stateRCDATA", "stateAttr",
	"stateURL", "stateSrcset", "stateJS", "stateJSDqStr", "stateJSSqStr", "stateJSTmplLit", "stateJSRegexp", "stateJSBlockCmt",
	"stateJSLineCmt", "stateJSHTMLOpenCmt", "stateJSHTMLCloseCmt", "stateCSS", "stateCSSDqStr", "stateCSSSqStr", "stateCSSDqURL",
	"stateCSSSqURL", "stateCSSURL", "stateCSSBlockCmt", "stateCSSLineCmt", "stateError", "stateMetaContent", "stateMetaContentURL",
	"stateDead",
}

func (s state) String() string { return stateNames[s] }

func (s state) isComment() bool {
	switch s {
	case stateHTMLCmt, stateJSBlockCmt, stateJSLineCmt, stateJSHTMLOpenCmt, stateJSHTMLCloseCmt, stateCSSBlockCmt, stateCSSLineCmt:
		return true
	}
	return false
}

// inTag reports whether the position is inside a tag, where an attribute can begin or end.
func (s state) inTag() bool { return s >= stateTag && s <= stateBeforeValue || s == stateAttr }

func (s state) inJSLiteral() bool { return s >= stateJSDqStr && s <= stateJSRegexp }

// A delim is the delimiter that ends the value of an attribute.
type delim uint8

const (
	delimNone delim = iota
	delimDoubleQuote
	delimSingleQuote
	delimSpaceOrTagEnd
)

var delimEnds = [...]string{"", `"`, "'", " \t\n\f\r>"}

func (d delim) String() string {
	return [...]string{"delimNone", "delimDoubleQuote", "delimSingleQuote", "delimSpaceOrTagEnd"}[d]
}

// A urlPart is the part of a URL at a position.
type urlPart uint8

const (
	urlPartNone        urlPart = iota // at its beginning
	urlPartPreQuery                   // before ? or #
	urlPartQueryOrFrag                // after ? or #
	urlPartUnknown
)

func (u urlPart) String() string {
	return [...]string{"urlPartNone", "urlPartPreQuery", "urlPartQueryOrFrag", "urlPartUnknown"}[u]
}

// A jsCtx is the meaning of a / in JavaScript.
type jsCtx uint8

const (
	jsCtxRegexp jsCtx = iota
	jsCtxDivOp
	jsCtxUnknown
)

func (c jsCtx) String() string { return [...]string{"jsCtxRegexp", "jsCtxDivOp", "jsCtxUnknown"}[c] }

// An element is an element whose contents or attributes have a special state.
type element uint8

const (
	elementNone element = iota
	elementScript
	elementStyle
	elementTextarea
	elementTitle
	elementMeta
)

// elements has the tag and the content's state of each element.
var elements = [...]struct {
	tag      string
	contents state
}{{"", stateText}, {"script", stateJS}, {"style", stateCSS}, {"textarea", stateRCDATA}, {"title", stateRCDATA}, {"meta", stateText}}

func (e element) String() string {
	return [...]string{"elementNone", "elementScript", "elementStyle", "elementTextarea", "elementTitle", "elementMeta"}[e]
}

// An attr is the kind of an attribute, according to its value.
type attr uint8

const (
	attrNone attr = iota
	attrScript
	attrScriptType
	attrStyle
	attrURL
	attrSrcset
	attrMetaContent
)

// attrStates has the state at the beginning of each kind's value.
var attrStates = [...]state{stateAttr, stateJS, stateAttr, stateCSS, stateURL, stateSrcset, stateMetaContent}

func (a attr) String() string {
	return [...]string{"attrNone", "attrScript", "attrScriptType", "attrStyle", "attrURL", "attrSrcset", "attrMetaContent"}[a]
}
