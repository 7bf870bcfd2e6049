package gosym

import "sort"

// A Table maps a program's instructions to functions and lines.
type Table struct {
	Syms  []Sym
	Funcs []Func
	Files map[string]*Obj
	Objs  []Obj

	lines *functions
}

// NewTable reads the functions of pcln. Programs since Go 1.3 have no symtab: pass nil.
func NewTable(symtab []byte, pcln *LineTable) (*Table, error) {
	if len(symtab) > 0 {
		return nil, &DecodingError{0, "symbol table of Go before 1.3", nil}
	}
	t := &Table{Syms: []Sym{}, Funcs: []Func{}, Files: map[string]*Obj{}, Objs: []Obj{}}
	f := pcln.functions()
	if f == nil {
		return t, nil
	}
	t.lines = f
	t.Objs = make([]Obj, 1)
	for name := range f.files() {
		t.Files[name] = &t.Objs[0]
	}
	t.Funcs = make([]Func, f.count)
	syms := make([]Sym, f.count)
	for i := range t.Funcs {
		info := f.info(i)
		syms[i] = Sym{Value: f.entry(i), Type: 'T', Name: f.name(info), Func: &t.Funcs[i], colons: f.layout >= go120}
		t.Funcs[i] = Func{
			Entry: f.entry(i), Sym: &syms[i], End: f.entry(i + 1), LineTable: pcln,
			FrameSize: int(f.number(info, atFrame)),
		}
	}
	t.Objs[0].Funcs = t.Funcs
	return t, nil
}

// PCToFunc returns the function that contains an instruction, or nil.
func (t *Table) PCToFunc(pc uint64) *Func {
	i := sort.Search(len(t.Funcs), func(i int) bool { return t.Funcs[i].Entry > pc }) - 1
	if i < 0 || pc >= t.Funcs[i].End {
		return nil
	}
	return &t.Funcs[i]
}

// PCToLine returns the line of an instruction. If no function contains it, fn is nil.
func (t *Table) PCToLine(pc uint64) (file string, line int, fn *Func) {
	if fn = t.PCToFunc(pc); fn == nil {
		return "", 0, nil
	}
	file, line = t.lines.position(pc)
	return file, line, fn
}

// LineToPC returns the first instruction of a line.
func (t *Table) LineToPC(file string, line int) (pc uint64, fn *Func, err error) {
	if _, ok := t.Files[file]; !ok {
		return 0, nil, UnknownFileError(file)
	}
	if pc, ok := t.lines.instruction(file, line); ok {
		return pc, t.PCToFunc(pc), nil
	}
	return 0, nil, &UnknownLineError{file, line}
}

// LookupSym returns the symbol in Syms with a name, or nil.
func (t *Table) LookupSym(name string) *Sym {
	return t.symbol(func(s *Sym) bool { return s.Name == name })
}

// SymByAddr returns the symbol in Syms at an address, or nil.
func (t *Table) SymByAddr(addr uint64) *Sym {
	return t.symbol(func(s *Sym) bool { return s.Value == addr })
}

func (t *Table) symbol(wanted func(*Sym) bool) *Sym {
	for i := range t.Syms {
		if wanted(&t.Syms[i]) {
			return &t.Syms[i]
		}
	}
	return nil
}

// LookupFunc returns the function with a name, or nil.
func (t *Table) LookupFunc(name string) *Func {
	for i := range t.Funcs {
		if f := &t.Funcs[i]; f.Sym.Name == name {
			return f
		}
	}
	return nil
}
