// Package flag reads the flags of a command line.
package flag

import (
	"errors"
	"fmt"
	"internal/rtype"
	"io"
	"os"
	"runtime"
	"sort"
	"strings"
)

// ErrHelp means that -help or -h was given without being defined.
var ErrHelp = errors.New("flag: help requested")

// A Value is where the value of a flag goes.
type Value interface {
	String() string
	Set(string) error
}

// A Getter is a Value that can be read.
type Getter interface {
	Value
	Get() any
}

// boolFlag is a flag that needs no value.
type boolFlag interface {
	Value
	IsBoolFlag() bool
}

// ErrorHandling is what Parse does with a mistake.
type ErrorHandling int

// The ways.
const (
	ContinueOnError ErrorHandling = iota // return it
	ExitOnError                          // os.Exit(2), or 0 for help
	PanicOnError                         // panic
)

// A Flag is one flag.
type Flag struct {
	Name     string
	Usage    string
	Value    Value
	DefValue string
}

// A FlagSet is a set of flags.
type FlagSet struct {
	Usage func() // prints how to use the flags

	name          string
	parsed        bool
	actual        map[string]*Flag
	formal        map[string]*Flag
	args          []string
	errorHandling ErrorHandling
	output        io.Writer
	early         map[string]string // where flags were set that were not defined
}

// NewFlagSet makes an empty set.
func NewFlagSet(name string, errorHandling ErrorHandling) *FlagSet {
	f := &FlagSet{name: name, errorHandling: errorHandling}
	f.Usage = f.defaultUsage
	return f
}

// Init names the set and says what to do with mistakes.
func (f *FlagSet) Init(name string, errorHandling ErrorHandling) {
	f.name = name
	f.errorHandling = errorHandling
}

// Name is the set's name.
func (f *FlagSet) Name() string { return f.name }

// ErrorHandling is what Parse does with a mistake.
func (f *FlagSet) ErrorHandling() ErrorHandling { return f.errorHandling }

// Output is where messages go: standard error unless set.
func (f *FlagSet) Output() io.Writer {
	if f.output == nil {
		return os.Stderr
	}
	return f.output
}

// SetOutput says where messages go.
func (f *FlagSet) SetOutput(output io.Writer) { f.output = output }

// sorted is the flags by name.
func sorted(flags map[string]*Flag) []*Flag {
	names := make([]string, 0, len(flags))
	for name := range flags {
		names = append(names, name)
	}
	sort.Strings(names)
	list := make([]*Flag, len(names))
	for i, name := range names {
		list[i] = flags[name]
	}
	return list
}

// VisitAll calls fn for all flags in the order of names.
func (f *FlagSet) VisitAll(fn func(*Flag)) {
	for _, flag := range sorted(f.formal) {
		fn(flag)
	}
}

// Visit calls fn for the flags that were given, in the order of names.
func (f *FlagSet) Visit(fn func(*Flag)) {
	for _, flag := range sorted(f.actual) {
		fn(flag)
	}
}

// Lookup finds a flag; nil if there is none.
func (f *FlagSet) Lookup(name string) *Flag { return f.formal[name] }

// Set sets a flag.
func (f *FlagSet) Set(name, value string) error { return f.set(name, value) }

func (f *FlagSet) set(name, value string) error {
	flag, ok := f.formal[name]
	if !ok {
		_, file, line, known := runtime.Caller(2)
		if !known {
			file, line = "?", 0
		}
		if f.early == nil {
			f.early = make(map[string]string)
		}
		f.early[name] = fmt.Sprintf("%s:%d", file, line)
		return fmt.Errorf("no such flag -%v", name)
	}
	if err := flag.Value.Set(value); err != nil {
		return err
	}
	f.given(flag)
	return nil
}

func (f *FlagSet) given(flag *Flag) {
	if f.actual == nil {
		f.actual = make(map[string]*Flag)
	}
	f.actual[flag.Name] = flag
}

// Var defines a flag.
func (f *FlagSet) Var(value Value, name string, usage string) {
	if strings.HasPrefix(name, "-") {
		panic(f.sprintf("flag %q begins with -", name))
	}
	if strings.Contains(name, "=") {
		panic(f.sprintf("flag %q contains =", name))
	}
	if _, twice := f.formal[name]; twice {
		if f.name == "" {
			panic(f.sprintf("flag redefined: %s", name))
		}
		panic(f.sprintf("%s flag redefined: %s", f.name, name))
	}
	if at := f.early[name]; at != "" {
		panic(fmt.Sprintf("flag %s set at %s before being defined", name, at))
	}
	if f.formal == nil {
		f.formal = make(map[string]*Flag)
	}
	f.formal[name] = &Flag{name, usage, value, value.String()}
}

