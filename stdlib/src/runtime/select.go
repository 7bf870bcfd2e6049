package runtime

// selectgo has the name of Go's function for select statements, which are an instruction in minigo: see chanrecv1.
func selectgo() { selectgo() }
