package gosym

import (
	"encoding/binary"
	"sort"
)

// steps calls visit with each value and the range of addresses that it holds for, until visit returns false. The table
// begins at an offset in the values: each step is the change of the value, and the number of instructions.
func (f *functions) steps(offset uint32, entry uint64, visit func(value int32, from, to uint64) bool) {
	b := f.values[min(uint64(offset), uint64(len(f.values))):]
	value, at := int32(-1), entry
	for first := true; ; first = false {
		change, n := binary.Uvarint(b)
		if n <= 0 || change == 0 && !first {
			return
		}
		b = b[n:]
		count, n := binary.Uvarint(b)
		if n <= 0 {
			return
		}
		b = b[n:]
		value += int32(uint32(change)>>1) ^ -int32(change&1)
		to := at + count*f.quantum
		if !visit(value, at, to) {
			return
		}
		at = to
	}
}

// value returns the value for an address, or -1.
func (f *functions) value(offset uint32, entry, pc uint64) int32 {
	found := int32(-1)
	f.steps(offset, entry, func(value int32, _, to uint64) bool {
		if pc < to {
			found = value
		}
		return pc >= to
	})
	return found
}

// position returns the file and the line of an instruction, or "" and -1.
func (f *functions) position(pc uint64) (file string, line int) {
	i := sort.Search(f.count, func(i int) bool { return f.entry(i) > pc }) - 1
	if i < 0 || pc >= f.entry(f.count) {
		return "", -1
	}
	info, entry := f.info(i), f.entry(i)
	return f.file(info, f.value(f.number(info, atFile), entry, pc)), int(f.value(f.number(info, atLine), entry, pc))
}

// instruction returns the first instruction of a line, searching the functions in order.
func (f *functions) instruction(file string, line int) (uint64, bool) {
	if f.layout >= go116 && text(f.paths, 0) == file {
		return 0, false // as in Go, which treats the offset 0 of the first file as no file
	}
	for i := range f.count {
		info, entry := f.info(i), f.entry(i)
		found, ok := uint64(0), false
		f.steps(f.number(info, atFile), entry, func(number int32, from, to uint64) bool {
			if f.file(info, number) != file {
				return true
			}
			f.steps(f.number(info, atLine), entry, func(is int32, at, end uint64) bool {
				if int(is) == line && at < to && end > from {
					found, ok = max(at, from), true
				}
				return !ok
			})
			return !ok
		})
		if ok {
			return found, true
		}
	}
	return 0, false
}