func (f *FlagSet) sprintf(format string, a ...any) string {
	msg := fmt.Sprintf(format, a...)
	fmt.Fprintln(f.Output(), msg)
	return msg
}

// failf prints a mistake and how to use the flags.
func (f *FlagSet) failf(format string, a ...any) error {
	msg := f.sprintf(format, a...)
	f.usage()
	return errors.New(msg)
}

func (f *FlagSet) usage() {
	if f.Usage == nil {
		f.defaultUsage()
	} else {
		f.Usage()
	}
}

func (f *FlagSet) defaultUsage() {
	if f.name == "" {
		fmt.Fprintf(f.Output(), "Usage:\n")
	} else {
		fmt.Fprintf(f.Output(), "Usage of %s:\n", f.name)
	}
	f.PrintDefaults()
}

// NFlag counts the flags that were given.
func (f *FlagSet) NFlag() int { return len(f.actual) }

// Arg is the i-th argument after the flags, empty if there is none.
func (f *FlagSet) Arg(i int) string {
	if i < 0 || i >= len(f.args) {
		return ""
	}
	return f.args[i]
}

// NArg counts the arguments after the flags.
func (f *FlagSet) NArg() int { return len(f.args) }

// Args is the arguments after the flags.
func (f *FlagSet) Args() []string { return f.args }

// Parsed tells whether Parse was called.
func (f *FlagSet) Parsed() bool { return f.parsed }

// Parse reads the flags in arguments, without the program's name.
func (f *FlagSet) Parse(arguments []string) error {
	f.parsed = true
	f.args = arguments
	for {
		more, err := f.parseOne()
		if more {
			continue
		}
		if err == nil {
			return nil
		}
		switch f.errorHandling {
		case ExitOnError:
			if err == ErrHelp {
				os.Exit(0)
			}
			os.Exit(2)
		case PanicOnError:
			panic(err)
		}
		return err
	}
}

// parseOne reads one flag; false without an error after the last.
func (f *FlagSet) parseOne() (more bool, err error) {
	if len(f.args) == 0 {
		return false, nil
	}
	s := f.args[0]
	if len(s) < 2 || s[0] != '-' {
		return false, nil
	}
	dashes := 1
	if s[1] == '-' {
		dashes = 2
		if len(s) == 2 {
			f.args = f.args[1:]
			return false, nil
		}
	}
	name := s[dashes:]
	if name == "" || name[0] == '-' || name[0] == '=' {
		return false, f.failf("bad flag syntax: %s", s)
	}
	f.args = f.args[1:]
	name, value, hasValue := strings.Cut(name, "=")
	flag, ok := f.formal[name]
	if !ok {
		if name == "help" || name == "h" {
			f.usage()
			return false, ErrHelp
		}
		return false, f.failf("flag provided but not defined: -%s", name)
	}
	if fv, ok := flag.Value.(boolFlag); ok && fv.IsBoolFlag() {
		if !hasValue {
			if err := fv.Set("true"); err != nil {
				return false, f.failf("invalid boolean flag %s: %v", name, err)
			}
		} else if err := fv.Set(value); err != nil {
			return false, f.failf("invalid boolean value %q for -%s: %v", value, name, err)
		}
	} else {
		if !hasValue && len(f.args) > 0 {
			hasValue = true
			value, f.args = f.args[0], f.args[1:]
		}
		if !hasValue {
			return false, f.failf("flag needs an argument: -%s", name)
		}
		if err := flag.Value.Set(value); err != nil {
			return false, f.failf("invalid value %q for flag -%s: %v", value, name, err)
		}
	}
	f.given(flag)
	return true, nil
}

