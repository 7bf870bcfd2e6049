module example.com/app

go 1.27

require (
	example.com/lib v1.2.3
	example.com/new v1.0.0
)
