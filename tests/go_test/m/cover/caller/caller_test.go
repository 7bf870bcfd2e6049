package caller_test

import ("testing"; "example.com/m/cover/caller")

func TestB(t *testing.T) { caller.B(); t.Log("b") }
