package elf

import (
	"errors"

	"internal/binfile"
)

// A VersionIndex is the version of a symbol.
type VersionIndex uint16

const hidden = 1 << 15

// Index returns the index of the version: 0 for a local symbol, 1 for a global symbol without a version. Other indices
// are those of a DynamicVersion, if the file defines the symbol, or of a DynamicVersionDep.
func (vi VersionIndex) Index() uint16 { return uint16(vi &^ hidden) }

// IsHidden reports whether the symbol is visible only to users that name its version.
func (vi VersionIndex) IsHidden() bool { return vi >= hidden }

// A DynamicVersion is a version that the file defines.
type DynamicVersion struct {
	Name  string
	Index uint16
	Flags DynamicVersionFlag
	// Deps are the versions on which this one depends.
	Deps []string
}

// A DynamicVersionNeed lists the versions that the file needs from a library.
type DynamicVersionNeed struct {
	Name  string
	Needs []DynamicVersionDep
}

// A DynamicVersionDep is a version that the file needs.
type DynamicVersionDep struct {
	Flags DynamicVersionFlag
	Index uint16
	Dep   string
}

// versions are the tables of versions.
type versions struct {
	defined []DynamicVersion
	needed  []DynamicVersionNeed
	indices []byte // the version index of each symbol, 2 bytes each
	byIndex map[uint16]versionName
}

type versionName struct{ version, library string }

// DynamicVersions returns the versions that the file defines.
func (f *File) DynamicVersions() ([]DynamicVersion, error) {
	v, err := f.allVersions("DynamicVersions")
	if err != nil {
		return nil, err
	}
	return v.defined, nil
}

// DynamicVersionNeeds returns the versions that the file needs.
func (f *File) DynamicVersionNeeds() ([]DynamicVersionNeed, error) {
	v, err := f.allVersions("DynamicVersionNeeds")
	if err != nil {
		return nil, err
	}
	return v.needed, nil
}

func (f *File) allVersions(caller string) (*versions, error) {
	_, names, err := f.symbols(SHT_DYNSYM)
	if err != nil {
		return nil, err
	}
	v, err := f.readVersions(names)
	if err == nil && v == nil {
		err = errors.New(caller + ": missing version table")
	}
	return v, err
}

// readVersions reads the tables, or returns nil if the symbols have no versions.
func (f *File) readVersions(names []byte) (*versions, error) {
	section := f.SectionByType(SHT_GNU_VERSYM)
	if section == nil {
		return nil, nil
	}
	indices, err := section.Data()
	if err != nil {
		indices = nil
	}
	v := &versions{indices: indices, byIndex: map[uint16]versionName{}}
	if v.needed, err = f.needs(names); err != nil {
		return nil, err
	}
	if v.defined, err = f.definitions(names); err != nil {
		return nil, err
	}
	for _, need := range v.needed {
		for _, dep := range need.Needs {
			v.byIndex[dep.Index] = versionName{dep.Dep, need.Name}
		}
	}
	for _, d := range v.defined {
		v.byIndex[d.Index] = versionName{d.Name, ""}
	}
	return v, nil
}

// describe sets the version of a symbol.
func (v *versions) describe(i int, s *Symbol, in *binfile.Fields) {
	i = (i + 1) * 2
	if i+2 > len(v.indices) {
		return
	}
	is := VersionIndex(in.Order.Uint16(v.indices[i:]))
	var name versionName
	if index := is.Index(); index > 1 {
		var known bool
		if name, known = v.byIndex[index]; !known {
			return
		}
	}
	s.HasVersion, s.VersionIndex, s.Version, s.Library = true, is, name.version, name.library
}

// chain calls visit for each structure of a list; each has size bytes, the first is at an offset, and visit returns the distance to the next.
func (f *File) chain(table []byte, at uint64, size int, visit func(in *binfile.Fields, at uint64) (next uint32, err error)) error {
	for at+uint64(size) <= uint64(len(table)) {
		next, err := visit(f.fields(table[at:]), at)
		if next == 0 || err != nil {
			return err
		}
		at += uint64(next)
	}
	return nil
}

// needs reads the versions that the file needs from libraries.
func (f *File) needs(names []byte) (all []DynamicVersionNeed, err error) {
	section := f.SectionByType(SHT_GNU_VERNEED)
	if section == nil {
		return nil, nil
	}
	table, err := section.Data()
	if err != nil {
		return nil, nil // as in Go, which treats an invalid table as missing
	}
	err = f.chain(table, 0, 16, func(in *binfile.Fields, at uint64) (uint32, error) {
		if version := in.U16(); version != 1 {
			return 0, wrong(int64(section.Offset+at), "unexpected dynamic need version", version)
		}
		count, file, list, next := in.U16(), in.U32(), in.U32(), in.U32()
		var need DynamicVersionNeed
		need.Name, _ = text(names, int(file))
		f.chain(table, at+uint64(list), 16, func(in *binfile.Fields, _ uint64) (uint32, error) {
			if len(need.Needs) == int(count) {
				return 0, nil
			}
			in.U32()
			dep := DynamicVersionDep{Flags: DynamicVersionFlag(in.U16()), Index: in.U16()}
			dep.Dep, _ = text(names, int(in.U32()))
			need.Needs = append(need.Needs, dep)
			return in.U32(), nil
		})
		all = append(all, need)
		return next, nil
	})
	return all, err
}

// definitions reads the versions that the file defines.
func (f *File) definitions(names []byte) (all []DynamicVersion, err error) {
	section := f.SectionByType(SHT_GNU_VERDEF)
	if section == nil {
		return nil, nil
	}
	table, err := section.Data()
	if err != nil {
		return nil, nil // as in Go, which treats an invalid table as missing
	}
	err = f.chain(table, 0, 20, func(in *binfile.Fields, at uint64) (uint32, error) {
		if version := in.U16(); version != 1 {
			return 0, wrong(int64(section.Offset+at), "unexpected dynamic version", version)
		}
		flags, index, count := in.U16(), in.U16(), int(in.U16())
		in.U32()
		list, next := in.U32(), in.U32()
		if count == 0 {
			return 0, wrong(int64(section.Offset+at), "dynamic version has no name", nil)
		}
		d := DynamicVersion{Index: index, Flags: DynamicVersionFlag(flags)}
		read := 0
		f.chain(table, at+uint64(list), 8, func(in *binfile.Fields, _ uint64) (uint32, error) {
			if read == count {
				return 0, nil
			}
			name, _ := text(names, int(in.U32()))
			if read == 0 {
				d.Name = name
			} else {
				d.Deps = append(d.Deps, name)
			}
			read++
			return in.U32(), nil
		})
		all = append(all, d)
		return next, nil
	})
	return all, err
}
