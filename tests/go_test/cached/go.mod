module example.com/cached

go 1.27
