package elf

import "internal/binfile"

// A Class is the width of addresses: Header.Ident[EI_CLASS].
type Class byte

const (
	ELFCLASSNONE Class = 0
	ELFCLASS32   Class = 1
	ELFCLASS64   Class = 2
)

var classNames = binfile.Names{Prefix: "ELFCLASS", List: "" +
	"NONE 32 64"}

func (i Class) String() string   { return classNames.Nearest(uint32(i), "") }
func (i Class) GoString() string { return classNames.Nearest(uint32(i), qualifier) }

// Data is the byte order: Header.Ident[EI_DATA].
type Data byte

const (
	ELFDATANONE Data = 0
	ELFDATA2LSB Data = 1
	ELFDATA2MSB Data = 2
)

var dataNames = binfile.Names{Prefix: "ELFDATA", List: "" +
	"NONE 2LSB 2MSB"}

func (i Data) String() string   { return dataNames.Nearest(uint32(i), "") }
func (i Data) GoString() string { return dataNames.Nearest(uint32(i), qualifier) }

// An OSABI is the system that a file is for: Header.Ident[EI_OSABI].
type OSABI byte

const (
	ELFOSABI_NONE       OSABI = 0
	ELFOSABI_HPUX       OSABI = 1
	ELFOSABI_NETBSD     OSABI = 2
	ELFOSABI_LINUX      OSABI = 3
	ELFOSABI_HURD       OSABI = 4
	ELFOSABI_86OPEN     OSABI = 5
	ELFOSABI_SOLARIS    OSABI = 6
	ELFOSABI_AIX        OSABI = 7
	ELFOSABI_IRIX       OSABI = 8
	ELFOSABI_FREEBSD    OSABI = 9
	ELFOSABI_TRU64      OSABI = 10
	ELFOSABI_MODESTO    OSABI = 11
	ELFOSABI_OPENBSD    OSABI = 12
	ELFOSABI_OPENVMS    OSABI = 13
	ELFOSABI_NSK        OSABI = 14
	ELFOSABI_AROS       OSABI = 15
	ELFOSABI_FENIXOS    OSABI = 16
	ELFOSABI_CLOUDABI   OSABI = 17
	ELFOSABI_ARM        OSABI = 97
	ELFOSABI_STANDALONE OSABI = 255
)

var oSABINames = binfile.Names{Prefix: "ELFOSABI_", List: "" +
	"NONE HPUX NETBSD LINUX HURD 86OPEN SOLARIS AIX IRIX FREEBSD TRU64 MODESTO OPENBSD OPENVMS NSK AROS FENIXOS " +
	"CLOUDABI =97 ARM =255 STANDALONE"}

func (i OSABI) String() string   { return oSABINames.Nearest(uint32(i), "") }
func (i OSABI) GoString() string { return oSABINames.Nearest(uint32(i), qualifier) }

// A Version is the edition of the format: Header.Ident[EI_VERSION].
type Version byte

const (
	EV_NONE    Version = 0
	EV_CURRENT Version = 1
)

var versionNames = binfile.Names{Prefix: "EV_", List: "" +
	"NONE CURRENT"}

func (i Version) String() string   { return versionNames.Nearest(uint32(i), "") }
func (i Version) GoString() string { return versionNames.Nearest(uint32(i), qualifier) }

// A Type is the kind of a file: Header.Type.
type Type uint16

const (
	ET_NONE   Type = 0
	ET_REL    Type = 1
	ET_EXEC   Type = 2
	ET_DYN    Type = 3
	ET_CORE   Type = 4
	ET_LOOS   Type = 0xfe00
	ET_HIOS   Type = 0xfeff
	ET_LOPROC Type = 0xff00
	ET_HIPROC Type = 0xffff
)

var fileTypeNames = binfile.Names{Prefix: "ET_", List: "" +
	"NONE REL EXEC DYN CORE =0xfe00 LOOS =0xfeff HIOS LOPROC =0xffff HIPROC"}

func (i Type) String() string   { return fileTypeNames.Nearest(uint32(i), "") }
func (i Type) GoString() string { return fileTypeNames.Nearest(uint32(i), qualifier) }

// An NType is the kind of a note in a core file.
type NType int

const (
	NT_PRSTATUS NType = 1
	NT_FPREGSET NType = 2
	NT_PRPSINFO NType = 3
)

var nTypeNames = binfile.Names{Prefix: "NT_", List: "" +
	"=1 PRSTATUS FPREGSET PRPSINFO"}

func (i NType) String() string   { return nTypeNames.Nearest(uint32(i), "") }
func (i NType) GoString() string { return nTypeNames.Nearest(uint32(i), qualifier) }
