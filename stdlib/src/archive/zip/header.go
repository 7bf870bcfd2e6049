// Package zip reads and writes ZIP archives.
package zip

import (
	"encoding/binary"
	"io/fs"
	"path"
	"time"
	"unicode/utf8"
)

// Methods of compression.
const (
	Store   uint16 = 0
	Deflate uint16 = 8
)

const (
	fileSignature       = 0x04034b50
	entrySignature      = 0x02014b50
	endSignature        = 0x06054b50
	locator64Signature  = 0x07064b50
	end64Signature      = 0x06064b50
	descriptorSignature = 0x08074b50

	fileLen       = 30
	entryLen      = 46
	endLen        = 22
	descriptorLen = 16
	locator64Len  = 20
	end64Len      = 56

	version20 = 20
	version45 = 45 // the version of the format that has 64-bit fields

	extra64       = 0x0001
	extraNTFS     = 0x000a
	extraUnix     = 0x000d
	extraTime     = 0x5455
	extraInfoUnix = 0x5855

	flagDescriptor = 0x8
	flagUTF8       = 0x800

	max16 = 1<<16 - 1
	max32 = 1<<32 - 1
)

var le = binary.LittleEndian

// A FileHeader describes a file of an archive.
type FileHeader struct {
	// Name is a relative path with slashes; a directory's name ends in one.
	Name string
	// Comment is any text of less than 64 KiB.
	Comment string
	// NonUTF8 says that Name and Comment are not known to be UTF-8.
	NonUTF8 bool

	CreatorVersion uint16
	ReaderVersion  uint16
	Flags          uint16

	// Method is the method of compression.
	Method uint16

	// Modified is when the file was changed. If it is zero, a Writer uses ModifiedTime and ModifiedDate.
	Modified time.Time
	// ModifiedTime is the time in the format of MS-DOS.
	//
	// Deprecated: Use Modified instead.
	ModifiedTime uint16
	// ModifiedDate is the date in the format of MS-DOS.
	//
	// Deprecated: Use Modified instead.
	ModifiedDate uint16

	// CRC32 is the checksum of the contents.
	CRC32 uint32

	// CompressedSize is the compressed size, or 1<<32 - 1 if it is greater.
	//
	// Deprecated: Use CompressedSize64 instead.
	CompressedSize uint32
	// UncompressedSize is the uncompressed size, or 1<<32 - 1 if it is greater.
	//
	// Deprecated: Use UncompressedSize64 instead.
	UncompressedSize   uint32
	CompressedSize64   uint64
	UncompressedSize64 uint64

	Extra         []byte
	ExternalAttrs uint32
}

// FileInfo returns an fs.FileInfo with the contents of the header.
func (h *FileHeader) FileInfo() fs.FileInfo { return headerFileInfo{h} }

// headerFileInfo is an fs.FileInfo and an fs.DirEntry.
type headerFileInfo struct{ h *FileHeader }

func (fi headerFileInfo) Name() string { return path.Base(fi.h.Name) }

func (fi headerFileInfo) Size() int64 {
	if fi.h.UncompressedSize64 > 0 {
		return int64(fi.h.UncompressedSize64)
	}
	return int64(fi.h.UncompressedSize)
}

func (fi headerFileInfo) IsDir() bool { return fi.Mode().IsDir() }

func (fi headerFileInfo) ModTime() time.Time {
	if fi.h.Modified.IsZero() {
		return fi.h.ModTime()
	}
	return fi.h.Modified.UTC()
}

func (fi headerFileInfo) Mode() fs.FileMode          { return fi.h.Mode() }
func (fi headerFileInfo) Type() fs.FileMode          { return fi.h.Mode().Type() }
func (fi headerFileInfo) Sys() any                   { return fi.h }
func (fi headerFileInfo) Info() (fs.FileInfo, error) { return fi, nil }
func (fi headerFileInfo) String() string             { return fs.FormatFileInfo(fi) }

// FileInfoHeader returns a header with the properties of fi. The header's Name is only the last element of the
// file's path.
func FileInfoHeader(fi fs.FileInfo) (*FileHeader, error) {
	size := uint64(fi.Size())
	h := &FileHeader{Name: fi.Name(), UncompressedSize64: size, UncompressedSize: uint32(min(size, max32))}
	h.SetModTime(fi.ModTime())
	h.SetMode(fi.Mode())
	return h, nil
}

