package testing

// inTestProgram tells whether the program begins as test programs do: it has MainStart, which nothing else calls.
func inTestProgram() bool

// beginLeaks lets the calling goroutine and those that it makes belong to a new test, below the one it belonged to; 0
// if leaks are not looked for.
func beginLeaks() (test uint32)

// leaksOf tells whether goroutines of the test and of those below it still run, which may come to leak; and if none does,
// or anyhow, which have leaked, if that was not told before.
func leaksOf(test uint32, anyhow bool) (run bool, leaked string)

// racesFound counts the data races that were reported since the program began; 0 if none are looked for. (minigo run
// --race)
func racesFound() int

// allocated counts the objects that were allocated since the program began, and their bytes. It allocates nothing
// itself.
func allocated() (objects, bytes uint64)
