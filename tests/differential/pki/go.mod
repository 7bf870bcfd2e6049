module example.com/pki

go 1.27
