module trees

go 1.27
