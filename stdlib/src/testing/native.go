package testing

// inTestProgram reports whether the program is a test program: it contains MainStart, which only these call.
func inTestProgram() bool

// beginLeaks assigns the calling goroutine, and those that it starts, to a new test below its present one; 0
// if leaks are not detected.
func beginLeaks() (test uint32)

// leaksOf reports whether goroutines of the test and those below it still run, which may leak later; if none does,
// or force is set, it returns the leaked ones that were not reported before.
func leaksOf(test uint32, anyhow bool) (run bool, leaked string)

// racesFound returns the number of data races reported since the program started; 0 if they are not detected. (minigo
// run --race)
func racesFound() int

// allocated returns the number of objects allocated since the program started, and of their bytes. It allocates nothing
// itself.
func allocated() (objects, bytes uint64)
