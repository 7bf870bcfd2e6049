// Package buildinfo reads the build information in Go programs: of Linux and the BSDs (ELF), Windows (PE) and
// macOS (Mach-O).
package buildinfo

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

// A BuildInfo describes how a program was built.
type BuildInfo = debug.BuildInfo

var (
	errFormat = errors.New("unrecognized file format")
	errNotGo  = errors.New("not a Go executable")
)

// ReadFile reads the build information of the program in a file.
func ReadFile(name string) (info *BuildInfo, err error) {
	file, err := os.Open(name)
	if err == nil {
		defer file.Close()
		info, err = read(file)
	}
	if err != nil {
		var inPath *os.PathError
		if errors.As(err, &inPath) {
			return nil, fmt.Errorf("could not read Go build info: %w", err)
		}
		return nil, fmt.Errorf("could not read Go build info from %s: %w", name, err)
	}
	return info, nil
}

// Read reads the build information of the program that r reads.
func Read(r io.ReaderAt) (*BuildInfo, error) { return read(r) }

func read(r io.ReaderAt) (*BuildInfo, error) {
	m, err := open(r)
	if err != nil {
		return nil, err
	}
	version, modules, err := m.strings()
	if err != nil {
		return nil, err
	}
	info, err := debug.ParseBuildInfo(modules)
	if err != nil {
		return nil, err
	}
	info.GoVersion = version
	return info, nil
}

// The beginning of the information: the magic, the size of pointers, and flags.
const (
	magic      = "\xff Go buildinf:"
	align      = 16
	headerSize = 32
	bigEndian  = 1 // pointers are big-endian
	inline     = 2 // the strings follow, each after its length
)

// sentinel is the length of the marks before and after the text about modules.
const sentinel = 16

// strings returns the version of Go and the text about modules.
func (m *image) strings() (version, modules string, err error) {
	at, ok := m.findInfo()
	if !ok {
		return "", "", errNotGo
	}
	header, err := m.read(at, headerSize)
	if err != nil {
		return "", "", err
	}
	if header[15]&inline != 0 {
		at += headerSize
		if version, at, err = m.inlineString(at); err == nil {
			modules, _, err = m.inlineString(at)
		}
		if err != nil {
			return "", "", err
		}
	} else {
		var order binary.ByteOrder = binary.LittleEndian
		if header[15]&bigEndian != 0 {
			order = binary.BigEndian
		}
		size := uint64(header[14])
		if size != 4 && size != 8 {
			return "", "", errNotGo
		}
		version = m.pointedString(header[16:], size, order)
		modules = m.pointedString(header[16+size:], size, order)
	}
	if version == "" {
		return "", "", errNotGo
	}
	if n := len(modules); n >= 2*sentinel+1 && modules[n-sentinel-1] == '\n' {
		return version, modules[sentinel : n-sentinel], nil
	}
	return version, "", nil
}

// findInfo returns the address of the build information.
func (m *image) findInfo() (uint64, bool) {
	const step = 1 << 20
	for begin := uint64(0); begin < m.data.size; begin += step {
		// The magic may begin at the last byte of a step.
		text, err := m.read(m.data.addr+begin, min(step+headerSize, m.data.size-begin))
		if err != nil {
			return 0, false
		}
		for from := 0; ; {
			i := bytes.Index(text[from:], []byte(magic))
			if i < 0 {
				break
			}
			from += i
			if at := m.data.addr + begin + uint64(from); at%align == 0 && len(text)-from >= headerSize {
				return at, true
			}
			from++
		}
	}
	return 0, false
}

func (m *image) inlineString(at uint64) (string, uint64, error) {
	prefix, err := m.readUpTo(at, binary.MaxVarintLen64)
	if err != nil {
		return "", 0, errFormat
	}
	length, n := binary.Uvarint(prefix)
	if n <= 0 || length > 1<<30 {
		return "", 0, errNotGo
	}
	at += uint64(n)
	text, err := m.read(at, length)
	return string(text), at + length, err
}

// pointedString returns the string whose header is at the address in b; "" if there is none.
func (m *image) pointedString(b []byte, size uint64, order binary.ByteOrder) string {
	word := func(b []byte) uint64 {
		if size == 4 {
			return uint64(order.Uint32(b))
		}
		return order.Uint64(b)
	}
	header, err := m.read(word(b), 2*size)
	if err != nil {
		return ""
	}
	text, err := m.read(word(header), word(header[size:]))
	if err != nil {
		return ""
	}
	return string(text)
}
