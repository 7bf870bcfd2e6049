package pe

import (
	"encoding/binary"
	"fmt"
	"io"

	"internal/binfile"
)

// A StringTable has the names that are too long for the tables of sections and symbols.
type StringTable []byte

// String returns the string at an offset. Offsets include the 4 bytes of the size before the table.
func (st StringTable) String(start uint32) (string, error) {
	const before = 4
	if start < before {
		return "", fmt.Errorf("offset %d is before the start of string table", start)
	}
	start -= before
	if uint64(start) > uint64(len(st)) {
		return "", fmt.Errorf("offset %d is beyond the end of string table", start)
	}
	return binfile.Text(st[start:]), nil
}

// A Symbol is a symbol with its full name.
type Symbol struct {
	Name          string
	Value         uint32
	SectionNumber int16
	Type          uint16
	StorageClass  uint8
}

// COFFSymbolAuxFormat5 is the auxiliary record of a section's symbol.
type COFFSymbolAuxFormat5 struct {
	Size           uint32
	NumRelocs      uint16
	NumLineNumbers uint16
	Checksum       uint32
	SecNum         uint16
	Selection      uint8
	_              [3]uint8
}

// FullName returns the name; st contains names longer than 8 bytes.
func (sym *COFFSymbol) FullName(st StringTable) (string, error) {
	if binary.LittleEndian.Uint32(sym.Name[:]) == 0 && binary.LittleEndian.Uint32(sym.Name[4:]) != 0 {
		return st.String(binary.LittleEndian.Uint32(sym.Name[4:]))
	}
	return binfile.Text(sym.Name[:]), nil
}

// symbolTables reads the symbols and the string table after them.
func (f *File) symbolTables(r io.ReaderAt) error {
	if f.PointerToSymbolTable == 0 {
		return nil
	}
	at, size := int64(f.PointerToSymbolTable), COFFSymbolSize*uint64(f.NumberOfSymbols)
	if err := f.strings(r, int64(uint32(at)+uint32(size))); err != nil {
		return err
	}
	if size == 0 {
		return nil
	}
	table, err := binfile.Full(r, at, size)
	if err != nil {
		return fmt.Errorf("fail to read symbol table: %v", err)
	}
	f.COFFSymbols = make([]COFFSymbol, f.NumberOfSymbols)
	in := fields(table)
	auxiliary := uint8(0) // the number of auxiliary records that follow
	for i := range f.COFFSymbols {
		s := &f.COFFSymbols[i]
		s.Name = [8]byte(in.Take(8))
		s.Value, s.SectionNumber, s.Type, s.StorageClass, s.NumberOfAuxSymbols = in.U32(), int16(in.U16()), in.U16(), in.U8(), in.U8()
		if auxiliary == 0 {
			auxiliary = s.NumberOfAuxSymbols
			continue
		}
		// Go reads each auxiliary record as a section's, which ends in padding.
		auxiliary--
		s.Type, s.StorageClass, s.NumberOfAuxSymbols = s.Type&0xff, 0, 0
	}
	if auxiliary != 0 {
		return fmt.Errorf("fail to read symbol table: %d aux symbols unread", auxiliary)
	}
	for i := 0; i < len(f.COFFSymbols); i++ {
		s := &f.COFFSymbols[i]
		name, err := s.FullName(f.StringTable)
		if err != nil {
			return err
		}
		f.Symbols = append(f.Symbols, &Symbol{name, s.Value, s.SectionNumber, s.Type, s.StorageClass})
		i += int(s.NumberOfAuxSymbols)
	}
	return nil
}

// strings reads the string table.
func (f *File) strings(r io.ReaderAt, at int64) error {
	b, err := binfile.Record(r, at, 4)
	if err != nil {
		return fmt.Errorf("fail to read string table length: %v", err)
	}
	size := fields(b).U32()
	if size <= 4 {
		return nil
	}
	if f.StringTable, err = binfile.Full(r, at+4, uint64(size)-4); err != nil {
		return fmt.Errorf("fail to read string table: %v", err)
	}
	return nil
}

// COFFSymbolReadSectionDefAux returns the auxiliary record of a section's symbol, which has the index idx in COFFSymbols.
func (f *File) COFFSymbolReadSectionDefAux(idx int) (*COFFSymbolAuxFormat5, error) {
	if idx < 0 || idx >= len(f.COFFSymbols) {
		return nil, fmt.Errorf("invalid symbol index")
	}
	const static = 3
	switch s := &f.COFFSymbols[idx]; {
	case s.StorageClass != static:
		return nil, fmt.Errorf("incorrect symbol storage class")
	case s.NumberOfAuxSymbols == 0 || idx+1 >= len(f.COFFSymbols):
		return nil, fmt.Errorf("aux symbol unavailable")
	}
	s := &f.COFFSymbols[idx+1]
	b := s.Name[:]
	b = binary.LittleEndian.AppendUint32(b, s.Value)
	b = binary.LittleEndian.AppendUint16(b, uint16(s.SectionNumber))
	b = binary.LittleEndian.AppendUint16(b, s.Type)
	in := fields(append(b, s.StorageClass, s.NumberOfAuxSymbols))
	return &COFFSymbolAuxFormat5{
		Size: in.U32(), NumRelocs: in.U16(), NumLineNumbers: in.U16(), Checksum: in.U32(), SecNum: in.U16(), Selection: in.U8(),
	}, nil
}
