module memorylimit

go 1.27
