// Package template makes HTML documents that are safe against code injection: values are escaped according to their context.
package template

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"text/template"
	"text/template/parse"
)

// A Template is one of package text/template that is escaped before it is executed for the first time.
type Template struct {
	escaped error // escapedWell, or the error that prevents escaping; nil before the first attempt
	text    *template.Template
	Tree    *parse.Tree // the parsed tree; escaped after the first execution
	*nameSpace
}

// A nameSpace has the templates that can call each other.
type nameSpace struct {
	mu   sync.Mutex
	set  map[string]*Template
	used bool // whether a template has been executed
	esc  escaper
}

var escapedWell = errors.New("template escaped correctly")

// FuncMap is the functions that a template can call.
type FuncMap = template.FuncMap

func newSpace() *nameSpace {
	space := &nameSpace{set: map[string]*Template{}}
	space.esc = newEscaper(space)
	return space
}

// New returns a template without text.
func New(name string) *Template {
	t := &Template{text: template.New(name), nameSpace: newSpace()}
	t.set[name] = t
	return t
}

// New returns a template without text, associated with t.
func (t *Template) New(name string) *Template {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.added(name)
}

func (t *Template) added(name string) *Template {
	other := &Template{text: t.text.New(name), nameSpace: t.nameSpace}
	// A former template with this name becomes empty and is no longer associated; it can be t.
	if old := other.set[name]; old != nil {
		*old = *New(old.Name())
	}
	other.set[name] = other
	return other
}

// Must panics if there is an error.
func Must(t *Template, err error) *Template {
	if err != nil {
		panic(err)
	}
	return t
}

// IsTrue reports whether if treats a value as true, and whether it can be tested.
func IsTrue(val any) (truth, ok bool) { return template.IsTrue(val) }

// Name returns the template's name.
func (t *Template) Name() string { return t.text.Name() }

// DefinedTemplates lists the templates associated with t.
func (t *Template) DefinedTemplates() string { return t.text.DefinedTemplates() }

// Templates returns the templates associated with t.
func (t *Template) Templates() []*Template {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := make([]*Template, 0, len(t.set))
	for _, other := range t.set {
		all = append(all, other)
	}
	return all
}

// Lookup returns the template with a name; nil if there is none.
func (t *Template) Lookup(name string) *Template {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.set[name]
}

// Option sets options, as in package text/template.
func (t *Template) Option(opt ...string) *Template {
	t.text.Option(opt...)
	return t
}

// Funcs adds functions.
func (t *Template) Funcs(funcMap FuncMap) *Template {
	t.text.Funcs(funcMap)
	return t
}

// Delims sets the delimiters of actions.
func (t *Template) Delims(left, right string) *Template {
	t.text.Delims(left, right)
	return t
}

// mayParse returns an error if a template has been executed.
func (t *Template) mayParse() error {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.used {
		return errors.New("html/template: cannot Parse after Execute")
	}
	return nil
}

// Parse parses text as the body of t, and defines the templates in it.
func (t *Template) Parse(text string) (*Template, error) {
	if err := t.mayParse(); err != nil {
		return nil, err
	}
	parsed, err := t.text.Parse(text)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, part := range parsed.Templates() {
		own := t.set[part.Name()]
		if own == nil {
			own = t.added(part.Name())
		}
		own.text, own.Tree = part, part.Tree
	}
	return t, nil
}

// AddParseTree defines a template from its tree.
func (t *Template) AddParseTree(name string, tree *parse.Tree) (*Template, error) {
	if err := t.mayParse(); err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	text, err := t.text.AddParseTree(name, tree)
	if err != nil {
		return nil, err
	}
	t.set[name] = &Template{text: text, Tree: text.Tree, nameSpace: t.nameSpace}
	return t.set[name], nil
}

// Clone copies the associated templates, none of which may have been executed.
func (t *Template) Clone() (*Template, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	executed := fmt.Errorf("html/template: cannot Clone %q after it has executed", t.Name())
	if t.escaped != nil {
		return nil, executed
	}
	text, err := t.text.Clone()
	if err != nil {
		return nil, err
	}
	space := newSpace()
	space.set[text.Name()] = &Template{text: text, Tree: text.Tree, nameSpace: space}
	for _, part := range text.Templates() {
		if own := t.set[part.Name()]; own == nil || own.escaped != nil {
			return nil, executed
		}
		part.Tree = part.Tree.Copy()
		space.set[part.Name()] = &Template{text: part, Tree: part.Tree, nameSpace: space}
	}
	return space.set[text.Name()], nil
}

// Execute executes the template with data, and writes the output.
func (t *Template) Execute(wr io.Writer, data any) error {
	if err := t.escape(); err != nil {
		return err
	}
	return t.text.Execute(wr, data)
}

func (t *Template) escape() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.used = true
	switch {
	case t.escaped == escapedWell:
		return nil
	case t.escaped != nil:
		return t.escaped
	case t.Tree == nil:
		return fmt.Errorf("template: %q is an incomplete or empty template", t.Name())
	}
	return t.escapeTemplate(t.text.Root, t.Name())
}

// ExecuteTemplate executes the template with a name.
func (t *Template) ExecuteTemplate(wr io.Writer, name string, data any) error {
	named, err := t.escapedOf(name)
	if err != nil {
		return err
	}
	return named.text.Execute(wr, data)
}

func (t *Template) escapedOf(name string) (*Template, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.used = true
	named := t.set[name]
	switch {
	case named == nil:
		return nil, fmt.Errorf("html/template: %q is undefined", name)
	case named.escaped == escapedWell:
		return named, nil
	case named.escaped != nil:
		return nil, named.escaped
	case named.text.Tree == nil || named.text.Root == nil:
		return nil, fmt.Errorf("html/template: %q is an incomplete template", name)
	}
	return named, named.escapeTemplate(named.text.Root, name)
}

// HTMLEscape writes b escaped for HTML.
func HTMLEscape(w io.Writer, b []byte) { template.HTMLEscape(w, b) }

// HTMLEscapeString escapes s for HTML.
func HTMLEscapeString(s string) string { return template.HTMLEscapeString(s) }

// HTMLEscaper prints args escaped for HTML.
func HTMLEscaper(args ...any) string { return template.HTMLEscaper(args...) }

// JSEscape writes b escaped for strings of JavaScript.
func JSEscape(w io.Writer, b []byte) { template.JSEscape(w, b) }

// JSEscapeString escapes s for strings of JavaScript.
func JSEscapeString(s string) string { return template.JSEscapeString(s) }

// JSEscaper prints args escaped for strings of JavaScript.
func JSEscaper(args ...any) string { return template.JSEscaper(args...) }

// URLQueryEscaper prints args escaped for queries of URLs.
func URLQueryEscaper(args ...any) string { return template.URLQueryEscaper(args...) }
