module deflates

go 1.27
