// runtime.Stack names files as runtime.Caller does: by their absolute names, unless the build trims paths.
package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
)

func stands(name, stack string) {
	_, file, _, _ := runtime.Caller(0)
	fmt.Println(name, strings.Count(stack, "\t"+file+":"))
}

func main() {
	started, stop := make(chan bool), make(chan bool)
	go func() {
		close(started)
		<-stop
	}()
	<-started
	stands("debug.Stack", string(debug.Stack()))
	buf := make([]byte, 1<<16)
	stands("runtime.Stack", string(buf[:runtime.Stack(buf, false)]))
	stands("all", string(buf[:runtime.Stack(buf, true)]))
	var profile strings.Builder
	pprof.Lookup("goroutine").WriteTo(&profile, 2)
	stands("profile", profile.String())
	close(stop)
}

// Output:
// debug.Stack 1
// runtime.Stack 1
// all 3
// profile 3
