module example.com/pkg

go 1.27
