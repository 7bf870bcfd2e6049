package store

// OnWindows is not shown here.
func OnWindows() {}
