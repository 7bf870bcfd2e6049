module example.com/http

go 1.27
