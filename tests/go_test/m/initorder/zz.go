package initorder

import "fmt"

var zzz = func() int { fmt.Println(caller()); return 1 }()
