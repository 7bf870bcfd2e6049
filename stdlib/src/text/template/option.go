package template

import "strings"

// What a map does that has no entry for a key.
type missingKey int

const (
	missingInvalid missingKey = iota // the result prints as <no value>
	missingZero                      // the zero value
	missingError
)

// Option sets options: "missingkey=default" (or "invalid"), "missingkey=zero" or "missingkey=error". It panics on others.
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
