package dwarf

// A typeUnit is a unit with a type that other units refer to by its signature.
type typeUnit struct {
	realm
	off Offset // offset of the type's entry
}

// AddTypes adds a section .debug_types of DWARF 4; a program may have several. Errors about its contents contain the
// name. If several units have the same signature, the first is used.
func (d *Data) AddTypes(name string, types []byte) error {
	c := d.cursor(name, types, layout{}, 0)
	for c.left() > 0 {
		u := &unit{section: name, start: c.place()}
		size := c.length()
		body := c.within(size)
		body.version = int(body.u16())
		if body.err == nil && body.version != 4 {
			body.unknownVersion(body.version)
		}
		table := body.offset()
		body.address = int(body.u8())
		signature := body.number(8)
		off := body.offset()
		d.finishHeader(u, &body, table)
		if body.err != nil {
			return body.err
		}
		if d.signed[signature] == nil {
			t := &typeUnit{off: u.start + Offset(off)}
			t.section = name
			t.units = []*unit{u}
			t.made = make(map[Offset]Type)
			d.signed[signature] = t
		}
	}
	return nil
}
