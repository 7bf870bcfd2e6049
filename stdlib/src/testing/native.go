package testing

// inTestProgram tells whether the program begins as test programs do: it has MainStart, which nothing else calls.
func inTestProgram() bool

// beginLeaks lets the calling goroutine and those that it makes belong to a new test, below the one it belonged to; 0
// if leaks are not looked for.
func beginLeaks() (test uint32)

// leaksOf tells which goroutines the test and those below it have leaked, if that was not told before, and whether
// others of theirs still run.
func leaksOf(test uint32) (run bool, leaked string)

// allocated counts the objects that were allocated since the program began, and their bytes. It allocates nothing
// itself.
func allocated() (objects, bytes uint64)
