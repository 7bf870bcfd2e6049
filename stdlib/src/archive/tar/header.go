// Package tar reads and writes archives of tar, in the formats USTAR, PAX and GNU.
package tar

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os/user"
	"path"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// The errors of the package.
var (
	ErrHeader          = errors.New("archive/tar: invalid tar header")
	ErrWriteTooLong    = errors.New("archive/tar: write too long")
	ErrFieldTooLong    = errors.New("archive/tar: header field too long")
	ErrWriteAfterClose = errors.New("archive/tar: write after close")
	ErrInsecurePath    = errors.New("archive/tar: insecure file path")

	errMissingData  = errors.New("archive/tar: sparse file references non-existent data")
	errSuperfluous  = errors.New("archive/tar: sparse file contains unreferenced data")
	errTooManyHoles = errors.New("archive/tar: sparse map too long")
)

// Types of entries.
const (
	// TypeReg is a regular file.
	TypeReg = '0'
	// TypeRegA is a regular file too.
	//
	// Deprecated: Use TypeReg instead.
	TypeRegA = '\x00'

	// The following types have no contents.
	TypeLink    = '1'
	TypeSymlink = '2'
	TypeChar    = '3'
	TypeBlock   = '4'
	TypeDir     = '5'
	TypeFifo    = '6'

	// TypeCont is reserved.
	TypeCont = '7'
	// TypeXHeader has PAX records for the next file; the package reads and writes it by itself.
	TypeXHeader = 'x'
	// TypeXGlobalHeader has PAX records for all that follow.
	TypeXGlobalHeader = 'g'
	// TypeGNUSparse is a file with holes.
	TypeGNUSparse = 'S'
	// TypeGNULongName and TypeGNULongLink have a long name for the next file; the package reads and writes them by
	// itself.
	TypeGNULongName = 'L'
	TypeGNULongLink = 'K'
)

// A Format is a format of tar, or a set of formats that are possible.
type Format int

// The formats.
const (
	_ Format = 1 << iota >> 2
	// FormatUnknown lets the Writer choose the format.
	FormatUnknown
	formatV7
	// FormatUSTAR is the format of POSIX.1-1988: names of 256 bytes, files of 8 GiB, ASCII.
	FormatUSTAR
	// FormatPAX is the format of POSIX.1-2001: USTAR with records that overrule its fields.
	FormatPAX
	// FormatGNU is the format of GNU tar.
	FormatGNU
	formatSTAR
	formatEnd
)

func (f Format) has(other Format) bool { return f&other != 0 }

// String returns the format's name; the names of all if f stands for several formats.
func (f Format) String() string {
	names := map[Format]string{formatV7: "V7", FormatUSTAR: "USTAR", FormatPAX: "PAX", FormatGNU: "GNU", formatSTAR: "STAR"}
	var has []string
	for one := Format(1); one < formatEnd; one <<= 1 {
		if f.has(one) {
			has = append(has, names[one])
		}
	}
	text := strings.Join(has, " | ")
	if len(has) > 1 {
		text = "(" + text + ")"
	} else if text == "" {
		text = "<unknown>"
	}
	return text
}

// A Header is the header of an entry.
type Header struct {
	// Typeflag is the entry's type. A Writer takes 0 for TypeReg, or TypeDir if the name ends in a slash.
	Typeflag byte

	Name     string
	Linkname string // of TypeLink and TypeSymlink

	Size  int64
	Mode  int64
	Uid   int
	Gid   int
	Uname string
	Gname string

	// If Format is unknown, a Writer rounds ModTime to seconds, and writes neither AccessTime nor ChangeTime.
	ModTime    time.Time
	AccessTime time.Time
	ChangeTime time.Time

	Devmajor int64
	Devminor int64

	// Xattrs are extended attributes: the PAX records whose keys begin with "SCHILY.xattr.".
	//
	// Deprecated: Use PAXRecords instead.
	Xattrs map[string]string

	// PAXRecords are the records of an extended header; a record made from another field overrules these.
	PAXRecords map[string]string

	// Format is the format of the header: a Reader sets the formats that it may be, a Writer uses it.
	Format Format
}

// PAX records.
const (
	paxPath     = "path"
	paxLinkpath = "linkpath"
	paxSize     = "size"
	paxUid      = "uid"
	paxGid      = "gid"
	paxUname    = "uname"
	paxGname    = "gname"
	paxMtime    = "mtime"
	paxAtime    = "atime"
	paxCtime    = "ctime"
	paxXattr    = "SCHILY.xattr."
	paxSparse   = "GNU.sparse."
)

// FileInfo returns an fs.FileInfo with the contents of the header.
func (h *Header) FileInfo() fs.FileInfo { return headerFileInfo{h} }

type headerFileInfo struct{ h *Header }

func (fi headerFileInfo) Size() int64        { return fi.h.Size }
func (fi headerFileInfo) IsDir() bool        { return fi.Mode().IsDir() }
func (fi headerFileInfo) ModTime() time.Time { return fi.h.ModTime }
func (fi headerFileInfo) Sys() any           { return fi.h }
func (fi headerFileInfo) String() string     { return fs.FormatFileInfo(fi) }

