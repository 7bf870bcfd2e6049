module forms

go 1.27
