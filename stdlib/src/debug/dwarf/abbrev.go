package dwarf

// A spec is an attribute of an abbreviation.
type spec struct {
	attr     Attr
	form     form
	class    Class
	implicit int64 // the value, if the form is formImplicitConst
}

// An abbrev is the abbreviation that entries with the same tag and attributes share.
type abbrev struct {
	tag      Tag
	children bool
	specs    []spec
}

// An abbrevTable has abbreviations by their codes. Compilers number them from 1 on, so that most lie in a slice.
type abbrevTable struct {
	dense  []*abbrev // dense[i] has code i+1
	sparse map[uint64]*abbrev
}

func (t *abbrevTable) find(code uint64) *abbrev {
	if code-1 < uint64(len(t.dense)) {
		return t.dense[code-1]
	}
	return t.sparse[code]
}

func (t *abbrevTable) add(code uint64, a *abbrev) {
	if code == uint64(len(t.dense))+1 {
		t.dense = append(t.dense, a)
		return
	}
	if code-1 < uint64(len(t.dense)) {
		t.dense[code-1] = a
		return
	}
	if t.sparse == nil {
		t.sparse = make(map[uint64]*abbrev)
	}
	t.sparse[code] = a
}

// An abbrevKey identifies a table by its offset in section abbrev and by the version, on which the classes depend.
type abbrevKey struct {
	off     uint64
	version int
}

// abbrevTable reads the table at an offset of section abbrev, once for all units of a version that share it.
func (d *Data) abbrevTable(off uint64, l layout) (*abbrevTable, error) {
	if t := d.abbrevs[abbrevKey{off, l.version}]; t != nil {
		return t, nil
	}
	// Offsets in errors count from the table's beginning, as in Go.
	c := d.cursor("abbrev", d.abbrev[min(off, uint64(len(d.abbrev))):], l, 0)
	t := new(abbrevTable)
	for {
		code := c.uleb()
		if code == 0 {
			break
		}
		t.add(code, c.abbrev())
		if c.err != nil {
			break
		}
	}
	if c.err != nil {
		return nil, c.err
	}
	d.abbrevs[abbrevKey{off, l.version}] = t
	return t, nil
}

// abbrev reads the rest of an abbreviation, after its code.
func (c *cursor) abbrev() *abbrev {
	a := &abbrev{tag: Tag(c.uleb()), children: c.u8() != 0}
	for c.err == nil {
		s := spec{attr: Attr(c.uleb()), form: form(c.uleb())}
		if s.attr == 0 && s.form == 0 {
			break
		}
		if s.form == formImplicitConst {
			s.implicit = c.sleb()
		}
		s.class = classOf(s.form, s.attr, c.version)
		if s.class == classNone {
			c.fail("cannot determine class of unknown attribute form")
		}
		a.specs = append(a.specs, s)
	}
	return a
}
