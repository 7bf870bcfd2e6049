// Package template generates text from templates and data.
package template

import (
	"maps"
	"slices"
	"sync"
	"text/template/parse"
)

// common is the state that associated templates share.
type common struct {
	mu         sync.RWMutex // guards byName
	byName     map[string]*Template
	missingKey missingKey

	funcMu sync.RWMutex // guards the maps below
	parsed FuncMap
	funcs  map[string]*function
}

// A Template is a parsed template with the templates associated with it.
type Template struct {
	name string
	*parse.Tree
	*common
	left, right string
}

// New returns an empty template.
func New(name string) *Template { return &Template{name: name} }

// Name returns the template's name.
func (t *Template) Name() string { return t.name }

// New returns an empty template that is associated with t, with its delimiters.
func (t *Template) New(name string) *Template {
	t.init()
	return &Template{name: name, common: t.common, left: t.left, right: t.right}
}

func (t *Template) init() {
	if t.common == nil {
		t.common = &common{byName: map[string]*Template{}, parsed: FuncMap{}, funcs: map[string]*function{}}
	}
}

// Clone returns a copy of the template and its associated templates; the copies share the trees.
func (t *Template) Clone() (*Template, error) {
	c := &Template{name: t.name, Tree: t.Tree, left: t.left, right: t.right}
	c.init()
	if t.common == nil {
		return c, nil
	}
	c.missingKey = t.missingKey
	t.mu.RLock()
	defer t.mu.RUnlock()
	for name, other := range t.byName {
		if name == t.name {
			c.byName[name] = c
			continue
		}
		c.byName[name] = &Template{name: other.name, Tree: other.Tree, common: c.common, left: other.left, right: other.right}
	}
	t.funcMu.RLock()
	defer t.funcMu.RUnlock()
	maps.Copy(c.parsed, t.parsed)
	maps.Copy(c.funcs, t.funcs)
	return c, nil
}

// AddParseTree sets the tree of the associated template called name; an empty tree does not replace another.
func (t *Template) AddParseTree(name string, tree *parse.Tree) (*Template, error) {
	t.init()
	to := t
	if name != t.name {
		to = t.New(name)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	old := t.byName[name]
	keep := old != nil && old.Tree != nil && parse.IsEmptyTree(tree.Root)
	if !keep {
		t.byName[name] = to
	}
	if !keep || to.Tree == nil {
		to.Tree = tree
	}
	return to, nil
}

// Templates returns the templates associated with t, including t, that have been parsed.
func (t *Template) Templates() []*Template {
	if t.common == nil {
		return nil
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	return slices.AppendSeq(make([]*Template, 0, len(t.byName)), maps.Values(t.byName))
}

// Lookup returns the associated template with that name, or nil.
func (t *Template) Lookup(name string) *Template {
	if t.common == nil {
		return nil
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.byName[name]
}

// Delims sets the delimiters for Parse; "" stands for {{ and }}.
func (t *Template) Delims(left, right string) *Template {
	t.init()
	t.left, t.right = left, right
	return t
}

// Funcs adds functions; it must be called before Parse. It panics if one is not a function with one result, or with two
// of which the second is an error, or if its name is not an identifier.
func (t *Template) Funcs(funcMap FuncMap) *Template {
	t.init()
	t.funcMu.Lock()
	defer t.funcMu.Unlock()
	for name, f := range funcMap {
		t.funcs[name] = checkedFunc(name, f)
	}
	maps.Copy(t.parsed, funcMap)
	return t
}

// Parse parses text as t's body, and the definitions in it as associated templates. Of two with the same name the
// later one wins, unless it is empty.
func (t *Template) Parse(text string) (*Template, error) {
	t.init()
	t.funcMu.RLock()
	trees, err := parse.Parse(t.name, text, t.left, t.right, t.parsed, builtinNames())
	t.funcMu.RUnlock()
	if err != nil {
		return nil, err
	}
	for name, tree := range trees {
		t.AddParseTree(name, tree) // its error is always nil
	}
	return t, nil
}

// Must returns t; it panics if err is not nil.
func Must(t *Template, err error) *Template {
	if err != nil {
		panic(err)
	}
	return t
}
