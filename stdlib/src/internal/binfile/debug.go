package binfile

import (
	"debug/dwarf"
	"strconv"
	"strings"
)

// Debug collects the sections of debugging information. They are read in two rounds, so that the error is that of the section that Go reads first.
type Debug struct {
	sections []debugSection
}

type debugSection struct {
	kind string
	read func() ([]byte, error)
}

// Add adds a section .debug_KIND.
func (d *Debug) Add(kind string, read func() ([]byte, error)) {
	d.sections = append(d.sections, debugSection{kind, read})
}

// Kind returns KIND for a section named .debug_KIND or .zdebug_KIND; Mach-O names have the prefix __ instead of the dot.
func Kind(name, prefix string) (string, bool) {
	name, ok := strings.CutPrefix(name, prefix)
	if !ok {
		return "", false
	}
	return strings.CutPrefix(strings.TrimPrefix(name, "z"), "debug_")
}

// Data returns the debugging information in the sections.
func (d *Debug) Data() (*dwarf.Data, error) {
	main := map[string][]byte{"abbrev": nil, "info": nil, "str": nil, "line": nil, "ranges": nil}
	var rest []debugSection
	for _, s := range d.sections {
		if _, ok := main[s.kind]; !ok {
			rest = append(rest, s)
			continue
		}
		b, err := s.read()
		if err != nil {
			return nil, err
		}
		main[s.kind] = b
	}
	data, err := dwarf.New(main["abbrev"], nil, nil, main["info"], main["line"], nil, main["ranges"], main["str"])
	if err != nil {
		return nil, err
	}
	for i, s := range rest {
		b, err := s.read()
		switch {
		case err != nil:
		case s.kind == "types":
			err = data.AddTypes("types-"+strconv.Itoa(i), b)
		default:
			err = data.AddSection(".debug_"+s.kind, b)
		}
		if err != nil {
			return nil, err
		}
	}
	return data, nil
}
