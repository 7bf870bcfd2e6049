// A stack ends with what has called main, the initialisers and the function of a goroutine.
package main

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"
)

func show(what string) {
	pcs := make([]uintptr, 32)
	n := runtime.Callers(2, pcs)
	frames := runtime.CallersFrames(pcs[:n])
	var names []string
	for {
		f, more := frames.Next()
		names = append(names, fmt.Sprintf("%s %s", f.Function, f.File[strings.LastIndex(f.File, "/")+1:]))
		if f.Line <= 0 || f.PC == 0 {
			fmt.Println("no place:", f.Function)
		}
		if runtime.FuncForPC(pcs[len(names)-1]).Name() == "" {
			fmt.Println("no function:", f.Function)
		}
		if !more {
			break
		}
	}
	fmt.Println(what, n, strings.Join(names, ", "))
}

type T struct{}

func (T) method() { show("method") }

func init() { show("init") }

func main() {
	show("main")
	T{}.method()
	var group sync.WaitGroup
	group.Add(1)
	go func() { defer group.Done(); show("goroutine") }()
	group.Wait()
	group.Add(1)
	time.AfterFunc(1, func() { show("timer"); group.Done() })
	group.Wait()
	func() {
		defer func() {
			recover()
			show("panic")
		}()
		panic(1)
	}()
	for skip := 0; ; skip++ {
		_, file, line, ok := runtime.Caller(skip)
		fmt.Println(skip, file[strings.LastIndex(file, "/")+1:], line > 0, ok)
		if !ok {
			break
		}
	}
	// One that is too small, and none at all.
	fmt.Println(runtime.Callers(0, make([]uintptr, 2)), runtime.Callers(100, make([]uintptr, 2)), runtime.Callers(0, nil))
	// Tracebacks show none of it.
	text := make([]byte, 4096)
	fmt.Println(strings.Contains(string(text[:runtime.Stack(text, false)]), "goexit"))
	defer show("deferred")
}

// Output:
// init 5 main.init.0 runtime_callers_end.go, runtime.doInit1 proc.go, runtime.doInit proc.go, runtime.main proc.go, runtime.goexit asm_amd64.s
// main 3 main.main runtime_callers_end.go, runtime.main proc.go, runtime.goexit asm_amd64.s
// method 4 main.T.method runtime_callers_end.go, main.main runtime_callers_end.go, runtime.main proc.go, runtime.goexit asm_amd64.s
// goroutine 2 main.main.func1 runtime_callers_end.go, runtime.goexit asm_amd64.s
// timer 2 main.main.func2 runtime_callers_end.go, runtime.goexit asm_amd64.s
// panic 6 main.main.func3.1 runtime_callers_end.go, runtime.gopanic panic.go, main.main.func3 runtime_callers_end.go, main.main runtime_callers_end.go, runtime.main proc.go, runtime.goexit asm_amd64.s
// 0 runtime_callers_end.go true true
// 1 proc.go true true
// 2 asm_amd64.s true true
// 3  false false
// 2 0 0
// false
// deferred 3 main.main runtime_callers_end.go, runtime.main proc.go, runtime.goexit asm_amd64.s