// UnquoteUsage takes a name in back quotes out of a flag's usage, or makes one of its type.
func UnquoteUsage(flag *Flag) (name string, usage string) {
	usage = flag.Usage
	if before, rest, ok := strings.Cut(usage, "`"); ok {
		if inner, after, ok := strings.Cut(rest, "`"); ok {
			return inner, before + inner + after
		}
	}
	name = "value"
	switch fv := flag.Value.(type) {
	case boolFlag:
		if fv.IsBoolFlag() {
			name = ""
		}
	case *durationValue:
		name = "duration"
	case *float64Value:
		name = "float"
	case *intValue, *int64Value:
		name = "int"
	case *stringValue:
		name = "string"
	case *uintValue, *uint64Value:
		name = "uint"
	}
	return name, usage
}

// isZero tells whether value is what the zero value of the flag's type prints as.
func isZero(flag *Flag, value string) (zero bool, err error) {
	typ := rtype.Of(flag.Value)
	named := typ
	var v any
	if rtype.Kind(typ) == kindPointer {
		named = rtype.Elem(typ)
		p := rtype.New(named, 1)
		v = rtype.Pack(typ, rtype.Word(&p))
	} else {
		v = rtype.Pack(typ, rtype.New(typ, 1))
	}
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("panic calling String method on zero %v for flag %s: %v", rtype.Text(named), flag.Name, e)
		}
	}()
	return value == v.(Value).String(), nil
}

// kindPointer is the kind of pointers, as package reflect numbers kinds.
const kindPointer = 22

// PrintDefaults prints all flags with their usage and defaults, and then which flags cannot print their zero value.
func (f *FlagSet) PrintDefaults() {
	var failed []error
	f.VisitAll(func(flag *Flag) {
		var b strings.Builder
		b.WriteString("  -" + flag.Name)
		name, usage := UnquoteUsage(flag)
		if name != "" {
			b.WriteString(" " + name)
		}
		if b.Len() <= 4 { // a flag of one letter stands beside its usage
			b.WriteString("\t")
		} else {
			b.WriteString("\n    \t")
		}
		b.WriteString(strings.ReplaceAll(usage, "\n", "\n    \t"))
		if zero, err := isZero(flag, flag.DefValue); err != nil {
			failed = append(failed, err)
		} else if !zero {
			if _, ok := flag.Value.(*stringValue); ok {
				fmt.Fprintf(&b, " (default %q)", flag.DefValue)
			} else {
				fmt.Fprintf(&b, " (default %v)", flag.DefValue)
			}
		}
		fmt.Fprint(f.Output(), b.String(), "\n")
	})
	for i, err := range failed {
		if i == 0 {
			fmt.Fprintln(f.Output())
		}
		fmt.Fprintln(f.Output(), err)
	}
}

// CommandLine is the set of the package's functions.
var CommandLine *FlagSet = commandLine()

func commandLine() *FlagSet {
	name := ""
	if len(os.Args) > 0 {
		name = os.Args[0]
	}
	return NewFlagSet(name, ExitOnError)
}

// The set's usage is the package's, which a program may replace; set here, since Usage itself refers to the set.
func init() { CommandLine.Usage = func() { Usage() } }

// Usage prints how to use the flags of the command line.
var Usage = func() {
	fmt.Fprintf(CommandLine.Output(), "Usage of %s:\n", os.Args[0])
	PrintDefaults()
}

// VisitAll calls fn for all flags in the order of names.
func VisitAll(fn func(*Flag)) { CommandLine.VisitAll(fn) }

// Visit calls fn for the flags that were given, in the order of names.
func Visit(fn func(*Flag)) { CommandLine.Visit(fn) }

// Lookup finds a flag; nil if there is none.
func Lookup(name string) *Flag { return CommandLine.Lookup(name) }

// Set sets a flag.
func Set(name, value string) error { return CommandLine.set(name, value) }

// Var defines a flag.
func Var(value Value, name string, usage string) { CommandLine.Var(value, name, usage) }

// PrintDefaults prints all flags with their usage and defaults.
func PrintDefaults() { CommandLine.PrintDefaults() }

// NFlag counts the flags that were given.
func NFlag() int { return len(CommandLine.actual) }

// Arg is the i-th argument after the flags, empty if there is none.
func Arg(i int) string { return CommandLine.Arg(i) }

// NArg counts the arguments after the flags.
func NArg() int { return len(CommandLine.args) }

// Args is the arguments after the flags.
func Args() []string { return CommandLine.args }

// Parse reads the flags of the command line.
func Parse() { CommandLine.Parse(os.Args[1:]) }

// Parsed tells whether Parse was called.
func Parsed() bool { return CommandLine.Parsed() }
