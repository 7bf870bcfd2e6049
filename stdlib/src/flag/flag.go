// Package flag parses the flags of a command line.
package flag

import (
	"errors"
	"fmt"
	"internal/rtype"
	"io"
	"os"
	"runtime"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// ErrHelp means that -help or -h was given, and no such flag is defined.
var ErrHelp = errors.New("flag: help requested")

// A Value stores and parses the value of a flag.
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

// ErrorHandling says how Parse handles an error.
type ErrorHandling int

// The kinds of error handling.
const (
	ContinueOnError ErrorHandling = iota // return it
	ExitOnError                          // os.Exit(2), or 0 for help
	PanicOnError                         // panic
)

// A Flag is a defined flag.
type Flag struct {
	Name     string
	Usage    string
	Value    Value
	DefValue string
}

// A FlagSet is a set of flags.
type FlagSet struct {
	Usage func() // prints how to use the flags

	name    string
	onError ErrorHandling
	output  io.Writer         // nil: standard error
	defined []*entry          // sorted by name
	given   int               // entries that are given
	early   map[string]string // positions of Set calls for flags that are not defined
	parsed  bool
	args    []string // arguments that Parse has not consumed
}

// An entry is a flag of a set.
type entry struct {
	Flag
	given bool // set by an argument, or by Set
}

// NewFlagSet makes an empty set.
func NewFlagSet(name string, errorHandling ErrorHandling) *FlagSet {
	set := new(FlagSet)
	set.Init(name, errorHandling)
	set.Usage = set.defaultUsage
	return set
}

// Init sets the name of the set and its error handling.
func (f *FlagSet) Init(name string, errorHandling ErrorHandling) {
	f.name, f.onError = name, errorHandling
}

// Name returns the set's name.
func (f *FlagSet) Name() string { return f.name }

// ErrorHandling returns how Parse handles an error.
func (f *FlagSet) ErrorHandling() ErrorHandling { return f.onError }

// Output returns the destination of messages: standard error by default.
func (f *FlagSet) Output() io.Writer {
	if f.output != nil {
		return f.output
	}
	return os.Stderr
}

// SetOutput sets the destination of messages.
func (f *FlagSet) SetOutput(output io.Writer) { f.output = output }

// find returns the index of a name among the flags, and whether there is a flag with that name.
func (f *FlagSet) find(name string) (int, bool) {
	return sort.Find(len(f.defined), func(i int) int { return strings.Compare(name, f.defined[i].Name) })
}

// VisitAll calls fn for all flags in the order of names.
func (f *FlagSet) VisitAll(fn func(*Flag)) {
	for _, e := range slices.Clone(f.defined) { // fn may define more
		fn(&e.Flag)
	}
}

// Visit calls fn for the flags that were set, in the order of names.
func (f *FlagSet) Visit(fn func(*Flag)) {
	given := slices.DeleteFunc(slices.Clone(f.defined), func(e *entry) bool { return !e.given })
	for _, e := range given {
		fn(&e.Flag)
	}
}

// Lookup returns a flag; nil if there is none.
func (f *FlagSet) Lookup(name string) *Flag {
	if at, ok := f.find(name); ok {
		return &f.defined[at].Flag
	}
	return nil
}

// Set sets a flag.
func (f *FlagSet) Set(name, value string) error { return f.set(name, value) }

// set implements both Set functions; the program is the caller of its caller.
func (f *FlagSet) set(name, value string) error {
	at, ok := f.find(name)
	if !ok {
		place := "?:0"
		if _, file, line, known := runtime.Caller(2); known {
			place = fmt.Sprint(file, ":", line)
		}
		if f.early == nil {
			f.early = map[string]string{}
		}
		f.early[name] = place
		return fmt.Errorf("no such flag -%v", name)
	}
	return f.assign(f.defined[at], value)
}

// assign sets the value of a flag; if that succeeds, the flag counts as set.
func (f *FlagSet) assign(e *entry, value string) error {
	err := e.Value.Set(value)
	if err == nil && !e.given {
		e.given = true
		f.given++
	}
	return err
}

// Var defines a flag.
func (f *FlagSet) Var(value Value, name string, usage string) {
	at, twice := f.find(name)
	place, early := f.early[name]
	switch {
	case strings.HasPrefix(name, "-"):
		panic(f.sprintf("flag %q begins with -", name))
	case strings.Contains(name, "="):
		panic(f.sprintf("flag %q contains =", name))
	case twice && f.name == "":
		panic(f.sprintf("flag redefined: %s", name))
	case twice:
		panic(f.sprintf("%s flag redefined: %s", f.name, name))
	case early:
		panic("flag " + name + " set at " + place + " before being defined")
	}
	added := &entry{Flag: Flag{Name: name, Usage: usage, Value: value, DefValue: value.String()}}
	f.defined = slices.Insert(f.defined, at, added)
}

func (f *FlagSet) sprintf(format string, a ...any) string {
	text := fmt.Sprintf(format, a...)
	io.WriteString(f.Output(), text+"\n")
	return text
}

// failf prints an error and the usage.
func (f *FlagSet) failf(format string, a ...any) error {
	err := errors.New(f.sprintf(format, a...))
	f.usage()
	return err
}

func (f *FlagSet) usage() {
	show := f.Usage
	if show == nil {
		show = f.defaultUsage
	}
	show()
}

func (f *FlagSet) defaultUsage() {
	head := "Usage"
	if f.name != "" {
		head += " of " + f.name
	}
	io.WriteString(f.Output(), head+":\n")
	f.PrintDefaults()
}

// NFlag returns the number of flags that were set.
func (f *FlagSet) NFlag() int { return f.given }

// Arg returns the i-th argument after the flags, "" if there is none.
func (f *FlagSet) Arg(i int) string {
	if 0 <= i && i < len(f.args) {
		return f.args[i]
	}
	return ""
}

// NArg returns the number of arguments after the flags.
func (f *FlagSet) NArg() int { return len(f.args) }

// Args returns the arguments after the flags.
func (f *FlagSet) Args() []string { return f.args }

// Parsed reports whether Parse was called.
func (f *FlagSet) Parsed() bool { return f.parsed }

// Parse reads the flags in arguments, without the program's name.
func (f *FlagSet) Parse(arguments []string) error {
	f.parsed, f.args = true, arguments
	err := f.parseAll()
	switch {
	case err == nil:
	case f.onError == PanicOnError:
		panic(err)
	case f.onError != ExitOnError:
	case err == ErrHelp:
		os.Exit(0)
	default:
		os.Exit(2)
	}
	return err
}

func (f *FlagSet) parseAll() error {
	for {
		o, ok, err := f.next()
		if err == nil && ok {
			err = f.give(o)
		}
		if err != nil || !ok {
			return err
		}
	}
}

// An option is an argument that sets a flag: -name or -name=value.
type option struct {
	name, value string
	hasValue    bool
}

// next takes an option from the arguments. ok is false before a plain argument, after "--" and at the end.
func (f *FlagSet) next() (o option, ok bool, err error) {
	if len(f.args) == 0 {
		return
	}
	arg, rest := f.args[0], f.args[1:]
	text, dash := strings.CutPrefix(arg, "-")
	if !dash || text == "" { // "-" is a plain argument
		return
	}
	text = strings.TrimPrefix(text, "-")
	if text == "" {
		f.args = rest
		return
	}
	if strings.IndexByte("-=", text[0]) >= 0 {
		return o, false, f.failf("bad flag syntax: %s", arg)
	}
	f.args = rest
	o.name, o.value, o.hasValue = strings.Cut(text, "=")
	return o, true, nil
}

// isBool reports whether the flag needs no value.
func isBool(value Value) bool {
	b, ok := value.(boolFlag)
	return ok && b.IsBoolFlag()
}

// give sets the flag that o names; if o has no value, it is the next argument.
func (f *FlagSet) give(o option) error {
	at, defined := f.find(o.name)
	if !defined {
		if o.name != "h" && o.name != "help" {
			return f.failf("flag provided but not defined: -%s", o.name)
		}
		f.usage()
		return ErrHelp
	}
	e := f.defined[at]
	alone := isBool(e.Value)
	switch {
	case o.hasValue:
	case alone:
		o.value = "true"
	case len(f.args) == 0:
		return f.failf("flag needs an argument: -%s", o.name)
	default:
		o.value, f.args = f.args[0], f.args[1:]
	}
	err := f.assign(e, o.value)
	switch {
	case err == nil:
		return nil
	case !alone:
		return f.failf("invalid value %q for flag -%s: %v", o.value, o.name, err)
	case o.hasValue:
		return f.failf("invalid boolean value %q for -%s: %v", o.value, o.name, err)
	}
	return f.failf("invalid boolean flag %s: %v", o.name, err)
}

// UnquoteUsage extracts a name in back quotes from a flag's usage; if there is none, it derives a name from the flag's type.
func UnquoteUsage(flag *Flag) (name string, usage string) {
	if parts := strings.SplitN(flag.Usage, "`", 3); len(parts) == 3 {
		return parts[1], strings.Join(parts, "")
	}
	name = "value"
	if isBool(flag.Value) {
		name = ""
	} else if own, ok := flag.Value.(placeholder); ok {
		name = own.placeholder()
	}
	return name, flag.Usage
}

// isZero reports whether value is the text of the zero value of the flag's type.
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

// kindPointer is the number of package reflect's kind Pointer.
const kindPointer = 22

// indented formats the usage of a flag: it begins on a line of its own, and each further line is indented.
const indented = "\n    \t"

// help returns the text of PrintDefaults for a flag. err is set if the flag cannot print its zero value: then the text
// has no default.
func help(flag *Flag) (text string, err error) {
	name, usage := UnquoteUsage(flag)
	text = "  -" + flag.Name
	if name != "" {
		text += " " + name
	}
	if len(text) > len("  -x") {
		text += indented
	} else {
		text += "\t"
	}
	text += strings.ReplaceAll(usage, "\n", indented)
	zero, err := isZero(flag, flag.DefValue)
	if zero || err != nil {
		return text, err
	}
	initial := flag.DefValue
	if _, quoted := flag.Value.(*stringValue); quoted {
		initial = strconv.Quote(initial)
	}
	return text + " (default " + initial + ")", nil
}

// PrintDefaults prints all flags with their usage and defaults, and then errors of flags that cannot print their zero value.
func (f *FlagSet) PrintDefaults() {
	problems := ""
	f.VisitAll(func(flag *Flag) {
		text, err := help(flag)
		io.WriteString(f.Output(), text+"\n")
		if err != nil {
			problems += "\n" + err.Error()
		}
	})
	if problems != "" {
		io.WriteString(f.Output(), problems+"\n")
	}
}

// CommandLine is the set of the package's functions.
var CommandLine = NewFlagSet(strings.Join(os.Args[:min(1, len(os.Args))], ""), ExitOnError)

// The command line's usage is the variable Usage, which a program may replace; an init function avoids an initialisation cycle.
func init() { CommandLine.Usage = commandLineUsage }

func commandLineUsage() { Usage() }

// Usage prints the usage of the command line's flags.
var Usage = func() {
	io.WriteString(CommandLine.Output(), "Usage of "+os.Args[0]+":\n")
	CommandLine.PrintDefaults()
}

// VisitAll calls fn for all flags in the order of names.
func VisitAll(fn func(*Flag)) { CommandLine.VisitAll(fn) }

// Visit calls fn for the flags that were set, in the order of names.
func Visit(fn func(*Flag)) { CommandLine.Visit(fn) }

// Lookup returns a flag; nil if there is none.
func Lookup(name string) *Flag { return CommandLine.Lookup(name) }

// Set sets a flag.
func Set(name, value string) error { return CommandLine.set(name, value) }

// Var defines a flag.
func Var(value Value, name string, usage string) { CommandLine.Var(value, name, usage) }

// PrintDefaults prints all flags with their usage and defaults.
func PrintDefaults() { CommandLine.PrintDefaults() }

// NFlag returns the number of flags that were set.
func NFlag() int { return CommandLine.NFlag() }

// Arg returns the i-th argument after the flags, "" if there is none.
func Arg(i int) string { return CommandLine.Arg(i) }

// NArg returns the number of arguments after the flags.
func NArg() int { return CommandLine.NArg() }

// Args returns the arguments after the flags.
func Args() []string { return CommandLine.Args() }

// Parse reads the flags of the command line.
func Parse() { CommandLine.Parse(os.Args[1:]) }

// Parsed reports whether Parse was called.
func Parsed() bool { return CommandLine.Parsed() }
