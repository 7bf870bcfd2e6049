package testing

// inTestProgram tells whether the program begins as test programs do: it has MainStart, which nothing else calls.
func inTestProgram() bool

// allocated counts the objects that were allocated since the program began, and their bytes. It allocates nothing
// itself.
func allocated() (objects, bytes uint64)
