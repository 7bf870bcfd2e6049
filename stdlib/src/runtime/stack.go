package runtime

// Stack formats a stack trace of the calling goroutine (or, with all, of all goroutines) into buf and returns the
// number of bytes. The text is a traceback's: "goroutine 1 [running]:\nmain.f(...)\n\tfile:line +0x…\n".
func Stack(buf []byte, all bool) int

// callers fills pcs with the calling goroutine's return positions, innermost first; with skip -1 it begins with the
// caller of callers, with 0 with that one's caller. A pc is an opaque number that funcInfo understands; as in Go it is one after the call.
func callers(skip int, pcs []uintptr) int

// funcInfo describes a pc from callers (or a function's entry): it returns the function's full name as Go spells it
// (main.main, main.(*T).m, main.f.func1), the file, the line of the call and the function's entry; the name is "" for an unknown pc.
func funcInfo(pc uintptr) (name string, file string, line int, entry uintptr)

// Caller returns the file and line of the calling goroutine's skip-th frame; with skip 0, of the caller of
// Caller.
func Caller(skip int) (pc uintptr, file string, line int, ok bool) {
	var pcs [1]uintptr
	if callers(skip, pcs[:]) == 0 {
		return 0, "", 0, false
	}
	_, file, line, _ = funcInfo(pcs[0])
	return pcs[0], file, line, true
}

// Callers fills pc with return positions; with skip 0 it begins with Callers itself, with 1 with its caller.
func Callers(skip int, pc []uintptr) int {
	if len(pc) == 0 {
		return 0
	}
	return callers(max(skip, 0)-1, pc)
}

// A Func describes a function of the running program.
type Func struct {
	name  string
	entry uintptr
}

// FuncForPC returns the function that contains pc; nil if there is none.
func FuncForPC(pc uintptr) *Func {
	name, _, _, entry := funcInfo(pc)
	if name == "" {
		return nil
	}
	return &Func{name, entry}
}

// Name returns the function's full name.
func (f *Func) Name() string {
	if f == nil {
		return ""
	}
	return f.name
}

// Entry returns the function's entry.
func (f *Func) Entry() uintptr { return f.entry }

// FileLine returns the file and line of pc.
func (f *Func) FileLine(pc uintptr) (file string, line int) {
	_, file, line, _ = funcInfo(pc)
	return file, line
}

// A Frame is a call on a stack.
type Frame struct {
	PC       uintptr
	Func     *Func
	Function string
	File     string
	Line     int
	Entry    uintptr
}

// Frames converts the result of Callers to calls.
type Frames struct{ pcs []uintptr }

// CallersFrames returns Frames for callers.
func CallersFrames(callers []uintptr) *Frames { return &Frames{callers} }

// Next returns the next call; more reports whether there is another one.
func (ci *Frames) Next() (frame Frame, more bool) {
	for len(ci.pcs) > 0 {
		pc := ci.pcs[0]
		ci.pcs = ci.pcs[1:]
		name, file, line, entry := funcInfo(pc)
		if name == "" {
			continue
		}
		return Frame{PC: pc - 1, Func: &Func{name, entry}, Function: name, File: file, Line: line, Entry: entry}, len(ci.pcs) > 0
	}
	return Frame{}, false
}
