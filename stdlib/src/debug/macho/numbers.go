package macho

import (
	"strconv"

	"internal/binfile"
)

// The magic number at the beginning of a file.
const (
	Magic32  uint32 = 0xfeedface
	Magic64  uint32 = 0xfeedfacf
	MagicFat uint32 = 0xcafebabe
)

// The bits of FileHeader.Flags.
const (
	FlagNoUndefs uint32 = 1 << iota
	FlagIncrLink
	FlagDyldLink
	FlagBindAtLoad
	FlagPrebound
	FlagSplitSegs
	FlagLazyInit
	FlagTwoLevel
	FlagForceFlat
	FlagNoMultiDefs
	FlagNoFixPrebinding
	FlagPrebindable
	FlagAllModsBound
	FlagSubsectionsViaSymbols
	FlagCanonical
	FlagWeakDefines
	FlagBindsToWeak
	FlagAllowStackExecution
	FlagRootSafe
	FlagSetuidSafe
	FlagNoReexportedDylibs
	FlagPIE
	FlagDeadStrippableDylib
	FlagHasTLVDescriptors
	FlagNoHeapExecution
	FlagAppExtensionSafe
)

// A Cpu is a kind of processor.
type Cpu uint32

const wideCpu = 1 << 24

const (
	Cpu386   Cpu = 7
	CpuAmd64 Cpu = wideCpu + Cpu386
	CpuArm   Cpu = 12
	CpuArm64 Cpu = wideCpu + CpuArm
	CpuPpc   Cpu = 18
	CpuPpc64 Cpu = wideCpu + CpuPpc
)

var cpuNames = binfile.Names{"Cpu", "=7 386 =12 Arm =18 Ppc =0x1000007 Amd64 =0x100000c Arm64 =0x1000012 Ppc64"}

func (i Cpu) String() string   { return named(cpuNames, uint32(i), "") }
func (i Cpu) GoString() string { return named(cpuNames, uint32(i), qualifier) }

// A Type is a kind of file.
type Type uint32

const (
	TypeObj    Type = 1
	TypeExec   Type = 2
	TypeDylib  Type = 6
	TypeBundle Type = 8
)

var typeNames = binfile.Names{"", "=1 Obj Exec =6 Dylib =8 Bundle"}

func (t Type) String() string   { return named(typeNames, uint32(t), "") }
func (t Type) GoString() string { return named(typeNames, uint32(t), qualifier) }

// A LoadCmd is a kind of load command.
type LoadCmd uint32

const (
	LoadCmdSegment    LoadCmd = 0x1
	LoadCmdSymtab     LoadCmd = 0x2
	LoadCmdThread     LoadCmd = 0x4
	LoadCmdUnixThread LoadCmd = 0x5 // a thread with a stack
	LoadCmdDysymtab   LoadCmd = 0xb
	LoadCmdDylib      LoadCmd = 0xc
	LoadCmdDylinker   LoadCmd = 0xf // the name of the dynamic linker
	LoadCmdSegment64  LoadCmd = 0x19
	LoadCmdRpath      LoadCmd = 0x8000001c
)

// As in Go, not all commands have names.
var commandNames = binfile.Names{"LoadCmd", "=1 Segment =4 Thread UnixThread =12 Dylib =0x19 Segment64 =0x8000001c Rpath"}

func (i LoadCmd) String() string   { return named(commandNames, uint32(i), "") }
func (i LoadCmd) GoString() string { return named(commandNames, uint32(i), qualifier) }

// qualifier precedes the names in GoString.
const qualifier = "macho."

// named returns the name of a number; if it has none, its digits.
func named(names binfile.Names, v uint32, before string) string {
	if name, ok := names.Exact(v); ok {
		return before + name
	}
	return strconv.FormatUint(uint64(v), 10)
}
