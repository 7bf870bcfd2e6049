module regexps

go 1.27
