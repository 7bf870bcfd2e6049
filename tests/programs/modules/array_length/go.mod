module example.com/lengths

go 1.27