func (fi headerFileInfo) Name() string {
	if fi.IsDir() {
		return path.Base(path.Clean(fi.h.Name))
	}
	return path.Base(fi.h.Name)
}

const charDevice = fs.ModeDevice | fs.ModeCharDevice

// modeBits are the bits that Unix has in a mode beside the permissions.
var modeBits = map[int64]fs.FileMode{0o4000: fs.ModeSetuid, 0o2000: fs.ModeSetgid, 0o1000: fs.ModeSticky}

func (fi headerFileInfo) Mode() fs.FileMode {
	mode := fs.FileMode(fi.h.Mode).Perm()
	for bit, m := range modeBits {
		if fi.h.Mode&bit != 0 {
			mode |= m
		}
	}
	mode |= map[fs.FileMode]fs.FileMode{0o40000: fs.ModeDir, 0o10000: fs.ModeNamedPipe, 0o120000: fs.ModeSymlink,
		0o60000: fs.ModeDevice, 0o20000: charDevice, 0o140000: fs.ModeSocket}[fs.FileMode(fi.h.Mode)&^0o7777]
	mode |= map[byte]fs.FileMode{TypeSymlink: fs.ModeSymlink, TypeChar: charDevice, TypeBlock: fs.ModeDevice,
		TypeDir: fs.ModeDir, TypeFifo: fs.ModeNamedPipe}[fi.h.Typeflag]
	return mode
}

// FileInfoNames is an fs.FileInfo that knows the names of user and group.
type FileInfoNames interface {
	fs.FileInfo
	Uname() (string, error)
	Gname() (string, error)
}

// FileInfoHeader returns a header with the properties of fi; link is the target of a symbolic link. Its Name is
// only the last element of the file's path.
func FileInfoHeader(fi fs.FileInfo, link string) (*Header, error) {
	if fi == nil {
		return nil, errors.New("archive/tar: FileInfo is nil")
	}
	mode := fi.Mode()
	h := &Header{Name: fi.Name(), ModTime: fi.ModTime(), Mode: int64(mode.Perm())}
	switch {
	case mode.IsRegular():
		h.Typeflag, h.Size = TypeReg, fi.Size()
	case fi.IsDir():
		h.Typeflag = TypeDir
		h.Name += "/"
	case mode&fs.ModeSymlink != 0:
		h.Typeflag, h.Linkname = TypeSymlink, link
	case mode&charDevice == charDevice:
		h.Typeflag = TypeChar
	case mode&fs.ModeDevice != 0:
		h.Typeflag = TypeBlock
	case mode&fs.ModeNamedPipe != 0:
		h.Typeflag = TypeFifo
	case mode&fs.ModeSocket != 0:
		return nil, fmt.Errorf("archive/tar: sockets not supported")
	default:
		return nil, fmt.Errorf("archive/tar: unknown file mode %v", mode)
	}
	for bit, m := range modeBits {
		if mode&m != 0 {
			h.Mode |= bit
		}
	}
	if sys, ok := fi.Sys().(*Header); ok {
		h.takeFrom(sys)
	}
	names, ok := fi.(FileInfoNames)
	if ok {
		var err error
		if h.Gname, err = names.Gname(); err != nil {
			return nil, err
		}
		if h.Uname, err = names.Uname(); err != nil {
			return nil, err
		}
	}
	if sys, isStat := fi.Sys().(*syscall.Stat_t); isStat {
		h.takeStat(sys, !ok)
	}
	return h, nil
}

// takeFrom copies the fields of sys that an fs.FileInfo does not have.
func (h *Header) takeFrom(sys *Header) {
	h.Uid, h.Gid, h.Uname, h.Gname = sys.Uid, sys.Gid, sys.Uname, sys.Gname
	h.AccessTime, h.ChangeTime = sys.AccessTime, sys.ChangeTime
	h.Xattrs, h.PAXRecords = maps.Clone(sys.Xattrs), maps.Clone(sys.PAXRecords)
	if sys.Typeflag == TypeLink {
		h.Typeflag, h.Size, h.Linkname = TypeLink, 0, sys.Linkname
	}
}

// takeStat copies the fields of the operating system's stat.
func (h *Header) takeStat(sys *syscall.Stat_t, names bool) {
	h.Uid, h.Gid = int(sys.Uid), int(sys.Gid)
	if names {
		if u, err := user.LookupId(strconv.Itoa(h.Uid)); err == nil {
			h.Uname = u.Username
		}
		if g, err := user.LookupGroupId(strconv.Itoa(h.Gid)); err == nil {
			h.Gname = g.Name
		}
	}
	h.AccessTime, h.ChangeTime = time.Unix(sys.Atim.Unix()), time.Unix(sys.Ctim.Unix())
	if h.Typeflag == TypeChar || h.Typeflag == TypeBlock {
		dev := sys.Rdev
		h.Devmajor = int64(uint32(dev>>8&0xfff) | uint32(dev>>32&0xfffff000))
		h.Devminor = int64(uint32(dev&0xff) | uint32(dev>>12&0xffffff00))
	}
}

// hasNoData reports whether entries of a type have no contents.
func hasNoData(flag byte) bool {
	switch flag {
	case TypeLink, TypeSymlink, TypeChar, TypeBlock, TypeDir, TypeFifo:
		return true
	}
	return false
}
