package template

import "strings"

// The attributes whose values are not plain text, and plain ones whose names would suggest otherwise.
const (
	urlAttrs = " action archive background cite classid codebase data formaction href icon longdesc manifest poster profile " +
		"src usemap xmlns "
	unsafeAttrs = " accept-charset async challenge charset content crossorigin defer enctype form formenctype formmethod " +
		"formnovalidate http-equiv keytype language method novalidate pattern rel sandbox type value "
	plainAttrs = " srclang "
)

// attrType returns the type of an attribute's value, from its name in lower case.
func attrType(name string) contentType {
	if rest, ok := strings.CutPrefix(name, "data-"); ok {
		name = rest
	} else if space, rest, ok := strings.Cut(name, ":"); ok {
		if space == "xmlns" {
			return contentTypeURL
		}
		name = rest
	}
	in := func(list string) bool {
		return name != "" && !strings.Contains(name, " ") && strings.Contains(list, " "+name+" ")
	}
	switch {
	case in(plainAttrs):
		return contentTypePlain
	case in(unsafeAttrs):
		return contentTypeUnsafe
	case name == "srcset":
		return contentTypeSrcset
	case name == "srcdoc":
		return contentTypeHTML
	case name == "style":
		return contentTypeCSS
	case strings.HasPrefix(name, "on"):
		return contentTypeJS
	case in(urlAttrs), strings.Contains(name, "src"), strings.Contains(name, "uri"), strings.Contains(name, "url"):
		return contentTypeURL
	}
	return contentTypePlain
}

// kindOf returns the kind of an element's attribute.
func kindOf(e element, name string) attr {
	switch {
	case e == elementScript && name == "type":
		return attrScriptType
	case e == elementMeta && name == "content":
		return attrMetaContent
	}
	switch attrType(name) {
	case contentTypeURL:
		return attrURL
	case contentTypeCSS:
		return attrStyle
	case contentTypeJS:
		return attrScript
	case contentTypeSrcset:
		return attrSrcset
	}
	return attrNone
}
