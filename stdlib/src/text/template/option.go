package template

import "strings"

// A missingKey says what the result is for a key that a map lacks.
type missingKey int

const (
	missingInvalid missingKey = iota // a result that prints as <no value>
	missingZero                      // the zero value
	missingError
)

// Option sets options: "missingkey=default" (or "invalid"), "missingkey=zero" or "missingkey=error". It panics for others.
func (t *Template) Option(opt ...string) *Template {
	t.init()
	for _, s := range opt {
		if s == "" {
			panic("empty option string")
		}
		if value, ok := strings.CutPrefix(s, "missingkey="); ok {
			switch value {
			case "invalid", "default":
				t.missingKey = missingInvalid
				continue
			case "zero":
				t.missingKey = missingZero
				continue
			case "error":
				t.missingKey = missingError
				continue
			}
		}
		panic("unrecognized option: " + s)
	}
	return t
}
