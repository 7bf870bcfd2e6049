package template

import (
	"fmt"
	"slices"
	"strings"
	"text/template/parse"
)

// A context is where in a document a place of a template is. That of a template's begin is the zero value.
type context struct {
	state        state
	delim        delim
	urlPart      urlPart
	jsCtx        jsCtx
	jsBraceDepth []int // of each ${ around the place in JavaScript: how many { are open in it
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

// clone is a context whose braces can change.
func (c context) clone() context {
	c.jsBraceDepth = slices.Clone(c.jsBraceDepth)
	return c
}

// nameIn names a template as it is when called in the context.
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

// failed is the context after an error.
func failed(code ErrorCode, node parse.Node, line int, format string, args ...any) context {
	return context{state: stateError, err: &Error{code, node, "", line, fmt.Sprintf(format, args...)}}
}

// A state is what kind of text a place is in.
type state uint8

const (
	stateText           state = iota
	stateTag                  // before an attribute or the end of a tag
	stateAttrName             // in the name of an attribute
	stateAfterName            // between the name and =
	stateBeforeValue          // after =
	stateHTMLCmt              // in a comment
	stateRCDATA               // in the text of an element that has no elements, as title
	stateAttr                 // in the value of an attribute of plain text
	stateURL                  // in an attribute of a URL
	stateSrcset               // in an attribute of a list of images
	stateJS                   // in a script
	stateJSDqStr              // in a string in "
	stateJSSqStr              // in a string in '
	stateJSTmplLit            // in a template literal
	stateJSRegexp             // in a regular expression
	stateJSBlockCmt           // in a /* comment
	stateJSLineCmt            // in a // comment
	stateJSHTMLOpenCmt        // in a <!-- comment, which ends with the line
	stateJSHTMLCloseCmt       // in a --> comment, which ends with the line
	stateCSS                  // in a style sheet
	stateCSSDqStr             // in a string in "
	stateCSSSqStr             // in a string in '
	stateCSSDqURL             // in url("
	stateCSSSqURL             // in url('
	stateCSSURL               // in url(
	stateCSSBlockCmt          // in a /* comment
	stateCSSLineCmt           // in a // comment
	stateError                // after an error
	stateMetaContent          // in the attribute content of meta
	stateMetaContentURL       // in that after url=
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

// inTag tells whether a tag is open in which an attribute can begin or end.
func (s state) inTag() bool { return s >= stateTag && s <= stateBeforeValue || s == stateAttr }

func (s state) inJSLiteral() bool { return s >= stateJSDqStr && s <= stateJSRegexp }

// A delim is what ends the value of an attribute.
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

// A urlPart is where in a URL a place is.
type urlPart uint8

const (
	urlPartNone        urlPart = iota // at its begin
	urlPartPreQuery                   // before ? or #
	urlPartQueryOrFrag                // after these
	urlPartUnknown
)

func (u urlPart) String() string {
	return [...]string{"urlPartNone", "urlPartPreQuery", "urlPartQueryOrFrag", "urlPartUnknown"}[u]
}

// A jsCtx is what a / means in JavaScript.
type jsCtx uint8

const (
	jsCtxRegexp jsCtx = iota
	jsCtxDivOp
	jsCtxUnknown
)

func (c jsCtx) String() string { return [...]string{"jsCtxRegexp", "jsCtxDivOp", "jsCtxUnknown"}[c] }

// An element is one whose contents or attributes are not as those of others.
type element uint8

const (
	elementNone element = iota
	elementScript
	elementStyle
	elementTextarea
	elementTitle
	elementMeta
)

// elements has their tags and what is in them.
var elements = [...]struct {
	tag      string
	contents state
}{{"", stateText}, {"script", stateJS}, {"style", stateCSS}, {"textarea", stateRCDATA}, {"title", stateRCDATA}, {"meta", stateText}}

func (e element) String() string {
	return [...]string{"elementNone", "elementScript", "elementStyle", "elementTextarea", "elementTitle", "elementMeta"}[e]
}

// An attr is a kind of attribute by what its value is.
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

// attrStates has the states in which their values begin.
var attrStates = [...]state{stateAttr, stateJS, stateAttr, stateCSS, stateURL, stateSrcset, stateMetaContent}

func (a attr) String() string {
	return [...]string{"attrNone", "attrScript", "attrScriptType", "attrStyle", "attrURL", "attrSrcset", "attrMetaContent"}[a]
}
