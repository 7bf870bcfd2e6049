package macho

import (
	"debug/dwarf"

	"internal/binfile"
)

// DWARF returns the debugging information.
func (f *File) DWARF() (*dwarf.Data, error) {
	var debug binfile.Debug
	for _, s := range f.Sections {
		kind, ok := binfile.Kind(s.Name, "__")
		if !ok {
			continue
		}
		// Names of sections have at most 16 bytes.
		if kind == "str_offs" {
			kind = "str_offsets"
		}
		debug.Add(kind, func() ([]byte, error) {
			data, err := s.Data()
			if err != nil {
				return nil, err
			}
			return binfile.Unzip(data)
		})
	}
	return debug.Data()
}
