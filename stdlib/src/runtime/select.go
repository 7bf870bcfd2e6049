package runtime

// selectgo stands for the instruction of selects: see chanrecv1.
func selectgo() { selectgo() }
