module h2client

go 1.27
