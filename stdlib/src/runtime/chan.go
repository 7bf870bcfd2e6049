package runtime

// The functions in which goroutines wait at channels are instructions here. Profiles name them as Go's do: these stand
// for them, and nothing calls them.

func chanrecv1() { chanrecv1() }

func chansend1() { chansend1() }