// zoneOf returns a time zone with the offset, rounded to quarters of an hour.
func zoneOf(offset time.Duration) *time.Location {
	offset = offset.Round(15 * time.Minute)
	if offset < -12*time.Hour || 14*time.Hour < offset {
		offset = 0
	}
	return time.FixedZone("", int(offset/time.Second))
}

func fromDOS(date, clock uint16) time.Time {
	return time.Date(int(date>>9+1980), time.Month(date>>5&0xf), int(date&0x1f),
		int(clock>>11), int(clock>>5&0x3f), int(clock&0x1f*2), 0, time.UTC)
}

func toDOS(t time.Time) (date, clock uint16) {
	date = uint16(t.Day() + int(t.Month())<<5 + (t.Year()-1980)<<9)
	return date, uint16(t.Second()/2 + t.Minute()<<5 + t.Hour()<<11)
}

// ModTime returns ModifiedDate and ModifiedTime, as if they were UTC.
//
// Deprecated: Use Modified instead.
func (h *FileHeader) ModTime() time.Time { return fromDOS(h.ModifiedDate, h.ModifiedTime) }

// SetModTime sets Modified, ModifiedDate and ModifiedTime.
//
// Deprecated: Use Modified instead.
func (h *FileHeader) SetModTime(t time.Time) {
	h.Modified = t.UTC()
	h.ModifiedDate, h.ModifiedTime = toDOS(h.Modified)
}

const (
	dosDir      = 0x10
	dosReadOnly = 0x01
)

// unixTypes are the file types that Unix keeps in the highest four bits of the mode.
var unixTypes = [16]struct {
	known bool
	mode  fs.FileMode
}{
	0xc: {true, fs.ModeSocket},
	0xa: {true, fs.ModeSymlink},
	0x8: {true, 0},
	0x6: {true, fs.ModeDevice},
	0x4: {true, fs.ModeDir},
	0x2: {true, fs.ModeDevice | fs.ModeCharDevice},
	0x1: {true, fs.ModeNamedPipe},
}

// unixBits are further bits of the mode.
var unixBits = map[uint32]fs.FileMode{0x800: fs.ModeSetuid, 0x400: fs.ModeSetgid, 0x200: fs.ModeSticky}

// Mode returns the permissions and the type.
func (h *FileHeader) Mode() (mode fs.FileMode) {
	switch h.CreatorVersion >> 8 {
	case 3, 19: // Unix, macOS
		unix := h.ExternalAttrs >> 16
		mode = fs.FileMode(unix&0777) | unixTypes[unix>>12&15].mode
		for bit, m := range unixBits {
			if unix&bit != 0 {
				mode |= m
			}
		}
	case 0, 11, 14: // FAT, NTFS, VFAT
		mode = 0666
		if h.ExternalAttrs&dosDir != 0 {
			mode = fs.ModeDir | 0777
		}
		if h.ExternalAttrs&dosReadOnly != 0 {
			mode &^= 0222
		}
	}
	if len(h.Name) > 0 && h.Name[len(h.Name)-1] == '/' {
		mode |= fs.ModeDir
	}
	return mode
}

// SetMode sets the permissions and the type.
func (h *FileHeader) SetMode(mode fs.FileMode) {
	h.CreatorVersion = h.CreatorVersion&0xff | 3<<8
	kind := uint32(0x8)
	for i, t := range unixTypes {
		if t.known && t.mode == mode&fs.ModeType {
			kind = uint32(i)
		}
	}
	unix := kind<<12 | uint32(mode&0777)
	for bit, m := range unixBits {
		if mode&m != 0 {
			unix |= bit
		}
	}
	h.ExternalAttrs = unix << 16
	if mode&fs.ModeDir != 0 {
		h.ExternalAttrs |= dosDir
	}
	if mode&0200 == 0 {
		h.ExternalAttrs |= dosReadOnly
	}
}

func (h *FileHeader) hasDescriptor() bool { return h.Flags&flagDescriptor != 0 }

// isUTF8 reports whether a text is UTF-8, and whether it must be marked: readers may assume another encoding, and
// some encodings have other characters in place of a backslash and a tilde.
func isUTF8(s string) (valid, matters bool) {
	for _, r := range s {
		matters = matters || r < 0x20 || r > 0x7d || r == '\\'
	}
	if !utf8.ValidString(s) {
		return false, false
	}
	return true, matters
}
