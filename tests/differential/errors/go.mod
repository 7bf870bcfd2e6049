module errs

go 1.27
