package store

// OnlyInTests is not shown.
func OnlyInTests() {}
