package runtime

// In Go goroutines wait at channels in these functions; in minigo channel operations are instructions. Profiles show
// these names, as Go's do; nothing calls the functions.

func chanrecv1() { chanrecv1() }

func chansend1() { chansend1() }
